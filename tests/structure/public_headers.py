"""Each public header compiles alone, as C17 and as C++17, without a warning.

Usage: public_headers.py ROOT C_COMPILER [CXX_COMPILER]
"""

import os
import subprocess
import sys

from sources import finish

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]


def compile_alone(command, root, text):
    """Compiles `text` from standard input; returns the compiler's complaint or ''."""
    command = command + WARNINGS + ["-fsyntax-only", "-I", os.path.join(root, "include"), "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    return "" if result.returncode == 0 else result.stderr or "the compiler failed"


root, compilers = sys.argv[1], [[sys.argv[2], "-std=c17", "-x", "c"]]
if len(sys.argv) > 3 and sys.argv[3]:
    compilers.append([sys.argv[3], "-std=c++17", "-x", "c++"])

problems = []
for command in compilers:
    # A compiler that accepts anything would make this test worthless.
    if not compile_alone(command, root, "int f(unsigned long x) { return x; }\n"):
        problems.append(f"{command[0]} takes a lossy conversion without complaint")

headers = sorted(f"{folder}/{name}" for folder in ("scree", "scree_tools")
                 for name in os.listdir(os.path.join(root, "include", folder)) if name.endswith(".h"))
for name in headers:
    for command in compilers:
        complaint = compile_alone(command, root, f"#include <{name}>\nextern int something_{len(name)};\n")
        if complaint:
            problems.append(f"include/{name} with {' '.join(command)}:\n{complaint}")
finish(problems, len(headers), "public headers")
