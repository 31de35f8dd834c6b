# SPDX-License-Identifier: MIT
"""Tables to tables, by the program, in pipes."""

import contextlib
import os
import tempfile

from .formats import packed, unpacked
from .program import run


def collide(table, *, join=None, **flags):
    """Finds the contacts of the shapes in a table, and returns them as a table of the same kind.

    ``table`` has a row for each shape, in columns such as id, x, y, r (``daylight help formats`` lists all). It is a pyarrow
    Table, a polars or pandas DataFrame, a DuckDB relation, anything else that has ``__arrow_c_stream__`` if pyarrow is
    there, a dict of columns, or a structured numpy array; or the path of a file, and then a dict comes back.

    ``join``, a second table, has contacts found between the two, and none within either.

    ``flags`` are those of the program with underscores: ``mode="area"``, ``margin=0.5``, ``exact=True``,
    ``keep=["name"]``. ``daylight help collide`` lists them.

    Returns the columns world, id_a, id_b and those of the mode, such as depth, nx, ny, in the order of the input. Raises
    Error with what the program says of bad input. The table travels through a pipe and is held in memory by both
    processes; for tables larger than that run the program on files.
    """
    return _run(["collide"], table, {"join": join}, flags)


def query(kind, table, ask=None, **flags):
    """Asks about the shapes in a table, and returns the answers as a table of the same kind.

    ``kind`` is "rays", "casts", "points", "boxes", "nearest", "within" or "inside"; ``ask`` has a row for each question,
    if the kind takes any. All else is as for :func:`collide`; ``daylight help query`` says what columns come back.
    """
    return _run(["query", kind], table, {"ask": ask}, flags)


def _run(command, table, others, flags):
    data, back = packed(table)
    with contextlib.ExitStack() as stack:
        args = [*command, "--quiet", "--format", back.format]
        for flag, other in others.items():
            if other is not None:
                args += [f"--{flag}", _file(stack, other)]
        for name, value in flags.items():
            args += _flag(name, value)
        if data is None:
            return unpacked(run([*args, "--", os.fspath(table)], b""), back)
        return unpacked(run([*args, "-"], data), back)


def _file(stack, table):
    """Returns the name of a file with a table, which lasts as long as the stack."""
    data, _ = packed(table)
    if data is None:
        return os.fspath(table)
    f, name = tempfile.mkstemp(prefix="daylight-")
    stack.callback(os.remove, name)
    with os.fdopen(f, "wb") as out:
        out.write(data)
    return name


def _flag(name, value):
    """Returns the arguments of a flag: none for None or False, several for a list of files."""
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, (list, tuple)):
        value = ",".join(str(v) for v in value)
    return [f"{flag}={value}"]
