# SPDX-License-Identifier: MIT
"""What tables are in Python, and how they are written for the program and read back.

Arrow is used where the caller's library writes it. Dicts, numpy and pandas without pyarrow go as
CSV: numbers are written with all their digits, so nothing is lost.
"""

from __future__ import annotations

import csv
import io
import os
import sys
from typing import Any, Callable, NamedTuple, Sequence

from .errors import BadType, BadValue
from .program import Writer


class Back(NamedTuple):
    """How an answer comes back: the program's format, and the function that reads the pipe as a
    table. ask_geometry: the program writes geometries only if asked, since no system of coordinates
    is named."""

    format: str
    read: Callable[[Any], Any]
    ask_geometry: bool = False


WANT = "want a dict of columns, a DataFrame, an Arrow table, shapely geometries or a path"


def packed(table: Any) -> tuple[Writer | None, Back]:
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
    if isinstance(table, list) or library == "numpy":
        return _geometries(table, arrow)
    if arrow is None:
        if library == "pandas":
            import pandas

            return _text(table.to_csv(index=False).encode()), Back("csv", pandas.read_csv)
        if hasattr(table, "__arrow_c_stream__"):
            raise BadType(f"a {type(table).__name__} travels as Arrow, for which pyarrow is missing: pip install pyarrow")
        raise BadType(f"{type(table).__name__} is no table: {WANT}")
    back = Back("arrow", lambda pipe: arrow.ipc.open_stream(pipe).read_all())
    if library == "geopandas":
        table, back = _geo(table, back)
    elif library == "pandas":
        back = Back("arrow", lambda pipe: arrow.ipc.open_stream(pipe).read_pandas())
    if not hasattr(table, "__arrow_c_stream__"):
        raise BadType(f"{type(table).__name__} is no table: {WANT}")
    try:
        if library == "pandas":
            table = arrow.Table.from_pandas(_plain(table), preserve_index=False)  # its own stream has the index, too
        elif library in ("duckdb", "_duckdb"):
            table = arrow.table(table)  # a connection has one open answer at a time
        return _stream(arrow.RecordBatchReader.from_stream(table), arrow), back
    except arrow.ArrowException as e:  # of cells that have no type of Arrow
        raise BadType(str(e)) from None


def _stream(reader: Any, arrow: Any) -> Writer:
    def write(pipe: Any) -> None:
        with arrow.ipc.new_stream(pipe, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)

    return write


def _plain(table: Any) -> Any:
    """Writes the columns of a pandas DataFrame that are shapely's geometries as WKB."""
    if shapely := sys.modules.get("shapely"):
        for name in table.columns[table.dtypes == object]:
            if table[name].first_valid_index() is not None and shapely.is_valid_input(table[name]).all():
                table = table.assign(**{name: shapely.to_wkb(table[name])})
    return table


def _geometries(table: Any, arrow: Any) -> tuple[Writer, Back]:
    """Takes a list or an array of shapely's geometries. Their answer is a dict of arrays."""
    import numpy

    try:
        import shapely

        geometries = numpy.asarray(table, object)
        if geometries.ndim == 1 and shapely.is_valid_input(geometries).all():
            columns = arrow.table({"geometry": arrow.array(shapely.to_wkb(geometries), arrow.binary())})
            return _stream(columns.to_reader(), arrow), Back("csv", _arrays)
    except ImportError:
        pass
    raise BadType(f"{type(table).__name__} is no table: {WANT}")


def _geo(table: Any, back: Back) -> tuple[Any, Back]:
    """Takes a GeoDataFrame or a GeoSeries by its active geometry. Its answer is a GeoDataFrame
    if it has geometries."""
    import geopandas

    if not hasattr(table, "set_geometry"):
        table = table.to_frame("geometry")
    active = table.active_geometry_name
    if active is None:
        raise BadValue("the GeoDataFrame has no active geometry: set_geometry names one")
    table = table.drop(columns=[name for name in table.columns[table.dtypes == "geometry"] if name != active])
    if active != "geometry":
        table = table.rename_geometry("geometry")
    arrow = table.to_arrow(index=False, geometry_encoding="WKB")

    def frame(pipe: Any) -> Any:
        answer = back.read(pipe)
        return geopandas.GeoDataFrame.from_arrow(answer) if "geometry" in answer.schema.names else answer.to_pandas()

    return arrow, Back("arrow", frame, table.crs is None)


def _text(data: Any) -> Writer:
    return lambda pipe: pipe.write(data)


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        return None
    return pyarrow


def _polars(table: Any) -> tuple[Writer, Back]:
    import polars

    if hasattr(table, "collect"):
        table = table.collect()
    sink = io.BytesIO()  # polars writes to a file of its own if it is given a pipe
    table.write_ipc_stream(sink)
    return _text(sink.getbuffer()), Back("arrow", lambda pipe: polars.read_ipc_stream(io.BytesIO(pipe.read())))


def _any_array(columns: dict[str, Any]) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and any(isinstance(c, numpy.ndarray) for c in columns.values())


def _csv(columns: dict[str, Any]) -> bytes:
    """Writes columns of one length. None and NaN are empty cells."""
    lists: list[list[Any]] = []
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


def _cell(v: Any) -> Any:
    if v is None or v != v:
        return ""
    if v is True or v is False:
        return "true" if v else "false"
    return v.decode() if isinstance(v, bytes) else v


def _columns(pipe: Any) -> dict[str, list[Any]]:
    """Reads CSV as a dict of lists. A column of numbers is one of int or float; names of worlds and
    shapes that are whole numbers are int."""
    rows = csv.reader(io.StringIO(pipe.read().decode()))
    names = next(rows, [])
    columns = list(zip(*rows)) or [()] * len(names)
    return {name: _typed(column) for name, column in zip(names, columns)}


def _typed(column: Sequence[str]) -> list[Any]:
    for kind in (int, float):
        try:
            return [kind(v) if v != "" or kind is int else float("nan") for v in column]
        except ValueError:
            pass
    return list(column)


def _arrays(pipe: Any) -> dict[str, Any]:
    import numpy

    return {name: numpy.array(column, dtype=None if column else float) for name, column in _columns(pipe).items()}


def _records(pipe: Any) -> Any:
    import numpy

    columns = _arrays(pipe)
    records = numpy.empty(len(next(iter(columns.values()), ())), [(n, c.dtype) for n, c in columns.items()])
    for name, column in columns.items():
        records[name] = column
    return records
