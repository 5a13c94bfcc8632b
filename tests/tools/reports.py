"""`scree compare` and `scree lab`: what is summed up follows from the runs beside it, and the table says what the JSON
says.

Usage: reports.py SCREE

No test here depends on how long anything takes: what is said of times is computed again from those of the same report.
"""

import json
import math
import re
import statistics
import unittest

from command import Folder, percentile_99, scree

FIGURES = ["overlap_mean", "overlap_p99", "overlap_max", "top_drop", "side_drift", "kinetic_energy", "escaped",
           "joint_error_rms", "joint_error_max", "energy_gained", "past_100_m_s", "max_energy_gain", "max_speed",
           "along_error", "rebound_error", "slide_loss"]
SLACK = dict(zip(FIGURES, [5e-5, 5e-5, 5e-5, 1e-3, 1e-3, 1e-3, 0.0, 5e-5, 5e-5, 0.0, 0.0, 0.1, 1.0, 1e-3, 1e-3, 1e-3]))
OF_MECHANISMS = set(FIGURES[9:13])
OF_STANDING = {"top_drop", "side_drift", "kinetic_energy"}


def engines_of_this_build():
    return re.findall(r"^(\S+)\n  version", scree("engines")[1], re.MULTILINE)


def ratio_text(ratio):
    """Three digits or so."""
    return f"{ratio:.{3 if ratio < 1 else 2 if ratio < 10 else 1 if ratio < 100 else 0}f}"


class Reports(Folder):
    def report(self, *arguments):
        """The JSON and the table of one run of a command."""
        status, out, err = scree(*arguments, "--json", self.path("r.json"))
        self.assertEqual((status, err), (0, ""))
        with open(self.path("r.json")) as file:
            return json.load(file), out

    def check_spread(self, spread, values):
        self.assertAlmostEqual(spread["median"], statistics.median(values))
        self.assertEqual((spread["min"], spread["max"]), (min(values), max(values)))


