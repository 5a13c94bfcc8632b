"""`scree run`: what its table, JSON and CSV say, beside each other and beside what is known of the scene.

Usage: run.py SCREE

No test here depends on how long anything takes: what is said of times is computed again from the CSV of the same run.
"""

import csv
import functools
import json
import math
import os
import re
import statistics
import subprocess
import time
import unittest
import xml.etree.ElementTree

import command
from command import Folder, on_one_core, percentile_99

scree = functools.partial(command.scree, "run")
STAGES = ["wake_bodies", "purge_contacts", "fall_asleep", "refresh_rows", "pack_bodies", "update_aabbs", "find_pairs", "begin_contacts",
          "find_soft_pairs", "collide", "find_impacts", "pre_solve", "wake_touched", "find_contact_events", "reserve_overlaps", "colour_contacts", "prepare_contacts", "solve_substeps", "move_particles",
          "move_soft_bodies", "wake_pushed", "store_impulses", "break_joints", "advance_contacts", "publish_contact_events", "sweep_bodies", "finish_bodies", "clear_forces",
          "note_rest", "disable_nonfinite", "update_sensors"]


class Runs(Folder):
    def run_scene(self, *arguments):
        """Runs; returns the JSON, the rows of the CSV as numbers (but for the hash), and the table."""
        status, out, err = scree(*arguments, "--json", self.path("r.json"), "--csv", self.path("r.csv"))
        self.assertEqual((status, err), (0, ""))
        with open(self.path("r.json")) as file:
            report = json.load(file)
        with open(self.path("r.csv"), newline="") as file:
            rows = [{key: value if key == "hash" else float(value) for key, value in row.items()}
                    for row in csv.DictReader(file)]
        return report, rows, out


class Times(Runs):
    def test_every_figure_of_time_follows_from_the_steps_after_the_first(self):
        for steps in 2, 3, 4, 102, 203:
            report, rows, _ = self.run_scene("stack", "--steps", str(steps))
            self.assertEqual(len(rows), steps)
            ms = [row["ms"] for row in rows]
            rest = ms[1:]
            near = 1e-6  # the CSV has nanoseconds
            times = report["ms_per_step"]
            self.assertAlmostEqual(report["ms_first_step"], ms[0], delta=near)
            self.assertAlmostEqual(times["mean"], statistics.mean(rest), delta=near)
            self.assertAlmostEqual(times["median"], statistics.median(rest), delta=near)
            self.assertAlmostEqual(times["p99"], percentile_99(rest), delta=near)
            self.assertAlmostEqual(times["max"], max(rest), delta=near)
            self.assertEqual(list(report["stages"]), STAGES)
            for stage, value in report["stages"].items():
                self.assertAlmostEqual(value, statistics.mean(row[f"{stage}_ms"] for row in rows[1:]), delta=near)

    def test_stages_take_no_longer_than_their_step(self):
        _, rows, _ = self.run_scene("large_pyramid", "--size", "20", "--steps", "20")
        for row in rows:
            self.assertGreater(row["solve_substeps_ms"], 0.0)
            self.assertLessEqual(sum(row[f"{stage}_ms"] for stage in STAGES), row["ms"] + 1e-5)

    def test_one_step_or_none_has_no_mean(self):
        report, rows, _ = self.run_scene("stack", "--steps", "1")
        self.assertAlmostEqual(report["ms_first_step"], rows[0]["ms"], delta=1e-6)
        self.assertEqual(set(report["ms_per_step"].values()), {None})
        report, rows, _ = self.run_scene("stack", "--steps", "0")
        self.assertEqual((rows, report["ms_first_step"], report["steps"]), ([], None, 0))
        self.assertEqual(report["quality"]["top_drop"], 0.0)

    def test_the_table_says_the_same_as_the_json(self):
        # So many that the 99th percentile is not the largest.
        report, _, out = self.run_scene("large_pyramid", "--size", "20", "--steps", "150", "--all")
        times, counts, quality = report["ms_per_step"], report["counts"], report["quality"]
        said = [float(word) for word in re.search(
            r"step ms: mean ([\d.]+), median ([\d.]+), p99 ([\d.]+), max ([\d.]+); the first ([\d.]+)", out).groups()]
        for word, value in zip(said, [*(times[key] for key in ("mean", "median", "p99", "max")),
                                      report["ms_first_step"]], strict=True):
            self.assertAlmostEqual(word, value, delta=5.1e-5)
        speed = float(re.search(r"speed: ([\d.]+) times real time", out).group(1))
        self.assertAlmostEqual(speed, 1e3 / 60.0 / times["mean"], delta=0.0051)
        between = times["mean"]
        for stage in STAGES:
            ms, percentage = re.search(rf"\n{stage} +([\d.]+) +([\d.]+)%", out).groups()
            self.assertAlmostEqual(float(ms), report["stages"][stage], delta=5.1e-5)
            self.assertAlmostEqual(float(percentage), 100.0 * report["stages"][stage] / times["mean"], delta=0.051)
            between -= report["stages"][stage]
        self.assertAlmostEqual(float(re.search(r"\nbetween stages +([\d.]+)", out).group(1)), between, delta=5.1e-5)
        self.assertIn(f"last step: {counts['pairs']} pairs (", out)
        self.assertIn(f" {counts['contacts']} contacts, {counts['points']} points, {counts['colours']} colours", out)
        self.assertIn(f"lanes {100.0 * counts['lane_fill']:.1f}% full", out)
        self.assertIn("overlap mm: mean {:.3f}, p99 {:.3f}, max {:.3f}".format(
            *(1e3 * quality[f"penetration_{key}"] for key in ("mean", "p99", "max"))), out)
        self.assertIn(f"escaped: {quality['escaped']}\n", out)
        self.assertIn(f"stack drift: down {quality['top_drop']:.4f} m, sideways {quality['side_drift']:.4f} m", out)
        self.assertIn("large_pyramid: 211 bodies (210 dynamic), 211 shapes, size 20\n", out)
        self.assertIn("\n150 steps of 0.0166667 s with 4 substeps, ", out)


    def test_stages_that_take_next_to_no_time_are_listed_with_all_alone(self):
        report, _, out = self.run_scene("large_pyramid", "--size", "20", "--steps", "150")
        listed = re.findall(r"^(\w+) +[\d.]+ +[\d.]+%$", out, re.MULTILINE)
        mean = report["ms_per_step"]["mean"]
        # Within rounding of the threshold either is right.
        self.assertLessEqual({stage for stage in STAGES if report["stages"][stage] >= 0.000501 * mean}, set(listed))
        self.assertFalse([stage for stage in listed if report["stages"][stage] < 0.000499 * mean])
        self.assertIn("solve_substeps", listed)


