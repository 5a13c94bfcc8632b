"""`scree profile --from --baseline` between profiles written by hand: which differences are named, at the borders.

Usage: profile_ranges.py SCREE

Nothing is measured here.
"""

import json
import re
import unittest

from command import Folder, scree

STEP = 1e6  # ns


def row(name, stage, passes, times):
    return {"name": name, "stage": stage, "pass": passes, "unit": "contacts", "fraction": 0.1, "calls": 4, "items": 100,
            "bytes": 6400, "ns_per_item": 1.0, "lane_fill": None, "ns": list(times), "quiet_ns": list(times)}


def profile(rows, repeats=3, step=STEP, **changes):
    """Rows: {(stage, pass or None): times}. All stages have passes unless their pass is None."""
    setting = {"scene": "stack", "size": 10, "steps": 100, "warmup": 10, "substeps": 4, "simd": "avx2",
               "solver": "soft_step", "threads": 1}
    listed = [row("step", "", False, repeats * [step])]
    listed += [row(name or stage, stage, name is not None, times) for (stage, name), times in rows.items()]
    return {"format": "scree profile 1", "setting": setting, "repeats": repeats, "cpu": "a CPU", "build": "a build",
            "rows": listed, **changes}


class Comparing(Folder):
    def save(self, name, value):
        with open(self.path(name), "w") as file:
            json.dump(value, file)
        return self.path(name)

    def compare(self, before, after):
        """Returns the exit status, what is said of each row but that of the step, and all that is said."""
        status, out, err = scree("profile", "-q", "--from", self.save("now.json", after), "--baseline",
                                 self.save("before.json", before))
        self.assertEqual(err, "")
        named = {}
        for line in out.splitlines():
            found = re.match(r"(SLOWER|faster|new|gone)\s+(pass|stage|)\s+(\w+)", line)
            if found and found.group(3) != "step":
                named[found.group(3)] = found.group(1)
        return status, named, out

    def compare_times(self, before, after, **changes):
        """One pass among others that stay as they are."""
        others = {("solve", f"other_{i}"): 3 * [1e5] for i in range(6)}
        key = ("collide", "narrow")
        old = profile({**others, key: before}, len(before)) if len(before) == 3 else None
        new = profile({**others, key: after})
        return self.compare(old, {**new, **changes})

    # Ranges

    def test_ranges_that_lie_apart_by_more_than_half_of_what_they_spread_differ(self):
        # Both spread by 4: the gap must be above 4.
        before = [100e3, 102e3, 104e3]
        for low, expected in ((107.9e3, {}), (108.1e3, {"narrow": "SLOWER"})):
            status, named, _ = self.compare_times(before, [low, 110e3, low + 4e3])
            self.assertEqual((status, named), (1 if expected else 0, expected), low)
        for high, expected in ((96.1e3, {}), (95.9e3, {"narrow": "faster"})):
            status, named, _ = self.compare_times(before, [high - 4e3, 94e3, high])
            self.assertEqual((status, named), (0, expected), high)

    def test_the_spread_of_either_side_counts(self):
        # A gap of 6, and spreads of 0 and 11 or 13.
        for before, after, expected in (
            ([100e3, 100e3, 100e3], [106e3, 112e3, 117e3], {"narrow": "SLOWER"}),
            ([100e3, 100e3, 100e3], [106e3, 112e3, 119e3], {}),
            ([89e3, 95e3, 100e3], [106e3, 106e3, 106e3], {"narrow": "SLOWER"}),
            ([87e3, 95e3, 100e3], [106e3, 106e3, 106e3], {}),
        ):
            self.assertEqual(self.compare_times(before, after)[1], expected, (before, after))

    def test_ranges_that_touch_or_overlap_do_not_differ_whatever_their_medians(self):
        self.assertEqual(self.compare_times([100e3, 101e3, 150e3], [150e3, 199e3, 200e3])[1], {})
        self.assertEqual(self.compare_times([100e3, 101e3, 160e3], [150e3, 199e3, 200e3])[1], {})
        self.assertEqual(self.compare_times([150e3, 199e3, 200e3], [100e3, 101e3, 150e3])[1], {})

    def test_one_slow_run_among_others_decides_nothing(self):
        self.assertEqual(self.compare_times(3 * [100e3], [100e3, 100e3, 300e3])[1], {})

    def test_medians_within_a_twentieth_do_not_differ_however_steady(self):
        for factor, expected in ((1.049, {}), (1.051, {"narrow": "SLOWER"}), (1 / 1.049, {}),
                                 (1 / 1.051, {"narrow": "faster"})):
            self.assertEqual(self.compare_times(3 * [200e3], 3 * [200e3 * factor])[1], expected, factor)

    def test_a_difference_below_a_two_hundredth_of_the_step_is_not_named(self):
        # 0.5 % of 1e6.
        for more, expected in ((4.9e3, {}), (5.1e3, {"narrow": "SLOWER"})):
            self.assertEqual(self.compare_times(3 * [20e3], 3 * [20e3 + more])[1], expected, more)
            faster = {"narrow": "faster"} if expected else {}
            self.assertEqual(self.compare_times(3 * [20e3 + more], 3 * [20e3])[1], faster, more)

    def test_the_medians_and_ranges_are_told(self):
        _, _, out = self.compare_times([101e3, 100e3, 103e3], [200e3, 220e3, 210e3])
        self.assertIn("SLOWER  pass  narrow of collide: 0.1010 -> 0.2100 ms a step, 2.08 times "
                      "(runs 0.1000 to 0.1030 before, 0.2000 to 0.2200 now)", out)

    def test_the_step_has_a_row_as_the_others(self):
        others = {("solve", f"other_{i}"): 3 * [1e5] for i in range(6)}
        status, named, out = self.compare(profile(others), profile(others, step=1.2 * STEP))
        self.assertEqual((status, named), (1, {}))
        self.assertIn("SLOWER        step: 1.0000 -> 1.2000 ms a step, 1.20 times", out)

    # Times that the machine took from the run are left out: quiet_ns is what is compared.

    def test_only_quiet_times_are_compared(self):
        others = {("solve", f"other_{i}"): 3 * [1e5] for i in range(6)}
        before, after = profile(others), profile(others)
        for one in after["rows"]:
            if one["name"] in ("other_2", "other_5"):
                one["ns"] = [ns * 3.0 for ns in one["ns"]]
        self.assertEqual(self.compare(before, after)[:2], (0, {}))

    # Common shifts

    def rows(self, count, slow, factor, small=0):
        """`count` passes of which the first `slow` took `factor` times as long."""
        before = {("solve", f"pass_{i:02}"): 3 * [5e4] for i in range(count)}
        after = {key: [ns * (factor if i < slow else 1.0) for ns in times]
                 for i, (key, times) in enumerate(before.items())}
        return before, after

    def shifted(self, count, slow, factor):
        before, after = self.rows(count, slow, factor)
        step = STEP * factor if slow == count else STEP
        status, named, out = self.compare(profile(before), profile(after, step=step))
        shift = re.search(r"Nearly everything took ([\d.]+) (times as long|of the time)", out)
        return status, named, float(shift.group(1)) if shift else None

    def test_a_third_of_the_rows_slower_is_each_of_them_slower(self):
        status, named, shift = self.shifted(12, 4, 1.5)
        self.assertEqual((status, shift), (1, None))
        self.assertEqual(named, {f"pass_{i:02}": "SLOWER" for i in range(4)})

    def test_two_thirds_of_the_rows_slower_are_no_slow_machine_either(self):
        status, named, shift = self.shifted(12, 8, 1.5)
        self.assertEqual((status, shift), (1, None))
        self.assertEqual(named, {f"pass_{i:02}": "SLOWER" for i in range(8)})
        status, named, shift = self.shifted(12, 8, 0.5)
        self.assertEqual((status, shift), (0, None))
        self.assertEqual(named, {f"pass_{i:02}": "faster" for i in range(8)})

    def test_three_quarters_are_and_the_rest_then_is_faster(self):
        status, named, shift = self.shifted(12, 9, 1.5)
        self.assertEqual((status, shift), (0, 1.5))
        self.assertEqual(named, {f"pass_{i:02}": "faster" for i in range(9, 12)})
        # Times are divided by the shift: 0.05 ms of these are 0.0333.
        status, named, shift = self.shifted(12, 9, 0.5)
        self.assertEqual((status, shift), (1, 0.5))
        self.assertEqual(named, {f"pass_{i:02}": "SLOWER" for i in range(9, 12)})

    def test_all_slower_is_a_slow_machine(self):
        self.assertEqual(self.shifted(12, 12, 1.5), (0, {}, 1.5))
        self.assertEqual(self.shifted(12, 12, 0.5), (0, {}, 0.5))
        # From a fiftieth on.
        self.assertEqual(self.shifted(12, 12, 1.015), (0, {}, None))
        self.assertEqual(self.shifted(12, 12, 1.03), (0, {}, 1.03))
        self.assertEqual(self.shifted(12, 12, 0.985), (0, {}, None))
        self.assertEqual(self.shifted(12, 12, 0.96), (0, {}, 0.96))

    def test_of_fewer_than_four_rows_no_shift_is_read(self):
        self.assertEqual(self.shifted(3, 3, 1.5), (1, {f"pass_{i:02}": "SLOWER" for i in range(3)}, None))
        self.assertEqual(self.shifted(4, 4, 1.5), (0, {}, 1.5))

    def test_rows_that_the_step_does_not_feel_have_no_voice(self):
        before, after = self.rows(4, 4, 1.5)
        for i in range(20):
            # Of 0.22 ms in all, 0.49 %.
            before["solve", f"tiny_{i}"] = after["solve", f"tiny_{i}"] = 3 * [1.09e3]
        status, named, out = self.compare(profile(before), profile(after))
        self.assertEqual((status, named), (0, {}))
        self.assertIn("Nearly everything took 1.50 times as long", out)

    def test_stages_with_passes_do_not_count_beside_them(self):
        # Half of the passes are slower, and all of their stages: three quarters of both, but no shift.
        before, after = {}, {}
        for i in range(8):
            for name in None, f"pass_{i}":
                before[f"stage_{i}", name] = 3 * [5e4]
                after[f"stage_{i}", name] = 3 * [7.5e4 if i < 4 or name is None else 5e4]
        status, named, out = self.compare(profile(before), profile(after))
        self.assertNotIn("Nearly everything", out)
        self.assertEqual(status, 1)
        self.assertEqual(named, {**{f"stage_{i}": "SLOWER" for i in range(8)},
                                 **{f"pass_{i}": "SLOWER" for i in range(4)}})
        # A stage without passes has a voice.
        before = {(f"stage_{i}", None): 3 * [5e4] for i in range(8)}
        after = {key: 3 * [7.5e4] for key in before}
        self.assertEqual(self.compare(profile(before), profile(after))[:2], (0, {}))

    # Rows that came, went or are noisy

    def test_rows_on_one_side_only_are_told_and_no_failure(self):
        before, after = self.rows(6, 0, 1.0)
        before["solve", "old"] = after["solve", "young"] = 3 * [2e5]
        status, named, out = self.compare(profile(before), profile(after))
        self.assertEqual((status, named), (0, {"old": "gone", "young": "new"}))
        self.assertIn("gone    pass  old, 0.2000 ms a step", out)

    def test_passes_of_the_same_name_in_other_stages_are_other_rows(self):
        before, after = self.rows(6, 0, 1.0)
        before["one", "twin"], before["two", "twin"] = 3 * [1e5], 3 * [2e5]
        after["one", "twin"], after["two", "twin"] = 3 * [1e5], 3 * [2e5]
        self.assertEqual(self.compare(profile(before), profile(after))[:2], (0, {}))
        after["two", "twin"] = 3 * [4e5]
        _, _, out = self.compare(profile(before), profile(after))
        self.assertIn("SLOWER  pass  twin of two: 0.2000 -> 0.4000", out)
        self.assertNotIn("twin of one", out)

    def test_a_slower_stage_points_at_its_pass_that_changed_most(self):
        before, after = self.rows(6, 0, 1.0)
        before["collide", None], after["collide", None] = 3 * [2e5], 3 * [3e5]
        for name, old, new in (("first", 5e4, 7e4), ("large", 1e5, 1.8e5), ("small", 5e4, 6e4), ("down", 1e5, 2e4)):
            before["collide", name], after["collide", name] = [old, old, 9e5], [new, new, 9e5]
        _, named, out = self.compare(profile(before), profile(after))
        self.assertEqual(named, {"collide": "SLOWER"})
        self.assertRegex(out, r"maybe +pass +large of collide")
        self.assertEqual(out.count("maybe"), 1)
        # Not if a pass is beyond its own noise: it is named itself.
        before["collide", "large"], after["collide", "large"] = 3 * [1e5], 3 * [1.8e5]
        _, named, out = self.compare(profile(before), profile(after))
        self.assertEqual(named, {"collide": "SLOWER", "large": "SLOWER"})
        self.assertNotIn("maybe", out)

    # Notes

    def test_other_machines_builds_and_too_few_runs_are_told(self):
        before, after = self.rows(6, 0, 1.0)
        self.assertNotRegex(self.compare(profile(before), profile(after))[2], "another|fewer")
        out = self.compare(profile(before, cpu="an old CPU"), profile(after))[2]
        self.assertIn("of another processor: an old CPU, now a CPU.", out)
        out = self.compare(profile(before), profile(after, build="a new build"))[2]
        self.assertIn("of another build: a build, now a new build.", out)
        two = {key: times[:2] for key, times in before.items()}
        for old, new in ((profile(two, 2), profile(after)), (profile(before), profile(two, 2))):
            self.assertIn("fewer than three runs", self.compare(old, new)[2])

    def test_another_setting_is_no_baseline(self):
        before, after = self.rows(6, 0, 1.0)
        new = self.save("now.json", profile(after))
        for name, value in (("scene", "pile"), ("size", 11), ("steps", 99), ("warmup", 9), ("substeps", 5),
                            ("simd", "sse2"), ("solver", "pgs"), ("threads", 2)):
            other = profile(before)
            was, other["setting"][name] = other["setting"][name], value
            status, out, err = scree("profile", "--from", new, "--baseline", self.save("before.json", other))
            self.assertEqual((status, out), (2, ""), name)
            self.assertIn(f"is {value}, not {was}", err)


unittest.main()
