# SPDX-License-Identifier: MIT
"""Writes one table of 600 rows by pyarrow, polars, DuckDB and Spark: python make.py."""

import datetime
import decimal
import glob
import os
import shutil
import sys

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

ROWS = range(600)
DAY = datetime.datetime(2020, 2, 29, tzinfo=datetime.timezone.utc)


def some(i, value):
    return None if i % 11 == 0 else value


rows = pa.table({
    "id": pa.array([7 * i - 3 for i in ROWS], pa.int64()),
    "x": pa.array([i / 8 for i in ROWS], pa.float64()),
    "r": pa.array([some(i, i % 9 / 4) for i in ROWS], pa.float32()),
    "n": pa.array([some(i, i * i % 1000 - 500) for i in ROWS], pa.int32()),
    "name": pa.array([some(i, f"é{i % 13}") for i in ROWS], pa.string()),
    "note": pa.array([f"note {i * i} of {i}" for i in ROWS], pa.string()),
    "on": pa.array([some(i, i % 3 == 0) for i in ROWS], pa.bool_()),
    "price": pa.array([decimal.Decimal(13 * i - 999).scaleb(-2) for i in ROWS], pa.decimal128(12, 2)),
    "at": pa.array([DAY + datetime.timedelta(milliseconds=86_399_999 * i) for i in ROWS], pa.timestamp("us", "UTC")),
    "list": pa.array([some(i, [k + i / 2 for k in range(i % 4)]) for i in ROWS], pa.list_(pa.float64())),
    "box": pa.array([{"low": i / 2, "high": some(i, i / 4)} for i in ROWS], pa.struct([("low", pa.float64()), ("high", pa.float64())])),
})

os.chdir(os.path.dirname(os.path.abspath(sys.argv[0])))
pq.write_table(rows, "pyarrow1.parquet", row_group_size=350, data_page_size=1000, write_page_checksum=True)
pq.write_table(rows, "pyarrow2.parquet", row_group_size=350, data_page_size=1000, write_page_checksum=True, data_page_version="2.0", compression="zstd",
               use_dictionary=["name"], column_encoding={"id": "DELTA_BINARY_PACKED", "x": "BYTE_STREAM_SPLIT", "note": "DELTA_BYTE_ARRAY", "n": "DELTA_BINARY_PACKED"})
polars.from_arrow(rows).write_parquet("polars.parquet", row_group_size=350)
duckdb.sql("copy rows to 'duckdb.parquet' (format parquet, row_group_size 2048)")
spark = SparkSession.builder.master("local[1]").config("spark.sql.session.timeZone", "UTC").config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS").getOrCreate()
spark.read.parquet(os.path.abspath("pyarrow1.parquet")).coalesce(1).write.mode("overwrite").parquet("/tmp/spark.out")
shutil.copy(glob.glob("/tmp/spark.out/*.parquet")[0], "spark.parquet")
shutil.rmtree("/tmp/spark.out")
