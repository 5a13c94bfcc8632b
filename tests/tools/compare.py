"""`scree compare` and `scree engines`: tables, JSON, the page, time limits, and what is refused.

Usage: compare.py SCREE charts|no-charts

No test here depends on how long anything takes: what is said of times is computed again from the steps in the JSON.
"""

import json
import math
import os
import re
import statistics
import sys
import unittest

from command import Folder, on_one_core, scree
from page_reader import NODE, PageReader, draw

HAS_CHARTS = sys.argv.pop(1) == "charts"
ENGINES = ",".join(re.findall(r"^(\S+)\n  version", scree("engines")[1], re.MULTILINE))
STACK = ["stack", "--engines", "scree,reference", "--repeat", "3", "--steps", "30"]


class Reports(Folder):
    def compare(self, *arguments):
        return self.read_json("compare", *arguments)


def verdict_of(ratios):
    """The rule of engines/verdict.h, told again."""
    if len(ratios) < 3:
        return "none"
    low, high = math.log(min(ratios)), math.log(max(ratios))
    half = 0.5 * (high - low)
    if low - half > math.log(1.05):
        return "faster"
    return "slower" if high + half < -math.log(1.05) else "none"


class Numbers(Reports):
    def check_spread(self, spread, values):
        self.assertAlmostEqual(spread["median"], statistics.median(values))
        self.assertAlmostEqual(spread["min"], min(values))
        self.assertAlmostEqual(spread["max"], max(values))

    def test_every_figure_of_time_follows_from_the_steps_of_the_runs(self):
        report = self.compare(*STACK)
        (scene,) = report["scenes"]
        for row in scene["engines"]:
            self.assertEqual(len(row["runs"]), 3)
            for run in row["runs"]:
                self.assertEqual(len(run["ms"]), 30)
                rest = run["ms"][1:]
                # Steps are written to a tenth of a microsecond.
                self.assertAlmostEqual(run["first_ms"], run["ms"][0], delta=1e-4)
                self.assertAlmostEqual(run["mean_ms"], statistics.mean(rest), delta=1e-4)
                self.assertAlmostEqual(run["median_ms"], statistics.median(rest), delta=1e-4)
                self.assertAlmostEqual(run["max_ms"], max(rest), delta=1e-4)
            for name in ("first_ms", "mean_ms", "median_ms", "p99_ms", "max_ms", "build_ms"):
                self.check_spread(row[name], [run[name] for run in row["runs"]])

    def test_ratios_are_of_runs_of_the_same_round_and_the_verdict_follows_from_them(self):
        report = self.compare(*STACK)
        own, other = report["scenes"][0]["engines"]
        self.assertNotIn("against_subject", own)
        against = other["against_subject"]
        self.assertEqual(against["subject"], "scree")
        for name, figure in (("ratios", "mean_ms"), ("median_ratios", "median_ms")):
            for ratio, a, b in zip(against[name], other["runs"], own["runs"], strict=True):
                self.assertAlmostEqual(ratio, a[figure] / b[figure])
            self.check_spread(against[name[:-1]], against[name])
        by_mean, by_median = verdict_of(against["ratios"]), verdict_of(against["median_ratios"])
        self.assertEqual(against["subject_is"], by_mean if by_mean == by_median else "none")
        (summary,) = report["summary"]
        self.assertEqual(summary["scenes"], 1)
        self.assertAlmostEqual(summary["geometric_mean_ratio"], against["ratio"]["median"])

    def test_two_rounds_give_no_verdict(self):
        report = self.compare("stack", "--engines", "scree,reference", "--repeat", "2", "--steps", "30")
        against = report["scenes"][0]["engines"][1]["against_subject"]
        self.assertEqual(len(against["ratios"]), 2)
        self.assertEqual(against["subject_is"], "none")
        self.assertIn("no verdict", against["sentence"])

    def test_every_round_has_another_order(self):
        report = self.compare(*STACK, "--engines", "scree,reference,scree:scalar")
        rows = report["scenes"][0]["engines"]
        orders = []
        for turn in range(3):
            orders.append(tuple(row["runs"][turn]["place"] for row in rows))
            self.assertEqual(sorted(orders[-1]), [1, 2, 3])
        self.assertEqual(len(set(orders)), 3)
        self.assertEqual({order.index(1) for order in orders}, {0, 1, 2})
        rows = self.compare(*STACK)["scenes"][0]["engines"]
        self.assertEqual([[run["place"] for run in row["runs"]] for row in rows], [[1, 2, 1], [2, 1, 2]])

    def test_work_and_quality_are_those_of_the_scene_on_every_engine(self):
        (scene,) = self.compare("stack", "--engines", "scree,reference", "--repeat", "1", "--size", "6")["scenes"]
        self.assertEqual((scene["bodies"], scene["dynamic_bodies"], scene["size"]), (7, 6, 6))
        for row in scene["engines"]:
            (run,) = row["runs"]
            counts, quality = run["counts"], run["quality"]
            self.assertEqual((counts["bodies"], counts["shapes"]), (scene["bodies"], scene["shapes"]))
            self.assertEqual((counts["contacts"], counts["touching"]), (6, 6))
            self.assertAlmostEqual(counts["mass"], scene["dynamic_mass"], places=3)
            self.assertEqual(quality["escaped"], 0)
            self.assertTrue(0.0 < quality["overlap_mean"] <= quality["overlap_p99"] <= quality["overlap_max"] < 0.02)
            self.assertEqual(len(quality["kinetic_energy"]), len(quality["sample_steps"]))
            self.assertEqual(quality["sample_steps"][-1], scene["steps"])
            self.assertEqual(row["quality"]["kinetic_energy"], quality["kinetic_energy"][-1])

    def test_bodies_sleep_if_asked_or_if_the_scene_says_so(self):
        engines = ["--engines", ENGINES, "--repeat", "1", "--steps", "90"]
        for scene, more, sleep, bodies in (["stack", [], False, 0], ["stack", ["--sleep"], True, 4],
                                           ["sleepers", [], True, 4]):
            report = self.compare(scene, "--size", "4", *engines, *more)
            (entry,) = report["scenes"]
            self.assertEqual((report["sleep"], entry["sleep"]), (bool(more), sleep))
            for row in entry["engines"]:
                asleep = row["runs"][0]["counts"]["asleep"]
                self.assertEqual(asleep, 0 if row["engine"] == "reference" else bodies, (scene, row["engine"]))
            _, out, _ = scree("compare", scene, "--size", "4", *engines, *more)
            self.assertEqual("Bodies may fall asleep, by each engine's own rules.\n" in out, bool(more))
            self.assertEqual("\nSleeping is off but in scenes that say so.\n" in out, not more)
            self.assertEqual("substeps, sleeping on\n" in out, sleep)
            self.assertEqual(f"\nasleep at the end: scree {bodies}, reference 0" in out, sleep)

    def test_instruction_sets_and_rounds_of_scree_end_in_the_same_bits(self):
        report = self.compare("stack", "--engines", "scree:scalar,scree", "--repeat", "2", "--steps", "60")
        rows = report["scenes"][0]["engines"]
        self.assertEqual([engine["name"] for engine in report["engines"]], ["scree:scalar", "scree"])
        self.assertEqual(report["engines"][0]["simd"], "scalar")
        self.assertEqual(len({run["poses_hash"] for row in rows for run in row["runs"]}), 1)
        self.assertTrue(all(row["same_end_in_every_round"] for row in rows))

    def test_only_scree_tells_its_stages(self):
        # They take time to measure, so only if they are asked for.
        own, _ = self.compare(*STACK)["scenes"][0]["engines"]
        self.assertEqual(own["stages_ms"], {})
        own, other = self.compare(*STACK, "--stages")["scenes"][0]["engines"]
        self.assertIn("solve_substeps", own["stages_ms"])
        self.assertEqual(other["stages_ms"], {})
        for run in own["runs"]:
            self.assertLessEqual(sum(run["stages_ms"].values()), run["mean_ms"])

    def test_the_context_is_complete(self):
        report = self.compare(*STACK)
        for name in ("commit", "compiler", "flags", "build_type", "cpu", "simd", "system", "date"):
            self.assertTrue(report["context"][name], name)
        for engine in report["engines"]:
            for name in ("version", "build", "notes"):
                self.assertTrue(engine[name], name)
            self.assertEqual(engine["threads"], 1)

    def test_threads_are_those_that_run_not_those_asked_for(self):
        on_one_core(self)
        status, _, errors = scree("compare", "stack", "--engines", "scree,scree:scalar", "--steps", "3", "--threads", "3",
                                  "-q", "--json", self.path("c.json"))
        self.assertEqual((status, errors), (0, "scree: of 3 threads 1 run: no more than cores\n"))
        with open(self.path("c.json")) as file:
            self.assertEqual([engine["threads"] for engine in json.load(file)["engines"]], [1, 1])

    def test_a_run_out_of_time_says_so_and_gets_no_ratio(self):
        report = self.compare("large_pyramid", "--engines", "scree,reference", "--size", "20", "--steps", "400",
                              "--limit", "0.0001")
        for row in report["scenes"][0]["engines"]:
            (run,) = row["runs"]
            self.assertTrue(run["timed_out"])
            self.assertFalse(row["complete"])
            self.assertTrue(0 < run["steps"] < 400)
            self.assertEqual(len(run["ms"]), run["steps"])
        against = report["scenes"][0]["engines"][1]["against_subject"]
        self.assertEqual(against["ratios"], [])
        self.assertRegex(against["sentence"], "no ratio against reference: scree was stopped after")
        self.assertIsNone(report["summary"][0]["geometric_mean_ratio"])

    def test_all_runs_each_scene_or_says_why_not(self):
        report = self.compare("all", "--engines", "scree", "--size", "small", "--repeat", "1", "--steps", "2")
        _, listed, _ = scree("scenes")
        names = [line.split()[0] for line in listed.split("\n\n")[0].splitlines()[1:]]
        run = [scene["scene"] for scene in report["scenes"]]
        left_out = {entry["scene"]: entry["reason"] for entry in report["left_out"]}
        self.assertEqual(sorted(run + list(left_out)), sorted(names))
        self.assertIn("pile", run)
        self.assertTrue(all(left_out.values()))


