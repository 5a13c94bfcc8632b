"""No text file of the repository names a path of somebody's machine.

Usage: machine_paths.py ROOT
"""

import os
import re
import sys

from sources import finish, repository_files

FOLDERS = ["work", "farm", "root", "home", "Users"]
# Not inside a longer path or an address: "net/work/" and "https://example.org/home/" are fine.
PATH = re.compile(r"(?<![\w.~${}*-])/(" + "|".join(FOLDERS) + r")/")

assert PATH.search("cd /" + "work/main") and not PATH.search("net/work/x https://example.org/home/x")

problems, count = [], 0
for name in repository_files(sys.argv[1]):
    with open(os.path.join(sys.argv[1], name), "rb") as file:
        data = file.read()
    if b"\0" in data[:8192]:
        continue  # not text
    count += 1
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if PATH.search(line):
            problems.append(f"{name}:{number}: {line.strip()[:120]}")
finish(problems, count, "text files")
