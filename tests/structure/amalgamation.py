"""The library in one file, as tools/amalgamate writes it, compiles without flags of its own and without a warning.

Building it takes a minute, so this only checks its syntax: what it finds is a name that two files share.

Usage: amalgamation.py ROOT C_COMPILER
"""

import os
import subprocess
import sys
import tempfile

from sources import finish

root, compiler = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, "-B", os.path.join(root, "tools/amalgamate"), folder], check=True)
    checked = subprocess.run([compiler, "-Wall", "-Werror", "-fsyntax-only", "scree.c"], cwd=folder,
                             capture_output=True, text=True)
lines = [line for line in checked.stderr.splitlines() if "error" in line]
finish(lines[:20] if checked.returncode == 0 or lines else checked.stderr.splitlines()[:20], 1, "files")
