"""Prose of documents is wrapped at 100 columns. Tables, code, headings, pictures, HTML, lines of one long word and
CHANGELOG.md are free.

--fix wraps paragraphs and list items that have a longer line, and leaves all others as they are.

Usage: wrap.py [--fix] ROOT
       wrap.py --self-check
"""

import os
import re
import sys
import textwrap

from sources import finish, repository_files

COLUMNS = 100
ITEM = re.compile(r"( *)([-*] |\d+\. )")
FREE = re.compile(r"( {4}|#| *\||!\[|<| *```)")


def blocks(lines):
    """(first, last) of paragraphs and list items, without their blank lines; code, tables and the like are in none."""
    begin, fenced = None, False
    for number, line in enumerate([*lines, ""]):
        fence = line.lstrip().startswith("```")
        is_text = not fenced and not fence and line.strip() and (not FREE.match(line) or begin is not None and line.startswith("    "))
        if begin is not None and (not is_text or ITEM.match(line)):
            yield begin, number
            begin = None
        if is_text and begin is None:
            begin = number
        if fence:
            fenced = not fenced


def wrapped(lines):
    """A paragraph or list item in lines of at most COLUMNS."""
    item = ITEM.match(lines[0])
    first = item.group() if item else re.match(r" *", lines[0]).group()
    text = " ".join([lines[0][len(first):], *lines[1:]])
    text = re.sub(r"\s+", " ", text).strip()
    for width in range(COLUMNS, COLUMNS - 20, -1):
        result = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first),
                               break_long_words=False, break_on_hyphens=False)
        # No line may begin like an item, a heading or a quotation.
        if not any(ITEM.match(line) or re.match(r" *[#|+>]", line) for line in result[1:]):
            return result
    return None


def is_long(line):
    return len(line) > COLUMNS and " " in line.strip()[:COLUMNS]


def fixed(text):
    """The text with its long paragraphs wrapped, and the numbers of lines that remain too long."""
    lines, left = text.split("\n"), []
    for begin, end in reversed(list(blocks(lines))):
        if any(is_long(line) for line in lines[begin:end]):
            better = wrapped(lines[begin:end])
            if better is None:
                left.append(begin + 1)
            else:
                lines[begin:end] = better
    return "\n".join(lines), left


def long_lines(text):
    lines = text.split("\n")
    return [number + 1 for begin, end in blocks(lines) for number in range(begin, end) if is_long(lines[number])]


def self_check():
    words = "word " * 30
    page = f"# {words}\n\n{words}\n\n- {words}\n  more\n- short\n\n| {words} |\n\n```\n{words}\n```\n\n    {words}\n![a]({words})\n"
    assert long_lines(page) == [3, 5], long_lines(page)
    better, left = fixed(page)
    assert not left and not long_lines(better), better
    assert better.split() == page.split() and "\n  word" in better and better.count("\n") == page.count("\n") + 1
    table = f"- item\n\n  | a | b |\n  |---|---|\n  | {words} | c |\n"
    assert fixed(table) == (table, []), fixed(table)
    assert fixed("short\nlines\n") == ("short\nlines\n", [])
    print("long lines are found and wrapped")


def main():
    if sys.argv[1] == "--self-check":
        self_check()
        return
    root, problems, count = sys.argv[-1], [], 0
    for name in repository_files(root):
        if name.endswith(".md") and name != "CHANGELOG.md":
            count += 1
            with open(os.path.join(root, name), encoding="utf-8") as file:
                text = file.read()
            if sys.argv[1] == "--fix":
                text, _ = fixed(text)
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)
            problems += [f"{name}:{number}: longer than {COLUMNS} columns" for number in long_lines(text)]
    if problems:
        print("tests/structure/wrap.py --fix . wraps long paragraphs")
    finish(problems, count, "documents")


main()
