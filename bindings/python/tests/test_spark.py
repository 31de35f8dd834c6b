# SPDX-License-Identifier: MIT
"""daylight.spark on a cluster of two executors, each a process. The rows must be those of one run over the whole table."""

import collections
import decimal
import functools
import importlib.util
import os
import pathlib
import shutil
import stat
import sys
import tempfile
import threading
import unittest

import daylight

if not all(map(importlib.util.find_spec, ("pyspark", "pyarrow"))):
    raise unittest.SkipTest("pyspark and pyarrow are not installed")

import numpy as np
import pyarrow as pa
from pyspark.errors import PythonException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from daylight import spark as cluster

# It stands for the program in the executors: it notes each run, and kills its executor, in the fourth run of collide, if
# that is asked for.
PROGRAM = """#!/bin/sh
echo "$*" >>{folder}/runs
if [ "$1" = collide ] && [ "$(grep -c ^collide {folder}/runs)" -ge 4 ] && mv {folder}/kill {folder}/killed 2>/dev/null; then
    p=$$
    while [ "$(cat /proc/$p/comm)" != java ]; do p=$(awk '/^PPid/ {{print $2}}' /proc/$p/status); done
    kill -9 $p
    exit 1
fi
exec {program} "$@"
"""


def circles(n=2000, side=60, seed=1, **more):
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(0, side, (2, n))
    table = pa.table({"id": np.arange(n, dtype=np.int32), "x": x, "y": y, "r": rng.uniform(0.1, 1, n)})
    for name, column in more.items():
        table = table.append_column(name, pa.array(column(rng, n)))
    return table


def outlines(n=600, side=60, seed=2):
    """Letters C, squares with a hole, and triangles."""
    rng = np.random.default_rng(seed)
    rings = [
        ["0 0,3 0,3 1,1 1,1 2,3 2,3 3,0 3,0 0"],
        ["0 0,3 0,3 3,0 3,0 0", "1 1,1 2,2 2,2 1,1 1"],
        ["0 0,2 0,1 2,0 0"],
    ]

    def moved(ring, dx, dy):
        corners = ([float(v) for v in corner.split()] for corner in ring.split(","))
        return "(" + ",".join(f"{x + dx} {y + dy}" for x, y in corners) + ")"

    places = rng.uniform(0, side, (n, 2)).round(3).tolist()
    wkt = [f"POLYGON({','.join(moved(ring, *place) for ring in rings[k % 3])})" for k, place in enumerate(places)]
    return pa.table({"id": [f"p{k}" for k in range(n)], "wkt": wkt, "owner": pa.array((np.arange(n) % 7).astype(np.int16))})


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="daylight-spark-"))
        program = cls.folder / "daylight"
        program.write_text(PROGRAM.format(folder=cls.folder, program=daylight.program()))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_WORKER_DIR=str(cls.folder / "work"), SPARK_LOCAL_IP="127.0.0.1")
        conf = {
            "spark.ui.enabled": "false", "spark.executor.memory": "1g", "spark.sql.shuffle.partitions": "2",
            "spark.executorEnv.DAYLIGHT": str(program), "spark.local.dir": str(cls.folder), "spark.log.level": "OFF",
            "spark.ui.showConsoleProgress": "false",
        }  # fmt: skip
        builder = SparkSession.builder.master("local-cluster[2,1,2048]").appName("daylight")
        for name, value in conf.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def frame(self, table):
        return self.spark.createDataFrame(table)

    def setUp(self):
        (self.folder / "runs").write_text("")

    def same(self, found, want):
        """Asks for the same rows, in any order, with the same values."""
        got = found.toArrow()
        self.assertEqual(got.schema.names, want.schema.names)
        got, want = (sorted(map(repr, t.cast(want.schema).to_pylist())) for t in (got, want))
        self.assertGreater(len(want), 10)
        self.assertEqual(len(got), len(want))
        self.assertEqual(got, want)
        return found


