"""`scree profile`: its table, its JSON and trace files, its baseline, and what it refuses.

Usage: profile.py SCREE

No test here depends on how long anything takes: comparisons are made between files that were changed by hand
(--from reads measurements instead of taking them).
"""

import copy
import functools
import json
import unittest

import command
from command import Folder, on_one_core

scree = functools.partial(command.scree, "profile")
RUN = ["tower_50", "--steps", "40", "--warmup", "5"]
KERNELS = {
    "collide": ["narrow_box_box"],
    "prepare_contacts": ["prepare_contacts"],
    "solve_substeps": ["integrate_velocities", "solve_contacts", "integrate_positions", "relax_contacts"],
    "store_impulses": ["store_impulses"],
    "finish_bodies": ["finish_bodies"],
    "update_aabbs": ["update_box_aabbs"],
}


class Files(Folder):
    def save(self, name, value):
        """Writes text, bytes or an object as JSON; returns the path."""
        with open(self.path(name), "wb") as file:
            if isinstance(value, bytes):
                file.write(value)
            else:
                file.write((value if isinstance(value, str) else json.dumps(value)).encode())
        return self.path(name)

    def load(self, name):
        with open(self.path(name)) as file:
            return json.load(file)


class Measuring(Files):
    def test_the_table_names_stages_and_kernels(self):
        status, out, err = scree(*RUN, "--repeat", "2", "--all")
        self.assertEqual((status, err), (0, ""))
        first_words = [line.split()[0] for line in out.splitlines() if line.strip()]
        for stage, kernels in KERNELS.items():
            at = first_words.index(stage)
            for kernel in kernels:
                at = first_words.index(kernel, at + 1)
        self.assertIn("step", first_words)
        # Where the kernel permits no counters, a sentence says why.
        self.assertRegex(out, r"\bIPC\b|\nno hardware counters: \w+")

    def test_threads_are_those_that_run_not_those_asked_for(self):
        on_one_core(self)
        status, out, errors = scree(*RUN, "--repeat", "2", "--threads", "3", "--json", self.path("a.json"))
        self.assertEqual((status, self.load("a.json")["setting"]["threads"]), (0, 1))
        self.assertIn(" 1 thread; 2 runs\n", out)
        self.assertIn("of 3 threads 1 run: no more than cores", errors)

    def test_the_json_has_the_setting_and_a_row_for_each_stage_and_kernel(self):
        status, _, _ = scree(*RUN, "--repeat", "3", "--json", self.path("a.json"), "-q")
        self.assertEqual(status, 0)
        profile = self.load("a.json")
        setting = profile["setting"]
        self.assertEqual((setting["scene"], setting["size"], setting["steps"]), ("tower_50", 50, 40))
        self.assertEqual((setting["warmup"], setting["threads"], profile["repeats"]), (5, 1, 3))
        rows = {(row["stage"], row["name"], row["pass"]): row for row in profile["rows"]}
        self.assertEqual(len(rows), len(profile["rows"]))
        for row in profile["rows"]:
            for times in row["ns"], row["quiet_ns"]:
                self.assertEqual(len(times), 3)
                self.assertTrue(all(ns >= 0.0 for ns in times))
            self.assertTrue(0.0 <= row["fraction"] <= 1.0)
        self.assertGreater(min(rows["", "step", False]["ns"]), 0.0)
        self.assertIn(("", "between stages", False), rows)
        for stage, kernels in KERNELS.items():
            self.assertIn((stage, stage, False), rows)
            for kernel in kernels:
                self.assertIn((stage, kernel, True), rows)
        # 50 boxes that stand on each other and on the ground; this scene takes 16 substeps.
        self.assertEqual(rows["solve_substeps", "solve_contacts", True]["items"], 16 * 50)
        self.assertEqual(rows["solve_substeps", "integrate_positions", True]["items"], 16 * 50)
        self.assertEqual(rows["solve_substeps", "integrate_positions", True]["calls"], 16)
        self.assertGreater(rows["collide", "collide", False]["bytes"], 0)
        self.assertTrue(0 < rows["solve_substeps", "solve_substeps", False]["lane_fill"] <= 1)

    def test_a_file_on_stdout_stays_clean(self):
        status, out, err = scree(*RUN, "--repeat", "1", "--json", "-")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out)["repeats"], 1)
        self.assertIn("solve_substeps", err)

    def test_another_instruction_set_is_measured_and_named(self):
        status, out, _ = scree(*RUN, "--repeat", "1", "--simd", "scalar", "--json", self.path("a.json"))
        self.assertEqual(status, 0)
        self.assertEqual(self.load("a.json")["setting"]["simd"], "scalar")


    def test_another_solver_is_measured_and_named(self):
        status, out, _ = scree(*RUN, "--repeat", "1", "--solver", "pgs", "--json", self.path("a.json"))
        self.assertEqual(status, 0)
        self.assertEqual(self.load("a.json")["setting"]["solver"], "pgs")
        self.assertRegex(out, r"\n  iterate_contacts|\n  \w*solve\w*")
        self.refuse_solver()

    def test_sleeping_is_measured_and_named(self):
        for scene, more, asleep in (["ramp", "--size", "2"], [], False), (["ramp", "--size", "2"], ["--sleep"], True), (
                ["sleepers", "--size", "5"], [], True):
            status, out, _ = scree(*scene, "--steps", "6", "--repeat", "1", *more, "--json", self.path("a.json"))
            self.assertEqual((status, self.load("a.json")["setting"]["sleep"]), (0, asleep))
            self.assertEqual(", sleeping on; 1 run\n" in out, asleep)

    def refuse_solver(self):
        status, _, err = scree(*RUN, "--solver", "magic")
        self.assertEqual(status, 2)
        self.assertIn("magic", err)


