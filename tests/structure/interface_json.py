"""The interface as JSON (tools/docs/api_json.py) is that of the headers: a C program made from it compiles.

The program compares every type, value, field and function with the declaration in the headers, and the size of each struct with
that of a struct of the JSON's fields. No function of the headers is missing. A field, a value or a type that is changed on
purpose fails.

Usage: interface_json.py ROOT C_COMPILER [CLANG]
"""

import copy
import glob
import os
import re
import subprocess
import sys

from sources import SKIPPED, finish


def same(left, right):
    return f"_Static_assert(__builtin_types_compatible_p(__typeof__({left}), __typeof__({right})), \"{right}\");"


def members(fields):
    """All named fields, those of unnamed unions too."""
    for field in fields:
        if "name" in field:
            yield field
        else:
            yield from members(field["fields"])


def declaration(field):
    if "name" not in field:
        return f"{field['type']} {{ {' '.join(map(declaration, field['fields']))} }};"
    return f"__typeof__({field['type']}) {field['name']};"


def program(found):
    lines = ['#include "scree/scree.h"']
    for entry in found["constants"]:
        lines.append(f"_Static_assert({entry['name']} == {entry['value']}, \"{entry['name']}\");")
    for entry in found["enums"]:
        lines += [f"_Static_assert({value['name']} == {value['value']}, \"{value['name']}\");" for value in entry["values"]]
        lines.append(f"extern {entry['name']} x_{entry['name']};")
    for entry in found["structs"]:
        if entry["opaque"]:
            lines.append(f"extern struct {entry['name']} *x_{entry['name']};")
            continue
        lines += [same(f"(({entry['name']} *)0)->{field['name']}", field["type"]) for field in members(entry["fields"])]
        lines.append(f"struct x_{entry['name']} {{ {' '.join(map(declaration, entry['fields']))} }};")
        lines.append(f"_Static_assert(sizeof(struct x_{entry['name']}) == sizeof({entry['name']}), \"{entry['name']}\");")
    for entry in found["callbacks"]:
        lines.append(same(entry["name"], f"{entry['result']} ({', '.join(entry['arguments']) or 'void'})"))
    for entry in found["aliases"]:
        lines.append(same(entry["name"], entry["type"]))
    for entry in found["functions"]:
        arguments = ", ".join(argument["type"] for argument in entry["arguments"]) or "void"
        lines.append(same(entry["name"], f"{entry['result']} ({arguments})"))
    return "\n".join(lines) + "\n"


def errors(root, compiler, found):
    result = subprocess.run([compiler, "-std=gnu17", "-fsyntax-only", "-I", os.path.join(root, "include"), "-x", "c", "-"],
                            input=program(found), capture_output=True, text=True)
    return [line for line in result.stderr.splitlines() if "error" in line] or ([result.stderr] if result.returncode else [])


def declared(root):
    """The names of functions that the headers declare, and of those that they define."""
    for path in glob.glob(os.path.join(root, "include", "scree", "*.h")):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*", "", file.read())
        yield from re.findall(r"^(?:SCREE_API|static inline)\b[^;({]*?\b(scree_\w+)\(", text, re.MULTILINE)


def planted(found):
    """Changed copies, each of which must fail."""
    for kind, index, change in [("functions", 0, {"result": "double"}), ("structs", -1, {"fields": []}), ("constants", 0, {"value": 77}),
                                ("callbacks", 0, {"arguments": []}), ("aliases", 0, {"type": "int"})]:
        other = copy.deepcopy(found)
        other[kind][index].update(change)
        yield kind, other


def main():
    root, compiler, *clang = sys.argv[1:]
    if not any(clang):
        print("skipped: needs clang")
        sys.exit(SKIPPED)
    sys.path.insert(0, os.path.join(root, "tools", "docs"))
    from api_json import interface
    found = interface(root, clang[0])
    problems = errors(root, compiler, found)
    problems += [f"{name} is not in the JSON" for name in sorted(set(declared(root)) - {entry["name"] for entry in found["functions"]})]
    problems += [f"a wrong entry of {kind} compiles" for kind, other in planted(found) if not errors(root, compiler, other)]
    finish(problems, sum(len(entries) for entries in found.values()), "entries")


main()
