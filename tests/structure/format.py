"""clang-format has nothing to change, and no source line is longer than 100 columns.

Releases of clang-format differ in details, so one release decides. With another one, or none, the test is skipped.

Usage: format.py [--fix] ROOT
"""

import os
import re
import shutil
import subprocess
import sys

from sources import SKIPPED, finish, repository_files

RELEASE = 14  # Debian 12; on other systems: pip install clang-format==14.0.6
COLUMNS = 100

fix = sys.argv[1] == "--fix"
root = sys.argv[-1]

command, seen = None, "none"
for candidate in (f"clang-format-{RELEASE}", "clang-format"):
    if shutil.which(candidate):
        seen = subprocess.run([candidate, "--version"], capture_output=True, text=True).stdout.strip()
        if re.search(rf"version {RELEASE}\.", seen):
            command = candidate
            break
if command is None:
    print(f"skipped: needs clang-format {RELEASE}, found: {seen}")
    sys.exit(SKIPPED)

files = [name for name in repository_files(root) if name.endswith((".c", ".h", ".cc"))]
problems = []
for start in range(0, len(files), 64):
    some = files[start:start + 64]
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    result = subprocess.run([command, *mode, "--style=file", *some], cwd=root, capture_output=True, text=True)
    if result.returncode != 0:
        wrong = sorted(set(re.findall(r"^([^:\n]+):\d+:\d+: error:", result.stderr, re.MULTILINE)))
        problems += [f"{name} is not formatted" for name in wrong] or [result.stderr]
for name in files:
    with open(os.path.join(root, name), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if len(line.rstrip("\n")) > COLUMNS:
                problems.append(f"{name}:{number}: {len(line) - 1} columns")
if problems:
    print("tests/structure/format.py --fix . (or the build target `format`) formats everything in place")
finish(problems, len(files), "files")
