"""`scree lab`: what it runs, its table, JSON, page, and what is refused.

Usage: lab.py SCREE charts|no-charts

No test here depends on how long anything takes: what is said of times is computed again from the JSON.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import unittest

from command import SCREE, Folder, scree
from page_reader import NODE, PageReader, draw

HAS_CHARTS = sys.argv.pop(1) == "charts"
SOLVERS = ["soft_step", "pgs", "pgs_split", "projection"]
SHORT = ["--steps", "40", "--repeat", "1"]


def figure_text(value):
    """Three digits, two of what is very large or small."""
    size = abs(value)
    if size >= 1e5 or 0 < size < 1e-3:
        return f"{value:.1e}"
    return f"{value:.0f}" if size >= 1e3 else f"{value:.3g}"


class Reports(Folder):
    def lab(self, *arguments):
        return self.read_json("lab", *arguments)


class Sweeps(Reports):
    def values(self, text, *arguments):
        name = text.split("=")[0]
        return self.lab("stack", *SHORT, "--size", "2", "--sweep", text, *arguments)["sweeps"][name]

    def test_ranges_are_doubled_unless_they_are_short(self):
        for text, values in (
            ("iterations=1..32", [1, 2, 4, 8, 16, 32]), ("iterations=1..4", [1, 2, 3, 4]), ("iterations=3", [3]),
            ("iterations=5..8", [5, 6, 7, 8]), ("iterations=1..20", [1, 2, 4, 8, 16, 20]),
            ("iterations=4,1,2,4", [1, 2, 4]), ("iterations=1..4,10", [1, 2, 3, 4, 10]),
            ("substeps=1..8", [1, 2, 4, 8]), ("erp=0.1..0.8", [0.1, 0.2, 0.4, 0.8]),
            ("slop=0,0.005", [0, 0.005]), ("warm_starting=0..1", [0, 1]),
        ):
            self.assertEqual(self.values(text), values, text)

    def test_by_default_all_solvers_take_1_to_32_and_soft_step_takes_them_as_substeps(self):
        report = self.lab("stack", *SHORT)
        self.assertEqual(report["axis"], "iterations")
        self.assertEqual([one["solver"] for one in report["cases"]], [name for name in SOLVERS for _ in range(6)])
        for one in report["cases"]:
            own = "substeps" if one["solver"] == "soft_step" else "iterations"
            self.assertEqual(one["x"], one[own])
            self.assertEqual(one["iterations"] is None, own == "substeps")
            self.assertEqual(one["substeps"], one["x"] if own == "substeps" else 1)
            self.assertTrue(one["warm_starting"])

    def test_two_sweeps_make_every_combination_that_a_solver_can_tell_apart(self):
        report = self.lab("stack", *SHORT, "--sweep", "erp=0.1,0.2", "--sweep", "iterations=1,2,4")
        self.assertEqual(report["axis"], "iterations")
        counts = {name: len([one for one in report["cases"] if one["solver"] == name]) for name in SOLVERS}
        self.assertEqual(counts, {"soft_step": 3, "pgs": 6, "pgs_split": 6, "projection": 3})
        pairs = [(round(one["erp"], 3), one["x"]) for one in report["cases"] if one["solver"] == "pgs"]
        self.assertEqual(pairs, [(erp, x) for erp in (0.1, 0.2) for x in (1, 2, 4)])
        names = {one["series"] for one in report["cases"]}
        self.assertEqual(names, {"soft_step", "pgs, erp 0.1", "pgs, erp 0.2", "pgs_split, erp 0.1",
                                 "pgs_split, erp 0.2", "projection"})

    def test_settings_change_the_run_and_the_rest_stays_as_a_world_has_it(self):
        report = self.lab("mass_ratio", *SHORT, "--solvers", "projection", "--sweep", "position_correction=0.2,0.8")
        low, high = report["cases"]
        self.assertEqual((low["iterations"], low["substeps"]), (10, 1))
        self.assertAlmostEqual(low["slop"], 0.005)
        self.assertIsNone(low["erp"])
        self.assertNotEqual(low["samples"]["overlap_mean"], high["samples"]["overlap_mean"])

    def test_what_a_solver_does_not_read_is_run_once_and_has_no_place_on_the_axis(self):
        report = self.lab("stack", *SHORT, "--sweep", "erp=0.1,0.2,0.3")
        soft = [one for one in report["cases"] if one["solver"] == "soft_step"]
        self.assertEqual([one["x"] for one in soft], [None])
        self.assertEqual(soft[0]["substeps"], 4)


class Figures(Reports):
    def test_figures_follow_from_the_samples_and_times_from_the_rounds(self):
        report = self.lab("stack", "--steps", "60", "--repeat", "3", "--sweep", "iterations=2,8")
        for one in report["cases"]:
            samples = one["samples"]
            self.assertEqual(samples["step"], [*range(7, 57, 7), 60])
            late = slice(4, 9)
            squares = [value * value for value in samples["residual_rms"][late]]
            for name, expected in (
                ("residual_rms", math.sqrt(statistics.mean(squares))),
                ("residual_max", max(samples["residual_max"][late])),
                ("overlap_mean", statistics.mean(samples["overlap_mean"][late])),
                ("overlap_max", max(samples["overlap_max"][late])),
                ("drop", max(samples["drop"])),
                ("side", max(samples["side"])),
                ("energy", statistics.mean(samples["kinetic_energy"][late])),
            ):
                self.assertAlmostEqual(one[name], expected, delta=1e-9 + 1e-6 * expected, msg=name)
            self.assertGreater(one["residual_max"], 0.0)
            self.assertGreater(one["drop"], 0.0)
            self.assertEqual(len(one["ms"]["rounds"]), 3)
            self.assertAlmostEqual(one["ms"]["median"], statistics.median(one["ms"]["rounds"]))
            self.assertAlmostEqual(one["ms"]["min"], min(one["ms"]["rounds"]))

    def test_the_cheapest_setting_is_the_fastest_of_those_that_stand(self):
        report = self.lab("stack", "--steps", "300", "--repeat", "2")
        self.assertAlmostEqual(report["bound"], 0.05 * 9.5)
        cases = report["cases"]
        for one in cases:
            stands = one["drop"] < report["bound"] and one["side"] < report["bound"] and one["escaped"] == 0
            self.assertEqual(one["stands"], stands)
        self.assertEqual({one["stands"] for one in cases}, {True, False})
        standing = [one for one in cases if one["stands"]]
        for solver in SOLVERS:
            place = report["cheapest"][solver]
            own = [one["ms"]["median"] for one in standing if one["solver"] == solver]
            self.assertEqual(cases[place]["ms"]["median"], min(own))
            self.assertEqual(cases[place]["solver"], solver)
        self.assertEqual(cases[report["best"]]["ms"]["median"], min(one["ms"]["median"] for one in standing))

    def test_a_tall_pile_has_fallen_when_its_top_is_half_a_box_away(self):
        report = self.lab("large_pyramid", "--size", "12", *SHORT, "--sweep", "iterations=8")
        self.assertAlmostEqual(report["bound"], 0.5)

    def test_nothing_stands_where_nothing_can(self):
        report = self.lab("stack", "--steps", "300", "--repeat", "1", "--solvers", "pgs,projection", "--sweep",
                          "iterations=1")
        self.assertEqual(report["cheapest"], {"pgs": None, "projection": None})
        self.assertIsNone(report["best"])

    def test_a_scene_without_tops_is_not_asked_whether_it_stands(self):
        report = self.lab("bouncers", *SHORT, "--sweep", "iterations=4")
        self.assertIsNone(report["bound"])
        for one in report["cases"]:
            self.assertEqual((one["stands"], one["drop"], one["side"]), (None, None, None))

    def test_warm_starting_halves_the_iterations_to_a_residual_at_least(self):
        report = self.lab("large_pyramid", "--size", "20", "--steps", "60", "--repeat", "1", "--sweep",
                          "warm_starting=0,1", "--sweep", "iterations=1..32")
        self.assertEqual([entry["warm"] for entry in report["warm_starting"]], [f"{name}, warm" for name in SOLVERS])
        for entry in report["warm_starting"]:
            cold = [one for one in report["cases"] if one["series"] == entry["cold"]]
            warm = [one for one in report["cases"] if one["series"] == entry["warm"]]
            self.assertEqual(entry["residual_rms"], cold[-1]["residual_rms"])
            for cases, key in ((cold, "cold_passes"), (warm, "warm_passes")):
                below = [one["x"] for one in cases if one["residual_rms"] <= entry["residual_rms"]]
                self.assertEqual(entry[key], below[0])
            self.assertGreaterEqual(entry["cold_passes"], 2 * entry["warm_passes"], entry["sentence"])

    def test_long_scenes_are_cut_short_and_say_so(self):
        # The heading comes before the runs, which nobody waits for here.
        with subprocess.Popen([SCREE, "lab", "pile"], stdout=subprocess.PIPE, text=True) as command:
            heading = [command.stdout.readline() for _ in range(3)]
            command.kill()
        self.assertRegex(heading[1], r"^24 settings, each judged in one run and timed in 3; 1\d0 steps")
        self.assertRegex(heading[2], r"600 steps would take long: --steps 600")

    def test_the_context_is_complete(self):
        report = self.lab("stack", *SHORT, "--sweep", "iterations=1")
        for name in ("commit", "compiler", "flags", "build_type", "cpu", "simd", "system", "date"):
            self.assertTrue(report["context"][name], name)
        self.assertEqual(report["scene"]["name"], "stack")


class Words(Reports):
    def test_the_table_has_a_row_for_each_setting_and_names_the_cheapest(self):
        status, out, err = scree("lab", "stack", "--sweep", "iterations=16", "--repeat", "1")
        self.assertEqual((status, err), (0, ""))
        lines = out.splitlines()
        self.assertLessEqual(max(map(len, lines)), 120)
        for solver in SOLVERS:
            self.assertEqual(len([line for line in lines if line.split()[:1] == [solver]]), 2, out)
        self.assertEqual(out.count("<- best"), 1)

    def test_json_on_stdout_sends_the_table_to_stderr(self):
        status, out, err = scree("lab", "stack", *SHORT, "--sweep", "iterations=1", "--json", "-")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out)["steps"], 40)
        self.assertIn("stack:", err)


class Pages(Reports):
    def write(self, *arguments):
        """Runs quietly; returns the path of the page and what the JSON says."""
        status, out, err = scree("lab", *arguments, "-q", "--html", self.path("l.html"), "--json", self.path("l.json"))
        self.assertEqual((status, out, err), (0, "", ""))
        with open(self.path("l.json"), encoding="utf-8") as file:
            return self.path("l.html"), json.load(file)


class Written(Pages):
    """The page as it is written."""

    def test_it_loads_nothing_and_its_data_is_the_json(self):
        path, report = self.write("stack", *SHORT)
        reader = PageReader(path)
        self.assertEqual(reader.loads, [])
        self.assertTrue(reader.policy.startswith("default-src 'none'"))
        self.assertEqual("Released under the MIT License" in reader.text, HAS_CHARTS)
        self.assertEqual(json.loads(reader.data), report)


@unittest.skipUnless(NODE, "no node here to run the page's scripts")
class Drawn(Pages):
    """The page once its scripts have run."""

    def test_every_setting_has_a_row_with_the_figures_of_the_json(self):
        path, report = self.write("stack", *SHORT, "--sweep", "warm_starting=0,1", "--sweep", "iterations=1,2")
        drawn = draw(path)
        self.assertEqual(drawn["title"], "Solvers on stack")
        columns = next(row for row in drawn["rows"] if "escaped" in row)
        rows = drawn["rows"][drawn["rows"].index(columns) + 1:][:len(report["cases"])]
        for one, cells in zip(report["cases"], rows, strict=True):
            row = dict(zip(columns, cells))
            self.assertEqual((row["solver"], row["setting"]), (one["solver"], one["label"]))
            self.assertEqual(row["stands"], "yes" if one["stands"] else "no")
            self.assertEqual(row["ms per step"], f"{one['ms']['median']:.4f}")
            for title, measure, scale in (("residual, mm/s", "residual_rms", 1e3), ("overlap, mm", "overlap_mean", 1e3),
                                          ("drift down, mm", "drop", 1e3), ("sideways, mm", "side", 1e3),
                                          ("energy, J", "energy", 1)):
                value = scale * one[measure]
                self.assertEqual(float(row[title]), float(figure_text(value)), title)
        for entry in report["warm_starting"]:
            self.assertIn(entry["sentence"], drawn["texts"])

    @unittest.skipUnless(HAS_CHARTS, "this build has no Chart.js")
    def test_every_measure_has_its_charts(self):
        path, report = self.write("stack", *SHORT, "--sweep", "warm_starting=0,1", "--sweep", "iterations=1,2")
        charts = draw(path)["charts"]
        measures = ("residual_rms", "residual_max", "overlap_mean", "overlap_max", "drop", "side", "energy")
        self.assertEqual(set(charts), {f"{measure}-{against}" for measure in measures for against in ("x", "ms")} |
                         {f"time-{index}" for index in range(8)} | {"ms-x"})
        for measure in measures:
            for against in ("x", "ms"):
                sets = charts[f"{measure}-{against}"]["data"]["datasets"]
                lines = {line["label"]: line for line in sets if not line.get("band")}
                self.assertEqual(len(lines), 8)
                for one in report["cases"]:
                    x = one["x"] if against == "x" else one["ms"]["median"]
                    y = one[measure] * (1 if measure == "energy" else 1e3)
                    # Two settings may take the same time.
                    found = min(lines[one["series"]]["data"], key=lambda point: (abs(point["x"] - x), abs(point["y"] - y)))
                    self.assertEqual(found["x"], x)
                    self.assertAlmostEqual(found["y"], max(y, min(found["y"], 1e-2)))
                self.assertEqual(len(sets) - len(lines), 1 if measure in ("drop", "side") else 0)
        first = charts["time-0"]["data"]["datasets"][0]["data"]
        samples = report["cases"][0]["samples"]
        self.assertEqual([point["x"] for point in first], samples["step"])
        self.assertEqual([point["y"] for point in first], samples["kinetic_energy"])

    def test_a_scene_without_tops_has_no_charts_of_drift(self):
        path, _ = self.write("bouncers", *SHORT, "--sweep", "iterations=1,2")
        drawn = draw(path)
        self.assertNotIn("drop-x", drawn["charts"])
        self.assertNotIn("drift", drawn["ids"])
        self.assertEqual("energy-x" in drawn["charts"], HAS_CHARTS)
        self.assertTrue(any("no tops to watch" in text for text in drawn["texts"]))

    def test_the_cheapest_setting_of_each_solver_and_the_best_are_named(self):
        path, report = self.write("stack", "--steps", "300", "--repeat", "1", "--sweep", "iterations=1,16")
        drawn = draw(path)
        begin = next(place for place, row in enumerate(drawn["rows"]) if "largest overlap, mm" in row)
        for solver, row in zip(SOLVERS, drawn["rows"][begin + 1:]):
            place = report["cheapest"][solver]
            self.assertEqual(row[0], solver)
            best = " best" if place == report["best"] else ""
            self.assertEqual(row[1], "none of those tried" if place is None else report["cases"][place]["label"] + best)


class Refusals(Reports):
    def test_bad_arguments_are_refused_in_one_line_before_anything_runs(self):
        long_list = ",".join(str(value) for value in range(1, 40))
        self.check_refusals(["lab"], (
            ([], "scene"), (["nosuch"], "nosuch"), (["stack", "pile"], "one too many"),
            (["stack", "--sweep", "iterations=1", "--sweep", "iterations=2"], "twice"),
            (["stack", "--solvers", "soft_step", "--sweep", "erp=0.1"], "erp"),
            (["stack", "--sweep", "iterations=1..32", "--sweep", "erp=0.1..1", "--sweep", "slop=0.001..0.1"], "256"),
            (["stack", "--simd", "nosuch"], "nosuch"), (["stack", "--json", "-", "--html", "-"], "stdout"),
        ), {
            "--solvers": {"nosuch": "nosuch", "pgs,": "commas", "": "commas", "pgs,pgs": "twice", "s" * 80: "names"},
            "--sweep": {
                "nosuch=1": "nosuch", "iterations": "NAME=VALUES", "iterations=": "commas",
                "iterations=1,,2": "commas", "iterations=0..4": "1 to 1000", "iterations=1..2000": "1 to 1000",
                "iterations=8..4": "smaller", "iterations=1.5": "whole", "iterations=1..x": "'x'",
                "iterations=1..2..3": "'2..3'", "iterations=..3": "''", "iterations=" + long_list: "32 values",
                "iterations=1..1000": "substeps", "substeps=65": "1 to 64", "erp=0..1.5": "0 to 1",
                "erp=0..0.5": "above 0", "erp=nan": "nan", "warm_starting=2": "0 to 1"
            },
            "--repeat": "0", "--steps": "9", "--size": "0 999999999",
        })

    def test_a_scene_that_it_has_no_words_for_is_a_failure(self):
        status, out, err = scree("lab", "verlet_bodies", *SHORT)
        self.assertEqual((status, out, len(err.splitlines())), (1, "", 1))
        self.assertIn("verlet_bodies", err)

    def test_files_that_cannot_be_written_are_known_at_once(self):
        status, _, err = scree("lab", "stack", *SHORT, "--json", os.path.join(self.path("l.json"), "/dev/null/x"))
        self.assertEqual((status, len(err.splitlines())), (2, 1))


unittest.main()
