# SPDX-License-Identifier: MIT
"""Daylight over a Spark DataFrame (Spark 4.1 and later)::

    from daylight import spark

    pairs = spark.collide(parcels, margin=0.5)            # world, id_a, id_b, depth, nx, ny
    held = spark.query("points", zones, ask=pings)

The plane is cut into tiles of about equal work. A row goes to each tile that its box touches, and the program runs once for
each tile, in the executors. The rows are those of one run over the whole table. Executors need this package, too.
"""

import contextlib
import functools
import itertools
import math
import os
import tempfile
from dataclasses import dataclass
from typing import Iterator, Tuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import TaskContext
from pyspark.sql import functions as F
from pyspark.sql import types as T

from . import tables
from .errors import Error
from .program import run
from .tables import answered, flag_of

PLANE = (-math.inf, -math.inf, math.inf, math.inf)
INPUT = ("rename", "geometry", "assume_crs", "bbox", "radius", "degrees", "decimal_comma", "skip_bad")  # daylight tiles has them
REFUSED = ("tile", "out", "format", "stats", "bad_rows", "quiet", "input", "columns", "header", "join_columns", "ask_columns")
GEOMETRIES = ("wkt", "geometry", "geom", "wkb", "the_geom", "points")
PER_TILE = 100_000  # rows
SHARE, ENOUGH = 0.01, 5000  # the share of rows sampled for tiles; smaller samples are drawn again
CALL_ROWS, CALL_BYTES = 1 << 18, 64 << 20  # of a call that deals rows to tiles
DEPTH = 8  # of cuts of a tile that is above the limit of memory
BUCKET = "daylight_bucket"  # a column of ours
BOX = ", min_x double, min_y double, max_x double, max_y double"
SPARK_TYPES = {pa.float32(): T.FloatType(), pa.float64(): T.DoubleType(), pa.string(): T.StringType(), pa.binary(): T.BinaryType()}
PARTS = ["part_contacts", "deepest", "least"]


def collide(df, join=None, tiles=None, memory="1GiB", **flags):
    """Returns a DataFrame of the contacts in one, or between two; see :func:`daylight.collide`.

    ``df`` has a row for each shape and a column id. Worlds, kept columns and ids keep their types.
    With a geometry, modes that have depths give part_contacts, deepest and least.

    ``tiles`` is a number, by default about one for each 100,000 rows, or boxes that fill the plane.
    A run of the program takes ``memory`` at most; a tile that needs more is cut into four. Spark
    does not count this memory as the executor's own: leave room by spark.executor.memoryOverhead.

    Bad flags and tables raise :class:`daylight.Error` at once. A bad row raises Spark's
    PythonException with the error when Spark computes the row. Rows without a geometry, and with
    skip_bad bad rows, are left out without a note. The driver samples 1 % of rows of 40 bytes."""
    job = _Job(["collide"], "join", flags, memory)
    other = df if join is None else join
    job.prepare([df] if join is None else [df, join], [df, other], ["boxes"] * 2, tiles, lambda t, j=None, **flags: tables.collide(t, join=j, **flags))
    reach = ["--margin", str(max(0.0, float(flags.get("margin") or 0)))]
    reach += ["--dt", str(flags.get("dt") or 1)] if flags.get("mode") == "swept" else []
    dealt = [job.dealt(df, "a", job.tiles, reach)]
    return job.answer(dealt if join is None else [*dealt, job.dealt(join, "b", job.tiles, reach)])