class Words(Reports):
    def test_the_table_has_a_row_for_each_engine_and_a_sentence_for_each_pair(self):
        status, out, err = scree("compare", *STACK)
        self.assertEqual((status, err), (0, ""))
        lines = out.splitlines()
        self.assertLessEqual(max(map(len, lines)), 120)
        for engine in ("scree", "reference"):
            self.assertEqual(len([line for line in lines if line.split()[:1] == [engine]]), 3, out)
        self.assertRegex(out, r"\n- (no verdict against reference|scree (is|takes) .* times as)")

    def test_json_on_stdout_sends_the_table_to_stderr(self):
        status, out, err = scree("compare", *STACK, "--json", "-")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out)["rounds"], 3)
        self.assertIn("stack:", err)

    def test_an_engine_takes_settings_of_its_own(self):
        report = self.compare("stack", "--engines", "scree:substeps=8,contact_hertz=60,scree,reference:substeps=8",
                              "--repeat", "1", "--steps", "60")
        self.assertEqual([(e["name"], e["substeps"], e["contact_hertz"]) for e in report["engines"]],
                         [("scree:substeps=8,contact_hertz=60", 8, 60), ("scree", 0, 0), ("reference:substeps=8", 8, 0)])
        stiff, plain, _ = report["scenes"][0]["engines"]
        self.assertLess(stiff["quality"]["overlap_mean"], 0.8 * plain["quality"]["overlap_mean"])

    def test_scree_takes_a_solver(self):
        report = self.compare("stack", "--engines", "scree,scree:solver=pgs,scree:solver=pgs,substeps=4", "--repeat", "1",
                              "--steps", "60")
        self.assertEqual([(e["solver"], e["substeps"]) for e in report["engines"]], [(None, 0), ("pgs", 0), ("pgs", 4)])
        hashes = [row["runs"][0]["poses_hash"] for row in report["scenes"][0]["engines"]]
        self.assertEqual(len(set(hashes)), 3)

    def test_engines_lists_what_compare_takes(self):
        status, out, _ = scree("engines")
        self.assertEqual(status, 0)
        self.assertTrue(out.startswith("scree\n"))
        self.assertIn("\nreference\n", out)
        for name in ("box2d-2.4", "box2d-3", "chipmunk"):
            self.assertIn(f"\n{name}\n", out)
            present = f"\n{name}\n  version" in out
            status, _, err = scree("compare", "stack", "--engines", name, "--steps", "2", "--repeat", "1", "-q")
            self.assertEqual(status, 0 if present else 2, err)


