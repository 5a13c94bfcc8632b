"""docs/architecture.md and world/step.c walk through the stages of core/stages.h, in their order. Each stage stands in a
file of its name.

Usage: stages.py ROOT
"""

import os
import re
import sys

from sources import finish, repository_files


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def main():
    root = sys.argv[1]
    stages = re.findall(r"^    X\((\w+)\)", read(root, "core/stages.h"), re.MULTILINE)
    step = read(root, "docs/architecture.md").split("\n## The step\n")[1].split("\n## ")[0]
    headings = re.findall(r"^### (\w+)$", step, re.MULTILINE)
    problems = [] if headings == stages else [f"docs/architecture.md: headings {headings}, stages {stages}"]
    step_text = re.sub(r"^#define.*", "", read(root, "world/step.c"), flags=re.MULTILINE)
    calls = re.findall(r"\b(?:TRY|RUN)\((\w+)\)", step_text)
    if calls != stages:
        problems.append(f"world/step.c: calls {calls}, stages {stages}")
    sources = {os.path.basename(name): name for name in repository_files(root) if name.endswith(".c")}
    for stage in stages:
        defined = re.compile(rf"^(bool|void) sc_{stage}\(sc_step \*step\)\n\{{", re.MULTILINE)
        if not defined.search(read(root, sources[f"{stage}.c"]) if f"{stage}.c" in sources else ""):
            problems.append(f"the stage {stage} is not in a file {stage}.c")
    finish(problems, len(stages), "stages")


main()
