"""A project whose own flags let the compiler fuse multiplications and additions gets objects without such instructions.

Usage: native_flags.py ROOT CMAKE C_COMPILER OBJDUMP SIMDE_INCLUDE_DIR
"""

import glob
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile

from sources import finish

root, cmake, compiler, objdump, simde = sys.argv[1:6]
root = os.path.abspath(root)
if platform.machine() != "x86_64":
    print("skipped: the flags are those of x86-64")
    sys.exit(77)

FUSED = re.compile(r"\bvfn?m(?:add|sub)\w*")
problems = []
# Transforms of corners: gcc's vectorisers fuse them.
wanted = {os.path.join(root, "dynamics", "narrowphase", "polygon.c"), *glob.glob(os.path.join(root, "geometry", "*.c"))}
checked = 0
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([cmake, "-S", root, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS=-march=x86-64-v3",
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DCMAKE_C_COMPILER={compiler}", f"-DSCREE_SIMDE_INCLUDE_DIR={simde}",
                    "-DSCREE_BUILD_TESTS=OFF", "-DSCREE_BUILD_TOOLS=OFF", "-DSCREE_BUILD_BENCH=OFF"],
                   check=True, capture_output=True)
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    for entry in commands:
        if entry["file"] not in wanted:
            continue
        checked += 1
        command = shlex.split(entry["command"])
        place = command.index("-o") + 1
        command[place] = os.path.join(folder, "object.o")
        subprocess.run(command, check=True, cwd=entry["directory"])
        listed = subprocess.run([objdump, "-d", command[place]], check=True, capture_output=True, text=True).stdout
        fused = FUSED.findall(listed)
        if fused:
            problems.append(f"{os.path.relpath(entry['file'], root)}: {len(fused)} fused, such as {fused[0]}")
if checked < len(wanted):
    problems.append(f"only {checked} of {len(wanted)} files were compiled")
finish(problems, checked, "objects")