class Pages(Reports):
    def write(self, *arguments):
        """Runs quietly; returns the path of the page and what the JSON says."""
        files = ("--html", self.path("c.html"), "--json", self.path("c.json"))
        status, out, err = scree("compare", *arguments, "-q", *files)
        self.assertEqual((status, out, err), (0, "", ""))
        with open(self.path("c.json"), encoding="utf-8") as file:
            self.json = file.read()
        return self.path("c.html"), json.loads(self.json)


class Written(Pages):
    """The page as it is written."""

    def test_it_loads_nothing(self):
        reader = PageReader(self.write(*STACK)[0])
        self.assertEqual(reader.loads, [])
        self.assertTrue(reader.policy.startswith("default-src 'none'"))
        style = reader.text[reader.text.index("<style>"):reader.text.index("</style>")]
        self.assertNotRegex(style, r"url\(|@import")
        self.assertNotRegex(reader.text, r"@(data|style|page|compare|lab|chart_library)@")
        self.assertEqual("Released under the MIT License" in reader.text, HAS_CHARTS)

    def test_its_data_is_the_json_and_no_text_ends_it_early(self):
        reader = PageReader(self.write(*STACK)[0])
        self.assertNotIn("<", reader.data)
        self.assertEqual(reader.data.replace("\\u003c", "<"), self.json.rstrip("\n"))


