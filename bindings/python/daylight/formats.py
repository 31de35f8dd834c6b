# SPDX-License-Identifier: MIT
"""What tables are in Python, and how they are written for the program and read back.

Arrow is used where the caller's library writes it. Dicts, numpy and pandas without pyarrow go as CSV: numbers are
written with all their digits, so nothing is lost.
"""

import csv
import io
import os
import sys
from typing import Any, Callable, NamedTuple

from .errors import BadType, BadValue


class Back(NamedTuple):
    """How an answer comes back: the program's format, and what makes a table of the pipe that it writes to."""

    format: str
    read: Callable[[Any], Any]


WANT = "want a dict of columns, a DataFrame, an Arrow table or a path"


def packed(table):
    """Returns what writes a table to a pipe, None for a path, and how its answer comes back.

    Raises Error, a TypeError, too, if it is no table.
    """
    if isinstance(table, (str, os.PathLike)):
        return None, Back("csv", _columns)
    if isinstance(table, dict):
        return _text(_csv(table)), Back("csv", _arrays if _any_array(table) else _columns)
    if getattr(getattr(table, "dtype", None), "names", None):
        return _text(_csv({n: table[n] for n in table.dtype.names})), Back("csv", _records)
    library = type(table).__module__.partition(".")[0]
    if library == "polars":
        return _polars(table)
    arrow = _pyarrow()
    if arrow is None:
        if library == "pandas":
            import pandas

            return _text(table.to_csv(index=False).encode()), Back("csv", pandas.read_csv)
        if hasattr(table, "__arrow_c_stream__"):
            raise BadType(f"a {type(table).__name__} travels as Arrow, for which pyarrow is missing: pip install pyarrow")
        raise BadType(f"{type(table).__name__} is no table: {WANT}")
    answer = lambda pipe: arrow.ipc.open_stream(pipe).read_all()
    back = Back("arrow", answer)
    if library == "geopandas":
        table = table.to_arrow(index=False, geometry_encoding="WKB")
        back = Back("arrow", lambda pipe: _frame(answer(pipe)))
    elif library == "pandas":
        table = arrow.Table.from_pandas(table, preserve_index=False)
        back = Back("arrow", lambda pipe: answer(pipe).to_pandas())
    if not hasattr(table, "__arrow_c_stream__"):
        raise BadType(f"{type(table).__name__} is no table: {WANT}")
    if library in ("duckdb", "_duckdb"):
        table = arrow.table(table)  # a connection has one open answer at a time
    reader = arrow.RecordBatchReader.from_stream(table)

    def write(pipe):
        with arrow.ipc.new_stream(pipe, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)

    return write, back


def _text(data):
    return lambda pipe: pipe.write(data)


def _frame(answer):
    """Makes what geopandas or pandas has of an answer that has a geometry or none."""
    if "geometry" not in answer.schema.names:
        return answer.to_pandas()
    import geopandas

    return geopandas.GeoDataFrame.from_arrow(answer)


def _pyarrow():
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        return None
    return pyarrow


def _polars(table):
    import polars

    if hasattr(table, "collect"):
        table = table.collect()
    sink = io.BytesIO()  # polars writes to a file of its own if it is given a pipe
    table.write_ipc_stream(sink)
    return _text(sink.getbuffer()), Back("arrow", lambda pipe: polars.read_ipc_stream(io.BytesIO(pipe.read())))


def _any_array(columns):
    numpy = sys.modules.get("numpy")
    return numpy is not None and any(isinstance(c, numpy.ndarray) for c in columns.values())


def _csv(columns):
    """Writes columns of one length. None and NaN are empty cells."""
    lists = []
    for name, column in columns.items():
        cells = column.tolist() if hasattr(column, "tolist") else list(column)
        if lists and len(cells) != len(lists[0]):
            raise BadValue(f"column {name} has {len(cells)} entries, and {next(iter(columns))} has {len(lists[0])}")
        lists.append([_cell(v) for v in cells])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns.keys())
    writer.writerows(zip(*lists))
    return out.getvalue().encode()


def _cell(v):
    if v is None or v != v:
        return ""
    if v is True or v is False:
        return "true" if v else "false"
    return v.decode() if isinstance(v, bytes) else v


def _columns(pipe):
    """Reads CSV as a dict of lists. A column of numbers is one of int or float; names of worlds and shapes that are
    whole numbers are int."""
    rows = csv.reader(io.StringIO(pipe.read().decode()))
    names = next(rows, [])
    columns = list(zip(*rows)) or [()] * len(names)
    return {name: _typed(column) for name, column in zip(names, columns)}


def _typed(column):
    for kind in (int, float):
        try:
            return [kind(v) if v != "" or kind is int else float("nan") for v in column]
        except ValueError:
            pass
    return list(column)


def _arrays(pipe):
    import numpy

    return {name: numpy.array(column, dtype=None if column else float) for name, column in _columns(pipe).items()}


def _records(pipe):
    import numpy

    columns = _arrays(pipe)
    records = numpy.empty(len(next(iter(columns.values()), ())), [(n, c.dtype) for n, c in columns.items()])
    for name, column in columns.items():
        records[name] = column
    return records
