"""Frames of a run as HDF5: what h5py reads, and how a reader of VTKHDF finds it; or a refusal without HDF5.

Usage: frames.py SCREE hdf5|none
"""

import csv
import os
import resource
import signal
import subprocess
import sys
import time
import unittest

from command import Folder, SCREE, scree

HAVE_HDF5 = sys.argv.pop(1) == "hdf5"
if HAVE_HDF5:
    import h5py
    import numpy

TOPOLOGIES = ("Vertices", "Lines", "Polygons", "Strips")
SHAPES = {"circle": 1, "capsule": 2, "segment": 3, "polygon": 4, "half_space": 5, "chain_segment": 6}


class Frames(Folder):
    def write(self, *arguments, name="f.vtkhdf"):
        path = self.path(name)
        status, out, err = scree("run", *arguments, "-q", "--frames", path)
        self.assertEqual((status, out, err), (0, "", ""))
        self.assertEqual([entry for entry in os.listdir(self.folder) if entry.endswith(".part")], [])
        return path

    def refuse(self, word, *arguments):
        status, out, err = scree("run", "stack", "--steps", "3", "-q", *arguments)
        self.assertEqual((status, out), (2, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(word, err)


@unittest.skipIf(HAVE_HDF5, "this build has HDF5")
class Without(Frames):
    def test_frames_in_hdf5_are_refused(self):
        self.refuse("this build has no HDF5", "--frames", self.path("f.h5"), "--csv", self.path("r.csv"))
        self.assertEqual(os.listdir(self.folder), [])


class Options(Frames):
    def test_the_ending_may_be_in_capitals(self):
        for name in "F.H5", "F.VTKHDF", "f.Hdf5", "f.hdf", "f.HDF":
            path = self.path(name)
            if HAVE_HDF5:
                with open(self.write("stack", "--steps", "1", "--fields", "scalars", name=name), "rb") as file:
                    self.assertEqual(file.read(8), b"\x89HDF\r\n\x1a\n")
            else:
                self.refuse("this build has no HDF5", "--frames", path)
        with open(self.write("stack", "--steps", "1", name="f.h5.csv"), encoding="utf-8") as file:
            self.assertEqual(file.readline(), "step,time_s,body,x,y,angle,vx,vy,w\n")

    def test_fields_are_words(self):
        path = self.path("f.vtkhdf")
        for text in "", "bodies,", "bodys", "bodies, mass", "angl", "bodies,angles":
            self.refuse("--fields takes words of bodies, angle,", "--frames", path, "--fields", text)
        self.refuse("--fields wants --frames", "--fields", "bodies")
        self.refuse("--fields wants --frames", "--fields", "bodies", "--frames", self.path("f.csv"))
        self.assertEqual(os.listdir(self.folder), [])


@unittest.skipUnless(HAVE_HDF5, "this build has no HDF5")
class Layout(Frames):
    def read_cells(self, vtk, step, topology):
        """The points of each cell, found as a reader does."""
        steps, group = vtk["Steps"], vtk[TOPOLOGIES[topology]]
        part = steps["PartOffsets"][step]
        counts, cells, ids = group["NumberOfCells"][:], group["NumberOfCells"][part], group["NumberOfConnectivityIds"][part]
        start, first = steps["CellOffsets"][step, topology], steps["ConnectivityIdOffsets"][step, topology]
        if cells == 0:
            return []
        # One offset more than cells in each part before. Readers count the parts in two ways.
        parts = 0
        while counts[:parts].sum() < start:
            parts += 1
        self.assertEqual(parts, part)
        offsets = group["Offsets"][start + part:start + part + cells + 1]
        self.assertEqual((offsets[0], offsets[-1]), (0, ids))
        connectivity = group["Connectivity"][first:first + ids]
        self.assertLess(connectivity.max(), vtk["NumberOfPoints"][part])
        return [connectivity[a:b] for a, b in zip(offsets[:-1], offsets[1:])]

    def read_step(self, vtk, step, data):
        """Points, cells and fields of a step."""
        steps = vtk["Steps"]
        self.assertEqual(steps["NumberOfParts"][step], 1)
        count = vtk["NumberOfPoints"][steps["PartOffsets"][step]]
        first = steps["PointOffsets"][step]
        points = vtk["Points"][first:first + count]
        self.assertEqual(len(points), count)
        cells = [self.read_cells(vtk, step, topology) for topology in range(4)]
        rows = count if data == "PointData" else sum(len(kind) for kind in cells)
        fields = {}
        for name in vtk[data]:
            offset = steps[data + "Offsets"][name][step]
            fields[name] = vtk[data][name][offset:offset + rows]
            self.assertEqual(len(fields[name]), rows)
        return points, cells, fields

    def test_bodies_are_those_of_the_csv(self):
        for scene in ("rain", "--size", "2", "--steps", "90", "--every", "15"), ("stack", "--size", "3", "--steps", "9", "--every", "4"):
            with open(self.write(*scene, name="f.csv"), encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            with h5py.File(self.write(*scene), "r") as file:
                vtk = file["VTKHDF"]
                self.assertEqual((bytes(vtk.attrs["Type"]), list(vtk.attrs["Version"])), (b"PolyData", [2, 0]))
                numbers = sorted({int(row["step"]) for row in rows})
                self.assertEqual((vtk["Steps"].attrs["NSteps"], list(file["scalars/step"])), (len(numbers), numbers))
                self.assertEqual(list(vtk["Steps/Values"]), list(file["scalars/time"]))
                at = 0
                for step in range(len(numbers)):
                    points, cells, fields = self.read_step(vtk, step, "PointData")
                    self.assertEqual([list(cell) for cell in cells[0]], [[i] for i in range(len(points))])
                    self.assertEqual(cells[1:], [[], [], []])
                    self.assertEqual(sorted(fields), ["angle", "angular_velocity", "body", "mass", "shape", "velocity"])
                    for point, number, angle, velocity, spin in zip(points, fields["body"], fields["angle"], fields["velocity"],
                                                                    fields["angular_velocity"]):
                        row = rows[at]
                        self.assertEqual((number, numbers[step]), (int(row["body"]), int(row["step"])))
                        expected = [float(row[name]) for name in ("x", "y", "angle", "vx", "vy", "w")]
                        self.assertEqual([numpy.float32(value) for value in expected], [*point[:2], angle, *velocity[:2], spin])
                        self.assertEqual((point[2], velocity[2]), (0, 0))
                        at += 1
                self.assertEqual(at, len(rows))

    def test_outlines_are_the_shapes(self):
        with h5py.File(self.write("pile", "--size", "40", "--steps", "30", "--every", "15", "--fields", "outlines,mass,shape"), "r") as file:
            self.assertEqual(sorted(file["VTKHDF/CellData"]), ["body", "mass", "shape"])
            self.assertEqual(sorted(file["scalars"]), ["step", "time"])
            for step in range(3):
                points, cells, fields = self.read_step(file["VTKHDF"], step, "CellData")
                self.assertEqual([len(kind) for kind in cells[:2]], [0, 0])
                kinds = set()
                for cell, mass, shape in zip(cells[2], fields["mass"], fields["shape"]):
                    x, y = points[cell, 0].astype(float), points[cell, 1].astype(float)
                    x, y = x - x[0], y - y[0]
                    area = 0.5 * numpy.sum(x * numpy.roll(y, -1) - y * numpy.roll(x, -1))
                    kinds.add(shape)
                    if mass > 0:  # of one shape, density 1
                        self.assertLessEqual(area, 1.001 * mass)
                        self.assertGreater(area, 0.9 * mass)
                self.assertEqual(kinds, {SHAPES["circle"], SHAPES["capsule"], SHAPES["polygon"]})

    def test_chains_are_lines_and_half_spaces_end_in_view(self):
        text = """{"scree": 1, "bodies": [
            {"shapes": [{"type": "half_space"}]},
            {"shapes": [{"type": "segment", "point_a": [0, 0], "point_b": [1, 2]}]},
            {"position": [3, 1], "type": "dynamic", "shapes": [{"type": "circle", "radius": 0.5}, {"type": "capsule", "point_a": [-1, 0], "point_b": [1, 0],
             "radius": 0.25}]}]}"""
        with open(self.path("s.json"), "w", encoding="utf-8") as file:
            file.write(text)
        with h5py.File(self.write(self.path("s.json"), "--steps", "1", "--fields", "bodies,outlines", name="f.h5"), "r") as file:
            points, cells, fields = self.read_step(file["VTKHDF"], 0, "CellData")
            self.assertEqual(list(fields["shape"]), [SHAPES[name] for name in ("segment", "circle", "capsule", "half_space")])
            self.assertEqual(list(fields["body"]), [1, 2, 2, 0])
            self.assertEqual(points[cells[1][0], :2].tolist(), [[0, 0], [1, 2]])
            self.assertLess(abs(points).max(), 1000)
            self.assertLessEqual(points[cells[2][2], 1].max(), 0)
            capsule = points[cells[2][1]]
            numpy.testing.assert_allclose(capsule.min(axis=0), [1.75, 0.75, 0], atol=0.02)
            numpy.testing.assert_allclose(capsule.max(axis=0), [4.25, 1.25, 0], atol=0.02)

    def test_contacts_carry_the_weight(self):
        path = self.write("stack", "--size", "3", "--steps", "240", "--every", "60", "--fields", "angle,mass,contacts,scalars", name="f.hdf5")
        with h5py.File(path, "r") as file:
            group = file["contacts"]
            self.assertEqual(sorted(file["VTKHDF/PointData"]), ["angle", "body", "mass"])
            self.assertEqual((group["count"][0], list(group["count"]), list(group["offset"])),
                             (0, list(file["scalars/contact_points"]), [sum(group["count"][:i]) for i in range(5)]))
            rows = slice(group["offset"][4], group["offset"][4] + group["count"][4])
            pairs = list(zip(group["body_a"][rows], group["body_b"][rows]))
            mass = dict(zip(file["VTKHDF/PointData/body"][:4], file["VTKHDF/PointData/mass"][:4]))
            for above in 1, 2, 3:
                impulse = sum(value for value, pair in zip(group["normal_impulse"][rows], pairs) if sorted(pair) == [above - 1, above])
                weight = 10 * sum(mass[body] for body in range(above, 4)) / 60 / 4
                self.assertAlmostEqual(impulse, weight, delta=0.03 * weight)
            numpy.testing.assert_allclose(abs(group["normal"][rows]), [[0, 1, 0]] * len(pairs), atol=1e-3)
            self.assertEqual(len(group["position"]), len(group["normal"]))
            self.assertEqual(sorted({round(float(y)) for y in group["position"][rows, 1]}), [0, 1, 2])

    def test_joints_and_scalars_are_those_of_the_run(self):
        run = ("bridge", "--size", "12", "--steps", "60")
        report = self.read_json("run", *run)
        with h5py.File(self.write(*run, "--every", "20", "--fields", "joints,scalars"), "r") as file:
            joints, scalars = file["joints"], file["scalars"]
            self.assertEqual(list(joints["count"]), [report["joints"]] * 4)
            self.assertEqual(list(scalars["joints"]), [report["joints"]] * 4)
            self.assertEqual(set(joints["type"]), {1})
            last = joints["force"][joints["offset"][3]:]
            self.assertGreater(abs(last).max(), 1)
            self.assertEqual((len(joints["torque"]), len(joints["body_a"]), len(joints["body_b"])), (4 * report["joints"],) * 3)
            self.assertEqual(abs(joints["force"][:report["joints"]]).max(), 0)
            self.assertEqual((scalars["bodies"][3], scalars["shapes"][3]), (report["bodies"], report["shapes"]))
            self.assertAlmostEqual(scalars["kinetic_energy"][3] / report["quality"]["kinetic_energy"], 1, places=4)
            self.assertEqual(len(scalars["potential_energy"]), 4)

    def test_a_resumed_run_has_the_rest_of_the_frames(self):
        checkpoint = self.path("c.ck")
        scree("run", "stack", "--steps", "25", "-q", "--checkpoint", checkpoint)
        with h5py.File(self.write("stack", "--steps", "40", "--every", "10", "--resume", checkpoint), "r") as file:
            self.assertEqual(list(file["scalars/step"]), [30, 40])

    def test_a_failed_write_leaves_the_old_file(self):
        path = self.write("stack", "--steps", "2")
        with open(path, "rb") as file:
            data = file.read()
        for limit in 0, 1000, 100000:
            result = subprocess.run([SCREE, "run", "pile", "--size", "500", "--steps", "60", "-q", "--frames", path], capture_output=True,
                                    text=True, preexec_fn=lambda most=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertRegex(result.stderr, r"^scree: cannot write all of .*f\.vtkhdf: File too large\n$")
            with open(path, "rb") as file:
                self.assertEqual(file.read(), data)
            self.assertEqual(os.listdir(self.folder), ["f.vtkhdf"])

    def test_a_killed_run_leaves_no_file_of_that_name(self):
        path = self.path("f.h5")
        process = subprocess.Popen([SCREE, "run", "pile", "--steps", "100000", "-q", "--frames", path])
        while not os.path.exists(path + ".part"):
            time.sleep(0.001)
        process.kill()
        process.wait()
        self.assertEqual(os.listdir(self.folder), ["f.h5.part"])
        self.write("stack", "--steps", "1", name="f.h5")

    def test_an_interrupted_run_has_the_frames_until_then(self):
        table, path = self.path("f.csv"), self.path("f.h5")
        for number in signal.SIGINT, signal.SIGTERM:
            run = [SCREE, "run", "pile", "--steps", "100000", "-q", "--frames", path, "--every", "2", "--csv", table]
            process = subprocess.Popen(run, stderr=subprocess.PIPE, text=True)
            while not os.path.exists(table) or os.path.getsize(table) < 10000:
                time.sleep(0.001)
            process.send_signal(number)
            _, err = process.communicate()
            self.assertEqual(process.returncode, -number)
            with open(table, encoding="utf-8") as file:
                steps = len(list(csv.DictReader(file)))
            self.assertEqual(err, f"scree: interrupted after step {steps} of 100000\n")
            with h5py.File(path, "r") as file:
                self.assertEqual(list(file["scalars/step"]), list(range(0, steps + 1, 2)))
            self.assertEqual(sorted(os.listdir(self.folder)), ["f.csv", "f.h5"])
            os.remove(table)

    def test_no_other_output_may_use_the_name_of_the_part(self):
        frames = self.path("f.h5")
        for other in "--csv", "--checkpoint":
            self.refuse("would overwrite each other", "--frames", frames, other, frames + ".part")
        self.assertEqual(os.listdir(self.folder), [])

    def test_files_that_are_not_regular_are_refused(self):
        os.symlink("/dev/full", self.path("full.h5"))
        self.refuse("not a regular file", "--frames", self.path("full.h5"))
        os.mkdir(self.path("folder.h5"))
        self.refuse("not a regular file", "--frames", self.path("folder.h5"))


unittest.main()