class Scaling(Files):
    def test_the_steps_of_more_workers_are_the_sums_of_their_stages(self):
        found = self.read_json("profile", "large_pyramid", "--size", "30", "--steps", "6", "--repeat", "2", "--scaling")
        workers = found["workers"]
        self.assertEqual([entry["workers"] for entry in workers], [1, 2, 4, 8, 16, 32, 64])
        self.assertAlmostEqual(workers[0]["predicted_ns"], workers[0]["measured_ns"], delta=1e-9 * workers[0]["measured_ns"])
        one = sum(stage["ns"][0] for stage in found["stages"])
        for k, entry in enumerate(workers):
            gain = one / sum(stage["ns"][k] for stage in found["stages"])
            self.assertAlmostEqual(workers[0]["measured_ns"] / entry["predicted_ns"], gain, places=6)
        # What stays on one thread bounds the gain of any number.
        for k, entry in enumerate(workers):
            serial = sum(stage["serial_ns"][k] for stage in found["stages"])
            self.assertAlmostEqual(entry["serial_ns"], serial, delta=1e-6 * serial)
            self.assertTrue(0 < serial <= sum(stage["ns"][k] for stage in found["stages"]))
            self.assertGreater(entry["barriers"], 0)

    def test_one_core_assumes_the_cost_of_a_barrier(self):
        on_one_core(self)
        found = self.read_json("profile", "stack", "--steps", "6", "--repeat", "1", "--scaling")
        self.assertEqual((found["barrier_is_measured"], found["barrier_ns"]), (False, 1500))
        self.assertEqual([entry["measured_ns"] is None for entry in found["workers"]], [False] + 6 * [True])


