"""`run --record` writes what `replay` repeats, and `replay` refuses what is no recording.

Usage: recordings.py SCREE
"""

import json
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
        for options in ["--simd", "scalar"], ["--threads", "2"]:
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

    def test_pictures_of_a_replay_are_those_of_the_run(self):
        self.assertEqual(scree("convert", "pile", "--size", "60", "-o", self.path("pile.json"))[0], 0)
        with open(self.path("pile.json")) as file:
            view = json.load(file)["view"]
        corners = ",".join(repr(x) for corner in (view["lower"], view["upper"]) for x in corner)
        options = ["--every", "25", "--contacts", "--color", "material"]
        self.assertEqual(scree("run", "pile", "--size", "60", "--steps", "60", "-q", "--record", self.path("pile.rec"), "--png", self.path("a/p.png"),
                               "--svg", self.path("a/p.svg"), *options)[0], 0)
        status, out, _ = scree("replay", self.path("pile.rec"), f"--view={corners}", "--png", self.path("b/p.png"), "--svg", self.path("b/p.svg"), *options)
        self.assertEqual(status, 0)
        self.assertIn("and 60 steps as recorded", out)
        names = sorted(os.listdir(self.path("a")))
        self.assertEqual(names, [f"p_{i:04}.{kind}" for i in range(3) for kind in ("png", "svg")])
        self.assertEqual(sorted(os.listdir(self.path("b"))), names)
        for name in names:
            self.assertEqual(self.read("a/" + name), self.read("b/" + name), name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_one_picture_shows_where_the_replay_ended(self):
        for steps in "7", "30":
            self.replay("--until", steps, "--svg", self.path(f"{steps}.svg"))
        self.assertNotEqual(self.read("7.svg"), self.read("30.svg"))
        # To stdout: the result goes to stderr.
        status, out, err = scree("replay", self.file, "--svg", "-")
        self.assertEqual((status, out), (0, self.read("30.svg").decode()))
        self.assertIn("30 steps as recorded", err)
        # Also of a recording that was cut, and of one that differs.
        with open(self.path("stack.rec"), "wb") as file:
            file.write(self.data[:-1])
        self.assertEqual(scree("replay", self.file, "--svg", self.path("cut.svg"))[0], 2)
        self.assertEqual(self.read("cut.svg"), self.read("30.svg"))
        with open(self.path("stack.rec"), "wb") as file:
            file.write(self.data[:-1] + bytes([self.data[-1] ^ 1]))
        self.assertEqual(scree("replay", self.file, "--svg", self.path("other.svg"))[0], 1)
        self.assertEqual(self.read("other.svg"), self.read("30.svg"))

    def test_seeks_in_any_order_find_the_states_of_the_run(self):
        steps = [30, 7, 29, 0, 8, 30]
        status, out, err = scree("replay", self.file, "--seek", ",".join(map(str, steps)), "--svg", self.path("seek.svg"))
        self.assertEqual((status, err), (0, ""))
        lines = re.findall(r"^step (\d+) of 30, ([\d.]+) s, hash: (\w{16}), \d+ keyframes in [\d.]+ MB$", out, re.MULTILINE)
        self.assertEqual([int(step) for step, _, _ in lines], steps)
        for step, time, state in lines:
            self.assertAlmostEqual(float(time), int(step) / 60.0, delta=6e-4)
            if step != "0":
                self.assertEqual(self.replay("--until", step)[2], state)
        self.replay("--svg", self.path("end.svg"))
        self.assertEqual(self.read("seek.svg"), self.read("end.svg"))
        self.assertEqual(scree("replay", self.file, "--seek", "3", "--keyframes", "1", "-q"), (0, "", ""))
        # Of a recording that was cut the last complete step is the last one; a difference is named.
        with open(self.file, "wb") as file:
            file.write(self.data[:-20])
        status, out, err = scree("replay", self.file, "--seek", "29,30")
        self.assertEqual(status, 2)
        self.assertIn("step 29 of 29", out)
        self.assertIn("there is no step 30, but 29 steps", err)
        with open(self.file, "wb") as file:
            file.write(self.data[:-1] + bytes([self.data[-1] ^ 1]))
        status, _, err = scree("replay", self.file, "--seek", "2,30")
        self.assertEqual(status, 1)
        self.assertIn("the end, after 30 steps: the state is another one", err)

    def test_a_seek_to_a_step_that_differs_fails(self):
        path = self.path("all.rec")
        scree("run", "stack", "--steps", "30", "-q", "--record", path, "--record-hash", "1")
        with open(path, "rb") as file:
            data = bytearray(file.read())
        at, steps = HEADER + int.from_bytes(data[HEADER - 8:HEADER], "little"), 0
        while steps < 3:
            steps += data[at:at + 2] == b"\0\0"  # a step; its record ends with the hash
            at += 6 + int.from_bytes(data[at + 2:at + 6], "little")
        data[at - 8] ^= 1
        with open(path, "wb") as file:
            file.write(data)
        self.assertEqual(scree("replay", path, "--seek", "2", "-q"), (0, "", ""))
        for seek in "3", "4", "2,3":
            status, out, err = scree("replay", path, "--seek", seek, "-q")
            self.assertEqual((status, out), (1, ""))
            self.assertIn("after 3 steps: left another state", err)

    def test_a_trace_of_a_replay_has_its_steps(self):
        self.replay("--until", "9", "--trace", self.path("t.json"))
        with open(self.path("t.json")) as file:
            events = json.load(file)["traceEvents"]
        self.assertEqual([e["name"] for e in events if e.get("cat") == "step"], [f"step {i}" for i in range(1, 10)])

    def test_a_hash_of_every_step_names_the_step_that_differs(self):
        path = self.path("all.rec")
        scree("run", "stack", "--steps", "30", "-q", "--record", path, "--record-hash", "1")
        with open(path, "rb") as file:
            data = bytearray(file.read())
        # Each step has 8 bytes more, at the end of its record, and the end of the file is a record of 14 bytes.
        self.assertEqual(len(data), len(self.data) + 8 * 30)
        begin = len(data) - 14 - 1
        data[begin] ^= 1
        with open(self.file, "wb") as file:
            file.write(data)
        status, _, err = scree("replay", self.file)
        self.assertEqual(status, 1)
        self.assertIn("scree_world_step, after 30 steps: left another state", err)

    def test_options_that_make_no_sense_are_refused(self):
        before = self.data
        for word, *arguments in (
            ("--every wants --png or --svg", "--every", "3"),
            ("--every writes many files", "--every", "3", "--png", "-"),
            ("--view wants --png or --svg", "--view=0,0,1,1"),
            ("--view takes four numbers", "--svg", "-", "--view=0,0,1"),
            ("--view takes four numbers", "--svg", "-", "--view=0,0,1,1,1"),
            ("--view takes four numbers", "--svg", "-", "--view=1,0,1,1"),
            ("--view", "--svg", "-", "--view=0,x,1,1"),
            ("two outputs cannot both go to stdout", "--svg", "-", "--trace", "-"),
            ("would overwrite the file that is read", "--png", self.file),
            ("--until takes a whole number", "--until", "0"),
            ("there is no step 31, but 30 steps", "--seek", "31"),
            ("--seek takes a whole number", "--seek", "-1"),
            ("--seek takes a whole number", "--seek", "3,x"),
            ("--seek", "--seek", "3,,4"),
            ("--keyframes wants --seek", "--keyframes", "3"),
            ("--seek goes with neither", "--seek", "3", "--until", "4"),
            ("is one too many", self.file),
        ):
            status, out, err = scree("replay", self.file, *arguments)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(word, err)
        self.assertIn("say which recording", scree("replay")[2])
        self.assertIn("--record-hash wants --record", scree("run", "stack", "--record-hash", "1")[2])
        self.assertEqual(self.read("stack.rec"), before)

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