class Rows(Cluster):
    def sides(self, *tables):
        """Returns DataFrames of two partitions, and the tables that they are: repartition changes the order of rows."""
        frames = [self.spark.createDataFrame(t).repartition(2).localCheckpoint() for t in tables]
        return [(f, f.toArrow()) for f in frames]

    def collide(self, table, join=None, tiles=5, **flags):
        sides = self.sides(table, *([join] if join else []))
        frames, tables = zip(*sides)
        return self.same(cluster.collide(*frames, tiles=tiles, **flags), daylight.collide(tables[0], join=tables[-1] if join else None, **flags))

    def query(self, kind, table, ask=None, tiles=5, **flags):
        sides = self.sides(table, *([ask] if ask else []))
        frames, tables = zip(*sides)
        return self.same(cluster.query(kind, *frames, tiles=tiles, **flags), daylight.query(kind, tables[0], tables[-1] if ask else None, **flags))

    def test_modes(self):
        speeds = {"vx": lambda rng, n: rng.uniform(-3, 3, n), "vy": lambda rng, n: rng.uniform(-3, 3, n)}
        (frame, table), tiles = self.sides(circles(**speeds))[0], daylight.tiles(circles(), count=5)
        for flags in (
            {"mode": "overlap"}, {"mode": "contact"}, {"mode": "manifold"}, {"mode": "distance", "margin": 0.5}, {"mode": "swept", "dt": 0.5},
            {"mode": "area"}, {"exact": True}, {"relation": "contains"}, {"margin": 0.7, "strict": True}, {"bbox": [0, 0, 30, 30]},
        ):  # fmt: skip
            with self.subTest(**flags):
                self.same(cluster.collide(frame, tiles=tiles, **flags), daylight.collide(table, **flags))

    def test_concave(self):
        found = self.collide(outlines(), keep=["owner"])
        self.assertEqual(found.schema["owner_a"].dataType.typeName(), "short")
        self.collide(outlines(), mode="manifold", tiles=9)
        self.collide(outlines(), parts=True)
        self.collide(outlines(), mode="area", outline=True)

    def test_convex_geometry_has_columns_of_parts(self):
        table = outlines().take(np.arange(2, 600, 3))
        found = cluster.collide(self.frame(table)).toArrow()
        self.assertEqual(found.schema.names[-3:], ["part_contacts", "deepest", "least"])
        self.assertEqual(set(found["part_contacts"].to_pylist()), {1})
        self.assertEqual(found["least"], found["depth"])

    def test_worlds(self):
        for worlds in (3, 40):
            table = circles(world=lambda rng, n: rng.integers(0, worlds, n))
            found = self.collide(table, tiles=6)
            self.assertEqual(found.schema["world"].dataType.typeName(), "long")
        self.query("nearest", table, tiles=6, count=2)

    def test_join(self):
        walls = pa.table({"id": ["n", "s", "d"], "x1": [0.0, 0, 0], "y1": [60.0, 0, 0], "x2": [60.0, 60, 60], "y2": [60.0, 0, 60]})
        found = self.collide(circles(), walls)
        self.assertEqual([found.schema[n].dataType.typeName() for n in ("id_a", "id_b")], ["integer", "string"])
        text = pa.array([str(k % 5) for k in range(500)])
        self.collide(circles(world=lambda rng, n: rng.integers(0, 5, n)), circles(500, seed=4).append_column("world", text))

    def test_types(self):
        """Ids, worlds and kept columns have the types that they have in the DataFrame."""
        n = 300
        day = np.arange(n) * 97 - 30_000
        kinds = {
            "date": pa.array(day.astype("datetime64[D]")), "instant": pa.array(day * 86_400_123_457, pa.timestamp("us", "Europe/Berlin")),
            "clock": pa.array(day * 86_400_123_457, pa.timestamp("us")), "float": np.linspace(-1, 1, n, dtype=np.float32),
            "decimal": pa.array([decimal.Decimal(int(d)).scaleb(-2) + 10**20 for d in day], pa.decimal128(38, 2)),
            "double": np.linspace(-1e300, 1, n), "byte": np.arange(n).astype(np.int8), "text": [f" a,{k}\n" for k in range(n)],
        }  # fmt: skip
        table = circles(n, 20)
        for name, column in kinds.items():
            table = table.append_column(name, pa.array(column))
        table = table.append_column("bool", pa.array(day % 2 == 0, mask=day % 3 == 0))
        frame, kept = self.frame(table), [*kinds, "bool"]
        cells = {i: row for i, row in zip(frame.toPandas()["id"], frame.select(*kept).collect())}
        points = frame.selectExpr("id + 1000 number", "x", "y", "date")
        for found in (
            cluster.collide(frame, tiles=4, keep=kept),
            cluster.query("nearest", frame, frame.selectExpr("id", "x", "y", *kept), near=1, tiles=4, keep=kept),
        ):
            rows = found.collect()
            self.assertGreater(len(rows), 100)
            for side in "ab":
                for name in kept:
                    self.assertEqual(found.schema[f"{name}_{side}"].dataType, frame.schema[name].dataType)
                    for row in rows:
                        self.assertEqual(row[f"{name}_{side}"], cells[row[f"id_{side}"]][name])
        want = {(row.id_a, row.id_b) for row in cluster.collide(frame, tiles=4).collect()}
        for name in kinds.keys() - {"byte"}:
            with self.subTest(id=name):
                by = frame.selectExpr(f"{name} id", "x", "y", "r", "bool is not null world")
                found = cluster.collide(by, tiles=4)
                self.assertEqual([found.schema[c].dataType for c in ("id_a", "world")], [frame.schema[name].dataType, by.schema["world"].dataType])
                known = {row[name]: i for i, row in cells.items()}
                pairs = {(known[row.id_a], known[row.id_b]) for row in found.collect()}
                self.assertEqual(pairs, {(a, b) for a, b in want if (cells[a].bool is None) == (cells[b].bool is None)})
        self.assertEqual(cluster.query("nearest", frame.drop("id").withColumnRenamed("date", "id"), points.selectExpr("date id", "x", "y"), near=1).schema["id_a"].dataType, frame.schema["date"].dataType)
        for cell, says in (
            ("unhex('ff')", r"column k has the type binary: .* Give hex\(k\) instead"), ("array(1)", r"list.*Give to_json\(k\)"),
            ("interval '1' day", r"duration.*Give string\(k\)"), ("null", r"null.*Give string\(k\)"),
        ):  # fmt: skip
            for call in (cluster.collide, functools.partial(cluster.query, "within", near=1)):
                with self.assertRaisesRegex(daylight.Error, says):
                    call(frame.withColumn("k", F.expr(cell)), keep=["k"])
            with self.assertRaisesRegex(daylight.Error, says.replace("k", "id", 1).replace("(k", "(id")):
                cluster.collide(frame.withColumn("id", F.expr(cell)))

    def test_queries(self):
        rng = np.random.default_rng(5)
        x, y = rng.uniform(0, 60, (2, 300))
        points = pa.table({"id": np.arange(300) + 10_000, "x": x, "y": y})
        rays = points.append_column("vx", pa.array(rng.uniform(-9, 9, 300))).append_column("vy", pa.array(rng.uniform(-9, 9, 300)))
        casts = rays.append_column("r", pa.array(np.full(300, 0.2)))
        boxes = pa.table({"id": np.arange(300), "min_x": x, "min_y": y, "max_x": x + 2, "max_y": y + 1})
        self.query("rays", circles(), rays, dt=0.5)
        self.query("rays", circles(), rays, all=True)
        self.query("casts", circles(), casts)
        self.query("points", circles(), points, near=0.5)
        self.query("boxes", circles(), boxes)
        self.query("nearest", circles(), points, count=3)
        self.query("nearest", circles(), points, near=2)
        self.query("inside", outlines(), points)
        self.query("nearest", circles(500), count=2)
        self.query("within", circles(), near=0.5, both=True)
        self.query("inside", circles())

    def test_page(self):
        """The recipe of docs/scale.md, as it stands there."""
        page = pathlib.Path(os.environ.get("DAYLIGHT_SCALE") or pathlib.Path(__file__).parents[3] / "docs" / "scale.md").read_text()
        code = page.partition("\n## Spark\n")[2].partition("```python\n")[2].partition("```")[0]
        with tempfile.TemporaryDirectory() as folder:
            self.frame(outlines()).write.parquet(f"{folder}/parcels.parquet")
            names = {"session": self.spark}
            exec(code.replace('"parcels.parquet"', f'"{folder}/parcels.parquet"').replace('"pairs.parquet"', f'"{folder}/pairs.parquet"'), names)
            table = self.spark.read.parquet(f"{folder}/parcels.parquet").toArrow()
            self.same(self.spark.read.parquet(f"{folder}/pairs.parquet"), daylight.collide(table))

    def test_no_rows(self):
        frame = self.spark.createDataFrame(circles()).where("id < 0")
        self.assertEqual(cluster.collide(frame).count(), 0)
        self.assertEqual(cluster.query("points", self.frame(circles()), ask=frame).count(), 0)

    def test_errors(self):
        frame = self.frame(circles())
        for flags, says in (({"colour": 3}, "unknown flag: --colour"), ({"mode": "pairs"}, "--mode pairs"), ({"out": "x"}, "out= does not go")):
            with self.assertRaisesRegex(daylight.Error, says):
                cluster.collide(frame, **flags)
        with self.assertRaisesRegex(daylight.Error, "no column id"):
            cluster.collide(frame.drop("id"))
        with self.assertRaisesRegex(PythonException, 'daylight.errors.Error: .*id "77".* is negative'):
            cluster.collide(frame.selectExpr("id", "x", "y", "if(id = 77, -1, r) r"), tiles=[cluster.PLANE]).count()
        with self.assertRaisesRegex(PythonException, 'daylight.errors.Error: .*id "78".*in world "0" already'):
            cluster.collide(frame.selectExpr("if(id = 77, 78, id) id", "x", "y", "r"), tiles=[cluster.PLANE]).count()


