#!/usr/bin/env python3
"""How much the tests see: puts small wrong changes into a copy of the sources, one at a time, and runs the tests.

    tests/mutate/mutate.py                 every change that has no result yet; then the table and the score
    tests/mutate/mutate.py --only REGEX    those whose name or file matches, also if they have a result
    tests/mutate/mutate.py --sample 60     60 of them, drawn at random
    tests/mutate/mutate.py --list          the changes
    tests/mutate/mutate.py --table         the table of the results so far
    tests/mutate/mutate.py --check         does every change still apply? (a test does this)

The copy, its build and the results lie in build/mutate, results.jsonl with a line for each change as soon as it was
tried: what was interrupted goes on where it was. Results count for the sources and tests they were made with; with
--keep-caught those of changes that were caught count on. A test whose program is the same, byte for byte, with the
change is not run. The others run in the order in which they are likely to catch something soon, and the first one that
fails ends it. Those that compare with committed hashes run last, and what only they catch is counted apart: such hashes
are renewed when bits change on purpose, so they hold no rule.

A test that takes five times the processor time that it takes without a change hangs, and has caught the change.
"""

import argparse
import concurrent.futures
import fcntl
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import changes as change_list

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests", "structure"))
from sources import repository_files  # noqa: E402 (its folder comes first)

# Not tests of what the program does.
LEFT_OUT = {"structure", "bench"}
# Tests that hold committed hashes; SCREE_TEST_GOLDEN=skip leaves these out, =only runs nothing else.
GOLDEN_TESTS = ("test_determinism_long",)
GOLDEN = "SCREE_TEST_GOLDEN"

# Linked and run before the next ones.
TESTS_AT_A_TIME = 6
MEMORY_KB = 8 << 20
CPU_FACTOR, CPU_MORE, WALL_FACTOR = 5, 5, 40
OUTCOMES = ("caught", "golden", "survived", "equivalent", "not built", "stale")


def say(text):
    print(text, flush=True)


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def write_bytes(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, folder, jobs, cmake_options):
        self.folder, self.jobs, self.cmake_options = folder, jobs, cmake_options
        self.tree = os.path.join(folder, "tree")
        # As deep as other builds and with the same flags: so a compiler's cache serves this one, too.
        self.build = os.path.join(self.tree, "build", "mutate")
        os.environ["CCACHE_BASEDIR"] = self.tree
        self.digest = ""

    def update(self):
        """Brings the copy up to date; what did not change keeps its time. Executable bits go along."""
        digest, names = hashlib.sha1(), repository_files(ROOT)
        for name in names:
            source, target = os.path.join(ROOT, name), os.path.join(self.tree, name)
            data = read_bytes(source)
            if not name.endswith(".md") and not name.startswith("tests/mutate/"):
                digest.update(f"{name}\0{len(data)}\0".encode() + data)
            if not os.path.isfile(target) or read_bytes(target) != data:
                write_bytes(target, data)
                shutil.copymode(source, target)
        known = set(names)
        for path, folders, files in os.walk(self.tree):
            if path == self.tree and "build" in folders:
                folders.remove("build")
            for name in files:
                full = os.path.join(path, name)
                if os.path.relpath(full, self.tree) not in known:
                    os.remove(full)
        self.digest = digest.hexdigest()[:16]

    def configure(self):
        command = ["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                   "-DSCREE_BUILD_BENCH=OFF", "-DSCREE_INSTALL=OFF", *self.cmake_options]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(done.stdout.decode("utf-8", "replace"))

    def compile(self, targets):
        """None, or what the compiler said."""
        command = ["ninja", "-C", self.build, "-j", str(self.jobs), *targets]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return None if done.returncode == 0 else done.stdout.decode("utf-8", "replace")

    def digests(self, targets):
        return {target: hashlib.sha1(read_bytes(os.path.join(self.build, target))).hexdigest() for target in targets}


class Test:
    """A test as ctest knows it."""

    def __init__(self, entry, build):
        values = {item["name"]: item["value"] for item in entry.get("properties", [])}
        self.name, self.command = entry["name"], entry.get("command", [])
        self.folder = values.get("WORKING_DIRECTORY")
        self.labels = set(values.get("LABELS", []))
        self.skipped = values.get("SKIP_RETURN_CODE")
        self.cpu = 0.0  # s, without a change
        # What of the build it runs, as ninja names it.
        inside = [word for word in self.command if word.startswith(build + os.sep)]
        self.targets = [os.path.relpath(word, build) for word in inside]


def find_tests(build, without):
    out = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True,
                         stdout=subprocess.PIPE).stdout
    tests = [Test(entry, build) for entry in json.loads(out)["tests"]]
    missing = [test.name for test in tests if not test.command]
    if missing:
        sys.exit(f"ctest knows no command of {missing[0]}")
    return [test for test in tests if not test.labels & LEFT_OUT and not (without and re.search(without, test.name))]


