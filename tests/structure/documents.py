"""Documents hold together: links lead somewhere, the program that README shows is the example, README leads to every page,
the reference has a place for each, docs/guide.md lists every example, listings marked as parts of a file are equal to it,
names of the interface (scree_world_step, SCREE_OK) are declared by the public headers, and files and tests that pages name
exist.

CHANGELOG.md is not held to that: it has old names.

Usage: documents.py ROOT
       documents.py --self-check
"""

import glob
import os
import re
import sys
import tempfile
import textwrap

from sources import finish, repository_files

README_LINES = 190
EXAMPLE_LINES = 119
LONGER_EXAMPLES = {"game.c": 400, "platformer.c": 180}
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:")
LISTING = re.compile(r"^<!-- (\S+\.c) -->\n```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"(?<![\w/.-])(?:scree|SCREE)_\w+\*?")
SOURCE = re.compile(r"(?<![\w/.*-])(?:[a-z_0-9]+/)+[a-z_0-9]+\.(?:cc|c|h|py|txt|cmake|json)\b(?!\*)")
TEST = re.compile(r"\btest_\w*[a-z0-9](?![\w*])")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
BUILT = {"docs/api.json"}  # files that a build makes
PLACEHOLDERS = {"scree_noun_x", "scree_noun_set_x", "scree_noun_is_x", "scree_noun_settings", "scree_noun_from_x", "scree_type_default"}


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


def code(root, *patterns):
    """The text of files, without the comments of C."""
    paths = [path for pattern in patterns for path in glob.glob(os.path.join(root, pattern), recursive=True)]
    return "\n".join(COMMENT.sub("", read(path)) for path in sorted(paths))


def build_names(root):
    """Names that are no part of the interface: options, functions and targets of CMake, and variables of the environment."""
    cmake = code(root, "CMakeLists.txt", "cmake/*.cmake", "tests/**/CMakeLists.txt")
    return set(NAME.findall(cmake)) | set(re.findall(r'getenv\("(SCREE_\w+)"\)', code(root, "*/*.c", "tests/**/*.c")))


def is_declared(name, declared):
    """Whether a name, or one that fits "scree_joint_create_TYPE" or "scree_polygon_*", is declared."""
    if name.endswith("*") or name.startswith("scree_") and "TYPE" in name.split("_"):
        pattern = re.compile(name.replace("*", r"\w+").replace("TYPE", r"\w+"))
        return any(pattern.fullmatch(other) for other in declared)
    return name in declared


def undeclared_names(root, pages):
    declared = set(NAME.findall(code(root, "include/scree/*.h")))
    if not declared:
        yield "include/scree: no names found"
    known = declared | build_names(root) | PLACEHOLDERS
    for page in pages:
        for name in sorted(set(NAME.findall(read(os.path.join(root, page))))):
            if not is_declared(name, known):
                yield f"{page}: {name}: not declared in include/scree"


def missing_files(root, pages):
    """Files in a folder and tests (test_joints, test_joints.c) that pages name and that do not exist. A test is a file or a sentence
    of tests/."""
    files = set(repository_files(root))
    tests = {os.path.basename(path).rpartition(".")[0] for path in files if path.startswith("tests" + os.sep)}
    sentences = code(root, "tests/**/*.[ch]")
    for page in pages:
        text = re.sub(r"\]\([^)]*\)", "]", FENCE.sub("", read(os.path.join(root, page))))
        for path in sorted(set(SOURCE.findall(text))):
            if path not in BUILT and not any(other == path or other.endswith("/" + path) for other in files):
                yield f"{page}: {path}: no such file"
        for name in sorted(set(TEST.findall(text))):
            if name not in tests and not re.search(rf"\b{name}\b", sentences):
                yield f"{page}: {name}: no such test"


def changed_listings(root, pages):
    """Listings below a line "<!-- PATH -->" that are no part of that file, and programs of the guide that no page shows."""
    shown = set()
    for page in pages:
        for path, listing in LISTING.findall(read(os.path.join(root, page))):
            shown.add(path)
            source = os.path.join(root, path)
            text = read(source) if os.path.exists(source) else ""
            if not any(textwrap.indent(listing, indent) in text for indent in ["", " " * 4, " " * 8, " " * 12]):
                yield f"{page}: not in {path}: {listing.split(chr(10))[0]!r}"
    for path in sorted(glob.glob(os.path.join(root, "examples", "guide", "*.c"))):
        if os.path.relpath(path, root) not in shown:
            yield f"docs/guide.md: no listing of {os.path.relpath(path, root)}"


def unlisted_examples(root):
    """Examples without a row in docs/guide.md, and examples that are too long."""
    page = os.path.join(root, "docs", "guide.md")
    listed = read(page) if os.path.exists(page) else ""
    for path in sorted(glob.glob(os.path.join(root, "examples", "*.c"))):
        name, lines = os.path.basename(path), read(path).count("\n")
        if not re.search(rf"^\| \[{re.escape(name)}\]\(\.\./examples/{re.escape(name)}\) \|", listed, re.MULTILINE):
            yield f"docs/guide.md: no row for {name}"
        if lines > LONGER_EXAMPLES.get(name, EXAMPLE_LINES):
            yield f"examples/{name}: {lines} lines, more than {LONGER_EXAMPLES.get(name, EXAMPLE_LINES)}"


def faults(root):
    docs = sorted(os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "docs", "*.md")))
    pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *docs]
    yield from broken_links(root, pages)
    yield from undeclared_names(root, [page for page in pages if page != "CHANGELOG.md"])
    readme = read(os.path.join(root, "README.md"))
    if readme.count("\n") > README_LINES:
        yield f"README.md: {readme.count(chr(10))} lines, more than {README_LINES}"
    linked = {path for _, path, _ in links(root, "README.md")}
    yield from (f"README.md: no link to {page}" for page in docs if page not in linked)
    order = read(os.path.join(root, "tools", "docs", "Doxyfile.in")).split()
    yield from (f"tools/docs/Doxyfile.in: no place for {page}" for page in docs if f"@PROJECT_SOURCE_DIR@/{page}" not in order)
    examples = {read(path) for path in glob.glob(os.path.join(root, "examples", "*.c"))}
    for program in re.findall(r"^```c\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL):
        if program not in examples:
            yield f"README.md: a program that is not in examples/: {program[:60]!r}"
    yield from unlisted_examples(root)
    yield from changed_listings(root, pages)
    yield from missing_files(root, [page for page in pages if page != "CHANGELOG.md"])
    commands = re.findall(r'^ *\{"(\w+)",', read(os.path.join(root, "tools", "main.c")), re.MULTILINE)
    described = read(os.path.join(root, "docs", "command.md"))
    if not commands:
        yield "tools/main.c: no table of commands found"
    yield from (f"docs/command.md: no row for {name}" for name in commands if not re.search(rf"^\| `{name}\b", described, re.MULTILINE))


PLANTED = {
    "README.md": "# a\n[x](docs/one.md#here) [y](docs/gone.md) [z](docs/one.md#nowhere) [h](http://host/x)\n```c\nint x;\n```\n" + "\n" * 190,
    "CONTRIBUTING.md": "[self](#rules)\n## Rules\n",
    "CHANGELOG.md": "```\n[not](a/link.md)\n```\nscree_body_old\n",
    "docs/one.md": "## Here\n",
    "docs/two.md": "scree_body_get scree_body_gone scree_wait SCREE_OK SCREE_ERROR_ODD scree_body_* scree_shape_* scree_TYPE_get\n"
                   "scree_TYPE_set SCREE_BUILD_ALL SCREE_BUILD_NONE scree_add SCREE_SIMD SCREE_ROOMS SCREE_HALLS scree_noun_x out/scree_gone.png "
                   "world/a.c world/b.c out/b.c test_b test_b.c test_c test_a_falls test_*",
    "docs/command.md": "| `run SCENE` |\n",
    "examples/a.c": "int y;\n",
    "examples/b.c": "\n" * 120,
    "examples/guide/a.c": "{\n    one;\n\n    two;\n}\n",
    "examples/guide/b.c": "{\n    one;\n}\n",
    "docs/guide.md": "| [a.c](../examples/a.c) | y |\n<!-- examples/guide/a.c -->\n```c\none;\n\ntwo;\n```\n<!-- examples/guide/a.c -->\n```c\ntwo;\none;\n```\n",
    "include/scree/a.h": "/// scree_body_gone, SCREE_ERROR_ODD, not scree_wait\nint scree_body_get(int body); // scree_TYPE_set\n"
                         "enum { SCREE_OK }; /* scree_shape_get */\n",
    "cmake/a.cmake": "option(SCREE_BUILD_ALL)\nfunction(scree_add name)\n",
    "world/a.c": 'getenv("SCREE_SIMD");\n',
    "build/ports/world/b.c": "int z;\n",
    "tests/physics/test_b.c": "TEST(test_a_falls)\n",
    "tests/physics/a.c": 'getenv("SCREE_ROOMS"); // getenv("SCREE_HALLS")\n',
    "tools/docs/Doxyfile.in": "INPUT = @PROJECT_SOURCE_DIR@/docs/one.md @PROJECT_SOURCE_DIR@/docs/guide.md @PROJECT_SOURCE_DIR@/docs/command.md\n",
    "tools/main.c": '    {"run", "SCENE"},\n    {"cpu", ""},\n',
}
FOUND = ["README.md: docs/gone.md: no such file", "README.md: docs/one.md#nowhere: no such heading",
         *(f"docs/two.md: {name}: not declared in include/scree"
           for name in ["SCREE_BUILD_NONE", "SCREE_ERROR_ODD", "SCREE_HALLS", "scree_TYPE_set", "scree_body_gone", "scree_shape_*", "scree_wait"]),
         "README.md: 195 lines, more than 190", "README.md: no link to docs/command.md", "README.md: no link to docs/guide.md",
         "README.md: no link to docs/two.md",
         "tools/docs/Doxyfile.in: no place for docs/two.md",
         "README.md: a program that is not in examples/: 'int x;\\n'", "docs/guide.md: no row for b.c",
         "examples/b.c: 120 lines, more than 119", "docs/guide.md: not in examples/guide/a.c: 'two;'",
         "docs/guide.md: no listing of examples/guide/b.c", "docs/two.md: out/b.c: no such file",
         "docs/two.md: world/b.c: no such file", "docs/two.md: test_c: no such test", "docs/command.md: no row for cpu"]


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