def query(kind, df, ask=None, tiles=None, memory="1GiB", **flags):
    """Returns a DataFrame of the answers to questions, as :func:`daylight.query` does for tables;
    all else is as for :func:`collide`. It computes ``ask`` twice. For "nearest" without ``near``, a
    distance, each tile with questions gets all shapes, which is as much work as a run over all."""
    job = _Job(["query", kind], "ask", flags, memory)
    asked = df if ask is None else ask
    kinds = ["boxes", kind if ask is not None else "boxes"]  # a shape that asks is as wide as it is
    job.prepare([df] if ask is None else [df, ask], [asked, df], kinds, tiles, functools.partial(tables.query, kind))
    near = math.inf if kind == "nearest" and flags.get("near") is None else flags.get("near") or 0
    questions = ["--questions", kinds[1], "--margin", str(near)]
    questions += ["--dt", str(flags.get("dt") or 1)] if kind in ("rays", "casts") else []
    # Shapes go to the tiles whose questions they may answer.
    boxes = job.bucketed(asked).mapInArrow(functools.partial(_boxes, job, job.tiles, questions, "tile"), "tile int" + BOX)
    found = boxes.groupBy("tile").agg(F.min("min_x"), F.min("min_y"), F.max("max_x"), F.max("max_y")).collect()
    # Answers may touch the upper and right edges, which a tile does not hold.
    reached = {row[0]: (row[1], row[2], math.nextafter(row[3], math.inf), math.nextafter(row[4], math.inf)) for row in found}
    dealt = [job.dealt(df, "a", reached, [])]
    return job.answer(dealt if ask is None else [*dealt, job.dealt(ask, "b", job.tiles, questions)])


