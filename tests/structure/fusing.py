"""A build that fuses multiplications and additions notices it: by the options of a compiler, and as the library in one
file does, for instructions of other functions alone.

Usage: fusing.py ROOT C_COMPILER...
"""

import os
import platform
import subprocess
import sys
import tempfile

from sources import finish

root, compilers = sys.argv[1], sys.argv[2:]
X86 = platform.machine() == "x86_64"
if X86 and not any(line.startswith("flags") and " fma " in line for line in open("/proc/cpuinfo", encoding="utf-8")):
    print("skipped: this processor has no fused multiply-add")
    sys.exit(77)

MAIN = """
#include "core/maths.h"
int main(void) { return sc_fuses() ? 1 : 0; }
"""
FMA = ["-mfma"] if X86 else []
IN_ONE_FILE = ["-DSC_FUSING_TARGET=__attribute__((target(\"fma\")))", "-DSC_FUSING_RUNS=__builtin_cpu_supports(\"fma\")"]
problems, checked = [], 0
with tempfile.TemporaryDirectory() as folder:
    main = os.path.join(folder, "main.c")
    with open(main, "w", encoding="utf-8") as file:
        file.write(MAIN)
    for compiler in compilers:
        cases = [(["-ffp-contract=off", *FMA], 0), (["-ffp-contract=fast", *FMA], 1)]
        if X86:
            cases += [(["-ffp-contract=fast", *IN_ONE_FILE], 1), (["-ffp-contract=off", *IN_ONE_FILE], 0)]
        for options, expected in cases:
            checked += 1
            program = os.path.join(folder, "program")
            subprocess.run([compiler, "-std=c17", "-O2", *options, "-I", root, "-I", os.path.join(root, "include"), main,
                            os.path.join(root, "core/maths.c"), "-lm", "-o", program], check=True)
            found = subprocess.run([program], check=False).returncode
            if found != expected:
                problems.append(f"{compiler} {' '.join(options)}: sc_fuses() returned {found}")
finish(problems, checked, "builds")