class Runner:
    """Runs tests, several at a time, until one fails."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.stop = threading.Event()
        self.running, self.lock = set(), threading.Lock()

    def run_one(self, test, golden, limited):
        """(passed, how it failed, seconds of processor time); None if another one failed first."""
        if self.stop.is_set():
            return None
        cpu = int(CPU_FACTOR * test.cpu + CPU_MORE) + 1 if limited else 3600
        wall = WALL_FACTOR * cpu if limited else 7200
        limits = f'ulimit -v {MEMORY_KB}; ulimit -t {cpu}; exec "$@"'
        output = os.path.join(self.folder, f"output-{test.name}.txt")
        with open(output, "wb") as file:
            process = subprocess.Popen(["/bin/sh", "-c", limits, "sh", *test.command], cwd=test.folder, stdout=file,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, GOLDEN: golden})
        with self.lock:
            self.running.add(process.pid)
        timer = threading.Timer(wall, self.kill, [process.pid])
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        with self.lock:
            self.running.discard(process.pid)
        process.returncode = code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        seconds = usage.ru_utime + usage.ru_stime
        if code == 0 or code == test.skipped:
            return True, "", seconds
        hung = seconds >= cpu - 1 or code in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
        return False, "hang" if hung else self.failed_cases(output, code), seconds

    def kill(self, pid):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    @staticmethod
    def failed_cases(output, code):
        """The cases that failed, by what cmocka prints, else the last line."""
        text = read_bytes(output).decode("utf-8", "replace")
        cases = sorted(set(re.findall(r"^\[  FAILED  \] (\w+)$", text, re.MULTILINE)))
        lines = [line for line in text.splitlines() if line.strip()]
        return ", ".join(cases[:3]) or (f"signal {-code}" if code < 0 else lines[-1][:100] if lines else f"exit {code}")

    def run(self, tests, golden, limited=True, to_the_end=False):
        """The first failure as (test, how), else None; `to_the_end` runs the others all the same."""
        self.stop.clear()
        failure = None
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            futures = {pool.submit(self.run_one, test, golden, limited): test for test in tests}
            for future in concurrent.futures.as_completed(futures):
                result, test = future.result(), futures[future]
                if result is None:
                    continue
                passed, how, seconds = result
                test.cpu = test.cpu if limited else max(test.cpu, seconds)
                if passed or failure is not None:
                    continue
                failure = (test, how)
                if not to_the_end:
                    self.stop.set()
                    with self.lock:
                        pids = list(self.running)
                    for pid in pids:
                        self.kill(pid)
        return failure


class Results:
    """One line for each change that was tried; the last one counts."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "results.jsonl")
        self.last = {}
        if os.path.isfile(self.path):
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    if line.endswith("\n"):
                        record = json.loads(line)
                        self.last[record["change"]] = record

    def add(self, change, tree, outcome, by="", how="", seconds=0.0):
        record = {"change": change.digest(), "tree": tree, "name": change.name, "file": change.file(),
                  "outcome": outcome, "by": by, "how": how, "seconds": round(seconds, 1)}
        self.last[record["change"]] = record
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def of(self, change):
        return self.last.get(change.digest())

    def valid(self, change, tree, keep_caught):
        record = self.of(change)
        return record is not None and (record["tree"] == tree or (keep_caught and record["outcome"] == "caught"))


