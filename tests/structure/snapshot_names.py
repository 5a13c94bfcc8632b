"""docs/files.md names every section of the stored snapshots with its members.

Usage: snapshot_names.py ROOT
"""

import os
import re
import struct
import sys

from sources import finish

HEADER = 48


def sections(path):
    """The labels of the sections of a snapshot, "bodies.x:f", with the bytes of an element."""
    with open(path, "rb") as file:
        data = file.read()
    (count,) = struct.unpack_from("<I", data, 24)
    at = HEADER
    for _ in range(count):
        elements, width, length, _flags = struct.unpack_from("<IHBB", data, at)
        yield data[at + 8 : at + 8 + length].decode("ascii")
        at += (8 + length + 3) // 4 * 4 + (elements * width + 3) // 4 * 4
    if at != len(data):
        raise ValueError(f"{path} has bytes after its last section")


root = sys.argv[1]
folder = os.path.join(root, "tests/snapshots")
found = {label for name in os.listdir(folder) if name.endswith(".snapshot") for label in sections(os.path.join(folder, name))}
with open(os.path.join(root, "docs/files.md"), encoding="utf-8") as file:
    text = file.read()
named = set()
for names, members in re.findall(r"^\| (`[^|]*) \| `([#qpifdhb]+)` \|", text, re.MULTILINE):
    named |= {f"{name}:{members}" for name in re.findall(r"`([^`]+)`", names)}
problems = [f"docs/files.md does not name {label}" for label in sorted(found - named)]
finish(problems, len(found), "sections of snapshots")
