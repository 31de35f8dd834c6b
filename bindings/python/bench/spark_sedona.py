# SPDX-License-Identifier: MIT
"""Daylight beside Apache Sedona's range join of the same polygons, over the same Spark:

    pip install pyspark==4.0.5 apache-sedona==1.8.0 pyarrow pandas
    python bindings/python/bench/spark_sedona.py [SHAPES]

Sedona's newest jar is for Spark 4.0, where rows cannot be sent to partitions by number and groups are tables: both are made up
for here, at a cost to Daylight.

Both find which polygons touch. Daylight also tells how deep and which way out. The cluster is two executors on this machine.
Times are of the clock and of the processors of all processes, the least of three runs in turn.
"""

import os
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, GroupedData, SparkSession
from spark_cost import spent

from daylight import spark as cluster

PACKAGES = "org.apache.sedona:sedona-spark-shaded-4.0_2.13:1.8.0,org.datasyslab:geotools-wrapper:1.8.0-33.1"


apply_in_arrow = GroupedData.applyInArrow


def apply_to_tables(groups, function, schema):
    """Stands for applyInArrow with iterators."""

    def answer(key, table):
        batches = list(function(key, iter(table.to_batches())))
        return pa.Table.from_batches(batches) if batches else none

    none = pa.schema([(f.name, ARROW[f.dataType.typeName()]) for f in schema]).empty_table()
    return apply_in_arrow(groups, answer, schema)


ARROW = {"string": pa.string(), "long": pa.int64(), "float": pa.float32()}
if not hasattr(DataFrame, "repartitionById"):
    GroupedData.applyInArrow = apply_to_tables
    DataFrame.repartitionById = lambda df, n, column: df.repartition(n, column)


def polygons(n):
    """Returns hexagons of different sizes. Each meets about two others."""
    rng = np.random.default_rng(1)
    x, y = rng.uniform(0, 2 * n**0.5, (2, n))
    radius, turn = rng.uniform(0.3, 1.1, n), rng.uniform(0, 1, n)
    corners = [(x + radius * np.cos(turn + k % 6 * np.pi / 3), y + radius * np.sin(turn + k % 6 * np.pi / 3)) for k in range(7)]
    rows = zip(*(column.round(6).tolist() for corner in corners for column in corner))
    wkt = ["POLYGON((" + ",".join(f"{row[k]} {row[k + 1]}" for k in range(0, 12, 2)) + f",{row[0]} {row[1]}))" for row in rows]
    return pa.table({"id": np.arange(n), "wkt": wkt})


def main():
    shapes = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    conf = {
        "spark.executor.memory": "1536m", "spark.log.level": "OFF", "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
        "spark.jars.packages": PACKAGES, "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
        "spark.kryo.registrator": "org.apache.sedona.core.serde.SedonaKryoRegistrator",
        "spark.sql.extensions": "org.apache.sedona.sql.SedonaSqlExtensions",
    }  # fmt: skip
    builder = SparkSession.builder.master("local-cluster[2,1,2048]")
    for name, value in conf.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    from sedona.spark import SedonaContext

    spark = SedonaContext.create(spark)
    with tempfile.TemporaryDirectory() as folder:
        spark.createDataFrame(polygons(shapes)).repartition(4).write.parquet(f"{folder}/polygons")
        df = spark.read.parquet(f"{folder}/polygons")

        def sedona():
            df.selectExpr("id", "ST_GeomFromWKT(wkt) shape").createOrReplaceTempView("shapes")
            return spark.sql("select a.id a, b.id b from shapes a, shapes b where ST_Intersects(a.shape, b.shape) and a.id < b.id")

        def daylight():
            return cluster.collide(df)

        print(f"{shapes} polygons, Spark {spark.version}")
        best = {}
        for turn in range(3):
            for job in (daylight, sedona):
                before, start = spent(), time.monotonic()
                rows = job().count() if turn == 0 else job().write.format("noop").mode("overwrite").save()
                took, cpu = time.monotonic() - start, spent() - before
                print(f"  {job.__name__}: {took:.1f} s, {cpu:.1f} s of processors, {rows or ''}", flush=True)
                if turn:
                    best[job] = tuple(map(min, best.get(job, (took, cpu)), (took, cpu)))
    print(f"Daylight takes {best[daylight][0] / best[sedona][0]:.2f} of Sedona's time, {best[daylight][1] / best[sedona][1]:.2f} of its processors'")
    spark.stop()


if __name__ == "__main__":
    main()