def in_order(tests, change, results):
    """Those first that caught changes of the same file, then of the same folder, each weighed by its time."""
    weight = {test.name: 0.2 for test in tests}
    for record in results.last.values():
        if record["outcome"] == "caught" and record["by"] in weight:
            same_area = record["file"].split("/")[0] == change.area()
            weight[record["by"]] += 4.0 if record["file"] == change.file() else 1.0 if same_area else 0.1
    return sorted(tests, key=lambda test: (test.cpu + 0.1) / weight[test.name])


def measure_baseline(copy, runner, tests, targets):
    """How long each test takes without a change, and what the programs are. All tests must pass."""
    path = os.path.join(copy.folder, "baseline.json")
    names = sorted(test.name for test in tests)
    if os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        if kept["tree"] == copy.digest and sorted(kept["cpu"]) == names:
            for test in tests:
                test.cpu = kept["cpu"][test.name]
            return kept["digests"]
    say(f"{len(tests)} tests without any change")
    failure = runner.run(tests, "", limited=False, to_the_end=True)
    if failure is not None:
        sys.exit(f"{failure[0].name} fails without any change: {failure[1]}")
    digests = copy.digests(targets)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"tree": copy.digest, "cpu": {test.name: round(test.cpu, 2) for test in tests},
                   "digests": digests}, file)
    return digests


def judge(copy, runner, tests, digests, change, results):
    """What becomes of one change: (outcome, test, how)."""
    before, after = {}, {}
    for part in change.parts:
        path = os.path.join(copy.tree, part.file)
        before.setdefault(path, read_bytes(path))
        changed = part.applied(after.get(path, before[path]).decode())
        if changed is None:
            return "stale", "", ""
        after[path] = changed.encode()
    for path, text in after.items():
        write_bytes(path, text)
    try:
        failure, changed = None, []
        # A few programs at a time are linked: most changes are caught by the first tests.
        tests = in_order(tests, change, results)
        while tests and failure is None:
            few, tests = tests[:TESTS_AT_A_TIME], tests[TESTS_AT_A_TIME:]
            targets = sorted({target for test in few for target in test.targets})
            said = copy.compile(targets)
            if said is not None:
                errors = [line for line in said.splitlines() if "error:" in line]
                return "not built", "", errors[0][:160] if errors else ""
            now = copy.digests(targets)
            few = [test for test in few if any(now[target] != digests[target] for target in test.targets)]
            changed += few
            failure = runner.run(few, "skip") if few else None
        if failure is not None:
            return "caught", failure[0].name, failure[1]
        if not changed:
            return "equivalent", "", "the same programs"
        failure = runner.run([test for test in changed if test.name in GOLDEN_TESTS], "only")
        return ("golden", failure[0].name, failure[1]) if failure is not None else ("survived", "", "")
    finally:
        for path, text in before.items():
            write_bytes(path, text)


def print_table(all_changes, results):
    rows, areas = {}, []
    named = {"golden": [], "survived": [], "not built": [], "stale": []}
    for change in all_changes:
        record = results.of(change)
        outcome = "equivalent" if change.equivalent else record["outcome"] if record is not None else None
        if change.area() not in rows:
            rows[change.area()] = dict.fromkeys(OUTCOMES, 0)
            areas.append(change.area())
        if outcome is not None:
            rows[change.area()][outcome] += 1
            named.get(outcome, []).append(f"{change.file()}: {change.name}")
    total = {outcome: sum(row[outcome] for row in rows.values()) for outcome in OUTCOMES}
    say(f"\n{'':14}" + "".join(f"{outcome:>12}" for outcome in OUTCOMES))
    for area in areas:
        say(f"{area:14}" + "".join(f"{rows[area][outcome]:12}" for outcome in OUTCOMES))
    say(f"{'all':14}" + "".join(f"{total[outcome]:12}" for outcome in OUTCOMES))
    for outcome, title in (("golden", "Seen by committed hashes alone"), ("survived", "Seen by nothing"),
                           ("not built", "Did not build"), ("stale", "Apply no longer")):
        if named[outcome]:
            say(f"\n{title}:\n  " + "\n  ".join(named[outcome]))
    counted = total["caught"] + total["golden"] + total["survived"]
    tried = sum(total.values())
    if tried < len(all_changes):
        say(f"\n{len(all_changes) - tried} of {len(all_changes)} changes have no result yet.")
    if counted > 0:
        say(f"\nscore: {total['caught']} of {counted} caught by tests of what the program does, "
            f"{100.0 * total['caught'] / counted:.1f} %; {total['golden']} by committed hashes alone")


