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
    """How an answer comes back: the program's format, and what makes a table of it."""

    format: str
    table: Callable[[bytes], Any]


def packed(table):
    """Returns the bytes of a table, None for a path, and how its answer comes back.

    Raises Error, a TypeError, too, if it is no table.
    """
    if isinstance(table, (str, os.PathLike)):
        return None, Back("csv", _columns)
    if isinstance(table, dict):
        return _csv(table), Back("csv", _arrays if _any_array(table) else _columns)
    if getattr(getattr(table, "dtype", None), "names", None):
        return _csv({n: table[n] for n in table.dtype.names}), Back("csv", _records)
    library = type(table).__module__.partition(".")[0]
    if library == "polars":
        return _polars(table)
    arrow = _pyarrow()
    if arrow is None:
        if library == "pandas":
            import pandas

            return table.to_csv(index=False).encode(), Back("csv", lambda data: pandas.read_csv(io.BytesIO(data)))
        if hasattr(table, "__arrow_c_stream__") or library in ("duckdb", "pyarrow"):
            raise BadType(f"a {type(table).__name__} travels as Arrow, for which pyarrow is missing: pip install pyarrow")
        raise BadType(f"{type(table).__name__} is no table: want a dict of columns, a DataFrame, an Arrow table or a path")
    if library == "duckdb" and hasattr(table, "fetch_arrow_table"):
        table = table.fetch_arrow_table()
    if library == "pandas":
        table = arrow.Table.from_pandas(table, preserve_index=False)
    elif not isinstance(table, arrow.Table):
        if not hasattr(table, "__arrow_c_stream__"):
            raise BadType(f"{type(table).__name__} is no table: want a dict of columns, a DataFrame, an Arrow table or a path")
        table = arrow.table(table)
    sink = io.BytesIO()
    with arrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)

    def read(data):
        answer = arrow.ipc.open_stream(io.BytesIO(data)).read_all()
        return answer.to_pandas() if library == "pandas" else answer

    return sink.getvalue(), Back("arrow", read)


def unpacked(data, back):
    """Makes a table of what the program wrote."""
    return back.table(data)


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
    sink = io.BytesIO()
    table.write_ipc_stream(sink)
    return sink.getvalue(), Back("arrow", lambda data: polars.read_ipc_stream(io.BytesIO(data)))


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


def _columns(data):
    """Reads CSV as a dict of lists. A column of numbers is one of int or float; names of worlds and shapes that are
    whole numbers are int."""
    rows = csv.reader(io.StringIO(data.decode()))
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


def _arrays(data):
    import numpy

    return {name: numpy.array(column, dtype=None if column else float) for name, column in _columns(data).items()}


def _records(data):
    import numpy

    columns = _arrays(data)
    records = numpy.empty(len(next(iter(columns.values()), ())), [(n, c.dtype) for n, c in columns.items()])
    for name, column in columns.items():
        records[name] = column
    return records
