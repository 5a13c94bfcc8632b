"""A folder includes itself and the folders above it, files form no circle, and only simd/wide_*.h name SIMDe
or an intrinsic.

Usage: include_order.py ROOT | include_order.py --self-check
"""

import os
import re
import sys
import tempfile

from sources import finish, repository_files

# Top to bottom. Each engine folder sees itself and the ones above.
ENGINE = ["include", "core", "simd", "geometry", "broadphase", "dynamics/contacts", "dynamics/narrowphase",
          "dynamics/solver", "particles", "soft", "dynamics/bodies", "dynamics/continuous", "dynamics/events", "dynamics/islands",
          "queries/index", "world", "queries/calls", "queries/movers", "dynamics/joints", "state"]
ROOFS = ("dynamics", "queries")  # their rooms are in the list
SEES = {folder: set(ENGINE[: place + 1]) for place, folder in enumerate(ENGINE)}
SEES["reference"] = set(ENGINE) | {"reference"}
SEES["scenes"] = {"include", "scenes"}
SEES["engines"] = {"include", "reference", "scenes", "engines"}
for leaf in ("tests", "tools", "bench"):
    SEES[leaf] = set(ENGINE) | {"reference", "scenes", "engines", leaf}
SEES["tests"].add("tools")  # parts of the command are tested alone

# The library stands on C17, POSIX threads and clocks, and nothing else.
LIBRARY_HEADERS = re.compile(
    r"(assert|ctype|errno|fenv|float|inttypes|limits|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef"
    r"|stdint|stdio|stdlib|stdnoreturn|string|threads|time|pthread|sched|unistd|cpuid|sys/\w+)\.h$"
)
# The calls of Windows lie in one file.
WINDOWS_HEADERS = {("core/platform_windows.c", name) for name in ("malloc.h", "process.h", "windows.h")}
GENERATED = {"scree_build_info.h"}
WIDE_NAMES = re.compile(r"simde|\b_mm\d*_|\b__m(128|256|512)|\w*mmintrin\.h|x86intrin\.h|arm_(neon|sve)\.h|wasm_simd128\.h")
DIRECTIVE = re.compile(r'^[ \t]*#[ \t]*include\b[ \t]*(?:"([^"]*)"|<([^>]*)>|(.*))', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in ROOFS else parts[0]


def without_comments(text):
    """The same text, lines kept, comments blanked."""

    def blank(match):
        word = match.group(0)
        return re.sub(r"[^\n]", " ", word) if word.startswith("/") else word

    return COMMENT_OR_STRING.sub(blank, text)


def find_included(root, name, quoted):
    """The repository file that `#include "quoted"` in `name` means, or None."""
    beside = os.path.normpath(os.path.join(os.path.dirname(name), quoted))
    for candidate in (beside, os.path.normpath(quoted), os.path.normpath(os.path.join("include", quoted))):
        if not candidate.startswith("..") and os.path.isfile(os.path.join(root, candidate)):
            return candidate.replace(os.sep, "/")
    return None


def check_file(root, name, problems):
    """Checks one file; returns the repository files that it includes."""
    folder = room_of(name)
    with open(os.path.join(root, name), encoding="utf-8") as file:
        text = without_comments(file.read())
    line_of = lambda position: text.count("\n", 0, position) + 1
    included = []
    for match in DIRECTIVE.finditer(text):
        where = f"{name}:{line_of(match.start())}"
        quoted, system, computed = match.groups()
        if computed is not None:
            problems.append(f"{where}: an include by macro cannot be followed: {computed.strip()}")
            continue
        target = find_included(root, name, quoted or system)
        if target is None:
            if quoted is not None and quoted not in GENERATED:
                problems.append(f'{where}: "{quoted}" is not in the repository')
            elif system is not None and folder in ENGINE and not system.startswith("simde/"):
                if not LIBRARY_HEADERS.match(system) and (name, system) not in WINDOWS_HEADERS:
                    problems.append(f"{where}: the library may not depend on <{system}>")
            continue
        included.append(target)
        target_folder = room_of(target)
        if target_folder not in SEES[folder]:
            problems.append(f"{where}: {folder}/ may not include {target}")
    if not re.fullmatch(r"simd/wide_\w+\.h", name):
        for match in WIDE_NAMES.finditer(text):
            problems.append(f"{name}:{line_of(match.start())}: only simd/wide_*.h may name {match.group(0)}")
    return included


def find_circles(graph, problems):
    """Depth-first walk; a back edge is a circle."""
    state = {}

    def walk(name, path):
        state[name] = "open"
        for target in graph.get(name, ()):
            if state.get(target) == "open":
                circle = path[path.index(target):] + [target]
                problems.append("circle: " + " -> ".join(circle))
            elif target not in state:
                walk(target, path + [target])
        state[name] = "done"

    for name in graph:
        if name not in state:
            walk(name, [name])


def check(root):
    problems = []
    graph = {}
    for name in repository_files(root):
        name = name.replace(os.sep, "/")
        if room_of(name) in SEES and name.endswith((".c", ".h", ".cc", ".inc")) and "tests/structure/" not in name:
            graph[name] = check_file(root, name, problems)
    find_circles(graph, problems)
    return problems, len(graph)


def self_check():
    """Plants one violation of each kind beside a clean file, and expects exactly these to be reported."""
    planted = {
        "include/scree/base.h": "#include <stdint.h>\n",
        "core/good.h": '#include "scree/base.h"\n/* simde in a comment is fine: _mm_add_ps */\n',
        "simd/wide_8.h": "#include <simde/x86/avx2.h>\n",
        "core/upward.c": '#include "../world/step.h"\n',
        "world/step.h": "\n",
        "scenes/peeking.c": '#include "core/good.h"\n',
        "dynamics/solver/intrinsic.c": "#include <immintrin.h>\n",
        "dynamics/contacts/upward.c": '#include "dynamics/islands/islands.h"\n',
        "dynamics/islands/islands.h": "\n",
        "dynamics/solver/simde.c": "void f(void) { simde_mm_add_ps(a, b); }\n",
        "core/circle_a.h": '#include "circle_b.h"\n',
        "core/circle_b.h": '#include "circle_a.h"\n',
        "core/missing.c": '#include "nowhere.h"\n',
        "world/foreign.c": "#include <cairo/cairo.h>\n",
        "simd/macro.c": "#include SOME_HEADER\n",
        "core/oracle.c": '#include "reference/plain.h"\n',
        "reference/plain.h": "\n",
    }
    expected = ["core/upward.c", "scenes/peeking.c", "dynamics/solver/intrinsic.c", "dynamics/contacts/upward.c",
                "dynamics/solver/simde.c", "circle: core/circle_a.h",
                "core/missing.c", "world/foreign.c", "simd/macro.c", "core/oracle.c"]
    with tempfile.TemporaryDirectory() as root:
        for name, text in planted.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        problems, _ = check(root)
    missed = [name for name in expected if not any(problem.startswith(name) for problem in problems)]
    false = [problem for problem in problems if not problem.startswith(tuple(expected))]
    finish([f"not reported: {name}" for name in missed] + [f"wrongly reported: {p}" for p in false],
           len(expected), "planted violations")


if sys.argv[1] == "--self-check":
    self_check()
finish(*check(sys.argv[1]), "source files")
