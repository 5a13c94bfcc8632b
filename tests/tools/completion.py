"""Completion for shells is what the command's help says, and pages of the manual have all of it.

Usage: completion.py SCREE ROOT [HELP2MAN]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SCREE, ROOT = sys.argv[1:3]
HELP2MAN = next((path for path in sys.argv[3:] if path), None)
del sys.argv[2:]

from command import scree  # noqa: E402

SHELLS = {"bash": "scree.bash", "zsh": "_scree"}
COMMANDS = ["run", "scenes", "cpu", "profile", "floor", "verify", "compare", "engines", "lab", "convert", "replay"]


def script(name):
    return os.path.join(ROOT, "tools", "docs", name)


def completed(*words):
    """What bash offers for the last word."""
    text = (f"source {os.path.join(ROOT, 'tools', 'completion', 'scree.bash')}\n"
            f"COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _scree; echo \"${{COMPREPLY[*]}}\"")
    return subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True).stdout.split()


class Completion(unittest.TestCase):
    def test_the_files_are_those_that_the_generator_makes(self):
        for shell, name in SHELLS.items():
            made = subprocess.run([sys.executable, "-B", script("completion.py"), SCREE, shell], capture_output=True, text=True, check=True).stdout
            with open(os.path.join(ROOT, "tools", "completion", name), encoding="utf-8") as file:
                self.assertEqual(file.read(), made, f"the target completion writes {name}")

    def test_bash_offers_commands_scenes_options_and_words(self):
        self.assertEqual(completed("scree", "pro"), ["profile"])
        self.assertEqual(completed("scree", "run", "large"), ["large_pyramid"])
        self.assertEqual(completed("scree", "run", "pile", "--so"), ["--solver"])
        self.assertEqual(completed("scree", "run", "--solver", "pgs"), ["pgs", "pgs_split"])
        self.assertEqual(completed("scree", "run", "--solver", "=", "pgs_"), ["pgs_split"])
        self.assertEqual(completed("scree", "run", "--solver", "="), ["soft_step", "pgs", "pgs_split", "projection"])
        self.assertEqual(completed("scree", "run", "--steps", ""), [])
        self.assertIn("all", completed("scree", "verify", "al"))
        self.assertEqual(completed("scree", "cpu", "pile"), [])

    def test_bash_offers_every_option_of_help(self):
        for command in COMMANDS:
            listed = re.findall(r"^ +(?:-\S, +)?(--[\w-]+)", scree(command, "--help")[1], re.MULTILINE)
            self.assertEqual(sorted(completed("scree", command, "--")), sorted(listed), command)

    @unittest.skipUnless(shutil.which("zsh"), "needs zsh")
    def test_zsh_can_read_its_script(self):
        subprocess.run(["zsh", "-n", os.path.join(ROOT, "tools", "completion", "_scree")], check=True)

    @unittest.skipUnless(HELP2MAN, "needs help2man")
    def test_pages_of_the_manual_have_every_option(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", script("man_pages.py"), SCREE, HELP2MAN, folder], check=True)
            self.assertEqual(sorted(os.listdir(folder)), sorted(["scree.1", *(f"scree-{command}.1" for command in COMMANDS)]))
            for command in COMMANDS:
                with open(os.path.join(folder, f"scree-{command}.1"), encoding="utf-8") as file:
                    page = file.read()
                self.assertIn(f"\nscree-{command} \\- ", page)
                for option in re.findall(r"^ +(?:-\S, +)?--([\w-]+)", scree(command, "--help")[1], re.MULTILINE):
                    self.assertIn("\\fB\\-\\-" + option.replace("-", "\\-") + "\\fR", page, command)


unittest.main()
