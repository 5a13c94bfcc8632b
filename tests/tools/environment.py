"""What the command does with SCREE_SIMD: a set that there is is picked, anything else is refused and named.

Usage: environment.py SCREE
"""

import os
import subprocess
import sys

SETS = ["scalar", "sse2", "avx2", "avx512", "neon", "simd128", "avx2-emulated", "avx512-emulated"]
COMMANDS = [
    ["cpu"], ["verify", "stack", "--steps", "2"], ["lab", "stack", "--steps", "10"],
    ["run", "stack", "--steps", "2"], ["run", "stack", "--steps", "2", "--simd", "auto"],
    ["profile", "stack", "--size", "2", "--steps", "6", "--warmup", "1"],
    ["compare", "stack", "--engines", "scree", "--size", "small", "--steps", "2"],
]

problems = 0


def check(condition, what):
    global problems
    if not condition:
        problems += 1
        print("not so:", what)


def run(arguments, value):
    environment = {name: text for name, text in os.environ.items() if name != "SCREE_SIMD"}
    if value is not None:
        environment["SCREE_SIMD"] = value
    return subprocess.run([sys.argv[1], *arguments], env=environment, capture_output=True, text=True)


def picked(value):
    lines = run(["cpu"], value).stdout.splitlines()
    return [line.split()[0] for line in lines if line.endswith("picked")]


supported = [line.split()[0] for line in run(["cpu"], None).stdout.splitlines() if "not supported" not in line]
check("scalar" in supported and set(supported) <= set(SETS), f"sets: {supported}")

widest = picked(None)
check(len(widest) == 1 and picked("") == widest and picked("auto") == widest, f"the widest is picked: {widest}")
for name in supported:
    check(picked(name) == [name], f"SCREE_SIMD={name} picks it, not {picked(name)}")

for value in ["avx3", "AVX2", "avx2 ", "auto,scalar", "unknown", "x" * 3000]:
    check(picked(value) == [], f"SCREE_SIMD={value[:20]} picks nothing")
    for command in COMMANDS:
        done = run(command, value)
        check(done.returncode == 2, f"{command} with {value[:20]} ends with 2, not {done.returncode}")
        check(f'SCREE_SIMD is "{value[:20]}' in done.stderr, f"{command} names {value[:20]}: {done.stderr}")
        for name in supported:
            check(name in done.stderr, f"{command} lists {name}: {done.stderr}")

for name in set(SETS) - set(supported):
    done = run(["run", "stack", "--steps", "2"], name)
    check(done.returncode == 2 and "lacks" in done.stderr, f"{name} is refused here: {done.stderr}")

for value in ["scalar", "auto", ""]:
    for command in COMMANDS:
        done = run(command, value)
        check(done.returncode == 0, f"{command} with {value} ends with 0: {done.stderr}")

# What needs no world needs no set either.
for command in [["scenes"], ["engines"], ["run", "--help"], ["--version"]]:
    check(run(command, "avx3").returncode == 0, f"{command} runs all the same")

print(problems, "problems")
sys.exit(problems != 0)
