# SPDX-License-Identifier: MIT
"""What a job over Spark costs beside one run of the program, in seconds of processors:

    python bindings/python/bench/spark_cost.py [SHAPES]

The job is done on a cluster of two executors on this machine. The same plan with functions that only hand rows on shows what
Spark takes itself. Times are those of all processes, the least of six runs in turn.
"""

import os
import pathlib
import sys
import tempfile
from typing import Iterator, Tuple

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import daylight
from daylight import spark as cluster
from daylight.program import run

TICKS = os.sysconf("SC_CLK_TCK")


def spent():
    """Returns the time of processors of this process and all below it, with those that ended."""
    times, parents = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(stat.parent.name)
        parents[process], times[process] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS

    def below(process):
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return sum(os.times()[:4]) + sum(time for process, time in times.items() if below(process) and process != os.getpid())


def least(*jobs):
    """Returns the least time of each of some jobs, which are done in turn: code that is compiled while it runs gets faster."""
    times = [[] for _ in jobs]
    for _ in range(6):
        for job, list in zip(jobs, times):
            before = spent()
            job()
            list.append(spent() - before)
    for list in times:
        print("  ", *(f"{t:.1f}" for t in list), flush=True)
    return map(min, times)


def identity(df, tiles, rows):
    """The plan of a job, with functions that hand rows on."""

    def deal(batches):
        row = TaskContext.get().partitionId() << 33
        for batch in batches:
            tile = pa.array([k * tiles // batch.num_rows for k in range(batch.num_rows)], pa.int32())
            yield pa.record_batch([tile, pa.array(range(row, row + batch.num_rows)), batch.to_struct_array()], ["tile", "row", "a"])
            row += batch.num_rows

    def answer(key: Tuple[pa.Scalar, ...], batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            a = pa.RecordBatch.from_struct_array(batch.column("a"))
            numbers = [a.column(name).cast(pa.float32()) for name in ("x", "y", "r")]
            yield pa.record_batch([a.column("id").cast(pa.string()), a.column("id"), a.column("id"), *numbers], ["world", "id_a", "id_b", "depth", "nx", "ny"])

    dealt = df.mapInArrow(deal, f"tile int, row long, a {df.schema.simpleString()}")
    groups = dealt.repartitionById(tiles, F.col("tile")).sortWithinPartitions("tile", "row").groupBy("tile")
    return groups.applyInArrow(answer, "world string, id_a long, id_b long, depth float, nx float, ny float")


def main():
    shapes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    spark = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.executor.memory", "1g").config("spark.log.level", "OFF")
    spark = spark.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        table = f"{folder}/circles.parquet"
        run(["gen", "circles", "-q", "-n", str(shapes), "-o", table], lambda pipe: pipe.read())
        df = spark.read.parquet(table).selectExpr("cast(id as long) id", "x", "y", "r").repartition(4)
        df.write.parquet(f"{folder}/parts")
        df = spark.read.parquet(f"{folder}/parts")
        tiles = -(-shapes // cluster.PER_TILE)

        def one():
            run(["collide", "-q", f"{folder}/parts/*.parquet", "-o", f"{folder}/out.arrow"], lambda pipe: pipe.read())

        def write(found):
            found.write.format("noop").mode("overwrite").save()

        def prepare():
            cluster._Job(["collide"], "join", {}, "1GiB").prepare([df], [df, df], ["boxes"], None, daylight.collide)

        print(f"{shapes} circles, {tiles} tiles: one run, the same plan with rows handed on, the job, and of it to find tiles")
        alone, plan, whole, _ = least(one, lambda: write(identity(df, tiles, shapes)), lambda: write(cluster.collide(df)), prepare)
    print(f"one run {alone:.2f} s, plan {plan:.2f} s, whole {whole:.2f} s: whole minus plan is {(whole - plan) / alone:.2f} of one run")
    spark.stop()


if __name__ == "__main__":
    main()