class Failures(Cluster):
    def test_executor_is_killed(self):
        table = circles(10_000, 140)
        want = daylight.collide(table, mode="overlap")
        frame = self.spark.createDataFrame(table)
        found = cluster.collide(frame, tiles=8, mode="overlap")
        (self.folder / "kill").touch()
        self.same(found, want)
        self.assertTrue((self.folder / "killed").exists())
        self.assertGreater((self.folder / "runs").read_text().count("collide"), 8)

    def test_memory(self):
        """A tenth of all shapes lie in one tile, and their contacts are far more than its memory holds."""
        n = 60_000
        table = circles(n, 1000)
        x, y = (np.where(np.arange(n) % 10 == 0, table[c].to_numpy() % 12, table[c].to_numpy()) for c in "xy")
        table = pa.table({"id": table["id"], "x": x, "y": y, "r": np.full(n, 0.5)})
        tiles = [(-np.inf, -np.inf, 500, np.inf), (500, -np.inf, np.inf, np.inf)]
        want = daylight.collide(table)
        found = cluster.collide(self.spark.createDataFrame(table), tiles=tiles, memory="32MiB")
        peaks = Peaks(self.folder)
        self.same(found, want)
        most = peaks.end()
        print(f"\n{want.num_rows} rows; peaks in MiB: {most}", file=sys.stderr)
        self.assertIn("--count=4", (self.folder / "runs").read_text())
        self.assertLess(most[os.path.basename(daylight.program())], 32 + 24)  # what the program maps of itself is beside what it counts
        self.assertLess(max(peak for name, peak in most.items() if name.startswith("python")), 400)
        self.assertLess(most["executor"], 2048)


class Peaks:
    """Looks 50 times a second, until it is ended, at the memory of executors: the peak of a process of each kind, and the most
    that an executor and the processes below it hold together, in MiB."""

    def __init__(self, folder):
        self.most = collections.Counter()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        while not self.done.wait(0.02):
            processes = {}
            for status in pathlib.Path("/proc").glob("[0-9]*/status"):
                try:
                    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
                except OSError:
                    continue  # it has ended
                if "VmHWM" in lines:
                    peak, now = (int(lines[n].split()[0]) >> 10 for n in ("VmHWM", "VmRSS"))
                    processes[int(status.parent.name)] = lines["Name"].strip(), int(lines["PPid"]), peak, now
            together = collections.Counter()
            for process, (name, _, peak, now) in processes.items():
                above = process
                while above in processes and not self.executor(above):
                    above = processes[above][1]
                if above in processes:
                    self.most[name] = max(self.most[name], peak)
                    together[above] += now
            self.most["executor"] = max([self.most["executor"], *together.values()])

    def executor(self, process):
        try:
            return b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return False

    def end(self):
        self.done.set()
        self.thread.join()
        return dict(self.most)


if __name__ == "__main__":
    unittest.main()
