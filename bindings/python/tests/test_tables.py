# SPDX-License-Identifier: MIT
"""Tables through the program, which the environment variable DAYLIGHT names."""

import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import daylight

SHAPES = {"id": ["ann", "bob", "cid"], "x": [0, 1.5, 9], "y": [0, 0, 0], "r": [1, 1, 1]}
WANT = {"world": [0], "id_a": ["ann"], "id_b": ["bob"], "depth": [0.5], "nx": [1], "ny": [0]}


class Columns(unittest.TestCase):
    def test_dict(self):
        self.assertEqual(daylight.collide(SHAPES), WANT)
        self.assertEqual(daylight.collide(SHAPES, mode="overlap"), {"world": [0], "id_a": ["ann"], "id_b": ["bob"]})
        self.assertEqual(daylight.collide({**SHAPES, "x": [0, 5, 9]})["id_a"], [])
        kept = daylight.collide({**SHAPES, "name": ["a,b", 'q"', ""]}, keep=["name"], margin=6)
        self.assertEqual((kept["name_a"], kept["name_b"]), (["a,b", 'q"'], ['q"', ""]))

    def test_numpy(self):
        arrays = {k: np.array(v) for k, v in SHAPES.items() if k != "id"}
        found = daylight.collide(arrays)
        self.assertEqual((found["id_a"].tolist(), found["depth"].dtype), ([0], np.float64))
        records = np.zeros(3, [("id", "U3"), ("x", "f8"), ("y", "f8"), ("r", "f4")])
        for name in records.dtype.names:
            records[name] = SHAPES[name]
        found = daylight.collide(records)
        self.assertEqual((found["id_b"].tolist(), found["depth"].tolist()), (["bob"], [0.5]))

    def test_numbers_keep_their_digits(self):
        x = np.random.default_rng(2).uniform(0, 20, 500)
        arrays = {"x": x, "y": np.zeros(500), "r": np.full(500, 0.02)}
        found = daylight.collide(arrays)
        with daylight.Scene(sorted=True) as s:
            s.add_circles(x, 0, 0.02)
            c = s.step()
        self.assertEqual(found["id_a"].tolist(), (c.a >> np.uint64(32)).tolist())
        self.assertEqual(found["depth"].astype("f4").tolist(), c.depth.tolist())

    def test_two_tables(self):
        walls = {"id": ["w"], "x1": [-5], "y1": [1], "x2": [5], "y2": [1]}
        self.assertEqual(daylight.collide(SHAPES, join=walls)["id_a"], ["ann", "bob"])
        held = daylight.query("points", SHAPES, {"id": ["p", "q"], "x": [9.5, 4], "y": [0, 0]})
        self.assertEqual((held["id_a"], held["id_b"], held["depth"]), (["p"], ["cid"], [0.5]))
        self.assertEqual(len(daylight.query("within", SHAPES, near=6, both=True)["id_a"]), 4)

    def test_path(self):
        with tempfile.TemporaryDirectory() as d:
            path = pathlib.Path(d) / "a.csv"
            path.write_text("id,x,y,r\nann,0,0,1\nbob,1.5,0,1\n")
            self.assertEqual(daylight.collide(path), WANT)

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        found = daylight.collide(pandas.DataFrame(SHAPES))
        self.assertEqual({k: v.tolist() for k, v in found.items()}, WANT)


class Arrow(unittest.TestCase):
    """Bytes of Arrow go through pipes, whichever library they are of; here one that keeps them as they are."""

    class Table:
        schema = None

        def __init__(self, data):
            self.data = data

    def library(self):
        table = self.Table

        class Writer:
            def __init__(self, sink, _):
                self.sink = sink

            def __enter__(self):
                return self

            def __exit__(self, *_):
                pass

            def write_table(self, t):
                self.sink.write(t.data)

        class Reader:
            def __init__(self, source):
                self.read_all = lambda: table(source.read())

        arrow = types.ModuleType("pyarrow")
        arrow.ipc = types.ModuleType("pyarrow.ipc")
        arrow.Table, arrow.table = table, lambda other: table(other.data)
        arrow.ipc.new_stream, arrow.ipc.open_stream = Writer, Reader
        return {"pyarrow": arrow, "pyarrow.ipc": arrow.ipc}

    def test_there_and_back(self):
        made = subprocess.run([daylight.program(), "gen", "boxes", "-n", "300", "--format", "arrow"], capture_output=True, check=True).stdout

        class Relation:
            data = made

            def __arrow_c_stream__(self):
                raise AssertionError("only the library calls it")

        with mock.patch.dict(sys.modules, self.library()):
            for table in (self.Table(made), Relation()):
                found = daylight.collide(table)
                self.assertIsInstance(found, self.Table)
        with tempfile.NamedTemporaryFile(suffix=".arrow") as f:
            f.write(found.data)
            f.flush()
            self.assertEqual(found.data[:4], b"\xff\xff\xff\xff")
            want = subprocess.run([daylight.program(), "collide", "--quiet", "--format", "arrow", "-"], input=made, capture_output=True).stdout
            self.assertEqual(found.data, want)

    def test_missing(self):
        class Relation:
            def __arrow_c_stream__(self):
                pass

        with mock.patch.dict(sys.modules, {"pyarrow": None}), self.assertRaisesRegex(TypeError, "pip install pyarrow"):
            daylight.collide(Relation())
        with self.assertRaisesRegex(TypeError, "int is no table"):
            daylight.collide(3)
        with self.assertRaisesRegex(daylight.Error, "int is no table"):
            daylight.collide(3)


class Program(unittest.TestCase):
    def test_errors(self):
        with self.assertRaises(daylight.Error) as e:
            daylight.collide({**SHAPES, "r": [1, -1, 1]})
        self.assertEqual((e.exception.kind, e.exception.code), ("program", 2))
        self.assertIn('id "bob"', str(e.exception))
        with self.assertRaisesRegex(daylight.Error, "unknown flag: --colour"):
            daylight.collide(SHAPES, colour=3)
        for kind in (ValueError, daylight.Error):
            with self.assertRaisesRegex(kind, "column y has 2 entries, and x has 3"):
                daylight.collide({"x": [0, 1, 2], "y": [0, 1]})
        with mock.patch.dict(os.environ, {"DAYLIGHT": "/nowhere"}), self.assertRaisesRegex(daylight.Error, "no such file"):
            daylight.collide(SHAPES)

    def test_main(self):
        run = lambda *args: subprocess.run([sys.executable, "-m", "daylight", *args], input="x,y,r\n0,0,1\n1,0,1\n", capture_output=True, text=True)
        done = run("collide", "--quiet", "-")
        self.assertEqual(done.stdout, "world,id_a,id_b,depth,nx,ny\n0,0,1,1,1,0\n")
        self.assertEqual(run("collide", "--no-such").returncode, 2)


if __name__ == "__main__":
    unittest.main()
