# SPDX-License-Identifier: MIT
"""Tables of pyarrow, pandas, polars, DuckDB, GeoPandas and shapely, in and out by the Arrow PyCapsule interface."""

import sys
import unittest
from unittest import mock

import duckdb
import geopandas
import numpy as np
import pandas
import polars
import pyarrow
import shapely

import daylight

SHAPES = {"id": ["ann", "bob", "cid"], "x": [0.0, 1.5, 9.0], "y": [0, 0, 0], "r": [1, 1, 1]}
WALLS = {"id": ["w"], "min_x": [-5], "min_y": [1], "max_x": [5], "max_y": [1.5]}
ROWS = [("0", "ann", "bob", 0.5, 1, 0)]

MAKE = {  # the kind of table that goes in, what makes one, and the kind that comes back
    "pyarrow.Table": (pyarrow.table, pyarrow.Table),
    "pyarrow.RecordBatch": (pyarrow.record_batch, pyarrow.Table),
    "pyarrow.RecordBatchReader": (lambda c: pyarrow.table(c).to_reader(), pyarrow.Table),
    "pandas": (pandas.DataFrame, pandas.DataFrame),
    "pandas, types of Arrow": (lambda c: pandas.DataFrame(c).convert_dtypes(dtype_backend="pyarrow"), pandas.DataFrame),
    "pandas, categories": (lambda c: pandas.DataFrame(c).astype({"id": "category"}), pandas.DataFrame),
    "polars": (polars.DataFrame, polars.DataFrame),
    "polars, lazy": (polars.LazyFrame, polars.DataFrame),
    "polars, categories": (lambda c: polars.DataFrame(c, schema_overrides={"id": polars.Categorical}), polars.DataFrame),
    "duckdb": (lambda c: duckdb.from_arrow(pyarrow.table(c)), pyarrow.Table),
    "duckdb, decimals": (lambda c: duckdb.from_arrow(pyarrow.table(c)).project("columns('id'), columns('^[xyr]$|_')::decimal(9, 2)"), pyarrow.Table),
}
TAKE = {  # who takes an answer, as rows
    "pyarrow": lambda table: [tuple(row.values()) for row in pyarrow.table(table).to_pylist()],
    "pandas": lambda table: list(pandas.DataFrame.from_arrow(table).itertuples(index=False, name=None)),
    "polars": lambda table: polars.DataFrame(table).rows(),
    "duckdb": lambda found: duckdb.sql("from found").fetchall(),
}


class Tables(unittest.TestCase):
    def test_there_and_back(self):
        for name, (make, kind) in MAKE.items():
            with self.subTest(name):
                found = daylight.collide(make(SHAPES))
                self.assertIsInstance(found, kind)
                self.assertTrue(hasattr(found, "__arrow_c_stream__"))
                found = pyarrow.table(daylight.collide(make(SHAPES), join=make(WALLS)))
                self.assertEqual(found["id_a"].to_pylist(), ["ann", "bob"])
                found = pyarrow.table(daylight.query("nearest", make(SHAPES), make({"id": ["p"], "x": [5], "y": [0]}), count=2))
                self.assertEqual(found["id_b"].to_pylist(), ["bob", "cid"])
                self.assertEqual(len(daylight.tiles(make(SHAPES), count=2)), 2)

    def test_answers_to_others(self):
        for name in ("pyarrow.Table", "pandas", "polars", "duckdb"):
            found = daylight.collide(MAKE[name][0](SHAPES))
            for other, take in TAKE.items():
                with self.subTest(f"{name} to {other}"):
                    self.assertEqual(take(found), ROWS)

    def test_kinds_mixed(self):
        makes = [make for make, _ in MAKE.values()]
        for a, b in zip(makes, makes[1:] + makes[:1]):
            found = daylight.collide(a(SHAPES), join=b(WALLS))
            self.assertEqual(pyarrow.table(found)["id_b"].to_pylist(), ["w", "w"])

    def test_large_tables_through_pipes(self):
        n = 200_000
        rng = np.random.default_rng(1)
        table = pyarrow.table({"id": np.arange(n), "x": rng.uniform(0, 900, n), "y": rng.uniform(0, 900, n), "r": np.full(n, 0.1)})
        with mock.patch("tempfile.mkstemp", side_effect=AssertionError("a file was written")):
            one = daylight.collide(table, join=table)
        self.assertGreater(one.num_rows, n)

    def test_source_that_fails(self):
        table = pyarrow.table(SHAPES)

        def batches():
            yield from table.to_batches()
            raise ValueError("the source broke")

        with self.assertRaisesRegex(Exception, "the source broke"):
            daylight.collide(pyarrow.RecordBatchReader.from_batches(table.schema, batches()))

    def test_no_table(self):
        for what in (3, [3], ["text"], np.arange(3)):
            with self.assertRaisesRegex(TypeError, "is no table: want a dict of columns"):
                daylight.collide(what)
        with self.assertRaisesRegex(TypeError, "did not recognize"):
            daylight.collide(pandas.DataFrame({**SHAPES, "more": [object(), 1, "a"]}))
        with mock.patch.dict(sys.modules, {"pyarrow": None}), self.assertRaisesRegex(TypeError, "pip install pyarrow"):
            daylight.collide(duckdb.sql("select 1 as x"))