class Counts(Runs):
    def test_counts_are_those_of_the_last_row_and_of_the_scene(self):
        report, rows, _ = self.run_scene("stack", "--size", "6", "--steps", "30")
        counts, last = report["counts"], rows[-1]
        for name in "pairs", "contacts", "points", "colours", "blocks", "lane_fill":
            self.assertAlmostEqual(counts[name], last[name], delta=1e-4, msg=name)
        # Six boxes on each other and on the ground, two points each, in two colours by turns.
        self.assertEqual((report["bodies"], report["shapes"], report["joints"]), (7, 7, 0))
        self.assertEqual([counts[name] for name in ("pairs", "contacts", "points", "colours", "blocks")],
                         [6, 6, 12, 2, 2])
        self.assertAlmostEqual(counts["lane_fill"], 6 / 32)
        self.assertEqual([row["new_pairs"] for row in rows], [6] + 29 * [0])
        self.assertEqual((rows[0]["moved_shapes"], last["moved_shapes"]), (7, 0))
        self.assertEqual([row["step"] for row in rows], list(range(1, 31)))

    def test_counts_are_those_of_the_last_step_and_not_of_the_one_that_measures_overlaps(self):
        _, rows, out = self.run_scene("stack", "--size", "6", "--steps", "1")
        self.assertEqual(rows[0]["new_pairs"], 6)
        self.assertIn("last step: 6 pairs (6 new), 6 contacts, 12 points, 2 colours", out)

    def test_columns_of_the_csv_agree_in_every_row(self):
        report, rows, _ = self.run_scene("pile", "--size", "300", "--steps", "60")
        for name in "pairs", "contacts", "points", "colours", "blocks", "lane_fill":
            self.assertAlmostEqual(report["counts"][name], rows[-1][name], delta=1e-4, msg=name)
        self.assertLess(report["counts"]["contacts"], report["counts"]["pairs"])
        pairs = 0
        for row in rows:
            self.assertLessEqual(row["contacts"], row["pairs"])
            self.assertTrue(row["contacts"] <= row["points"] <= 2 * row["contacts"])
            self.assertLessEqual(row["colours"], row["blocks"])
            if row["blocks"] > 0:
                self.assertAlmostEqual(row["lane_fill"], row["contacts"] / (16 * row["blocks"]), delta=1e-4)
            self.assertLessEqual(row["pairs"], pairs + row["new_pairs"])
            self.assertGreaterEqual(row["pairs"], row["new_pairs"])
            pairs = row["pairs"]
        self.assertGreater(rows[-1]["contacts"], 0)
        self.assertGreater(len({row["pairs"] for row in rows}), 5)

    def test_soft_bodies_are_counted(self):
        report, _, out = self.run_scene("rope_bridge", "--size", "12", "--steps", "60")
        counts = report["counts"]
        # Two ropes of 13 vertices, tied to each other; two soft boxes of 4 vertices and 6 edges.
        self.assertEqual((counts["soft_bodies"], counts["soft_vertices"], counts["soft_edges"]),
                         (3, 2 * 13 + 2 * 4, 2 * 12 + 13 + 2 * 6))
        self.assertGreater(counts["soft_contacts"], 0)
        self.assertIn(f"soft: 3 bodies, 34 vertices, 49 edges, {counts['soft_contacts']} contacts", out)

    def test_bodies_fall_asleep_if_they_may_and_are_counted(self):
        report, rows, out = self.run_scene("stack", "--size", "5", "--steps", "60", "--sleep")
        self.assertEqual((report["sleep"], report["counts"]["asleep_bodies"]), (True, 5))
        asleep = [row["asleep_bodies"] for row in rows]
        self.assertEqual((asleep[0], asleep[-1], set(asleep)), (0, 5, {0, 5}))
        self.assertEqual(rows[-1]["blocks"], 0)
        self.assertIn(", sleeping on\n", out)
        self.assertIn("\nasleep: 5 of 5 dynamic bodies\n", out)
        report, rows, out = self.run_scene("stack", "--size", "5", "--steps", "60")
        self.assertEqual((report["sleep"], report["counts"]["asleep_bodies"]), (False, 0))
        self.assertEqual({row["asleep_bodies"] for row in rows}, {0})
        self.assertNotIn("sleep", out.replace("fall_asleep", ""))
        # That of a scene may without being told.
        report, _, _ = self.run_scene("sleepers", "--size", "20", "--steps", "12")
        self.assertEqual((report["sleep"], report["counts"]["asleep_bodies"]), (True, 20))

    def test_memory_is_told_per_body_and_per_contact(self):
        report, _, _ = self.run_scene("stack", "--size", "6", "--steps", "5")
        memory = report["memory"]
        self.assertGreater(memory["bytes"], 7 * 100)
        # The program has what the world has, and itself.
        self.assertGreater(memory["peak_bytes"], memory["bytes"])
        self.assertAlmostEqual(memory["bytes_per_body"], memory["bytes"] / 7)
        self.assertTrue(0 < 6 * memory["bytes_per_contact"] < memory["bytes"])
        self.assertIsNone(self.run_scene("bouncers", "--steps", "2")[0]["memory"]["bytes_per_contact"])


