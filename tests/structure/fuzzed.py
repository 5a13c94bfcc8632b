"""The fuzzer calls every function of the public headers: by name, by its weight in the table of signatures, or with
all getters of an object.

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


GETTER = re.compile(r"\bSCREE_API\b[^;{(]*?\b(\w+)\s*\(const scree_world \*world,\s*scree_(?:body|shape|particle|soft_body|joint)_id \w+\)")
declared, called = {}, set()
for header, text in texts("include/scree", ".h"):
    for name in re.findall(r"\bSCREE_API\b[^;{(]*?\b(\w+)\s*\(", text):
        declared[name] = header
    called |= set(GETTER.findall(text))
called |= {
    name
    for folder in ("tests/fuzz", "tests/fuzz/calls")
    for _, text in texts(folder, ".c")
    for name in re.findall(r"\b(scree_\w+)\s*[(,]", text)
}
with open(os.path.join(root, "tests/support/ranges.txt"), encoding="utf-8") as file:
    table = file.read()
called |= {f"scree_{name}" for name in re.findall(r"^(\w+)  weight \d", table, re.MULTILINE)}
called |= {f"scree_{name}" for names in re.findall(r"^weight \d+((?:\s+[a-z]\w*)+)$", table, re.MULTILINE) for name in names.split()}
# Definitions of such calls are filled by these.
called |= {name for name in declared if name.endswith("_def_default")}
problems = [f"include/scree/{declared[name]}: tests/fuzz does not call {name}" for name in sorted(set(declared) - called)]
finish(problems, len(declared), "public functions")
