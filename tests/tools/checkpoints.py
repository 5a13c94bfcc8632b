"""A run that is killed continues from its last checkpoint to the same bits; other checkpoints are refused.

Usage: checkpoints.py SCREE SOURCE
"""

import csv
import os
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import time
import unittest

from command import Folder, SCREE, scree

HEAP = os.path.join(sys.argv.pop(1), "examples", "scenes", "heap.json")


def step_of(path):
    """The step of a checkpoint; 0 without one."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return struct.unpack("<i", file.read(16)[12:])[0]


class Checkpoints(Folder):
    def setUp(self):
        super().setUp()
        self.file = self.path("run.ck")

    def run_scene(self, *arguments):
        status, out, err = scree("run", *arguments, "-q", "--hash")
        self.assertEqual((status, err), (0, ""), arguments)
        return out

    def refuse(self, word, *arguments):
        status, out, err = scree("run", *arguments, "-q")
        self.assertEqual((status, out), (2, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(word, err)

    def check_halves(self, *arguments, middle, steps):
        expected = self.run_scene(*arguments, "--steps", str(steps))
        self.run_scene(*arguments, "--steps", str(middle), "--checkpoint", self.file)
        self.assertEqual(step_of(self.file), middle)
        rest = (*arguments, "--steps", str(steps), "--resume", self.file, "--simd", "scalar", "--threads", "2")
        self.assertEqual(self.run_scene(*rest), expected, arguments)

    def test_every_scene_goes_on_to_the_same_bits(self):
        _, out, _ = scree("scenes")
        smallest = re.findall(r"^(\w+) +.*, (\d+) to \d+", out, re.MULTILINE)
        self.assertGreater(len(smallest), 30)
        for scene, size in smallest:
            self.check_halves(scene, "--size", str(max(int(size), 2)) if scene != "chain_mace" else size, middle=33, steps=70)

    def test_scenes_that_create_and_destroy_go_on(self):
        self.check_halves("rain", "--size", "1", middle=310, steps=400)
        self.check_halves("verlet_circles", "--size", "90", "--seed", "5", middle=31, steps=90)

    def test_settings_and_files_go_on(self):
        self.check_halves("pile", "--size", "60", "--solver", "pgs", "--iterations", "7", "--cold", "--sleep", "--residual", middle=20, steps=60)
        self.check_halves(HEAP, "--param", "rows=4", "--size", "6", "--seed", "3", "--dt", "0.01", middle=1, steps=30)

    def test_a_killed_run_ends_with_the_hash_of_a_run_in_one_go(self):
        run = ("pile", "--size", "300", "--steps", "600")
        expected = self.run_scene(*run)
        instants = random.Random(7)
        kills = 0
        for _ in range(20):
            before = step_of(self.file)
            resume = ["--resume", self.file] if before > 0 else []
            process = subprocess.Popen([SCREE, "run", *run, "-q", "--checkpoint", self.file, "--checkpoint-every", "3", *resume])
            while step_of(self.file) == before and process.poll() is None:
                time.sleep(0.0005)
            time.sleep(instants.uniform(0.0, 0.02))
            kills += process.poll() is None
            process.kill()
            process.wait()
            self.assertGreater(step_of(self.file), before)
            if step_of(self.file) == 600:
                break
        self.assertGreater(kills, 0)
        report = self.read_json("run", *run, "--resume", self.file)
        self.assertEqual("hash: " + report["hash"] + "\n", expected)
        self.assertEqual(report["resumed_after"] + report["steps"], 600)

    def test_what_is_written_covers_the_steps_since_then(self):
        run = ("stack", "--size", "3", "--steps", "40")
        whole, rest = self.path("whole.csv"), self.path("rest.csv")
        self.run_scene(*run, "--csv", whole, "--frames", self.path("whole.frames"), "--every", "10")
        self.run_scene("stack", "--size", "3", "--steps", "25", "--checkpoint", self.file, "--checkpoint-every", "7")
        self.run_scene(*run, "--resume", self.file, "--csv", rest, "--frames", self.path("rest.frames"), "--every", "10",
                       "--png", self.path("p.png"))
        report = self.read_json("run", *run, "--resume", self.file)
        self.assertEqual((report["resumed_after"], report["steps"]), (25, 15))
        self.assertIsNone(self.read_json("run", *run)["resumed_after"])
        with open(whole, encoding="utf-8") as file:
            hashes = [(row["step"], row["time_s"], row["hash"]) for row in csv.DictReader(file)]
        with open(rest, encoding="utf-8") as file:
            self.assertEqual([(row["step"], row["time_s"], row["hash"]) for row in csv.DictReader(file)], hashes[25:])
        with open(self.path("whole.frames"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("rest.frames"), encoding="utf-8") as file:
            self.assertEqual(file.readlines(), lines[:1] + lines[1 + 3 * 4:])
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.endswith("png")), ["p_0003.png", "p_0004.png"])
        status, out, _ = scree("run", *run, "--resume", self.file)
        self.assertEqual(status, 0)
        self.assertIn("resumed after step 25", out)

    def test_checkpoints_come_at_the_stride_and_at_the_end(self):
        self.run_scene("stack", "--steps", "5", "--checkpoint", self.file, "--checkpoint-every", "2")
        self.assertEqual(step_of(self.file), 5)
        self.assertEqual(os.listdir(self.folder), ["run.ck"])
        expected = self.run_scene("stack", "--steps", "5")
        self.assertEqual(self.run_scene("stack", "--steps", "5", "--resume", self.file, "--checkpoint", self.file), expected)

    def test_a_resumed_run_is_recorded_from_there(self):
        self.run_scene("stack", "--steps", "20", "--checkpoint", self.file)
        expected = self.run_scene("stack", "--steps", "30")
        self.assertEqual(self.run_scene("stack", "--steps", "30", "--resume", self.file, "--record", self.path("r.rec")), expected)
        status, out, _ = scree("replay", self.path("r.rec"))
        self.assertEqual(status, 0)
        self.assertIn("10 steps as recorded, " + expected.strip(), out)

    def test_damaged_files_are_refused(self):
        self.run_scene("stack", "--size", "3", "--steps", "20", "--checkpoint", self.file)
        with open(self.file, "rb") as file:
            data = file.read()
        bad = self.path("bad.ck")
        changed = [(data[:cut], "truncated" if cut >= 8 else "not a checkpoint") for cut in (0, 5, 8, 95, 96, 200, len(data) - 1)]
        changed += [(data + b"x", "more bytes"), (b"scree\nsn" + data[8:], "not a checkpoint"), (data[:8] + b"\2" + data[9:], "version")]
        for at in (12, 40, 60, 97, len(data) // 2, len(data) - 1):
            changed.append((data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1:], "checksum"))
        for damaged, word in changed:
            with open(bad, "wb") as file:
                file.write(damaged)
            self.refuse(word, "stack", "--size", "3", "--resume", bad)
        self.refuse("No such file", "stack", "--resume", self.path("none.ck"))
        self.refuse("Is a directory", "stack", "--resume", self.folder)
        # A file of 1 TiB takes no memory.
        for head, word in (b"", "not a checkpoint"), (data[:96], "more bytes"):
            with open(bad, "wb") as file:
                file.write(head)
                file.truncate(1 << 40)
            self.refuse(word, "stack", "--size", "3", "--resume", bad)

    def test_checkpoints_of_other_runs_are_refused(self):
        pile = ("pile", "--size", "20", "--seed", "4")
        self.run_scene(*pile, "--steps", "20", "--checkpoint", self.file)
        resume = ("--resume", self.file)
        self.refuse("it is a checkpoint of the scene pile, not of stack", "stack", *resume)
        self.refuse("its run has --size 20, not 21", "pile", "--size", "21", "--seed", "4", *resume)
        self.refuse("its run has --seed 4, not 5", "pile", "--size", "20", "--seed", "5", *resume)
        for option, word in (("--dt=0.01", "--dt 0.0166"), ("--substeps=5", "--substeps 4, not 5"), ("--solver=pgs", "--solver"),
                             ("--cold", "without --cold"), ("--sleep", "without --sleep"), ("--residual", "without --residual"),
                             ("--iterations=3", "--iterations 0, not 3"), ("--steps=19", "after step 20, and --steps is 19")):
            self.refuse(word, *pile, option, *resume)
        self.run_scene(HEAP, "--param", "rows=4", "--steps", "3", "--checkpoint", self.file)
        self.refuse("the scene is built differently now", HEAP, "--param", "rows=5", *resume)
        self.run_scene("mechanisms", "--variant", "rod", "--size", "2", "--steps", "3", "--checkpoint", self.file)
        self.refuse("another --variant", "mechanisms", "--size", "2", *resume)

    def test_arguments_that_make_no_sense_are_refused(self):
        self.refuse("--checkpoint-every wants --checkpoint", "stack", "--checkpoint-every", "3")
        self.refuse("not stdout", "stack", "--checkpoint", "-")
        self.refuse("not a regular file", "stack", "--checkpoint", "/dev/full")
        os.symlink("/dev/full", self.path("full.ck"))
        self.refuse("not a regular file", "stack", "--checkpoint", self.path("full.ck"))
        self.refuse("cannot write", "stack", "--checkpoint", "")
        self.run_scene("stack", "--steps", "2", "--checkpoint", self.file)
        self.refuse("would overwrite the file of --resume", "stack", "--csv", self.file, "--resume", self.file)
        self.refuse("would overwrite the file of --resume", "stack", "--checkpoint", self.path("run"), "--resume", self.path("run.part"))
        self.assertEqual(step_of(self.file), 2)

    def test_outputs_do_not_overwrite_each_other(self):
        os.mkdir(self.path("folder"))
        os.symlink("missing.ck", self.path("link.ck"))
        os.symlink("loop", self.path("loop"))
        with open(self.path("old.csv"), "w", encoding="utf-8") as file:
            file.write("old")
        os.link(self.path("old.csv"), self.path("other.csv"))
        for first, second in (
            ("new", "./new"), ("new", "folder/../new"), ("a/b/new", "a/c/../b/new"), ("link.ck", "missing.ck"), ("new", "new.part"),
            ("link.ck", "folder/../missing.ck.part"), ("old.csv", "other.csv"), ("folder/new", "folder//./new"),
        ):
            for one, two in (("--checkpoint", "--csv"), ("--json", "--checkpoint")):
                self.refuse("would overwrite each other", "stack", one, self.path(first), two, self.path(second))
        self.refuse("Too many levels of symbolic links", "stack", "--checkpoint", self.path("loop"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "link.ck", "loop", "old.csv", "other.csv"])
        with open(self.path("old.csv"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")
        with open(self.path("out"), "w", encoding="utf-8") as out:
            result = subprocess.run([SCREE, "run", "stack", "--csv", "-", "--json", out.name], stdout=out, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("would overwrite each other", result.stderr)

    def test_a_link_may_lead_to_a_file_that_does_not_exist_yet(self):
        os.symlink("missing.ck", self.path("link.ck"))
        self.run_scene("stack", "--steps", "2", "--checkpoint", self.path("link.ck"))
        self.assertEqual(step_of(self.path("missing.ck")), 2)
        self.assertTrue(os.path.islink(self.path("link.ck")))

    def test_runs_without_a_step_write_a_checkpoint(self):
        self.run_scene("stack", "--steps", "0", "--checkpoint", self.file)
        expected = self.run_scene("stack", "--steps", "5")
        self.assertEqual(self.run_scene("stack", "--steps", "5", "--resume", self.file), expected)
        self.run_scene("stack", "--steps", "7", "--checkpoint", self.file)
        self.run_scene("stack", "--steps", "7", "--resume", self.file, "--checkpoint", self.path("copy.ck"))
        with open(self.file, "rb") as one, open(self.path("copy.ck"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_interrupted_runs_write_a_checkpoint(self):
        table = self.path("steps.csv")
        run = [SCREE, "run", "pile", "--steps", "100000", "-q", "--csv", table, "--checkpoint", self.file, "--checkpoint-every", "100000"]
        process = subprocess.Popen(run, stderr=subprocess.PIPE, text=True)
        while not os.path.exists(table) or os.path.getsize(table) < 10000:
            time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate()
        self.assertEqual((process.returncode, err), (-signal.SIGTERM, f"scree: interrupted after step {step_of(self.file)} of 100000\n"))
        self.assertGreater(step_of(self.file), 0)

    def test_a_full_disk_leaves_the_last_checkpoint(self):
        self.run_scene("stack", "--steps", "2", "--checkpoint", self.file)
        with open(self.file, "rb") as file:
            data = file.read()
        result = subprocess.run([SCREE, "run", "stack", "--steps", "30", "-q", "--checkpoint", self.file], capture_output=True, text=True,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, r"^scree: cannot write .*run\.ck: File too large\n$")
        with open(self.file, "rb") as file:
            self.assertEqual(file.read(), data)
        self.assertEqual(os.listdir(self.folder), ["run.ck"])

    def test_a_link_stays(self):
        os.symlink(self.file, self.path("link.ck"))
        self.run_scene("stack", "--steps", "1", "--checkpoint", self.file)
        self.run_scene("stack", "--steps", "2", "--checkpoint", self.path("link.ck"))
        self.assertTrue(os.path.islink(self.path("link.ck")))
        self.assertEqual(step_of(self.file), 2)


unittest.main()