class Compare(Reports):
    ENGINES = ",".join(engines_of_this_build() + ["scree:scalar"])

    def compare(self, *arguments):
        return self.report("compare", *arguments, "--engines", self.ENGINES)

    def test_every_run_has_the_percentile_of_its_steps(self):
        for steps in "60", "150":
            report, _ = self.compare("stack", "--repeat", "3", "--steps", steps)
            for row in report["scenes"][0]["engines"]:
                for run in row["runs"]:
                    self.assertAlmostEqual(run["p99_ms"], percentile_99(run["ms"][1:]), delta=1e-4)
                for name in "p99_ms", "max_ms", "first_ms", "build_ms":
                    self.check_spread(row[name], [run[name] for run in row["runs"]])

    def test_rows_sum_up_their_runs(self):
        report, _ = self.compare("mass_ratio", "--repeat", "3", "--steps", "30")
        for row in report["scenes"][0]["engines"]:
            first = row["runs"][0]
            self.assertEqual([run["round"] for run in row["runs"]], [1, 2, 3])
            self.assertTrue(row["complete"])
            self.assertEqual(row["same_end_in_every_round"], len({run["poses_hash"] for run in row["runs"]}) == 1)
            for name in FIGURES[:5] + FIGURES[6:]:
                self.assertEqual(row["quality"][name], first["quality"][name])
            self.assertEqual(row["quality"]["kinetic_energy"], first["quality"]["kinetic_energy"][-1])
            self.assertEqual(first["quality"]["sample_steps"], [7, 14, 21, 28, 30])
            for stage, ms in row["stages_ms"].items():
                self.assertAlmostEqual(ms, statistics.mean(run["stages_ms"][stage] for run in row["runs"]))

    def test_ratios_are_those_of_the_means_and_medians_beside_them(self):
        report, _ = self.compare("stack", "--repeat", "4", "--steps", "40")
        own, *others = report["scenes"][0]["engines"]
        self.assertGreaterEqual(len(others), 2)
        for row in others:
            against = row["against_subject"]
            for name, figure in (("ratio", "mean_ms"), ("median_ratio", "median_ms")):
                ratios = [other[figure] / run[figure] for other, run in zip(row["runs"], own["runs"], strict=True)]
                for found, expected in zip(against[f"{name}s"], ratios, strict=True):
                    self.assertAlmostEqual(found, expected)
                self.check_spread(against[name], against[f"{name}s"])

    def check_sentence(self, subject, row):
        against, name = row["against_subject"], row["engine"]
        spread, verdict = against["ratio"], against["subject_is"]
        low, middle, high = spread["min"], spread["median"], spread["max"]
        if verdict == "faster":
            expected = f"{subject} is {ratio_text(middle)} times as fast as {name}"
        elif verdict == "slower":
            expected = f"{subject} takes {ratio_text(1 / middle)} times as long as {name}"
            low, high = 1 / high, 1 / low
        else:
            expected = f"no verdict against {name}: the rounds' ratios are {ratio_text(low)} to {ratio_text(high)}"
        self.assertTrue(against["sentence"].startswith(expected), (against["sentence"], expected))
        if verdict != "none":
            self.assertIn(f"(rounds: {ratio_text(low)} to {ratio_text(high)})", against["sentence"])

    def test_who_is_worse_in_what_follows_from_the_figures(self):
        found, fell = set(), 0
        for scene, steps in (("stack", "60"), ("mass_ratio", "120"), ("bouncers", "80"), ("impacts", "30")):
            report, out = self.compare(scene, "--repeat", "3", "--steps", steps)
            (entry,) = report["scenes"]
            own = entry["engines"][0]["quality"]
            for row in entry["engines"][1:]:
                against, other = row["against_subject"], row["quality"]
                fallen = entry["standing"] and other["top_drop"] > 0.2 + 4 * own["top_drop"]
                worse = [name for name in FIGURES if not fallen and (entry["standing"] or name not in OF_STANDING) and
                         (entry["mechanisms"] or name not in OF_MECHANISMS) and (entry["impacts"] or name not in FIGURES[13:]) and
                         not own[name] <= 1.1 * other[name] + SLACK[name]]
                self.assertEqual((against["fell_unlike_subject"], against["subject_is_worse_in"]), (fallen, worse))
                self.assertEqual(against["quality_sentence"] is not None, bool(worse) or fallen)
                found.update(worse)
                fell += fallen
                self.check_sentence("scree", row)
                self.assertIn(f"\n- {against['sentence']}\n", out)
                if worse:
                    self.assertIn(f"\n  * scree is worse than {row['engine']} in ", out)
        if "box2d-2.4" in self.ENGINES:
            # It keeps a stack upright to the last digit.
            self.assertIn("side_drift", found)

    def test_the_summary_is_over_the_scenes_that_have_a_ratio(self):
        report, out = self.compare("all", "--size", "small", "--repeat", "3", "--steps", "4")
        names = [entry["engine"] for entry in report["scenes"][0]["engines"][1:]]
        self.assertEqual([entry["engine"] for entry in report["summary"]], names)
        for place, summary in enumerate(report["summary"], 1):
            rows = [scene["engines"][place]["against_subject"] for scene in report["scenes"]]
            ratios = [row["ratio"]["median"] for row in rows if row["ratios"]]
            verdicts = [row["subject_is"] for row in rows if row["ratios"]]
            self.assertEqual(summary["scenes"], len(ratios))
            mean = math.exp(statistics.mean(math.log(ratio) for ratio in ratios))
            self.assertAlmostEqual(summary["geometric_mean_ratio"] / mean, 1.0)
            self.assertEqual((summary["lowest_ratio"], summary["highest_ratio"]), (min(ratios), max(ratios)))
            for name, verdict in (("subject_faster", "faster"), ("subject_slower", "slower"), ("no_verdict", "none")):
                self.assertEqual(summary[name], verdicts.count(verdict), name)
            table = out[out.index("All scenes, time over"):].splitlines()
            (line,) = [line for line in table if line.split()[:1] == [summary["engine"]]]
            self.assertEqual([float(word) for word in line.split()[1:]], [summary["scenes"], *(
                round(summary[name], 2) for name in ("geometric_mean_ratio", "lowest_ratio", "highest_ratio")),
                summary["subject_faster"], summary["subject_slower"], summary["no_verdict"]])

    def test_the_table_says_what_the_json_says(self):
        report, out = self.compare("stack", "--size", "7", "--repeat", "3", "--steps", "40")
        (scene,) = report["scenes"]
        self.assertIn("\nstack: 8 bodies (7 dynamic), 8 shapes, size 7; 40 steps, 4 substeps\n", out)
        lines = [line for line in out.splitlines()]
        for row in scene["engines"]:
            times, quality = [line for line in lines if line.split()[:1] == [row["engine"]]][-2:]
            columns = [float(word) for word in re.findall(r"[\d.]+[\d]", times[len(row["engine"]):])]
            expected = [row["mean_ms"]["median"], row["mean_ms"]["min"], row["mean_ms"]["max"],
                        *(row[name]["median"] for name in ("median_ms", "p99_ms", "max_ms", "first_ms"))]
            for word, value in zip(columns, expected):
                self.assertAlmostEqual(word, value, delta=5.1e-5)
            if "against_subject" in row:
                ratio = row["against_subject"]["ratio"]
                self.assertTrue(times.endswith(f"{ratio_text(ratio['median'])}  ({ratio_text(ratio['min'])} .. "
                                               f"{ratio_text(ratio['max'])})"), times)
            columns = quality[len(row["engine"]):].replace("|", " ").split()
            counts, figures = row["runs"][0]["counts"], row["quality"]
            self.assertEqual(columns[:3], [str(counts[name]) for name in ("shapes", "contacts", "touching")])
            worse = row.get("against_subject", {}).get("subject_is_worse_in", [])
            for word, name in zip(columns[3:], FIGURES[:7], strict=True):
                self.assertEqual(word.startswith("*"), name in worse)
                scale = 1.0 if name in ("kinetic_energy", "escaped") else 1e3
                self.assertAlmostEqual(float(word.lstrip("*")), scale * figures[name],
                                       delta=5.1e-4 + 5e-3 * scale * abs(figures[name]))

    def test_mechanisms_have_a_table_of_their_own(self):
        report, out = self.compare("mechanisms", "--size", "30", "--variant", "hinge,loops", "--repeat", "1", "--steps", "60")
        (scene,) = report["scenes"]
        self.assertEqual((scene["mechanisms"], scene["variant"]), (True, "hinge,loops,ratio_1,passive,long_arms"))
        self.assertIn(" joints, hinge,loops,ratio_1,passive,long_arms, size 30; 60 steps", out)
        rows = [row for row in scene["engines"] if row["complete"]]
        self.assertGreaterEqual(len(rows), 2)
        for row in rows:
            quality = row["runs"][0]["quality"]
            self.assertEqual(quality["mechanisms"], 30)
            line = [line for line in out.splitlines() if line.startswith(row["engine"] + " ")][-1]
            columns = line[len(row["engine"]):].replace("|", " ").replace("*", " ").split()
            self.assertEqual(columns[:3], [str(quality[name]) for name in ("mechanisms", "energy_gained", "past_100_m_s")])
            for word, name in zip(columns[3:], ("max_energy_gain", "max_speed"), strict=True):
                self.assertAlmostEqual(float(word), quality[name], delta=1e-9 + 5e-3 * quality[name])
                self.assertEqual(row["quality"][name], quality[name])
            self.assertGreater(quality["max_speed"], 1.0)
        report, out = self.compare("stack", "--size", "3", "--repeat", "1", "--steps", "10")
        self.assertNotIn("made energy", out)
        self.assertIsNone(report["scenes"][0]["engines"][0]["quality"]["energy_gained"])

    def test_settings_are_those_of_the_scene(self):
        for scene, gravity, threshold, substeps in (("bouncers", -10, 1, 4), ("uniform", 0, 0, 4),
                                                    ("tower_50", -10, 1, 16)):
            report, _ = self.compare(scene, "--size", "11", "--repeat", "1", "--steps", "2")
            entry = report["scenes"][0]
            self.assertEqual([entry[name] for name in ("gravity_x", "gravity_y", "restitution_threshold", "substeps")],
                             [0, gravity, threshold, substeps])
            self.assertAlmostEqual(entry["dt"], 1 / 60)
            self.assertEqual((report["rounds"], entry["steps"], entry["size"]), (1, 2, 11))

    def test_mean_contacts_are_those_of_the_samples(self):
        report, _ = self.compare("bouncers", "--repeat", "1", "--steps", "55")
        counts = report["scenes"][0]["engines"][0]["runs"][0]["counts"]
        # The balls reach the floor after 54 steps, between the last two of 8 samples.
        self.assertAlmostEqual(counts["mean_contacts"], counts["contacts"] / 8, delta=1e-6)