@unittest.skipUnless(NODE, "no node here to run the page's scripts")
class Drawn(Pages):
    """The page once its scripts have run."""

    def cells(self, drawn, title, engine):
        """Of the row of an engine in the first table with that column."""
        begin = next(place for place, row in enumerate(drawn["rows"]) if title in row)
        columns, row = drawn["rows"][begin], next(row for row in drawn["rows"][begin:] if row[0] == engine)
        return dict(zip(columns, row, strict=True))

    def check_fixed(self, text, value, digits):
        """Rounded either way where it lies in the middle."""
        self.assertRegex(text, rf"^\d+\.\d{{{digits}}}$")
        self.assertAlmostEqual(float(text), value, delta=0.5001 * 10 ** -digits)

    def test_the_tables_show_the_figures_of_the_json(self):
        path, report = self.write("stack", "--engines", "scree,reference", "--repeat", "3", "--steps", "120")
        drawn = draw(path)
        self.assertEqual(drawn["title"], "scree compared with other engines")
        (scene,) = report["scenes"]
        self.assertIn("stack", drawn["ids"])
        self.assertIn(["Processor", f"{report['context']['cpu']}, {report['context']['processors']} online"],
                      drawn["rows"])
        for row in scene["engines"]:
            spread = row["mean_ms"]
            times = self.cells(drawn, "mean, ms", row["engine"])
            said = re.fullmatch(r"(\d+\.\d{4})(\d+\.\d{4}) to (\d+\.\d{4})", times["mean, ms"])
            for text, name in zip(said.groups(), ("median", "min", "max"), strict=True):
                self.check_fixed(text, spread[name], 4)
            for title, name, digits in (("p99, ms", "p99_ms", 4), ("largest, ms", "max_ms", 4),
                                        ("first step, ms", "first_ms", 3), ("building, ms", "build_ms", 2)):
                self.check_fixed(times[title], row[name]["median"], digits)
            quality = self.cells(drawn, "escaped", row["engine"])
            for title, name in (("overlap mean, mm", "overlap_mean"), ("overlap p99, mm", "overlap_p99"),
                                ("overlap max, mm", "overlap_max"), ("drift down, mm", "top_drop"),
                                ("drift sideways, mm", "side_drift")):
                self.check_fixed(quality[title], 1e3 * row["quality"][name], 3)
            self.assertEqual(quality["escaped"], "0")
            work = self.cells(drawn, "rounds agree", row["engine"])
            self.assertEqual(work["contacts"], str(row["runs"][0]["counts"]["contacts"]))
            self.assertEqual(work["rounds agree"], "yes")
            self.assertEqual(work["asleep"], "0")
        self.assertTrue(any("Sleeping is off everywhere." in text for text in drawn["texts"]))
        path, _ = self.write("stack", "--size", "2", "--repeat", "1", "--steps", "2", "--sleep")
        self.assertTrue(any("Bodies may fall asleep, by each engine's own rules." in text
                            for text in draw(path)["texts"]))
        against = scene["engines"][1]["against_subject"]
        self.assertTrue(any(text.startswith(against["sentence"] + ".") for text in drawn["texts"]))

    def test_the_verdict_and_what_is_worse_are_marked(self):
        path, report = self.write(*STACK)
        (own, other) = report["scenes"][0]["engines"]
        against = other["against_subject"]
        against.update(subject_is="slower", subject_is_worse_in=["top_drop"], quality_sentence="scree is worse")
        drawn = draw(self.with_data(path, report))
        worse = ["worse", f"{1e3 * own['quality']['top_drop']:.3f}"]
        self.assertEqual([mark for mark in drawn["marked"] if mark[0] == "worse"], [worse])
        self.assertIn(["poor", "scree is worse."], drawn["marked"])
        self.assertEqual(len([mark for mark in drawn["marked"] if mark[0] == "poor"]), 2)

    def with_data(self, path, report):
        """The same page with other data."""
        reader = PageReader(path)
        with open(self.path("changed.html"), "w", encoding="utf-8") as file:
            file.write(reader.text.replace(reader.data, json.dumps(report).replace("<", "\\u003c")))
        return self.path("changed.html")

    def test_texts_of_the_machine_stay_texts(self):
        path, report = self.write(*STACK)
        name = "</script><img src=x onerror=alert(1)> & \u2028"
        report["context"]["cpu"] = report["engines"][1]["notes"] = name
        changed = self.with_data(path, report)
        self.assertEqual(PageReader(changed).loads, [])
        drawn = draw(changed)
        self.assertTrue(any(row[0] == "Processor" and row[1].startswith(name) for row in drawn["rows"]))
        self.assertTrue(any(row[-1] == name for row in drawn["rows"]))

    def test_cells_that_narrow_windows_stack_have_the_titles_of_their_columns(self):
        path, report = self.write(*STACK)
        cells = draw(path)["stacked"]
        titles = ["version and build", "threads", "how the scene's settings are mapped"]
        self.assertEqual([title for title, _ in cells], titles * len(report["engines"]))
        notes = [engine["notes"] for engine in report["engines"]]
        self.assertTrue(any("`" in text for text in notes))
        self.assertEqual([text for _, text in cells[2::3]], [text.replace("`", "") for text in notes])

    def test_all_scenes_have_a_section_and_a_row_and_what_was_left_out_is_named(self):
        path, report = self.write("all", "--engines", "scree,reference", "--size", "small", "--repeat", "1", "--steps",
                                  "12")
        drawn = draw(path)
        for scene in report["scenes"]:
            self.assertIn(scene["scene"], drawn["ids"])
            self.assertTrue(any(row[0] == scene["scene"] for row in drawn["rows"]))
        for one in report["left_out"]:
            self.assertIn(f"Left out: {one['scene']}, {one['reason']}.", drawn["texts"])
        self.assertTrue(any(row[0] == "geometric mean" for row in drawn["rows"]))
        if HAS_CHARTS:
            labels = drawn["charts"]["summary"]["data"]["labels"]
            self.assertEqual(labels, [scene["scene"] for scene in report["scenes"]])

    @unittest.skipUnless(HAS_CHARTS, "this build has no Chart.js")
    def test_charts_show_the_steps_of_the_runs(self):
        path, _ = self.write(*STACK)
        self.assertNotIn("stages-stack", draw(path)["charts"])
        path, report = self.write(*STACK, "--stages")
        charts = draw(path)["charts"]
        self.assertEqual(set(charts), {f"{kind}-stack" for kind in ("time", "energy", "stages", "overlap")})
        rows = report["scenes"][0]["engines"]
        sets = charts["time-stack"]["data"]["datasets"]
        for row, (low, high, middle) in zip(rows, zip(sets[0::3], sets[1::3], sets[2::3]), strict=True):
            self.assertEqual(middle["label"], row["engine"])
            for drawn, rule in ((low, min), (middle, statistics.median), (high, max)):
                times = [rule(step) for step in zip(*(run["ms"][1:] for run in row["runs"]))]
                self.assertEqual([point["x"] for point in drawn["data"]], list(range(2, 31)))
                for point, time in zip(drawn["data"], times, strict=True):
                    self.assertAlmostEqual(point["y"], time)
        energy = charts["energy-stack"]["data"]["datasets"][1]["data"]
        quality = rows[1]["runs"][0]["quality"]
        self.assertEqual([point["x"] for point in energy], quality["sample_steps"])
        self.assertEqual([point["y"] for point in energy], quality["kinetic_energy"])
        (stages,) = charts["stages-stack"]["data"]["datasets"]
        self.assertEqual(stages["data"], list(rows[0]["stages_ms"].values()))
        self.assertEqual(charts["overlap-stack"]["data"]["datasets"][0]["data"][2],
                         1e3 * rows[0]["quality"]["overlap_max"])

    def test_without_chart_js_the_tables_are_there_and_a_sentence_says_why_charts_are_not(self):
        path, _ = self.write(*STACK)
        with open(path, encoding="utf-8") as file:
            parts = file.read().split("<script>")
        with open(path, "w", encoding="utf-8") as file:
            file.write("<script>".join(part for part in parts if "Chart.js v" not in part))
        drawn = draw(path)
        self.assertEqual((drawn["charts"], drawn["ids"]), ({}, ["stack"]))
        self.assertIn("without Chart.js", drawn["texts"][0])
        self.cells(drawn, "mean, ms", "reference")

    def test_runs_without_times_have_no_figures_of_time(self):
        path, _ = self.write("large_pyramid", "--engines", "scree,reference", "--size", "20", "--steps", "400",
                             "--limit", "0.0001")
        drawn = draw(path)
        self.assertEqual(set(self.cells(drawn, "mean, ms", "scree").values()), {"scree", "–"})
        self.assertEqual(drawn["charts"], {})


