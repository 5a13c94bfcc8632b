"""The fuzzer calls every function of the public headers.

Usage: fuzzed.py ROOT
"""

import os
import re
import sys

from sources import finish

root = sys.argv[1]


def texts(folder, ending):
    """Name and text, without comments and directives, of the files of a folder."""
    for name in sorted(os.listdir(os.path.join(root, folder))):
        if name.endswith(ending):
            with open(os.path.join(root, folder, name), encoding="utf-8") as file:
                text = file.read()
            yield name, re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


declared = {}
for header, text in texts("include/scree", ".h"):
    for name in re.findall(r"\bSCREE_API\b[^;{(]*?\b(\w+)\s*\(", text):
        declared[name] = header
called = {
    name
    for folder in ("tests/fuzz", "tests/fuzz/calls")
    for _, text in texts(folder, ".c")
    for name in re.findall(r"\b(scree_\w+)\s*\(", text)
}
problems = [f"include/scree/{declared[name]}: tests/fuzz does not call {name}" for name in sorted(set(declared) - called)]
finish(problems, len(declared), "public functions")
