# SPDX-License-Identifier: MIT
"""Columns of numbers on their way to the library for C and back."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import library as c
from .errors import BadName, BadType, BadValue, Error

Array = NDArray[Any]


class Columns:
    """Makes columns of n entries, and keeps what they point to."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.kept: list[Any] = []

    def columns(self, **columns: Optional[ArrayLike]) -> list[c.Column]:
        return [self.column(name, v) for name, v in columns.items()]

    def column(self, name: str, v: Optional[ArrayLike]) -> c.Column:
        if v is None:
            return c.Column()
        a = numbers(name, v)
        if a.ndim and a.shape != (self.n,):
            raise BadValue(f"column {name} has shape {a.shape}, and there are to be {self.n} entries")
        return self.lying(name, a)

    def lying(self, name: str, a: Array) -> c.Column:
        """Takes an array where it lies, of any number type that the library reads."""
        kind = c.TYPES.get(a.dtype.str[1:]) if a.dtype.isnative else None
        if kind is None:
            try:
                a = a.astype(np.float64 if a.dtype.kind == "f" else np.int64, casting="safe")
            except TypeError:
                raise BadType(f"column {name} of {a.dtype} is none of numbers that Daylight reads: convert it to float64 or int64") from None
            kind = c.TYPES[a.dtype.str[1:]]
        return c.Column(self.address(a), a.strides[0] if a.ndim else 0, kind)

    def address(self, a: Array) -> int:
        self.kept.append(a)
        return int(a.ctypes.data)

    def poses(self, **columns: Optional[ArrayLike]) -> c.Poses:
        return c.Poses(**{name: self.column(name, v) for name, v in columns.items()})

    def attrs(self, attrs: dict[str, ArrayLike]) -> Any:
        known = [field[0] for field in c.Attrs._fields_]
        if unknown := set(attrs) - set(known):
            raise BadName(f"there is no attribute {', '.join(sorted(unknown))}: want {', '.join(known)}")
        if not attrs:
            return None
        made = c.Attrs(**{name: self.column(name, v) for name, v in attrs.items()})
        self.kept.append(made)
        return ctypes.pointer(made)

    def asking(self, attrs: dict[str, ArrayLike], skip: Optional[ArrayLike] = None, **fields: object) -> c.Asking:
        asking = c.filled(c.Asking, attrs=self.attrs(attrs), **fields)
        if skip is not None:
            ids = numbers("skip", ids_of("skip", skip), make=lambda v, _: np.broadcast_to(v, self.n))
            asking.skip = self.address(np.ascontiguousarray(ids))
        return asking


class Handle:
    """A scene of the library: its handle, how many indices there are, and how many contacts the
    last step found."""

    _handle: Optional[int] = None
    _indices = 0
    _last = 0

    def _call(self, name: str, *args: object) -> None:
        if self._handle is None:
            raise Error("the scene is closed", "scene")
        c.call(name, self._handle, *args)

    def _entries(self, first: int, *columns: Optional[ArrayLike]) -> int:
        return max((np.size(v) for v in columns if v is not None and np.ndim(v)), default=self._indices - first)


def entries(*columns: Optional[ArrayLike]) -> int:
    """Returns the number of entries of the longest column, 1 if all are numbers."""
    return max((np.size(v) for v in columns if v is not None and np.ndim(v)), default=1)


def numbers(name: str, v: object, dtype: Any = None, make: Callable[..., Array] = np.asarray) -> Array:
    try:
        return make(v, dtype)
    except (TypeError, ValueError, OverflowError) as e:
        raise (BadType if isinstance(e, TypeError) else BadValue)(f"{name}: {e}") from None


def ids_of(name: str, v: ArrayLike) -> NDArray[np.uint64]:
    return numbers(name, v, np.uint64, np.ascontiguousarray)


def corners(rings: Sequence[ArrayLike] | Array) -> tuple[Array, NDArray[np.int64]]:
    if isinstance(rings, np.ndarray) and rings.ndim == 3 and rings.shape[2] == 2:  # all of one number of corners
        return numbers("corners", rings, np.float64).reshape(-1, 2), np.arange(len(rings) + 1) * np.int64(rings.shape[1])
    arrays = [numbers(f"ring {i}", ring, np.float64) for i, ring in enumerate(rings)]
    for i, a in enumerate(arrays):
        if a.ndim != 2 or a.shape[1] != 2:
            raise BadValue(f"ring {i} has shape {a.shape}: want an array of corners (k, 2)")
    offsets = np.zeros(len(arrays) + 1, np.int64)
    np.cumsum([len(a) for a in arrays], out=offsets[1:])
    return (np.concatenate(arrays) if arrays else np.empty((0, 2))), offsets


def array(address: Optional[int], n: int, dtype: Any, copy: bool = True, scene: object = None) -> Array:
    """Returns an array that is the library's memory and keeps its scene open, or a copy of it."""
    dtype = np.dtype(dtype)
    if not address or not n:
        return np.empty(0, dtype)
    memory: Any = (ctypes.c_char * (n * dtype.itemsize)).from_address(address)
    memory.scene = scene
    a: Array = np.frombuffer(memory, dtype)
    if copy:
        return a.copy()
    a.flags.writeable = False
    return a


def fields(address: Optional[int], n: int, dtype: Any) -> list[Array]:
    records = array(address, n, dtype, False)
    return [np.ascontiguousarray(records[name]) for name in dtype.names]


def rows(found: c.Rows, dtype: Any) -> list[Array]:
    offsets = array(found.offsets, found.n + 1, np.int64)
    n = int(offsets[-1])
    return [offsets, *(fields(found.answers, n, dtype) if dtype.names else [array(found.answers, n, dtype)])]