class Settings(Runs):
    def test_what_was_asked_for_stands_in_the_json(self):
        report, rows, _ = self.run_scene("pile", "--size", "50", "--seed", "12345678901234567890", "--steps", "7",
                                         "--dt", "0.01", "--substeps", "3", "--simd", "scalar")
        for name, value in (("scene", "pile"), ("size", 50), ("steps", 7), ("dt", 0.01), ("substeps", 3),
                            ("simd", "scalar"), ("solver", "soft_step"), ("iterations", None), ("warm_starting", True),
                            ("seed", "12345678901234567890"), ("threads", 1), ("bodies", 51), ("shapes", 53)):
            self.assertEqual(report[name], value, name)
        for row in rows:
            self.assertAlmostEqual(row["time_s"], 0.01 * row["step"], delta=2e-6)
        for name in "commit", "compiler", "flags", "type":
            self.assertTrue(report["build"][name])

    def test_threads_are_those_that_ran_not_those_asked_for(self):
        on_one_core(self)
        report, _, out = self.run_scene("stack", "--steps", "2", "--threads", "3")
        self.assertEqual((report["threads"], report["workers"]), (1, 3))
        self.assertIn(" 1 thread for 3 workers\n", out)
        report, _, out = self.run_scene("stack", "--steps", "2")
        self.assertEqual((report["threads"], report["workers"]), (1, 1))
        self.assertIn(" 1 thread\n", out)

    def test_solvers_that_iterate_take_one_substep_and_ten_iterations_unless_told(self):
        for solver in "pgs", "pgs_split", "projection":
            report, _, out = self.run_scene("stack", "--steps", "2", "--solver", solver)
            self.assertEqual((report["solver"], report["substeps"], report["iterations"]), (solver, 1, 10))
            self.assertIn(f"solver {solver}, 10 iterations\n", out)
        report, _, out = self.run_scene("stack", "--steps", "2", "--solver", "pgs", "--iterations", "3", "--cold",
                                     "--substeps", "2")
        self.assertEqual((report["substeps"], report["iterations"], report["warm_starting"]), (2, 3, False))
        self.assertIn("solver pgs, 3 iterations, no warm starting\n", out)
        # A scene that needs more substeps gets them.
        self.assertEqual(self.run_scene("tower_50", "--steps", "2")[0]["substeps"], 16)

    def test_solver_iterations_warm_starting_and_substeps_reach_the_world(self):
        base = ["mass_ratio", "--steps", "60"]
        hashes = [self.run_scene(*base, *more)[0]["hash"] for more in (
            [], ["--substeps", "5"], ["--dt", "0.01"], ["--solver", "pgs"], ["--solver", "pgs", "--iterations", "9"],
            ["--solver", "pgs", "--cold"], ["--solver", "pgs_split"], ["--solver", "projection"], ["--size", "3"])]
        self.assertEqual(len(set(hashes)), len(hashes))
        seeds = [self.run_scene("pile", "--size", "40", "--steps", "2", "--seed", seed)[0]["hash"] for seed in "123"]
        self.assertEqual(len(set(seeds)), 3)

    def test_hashes_are_those_of_each_step_on_every_set(self):
        base = ["pile", "--size", "60", "--steps", "25", "--hash"]
        report, rows, out = self.run_scene(*base)
        self.assertEqual(report["hash"], rows[-1]["hash"])
        self.assertTrue(out.endswith(f"hash: {report['hash']}\n"))
        self.assertEqual(len({row["hash"] for row in rows}), 25)
        for simd in "scalar", "avx2-emulated":
            self.assertEqual([row["hash"] for row in self.run_scene(*base, "--simd", simd)[1]],
                             [row["hash"] for row in rows])
        self.assertNotIn("hash", self.run_scene("stack", "--steps", "2")[1][0])


