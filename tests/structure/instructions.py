"""No object of the library holds an instruction that breaks the float contract or its instruction set.

In every object: no fused multiply-add, no reciprocal or square root approximation. In baseline objects: no VEX
or EVEX encoding and no wide register. In AVX2 objects: no EVEX encoding, mask register or zmm register.

Usage: instructions.py OBJDUMP LIST | instructions.py --self-check OBJDUMP C_COMPILER SAMPLES
LIST has one line per object: `<set> <path>`, with <set> one of baseline, avx2, avx512.
"""

import os
import re
import subprocess
import sys
import tempfile

from sources import SKIPPED, finish

FUSED = re.compile(r"vfn?m(add|sub)|v4fn?madd|fn?m(add|sub|la|ls)\b|fml[as]l")
APPROXIMATE = re.compile(r"v?r(sqrt|cp)|frsqrt|frecp")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+((?:(?:[0-9a-f]{2}|[0-9a-f]{8}) )+)\s*(.*)$")  # GNU's or LLVM's
PREFIXES = {"26", "2e", "36", "3e", "64", "65", "67"}  # segments and address size: may stand before VEX


def encoding(opcode_bytes):
    """'vex', 'evex' or 'legacy' of one 64-bit x86 instruction."""
    for byte in opcode_bytes:
        if byte in PREFIXES:
            continue
        return {"c4": "vex", "c5": "vex", "62": "evex"}.get(byte, "legacy")
    return "legacy"


def wrongs(instruction_set, machine, opcode_bytes, text):
    """What is wrong with one instruction in an object of the given set."""
    mnemonic = text.split()[0]
    if mnemonic in ("data16", "rep", "repz", "repnz", "lock", "bnd", "notrack", "cs", "ds") and len(text.split()) > 1:
        mnemonic = text.split()[1]
    if FUSED.match(mnemonic):
        yield "fused multiply-add"
    if APPROXIMATE.match(mnemonic):
        yield "approximation"
    if machine != "x86-64" or instruction_set == "avx512":
        return
    code = encoding(opcode_bytes)
    if code == "evex" or "%zmm" in text or re.search(r"%k[0-7]", text):
        yield "AVX-512 instruction"
    elif instruction_set == "baseline" and (code == "vex" or "%ymm" in text):
        yield "AVX instruction"


def check_object(objdump, instruction_set, path):
    """Returns (problems, number of instructions, whether a register as wide as the set was seen)."""
    # -w keeps the bytes of an instruction on one line.
    result = subprocess.run([objdump, "-d", "-w", path], capture_output=True, text=True)
    if result.returncode != 0:
        return [f"{path}: objdump failed: {result.stderr.strip()}"], 0, False
    machine = "x86-64" if "elf64-x86-64" in result.stdout else "other"
    widest = {"avx2": "%ymm", "avx512": "%zmm"}.get(instruction_set)
    problems, count, wide, function = [], 0, False, "?"
    for line in result.stdout.splitlines():
        label = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if label:
            function = label.group(1)
            continue
        match = INSTRUCTION.match(line)
        if not match or not match.group(2).strip():
            continue
        text = match.group(2).strip()
        count += 1
        wide = wide or (widest is not None and widest in text)
        for wrong in wrongs(instruction_set, machine, match.group(1).split(), text):
            problems.append(f"{os.path.basename(path)} ({instruction_set}), {function}: {wrong}: {text}")
    return problems, count, wide


def check_list(objdump, list_path):
    problems, objects, instructions = [], 0, 0
    wide_by_set = {}
    with open(list_path, encoding="utf-8") as file:
        lines = [line.split(" ", 1) for line in file.read().splitlines() if line.strip()]
    for instruction_set, path in lines:
        if not path.endswith((".o", ".obj")):
            continue
        found, count, wide = check_object(objdump, instruction_set, path)
        objects += 1
        instructions += count
        wide_by_set[instruction_set] = wide_by_set.get(instruction_set, False) or wide
        problems += found[:10]
        if len(found) > 10:
            problems.append(f"{path}: and {len(found) - 10} more")
    if objects and not instructions:
        problems.append("not one instruction was disassembled")
    for instruction_set in ("avx2", "avx512"):
        if instruction_set in wide_by_set and not wide_by_set[instruction_set]:
            problems.append(f"the {instruction_set} objects hold no {instruction_set} register: did its flags arrive?")
    print(f"{instructions} instructions")
    finish(problems, objects, "objects")


def self_check(objdump, compiler, samples):
    """Compiles samples that break one rule each, and expects the checker to say so."""
    machine = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True).stdout
    if not machine.startswith("x86_64"):
        print(f"the samples are for x86-64, this is {machine.strip()}")
        sys.exit(SKIPPED)
    cases = [  # sample, flags, set it is checked as, words that the report must contain (None: no report)
        ("fused.c", ["-mfma", "-ffp-contract=fast"], "avx2", "fused multiply-add"),
        ("fused.c", ["-mavx512f", "-ffp-contract=fast", "-mprefer-vector-width=512"], "avx512", "fused multiply-add"),
        ("fused.c", ["-ffp-contract=off"], "baseline", None),
        ("fused.c", ["-mavx2", "-ffp-contract=off"], "avx2", None),
        ("fused.c", ["-mavx2", "-ffp-contract=off"], "baseline", "AVX instruction"),
        ("mask.c", ["-mavx512f", "-mavx512vl", "-mprefer-vector-width=256"], "avx2", "AVX-512 instruction"),
        ("mask.c", ["-mavx512f", "-mprefer-vector-width=512"], "baseline", "AVX-512 instruction"),
        ("approximate.c", ["-DRECIPROCAL"], "baseline", "approximation"),
        ("approximate.c", ["-mavx"], "avx2", "approximation"),
    ]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for sample, flags, instruction_set, expected in cases:
            path = os.path.join(folder, "sample.o")
            command = [compiler, "-O3", *flags, "-c", os.path.join(samples, sample), "-o", path]
            subprocess.run(command, check=True)
            found, count, _ = check_object(objdump, instruction_set, path)
            said = any(expected in problem for problem in found) if expected else not found
            if not said or not count:
                problems.append(f"{sample} {' '.join(flags)} as {instruction_set}: expected {expected}, got {found}")
    finish(problems, len(cases), "samples")


if sys.argv[1] == "--self-check":
    self_check(*sys.argv[2:5])
check_list(*sys.argv[1:3])
