"""`scree verify`: its lines, its exit status, and what it does about a set that differs.

Usage: verify.py SCREE VERIFY_DIFFERS
"""

import os
import subprocess
import sys
import unittest

DIFFERS = sys.argv.pop(2)
SCREE = sys.argv.pop(1)
SETS = ["scalar", "sse2", "avx2", "avx512", "neon", "simd128", "avx2-emulated", "avx512-emulated"]
EVERYWHERE = ["scalar", "avx2-emulated", "avx512-emulated"]


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    # On a CPU that lacks a set another one stands in for it, and that is said.
    errors = [line for line in result.stderr.splitlines() if "in its place" not in line]
    return result.returncode, result.stdout, errors


def verify(*arguments):
    return run(SCREE, "verify", *arguments)


def rows_of(out):
    return [line.split() for line in out.splitlines()]


class Agreeing(unittest.TestCase):
    def test_every_set_has_a_line_with_the_same_hash(self):
        status, out, errors = verify("pile", "--size", "40", "--steps", "12")
        self.assertEqual((status, errors), (0, []))
        rows = rows_of(out)
        self.assertEqual([row[:4] for row in rows], [["pile", "40", "12", name] for name in SETS])
        self.assertEqual(len({row[4] for row in rows}), 1)
        self.assertRegex(rows[0][4], "^[0-9a-f]{16}$")

    def test_the_hash_is_that_of_the_run(self):
        hashes = set()
        for more in [], ["--solver", "pgs"], ["--sleep"]:
            _, out, _ = verify("stack", "--size", "5", "--steps", "60", *more)
            _, said, _ = run(SCREE, "run", "stack", "--size", "5", "--steps", "60", "-q", "--hash", *more)
            self.assertEqual(said.split(), ["hash:", rows_of(out)[0][4]])
            hashes.add(said)
        self.assertEqual(len(hashes), 3)

    def test_length_and_size_count(self):
        hashes = [rows_of(verify("stack", "--size", size, "--steps", steps)[1])[0][4]
                  for size, steps in (("5", "9"), ("5", "10"), ("6", "9"))]
        self.assertEqual(len(set(hashes)), 3)

    def test_all_scenes_are_run_in_their_small_size(self):
        status, out, errors = verify("all", "--steps", "1")
        self.assertEqual((status, errors), (0, []))
        listed = run(SCREE, "scenes")[1].split("\n\n")[0].splitlines()[1:]
        rows = rows_of(out)
        self.assertEqual([row[0] for row in rows[::len(SETS)]], [line.split()[0] for line in listed])
        self.assertEqual(len(rows), len(SETS) * len(listed))
        self.assertEqual({row[2] for row in rows}, {"1"})
        for first in range(0, len(rows), len(SETS)):
            self.assertEqual(len({row[4] for row in rows[first : first + len(SETS)]}), 1)

    def test_bad_arguments_are_refused_in_one_line(self):
        for arguments, word in (
            (["nosuch"], "nosuch"), (["stack", "pile"], "one too many"), (["all", "stack"], "one too many"),
            (["all", "--size", "3"], "--size"), (["--size", "3"], "--size"), (["stack", "--solver", "magic"], "magic"),
            *((["stack", "--size", value], "--size") for value in ("0", "1000")),
            *((["stack", "--steps", value], "--steps") for value in ("0", "1000001")),
            *((["stack", "--threads", value], "--threads") for value in ("0", "1,65", "1,,2", ",".join(17 * ["1"]))),
        ):
            with self.subTest(arguments=arguments):
                status, out, errors = verify(*arguments)
                self.assertEqual((status, out, len(errors)), (2, "", 1))
                self.assertIn(word, errors[0])


