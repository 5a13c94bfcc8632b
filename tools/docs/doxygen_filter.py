"""Prints a file as Doxygen should read it: Doxygen's anchors are global, those of pages on GitHub belong to a page.

Each heading of a page gets an id of page and heading, and links to headings and pages lead there. Links from docs/ to files
outside of it become relative to the root, where the target `docs` puts the examples. In headers, the first comment is
that of the file, and names of pages in comments become links.

Usage: doxygen_filter.py FILE
"""

import os
import re
import sys

FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) +(.*?)$", re.MULTILINE)
LINK = re.compile(r"(!?)\]\(([^)\s]+)\)")
PAGE = re.compile(r"\bdocs/(\w+)\.md(?:#([\w-]+))?")


def page_id(path):
    return "page_" + os.path.basename(path)[:-3].lower()


def heading_id(path, heading):
    return page_id(path) + "_" + re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def link(path, target):
    """The target of a link in the page `path`, as Doxygen needs it."""
    if re.match(r"[a-z]+:", target):
        return target
    file, _, anchor = target.partition("#")
    if file and not file.endswith(".md"):
        return os.path.normpath(os.path.join("docs", file)) if os.path.basename(os.path.dirname(path)) == "docs" else file
    file = file or path
    return "@ref " + (heading_id(file, anchor) if anchor else page_id(file))


def linked(text, anchored=False):
    """Text in which names of pages, or of headings of pages alone, are links."""
    def page(match):
        if anchored and not match[2]:
            return match[0]
        file = match[1] + ".md"
        return f"[{match[0]}](@ref {heading_id(file, match[2]) if match[2] else page_id(file)})"
    return PAGE.sub(page, text)


def page_text(path, text):
    """A page with ids for its headings; code stays as it is."""
    parts, at, first = [], 0, True

    def heading(match):
        nonlocal first
        name = page_id(path) if first else heading_id(path, match[2])
        first = False
        return f"{match[1]} {match[2]} {{#{name}}}"

    def prose(part):
        # A @ref ends at the end of its line.
        part = re.sub(r"\[([^][]+)\]\(", lambda match: "[" + re.sub(r"\s*\n\s*", " ", match[1]) + "](", part)
        part = re.sub(r"^<!-- .* -->$", "", part, flags=re.MULTILINE)
        part = re.sub(r'<a id="([\w-]+)"></a>', lambda match: f"\\anchor {page_id(path)}_{match[1]}\n", part)
        part = HEADING.sub(heading, part)
        part = re.sub(r"^\*(`[^*]+)\*$", r"\1", part, flags=re.MULTILINE)  # Doxygen has no italics around code
        pieces = re.split(r"(!\[[^]]*\]\([^)]*\)|`[^`]*`)", part)
        return "".join(piece if index % 2 else linked(LINK.sub(lambda match: f"]({link(path, match[2])})", piece), anchored=True)
                       for index, piece in enumerate(pieces))

    for fence in FENCE.finditer(text):
        parts += [prose(text[at:fence.start()]), fence.group()]
        at = fence.end()
    return "".join([*parts, prose(text[at:])])


def header_text(text):
    """A header whose first comment is that of the file."""
    text = "/// \\file\n" + text
    return re.sub(r"^ *///.*$", lambda match: linked(match[0]), text, flags=re.MULTILINE)


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    sys.stdout.write(page_text(path, text) if path.endswith(".md") else header_text(text))


main()
