"""`scree scenes`, `scree cpu` and the command by itself: what they list is what the other commands take.

Usage: listings.py SCREE
"""

import json
import os
import re
import subprocess
import unittest

from command import SCREE, scree

os.environ.pop("SCREE_SIMD", None)


def report(scene, *arguments):
    status, out, err = scree("run", scene, "-q", "--json", "-", *arguments)
    if status != 0:
        raise AssertionError(err)
    return json.loads(out)


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        status, out, err = scree("scenes")
        assert (status, err) == (0, "")
        first, second, *variants = out.split("\n\n")
        cls.heading = first.splitlines()[0].split()
        cls.rows = [line.split(maxsplit=4) for line in first.splitlines()[1:]]
        cls.sizes = dict(line.split(maxsplit=1) for line in second.splitlines()[1:])
        # Of each scene that has variants the words of its choices.
        cls.variants = {}
        for text in variants:
            heading, *choices = text.splitlines()
            cls.variants[heading.split()[0]] = [line.split(": ")[1].split(", ") for line in choices]

    def test_each_scene_has_a_line_in_both_tables(self):
        self.assertEqual(self.heading, ["scene", "size", "bodies", "steps", "description"])
        names = [row[0] for row in self.rows]
        self.assertEqual(names, list(self.sizes))
        self.assertEqual(len(set(names)), len(names))
        self.assertLessEqual({"pile", "powerlaw", "large_pyramid", "washer", "cloth", "verlet_circles"}, set(names))
        for row in self.rows:
            self.assertTrue(row[4].strip())

    def test_each_scene_has_a_row_and_a_small_picture_in_the_gallery(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
        with open(os.path.join(folder, "command.md"), encoding="utf-8") as file:
            rows = re.findall(r"^\| `(\w+)` \| !\[\1\]\(gallery/\1\.png\) \| (.*); `[^`]*` \|$", file.read(), re.MULTILINE)
        self.assertEqual([(row[0], row[4]) for row in self.rows], rows, "tools/gallery makes it")
        for name, _ in rows:
            path = os.path.join(folder, "gallery", name + ".png")
            with open(path, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n", name)
            self.assertLessEqual(os.path.getsize(path), 12288, name)
        self.assertEqual(len(os.listdir(os.path.join(folder, "gallery"))), len(rows))

    def test_sizes_and_bodies_are_those_of_a_run(self):
        for name, size, bodies, steps, _ in self.rows:
            found = report(name, "--steps", "0")
            self.assertEqual((found["size"], found["bodies"]), (int(size), int(bodies)), name)
            self.assertGreater(int(steps), 0)
        listed = {row[0]: row[1:4] for row in self.rows}
        self.assertEqual(listed["large_pyramid"], ["100", "5051", "500"])
        self.assertEqual(listed["pile"], ["20000", "20001", "600"])

    def test_sizes_within_the_range_are_taken_and_no_others(self):
        for name, text in self.sizes.items():
            low, high = (int(word) for word in re.search(r", (\d+) to (\d+)(?:;|$)", text).groups())
            self.assertEqual(report(name, "--steps", "0", "--size", str(low))["size"], low)
            self.assertEqual(scree("run", name, "--size", str(high + 1))[0], 2)
            self.assertEqual(scree("run", name, "--size", str(low - 1))[0], 2)

    def test_a_seed_matters_where_it_is_said_to(self):
        for row in self.rows:
            name = row[0]
            steps = "8"  # particles come one row after the other
            if self.sizes[name].endswith("; takes a seed"):
                hashes = {report(name, "--steps", steps, "--size", "8", "--seed", seed)["hash"] for seed in "12"}
                self.assertEqual(len(hashes), 2, name)
            else:
                self.assertEqual(scree("run", name, "--steps", "0", "--seed", "1")[0], 2, name)
                self.assertEqual(scree("run", name, "--steps", "0", "--seed", "0", "-q")[0], 0, name)

    def test_each_word_of_a_variant_is_taken_in_place_of_the_default(self):
        self.assertEqual(list(self.variants), ["heavy", "impacts", "seams", "mechanisms", "machines"])
        for name, choices in self.variants.items():
            default = [words[0] for words in choices]
            self.assertEqual(report(name, "--steps", "0")["variant"], ",".join(default))
            hashes = set()
            for place, words in enumerate(choices):
                for word in words:
                    found = report(name, "--steps", "30", "--size", "8", "--variant", word)
                    expected = [*default[:place], word, *default[place + 1:]]
                    self.assertEqual(found["variant"], ",".join(expected))
                    hashes.add(found["hash"])
            self.assertEqual(len(hashes), 1 + sum(len(words) - 1 for words in choices))
            last = [words[-1] for words in choices]
            arguments = "--steps", "0", "--size", "8", "--variant", ",".join(reversed(last))
            self.assertEqual(report(name, *arguments)["variant"], ",".join(last))
        self.assertIsNone(report("stack", "--steps", "0")["variant"])

    def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(self):
        status, out, err = scree("run", "large_piramid")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("large_pyramid", err)


class Cpu(unittest.TestCase):
    def test_one_set_is_picked_and_runs_take_it(self):
        status, out, _ = scree("cpu")
        self.assertEqual(status, 0)
        rows = [re.match(r"(\S+) +(supported|not supported) *(picked)?$", line) for line in out.splitlines()]
        names = [row.group(1) for row in rows]
        self.assertEqual(names, ["scalar", "sse2", "avx2", "avx512", "neon", "simd128", "avx2-emulated", "avx512-emulated"])
        (picked,) = [row.group(1) for row in rows if row.group(3)]
        self.assertEqual(report("stack", "--steps", "0")["simd"], picked)
        for row in rows:
            status, _, err = scree("run", "stack", "--steps", "1", "-q", "--simd", row.group(1))
            self.assertEqual(status, 0 if row.group(2) == "supported" else 2, err)


class Command(unittest.TestCase):
    def test_what_it_does_not_know_it_refuses(self):
        for arguments in [], ["nosuch"], ["--nosuch"], ["scenes", "x"], ["cpu", "x"], ["help", "nosuch"], ["help", "run", "x"]:
            status, out, err = scree(*arguments)
            self.assertEqual((status, out), (2, ""), arguments)
            self.assertTrue(err)

    def test_help_and_version(self):
        status, out, _ = scree("--version")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"^scree \d+\.\d+\.\d+ \(")
        for arguments in ["--help"], *([name, "--help"] for name in ("run", "verify", "profile", "floor", "compare", "lab")):
            status, out, _ = scree(*arguments)
            self.assertEqual(status, 0)
            self.assertIn("Usage: scree", out)
            self.assertEqual(scree("help", *arguments[:-1]), (0, out, ""))

    def test_a_reader_that_goes_away_is_a_failure_without_a_message(self):
        command = subprocess.Popen([SCREE, "run", "stack", "--steps", "100000", "-q", "--csv", "-"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        command.stdout.readline()
        command.stdout.close()
        err = command.stderr.read()
        command.stderr.close()
        self.assertEqual(command.wait(), 1)
        self.assertEqual(err, b"")


unittest.main()