def try_changes(options, all_changes, chosen):
    os.makedirs(options.dir, exist_ok=True)
    lock = open(os.path.join(options.dir, "lock"), "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(f"another run works in {options.dir}")
    copy = Copy(options.dir, options.jobs, options.cmake)
    copy.update()
    copy.configure()
    said = copy.compile(["all"])  # ctest knows only the commands of what is there
    if said is not None:
        sys.exit(f"The sources do not build without any change:\n{said}")
    tests = find_tests(copy.build, options.without)
    targets = sorted({target for test in tests for target in test.targets})
    runner, results = Runner(options.dir, options.jobs), Results(options.dir)
    digests = measure_baseline(copy, runner, tests, targets)
    waiting = [change for change in chosen
               if options.only or not results.valid(change, copy.digest, options.keep_caught)]
    for number, change in enumerate(waiting, 1):
        begin = time.monotonic()
        outcome, by, how = judge(copy, runner, tests, digests, change, results)
        results.add(change, copy.digest, outcome, by, how, time.monotonic() - begin)
        say(f"{number}/{len(waiting)} {outcome:9} {change.file()}: {change.name}{' <- ' + by if by else ''}"
            f"{': ' + how if how else ''}")
    print_table(all_changes, results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="REGEX", help="changes whose name or file matches")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, drawn at random, the same ones each time")
    parser.add_argument("--list", action="store_true", help="print the changes")
    parser.add_argument("--table", action="store_true", help="print the results so far")
    parser.add_argument("--check", action="store_true", help="end with 1 if a change does not apply")
    parser.add_argument("--self-check", action="store_true", help="try the reader of the list on wrong ones")
    parser.add_argument("--equivalent", action="store_true", help="try those that are marked as equivalent, too")
    parser.add_argument("--keep-caught", action="store_true", help="what was caught by an earlier state stays so")
    parser.add_argument("--without", metavar="REGEX", help="tests that are not run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compiles and tests at a time")
    parser.add_argument("--dir", default=os.path.join(ROOT, "build", "mutate"), help="of the copy and the results")
    parser.add_argument("--cmake", action="append", default=[], metavar="OPTION", help="for the configuration")
    options = parser.parse_args()
    options.dir = os.path.realpath(options.dir)
    if options.self_check:
        change_list.self_check()
        return 0
    all_changes = change_list.read_all()
    chosen = [change for change in all_changes
              if (not options.only or any(re.search(only, f"{change.file()}: {change.name}") for only in options.only))
              and (not change.equivalent or options.equivalent)]
    if options.sample is not None:
        chosen = random.Random(1).sample(chosen, min(options.sample, len(chosen)))
    if options.check:
        problems = change_list.problems_of(all_changes, ROOT)
        print("\n".join(problems) or f"{len(all_changes)} changes, all of which apply")
        return 1 if problems or not all_changes else 0
    if options.list:
        for change in all_changes:
            print(f"{change.file()}: {change.name}{' (equivalent: ' + change.equivalent + ')' if change.equivalent else ''}")
        return 0
    if options.table:
        print_table(all_changes, Results(options.dir))
        return 0
    try_changes(options, all_changes, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
