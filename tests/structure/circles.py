"""No circle of calls between files: what a file calls does not call it back, not even through others.

Usage: circles.py NM LIST | circles.py NM --self-check C_COMPILER
LIST has one object a line.
"""

import os
import subprocess
import sys
import tempfile

from sources import finish


def symbols(nm, paths):
    """By object: the global symbols that it defines, and those that it asks for."""
    result = subprocess.run([nm, "-A", "-g", "-P", *paths], capture_output=True, text=True, check=True)
    found = {path: (set(), set()) for path in paths}
    for line in result.stdout.splitlines():
        path, symbol = line.split(": ", 1)
        name, kind = symbol.split()[:2]
        if kind in "TDRBCU":
            found[path][kind == "U"].add(name)
    return found


def find_circles(calls):
    """Depth-first walk; a back edge is a circle."""
    state, problems = {}, []

    def walk(path):
        state[path[-1]] = "open"
        for target, names in sorted(calls[path[-1]].items()):
            if state.get(target) == "open":
                circle = path[path.index(target):] + [target]
                problems.append(f"circle: {' -> '.join(circle)}, which calls {', '.join(sorted(names))}")
            elif target not in state:
                walk(path + [target])
        state[path[-1]] = "done"

    for name in sorted(calls):
        if name not in state:
            walk([name])
    return problems


def check(nm, paths):
    named = {path.replace(os.sep, "/").split(".dir/")[-1]: both for path, both in symbols(nm, paths).items()}
    home = {symbol: name for name, (defined, _) in named.items() for symbol in defined}
    calls = {name: {} for name in named}
    for name, (_, asked) in named.items():
        for symbol in asked & home.keys():
            calls[name].setdefault(home[symbol], set()).add(symbol)
    return find_circles(calls), len(named)


def self_check(nm, compiler):
    planted = {
        "a": "void b(void); void a(void) { b(); }",
        "b": "void c(void); void b(void) { c(); }",
        "c": "void a(void); void c(void) { a(); }",
        "d": "void a(void); static void e(void) { a(); } void (*d)(void) = e;",
    }
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in planted.items():
            source = os.path.join(folder, name + ".c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            paths.append(os.path.join(folder, name + ".dir", name + ".o"))
            os.makedirs(os.path.dirname(paths[-1]))
            subprocess.run([compiler, "-c", source, "-o", paths[-1]], check=True)
        found, _ = check(nm, paths)
        clean, _ = check(nm, paths[1:])
    expected = ["circle: a.o -> b.o -> c.o -> a.o, which calls a"]
    finish([] if found == expected and not clean else [f"reported: {found}, {clean}"], 1, "planted circle")


if sys.argv[2] == "--self-check":
    self_check(sys.argv[1], sys.argv[3])
with open(sys.argv[2], encoding="utf-8") as objects:
    finish(*check(sys.argv[1], objects.read().splitlines()), "objects")
