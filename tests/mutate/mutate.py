#!/usr/bin/env python3
"""How much the tests see: puts small wrong changes into copies of the sources, one at a time, and runs the tests.

    tests/mutate/mutate.py                          the changes of rules/*.txt, written by hand, each against a rule
    tests/mutate/mutate.py --generate 100 --seed 7  100 changes made from the sources of the library
    tests/mutate/mutate.py --generate 20 --in soft  20 made from one folder or file; --in may come several times
    tests/mutate/mutate.py --from LIST.json         the changes of a list that --write LIST.json wrote
    ... --list | --diff                             only prints them, by name or as a patch for `git apply`
    ... --source TREE --jobs N --results FILE       in another checkout, N at a time, results to FILE
    ... --fast                                      without the long tests

A generated change that does not compile, or leaves the object file as it was, is not taken. A test whose program is
the same, byte for byte, with a change is not run. The others run fast ones first, weighed by what they have caught, and
the first that fails ends it. Those that compare with committed hashes run last, and what only they catch is counted
apart. A test that takes five times its processor time, or ten times its wall time, hangs, and has caught the change.

Each worker has a copy of the tree with a build of its own under build/mutate. Results count for the sources and tests
they were made with: an interrupted run continues where it was.
"""

import argparse
import concurrent.futures
import difflib
import functools
import hashlib
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import changes as change_lists
import generate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests", "structure"))
from sources import SKIPPED, repository_files  # noqa: E402 (its folder comes first)

# Not tests of what the program does.
LEFT_OUT = {"structure", "bench"}
# Tests that hold committed hashes; SCREE_TEST_GOLDEN=skip leaves these out, =only runs nothing else.
GOLDEN_TESTS = ("test_determinism_long",)
GOLDEN = "SCREE_TEST_GOLDEN"

TESTS_AT_A_TIME = 6  # linked and run before the next ones
MEMORY_KB = 8 << 20
BUILD_SECONDS = 900
CAUGHT = ("caught", "hang")
OUTCOMES = (*CAUGHT, "golden", "survived", "equivalent", "not built")


say = functools.partial(print, flush=True)


def read_bytes(path):
    return pathlib.Path(path).read_bytes()


def write_bytes(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    pathlib.Path(path).write_bytes(data)


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, source, folder, compiles):
        self.source, self.folder, self.compiles = source, folder, compiles
        self.tree = os.path.join(folder, "tree")
        # As deep as other builds and with the same flags: so a compiler's cache serves this one, too.
        self.build = os.path.join(self.tree, "build", "mutate")
        self.environment = {**os.environ, "CCACHE_BASEDIR": self.tree}
        if shutil.which("ccache") is not None:
            self.environment.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
        self.unchanged = {}  # digests of outputs
        self.objects = {}    # by file, those that it is compiled to

    def update(self):
        """Brings the copy up to date; what did not change keeps its time. Returns the digest of what can matter."""
        digest, names = hashlib.sha1(), repository_files(self.source)
        for name in names:
            source, target = os.path.join(self.source, name), os.path.join(self.tree, name)
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
        return digest.hexdigest()[:16]

    def run(self, command, limit=None):
        """None, or what the command said when it failed."""
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit,
                                  env=self.environment)
        except subprocess.TimeoutExpired:
            return f"error: not done in {limit} s"
        return None if done.returncode == 0 else done.stdout.decode("utf-8", "replace")

    def configure(self):
        said = self.run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DSCREE_WERROR=OFF", "-DSCREE_BUILD_BENCH=OFF",
                         "-DSCREE_INSTALL=OFF"])
        if said is not None:
            sys.exit(said)
        for entry in json.loads(read_bytes(os.path.join(self.build, "compile_commands.json"))):
            name = os.path.relpath(os.path.realpath(entry["file"]), os.path.realpath(self.tree))
            words = entry["command"].split()
            self.objects.setdefault(name, []).append(words[words.index("-o") + 1])

    def make(self, targets, limit=None):
        return self.run(["ninja", "-C", self.build, "-j", str(self.compiles), *targets], limit)

    def digest(self, target):
        return hashlib.sha1(read_bytes(os.path.join(self.build, target))).hexdigest()

    def note(self, targets):
        """Remembers what targets are without a change."""
        missing = [target for target in targets if target not in self.unchanged]
        said = self.make(missing) if missing else None
        if said is not None:
            sys.exit(f"The sources do not build without any change:\n{said}")
        self.unchanged.update((target, self.digest(target)) for target in missing)

    def differ(self, targets):
        return any(self.digest(target) != self.unchanged[target] for target in targets)

    def put(self, texts):
        for name, data in texts.items():
            write_bytes(os.path.join(self.tree, name), data)


