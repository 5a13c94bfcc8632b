"""examples/bindings.py calls every kind of function that it needs through the interface as JSON and the shared library.

Usage: python_bindings.py ROOT LIBRARY [CLANG]
"""

import os
import subprocess
import sys
import tempfile

from sources import SKIPPED, finish

EXPECTED = "the box rests at 0.500 m\n"


def main():
    root, library, *clang = sys.argv[1:]
    if not clang:
        print("no clang: skipped")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "api.json")
        subprocess.run([sys.executable, "-B", os.path.join(root, "tools", "docs", "api_json.py"), root, clang[0], "-o", path], check=True)
        result = subprocess.run([sys.executable, "-B", os.path.join(root, "examples", "bindings.py"), path, library],
                                capture_output=True, text=True, check=False)
    good = result.returncode == 0 and result.stdout == EXPECTED
    finish([] if good else [f"status {result.returncode}, printed {result.stdout!r} and {result.stderr!r}"], 1, "program")


main()
