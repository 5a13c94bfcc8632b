"""What a project gets that adds scree, or builds it for installation, without options: optimised code, no -Werror, and
the instruction sets that SCREE_SIMD_SETS names. Reads the commands that CMake would run; compiles nothing.

Usage: embedded_build.py ROOT CMAKE C_COMPILER SIMDE_FOLDER
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from sources import finish

root, cmake, compiler, simde = os.path.abspath(sys.argv[1]), *sys.argv[2:5]


def commands_of(source, *options):
    """The command for each C file of the library, by (set of kernels or "", file)."""
    with tempfile.TemporaryDirectory() as build:
        command = [cmake, "-S", source, "-B", build, "-G", "Unix Makefiles", f"-DCMAKE_C_COMPILER={compiler}",
                   f"-DSCREE_SIMDE_INCLUDE_DIR={simde}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options]
        environment = {name: value for name, value in os.environ.items() if name not in ("CFLAGS", "CMAKE_BUILD_TYPE")}
        result = subprocess.run(command, capture_output=True, text=True, env=environment)
        if result.returncode != 0:
            print(result.stdout + result.stderr)
            sys.exit(1)
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            entries = json.load(file)
    commands = {}
    for entry in entries:
        kernels = re.search(r"-DSC_ISA=(\w+)", entry["command"])
        commands[kernels[1] if kernels else "", os.path.relpath(entry["file"], root)] = entry["command"]
    return commands


def level_of(command):
    """The last -O of a command, which is the one that counts."""
    levels = re.findall(r" -O(\w*)", command)
    return levels[-1] if levels else "0"


problems, checked = [], 0
with tempfile.TemporaryDirectory() as project:
    with open(os.path.join(project, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.22)\nproject(game C)\n"
                   f"add_subdirectory({root} ${{CMAKE_BINARY_DIR}}/scree)\n")
    plain = commands_of(project)
    own = commands_of(project, "-DCMAKE_C_FLAGS=-O2", "-DSCREE_SIMD_SETS=sse2")
installed = commands_of(root, "-DSCREE_BUILD_TESTS=OFF", "-DSCREE_BUILD_TOOLS=OFF", "-DSCREE_BUILD_BENCH=OFF")

for kind, commands in (("embedded", plain), ("installed", installed)):
    for (kernels, name), command in commands.items():
        checked += 1
        if level_of(command) != "3":
            problems.append(f"{kind}: {name} {kernels} is compiled with -O{level_of(command)}, not -O3")
        if kernels.endswith("_emulated"):
            problems.append(f"{kind}: {name} is compiled for {kernels}, which only tests use")
        if "-Werror" in command:
            problems.append(f"{kind}: {name} {kernels} is compiled with -Werror")
for (kernels, name), command in own.items():
    if level_of(command) != "2":
        problems.append(f"-O2 of the project: {name} {kernels} is compiled with -O{level_of(command)}")
sets = {kernels for kernels, _ in own}
if sets != {"", "scalar", "sse2"}:
    problems.append(f"SCREE_SIMD_SETS=sse2 builds {sorted(sets)}")
# With sse2 the scalar set is not needed, except its kernels for tails and single pairs.
for name, commands in (("SCREE_SIMD_SETS=sse2", own), ("installed", installed)):
    scalar = {os.path.basename(file) for kernels, file in commands if kernels == "scalar"}
    if "kernels_integrate_bodies.c" not in scalar or "kernels_solve_joints.c" in scalar:
        problems.append(f"{name} builds {sorted(scalar)} as scalar kernels")
finish(problems, checked, "commands")