class Test:
    """A test as ctest knows it."""

    def __init__(self, entry, build):
        values = {item["name"]: item["value"] for item in entry.get("properties", [])}
        self.name, self.command = entry["name"], entry.get("command", [])
        self.folder, self.labels = values.get("WORKING_DIRECTORY"), set(values.get("LABELS", []))
        self.environment = dict(item.split("=", 1) for item in values.get("ENVIRONMENT", []))
        self.skipped = values.get("SKIP_RETURN_CODE")
        # What of the build it runs, as ninja names it.
        self.targets = [os.path.relpath(word, build) for word in self.command if word.startswith(build + os.sep)]

    def run(self, folder, golden, cpu, wall):
        """(passed, how it failed, processor seconds, wall seconds), within limits of both."""
        limits = f'ulimit -v {MEMORY_KB}; ulimit -t {int(cpu) + 1}; exec "$@"'
        output, begin, late = os.path.join(folder, "output.txt." + self.name), time.monotonic(), []
        with open(output, "wb") as file:
            process = subprocess.Popen(["/bin/sh", "-c", limits, "sh", *self.command], cwd=self.folder, stdout=file,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **self.environment, GOLDEN: golden})

        def kill():
            late.append(True)
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(wall, kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        used, passed = usage.ru_utime + usage.ru_stime, time.monotonic() - begin
        if code in (0, self.skipped):
            return True, "", used, passed
        hung = late or used >= cpu or code in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
        text = read_bytes(output).decode("utf-8", "replace")
        cases = sorted(set(re.findall(r"^\[  FAILED  \] (\w+)$", text, re.MULTILINE)))
        lines = [line for line in text.splitlines() if line.strip()]
        how = ", ".join(cases[:3]) or (f"signal {-code}" if code < 0 else lines[-1][:100] if lines else f"exit {code}")
        return False, "hang" if hung else how, used, passed


def find_tests(copy, left_out):
    shown = subprocess.run(["ctest", "--test-dir", copy.build, "--show-only=json-v1"], check=True,
                           stdout=subprocess.PIPE).stdout
    tests = [Test(entry, copy.build) for entry in json.loads(shown)["tests"]]
    return [test for test in tests if not test.labels & left_out]


class Run:
    """Changes tried by several workers."""

    def __init__(self, options, copies, digest):
        self.options, self.copies, self.digest = options, copies, digest
        self.lock, self.times, self.results = threading.Lock(), {}, {}
        self.tests = {}
        if os.path.isfile(options.results):
            kept = json.loads(read_bytes(options.results))
            if kept["tree"] == digest:
                self.times, self.results = kept["times"], kept["results"]

    def write(self):
        data = {"tree": self.digest, "times": self.times, "results": self.results}
        write_bytes(self.options.results + ".new", json.dumps(data, indent=1).encode())
        os.replace(self.options.results + ".new", self.options.results)

    def prepare(self, copy):
        if copy is not self.copies[0]:
            copy.update()
            copy.configure()
        said = copy.make(["all"])  # ctest knows only the commands of what is there
        if said is not None:
            sys.exit(f"The sources do not build without any change:\n{said}")
        self.tests[copy.folder] = tests = \
            find_tests(copy, LEFT_OUT | ({"long"} if self.options.fast else set()))
        built = {target for test in tests for target in test.targets}
        built.update(target for targets in copy.objects.values() for target in targets
                     if os.path.isfile(os.path.join(copy.build, target)))
        copy.unchanged.update((target, copy.digest(target)) for target in built)

    def measure(self):
        """How long each test takes without a change, as many at a time as there are workers. All have to pass."""
        copy = self.copies[0]
        tests = [test for test in self.tests[copy.folder] if test.name not in self.times]
        say(f"{len(tests)} tests without any change")
        with concurrent.futures.ThreadPoolExecutor(len(self.copies)) as pool:
            done = list(pool.map(lambda test: test.run(copy.folder, "", 3600, 7200), tests))
        failed = [f"{test.name}: {how}" for test, (passed, how, _, _) in zip(tests, done) if not passed]
        if failed:
            sys.exit("These tests fail without any change:\n" + "\n".join(failed))
        self.times.update((test.name, [round(cpu, 2), round(wall, 2)]) for test, (_, _, cpu, wall) in zip(tests, done))
        self.write()

    def in_order(self, tests, change):
        """Those first that caught changes of the same file, then of the same folder, each weighed by its time."""
        weight, folder = {test.name: 0.2 for test in tests}, change.file().split("/")[0]
        with self.lock:
            for record in self.results.values():
                if record["outcome"] in CAUGHT and record["by"] in weight:
                    same = record["file"].split("/")[0] == folder
                    weight[record["by"]] += 4.0 if record["file"] == change.file() else 1.0 if same else 0.1
        return sorted(tests, key=lambda test: (self.times[test.name][0] + 0.1) / weight[test.name])

    def judge(self, copy, change, texts):
        """What becomes of a change: (outcome, test, how)."""
        objects = [target for name in texts for target in copy.objects.get(name, []) if target in copy.unchanged]
        said = copy.make(objects, BUILD_SECONDS) if objects else None
        if said is not None:
            return "not built", "", next((line[:160] for line in said.splitlines() if "error:" in line), "")
        if objects and all(name in copy.objects for name in texts) and not copy.differ(objects):
            return "equivalent", "", "the same objects"
        end, seen = time.monotonic() + 60.0 * self.options.minutes, []
        waiting = self.in_order(self.tests[copy.folder], change)
        while waiting:
            few, waiting = waiting[:TESTS_AT_A_TIME], waiting[TESTS_AT_A_TIME:]
            if copy.make(sorted({target for test in few for target in test.targets}), BUILD_SECONDS) is not None:
                return "not built", "", "does not link"
            few = [test for test in few if copy.differ(test.targets)]
            for test in few:
                left = end - time.monotonic()
                if left <= 0.0:
                    return "survived", "", f"{self.options.minutes:g} minutes over before {test.name}"
                failed = self.fails(copy, test, "skip", left)
                if failed is not None:
                    return failed
            seen += few
        if not seen:
            return "equivalent", "", "the same programs"
        for test in seen:
            failed = self.fails(copy, test, "only", 1e9) if test.name in GOLDEN_TESTS else None
            if failed is not None:
                return "golden", *failed[1:]
        return "survived", "", ""

    def fails(self, copy, test, golden, left):
        cpu, wall = self.times[test.name]
        patience = 10.0 * wall + 30.0
        passed, how, _, took = test.run(copy.folder, golden, 5.0 * cpu + 5.0, min(left, patience))
        if passed or (how == "hang" and left < patience and took >= left):  # the time of the change is over
            return None
        return "hang" if how == "hang" else "caught", test.name, how

    def try_one(self, free, change):
        copy, begin, old, new = free.get(), time.monotonic(), {}, {}
        try:
            for part in change.parts:
                old.setdefault(part.file, read_bytes(os.path.join(copy.tree, part.file)))
                text = part.applied(new.get(part.file, old[part.file]).decode())
                if text is None:
                    raise ValueError(f"parts overlap: {change.title()}")
                new[part.file] = text.encode()
            copy.put(new)
            outcome, by, how = self.judge(copy, change, new)
        finally:
            copy.put(old)
            free.put(copy)
        with self.lock:
            self.results[change.id] = {"name": change.name, "file": change.file(), "kind": change.kind,
                                       "outcome": outcome, "by": by, "how": how,
                                       "seconds": round(time.monotonic() - begin, 1)}
            self.write()
        return change, outcome, by, how

    def try_all(self, changes):
        with concurrent.futures.ThreadPoolExecutor(len(self.copies)) as pool:
            list(pool.map(self.prepare, self.copies))
        self.measure()
        free = queue.Queue()
        for copy in self.copies:
            free.put(copy)
        waiting = [change for change in changes if change.id not in self.results]
        with concurrent.futures.ThreadPoolExecutor(len(self.copies)) as pool:
            futures = [pool.submit(self.try_one, free, change) for change in waiting]
            for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
                change, outcome, by, how = future.result()
                say(f"{number}/{len(waiting)} {outcome:9} {change.title()}{' <- ' + by if by else ''}"
                    f"{': ' + how if how else ''}")


def print_score(changes, results):
    counts = {outcome: [change for change in changes if results[change.id]["outcome"] == outcome]
              for outcome in OUTCOMES}
    for outcome in (outcome for outcome in OUTCOMES[2:] if counts[outcome]):
        say(f"\n{outcome}:\n  " + "\n  ".join(change.title() for change in counts[outcome]))
    say("\n" + ", ".join(f"{len(some)} {outcome}" for outcome, some in counts.items()))
    killed = sum(len(counts[outcome]) for outcome in CAUGHT)
    golden, counted = len(counts["golden"]), killed + len(counts["golden"]) + len(counts["survived"])
    if counted > 0:
        say(f"score: {killed} of {counted} without committed hashes, {100.0 * killed / counted:.1f} %; "
            f"{killed + golden} with them, {100.0 * (killed + golden) / counted:.1f} %")


def locate(changes, source):
    """Those that can be applied, their parts with the files of this tree; the others with a warning."""
    texts = {name: read_bytes(os.path.join(source, name)).decode("utf-8", "replace")
             for name in repository_files(source) if name.endswith((".c", ".h"))}
    fresh = []
    for change in changes:
        change.id = change.digest()  # before files are renamed: the same in each tree
        names = [part.located(texts) for part in change.parts]
        if None in names:
            say(f"warning: stale, the old text is no longer in {change.title()}")
            continue
        for part, name in zip(change.parts, names):
            part.file = name
        fresh.append(change)
    return fresh


def make_changes(options, copy):
    """The first changes of the seed's order that compile to other objects."""
    names = generate.files_of(repository_files(options.source), options.within)
    every = [change for name in names for change in generate.changes_of(options.source, name)]
    taken, tried = [], 0
    for change in generate.ordered(every, options.seed):
        if len(taken) == options.generate:
            break
        name = change.file()
        targets = copy.objects.get(name, [])
        target = next((target for target in targets if "scree_avx2.dir" in target), targets[0] if targets else None)
        if target is None:
            continue
        copy.note([target])
        old, tried = read_bytes(os.path.join(copy.tree, name)), tried + 1
        copy.put({name: change.parts[0].applied(old.decode()).encode()})
        if copy.make([target], BUILD_SECONDS) is None and copy.differ([target]):
            taken.append(change)
        copy.put({name: old})
    say(f"{len(taken)} changes of {tried} that were made compile to other objects; {len(every)} are possible")
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generate", type=int, metavar="N", help="make N changes from the sources")
    parser.add_argument("--seed", type=int, default=1, help="of what is made")
    parser.add_argument("--in", dest="within", action="append", default=[], metavar="PLACE", help="a folder or file")
    parser.add_argument("--from", dest="list_file", metavar="JSON", help="take the changes of a list")
    parser.add_argument("--only", metavar="REGEX", help="those whose file or name matches")
    parser.add_argument("--list", action="store_true", help="print the changes, and end")
    parser.add_argument("--diff", action="store_true", help="print them as patches, and end")
    parser.add_argument("--write", metavar="JSON", help="write them to a list, and end")
    parser.add_argument("--source", default=ROOT, metavar="TREE", help="the checkout that is copied")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="changes at a time, each in a copy of its own")
    parser.add_argument("--fast", action="store_true", help="leave out the tests labelled long")
    parser.add_argument("--minutes", type=float, default=4.0, help="for the tests of one change")
    parser.add_argument("--results", metavar="JSON", help="instead of results.json in --dir")
    parser.add_argument("--dir", default=os.path.join(ROOT, "build", "mutate"), help="of the copies and the results")
    parser.add_argument("--self-check", action="store_true", help="planted faults in lists, and what a sample gives")
    options = parser.parse_args()
    if options.self_check:
        change_lists.self_check()
        with tempfile.TemporaryDirectory() as folder:
            try:
                generate.self_check(os.path.join(folder, "sample.c"))
            except generate.NoTokenizer as missing:
                print(missing)
                return SKIPPED
        return 0
    options.dir, options.source = os.path.realpath(options.dir), os.path.realpath(options.source)
    options.results = os.path.realpath(options.results or os.path.join(options.dir, "results.json"))
    os.makedirs(options.dir, exist_ok=True)
    each = max(1, (os.cpu_count() or 1) // options.jobs)
    copies = [Copy(options.source, os.path.join(options.dir, f"worker-{k}"), each) for k in range(options.jobs)]
    prints = options.list or options.diff or options.write
    if options.generate or not prints:
        digest = copies[0].update()
        copies[0].configure()
    try:
        changes = make_changes(options, copies[0]) if options.generate else \
            change_lists.read_list(options.list_file) if options.list_file else change_lists.read_rules()
    except generate.NoTokenizer as missing:
        sys.exit(str(missing))
    changes = [change for change in changes if not options.only or re.search(options.only, change.title())]
    fresh = locate(changes, options.source)
    if options.write:
        change_lists.write_list(options.write, changes)
    for change in fresh if options.list or options.diff else []:
        say(change.title())
        for part in change.parts if options.diff else []:
            text = read_bytes(os.path.join(options.source, part.file)).decode()
            sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), part.applied(text).splitlines(True),
                                                       "a/" + part.file, "b/" + part.file))
    if not prints:
        run = Run(options, copies, digest)
        run.try_all(fresh)
        print_score(fresh, run.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
