"""`run --record` writes what `replay` repeats, and `replay` refuses what is no recording.

Usage: recordings.py SCREE
"""

import os
import re
import unittest

from command import Folder, scree

HEADER = 36  # bytes before the snapshot


class Recordings(Folder):
    def setUp(self):
        super().setUp()
        self.file = self.path("stack.rec")
        status, self.out, err = scree("run", "stack", "--steps", "30", "--hash", "--record", self.file)
        self.assertEqual((status, err), (0, ""))
        with open(self.file, "rb") as file:
            self.data = file.read()

    def replay(self, *arguments):
        """The calls, the steps and the hash of a replay without differences."""
        status, out, err = scree("replay", self.file, *arguments)
        self.assertEqual((status, err), (0, ""))
        calls, steps, state = re.fullmatch(r"(\d+) calls and (\d+) steps as recorded, hash: (\w{16})\n", out).groups()
        return int(calls), int(steps), state

    def refuse(self, word, data, code=2):
        path = self.path("damaged.rec")
        with open(path, "wb") as file:
            file.write(data)
        status, out, err = scree("replay", path)
        self.assertEqual((status, out), (code, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(word, err)

    def test_a_replay_has_the_hash_of_the_run_on_every_set(self):
        calls, steps, state = self.replay()
        self.assertEqual(steps, 30)
        self.assertGreater(calls, steps)
        self.assertIn(state, self.out)
        for options in ["--simd", "scalar"], ["--simd", "sse2", "--threads", "2"]:
            self.assertEqual(self.replay(*options), (calls, steps, state))
        self.assertEqual(scree("replay", self.file, "-q"), (0, "", ""))

    def test_a_replay_ends_where_it_is_told_to(self):
        _, out, _ = scree("run", "stack", "--steps", "7", "--hash")
        _, steps, state = self.replay("--until", "7")
        self.assertEqual(steps, 7)
        self.assertIn(state, out)
        self.assertEqual(self.replay("--until", "31"), self.replay())

    def test_a_run_is_the_same_with_a_recording(self):
        self.assertEqual(re.findall("hash.*", scree("run", "stack", "--steps", "30", "--hash")[1]),
                         re.findall("hash.*", self.out))

    def test_another_end_is_a_difference(self):
        self.refuse("the end, after 30 steps: the state is another one", self.data[:-1] + bytes([self.data[-1] ^ 1]), 1)

    def test_damaged_files_are_refused_with_the_byte(self):
        self.refuse("byte 0: is no recording", b"")
        self.refuse("byte 0: is no recording", b"x" + self.data[1:])
        self.refuse("recording of format 2", self.data[:8] + b"\2" + self.data[9:])
        self.refuse(f"byte {len(self.data) - 8}: ends within a record", self.data[:-1])
        self.refuse(f"byte {len(self.data) - 14}: the recording has no end", self.data[:-14])
        self.refuse(f"byte {HEADER}: ends within a snapshot", self.data[:HEADER])
        self.refuse("snapshot at byte", self.data[:HEADER] + b"x" + self.data[HEADER + 1:])
        self.refuse(f"byte {len(self.data) - 8}: is no record of a call", self.data + b"x")

    def test_what_is_no_file_is_refused(self):
        for path in self.folder, self.path("none"), "/dev/zero":
            status, out, err = scree("replay", path)
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn(path, err)

    def test_a_recording_that_cannot_be_written_fails(self):
        if os.path.exists("/dev/full"):
            status, _, err = scree("run", "stack", "--steps", "300", "--record", "/dev/full")
            self.assertEqual(status, 1)
            self.assertIn("/dev/full", err)


unittest.main()