class Tracing(Files):
    def test_the_trace_is_json_and_its_zones_nest(self):
        status, _, _ = scree(*RUN, "--repeat", "1", "--trace", self.path("t.json"), "--trace-steps", "7", "-q")
        self.assertEqual(status, 0)
        self.check(self.load("t.json")["traceEvents"], 7, 45)

    def test_run_traces_stages_in_the_same_format(self):
        status, _, _ = command.scree("run", "tower_50", "--steps", "5", "-q", "--trace", self.path("t.json"))
        self.assertEqual(status, 0)
        self.check(self.load("t.json")["traceEvents"], 5, 5, passes=False)

    def check(self, events, steps, last, passes=True):
        zones = [e for e in events if e["ph"] == "X"]
        tracks = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
        self.assertEqual(set(tracks.values()), {"stages", "worker 0"} if passes else {"stages"})
        self.assertEqual({e["tid"] for e in zones}, set(tracks))
        whole = [e for e in zones if e["cat"] == "step"]
        names = [f"step {i}" for i in range(last - steps + 1, last + 1)]
        self.assertEqual([e["name"] for e in whole], names)
        stages = [e for e in zones if e["cat"] == "stage"]
        self.assertEqual(len({e["name"] for e in stages}) * steps, len(stages))
        contained = [e for e in zones if e["cat"] == "pass"]
        self.assertEqual(bool(contained), passes)
        for zone in zones:
            self.assertGreaterEqual(zone["dur"], 0)
        self.nest(stages, whole)
        self.nest(contained, stages)
        solve = [e for e in contained if e["name"] == "solve_contacts"]
        self.assertEqual({e["args"]["substep"] for e in solve}, set(range(16)) if passes else set())
        for zone in solve:
            self.assertGreaterEqual(zone["args"]["colour"], 0)
        counters = [e for e in events if e["ph"] == "C"]
        self.assertEqual(len([e for e in counters if e["name"] == "contacts"]), steps)
        for event in counters:
            self.assertTrue(all(isinstance(v, (int, float)) for v in event["args"].values()))

    def nest(self, contained, containers):
        """Each of `contained` lies in exactly one of `containers`; zones of one track do not overlap."""
        slack = 1e-4  # us, of rounding
        for zone in contained:
            begin, end = zone["ts"], zone["ts"] + zone["dur"]
            around = [o for o in containers if o["ts"] <= begin + slack and end <= o["ts"] + o["dur"] + slack]
            # A zone of no length may lie on the border of two.
            self.assertTrue(len(around) == 1 or (around and zone["dur"] <= slack), (zone, around))
        for tid in {zone["tid"] for zone in contained}:
            track = sorted((z for z in contained if z["tid"] == tid), key=lambda z: z["ts"])
            for before, after in zip(track, track[1:]):
                self.assertLessEqual(before["ts"] + before["dur"], after["ts"] + slack)


class Comparing(Files):
    """Between files: the times are made up. What is named when: profile_ranges.py."""

    TIMES = {"narrow_box_box": 2e5, "solve_contacts": 3e5, "relax_contacts": 4e5, "finish_bodies": 5e4,
             "prepare_contacts": 1e5, "integrate_velocities": 2e4, "integrate_positions": 3e4}

    def setUp(self):
        super().setUp()
        scree(*RUN, "--repeat", "5", "--json", self.path("measured.json"), "-q")
        self.old = self.load("measured.json")
        noise = [1.0, 1.01, 0.99, 1.005, 0.995]
        for row in self.old["rows"]:
            ns = self.TIMES.get(row["name"], 1e4) if row["pass"] else 1e5
            ns = 2e6 if row["name"] == "step" else ns
            row["ns"] = row["quiet_ns"] = [ns * n for n in noise]

    def compare(self, change, *arguments):
        """Changes the times of each row by change(row) and compares with those before."""
        new = copy.deepcopy(self.old)
        for row in new["rows"]:
            row["quiet_ns"] = [ns * change(row) for ns in reversed(row["quiet_ns"])]
        return scree("--from", self.save("new.json", new), "--baseline", self.save("old.json", self.old), *arguments)

    def named(self, out, word):
        return [line.split()[2].rstrip(":") for line in out.splitlines() if line.startswith(word)]

    def test_the_same_times_name_nothing(self):
        status, out, err = self.compare(lambda row: 1.0)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("Nothing got slower or faster", out)

    def test_a_slower_kernel_is_named_and_nothing_else(self):
        for kernel in "solve_contacts", "narrow_box_box":
            status, out, _ = self.compare(lambda row: 1.5 if row["name"] == kernel else 1.0)
            self.assertEqual(status, 1)
            self.assertEqual(self.named(out, "SLOWER"), [kernel])
            self.assertEqual(self.named(out, "faster"), [])
            self.assertIn("1.50 times", out)

    def test_the_verdict_is_said_even_if_quiet(self):
        status, out, _ = self.compare(lambda row: 1.5 if row["name"] == "solve_contacts" else 1.0, "-q")
        self.assertEqual(status, 1)
        self.assertEqual(self.named(out, "SLOWER"), ["solve_contacts"])
        self.assertNotIn("GB/s", out)

    def test_what_lies_between_the_stages_hides_no_slow_machine(self):
        for row in self.old["rows"]:
            if row["name"] == "step":
                row["ns"] = row["quiet_ns"] = [100 * ns for ns in row["ns"]]
        self.assertIn("Nearly everything took 1.40 times as long", self.compare(lambda row: 1.4)[1])

    def test_a_run_compares_with_a_file(self):
        # Against a baseline a thousand times as slow and one a thousand times as fast.
        for factor, word in (1e3, "of the time"), (1e-3, "times as long"):
            base = self.load("measured.json")
            for row in base["rows"]:
                row["quiet_ns"] = [ns * factor for ns in row["quiet_ns"]]
            self.save("base.json", base)
            _, out, err = scree(*RUN, "--repeat", "2", "--baseline", self.path("base.json"))
            self.assertEqual(err, "")
            self.assertIn(word, out)


