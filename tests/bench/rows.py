"""Runs some rows of a benchmark, each as briefly as can be, and checks what it says of itself and of them.

Usage: rows.py PROGRAM[,--OPTION...] FILTER COUNTER...
Every row must have each counter, finite and above 0. Rows of one scene must agree on how much work there is,
whatever the instruction set; rows of one engine's instruction sets on all but times.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

CONTEXT = ["commit", "compiler", "flags", "build_type", "cpu", "instruction_sets", "threads", "engines",
           "engine scree", "engine reference"]
# The same on every instruction set, for the results have the same bits.
EQUAL = {"items", "bodies", "shapes", "pairs", "contacts", "colours", "lane_fill", "touching", "overlap_mean_mm",
         "overlap_p99_mm", "overlap_max_mm", "escaped", "points", "made"}
SETS = {"twin", "scalar", "sse2", "avx2", "avx512", "neon"}


def run(program, chosen):
    """The benchmark's own JSON."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "rows.json")
        command = program.split(",") + [f"--benchmark_filter={chosen}", "--benchmark_min_time=0.0001",
                   f"--benchmark_out={out}", "--benchmark_out_format=json"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def check_row(row, counters):
    if row.get("error_occurred"):
        return [f"{row['name']}: {row.get('error_message')}"]
    return [f"{row['name']}: {counter} is {row.get(counter)}" for counter in counters
            if not (isinstance(row.get(counter), (int, float)) and math.isfinite(row[counter]) and row[counter] > 0)]


def check_sets(rows):
    """Rows that differ in the instruction set alone count the same work."""
    problems = []
    first = {}
    for row in rows:
        parts = row["name"].split("/")
        found = [part for part in parts if part in SETS]
        if not found:
            continue
        key = "/".join("*" if part in SETS else part for part in parts)
        known = first.setdefault(key, row)
        problems += [f"{row['name']}: {counter} is {row.get(counter)}, {known.get(counter)} in {known['name']}"
                     for counter in sorted(EQUAL & set(known)) if row.get(counter) != known[counter]]
    return problems


def main():
    program, chosen, counters = sys.argv[1], sys.argv[2], sys.argv[3:]
    result = run(program, chosen)
    rows = result["benchmarks"]
    problems = [f"the context has no {key}" for key in CONTEXT if not result["context"].get(key)]
    for row in rows:
        problems += check_row(row, counters)
    problems += check_sets(rows)
    if not rows:
        problems.append(f"no row matches {chosen}")
    print("\n".join(problems + [f"{len(rows)} rows, {len(problems)} problems"]))
    sys.exit(1 if problems else 0)


main()