class Quality(Runs):
    def test_balls_in_free_fall_have_the_energy_of_the_fall(self):
        report, _, _ = self.run_scene("bouncers", "--steps", "20")
        quality = report["quality"]
        energy = 11 * 0.5 * math.pi * 0.25 * (10.0 * 20 / 60) ** 2
        self.assertAlmostEqual(quality["kinetic_energy"], energy, delta=1e-4 * energy)
        self.assertEqual(quality["escaped"], 0)
        # No tops are watched, nothing touches, and the residual was not asked for.
        self.assertIsNone(quality["top_drop"])
        self.assertIsNone(quality["side_drift"])
        self.assertEqual(quality["penetration_max"], 0.0)
        self.assertIsNone(quality["residual_rms"])

    def test_a_stack_sinks_and_keeps_its_place(self):
        quality = self.run_scene("stack", "--steps", "120")[0]["quality"]
        mean, p99, largest = (quality[f"penetration_{name}"] for name in ("mean", "p99", "max"))
        self.assertTrue(0.0 < mean <= p99 <= largest < 0.01)
        self.assertTrue(0.0 < quality["top_drop"] < 0.1)
        self.assertTrue(0.0 <= quality["side_drift"] < 0.01)
        # Its ten contacts carry all of its sinking.
        self.assertLess(quality["top_drop"], 10 * largest + 0.01)

    def test_the_residual_is_measured_if_asked_for_and_falls_with_iterations(self):
        found = [self.run_scene("large_pyramid", "--size", "10", "--steps", "20", "--solver", "pgs", "--residual",
                             "--iterations", count)[0]["quality"] for count in ("2", "50")]
        for quality in found:
            self.assertTrue(0.0 < quality["residual_rms"] <= quality["residual_max"])
        self.assertLess(2.0 * found[1]["residual_rms"], found[0]["residual_rms"])

    def test_circles_overlap_as_particles(self):
        report, _, out = self.run_scene("verlet_circles", "--size", "100", "--steps", "400")
        quality = report["quality"]
        self.assertTrue(0.0 < quality["penetration_mean"] <= quality["penetration_p99"] <= quality["penetration_max"])
        self.assertEqual((quality["escaped"], report["bodies"]), (0, 0))
        self.assertIn(", 100 particles", out)