class Refusals(Reports):
    def test_bad_arguments_are_refused_in_one_line_before_anything_runs(self):
        self.check_refusals(["compare"], (
            ([], "scene"), (["nosuch"], "nosuch"), (["stack", "pile"], "one too many"),
            (["stack", "--engines", ",".join(["scree"] * 3)], "twice"), (["all", "--size", "10"], "--size"),
            (["stack", "--json", "-", "--html", "-"], "both"), (["stack", "--json", "/"], "cannot write"),
        ), {
            "--engines": {
                "nosuch": "nosuch", "scree,": "commas", "": "commas", "scree,scree": "twice", "scree:nosuch": "nosuch",
                "reference:avx2": "only scree", "substeps=3": "before any engine", "scree:substeps=0": "1 to 64",
                "scree:iterations=3": "iterations", "scree:contact_hertz=nan": "nan", "scree:solver=fast": "fast",
                "reference:solver=pgs": "only scree takes a solver", "scree:substeps=3,scree,substeps=3": "twice",
                "scree:substeps=3" + ",contact_hertz=30" * 4: "too long", "s" * 80: "names"
            },
            "--repeat": "0 101", "--steps": "1", "--size": "0 large 999999999", "--threads": "0 256",
            "--limit": "0 nan",
        })

    def test_a_full_disk_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        status, _, err = scree("compare", *STACK, "-q", "--json", "/dev/full")
        self.assertEqual(status, 1)
        self.assertIn("cannot write", err)


unittest.main()
