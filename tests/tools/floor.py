"""`scree floor`: its table has every stage, its sums are sums, and what it counts does not depend on the machine.

Usage: floor.py SCREE STAGES_H
"""

import functools
import json
import re
import sys
import unittest

import command
from command import Folder

STAGES_H = sys.argv.pop(1)
scree = functools.partial(command.scree, "floor")
RUN = ["large_pyramid", "--size", "12", "--steps", "12", "--warmup", "2", "--counted", "3", "--repeat", "2", "--brief"]
COUNTED = ("bytes", "records", "operations")
SUMMED = ("ms", *COUNTED, "memory_ms", "arithmetic_ms", "floor_ms")


def stage_names():
    with open(STAGES_H, encoding="utf-8") as file:
        return re.findall(r"^ +X\((\w+)\)", file.read(), re.MULTILINE)


class Floor(Folder):
    def measure(self, *arguments):
        status, out, err = scree(*arguments, "--json", self.path("floor.json"))
        self.assertEqual((status, err), (0, ""))
        with open(self.path("floor.json"), encoding="utf-8") as file:
            return json.load(file), out

    def test_every_stage_is_in_the_table_and_the_sums_are_sums(self):
        report, out = self.measure(*RUN)
        (table,) = report["scenes"]
        stages = table["stages"]
        self.assertEqual([row["stage"] for row in stages], stage_names())
        for key in SUMMED:
            self.assertAlmostEqual(table["sum"][key], sum(row[key] for row in stages), delta=1e-9 * table["sum"][key])
            self.assertTrue(all(row[key] >= 0.0 for row in stages), key)
        self.assertAlmostEqual(table["step_ms"], table["sum"]["ms"] + table["between_ms"], places=9)
        for row in stages:
            self.assertEqual(row["floor_ms"], max(row["memory_ms"], row["arithmetic_ms"]))
            if row["floor_ms"] > 0.0:
                self.assertAlmostEqual(row["ratio"], row["ms"] / row["floor_ms"])
            else:
                self.assertIsNone(row["ratio"])
        lines = [line.split() for line in out.splitlines() if line]
        shown = {words[0]: words for words in lines}
        for row in stages:
            self.assertAlmostEqual(float(shown[row["stage"]][1]), row["ms"], places=3)
        self.assertAlmostEqual(float(shown["step"][1]), table["step_ms"], places=3)
        rows = [float(shown[name][1]) for name in stage_names()] + [float(shown["between"][2])]
        self.assertAlmostEqual(sum(rows), float(shown["step"][1]), delta=1e-4 * len(rows))

    def test_what_is_counted_follows_from_the_scene(self):
        def counts(report):
            return [[row[key] for key in COUNTED] for row in report["scenes"][0]["stages"]]

        first, _ = self.measure(*RUN)
        self.assertEqual(counts(first), counts(self.measure(*RUN)[0]))
        # Blocks have 16 lanes with every instruction set.
        self.assertEqual(counts(first), counts(self.measure(*RUN, "--simd", "scalar")[0]))

    def test_arithmetic_does_not_depend_on_how_many_steps_are_counted(self):
        few, all_steps = (self.measure(*RUN[:7], "--counted", counted, *RUN[9:])[0] for counted in ("2", "12"))
        first, second = (report["scenes"][0]["sum"] for report in (few, all_steps))
        self.assertAlmostEqual(first["operations"] / second["operations"], 1.0, delta=0.1)
        # The time of an operation differs between two measurements of the machine.
        ratio = first["arithmetic_ms"] / second["arithmetic_ms"]
        self.assertTrue(0.3 < ratio < 3.0, ratio)

    def test_more_bodies_and_contacts_must_move_more(self):
        small, large = (self.measure("large_pyramid", "--size", str(size), *RUN[3:])[0]["scenes"][0]
                        for size in (12, 24))
        self.assertEqual((small["bodies"], large["bodies"]), (78, 300))
        small, large = ({row["stage"]: row for row in table["stages"]} for table in (small, large))
        for stage in "pack_bodies", "finish_bodies", "sweep_bodies":
            self.assertAlmostEqual(large[stage]["bytes"] / small[stage]["bytes"], 300 / 78)
        for stage in "collide", "solve_substeps":
            for key in COUNTED:
                self.assertGreater(large[stage][key], 2.0 * small[stage][key], (stage, key))

    def test_the_machine_is_measured_by_size(self):
        report, out = self.measure(*RUN)
        machine = report["machine"]
        sizes = machine["set_bytes"]
        self.assertEqual(sizes, [2 * sizes[0] // 2 * 2 ** i for i in range(len(sizes))])
        names = [row["name"] for row in machine["traffic"]]
        self.assertEqual(names, ["read", "write", "update", "records of 4", "records of 16", "records of 64"])
        for row in machine["traffic"]:
            self.assertEqual(len(row["ns"]), len(sizes))
            self.assertTrue(all(ns > 0.0 for ns in row["ns"]))
        self.assertEqual(len(machine["arithmetic"]), 5)
        self.assertIn("lanes computed in a ns: add ", out)

    def test_what_makes_no_sense_is_refused(self):
        for arguments in ["nosuch"], ["pile", "--steps", "1"], ["--size", "3"], ["pile", "rain"]:
            status, out, errors = scree(*arguments)
            self.assertEqual((status, out), (2, ""), arguments)
            self.assertNotEqual(errors, "")


unittest.main()
