"""No function is longer than 60 lines, or 80 in the file of a stage or of kernels, and no file longer than 600, unless the
comment above says why. No folder holds more than 40 files of its own, pictures
not counted.

The reason begins with "Long:", in the comment directly above the function or in the one that opens the file. The format
test sees to it that a function begins and ends with a brace of its own line.

Usage: lengths.py ROOT
       lengths.py --self-check
"""

import collections
import os
import re
import sys

from sources import finish, repository_files

FUNCTION_LINES, STAGE_LINES, FILE_LINES, FOLDER_FILES = 60, 80, 600, 40
REASON = re.compile(r"^\s*(//[/!]?|\*|/\*)?\s*Long: \w")


def comment_above(lines, at):
    """The lines of the comment that ends right above line `at`."""
    begin = at
    while begin > 0 and lines[begin - 1].startswith(("//", "/*", " *")):
        begin -= 1
    return lines[begin:at]


def has_reason(comment):
    return any(REASON.search(line) for line in comment)


def signature_of(lines, brace):
    """Where the signature begins whose body opens at line `brace`; None: no function's body."""
    if brace == 0 or not lines[brace - 1].endswith(")"):
        return None
    begin = brace - 1
    while begin > 0 and lines[begin][:1] in (" ", "\t"):
        begin -= 1
    return begin


def stages_of(root):
    """The names of the stages: each is described in the file of its name."""
    with open(os.path.join(root, "core/stages.h"), encoding="utf-8") as file:
        return set(re.findall(r"X\((\w+)\) +/\*", file.read()))


def function_lines(name, stages):
    folder, file = os.path.split(name)
    is_stage = folder.split("/")[0] not in ("tests", "reference") and os.path.splitext(file)[0] in stages
    return STAGE_LINES if is_stage or folder == "simd/kernels" else FUNCTION_LINES


def long_ones(name, text, limit=FUNCTION_LINES):
    lines = text.splitlines()
    found, opened = [], None
    for number, line in enumerate(lines):
        if line == "{":
            opened = signature_of(lines, number)
        if line == "}" and opened is not None:
            length = number + 1 - opened
            if length > limit and not has_reason(comment_above(lines, opened)):
                found.append(f"{name}:{opened + 1}: {length} lines: {lines[opened][:80]}")
            opened = None
    first = next((i for i, line in enumerate(lines) if line and not line.startswith(("//", "/*", " *"))), len(lines))
    if len(lines) > FILE_LINES and not has_reason(lines[:first]):
        found.append(f"{name}: {len(lines)} lines")
    return found


def full_folders(paths):
    counts = collections.Counter(os.path.dirname(path) or "." for path in paths if not path.endswith(".png"))
    return [f"{folder}: {count} files" for folder, count in sorted(counts.items()) if count > FOLDER_FILES]


def self_check():
    def function(count, above=""):
        return above + "int f(int a,\n      int b)\n{\n" + "    ++a;\n" * (count - 4) + "}\n"

    array = "int a[] =\n{\n" + "    1,\n" * 70 + "};\n"
    assert not long_ones("a.c", function(60) + "\n" + function(60) + array)
    assert long_ones("a.c", function(60) + "\n" + function(61)) == ["a.c:62: 61 lines: int f(int a,"]
    assert not long_ones("a.c", function(61, "/// What it does.\n/// Long: a list.\n"))
    assert long_ones("a.c", function(61, "/// Long: a list.\n\n"))
    assert long_ones("a.c", function(61, "/// Long:\n"))
    assert not long_ones("a.c", function(80), STAGE_LINES) and long_ones("a.c", function(81), STAGE_LINES)
    assert function_lines("a/collide.c", {"collide"}) == STAGE_LINES == function_lines("simd/kernels/b.c", set())
    assert function_lines("a/b.c", {"collide"}) == FUNCTION_LINES == function_lines("tests/collide.c", {"collide"})
    assert not long_ones("a.c", "int a;\n" * 600)
    assert long_ones("a.c", "int a;\n" * 601) and not long_ones("a.c", "// Long: a table.\n" + "int a;\n" * 601)
    paths = [f"a/{i}.c" for i in range(FOLDER_FILES)] + [f"a/b/{i}.c" for i in range(FOLDER_FILES)]
    assert not full_folders(paths) and full_folders(paths + ["a/b/c.h"]) == [f"a/b: {FOLDER_FILES + 1} files"]
    print("planted long functions, long files and full folders are found")


if sys.argv[1] == "--self-check":
    self_check()
    sys.exit(0)
paths = repository_files(sys.argv[1])
problems, count, stages = full_folders(paths), 0, stages_of(sys.argv[1])
for path in paths:
    if path.endswith((".c", ".h", ".cc")):
        count += 1
        with open(os.path.join(sys.argv[1], path), encoding="utf-8") as file:
            problems += long_ones(path, file.read(), function_lines(path, stages))
finish(problems, count, "sources")