class Geometries(unittest.TestCase):
    SQUARES = [shapely.box(0, 0, 2, 2), shapely.box(1.5, 0, 3, 3), shapely.box(9, 9, 10, 10)]

    def frame(self, crs="EPSG:3067"):
        return geopandas.GeoDataFrame({"id": ["a", "b", "c"]}, geometry=self.SQUARES, crs=crs)

    def test_frames(self):
        """A GeoDataFrame comes back in each mode and from each question, in its system of coordinates."""
        for crs in ("EPSG:3067", None):
            table = self.frame(crs)
            places = table.set_geometry(table.centroid)
            answers = {mode: daylight.collide(table, mode=mode) for mode in ("pairs", "overlap", "contact", "manifold", "distance", "area")}
            answers |= {kind: daylight.query(kind, table, places) for kind in ("points", "inside", "nearest")}
            answers["exact"] = daylight.collide(table, exact=True)
            for name, found in answers.items():
                with self.subTest(name, crs=crs):
                    self.assertIs(type(found), geopandas.GeoDataFrame)
                    self.assertEqual((found.crs, len(found)), (table.crs, 3 if name in ("points", "inside", "nearest") else 1))
            self.assertEqual(answers["area"].geometry[0], shapely.Point(1.75, 1))
        found = daylight.collide(table, geometry_out="none")
        self.assertIs(type(found), pandas.DataFrame)
        self.assertEqual(found[["id_a", "id_b", "depth"]].values.tolist(), [["a", "b", 0.5]])
        self.assertEqual(len(daylight.tiles(table, count=2)), 2)

    def test_active_geometry(self):
        table = self.frame().assign(other=self.frame().centroid).rename_geometry("footprint")
        for of in (table, table.rename(columns={"other": "geometry"}), table.geometry):
            found = daylight.collide(of)
            self.assertEqual((found.depth.tolist(), found.crs.to_epsg()), ([0.5], 3067))
        with self.assertRaisesRegex(ValueError, "no active geometry"):
            daylight.collide(geopandas.GeoDataFrame({"x": [1]}))
        with self.assertRaisesRegex(daylight.Error, "system of coordinates"):
            daylight.collide(table, join=table.to_crs(4326))

    def test_shapely(self):
        for of in (self.SQUARES, np.array(self.SQUARES)):
            found = daylight.collide(of)
            self.assertEqual((found["id_a"].tolist(), found["id_b"].tolist(), found["depth"].tolist()), ([0], [1], [0.5]))
        table = pandas.DataFrame({"name": ["a", "b", "c"], "geometry": self.SQUARES})
        self.assertEqual(daylight.collide(table, keep=["name"]).name_b.tolist(), ["b"])

    def test_as_strtree(self):
        """The answers of STRtree.query and query_nearest, as the README's table translates them."""
        rng = np.random.default_rng(5)
        corners = rng.integers(0, 40, (2, 300, 2))
        # On a grid, so that many touch, cover and equal each other.
        tree, asked = ([shapely.box(x, y, x + w, y + h) for (x, y), (w, h) in zip(c, rng.integers(1, 6, (300, 2)))] for c in corners)
        index = shapely.STRtree(tree)
        relations = {"intersects": "intersects", "within": "within", "contains": "contains", "overlaps": "overlaps-partly", "touches": "touches",
                     "covers": "covers", "covered_by": "covered-by"}  # fmt: skip
        for predicate, relation in relations.items():
            found = daylight.collide(asked, join=tree, relation=relation)
            want = index.query(asked, predicate=predicate)
            self.assertGreater(want.shape[1], 10, predicate)
            self.assertEqual(set(zip(found["id_a"], found["id_b"])), set(zip(*want)), predicate)
        found = daylight.collide(asked, join=tree, margin=1.5)
        self.assertEqual(set(zip(found["id_a"], found["id_b"])), set(zip(*index.query(asked, predicate="dwithin", distance=1.5))))
        centres = [shapely.Point(x + 0.25, y + 0.125) for x, y in corners[1]]
        found = daylight.query("nearest", tree, centres)
        want, distance = index.query_nearest(centres, all_matches=False, return_distance=True)
        np.testing.assert_allclose(np.maximum(found["distance"], 0), distance, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