class Differing(unittest.TestCase):
    def test_no_difference_is_no_failure(self):
        status, out, errors = run(DIFFERS, "from", "none", "1", "all")
        self.assertEqual((status, errors), (0, []))
        rows = rows_of(out)
        self.assertEqual([row[:4] for row in rows], [["odd", "1", "8", name] for name in SETS] +
                         [["plain", "2", "8", name] for name in SETS])
        self.assertEqual(len({row[4] for row in rows}), 2)

    def test_a_set_that_differs_from_some_step_on_is_named_and_a_failure(self):
        for name in EVERYWHERE[1:]:
            for step in 1, 4, 8:
                status, out, errors = run(DIFFERS, "from", name, str(step), "odd")
                self.assertEqual(status, 1)
                # One that stands in for another differs in its name, too.
                self.assertIn(f"scree: odd: {name} differs from scalar after step {step}", errors)
                for error in errors:
                    self.assertIn(f"differs from scalar after step {step}", error)
                rows = rows_of(out)
                self.assertEqual(len(rows), len(SETS))
                hashes = {row[3]: row[4] for row in rows}
                self.assertNotEqual(hashes[name], hashes["scalar"])
                self.assertEqual(len(set(hashes.values())), 2)

    def test_a_number_of_threads_that_differs_is_named_and_a_failure(self):
        for name in EVERYWHERE:
            for threads in "1,3", "1,2,5,64":
                status, out, errors = run(DIFFERS, "threads", name, "3", "odd", "--threads", threads)
                self.assertEqual(status, 1)
                self.assertEqual(len(rows_of(out)), len(SETS))
                self.assertEqual(len({row[4] for row in rows_of(out)}), 1)  # of the first number
                for number in threads.split(",")[1:]:
                    self.assertIn(f"scree: odd: {name} with {number} threads differs from scalar after step 3", errors)
            self.assertEqual(run(DIFFERS, "threads", name, "3", "odd")[0], 0)

    def test_threads_are_compared_on_one_core_too(self):
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        self.addCleanup(os.sched_setaffinity, 0, cores)
        status, _, errors = run(DIFFERS, "threads", "scalar", "3", "odd", "--threads", "1,2")
        self.assertEqual((status, errors), (1, ["scree: odd: scalar with 2 threads differs from scalar after step 3"]))

    def test_threads_do_not_change_the_lines(self):
        _, one, _ = verify("pile", "--steps", "20")
        status, many, errors = verify("pile", "--steps", "20", "--threads", "2,1,16")
        self.assertEqual((status, many, errors), (0, one, []))

    def test_a_difference_that_goes_away_again_is_a_failure(self):
        for name in EVERYWHERE[1:]:
            status, out, errors = run(DIFFERS, "once", name, "4", "odd")
            self.assertEqual(status, 1)
            self.assertIn(f"scree: odd: {name} differs from scalar after step 4", errors)
            self.assertEqual(len({row[4] for row in rows_of(out)}), 1)

    def test_one_scene_that_differs_is_enough_and_the_others_are_run_too(self):
        for arguments in ["all"], []:
            status, out, errors = run(DIFFERS, "from", "avx2-emulated", "2", *arguments)
            self.assertEqual(status, 1)
            self.assertIn("scree: odd: avx2-emulated differs from scalar after step 2", errors)
            self.assertEqual([row[0] for row in rows_of(out)], len(SETS) * ["odd"] + len(SETS) * ["plain"])
        status, out, errors = run(DIFFERS, "broken", "avx2-emulated", "2", "all")
        self.assertEqual(status, 1)
        self.assertEqual([row[0] for row in rows_of(out)][-len(SETS):], len(SETS) * ["plain"])
        status, out, errors = run(DIFFERS, "from", "avx2-emulated", "2", "plain")
        self.assertEqual((status, errors, len(rows_of(out))), (0, [], len(SETS)))

    def test_all_others_differ_from_an_odd_scalar_one(self):
        status, _, errors = run(DIFFERS, "from", "scalar", "3", "odd")
        self.assertEqual(status, 1)
        self.assertGreaterEqual(len(errors), 2)
        for error in errors:
            self.assertTrue(error.endswith(" differs from scalar after step 3"), error)

    def test_a_scene_that_cannot_be_built_is_a_failure(self):
        for name in EVERYWHERE:
            status, out, errors = run(DIFFERS, "broken", name, "1", "odd")
            self.assertEqual(status, 1)
            self.assertTrue(any(error.startswith(f"scree: odd with {name} failed") for error in errors), errors)


unittest.main()
