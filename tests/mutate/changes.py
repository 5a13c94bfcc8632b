"""A small wrong change of the sources, and the two kinds of lists that hold them.

The lists in rules/*.txt are written by hand; lines that begin with # are comments:

    change: a category that only one side lets in is enough
    file: broadphase/pairs.h
    - (a->category & b->mask) != 0 && (b->category & a->mask) != 0
    + (a->category & b->mask) != 0 || (b->category & a->mask) != 0

The text after "- " occurs exactly once in the file, within a line or over several lines; the text after "+ " replaces
it, or nothing does. Another "file: " begins the next part of the same change: a kernel and its plain twin that are
wrong alike, for example.

JSON lists hold changes made by generate.py: [{"name", "kind", "parts": [{"file", "old", "new"}]}]. Their old text is as
many whole lines as it takes to be unique.
"""

import glob
import hashlib
import json
import os


class Part:
    """What changes in one file."""

    def __init__(self, file, old="", new=""):
        self.file, self.old, self.new = file, old, new

    def applied(self, text):
        """The changed text, or None if the old text does not occur exactly once."""
        return text.replace(self.old, self.new) if self.old and text.count(self.old) == 1 else None

    def located(self, texts):
        """The name of the file that holds the old text: its own, or the only other one of `texts`; None if stale."""
        if self.applied(texts.get(self.file, "")) is not None:
            return self.file
        others = [name for name, text in texts.items() if self.old and self.old in text]
        return others[0] if len(others) == 1 and self.applied(texts[others[0]]) is not None else None


class Change:
    def __init__(self, name, kind="rule", parts=()):
        self.name, self.kind, self.parts = name, kind, list(parts)

    def file(self):
        return self.parts[0].file

    def title(self):
        return f"{self.file()}: {self.name}"

    def digest(self):
        texts = [text for part in self.parts for text in (part.file, part.old, part.new)]
        return hashlib.sha1("\0".join(texts).encode()).hexdigest()[:16]

    def as_json(self):
        return {"name": self.name, "kind": self.kind, "parts": [vars(part) for part in self.parts]}


def parse(path, lines):
    """The entries of one file. Raises ValueError for a line that makes no sense where it stands."""
    changes, sides = [], {}
    for number, line in enumerate(lines, 1):
        mark, _, value = line.partition(" ")
        parts = changes[-1].parts if changes else []
        if mark == "change:":
            changes.append(Change(value))
        elif mark == "file:" and changes:
            parts.append(Part(value))
            sides = {"-": [], "+": []}
        elif parts and (mark == "+" or (mark == "-" and not sides["+"])):
            sides[mark].append(value)
            parts[-1].old, parts[-1].new = "\n".join(sides["-"]), "\n".join(sides["+"])
        elif line and mark != "#":
            raise ValueError(f"{os.path.basename(path)}:{number}: makes no sense here: {line}")
    bare = next((change.name for change in changes if not change.parts), None)
    if bare is not None:
        raise ValueError(f"{os.path.basename(path)}: names no file: {bare}")
    return changes


def read_rules():
    changes = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules", "*.txt"))):
        with open(path, encoding="utf-8") as file:
            changes += parse(path, file.read().splitlines())
    return changes


def read_list(path):
    with open(path, encoding="utf-8") as file:
        return [Change(item["name"], item["kind"], [Part(**p) for p in item["parts"]]) for item in json.load(file)]


def write_list(path, changes):
    with open(path, "w", encoding="utf-8") as file:
        json.dump([change.as_json() for change in changes], file, indent=1)


def self_check():
    """Reads lists with planted faults."""
    good = ["# a comment", "", "change: a", "file: f.c", "- x", "+ y", "+ z", "file: g.c", "- v", "", "change: b",
            "file: f.c", "- w"]
    first, second = parse("good.txt", good)
    assert [vars(part) for part in first.parts] == [{"file": "f.c", "old": "x", "new": "y\nz"},
                                                    {"file": "g.c", "old": "v", "new": ""}]
    part = first.parts[0]
    assert part.applied("a x b") == "a y\nz b" and second.parts[0].applied("w!") == "!"
    assert part.applied("nothing") is None and part.applied("x and x") is None and Part("f.c").applied("x") is None
    assert part.located({"f.c": "x", "g.c": "x"}) == "f.c" and part.located({"g.c": "x", "h.c": ""}) == "g.c"
    assert part.located({"f.c": "xx", "g.c": "y"}) is None and part.located({"g.c": "x", "h.c": "x"}) is None
    assert len({change.digest() for change in (first, second, Change("a", "rule", [Part("f.c", "x", "y")]))}) == 3
    for text in (["file: f.c"], ["change: a", "nonsense"], ["change: a", "- x"], ["change: a"], ["- x"],
                 ["change: a", "file: f.c", "+ y", "- x"]):
        try:
            parse("broken.txt", text)
        except ValueError:
            continue
        raise AssertionError(f"accepted: {text}")
    names = [change.name for change in read_rules()]
    assert names and len(set(names)) == len(names), "two rules have the same name, or there are none"
