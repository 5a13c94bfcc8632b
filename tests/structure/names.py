"""Names that stand for one thing: no type is defined in two headers, and no two files of the library share a name.

A public header may have the name of the source file that implements it. No folder of the library has more files of its
own than one can look over. Each file of the library, or the header of its name, begins with a comment that says what it
holds.

Usage: names.py ROOT | names.py --self-check
"""

import os
import re
import sys
import tempfile

from sources import finish, repository_files

LIBRARY = ("core", "simd", "geometry", "broadphase", "dynamics", "particles", "soft", "queries", "world", "state", "reference")
MAX_FILES = 40
ALTERNATIVES = re.compile(r"simd/wide_\d+(_\w+)?\.h")  # of which each object includes one
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TAGGED = re.compile(r"\b(?:struct|enum|union)\s+(\w+)\s*\{")
CLOSED = re.compile(r"^\}\s*(\w+)\s*;", re.MULTILINE)  # what a typedef of a body names
ALIAS = re.compile(r"\btypedef\s+(?!(?:struct|enum|union)\s+(\w+)\s+\1\s*;)[^{};]*?(\w+)\s*(?:\([^;{}]*\))?\s*;")


def types_of(text):
    text = COMMENT.sub("", text)
    return set(TAGGED.findall(text)) | set(CLOSED.findall(text)) | {match.group(2) for match in ALIAS.finditer(text)}


def check(root):
    problems, types, stems, headers, folders, said = [], {}, {}, {}, {}, {}
    names = [name.replace(os.sep, "/") for name in repository_files(root)]
    names = [name for name in names if name.endswith((".c", ".h"))]
    for name in names:
        folder, file = os.path.split(name)
        stem, kind = os.path.splitext(file)
        if kind == ".h" and not ALTERNATIVES.fullmatch(name):
            with open(os.path.join(root, name), encoding="utf-8") as source:
                for found in types_of(source.read()):
                    types.setdefault(found, []).append(name)
        if name.split("/")[0] in LIBRARY:
            stems.setdefault(stem, set()).add(folder)
            folders[folder] = folders.get(folder, 0) + 1
            with open(os.path.join(root, name), encoding="utf-8") as source:
                said[f"{folder}/{stem}"] = source.read(4) == "/// " or said.get(f"{folder}/{stem}", False)
        if name.split("/")[0] in LIBRARY + ("include",) and kind == ".h":
            headers.setdefault(stem, []).append(name)
    problems += [f"type {found} is defined in {' and '.join(where)}" for found, where in types.items() if len(where) > 1]
    problems += [f"files named {stem} are in {' and '.join(sorted(where))}" for stem, where in stems.items() if len(where) > 1]
    problems += [f"headers named {stem}: {' and '.join(where)}" for stem, where in headers.items() if len(where) > 1]
    problems += [f"{folder}/ has {count} files" for folder, count in folders.items() if count > MAX_FILES]
    problems += [f"{stem} does not say what it holds" for stem in said if not said[stem]]
    return problems, len(names)


def self_check():
    planted = {
        "core/a.h": "typedef struct sc_twice\n{\n    int x;\n} sc_twice;\nstruct sc_opaque;\ntypedef struct sc_fine sc_fine;\n",
        "engines/b.h": "typedef struct\n{\n    int y;\n} sc_twice;\ntypedef struct sc_fine sc_fine;\n// struct sc_opaque {\n",
        "solver/c.h": "typedef bool sc_call(int *x);\nstruct sc_fine\n{\n    int z;\n};\n",
        "tests/d.h": "typedef int (*other);\ntypedef void sc_call(void);\nenum sc_opaque\n{\n    NONE\n};\n",
        **dict.fromkeys(("core/same.c", "world/same.h", "world/calls/shape.c", "include/scree/shape.h",
                         "include/scree/a.h"), "/// What it holds.\n"),
        "world/calls/mute.c": "#include <math.h>\n/// Too late.\n",
        "core/a.c": "/// What both hold.\n",
        "solver/c.c": "int x;\n",
    }
    planted.update({f"soft/part_{i}.c": "/// A part.\n" for i in range(MAX_FILES + 1)})
    expected = ["type sc_twice", "type sc_call", "files named same", "headers named a", "soft/", "world/calls/mute"]
    with tempfile.TemporaryDirectory() as root:
        for name, text in planted.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        problems, _ = check(root)
    missed = [name for name in expected if not any(re.match(re.escape(name) + r"(?!\w)", problem) for problem in problems)]
    false = [problem for problem in problems if not problem.startswith(tuple(expected))]
    finish([f"not reported: {name}" for name in missed] + [f"wrongly reported: {p}" for p in false],
           len(expected), "planted names")


if sys.argv[1] == "--self-check":
    self_check()
finish(*check(sys.argv[1]), "source files")
