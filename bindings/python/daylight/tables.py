# SPDX-License-Identifier: MIT
"""Tables to tables, by the program, in pipes."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Callable, Sequence, Tuple

from .errors import BadType
from .formats import packed
from .program import Writer, run

Tile = Tuple[float, float, float, float]  # min x, min y, max x, max y


def collide(table: Any, *, join: Any = None, **flags: Any) -> Any:
    """Finds the contacts of the shapes in a table, and returns them as a table of the same kind.

    ``table`` has a row for each shape, in columns such as id, x, y, r (``daylight help formats``
    lists all). It is a polars, pandas or GeoPandas DataFrame, a dict of columns, or a structured
    numpy array; or anything that has ``__arrow_c_stream__``, such as a DuckDB relation, and then a
    pyarrow Table comes back; or the path of a file, and then a dict comes back.

    ``join``, a second table, has contacts found between the two, and none within either.

    ``flags`` are those of the program with underscores: ``mode="area"``, ``margin=0.5``,
    ``exact=True``, ``keep=["name"]``, ``tile=(0, 0, 100, 50)``. ``daylight help collide`` lists
    them. Notes of the program, such as how boxes were read, are warnings; ``quiet=True`` silences
    them.

    Returns the columns world, id_a, id_b and those of the mode, such as depth, nx, ny, in the order
    of the input. Raises Error with what the program says of bad input. Tables travel through pipes,
    and the program holds them in memory. For what is larger than that see :func:`tiles`, or run the
    program on files.
    """
    return _run(["collide"], table, {"join": join}, flags)


def query(kind: str, table: Any, ask: Any = None, **flags: Any) -> Any:
    """Asks about the shapes in a table, and returns the answers as a table of the same kind.

    ``kind`` is "rays", "casts", "points", "boxes", "nearest", "within" or "inside"; ``ask`` has a
    row for each question, if the kind takes any. All else is as for :func:`collide`; ``daylight
    help query`` says what columns come back.
    """
    return _run(["query", kind], table, {"ask": ask}, flags)


def tiles(table: Any, *, count: int = 16, **flags: Any) -> list[Tile]:
    """Cuts the plane into tiles of about equal work, for ``tile=`` of :func:`collide` and
    :func:`query`.

    Returns a list of (min x, min y, max x, max y), infinite at the edges of the plane. ``flags``
    are those about input, such as ``radius``; ``daylight help tiles`` lists them.
    """
    lines: list[str] = _run(["tiles"], table, {}, {**flags, "count": count}, lambda pipe: pipe.read().decode().split())
    boxes = ([float(v) for v in line.split(",")] for line in lines)
    return [(min_x, min_y, max_x, max_y) for min_x, min_y, max_x, max_y in boxes]


def deal(table: Any, tiles: Sequence[Tile], **flags: Any) -> Any:
    """Says which rows of a table touch which tiles, so that each tile's rows can be sent to a
    machine of its own.

    Returns a table of row and tile, both counted from 0. ``margin``, and for ``mode="swept"``
    ``dt``, are those that :func:`collide` will be given; ``daylight help tiles`` lists all flags.
    """
    with tempfile.TemporaryDirectory(prefix="daylight-") as folder:
        name = os.path.join(folder, "tiles")
        with open(name, "w") as file:
            file.writelines(flag_of("", tile)[0][3:] + "\n" for tile in tiles)
        return _run(["tiles"], table, {}, {**flags, "deal": name})


def _run(command: list[str], table: Any, others: dict[str, Any], flags: dict[str, Any], read: Callable[[Any], Any] | None = None) -> Any:
    write, back = packed(table)
    args: list[Any] = [*command, *([] if read else ["--format", back.format])]
    if back.ask_geometry and command[0] != "tiles":
        pointed = flags.get("mode") in ("manifold", "distance", "area") or command[-1] == "nearest"
        flags = {"geometry_out": "points" if pointed else "both", **flags}
    more: list[Writer] = []
    for flag, other in others.items():
        if other is not None:
            other_write, _ = packed(other)
            args += [f"--{flag}", other_write or os.fspath(other)]
            more += [other_write] if other_write else []
    for name, value in flags.items():
        args += flag_of(name, value)
    args += ["-"] if write else ["--", os.fspath(table)]
    return run(args, read or back.read, write, more)


def answered(field: Any) -> Any:
    """Returns the type of an Arrow field that holds ids, worlds or kept cells.

    The program answers with their text. Raises BadType if text cannot become that type again.
    """
    import pyarrow

    try:
        pyarrow.array([], pyarrow.string()).cast(field.type)
        if not pyarrow.types.is_binary(field.type) and not pyarrow.types.is_large_binary(field.type):
            return field.type
    except pyarrow.ArrowNotImplementedError:
        pass
    text = "hex(" if "binary" in str(field.type) else "to_json(" if pyarrow.types.is_nested(field.type) else "string("
    wanted = "ids, worlds and kept columns are text, numbers, booleans, dates or timestamps"
    raise BadType(f"column {field.name} has the type {field.type}: {wanted}. Give {text}{field.name}) instead")


def flag_of(name: str, value: Any) -> list[str]:
    """Returns the arguments of a flag: none for None or False, several for a list of files."""
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, (list, tuple)):
        value = ",".join(str(v) for v in value)
    return [f"{flag}={value}"]
