"""What all commands do alike with their arguments: help, common options, and what is refused.

Usage: options.py SCREE
"""

import re
import unittest

from command import scree

OPTIONS = {
    "run": "size seed variant steps dt substeps solver iterations cold sleep simd threads json csv trace png svg frames fields record record-hash every checkpoint checkpoint-every resume color contacts residual "
           "hash quiet all",
    "profile": "size steps warmup repeat simd threads solver sleep scaling from json trace trace-steps baseline quiet all",
    "compare": "engines engine-plugin repeat size steps seed variant sleep stages threads limit json html quiet",
    "floor": "size steps warmup repeat counted simd brief json quiet",
    "lab": "solvers sweep steps size seed variant repeat simd json html quiet",
    "verify": "steps size variant solver sleep threads",
    "scenes": "",
    "cpu": "",
    "engines": "engine-plugin",
    "convert": "size seed variant output schema",
    "replay": "until seek keyframes simd threads trace png svg every color contacts view quiet",
}
SIMULATING = ["run", "profile", "floor", "compare", "lab", "verify"]


class Arguments(unittest.TestCase):
    def refuse(self, word, *arguments):
        status, out, err = scree(*arguments)
        self.assertEqual((status, out), (2, ""), arguments)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(word, err)

    def test_help_lists_the_options_and_what_numbers_they_take(self):
        for command, names in OPTIONS.items():
            status, out, err = scree(command, "--help")
            self.assertEqual((status, err), (0, ""))
            listed = re.findall(r"^ +(?:-\S, +)?--([\w-]+)", out, re.MULTILINE)
            self.assertEqual(sorted(listed), sorted([*names.split(), *(["param"] if names and command not in ("replay", "engines") else []), "help", "usage", "version"]))
            self.assertNotIn("{}", out)
        self.assertRegex(" ".join(scree("run", "--help")[1].split()), r"--steps=N length of the run, 0 to 10000000;")

    def test_the_range_in_help_is_the_range_that_is_taken(self):
        for command in SIMULATING:
            text = " ".join(scree(command, "--help")[1].split())
            low, high = re.search(r"--steps=N [^;]*?, (\d+) to (\d+)", text).groups()
            self.refuse(f"--steps takes a whole number from {low} to {high}", command, "stack", "--steps", "-1")

    def test_common_options_are_refused_alike(self):
        for command in SIMULATING:
            for word, *arguments in (
                ("there is no scene 'nosuch'", "nosuch"),
                ("'pile' is one too many", "stack", "pile"),
                ("--size takes a whole number", "stack", "--size", "0"),
                ("--size takes a whole number", "stack", "--size", " 3"),
                ("--size takes a whole number", "stack", "--size", "3.0"),
                ("--size of stack (boxes) is from 1 to 200, not 201", "stack", "--size", "201"),
            ):
                self.refuse(word, command, *arguments)
        for command in "compare", "verify":
            self.refuse("one scene", command, "all", "--size", "5")
        for command in "run", "compare", "lab":
            self.refuse("say which scene", command)
            self.refuse("from 0 to 2^64 - 1", command, "stack", "--seed", "-1")
            self.refuse("--seed does nothing in stack: the scene has no random numbers", command, "stack", "--seed", "5")
        for command in "run", "compare", "lab", "verify":
            self.refuse("--variant wants one scene that has variants", command, "stack", "--variant", "rod")
            self.refuse("--variant of mechanisms takes mixed, weld,", command, "mechanisms", "--variant", "rod,nosuch")
            self.refuse("--variant takes words with commas between them", command, "mechanisms", "--variant", "rod,")

    def test_two_outputs_are_two_files(self):
        for command, first, second in (("run", "csv", "png"), ("profile", "json", "trace"), ("compare", "json", "html"),
                                       ("lab", "html", "json")):
            self.refuse("cannot both go to stdout", command, "stack", f"--{first}", "-", f"--{second}", "-")
            self.refuse("cannot both go to same", command, "stack", f"--{first}", "same", f"--{second}", "same")

    def test_a_size_without_a_scene_is_refused(self):
        self.refuse("--size wants one scene", "profile", "--from", "nosuch", "--size", "5")


unittest.main()
