"""The list of small wrong changes, in changes/*.txt.

Entries are parted by blank lines, lines that begin with # are comments:

    change: two bodies that cannot move are paired
    file: broadphase/pairs.c
    - if (row_a == row_b || (row_a >= dynamic && row_b >= dynamic))
    + if (row_a == row_b)

The text behind "- " stands in the file exactly once, in the middle of a line or over several; what stands behind "+ "
takes its place, nothing if there is none. Another "file: " begins another part of the same change, as where a kernel and
its plain twin are wrong alike. "equivalent: " and a reason: no test can see the change, so none is asked to.
"""

import glob
import hashlib
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "changes")


class Part:
    """What changes in one file."""

    def __init__(self, file):
        self.file, self.old, self.new = file, [], []

    def applied(self, text):
        """The text with the change in it, or None if the old text does not stand in it exactly once."""
        old = "\n".join(self.old)
        return text.replace(old, "\n".join(self.new)) if old and text.count(old) == 1 else None


class Change:
    """One entry of the list."""

    def __init__(self, place, name):
        self.place, self.name, self.equivalent, self.parts = place, name, "", []

    def file(self):
        return self.parts[0].file

    def area(self):
        return self.file().split("/")[0]

    def digest(self):
        texts = [text for part in self.parts for text in (part.file, *part.old, "", *part.new)]
        return hashlib.sha1("\0".join(texts).encode()).hexdigest()[:16]


def value_of(line, mark):
    return line[len(mark) + 1:]


def parse(path, lines):
    """The entries of one file. Raises ValueError where a line makes no sense."""
    changes, current = [], None
    for number, line in enumerate(lines, 1):
        place = f"{os.path.basename(path)}:{number}"
        mark = line.split(" ", 1)[0]
        part = current.parts[-1] if current is not None and current.parts else None
        if not line.strip():
            current = None
        elif mark.startswith("#") and current is None:
            pass
        elif mark == "change:" and current is None:
            current = Change(place, value_of(line, mark))
            changes.append(current)
        elif current is not None and mark == "file:":
            current.parts.append(Part(value_of(line, mark)))
        elif current is not None and mark == "equivalent:":
            current.equivalent = value_of(line, mark)
        elif part is not None and mark == "-" and not part.new:
            part.old.append(value_of(line, mark))
        elif part is not None and mark == "+":
            part.new.append(value_of(line, mark))
        else:
            raise ValueError(f"{place}: makes no sense here: {line}")
    bare = next((change for change in changes if not change.parts), None)
    if bare is not None:
        raise ValueError(f"{bare.place}: names no file: {bare.name}")
    return changes


def read_all():
    changes = []
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.txt"))):
        with open(path, encoding="utf-8") as file:
            changes += parse(path, file.read().splitlines())
    return changes


def problems_of(changes, root):
    """What is wrong with the list, one line each."""
    problems, seen = [], {}
    for change in changes:
        where = f"{change.place}: {change.name}"
        if change.name in seen:
            problems.append(f"{where}: the name stands at {seen[change.name]} already")
        seen[change.name] = change.place
        for part in change.parts:
            path = os.path.join(root, part.file)
            if not os.path.isfile(path):
                problems.append(f"{where}: there is no file '{part.file}'")
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            changed = part.applied(text)
            if changed is None:
                count = text.count("\n".join(part.old)) if part.old else 0
                problems.append(f"{where}: the old text stands {count} times in {part.file}, not once")
            elif changed == text:
                problems.append(f"{where}: changes nothing in {part.file}")
    return problems


def self_check():
    """The reader and the check on lists that are wrong on purpose."""
    good = ["# a remark", "", "change: a", "file: f.c", "- x", "+ y", "+ z", "file: g.c", "- v", "", "change: b",
            "file: f.c", "- w", "equivalent: nobody looks"]
    first, second = parse("good.txt", good)
    assert [(part.file, part.old, part.new) for part in first.parts] == [("f.c", ["x"], ["y", "z"]), ("g.c", ["v"], [])]
    assert (second.parts[0].old, second.parts[0].new, second.equivalent) == (["w"], [], "nobody looks")
    part = first.parts[0]
    assert part.applied("a x b") == "a y\nz b" and second.parts[0].applied("w!") == "!"
    assert part.applied("nothing") is None and part.applied("x and x") is None
    for text in (["file: f.c"], ["change: a", "nonsense"], ["change: a", "- x"], ["change: a"], ["- x"],
                 ["change: a", "file: f.c", "+ y", "- x"]):
        try:
            parse("broken.txt", text)
        except ValueError:
            continue
        raise AssertionError(f"taken: {text}")
    here = os.path.dirname(os.path.abspath(__file__))
    name = os.path.basename(__file__)
    planted = parse("planted.txt", ["change: twice", f"file: {name}", "- def ", "", "change: nowhere", "file: none.c",
                                    "- x", "", "change: twice", f"file: {name}", "- FOLDER = ", "+ FOLDER = "])
    assert len(problems_of(planted, here)) == 4, problems_of(planted, here)
