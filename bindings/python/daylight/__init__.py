# SPDX-License-Identifier: MIT
"""Daylight: which of these 2D shapes touch, how deep, and which way out.

For tables, in bulk: :func:`collide`, :func:`query` and :func:`tiles` take and give what pyarrow,
polars, pandas, GeoPandas, DuckDB or numpy hold, and run the program beside this process.
:mod:`daylight.spark` does so on a cluster.

For simulations, step by step: :class:`Scene` has numpy columns in and out, and runs the engine in
this process by the library for C. :mod:`daylight.results` has the types of its answers.
"""

from typing import TYPE_CHECKING, Any

from .errors import Error
from .program import find as program
from .tables import collide, deal, query, tiles

__all__ = ["Error", "Scene", "collide", "deal", "program", "query", "tiles"]
__version__ = "0.1.0"


if TYPE_CHECKING:
    from .scene import Scene


def __getattr__(name: str) -> Any:
    # numpy and the library for C are loaded when they are needed.
    if name == "Scene":
        from .scene import Scene

        return Scene
    raise AttributeError(f"module 'daylight' has no attribute {name!r}")
