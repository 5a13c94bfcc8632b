"""`--engine-plugin`: the example is built from an installed tree and compared; faulty plugins are refused or reported.

Usage: engine_plugins.py SCREE ROOT BUILD CMAKE C_COMPILER [FLAGS]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from command import Folder, scree

ROOT, BUILD, CMAKE, COMPILER = sys.argv[1:5]
FLAGS = sys.argv[5:]
del sys.argv[1:]
SHARED = ["-std=c17", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fPIC", "-shared", "-fvisibility=hidden", *FLAGS]
HALF_SPACE = {"shapes": [{"type": "half_space", "material": {"friction": 0.5}}]}


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def circle(x, y, velocity=(0, 0), **material):
    return {"type": "dynamic", "position": [x, y], "linear_velocity": list(velocity),
            "shapes": [{"type": "circle", "radius": 0.5, "material": {"friction": 0.5, **material}}]}


class Plugins(Folder):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = os.path.join(folder.name, "prefix")
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--component", "library")
        cls.example = os.path.join(folder.name, "build", "euler.so")
        source = os.path.join(folder.name, "source")  # outside of the repository
        run(CMAKE, "-E", "copy_directory", os.path.join(ROOT, "examples", "engine_plugin"), source)
        build = os.path.dirname(cls.example)
        run(CMAKE, "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={cls.prefix}", f"-DCMAKE_C_COMPILER={COMPILER}",
            f"-DCMAKE_C_FLAGS={' '.join(['-Wall -Wextra -Wconversion -Werror', *FLAGS])}", "-DCMAKE_BUILD_TYPE=Release")
        run(CMAKE, "--build", build)

    def scene(self, *bodies):
        with open(self.path("scene.json"), "w", encoding="utf-8") as file:
            json.dump({"scree": 1, "name": "planes", "steps": 120, "bodies": [HALF_SPACE, *bodies]}, file)
        return self.path("scene.json")

    def make(self, *macros, name="plugin.so", source=None, flags=()):
        source = source or os.path.join(ROOT, "tests", "tools", "bad_plugin.c")
        include = os.path.join(self.prefix, "include")
        run(COMPILER, *SHARED, *flags, f"-I{include}", *(f"-D{macro}" for macro in macros), source, "-o", self.path(name))
        return self.path(name)

    def refuse(self, words, *paths):
        options = [f"--engine-plugin={path}" for path in paths]
        for command in (["engines"], ["compare", "stack", "--steps", "2", "--repeat", "1"]):
            status, out, err = scree(*command, *options)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
            self.assertRegex(err, words)

    def expect_failure(self, words, *macros):
        """A plugin that loads and fails in a run: the report has the reason, and the command fails."""
        path = self.make(*macros)
        status, out, err = scree("compare", self.scene(circle(0, 2)), f"--engine-plugin={path}", "--engines", "scree,still",
                                 "--repeat", "1", "--steps", "30", "--json", self.path("r.json"))
        self.assertEqual((status, err), (1, f"scree: still {words}\n"))
        with open(self.path("r.json"), encoding="utf-8") as file:
            own, other = json.load(file)["scenes"][0]["engines"]
        self.assertEqual((own["runs"][0]["failed"], own["runs"][0]["fault"]), (False, None))
        self.assertTrue(other["runs"][0]["failed"])
        self.assertIn(other["runs"][0]["fault"], words)
        self.assertIn(f"no ratio against still: still {other['runs'][0]['fault']}", out)


class Example(Plugins):
    def test_it_is_listed_with_its_notes(self):
        status, out, err = scree("engines", f"--engine-plugin={self.example}")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"\neuler\n  version  explicit Euler 1\n")
        self.assertIn("pass through each other", " ".join(out.split()))
        self.assertNotIn("\neuler\n", scree("engines")[1])

    def test_its_circles_come_to_rest_on_the_ground_like_those_of_scree(self):
        path = self.scene(circle(0, 2), circle(3, 1, (2, 0)), circle(-6, 3, restitution=0.5))
        # The plugin may come after its name.
        report = self.read_json("compare", path, "--engines", "scree,euler:substeps=8", f"--engine-plugin={self.example}",
                                "--repeat", "3", "--steps", "400")
        rows = report["scenes"][0]["engines"]
        self.assertEqual([engine["name"] for engine in report["engines"]], ["scree", "euler:substeps=8"])
        self.assertEqual(report["engines"][1]["version"], "explicit Euler 1")
        for row in rows:
            (first, *_) = row["runs"]
            self.assertEqual((first["failed"], first["fault"], first["steps"]), (False, None, 400))
            self.assertEqual((first["counts"]["bodies"], first["counts"]["shapes"]), (4, 4))
            self.assertEqual((first["quality"]["escaped"], first["counts"]["touching"]), (0, 3))
            self.assertLess(first["quality"]["overlap_max"], 0.01)
            self.assertTrue(row["same_end_in_every_round"])
            # The second circle rolls on: it slides until two thirds of its speed are left.
            rolling = 0.5 * 1.5 * (3.14159265 * 0.25) * (2.0 * 2.0 / 3.0) ** 2
            self.assertAlmostEqual(first["quality"]["kinetic_energy"][-1], rolling, delta=0.1 * rolling)
        self.assertAlmostEqual(rows[0]["runs"][0]["counts"]["mass"], rows[1]["runs"][0]["counts"]["mass"], places=4)
        self.assertEqual(len(rows[1]["against_subject"]["ratios"]), 3)

    def test_all_engines_of_a_comparison_include_it(self):
        report = self.read_json("compare", self.scene(circle(0, 2)), f"--engine-plugin={self.example}", "--repeat", "1",
                                "--steps", "5")
        self.assertEqual(report["engines"][-1]["name"], "euler")

    def test_it_says_what_it_cannot_do(self):
        for scene, words in (("stack", "has no shapes but circles and half-spaces"), ("bridge", "has no"),
                             (self.scene(circle(0, 2, rolling_resistance=0.1)), "has no rolling resistance")):
            status, out, err = scree("compare", scene, f"--engine-plugin={self.example}", "--engines", "scree,euler",
                                     "--repeat", "1", "--steps", "5")
            self.assertEqual((status, err), (0, ""))
            self.assertIn(f"no ratio against euler: euler {words}", out)

    def test_settings_of_scree_are_not_those_of_a_plugin(self):
        for engines, words in (("euler:avx2", "only scree"), ("euler:solver=pgs", "only scree"), ("eulers", "euler")):
            status, _, err = scree("compare", "stack", f"--engine-plugin={self.example}", "--engines", engines)
            self.assertEqual((status, err.count("\n")), (2, 1))
            self.assertIn(words, err)

    def test_a_name_that_begins_like_scree_is_another_engine(self):
        path = self.make('NAME="scree-like"')
        report = self.read_json("compare", self.scene(circle(0, 2)), f"--engine-plugin={path}", "--engines",
                                "scree-like,scree", "--repeat", "3", "--steps", "20")
        first, second = report["scenes"][0]["engines"]
        self.assertEqual(first["against_subject"]["subject"], "scree")
        self.assertNotIn("against_subject", second)


class Refusals(Plugins):
    def test_what_is_no_shared_object_is_refused(self):
        with open(self.path("text.so"), "w", encoding="utf-8") as file:
            file.write("no object\n")
        os.mkfifo(self.path("pipe.so"))
        self.refuse("there is no such file", self.path("none.so"))
        self.refuse("there is no such file", "")
        self.refuse("Is a directory", self.folder)
        self.refuse("not a regular file", self.path("pipe.so"))
        self.refuse("text.so: cannot be loaded: ", self.path("text.so"))
        status, _, err = scree("compare", "stack", "--engine-plugin")
        self.assertEqual(status, 2)
        self.assertIn("requires an argument", err)

    def test_an_object_without_the_function_is_refused(self):
        self.refuse("not an engine plugin: it exports no function sc_engine_plugin_describe", self.make("NO_SYMBOL"))
        self.refuse("not an engine plugin: it exports no function sc_engine_plugin_describe", self.make("DATA_SYMBOL"))
        self.refuse("returned null", self.make("NULL_PLUGIN"))

    def test_a_truncated_object_is_refused(self):
        with open(self.make(), "rb") as file:
            data = file.read()
        path = self.path("cut.so")
        for cut in (*range(1, 20), *range(32, len(data), len(data) // 40), len(data) - 1):
            with open(path, "wb") as file:
                file.write(data[:cut])
            status, out, err = scree("engines", f"--engine-plugin={path}")
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), (cut, err))
            self.assertRegex(err, r"cut\.so: (the file is truncated|cannot be loaded)")

    def test_another_version_or_layout_is_refused(self):
        self.refuse("version 2 of the plugin interface, this program has 1", self.make("OTHER_LAYOUT=plugin.version=2"))
        for member, struct in (("engine", "sc_engine"), ("settings", "sc_engine_settings"), ("body", "sc_model_body"),
                               ("shape", "sc_model_shape"), ("joint", "sc_model_joint"), ("parts", "sc_model_parts"),
                               ("counts", "sc_engine_counts")):
            self.refuse(f"its {struct} has 4 bytes, that of this program",
                        self.make(f"OTHER_LAYOUT=plugin.{member}_size=4"))
        self.refuse("its engine is null", self.make("OTHER_LAYOUT=plugin.engine=NULL"))

    def test_an_engine_with_a_part_missing_is_refused(self):
        self.refuse("the member notes of its engine is null", self.make("NO_NOTES"))
        self.refuse("max_threads of its engine is 0", self.make("NO_THREADS"))

    def test_every_function_that_an_engine_needs_is_checked(self):
        with open(os.path.join(ROOT, "tests", "tools", "bad_plugin.c"), encoding="utf-8") as file:
            text = file.read()
        for member in ("create", "destroy", "add_body", "add_shape", "set_velocity", "step", "read", "read_velocities",
                       "count", "version", "build", "notes"):
            with open(self.path("plugin.c"), "w", encoding="utf-8") as file:
                file.write(re.sub(rf"^    \.{member} = .*$", "", text, flags=re.MULTILINE))
            path = self.make(source=self.path("plugin.c"), name=f"{member}.so", flags=["-Wno-unused-function"])
            self.refuse(f"the member {member} of its engine is null", path)

    def test_names_that_the_command_line_cannot_hold_are_refused(self):
        for name in ("", "two words", "a:b", "a,b", "a=b", "n" * 32):
            self.refuse("the name of its engine is not 1 to 31 letters", self.make(f'NAME="{name}"'))
        for name in ("scree", "reference"):
            self.refuse(f"there is an engine '{name}' already", self.make(f'NAME="{name}"'))
        path = self.make()
        self.refuse("there is an engine 'still' already", path, path)
        self.refuse("no more than 8 plugins", *(self.make(f'NAME="e{i}"', name=f"e{i}.so") for i in range(9)))


class Faults(Plugins):
    def test_an_engine_that_does_nothing_is_no_fault(self):
        path = self.make()
        report = self.read_json("compare", self.scene(circle(0, 2)), f"--engine-plugin={path}", "--engines", "still",
                                "--repeat", "1", "--steps", "30")
        (row,) = report["scenes"][0]["engines"]
        self.assertEqual((row["runs"][0]["failed"], row["runs"][0]["steps"]), (False, 30))

    def test_an_engine_that_cannot_build_the_scene_says_what_it_could_not(self):
        self.expect_failure("could not create a world on planes, after 0 of 30 steps", "FAIL_CREATE")
        self.expect_failure("could not add a body on planes, after 0 of 30 steps", "FAIL_BODY")
        self.expect_failure("could not add a shape on planes, after 0 of 30 steps", "FAIL_SHAPE")

    def test_a_failed_step_ends_the_run(self):
        self.expect_failure("failed on planes, after 4 of 30 steps", "FAIL_STEP")

    def test_poses_that_are_not_finite_are_a_failure(self):
        for macro in ("NAN_POSE", "INFINITE_POSE"):
            self.expect_failure("returned poses that are not finite on planes, after 21 of 30 steps", macro)

    def test_one_scene_of_all_does_not_stop_the_others(self):
        path = self.make("FAIL_STEP")
        status, _, err = scree("compare", "all", f"--engine-plugin={path}", "--engines", "scree,still", "--size", "small",
                               "--repeat", "1", "--steps", "8", "-q", "--json", self.path("r.json"))
        self.assertEqual(status, 1)
        self.assertRegex(err, r"^scree: still \S.* of 8 steps\n$")
        with open(self.path("r.json"), encoding="utf-8") as file:
            report = json.load(file)
        faults = {row["runs"][0]["fault"] for scene in report["scenes"] for row in scene["engines"]
                  if row["engine"] == "still"}
        self.assertIn("has no joints", faults)
        self.assertIn("failed", faults)
        self.assertGreater(len(report["scenes"]), 30)


unittest.main()