@dataclass
class _Job:
    """What executors have to know of a job."""

    command: list
    second: str  # the flag of the second table
    flags: dict
    memory: str
    tiles: dict = None  # by their numbers
    buckets: int = 1  # of worlds; a group's number is that of its tile times this, and its bucket
    schema: pa.Schema = None  # of the answer

    def __post_init__(self):
        if refused := [name for name in self.flags if name in REFUSED]:
            raise Error(f"{refused[0]}= does not go with a DataFrame", "argument")
        self.input = {name: self.flags.get(name) for name in INPUT}
        self.args = [a for name, value in self.flags.items() for a in flag_of(name, value)]

    def prepare(self, sides, typed, kinds, tiles, table_of):
        """Finds the tiles and the schema of the answer, with id_a and id_b of the two of typed."""
        if None in [self.named(df, "id") for df in sides]:
            raise Error('the DataFrame has no column id; rename="parcel=id" takes the column parcel', "argument")
        none = {id(df): df.limit(0).toArrow() for df in sides}
        schema = table_of(*none.values(), memory=self.memory, tile=PLANE, **self.flags).schema  # finds what is wrong with flags
        self.fields(schema, [(df, none[id(df)].schema) for df in typed])
        self.cpus, self.paired = sides[0].sparkSession.conf.get("spark.task.cpus", "1"), len(sides) == 2
        worlds = [self.named(df, "world", "frame") for df in sides]
        worlds = {str(df.schema[w].dataType) if w else None for df, w in zip(sides, worlds)}
        self.world = None not in worlds and len(worlds) == 1  # equal worlds have equal hashes
        if tiles is not None and not isinstance(tiles, int):
            self.tiles = dict(enumerate(tuple(map(float, t.split(",") if isinstance(t, str) else t)) for t in tiles))
            return
        sample = self.sample(sides, kinds, SHARE)  # it tells the number of rows, too; a count would compute them again
        rows = len(sample) / SHARE
        tiles = tiles or max(1, round(rows / PER_TILE))
        if tiles > 1 and len(sample) < ENOUGH:
            sample = self.sample(sides, kinds, 2 * ENOUGH / (rows + 1))
        if self.world:
            self.buckets = min(tiles, max(1, pc.count_distinct(sample["world"]).as_py()))
        cut = math.ceil(tiles / self.buckets)
        self.tiles = dict(enumerate([PLANE] if cut == 1 or not len(sample) else tables.tiles(sample, count=cut)))

    def sample(self, sides, kinds, share):
        """Returns the worlds and boxes of a share of the rows."""
        def boxes(df, kind):
            world = F.col(self.named(df, "world", "frame")).cast("string") if self.world else F.lit("0")
            some = df.where(F.rand(1) < share) if share < 1 else df
            asked = functools.partial(_boxes, self, {0: PLANE}, ["--questions", kind], "world")
            return some.withColumn(BUCKET, world).mapInArrow(asked, "world string" + BOX).toArrow()

        return pa.concat_tables(map(boxes, sides, kinds))

    def fields(self, schema, typed):
        """Sets the schema of the answer: that of a run, with the types of the DataFrames."""
        kept = [name.strip() for arg in flag_of("keep", self.flags.get("keep")) for name in arg.partition("=")[2].split(",")]
        own = {}  # types of Arrow and Spark
        for side, (df, arrow) in zip("ab", typed):
            of = {"world": self.named(df, "world", "frame"), f"id_{side}": self.named(df, "id"), **{f"{k}_{side}": self.named(df, k) for k in kept}}
            own.update({to: (answered(arrow.field(column)), df.schema[column].dataType) for to, column in of.items() if column})
        names = schema.names
        parts = [name for name in (["part_a", "part_b"] if self.flags.get("parts") else PARTS) if name not in names]
        if "depth" in names and any(self.named(df, *GEOMETRIES, self.flags.get("geometry")) for df, _ in typed):
            last = [f"{k}_{side}" for k in kept for side in "ab"] + ["geometry"]
            names = [n for n in names if n not in last] + parts + [n for n in names if n in last]
        for name in names:
            kind = pa.float32() if name in PARTS[1:] else schema.field(name).type if name in schema.names else pa.int64()
            own.setdefault(name, (kind, SPARK_TYPES[kind]) if kind in SPARK_TYPES else (pa.int64(), T.LongType()))
        self.schema = pa.schema([(name, own[name][0]) for name in names])
        self.spark_schema = T.StructType([T.StructField(name, own[name][1]) for name in names])

    def named(self, df, *names):
        """Returns the column of a DataFrame that the program takes for one of these, or None."""
        renames = self.flags.get("rename") or []
        renames = renames.split(",") if isinstance(renames, str) else renames
        new = {old.strip().lower(): to.strip().lower() for old, _, to in (r.partition("=") for r in renames)}
        for column in df.columns:
            if new.get(column.lower(), column.lower()) in [name.lower() for name in names if name]:
                return column
        return None

    def bucketed(self, df):
        """Adds the bucket of each row's world."""
        hashed = F.xxhash64(F.col(self.named(df, "world", "frame"))) if self.buckets > 1 else F.lit(0)
        return df.withColumn(BUCKET, F.pmod(hashed, F.lit(self.buckets)).cast("int"))

    def dealt(self, df, side, boxes, args):
        """Returns rows with their groups, once for each box that they touch."""
        rows = T.StructType([T.StructField("tile", T.IntegerType()), T.StructField("row", T.LongType()), T.StructField(side, df.schema)])
        return self.bucketed(df).mapInArrow(functools.partial(_deal, self, boxes, args, side), rows)

    def shaped(self, batch):
        """Returns rows with the types of the answer; shapes of one part lack columns of parts."""

        def column(name):
            if name in batch.schema.names or name in PARTS[1:]:
                return batch.column(name if name in batch.schema.names else "depth")
            return pa.repeat(int(name == PARTS[0]), len(batch))  # parts are numbered from 0

        return pa.record_batch([column(field.name).cast(field.type) for field in self.schema], schema=self.schema)

    def answer(self, dealt):
        """Returns the rows that groups of both sides have."""
        both = functools.reduce(lambda a, b: a.unionByName(b, allowMissingColumns=True), dealt)
        # A group is a partition, and in it rows are in the order of the DataFrame, by which a comes before b.
        groups = both.repartitionById(len(self.tiles) * self.buckets, F.col("tile")).sortWithinPartitions("tile", "row")

        def answers(key: Tuple[pa.Scalar, ...], batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return _answers(self, key[0].as_py(), batches)

        return groups.groupBy("tile").applyInArrow(answers, self.spark_schema)


def _calls(job, boxes, args, batches):
    """Asks which rows go to which boxes. Yields tables, numbers of their first rows, and answers."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(",".join(map(str, box)) + "\n" for box in boxes.values())
        file.flush()
        given = [a for name, value in job.input.items() for a in flag_of(name, value)]
        args = ["tiles", "--quiet", "--format=arrow", f"--deal={file.name}", f"--memory={job.memory}", *given, *args, "-"]
        first, held, rows, size, os.environ["GOMAXPROCS"] = TaskContext.get().partitionId() << 33, [], 0, 0, job.cpus
        for batch in itertools.chain(batches, [None]):
            if batch is not None and batch.num_rows:
                held, rows, size = [*held, batch], rows + batch.num_rows, size + batch.nbytes
            if rows and (batch is None or rows >= CALL_ROWS or size >= CALL_BYTES):
                table = pa.Table.from_batches(held).combine_chunks()
                shapes = table.drop_columns(BUCKET)
                yield shapes, table[BUCKET].combine_chunks(), first, run(args, lambda pipe: pa.ipc.open_stream(pipe).read_all(), functools.partial(_write, shapes)) if boxes else None
                first, held, rows, size = first + rows, [], 0, 0


def _write(table, pipe):
    with pa.ipc.new_stream(pipe, table.schema) as writer:
        writer.write_table(table)


def _column(said, name):
    return said[name].combine_chunks()


def _boxes(job, boxes, args, by, batches):
    """Yields what questions reach, with their tiles or worlds."""
    for _, worlds, _, said in _calls(job, boxes, args, batches):
        key = worlds.take(_column(said, "row")) if by == "world" else pa.array(list(boxes), pa.int32()).take(_column(said, "tile"))
        yield pa.record_batch([key, *(_column(said, n) for n in said.schema.names[2:])], [by, *said.schema.names[2:]])


def _deal(job, boxes, args, side, batches):
    """Yields rows with their groups and numbers, once for each box that they touch."""
    for shapes, buckets, first, said in _calls(job, boxes, args, batches):
        if said is None or not said.num_rows:
            continue
        rows = _column(said, "row")
        groups = pa.array([tile * job.buckets for tile in boxes], pa.int32()).take(_column(said, "tile"))
        groups = pc.add(groups, buckets.take(rows))
        shapes = shapes.to_batches()[0].to_struct_array().take(rows)
        dealt = pa.record_batch([groups, pc.add(rows, first), shapes], ["tile", "row", side])
        yield from (dealt.slice(start, 1 << 14) for start in range(0, len(rows), 1 << 14))


def _answers(job, group, batches):
    """Yields the rows of a group."""
    places, os.environ["GOMAXPROCS"] = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0] or None, job.cpus
    with tempfile.TemporaryDirectory(prefix="daylight-", dir=places) as folder:
        files = _spool(folder, batches)
        if len(files) == 1 + job.paired:
            for batch in _of_tile(job, folder, files, job.tiles[group // job.buckets], 0):
                yield job.shaped(batch)


def _spool(folder, batches):
    """Writes rows to files, one for each side, since a tile may be tried again."""
    files = {}
    with contextlib.ExitStack() as stack:
        for batch in batches:
            for side in {"a", "b"} & set(batch.schema.names):
                rows = batch.column(side)
                rows = pa.RecordBatch.from_struct_array(rows.filter(rows.is_valid()) if rows.null_count else rows)
                if rows.num_rows and side not in files:
                    files[side] = stack.enter_context(pa.ipc.new_stream(os.path.join(folder, side), rows.schema))
                if rows.num_rows:
                    files[side].write_batch(rows)
    return {side: os.path.join(folder, side) for side in files}


def _of_tile(job, folder, files, tile, depth):
    """Yields the answer of a tile, or those of the four that it is cut into."""
    out = tempfile.mktemp(suffix=".arrow", dir=folder)
    args = [*job.command, "--quiet", f"--out={out}", f"--memory={job.memory}", *flag_of("tile", tile), *job.args]
    args += [f"--{job.second}={files['b']}"] if job.paired else []
    try:
        run([*args, files["a"]], lambda pipe: pipe.read())
    except Error as e:
        small = _cut(job, files, tile) if depth < DEPTH and e.code == 2 and "--memory" in str(e) else []
        if len(small) < 2:
            raise
        for part in small:
            yield from _of_tile(job, folder, files, part, depth + 1)
        return
    with pa.memory_map(out) as source:
        reader = pa.ipc.open_file(source)
        yield from filter(len, map(reader.get_batch, range(reader.num_record_batches)))
    os.remove(out)


def _cut(job, files, tile):
    """Cuts a tile into four of about equal work."""
    asks = job.paired and job.second == "ask"
    source = files["b"] if asks else max(files.values(), key=os.path.getsize)
    flags = {**job.input, "memory": job.memory, "bbox": [min(max(v, -1e300), 1e300) for v in tile], **({"radius": 0} if asks else {})}
    found = tables.tiles(source, count=4, **flags)
    parts = [(max(p[0], tile[0]), max(p[1], tile[1]), min(p[2], tile[2]), min(p[3], tile[3])) for p in found]
    return [p for p in parts if p[0] < p[2] and p[1] < p[3]]
