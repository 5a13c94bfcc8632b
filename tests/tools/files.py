"""Commands take files in place of scenes, and `convert` writes them.

Usage: files.py SCREE ROOT
"""

import csv
import json
import os
import socket
import subprocess
import sys
import unittest

from command import Folder, scree

ROOT = sys.argv.pop(1)
MACHINE = os.path.join(ROOT, "examples", "scenes", "machine.json")
HEAP = os.path.join(ROOT, "examples", "scenes", "heap.json")
SMALL_HEAP = [HEAP, "--size", "5", "--param", "rows=4", "--param", "discs=3"]


class Files(Folder):
    def call(self, *arguments):
        status, out, err = scree(*arguments)
        self.assertEqual((status, err), (0, ""), err)
        return out

    def write(self, text):
        path = self.path("scene.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def refuse(self, word, *arguments):
        status, out, err = scree(*arguments)
        self.assertEqual((status, out), (2, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(word, err)

    def test_every_command_takes_a_file(self):
        for command in (["run", "--steps", "20"], ["profile", "--steps", "20", "--repeat", "1"], ["floor", "--steps", "20", "--repeat", "1"],
                        ["compare", "--engines", "scree", "--steps", "20", "--repeat", "1"],
                        ["lab", "--solvers", "soft_step", "--steps", "20", "--repeat", "1"]):
            status, out, err = scree(*command, *SMALL_HEAP)
            if command[0] == "floor" and "this build has no kernels that count" in err:
                continue
            self.assertEqual((status, err), (0, ""), err)
            self.assertIn("heap", out)
        status, out, _ = scree("verify", *SMALL_HEAP, "--steps", "5")
        self.assertEqual(status, 0)
        self.assertEqual(len({line.split()[-1] for line in out.splitlines()}), 1)

    def test_a_converted_scene_has_the_hash_of_the_scene(self):
        path = self.path("x.json")
        self.call("convert", "joint_types", "-o", path)
        expected = self.call("run", "joint_types", "--steps", "50", "--hash", "-q")
        self.assertEqual(self.call("run", path, "--steps", "50", "--hash", "-q"), expected)

    def test_a_file_is_converted_to_one_without_parameters(self):
        path = self.path("x.json")
        self.call("convert", *SMALL_HEAP, "--seed", "3", "-o", path)
        expected = self.call("run", *SMALL_HEAP, "--seed", "3", "--steps", "20", "--hash", "-q")
        self.assertEqual(self.call("run", path, "--steps", "20", "--hash", "-q"), expected)

    def test_parameters_count(self):
        for arguments, bodies in ((SMALL_HEAP, 27), ([HEAP, "--size", "5", "--param", "discs=3", "--param", "rows=0"], 7)):
            self.assertEqual(self.read_json("run", *arguments, "--steps", "1")["bodies"], bodies)

    def test_engines_run_a_file(self):
        out = self.call("compare", *SMALL_HEAP, "--engines", "scree,reference", "--steps", "5", "--repeat", "1")
        self.assertNotIn("no ratio against reference", out)
        out = self.call("compare", MACHINE, "--engines", "scree,reference", "--steps", "5", "--repeat", "1")
        self.assertIn("reference has no joints", out)

    def test_a_length_of_steps_is_that_of_the_file(self):
        path = self.write('{"scree": 1, "dt": 0.01, "substeps": 2, "steps": 7}')
        report = self.read_json("run", path)
        self.assertEqual((report["steps"], report["substeps"]), (7, 2))
        self.assertAlmostEqual(report["dt"], 0.01, places=8)

    def test_frames_have_every_body(self):
        path = self.path("f.csv")
        self.call("run", "stack", "--size", "3", "--steps", "10", "--frames", path, "--every", "5", "-q")
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(int(row["step"]), int(row["body"])) for row in rows], [(step, body) for step in (0, 5, 10) for body in range(4)])
        self.assertEqual([float(row["y"]) for row in rows[:4]], [-2.5, 0.5, 1.5, 2.5])
        self.assertAlmostEqual(float(rows[-1]["time_s"]), 10 / 60, places=5)
        self.assertLess(float(rows[-1]["y"]), 2.5)
        self.call("run", "rain", "--size", "2", "--steps", "40", "--frames", path, "-q")
        with open(path, encoding="utf-8") as file:
            bodies = [int(row["body"]) for row in csv.DictReader(file)]
        self.assertEqual(sorted(set(bodies)), list(range(max(bodies) + 1)))
        self.assertGreater(max(bodies), 20)

    def test_files_of_other_programs_run(self):
        for name, left_out in (("rube.json", "1 gear joint, 1 image"), ("tiled.json", "1 text"), ("tiled.tmx", "1 text")):
            path = os.path.join(ROOT, "examples", "scenes", name)
            status, _, err = scree("run", path, "--steps", "10", "-q")
            if name.endswith(".tmx") and "without expat" in err:
                continue
            self.assertEqual((status, err), (0, f"scree: {path}: left out: {left_out}\n"))
            status, _, err = scree("convert", path, "-o", self.path("x.json"))
            self.assertEqual(status, 0)
            self.call("run", self.path("x.json"), "--steps", "10", "-q")

    def test_wrong_files_are_refused(self):
        self.refuse("nosuch.json: No such file or directory", "run", "nosuch.json")
        self.refuse("Is a directory", "run", "./")
        self.refuse("line 1, column 1: this is not JSON", "run", self.write("x"))
        path = self.write('{"scree": 1, "bodies": [{"shapes": [{"type": "circle", "radius": 0}]}]}')
        for command in "run", "profile", "floor", "compare", "lab", "verify", "convert":
            self.refuse("scene.json: bodies[0].shapes[0].radius: 0 m is not in (0, 100000000]", command, path)

    def test_other_than_regular_files_are_refused_at_once(self):
        pipe, folder, unix = self.path("pipe.json"), self.path("folder.json"), self.path("socket.json")
        os.mkfifo(pipe)
        os.mkdir(folder)
        os.symlink(pipe, self.path("link.json"))
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(unix)
        commands = [[command] for command in ("run", "profile", "floor", "compare", "lab", "verify", "convert", "replay")]
        commands += [["run", "stack", "--resume"], ["profile", "--from"], ["profile", "stack", "--baseline"],
                     ["engines", "--engine-plugin"], ["compare", "stack", "--engine-plugin"]]
        for path, word in ((pipe, "not a regular file"), (self.path("link.json"), "not a regular file"), (unix, "not a regular file"),
                           ("/dev/zero", "not a regular file"), ("/dev/null", "not a regular file"), (folder, "Is a directory")):
            for command in commands:
                with self.subTest(path=path, command=command):
                    status, out, err = scree(*command, path, timeout=30, stdin=subprocess.DEVNULL)
                    self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
                    self.assertIn(path, err)
                    self.assertIn(word, err)

    def test_a_pipe_that_is_open_is_read(self):
        text = '{"scree": 1, "bodies": [{"shapes": [{"type": "circle", "radius": 1}]}]}'
        expected = self.call("run", self.write(text), "--steps", "3", "--hash", "-q")
        reader, writer = os.pipe()
        os.write(writer, text.encode())
        os.close(writer)
        self.addCleanup(os.close, reader)
        for path, more in ("/dev/stdin", {"input": text}), (f"/dev/fd/{reader}", {"pass_fds": [reader]}):
            status, out, err = scree("run", path, "--steps", "3", "--hash", "-q", timeout=30, **more)
            self.assertEqual((status, out, err), (0, expected, ""))
        status, out, err = scree("run", f"/dev/fd/{reader}", "--steps", "3", timeout=30)
        self.assertEqual((status, out, err), (2, "", f"scree: /dev/fd/{reader}: No such file or directory\n"))

    def test_wrong_parameters_are_refused(self):
        self.refuse("there is no parameter 'disks'; the file has: size, rows, discs, seed", "run", HEAP, "--param", "disks=3")
        self.refuse("the parameter rows is from 0 to 1000, not 2000", "run", HEAP, "--param", "rows=2000")
        self.refuse("--param takes NAME=VALUE", "run", HEAP, "--param", "rows")
        self.refuse("--param takes a number", "run", HEAP, "--param", "rows=x")
        self.refuse("--param takes a number", "run", HEAP, "--param", "rows=0x3")
        self.refuse("--param rows comes twice", "run", HEAP, "--param", "rows=3", "--param", "rows=4")
        self.refuse("--param wants a scene from a file", "run", "stack", "--param", "rows=3")
        self.refuse("--size of heap (columns of boxes) is from 1 to 500, not 501", "run", HEAP, "--size", "501")
        self.refuse("--seed does nothing in machine", "run", MACHINE, "--seed", "3")

    def test_the_seed_is_that_of_the_option_the_parameter_or_the_file(self):
        repeat = '{"random": {"count": 5, "lower": [-20, 5], "upper": [20, 30], "seed": "$seed"}}'
        path = self.write('{"scree": 1, "parameters": {"seed": {"default": 5}}, "bodies": [{"repeat": %s, '
                          '"type": "dynamic", "shapes": [{"type": "circle", "radius": 0.2}]}]}' % repeat)

        def digest(*options):
            return self.call("run", path, "--steps", "3", "--hash", "-q", *options)
        self.assertEqual(digest(), digest("--seed", "5"))
        self.assertEqual(digest("--param", "seed=9"), digest("--seed", "9"))
        self.assertNotEqual(digest(), digest("--seed", "9"))

    def test_an_output_does_not_overwrite_the_scene(self):
        text = '{"scree": 1}'
        path = self.write(text)
        other = os.path.join(os.path.dirname(path), ".", os.path.basename(path))
        for output in path, other:
            self.refuse("would overwrite the file of the scene", "convert", path, "-o", output)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_tilesets_of_tiled_are_read_from_files_beside_the_map(self):
        tile = '{"id": 2, "objectgroup": {"objects": [{"x": 0, "y": 0, "width": 32, "height": 16}]}}'
        files = {
            "tiles.tsj": '{"type": "tileset", "tilewidth": 32, "tileheight": 32, "tiles": [%s]}' % tile,
            "tiles.tsx": '<tileset tilewidth="32" tileheight="32"><tile id="2"><objectgroup>'
                         '<object x="0" y="0" width="32" height="16"/></objectgroup></tile></tileset>',
            "wrong.tsx": "<map/>", "cut.tsj": '{"tiles": [', "list.tsj": "[]", "typed.tsj": '{"type": "map"}',
            "large.tsj": '{"tiles": []}' + " " * (16 << 20),
        }
        for name, text in files.items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        os.mkfifo(self.path("pipe.tsj"))
        os.mkdir(self.path("maps"))
        os.symlink("../tiles.tsj", self.path("maps/link.tsj"))
        os.symlink("../pipe.tsj", self.path("maps/pipe.tsj"))
        os.symlink("loop.tsj", self.path("maps/loop.tsj"))

        def run(source):
            path = self.path("maps/map.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 32, "tileheight": 32,
                           "tilesets": [{"firstgid": 1, "source": source}],
                           "layers": [{"type": "tilelayer", "width": 1, "height": 1, "data": [3]}]}, file)
            return scree("run", path, "--steps", "1", "--json", self.path("r.json"), timeout=60)

        if "expat" in run("../tiles.tsx")[2]:
            self.skipTest("built without expat")
        for source in ("../tiles.tsj", "../tiles.tsx", "./../maps/link.tsj", self.path("tiles.tsj")):
            status, _, err = run(source)
            self.assertEqual((status, err), (0, ""))
            with open(self.path("r.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["bodies"], 1)
        for source in ("none.tsj", "../tiles.tsj/none.tsj"):
            status, _, err = run(source)
            self.assertEqual((status, err), (0, f"scree: {self.path('maps/map.json')}: left out: 1 tileset whose file is not there\n"))
        for source, words in (("../wrong.tsx", "wrong.tsx: line 1: not a tileset: its root is map"),
                              ("../cut.tsj", "cut.tsj: line 1"), ("../list.tsj", "list.tsj: not a tileset"),
                              ("../typed.tsj", "typed.tsj: not a tileset"), ("map.json", "map.json: not a tileset"),
                              ("../large.tsj", "larger than 16777216 bytes in all"), ("pipe.tsj", "pipe.tsj: not a regular file"),
                              ("../pipe.tsj", "pipe.tsj: not a regular file"), ("/dev/zero", "/dev/zero: not a regular file"),
                              ("../..", "../..: Is a directory"), ("", "tilesets[0].source: not the path"), (3, "tilesets[0].source: not the path"),
                              ("loop.tsj", "loop.tsj: Too many levels"), ("a" * 1100, "tilesets[0].source: the path of the tileset is too long")):
            status, _, err = run(source)
            self.assertEqual((status, err.count("\n")), (2, 1))
            self.assertIn(words, err)

    def test_tilesets_beyond_the_limits_are_refused(self):
        limit = 16 << 20

        def run(*tilesets):
            sets = []
            for i, text in enumerate(tilesets):
                with open(self.path(f"set{i}"), "w", encoding="utf-8") as file:
                    file.write(text)
                sets.append({"firstgid": 1 + i, "source": f"set{i}"})
            with open(self.path("map.json"), "w", encoding="utf-8") as file:
                json.dump({"orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 32, "tileheight": 32,
                           "tilesets": sets, "layers": []}, file)
            return scree("run", self.path("map.json"), "--steps", "1", "-q", timeout=60)

        def refuse(words, *tilesets):
            status, out, err = run(*tilesets)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(words, err)

        full = '{"tiles": []}'.ljust(limit)
        self.assertEqual(run(full)[0], 0)
        refuse("set0: the tilesets of a map are larger than 16777216 bytes in all", full + " ")
        refuse("set1: the tilesets of a map are larger than 16777216 bytes in all", full[:limit // 2], full[:limit // 2 + 1])
        refuse("set0: line 1: more than 4000000 values", '{"tiles": [' + "0," * 4000000 + "0]}")
        refuse("set0: line 1: lists and objects are nested deeper than 32", '{"tiles": ' + "[" * 32)
        if "expat" in run("<tileset/>")[2]:
            self.skipTest("built without expat")
        full = "<tileset>".ljust(limit - 10) + "</tileset>"
        self.assertEqual(run(full)[0], 0)
        refuse("set0: the tilesets of a map are larger than 16777216 bytes in all", full + " ")
        refuse("set0: line 1: too many values", '<tileset><tile id="0"><objectgroup><object><polygon points="' + "0,0 " * 2000000 + '"/>')
        refuse("set0: line 1: elements are nested too deep: tile", "<tileset>" + "<tile>" * 32)
        refuse("set0: line 1: the file declares an entity: a", "<!DOCTYPE tileset [<!ENTITY a 'b'>]><tileset/>")

    def test_many_named_materials_are_found_fast(self):
        count = 20000
        shape = '{"position": [%d, 0], "shapes": [{"type": "circle", "radius": 1, "material": "m%d"}]}'
        materials = ", ".join(f'"m{i}": {{}}' for i in range(count))
        bodies = ", ".join(shape % (4 * i, i) for i in range(count))
        path = self.write(f'{{"scree": 1, "materials": {{{materials}}}, "bodies": [{bodies}]}}')
        self.call("run", path, "--steps", "0", "-q")

    def test_convert_says_what_it_cannot_write(self):
        for name, word in (("rain", "while it runs"), ("junkyard", "while it runs")):
            status, _, err = scree("convert", name, "-o", self.path("x.json"))
            self.assertEqual(status, 1)
            self.assertIn(word, err)
            self.assertFalse(os.path.exists(self.path("x.json")))
        spinning = self.write('{"scree": 1, "soft_bodies": [{"type": "box", "half_width": 1, "half_height": 1, "angular_velocity": 2}]}')
        kept = self.path("kept.json")
        with open(kept, "w", encoding="utf-8") as file:
            file.write("kept")
        status, _, err = scree("convert", spinning, "-o", kept)
        self.assertEqual(status, 1)
        self.assertIn("vertices of several velocities", err)
        with open(kept, encoding="utf-8") as file:
            self.assertEqual(file.read(), "kept")
        self.refuse("say which scene", "convert")

    def test_the_schema_is_json(self):
        schema = json.loads(self.call("convert", "--schema"))
        self.assertEqual(schema["properties"]["scree"], {"const": 1, "description": "version of the format; always 1"})


unittest.main()
