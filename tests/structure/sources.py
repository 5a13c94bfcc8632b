"""What the structural tests share: which files belong to the repository, and how a test ends."""

import os
import subprocess
import sys

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
NOT_OURS = {"build", "out", "__pycache__"}  # where there is no git to ask


def repository_files(root):
    """Files of the repository, relative to `root`: tracked ones and new ones that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        top = subprocess.run(["git", "rev-parse", "--show-toplevel"], cwd=root, capture_output=True, text=True)
        if top.returncode == 0 and os.path.realpath(top.stdout.strip()) == os.path.realpath(root):
            listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
            names = sorted(set(name for name in listed.split("\0") if name))
            return [name for name in names if os.path.isfile(os.path.join(root, name))]
    except FileNotFoundError:
        pass
    names = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in NOT_OURS and not f.startswith((".git", "build-"))]
        names += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return sorted(names)


def run_command(problems, *command, **more):
    """Runs a command and returns its outcome; a failure is a problem."""
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        problems.append(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done


def finish(problems, checked, what):
    """Prints the problems and exits: 1 if there are any, or if nothing was checked."""
    for problem in problems:
        print(problem)
    if not checked:
        print(f"nothing to check: no {what}")
        sys.exit(1)
    print(f"{checked} {what} checked, {len(problems)} problems")
    sys.exit(1 if problems else 0)
