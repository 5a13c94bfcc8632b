"""What tests of the command share: its path, a call of it, and a folder for each test."""

import os
import subprocess
import sys
import tempfile
import unittest

SCREE = sys.argv.pop(1)


def scree(*arguments, env=None):
    """Exit status, standard output and standard error."""
    result = subprocess.run([SCREE, *arguments], capture_output=True, text=True, errors="replace", env=env)
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
