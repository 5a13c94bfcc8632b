"""What tests of the command share: its path, a call of it, and a folder for each test."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

SCREE = sys.argv.pop(1)


def scree(*arguments, env=None, **more):
    """Exit status, standard output and standard error."""
    result = subprocess.run([SCREE, *arguments], capture_output=True, text=True, errors="replace", env=env, **more)
    return result.returncode, result.stdout, result.stderr


def on_one_core(test):
    """The rest of a test runs on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    test.addCleanup(os.sched_setaffinity, 0, cores)


def percentile_99(values):
    """The smallest value that no more than one in a hundred exceeds."""
    return sorted(values)[(99 * len(values) + 99) // 100 - 1]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def check_refusals(self, command, cases, options):
        """Each case holds arguments and a word of the one line that refuses them. Options of a run of stack hold values
        and such words, or only values that are refused by the name of the option."""
        named = [(["stack", option, value], values[value] if isinstance(values, dict) else option)
                 for option, values in options.items() for value in (values if isinstance(values, dict) else values.split())]
        for arguments, word in [*cases, *named]:
            with self.subTest(arguments=arguments):
                status, out, err = scree(*command, *arguments)
                self.assertEqual((status, out), (2, ""))
                self.assertIn(word, err)
                self.assertEqual(err.count("\n"), 1, err)

    def read_json(self, *arguments):
        """Runs a command quietly and returns what its JSON says."""
        status, out, err = scree(*arguments, "-q", "--json", self.path("r.json"))
        self.assertEqual((status, out, err), (0, "", ""))
        with open(self.path("r.json")) as file:
            return json.load(file)
