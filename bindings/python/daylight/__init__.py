# SPDX-License-Identifier: MIT
"""Daylight: which of these 2D shapes touch, how deep, and which way out.

For tables, in bulk: :func:`collide`, :func:`query` and :func:`tiles` take and give what pyarrow, polars, pandas,
GeoPandas, DuckDB or numpy hold, and run the program beside this process. :mod:`daylight.spark` does so on a cluster.

For simulations, step by step: :class:`Scene` has numpy columns in and out, and runs the engine in this process by
the library for C.
"""

from .errors import Error
from .program import find as program
from .tables import collide, deal, query, tiles

__all__ = ["Bodies", "Contacts", "Error", "Hits", "Neighbours", "Overlaps", "Scene", "Solved", "collide", "deal", "program", "query", "tiles"]
__version__ = "0.1.0"


def __getattr__(name):
    # numpy and the library for C are loaded when they are needed.
    if name in ("Scene", "Bodies", "Contacts", "Hits", "Neighbours", "Overlaps", "Solved"):
        from . import scene

        return getattr(scene, name)
    raise AttributeError(f"module 'daylight' has no attribute {name!r}")
