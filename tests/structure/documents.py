"""Documents hold together: links lead somewhere, the program that README shows is the example, README leads to every page.

Usage: documents.py ROOT
       documents.py --self-check
"""

import glob
import os
import re
import sys
import tempfile

from sources import finish

README_LINES = 190
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def anchors(text):
    """The names that a page's headings have in links, and those that it gives itself."""
    headings = re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.MULTILINE)
    named = {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)">', text))


def links(root, page):
    """Files and anchors that the links of a page name."""
    for target in LINK.findall(FENCE.sub("", read(os.path.join(root, page)))):
        if not OUTSIDE.match(target):
            path, _, anchor = target.partition("#")
            yield target, os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page, anchor


def broken_links(root, pages):
    for page in pages:
        for target, path, anchor in links(root, page):
            if not os.path.exists(os.path.join(root, path)):
                yield f"{page}: {target}: no such file"
            elif anchor and anchor not in anchors(read(os.path.join(root, path))):
                yield f"{page}: {target}: no such heading"


def faults(root):
    docs = sorted(os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "docs", "*.md")))
    pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *docs]
    yield from broken_links(root, pages)
    readme = read(os.path.join(root, "README.md"))
    if readme.count("\n") > README_LINES:
        yield f"README.md: {readme.count(chr(10))} lines, more than {README_LINES}"
    linked = {path for _, path, _ in links(root, "README.md")}
    yield from (f"README.md: no link to {page}" for page in docs if page not in linked)
    examples = {read(path) for path in glob.glob(os.path.join(root, "examples", "*.c"))}
    for program in re.findall(r"^```c\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL):
        if program not in examples:
            yield f"README.md: a program that is not in examples/: {program[:60]!r}"
    commands = re.findall(r'^ *\{"(\w+)",', read(os.path.join(root, "tools", "main.c")), re.MULTILINE)
    described = read(os.path.join(root, "docs", "command.md"))
    if not commands:
        yield "tools/main.c: no table of commands found"
    yield from (f"docs/command.md: no row for {name}" for name in commands if not re.search(rf"^\| `{name}\b", described, re.MULTILINE))


PLANTED = {
    "README.md": "# a\n[x](docs/one.md#here) [y](docs/gone.md) [z](docs/one.md#nowhere) [h](http://host/x)\n```c\nint x;\n```\n" + "\n" * 190,
    "CONTRIBUTING.md": "[self](#rules)\n## Rules\n",
    "CHANGELOG.md": "```\n[not](a/link.md)\n```\n",
    "docs/one.md": "## Here\n",
    "docs/two.md": "",
    "docs/command.md": "| `run SCENE` |\n",
    "examples/a.c": "int y;\n",
    "tools/main.c": '    {"run", "SCENE"},\n    {"cpu", ""},\n',
}
FOUND = ["README.md: docs/gone.md: no such file", "README.md: docs/one.md#nowhere: no such heading",
         "README.md: 195 lines, more than 190", "README.md: no link to docs/command.md", "README.md: no link to docs/two.md",
         "README.md: a program that is not in examples/: 'int x;\\n'", "docs/command.md: no row for cpu"]


def self_check():
    with tempfile.TemporaryDirectory() as root:
        for path, text in PLANTED.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        found = list(faults(root))
    if found != FOUND:
        print("\n".join(["found", *found, "expected", *FOUND]))
    return found == FOUND


def main():
    if sys.argv[1:] == ["--self-check"]:
        sys.exit(not self_check())
    finish(list(faults(sys.argv[1])), len(glob.glob(os.path.join(sys.argv[1], "docs", "*.md"))), "pages")


main()