class Refusing(Files):
    def setUp(self):
        super().setUp()
        scree(*RUN, "--repeat", "2", "--json", self.path("good.json"), "-q")
        self.good = self.load("good.json")

    def refuse(self, *arguments, word=""):
        status, out, err = scree(*arguments)
        self.assertEqual((status, out), (2, ""), arguments)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertTrue(err.startswith("scree: "), err)
        self.assertIn(word, err)

    def refuse_file(self, content, word=""):
        path = self.save("broken.json", content)
        self.refuse(*RUN, "--baseline", path, word=word)
        self.refuse("--from", path, word=word)

    def changed(self, change):
        value = copy.deepcopy(self.good)
        change(value)
        return value

    def test_files_that_are_no_profiles(self):
        text = json.dumps(self.good)
        self.refuse(*RUN, "--baseline", self.path("none.json"), word="No such file")
        self.refuse(*RUN, "--baseline", self.folder, word="cannot be read")
        self.refuse_file(b"", "not JSON")
        self.refuse_file(text[: len(text) // 2], "not JSON")
        self.refuse_file(text + "x", f"byte {len(text)}")
        self.refuse_file(text.encode() + b"\0{}", "not JSON")
        self.refuse_file(bytes(range(256)), "not JSON")
        self.refuse_file("[" * 100000, "not JSON")
        for other in "{}", "[]", "3", "null", '"scree profile 1"', '{"format": 1}', '{"format": "scree profile 2"}':
            self.refuse_file(other, "not what `scree profile --json` writes")
        self.refuse_file(b" " * ((16 << 20) + 1), "larger")

    def test_profiles_with_a_broken_field(self):
        def put(*path_and_value):
            *path, name, value = path_and_value

            def change(profile):
                for key in path:
                    profile = profile[key]
                profile[name] = value

            return change

        def drop(*path):
            def change(profile):
                for key in path[:-1]:
                    profile = profile[key]
                del profile[path[-1]]

            return change

        changes = [drop("setting"), drop("rows"), drop("repeats"), put("rows", {}), put("rows", []), put("setting", 3),
                   put("repeats", 0), put("repeats", 3), put("repeats", 1e9), put("repeats", -1), put("repeats", "2"),
                   put("rows", 0, 7), put("rows", 0, "ns", []), put("rows", 0, "ns", 5),
                   put("rows", 0, "quiet_ns", [1.0]), drop("rows", 1, "quiet_ns"), put("rows", 0, "ns", ["1", "2"]), put("rows", 0, "ns", [-1.0, 1.0]), put("rows", 0, "ns", [1e99, 1]),
                   put("rows", 0, "name", "x" * 5000), put("rows", 0, "name", "\x1b[31m"), put("rows", 0, "name", None),
                   put("rows", 0, "pass", 1), put("rows", 0, "fraction", 2), put("rows", 0, "items", None),
                   put("rows", 0, "bytes", "many"), put("setting", "size", 1e300), put("setting", "steps", None),
                   put("setting", "scene", "a/b"), put("setting", "sleep", 1), drop("setting", "simd"), drop("rows", 0)]
        changes += [lambda p: p["rows"].append(copy.deepcopy(p["rows"][1])),
                    lambda p: p["rows"].extend(dict(p["rows"][1], name=f"r{i}") for i in range(1000))]
        for i, change in enumerate(changes):
            with self.subTest(change=i):
                self.refuse_file(self.changed(change), "is no profile of scree")
        self.refuse_file(json.dumps(self.good).replace('"repeats": 2', '"repeats": 1e999'), "is no profile of scree")

    def test_another_setting_cannot_be_compared(self):
        good = self.path("good.json")
        self.refuse("ramp", "--steps", "40", "--warmup", "5", "--baseline", good, word="scene is tower_50, not ramp")
        self.refuse("tower_50", "--steps", "41", "--warmup", "5", "--baseline", good, word="number of steps is 40")
        self.refuse("tower_50", "--steps", "40", "--warmup", "6", "--baseline", good, word="warm-up is 5, not 6")
        self.refuse(*RUN, "--size", "49", "--baseline", good, word="size is 50, not 49")
        self.refuse(*RUN, "--sleep", "--baseline", good, word="sleeping is off, not on")
        early = self.save("early.json", self.changed(lambda p: p["setting"].pop("sleep")))
        self.refuse(*RUN, "--sleep", "--baseline", early, word="sleeping is off, not on")
        self.save("scalar.json", self.changed(lambda p: p["setting"].update(simd="scalar")))
        self.refuse(*RUN, "--simd", "sse2", "--baseline", self.path("scalar.json"), word="instruction set is scalar")

    def test_nothing_is_written_before_the_baseline_is_found_fit(self):
        self.save("out.json", "kept")
        self.refuse(*RUN, "--baseline", self.path("none.json"), "--json", self.path("out.json"))
        self.refuse("ramp", "--baseline", self.path("good.json"), "--json", self.path("out.json"))
        with open(self.path("out.json")) as file:
            self.assertEqual(file.read(), "kept")

    def test_arguments_that_make_no_sense(self):
        good = self.path("good.json")
        self.refuse(word="say which scene")
        self.refuse("towr_50", word="did you mean")
        self.refuse("tower_50", "ramp", word="one scene at a time")
        self.refuse("tower_50", "--steps", "5", word="--steps")
        self.refuse("tower_50", "--repeat", "0", word="--repeat")
        self.refuse("tower_50", "--repeat", "101", word="--repeat")
        self.refuse("tower_50", "--size", "1000000", word="--size")
        self.refuse("tower_50", "--simd", "mmx", word="mmx")
        self.refuse("tower_50", "--json", "-", "--trace", "-", word="stdout")
        self.refuse("tower_50", "--from", good, word="--from")
        self.refuse("--from", good, "--trace", self.path("t.json"), word="--trace")
        self.refuse("tower_50", "--json", self.folder, word="cannot write")
        for option, value in (("--baseline", good), ("--trace", self.path("t.json")), ("--threads", "2")):
            self.refuse("tower_50", "--scaling", option, value, word=option)

    def test_a_baseline_may_be_overwritten_by_the_new_profile(self):
        status, _, err = scree(*RUN, "--repeat", "2", "--baseline", self.path("good.json"), "--json",
                               self.path("good.json"))
        self.assertIn(status, (0, 1))
        self.assertEqual(err, "")
        self.assertNotEqual(self.load("good.json")["rows"], self.good["rows"])


unittest.main()
