"""Committed results: where they lie, how a run becomes one, how they are read."""

import json
import os
import re
import statistics

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")

# What every row carries of the build and the machine that it was measured with.
ROW_CONTEXT = ("commit", "compiler", "flags", "cpu", "threads")
# What the parts of a benchmark's name mean.
NAME_PARTS = {
    "kernels": ("kernel", "instruction_set", "scene", "size"),
    "stages": ("stage", "instruction_set", "scene"),
    "scenes": ("suite", "scene", "size", "engine", "instruction_set", "solver"),
}
# The figure of a suite whose smallest and largest value over the repetitions are kept, too.
LEAD = {"kernels": "ns/", "stages": "ns/item", "scenes": "ms"}
NOT_COUNTERS = {"iterations", "real_time", "cpu_time", "repetitions", "repetition_index", "threads", "family_index",
                "per_family_instance_index"}


def rounded(value):
    """Counts as they are; five digits of all else, more than any timing holds."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else float(f"{value:.5g}")


def named_parts(suite, name):
    parts = [part for part in name.split("/") if part != "manual_time" and not part.startswith("iterations:")]
    named = dict(zip(NAME_PARTS[suite], parts))
    named.pop("suite", None)
    return named


def merge_repetitions(suite, context, runs):
    """One row out of all repetitions of one benchmark: the median of each counter."""
    row = named_parts(suite, runs[0]["run_name"])
    row.update({key: context[key] for key in ROW_CONTEXT})
    row["repetitions"] = len(runs)
    if "label" in runs[0]:
        row["unit"] = runs[0]["label"]
    for key, value in runs[0].items():
        if key in NOT_COUNTERS or isinstance(value, (str, bool)):
            continue
        values = [run[key] for run in runs]
        row[key] = rounded(statistics.median(values))
        if key.startswith(LEAD[suite]) and key != "best":
            row[f"{key} min"], row[f"{key} max"] = rounded(min(values)), rounded(max(values))
    return row


def rows_of_benchmark(suite, result):
    """Rows of a Google Benchmark result, and what could not be measured, with the reason."""
    groups, skipped = {}, {}
    for run in sorted(result["benchmarks"], key=lambda run: run["family_index"]):
        if run.get("run_type") != "iteration":
            continue
        if run.get("error_occurred"):
            skipped["/".join(named_parts(suite, run["run_name"]).values())] = run["error_message"]
        else:
            groups.setdefault(run["run_name"], []).append(run)
    return [merge_repetitions(suite, result["context"], runs) for runs in groups.values()], skipped


def without_paths(text):
    """Where a library lies on the machine is nobody's concern; its name is."""
    return re.sub(r"(?<!\S)/\S*/", "", text)


def own_context(context):
    """The context rows that are ours: all but the machine's name, the date and paths."""
    keys = ("commit", "compiler", "flags", "build_type", "cpu", "instruction_sets", "threads", "engines")
    return {key: without_paths(value) for key, value in context.items() if key in keys or key.startswith("engine ")}


def save(suite, folder, document):
    """One row a line, so that a new run shows as what changed."""
    path = os.path.join(folder, f"{suite}.json")
    head = {key: value for key, value in document.items() if key != "rows"}
    lines = [json.dumps(row, ensure_ascii=False) for row in document["rows"]]
    text = json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "rows": [\n' + ",\n".join(lines) + "\n]}\n"
    json.loads(text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{path}: {len(document['rows'])} rows, {len(text) // 1024} KiB")


def load(suite, folder=FOLDER):
    """The document of a suite, or None where there is none."""
    path = os.path.join(folder, f"{suite}.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def pick(rows, **wanted):
    """The rows whose fields are as wanted."""
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def in_order(rows, key):
    """The different values of a field, in order of appearance."""
    return list(dict.fromkeys(row[key] for row in rows if key in row))
