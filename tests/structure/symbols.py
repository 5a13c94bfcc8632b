"""What the library asks of others, and what it offers.

libm OBJECTS: no object calls a libm function whose result is not the same bits everywhere. Only exactly
    rounded ones (sqrt, floor, fabs, ...) are allowed.
exports LIBRARY ROOT: the shared library exports the functions that the public headers declare, and nothing else.
kernels PROGRAM PROGRAM: the first program, without joints and batches of rays, has none of their kernels; the second,
    with joints, has some.

Usage: symbols.py NM libm LIST | symbols.py NM libm-self-check C_COMPILER SAMPLES
       symbols.py NM exports LIBRARY ROOT
       symbols.py NM kernels PROGRAM PROGRAM
"""

import os
import re
import subprocess
import sys
import tempfile

from sources import finish

INEXACT = (
    "sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 "
    "log1p logb pow cbrt hypot erf erfc lgamma tgamma gamma fma sinpi cospi tanpi rsqrt "
    "j0 j1 jn y0 y1 yn"
).split()
INEXACT_NAMES = {name + suffix for name in INEXACT for suffix in ("", "f", "l", "f_r", "_r", "l_r")}


def is_inexact(symbol):
    name = symbol.split("@")[0].lstrip("_")
    # glibc's vector and finite variants.
    return name in INEXACT_NAMES or name.replace("_finite", "") in INEXACT_NAMES or name.startswith("ZGV")


def symbols(nm, path, *options):
    result = subprocess.run([nm, *options, "-P", path], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in result.stdout.splitlines() if len(line.split()) > 1]


def libm_problems(nm, paths):
    """Inexact functions that objects call, from one run of nm for all of them."""
    result = subprocess.run([nm, "-u", "-P", "-A", *paths], capture_output=True, text=True, check=True)
    problems, seen = [], set()
    for line in result.stdout.splitlines():
        path, _, rest = line.partition(": ")
        seen.add(path)
        if rest and is_inexact(rest.split()[0]):
            problems.append(f"{os.path.basename(path)} calls {rest.split()[0]}")
    if not seen:
        problems.append("nm printed no symbol")
    return problems


def check_libm(nm, list_path):
    with open(list_path, encoding="utf-8") as file:
        paths = [line.split(" ", 1)[1] for line in file.read().splitlines() if line.strip()]
    paths = [path for path in paths if path.endswith((".o", ".obj"))]
    finish(libm_problems(nm, paths), len(paths), "objects")


def check_libm_itself(nm, compiler, samples):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sample.o")
        source = os.path.join(samples, "transcendental.c")
        subprocess.run([compiler, "-O2", "-c", source, "-o", path], check=True)
        found = libm_problems(nm, [path])
    # gcc calls sincosf where clang calls sinf and cosf.
    missed = [name for name in ("atan2f", "powf") if not any(p.endswith(" " + name) for p in found)]
    missed += [] if any(re.search(r" sin(cos)?f$", problem) for problem in found) else ["sinf or sincosf"]
    wrong = [problem for problem in found if "sqrt" in problem]
    finish([f"not reported: {name}" for name in missed] + wrong, 4, "planted calls")


def exported(nm, library):
    names = [name.split("@")[0] for name in symbols(nm, library, "-D", "--defined-only")]
    # What the linker and the sanitizers add.
    return [n for n in names if not re.match(r"_init$|_fini$|_edata$|_end$|__bss_start$|__odr_asan|__asan|__tsan|__ubsan", n)]


def declared_functions(root):
    """The functions that the public headers declare."""
    names = set()
    folder = os.path.join(root, "include/scree")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", file.read(), flags=re.DOTALL | re.MULTILINE)
        for declaration in re.findall(r"\bSCREE_API\b([^;{]*);", text):
            function = re.search(r"\b(\w+)\s*\(", declaration)
            if function:
                names.add(function.group(1))
    return names


def check_exports(nm, library, root):
    declared, names = declared_functions(root), set(exported(nm, library))
    problems = [f"declared but not exported: {name}" for name in sorted(declared - names)]
    problems += [f"exported but not declared: {name}" for name in sorted(names - declared)]
    finish(problems, len(declared), "declared functions")


def check_kernels(nm, without_joints, with_joints):
    """Programs without joints and batches of rays do not have their kernels; others do."""
    kernel = re.compile(r"(?:prepare|solve|update|iterate|relax|project|store)_joints_(?:scalar|sse2|avx2|avx512|neon)(?:_emulated)?$")
    small = [name for name in symbols(nm, without_joints, "--defined-only")]
    large = [name for name in symbols(nm, with_joints, "--defined-only")]
    problems = [f"{without_joints} has {name}" for name in small if kernel.match(name) or name.startswith("cast_rays_")]
    problems += [] if any(kernel.match(name) for name in large) else [f"{with_joints} has no kernels of joints"]
    finish(problems, len(small) + len(large), "symbols")


checks = {
    "libm": check_libm,
    "libm-self-check": check_libm_itself,
    "exports": check_exports,
    "kernels": check_kernels,
}
checks[sys.argv[2]](sys.argv[1], *sys.argv[3:])
