"""Doxygen writes the reference without a warning, with a page for each document, no command left as text, and a search index.

Usage: reference.py ROOT [DOXYGEN]
"""

import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

from sources import SKIPPED, finish

root = os.path.abspath(sys.argv[1])
if not any(sys.argv[2:]):
    print("skipped: needs doxygen")
    sys.exit(SKIPPED)

with open(os.path.join(root, "tools", "docs", "Doxyfile.in"), encoding="utf-8") as file:
    settings = file.read()
problems = []
with tempfile.TemporaryDirectory() as output:
    values = {"PROJECT_VERSION": "0", "PROJECT_SOURCE_DIR": root, "SCREE_DOCS_OUTPUT": output,
              "SCREE_DOCS_FILTER": f"{shlex.quote(sys.executable)} -B {shlex.quote(os.path.join(root, 'tools', 'docs', 'doxygen_filter.py'))}"}
    settings = re.sub(r"@(\w+)@", lambda match: values[match[1]], settings)
    result = subprocess.run([sys.argv[2], "-"], input=settings, cwd=root, capture_output=True, text=True)
    problems += [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    if result.returncode != 0:
        problems.append(f"doxygen ends with {result.returncode}")
    pages = [os.path.basename(path)[:-3] for path in glob.glob(os.path.join(root, "docs", "*.md"))]
    problems += [f"no page of docs/{name}.md" for name in sorted(pages)
                 if not os.path.exists(os.path.join(output, "html", f"page_{name}.html"))]
    for path in sorted(glob.glob(os.path.join(output, "html", "page_*.html"))):
        with open(path, encoding="utf-8") as file:
            problems += [f"{os.path.basename(path)}: {command} is text" for command in re.findall(r"@(?:ref|section)\b", file.read())]
    if not os.path.exists(os.path.join(output, "html", "search", "search.js")):
        problems.append("no search")
finish(problems, len(pages), "pages")
