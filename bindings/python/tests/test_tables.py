# SPDX-License-Identifier: MIT
"""Tables through the program, which the environment variable DAYLIGHT names."""

import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest
import warnings
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
        with daylight.Scene(canonical=True) as s:
            s.add_circles(x, 0, 0.02)
            c = s.step()
        self.assertEqual(found["id_a"].tolist(), (c.a >> np.uint64(32)).tolist())
        self.assertEqual(found["depth"].astype("f4").tolist(), c.depth.tolist())

    def test_notes(self):
        ends = {"x1": [0, 5], "y1": [0, 5], "x2": [10, 15], "y2": [10, 15]}
        with self.assertWarnsRegex(UserWarning, "^stdin: x1, y1, x2 and y2 are the ends of segments") as noted:
            daylight.collide(ends)
        self.assertEqual((len(noted.warnings), noted.filename), (1, __file__))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            daylight.collide(ends, quiet=True)
            daylight.collide(SHAPES)
            daylight.query("nearest", SHAPES)
            daylight.deal(SHAPES, daylight.tiles(SHAPES, count=2))

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


class Tiles(unittest.TestCase):
    def test_tiles_together_are_one_run(self):
        rng = np.random.default_rng(3)
        shapes = {"id": list(range(5000)), "x": rng.uniform(0, 100, 5000).tolist(), "y": rng.uniform(0, 100, 5000).tolist()}
        one = daylight.collide(shapes, radius=0.5)
        tiles = daylight.tiles(shapes, count=7, radius=0.5)
        self.assertEqual(len(tiles), 7)
        parts = [daylight.collide(shapes, radius=0.5, tile=tile) for tile in tiles]
        rows = [row for part in parts for row in zip(*part.values())]
        self.assertEqual(sorted(rows), sorted(zip(*one.values())))


class Program(unittest.TestCase):
    def test_errors(self):
        with self.assertRaises(daylight.Error) as e:
            daylight.collide({**SHAPES, "r": [1, -1, 1]})
        self.assertEqual((e.exception.kind, e.exception.code), ("program", 2))
        self.assertIn('id "bob"', str(e.exception))
        again = pickle.loads(pickle.dumps(e.exception))
        self.assertEqual((str(again), again.kind, again.code), (str(e.exception), "program", 2))
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