class Files(Runs):
    def test_a_file_on_stdout_stays_clean(self):
        status, out, err = scree("stack", "--steps", "3", "--json", "-")
        self.assertEqual((status, json.loads(out)["steps"]), (0, 3))
        self.assertIn("solve_substeps", err)
        status, out, err = scree("stack", "--steps", "3", "--csv", "-")
        self.assertEqual((status, len(out.splitlines())), (0, 4))
        self.assertIn("solve_substeps", err)
        self.assertEqual(scree("stack", "--steps", "3", "-q"), (0, "", ""))

    def test_pictures_of_the_end_and_of_every_so_many_steps(self):
        status, _, _ = scree("stack", "--steps", "7", "-q", "--png", self.path("a/end.png"), "--svg",
                             self.path("end.svg"))
        self.assertEqual(status, 0)
        self.assertEqual(sorted(os.listdir(self.path("a"))), ["end.png"])
        with open(self.path("a/end.png"), "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
        root = xml.etree.ElementTree.parse(self.path("end.svg")).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        status, _, _ = scree("stack", "--steps", "7", "-q", "--every", "3", "--png", self.path("b/f.png"))
        self.assertEqual(status, 0)
        self.assertEqual(sorted(os.listdir(self.path("b"))), ["f_0000.png", "f_0001.png", "f_0002.png"])

    def test_bodies_asleep_have_a_colour_of_their_own_in_pictures(self):
        def shades(*more):
            """How many shapes each colour fills, the floor's left out."""
            status, _, _ = scree("stack", "--size", "7", "--steps", "60", "-q", "--color", "material", "--svg",
                                 self.path("a.svg"), *more)
            self.assertEqual(status, 0)
            with open(self.path("a.svg")) as file:
                fills = re.findall(r'fill:(rgb\([^)]*\))', file.read())
            return sorted(fills.count(fill) for fill in set(fills))

        self.assertIn(7, shades("--sleep"))
        self.assertNotIn(7, shades())

    def test_bad_arguments_are_refused_in_one_line_before_anything_runs(self):
        out_file = self.path("x")
        self.check_refusals(["run"], (
            ([], "scene"), (["nosuch"], "nosuch"), (["stack", "pile"], "one too many"),
            (["stack", "--json", out_file, "--csv", out_file], out_file), (["stack", "--solver", "magic"], "magic"),
            (["stack", "--every", "2", "--png", "-"], "--every"), (["stack", "--simd", "mmx"], "mmx"),
            (["stack", "--json", "-", "--csv", "-"], "stdout"), (["stack", "--json", self.folder], "cannot write"),
        ), {
            "--size": "0 201", "--steps": "-1 10000001", "--dt": "0 1.5 nan", "--substeps": "0 65",
            "--iterations": "1001", "--color": "pink", "--seed": "-1", "--every": "2",
        })
        self.assertFalse(os.path.exists(out_file))

    def test_a_full_disk_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        for option in "--json", "--csv", "--svg":
            status, _, err = scree("stack", "--steps", "3", "-q", option, "/dev/full")
            self.assertEqual(status, 1)
            self.assertIn("cannot write", err)
        for arguments in ["--help"], ["--version"], ["run", "--help"], ["scenes"]:
            with open("/dev/full", "w") as full:
                result = subprocess.run([command.SCREE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((result.returncode, result.stderr.count("cannot write to stdout")), (1, 1), arguments)

    def test_pictures_are_written_at_the_end_or_left_as_they_were(self):
        new, old = self.path("made/new.png"), self.path("old.svg")
        with open(old, "w") as file:
            file.write("before")
        arguments = ["stack", "--steps", "10000000", "-q", "--png", new, "--svg", old, "--csv", self.path("r.csv")]
        process = subprocess.Popen([command.SCREE, "run", *arguments], stderr=subprocess.PIPE, text=True)
        while not os.path.exists(self.path("r.csv")) or os.path.getsize(self.path("r.csv")) == 0:
            time.sleep(0.01)
        process.kill()
        self.assertEqual(process.communicate()[1], f"scree: made the directory {self.path('made')}\n")
        self.assertFalse(os.path.exists(new))
        with open(old) as file:
            self.assertEqual(file.read(), "before")
        self.assertEqual(scree("stack", "--steps", "1", "-q", "--png", new, "--svg", old), (0, "", ""))
        self.assertTrue(os.path.getsize(new) > 0 and os.path.getsize(old) > 6)
        link, target = self.path("link.svg"), self.path("target.svg")
        os.symlink(target, link)
        self.assertEqual(scree("stack", "--steps", "1", "-q", "--svg", link), (0, "", ""))
        self.assertTrue(os.path.islink(link) and os.path.getsize(target) > 0)


unittest.main()