class Lab(Reports):
    def test_the_table_says_what_the_json_says(self):
        report, out = self.report("lab", "stack", "--steps", "60", "--repeat", "3", "--sweep", "iterations=1,8")
        self.assertIn("stack: 11 bodies (10 dynamic), 11 shapes, size 10\n8 settings, each judged in one run and timed "
                      "in 3; 60 steps of 0.0166667 s, ", out)
        rows = [line for line in out.splitlines() if re.match(r"[a-z_]+ +\d+ +[\d.]+ \|", line)]
        figures = (("residual_rms", 1e3), ("residual_max", 1e3), ("overlap_mean", 1e3), ("overlap_max", 1e3),
                   ("drop", 1e3), ("side", 1e3), ("energy", 1.0))
        for line, one in zip(rows, report["cases"], strict=True):
            columns = line.replace("|", " ").split()
            self.assertEqual(columns[:2], [one["solver"], str(one["x"])])
            self.assertAlmostEqual(float(columns[2]), one["ms"]["median"], delta=5.1e-5)
            for word, (name, scale) in zip(columns[3:10], figures, strict=True):
                self.assertAlmostEqual(float(word), scale * one[name], delta=0.006 * scale * one[name] + 1e-6)
            self.assertEqual(columns[10:], [str(one["escaped"]), "yes" if one["stands"] else "no"])
        for solver, place in report["cheapest"].items():
            line = re.search(rf"\n  {solver} +(.*)\n", out).group(1)
            if place is None:
                self.assertEqual(line, "none of those tried")
                continue
            one = report["cases"][place]
            self.assertIn(f" {one['ms']['median']:.4f} ms per step", line)
            self.assertEqual("<- best" in line, place == report["best"])

    def test_judged_runs_have_the_quality_that_compare_finds(self):
        lab, _ = self.report("lab", "stack", "--steps", "60", "--repeat", "1", "--solvers", "soft_step", "--sweep",
                             "substeps=4")
        compare, _ = self.report("compare", "stack", "--engines", "scree", "--repeat", "1", "--steps", "60")
        (one,) = lab["cases"]
        quality = compare["scenes"][0]["engines"][0]["quality"]
        samples = one["samples"]
        for name, other in (("overlap_mean", "overlap_mean"), ("overlap_max", "overlap_max"), ("drop", "top_drop"),
                            ("side", "side_drift"), ("kinetic_energy", "kinetic_energy")):
            self.assertEqual(samples[name][-1], quality[other], name)
        self.assertEqual((one["steps"], one["failed"], one["escaped"]), (60, False, quality["escaped"]))
        self.assertEqual(one["contacts"], 10)
        self.assertEqual([one[name] for name in ("joint_error_rms", "energy_gained", "max_speed")], [None] * 3)

    def test_run_compare_and_lab_judge_mechanisms_alike(self):
        scene = "mechanisms", "--size", "20", "--variant", "rod,ratio_100", "--steps", "90"
        lab, text = self.report("lab", *scene, "--repeat", "1", "--solvers", "soft_step", "--sweep", "substeps=1,4")
        compare, _ = self.report("compare", *scene, "--engines", "scree,scree:substeps=1", "--repeat", "1")
        four, one = (row["quality"] for row in compare["scenes"][0]["engines"])
        names = "energy_gained", "past_100_m_s", "max_speed"
        for case, quality, substeps in zip(lab["cases"], (one, four), "14", strict=True):
            run, out = self.report("run", *scene, "--substeps", substeps)
            self.assertEqual(run["quality"]["mechanisms"], 20)
            for name in names:
                self.assertEqual(case[name], quality[name])
                self.assertAlmostEqual(run["quality"][name], quality[name], delta=1e-6 * quality[name])
            self.assertAlmostEqual(run["quality"]["max_energy_gain"], quality["max_energy_gain"], delta=1e-6)
            self.assertEqual(case["joint_error_max"], quality["joint_error_max"])
            self.assertEqual(case["joint_error_max"], max(case["samples"]["joint_error_max"]))
            squares = [value * value for value in case["samples"]["joint_error_rms"][6:]]
            self.assertAlmostEqual(case["joint_error_rms"], math.sqrt(statistics.mean(squares)))
            self.assertIn(f"mechanisms: 20, of which made energy {quality['energy_gained']} (", out)
            line = [line for line in text.splitlines() if re.match(rf"soft_step +{substeps} ", line)][-1]
            columns = [float(word) for word in line.replace("|", " ").split()[1:]]
            expected = [1e3 * case["joint_error_rms"], 1e3 * case["joint_error_max"], *(case[name] for name in names)]
            for word, value in zip(columns[1:], expected, strict=True):
                self.assertAlmostEqual(word, value, delta=1e-9 + 5e-3 * value)
        self.assertNotEqual(one["max_speed"], four["max_speed"])

    def test_box2d_and_the_stiffness_of_joints_are_lab_cases(self):
        if "box2d-3" not in engines_of_this_build():
            status, _, err = scree("lab", "stack", "--solvers", "box2d-3")
            self.assertEqual((status, "this build has no box2d-3" in err), (2, True))
            return
        scene = "mechanisms", "--size", "10", "--variant", "hinge", "--steps", "60"
        lab, text = self.report("lab", *scene, "--repeat", "1", "--solvers", "soft_step,box2d-3", "--sweep", "substeps=2,4",
                                "--sweep", "joint_hertz=0,10")
        self.assertEqual([(one["solver"], one["substeps"], one["joint_hertz"]) for one in lab["cases"]],
                         [(solver, substeps, hertz) for solver in ("soft_step", "box2d-3") for hertz in (0, 10)
                          for substeps in (2, 4)])
        compare, _ = self.report("compare", *scene, "--engines", "scree,box2d-3", "--repeat", "1")
        for row, one in zip(compare["scenes"][0]["engines"], (lab["cases"][1], lab["cases"][5]), strict=True):
            for name in "joint_error_max", "energy_gained", "max_speed":
                self.assertEqual(one[name], row["quality"][name])
        for stiff, soft in zip(lab["cases"][0:8:4] + lab["cases"][1:8:4], lab["cases"][2:8:4] + lab["cases"][3:8:4]):
            self.assertGreater(soft["joint_error_rms"], 2 * stiff["joint_error_rms"])
        self.assertIsNone(lab["cases"][5]["residual_rms"])
        self.assertIn("box2d-3, joint_hertz 10 ", text)
        lab, _ = self.report("lab", "stack", "--repeat", "1", "--solvers", "soft_step,box2d-3", "--sweep", "contact_hertz=15,30")
        for soft, stiff in (lab["cases"][:2], lab["cases"][2:]):
            self.assertGreater(soft["overlap_mean"], 3 * stiff["overlap_mean"])

    def test_ten_cold_iterations_are_ten_of_the_world(self):
        """The residual after the last step is the one that `scree run` tells of the same settings."""
        for solver in "pgs", "pgs_split", "projection":
            lab, _ = self.report("lab", "stack", "--steps", "40", "--repeat", "1", "--solvers", solver, "--sweep",
                                 "warm_starting=0,1", "--sweep", "iterations=3")
            for one in lab["cases"]:
                more = [] if one["warm_starting"] else ["--cold"]
                run, _ = self.report("run", "stack", "--steps", "40", "--solver", solver, "--iterations", "3",
                                     "--residual", *more)
                self.assertAlmostEqual(one["samples"]["residual_rms"][-1], run["quality"]["residual_rms"])
                self.assertAlmostEqual(one["samples"]["residual_max"][-1], run["quality"]["residual_max"])


unittest.main()
