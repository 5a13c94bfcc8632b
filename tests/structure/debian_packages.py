"""The Debian packages of a build, unpacked elsewhere: a program compiles with pkg-config and with CMake, the command runs a
scene, each package has its licence, and lintian, where it is installed, finds nothing.

Usage: debian_packages.py ROOT BUILD CPACK CMAKE C_COMPILER
"""

import glob
import os
import shutil
import sys
import tempfile

from sources import finish, run_command

root, build, cpack, cmake, compiler = sys.argv[1:6]
root = os.path.abspath(root)
if not shutil.which("dpkg-deb") or not shutil.which("pkg-config"):
    print("skipped: needs dpkg-deb and pkg-config")
    sys.exit(77)

problems, checked = [], 0
# Only a build with the prefix /usr installs in the folder of Debian's architecture (docs/packages.md).
OF_THE_PREFIX = "pkg-config-unavailable-for-cross-compilation"


def run(*command, **more):
    """The output of a command, which counts as checked."""
    global checked
    checked += 1
    done = run_command(problems, *command, **more)
    return done.stdout


# The target man makes the pages, if help2man is there.
has_manual = os.path.exists(os.path.join(build, "docs", "man", "man1", "scree.1"))


def check_files(system):
    """Files that Debian wants, and where its shells and `man` look."""
    with open(os.path.join(root, "LICENSE"), encoding="utf-8") as file:
        licence = file.read()
    share = os.path.join(system, "usr", "share")
    for name in ["scree", "libscree-dev"]:
        path = os.path.join(share, "doc", name, "copyright")
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != licence:
            problems.append(f"{name}: /usr/share/doc/{name}/copyright is not the licence")
    wanted = ["doc/scree/changelog.gz", "doc/libscree-dev/changelog.gz", "bash-completion/completions/scree",
              "zsh/vendor-completions/_scree"]
    if has_manual:
        wanted += ["man/man1/scree.1.gz", "man/man1/scree-run.1.gz"]
    problems.extend(f"no /usr/share/{path}" for path in wanted if not os.path.exists(os.path.join(share, path)))


def check_with_lintian(paths):
    found = run("lintian", "--allow-root", *paths).splitlines()
    problems.extend(f"lintian: {line}" for line in found if line[:2] in ["E:", "W:"] and OF_THE_PREFIX not in line
                    and (has_manual or "no-manual-page" not in line))


with tempfile.TemporaryDirectory() as folder:
    run(cpack, "-G", "DEB", "--config", os.path.join(build, "CPackConfig.cmake"), "-B", folder, cwd=folder)
    packages = sorted(os.path.basename(path).split("_")[0] for path in glob.glob(os.path.join(folder, "*.deb")))
    if packages != ["libscree-dev", "scree"]:
        problems.append(f"made {packages}")
    if shutil.which("lintian"):
        check_with_lintian(sorted(glob.glob(os.path.join(folder, "*.deb"))))
    system = os.path.join(folder, "system")
    for path in glob.glob(os.path.join(folder, "*.deb")):
        run("dpkg-deb", "-x", path, system)
    check_files(system)
    hello = os.path.join(root, "examples", "hello.c")
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(system, "usr", "lib", "pkgconfig"))
    flags = run("pkg-config", "--cflags", "--libs", "scree", env=environment).split()
    program = os.path.join(folder, "hello")
    run(compiler, "-O2", hello, *flags, "-o", program)
    if os.path.exists(program) and "the box rests at 0.500 m" not in run(program):
        problems.append("the program that pkg-config made prints something else")
    project = os.path.join(folder, "project")
    os.mkdir(project)
    with open(os.path.join(project, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.22)\nproject(game C)\nfind_package(scree 0.1 REQUIRED)\n"
                   f"add_executable(game {hello})\ntarget_link_libraries(game PRIVATE scree::scree)\n")
    run(cmake, "-S", project, "-B", project, f"-DCMAKE_PREFIX_PATH={system}/usr", f"-DCMAKE_C_COMPILER={compiler}")
    run(cmake, "--build", project)
    game = os.path.join(project, "game")
    if os.path.exists(game) and "the box rests at 0.500 m" not in run(game):
        problems.append("the program that CMake made prints something else")
    command = os.path.join(system, "usr", "bin", "scree")
    if "stack: 11 bodies" not in run(command, "run", "stack", "--steps", "10"):
        problems.append("the command does not run a scene")
finish(problems, checked, "commands")
