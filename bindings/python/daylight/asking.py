# SPDX-License-Identifier: MIT
"""Questions about the shapes of a scene."""

from __future__ import annotations

import ctypes
from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import library as c
from .columns import Columns, Handle, array, entries, fields, ids_of, rows
from .errors import BadType, BadValue, Error
from .results import HIT, NEIGHBOUR, OVERLAP, AllHits, Hits, IDs, Int64, Neighbours, Overlaps


class Asking(Handle):
    """The calls of :class:`Scene` that ask about its shapes, as they were when :meth:`index` was
    called.

    Columns of questions have one length, n; a number stands for all. ``attrs`` are the attributes
    of questions, as those of shapes; they say which shapes may answer. ``skip`` has for each
    question the ID of a shape that does not answer, or 0.
    """

    def index(self) -> None:
        """Makes the scene ready for questions about its shapes as they are now."""
        self._call("index")

    def ids(self) -> IDs:
        """Returns the IDs of all shapes, by index; 0 where a shape was removed."""
        ids = np.empty(self._indices, np.uint64)
        self._call("ids", 0, self._indices, ids.ctypes.data)
        return ids

    def cast_rays(self, x: ArrayLike, y: ArrayLike, dx: ArrayLike, dy: ArrayLike, *, inside: bool = False, ignore_sensors: bool = False,
                  skip: Optional[ArrayLike] = None, **attrs: ArrayLike) -> Hits:  # fmt: skip
        """Returns the :class:`Hits` of n rays from (x, y) to (x+dx, y+dy). With ``inside``, a ray
        meets shapes that hold its origin."""
        n, columns, made = _questions(x=x, y=y, dx=dx, dy=dy)
        out = ctypes.c_void_p()
        self._call("cast_rays", n, *made, columns.asking(attrs, skip, inside=inside, ignore_sensors=ignore_sensors), out)
        return Hits(*fields(out.value, n, HIT))

    def cast_rays_all(self, x: ArrayLike, y: ArrayLike, dx: ArrayLike, dy: ArrayLike, *, inside: bool = False, ignore_sensors: bool = False,
                      skip: Optional[ArrayLike] = None, **attrs: ArrayLike) -> AllHits:  # fmt: skip
        """Returns :class:`AllHits` of n rays, as :meth:`cast_rays` casts them."""
        n, columns, made = _questions(x=x, y=y, dx=dx, dy=dy)
        found = c.Rows()
        self._call("cast_rays_all", n, *made, columns.asking(attrs, skip, inside=inside, ignore_sensors=ignore_sensors), found)
        return AllHits(*rows(found, HIT))

    def cast_shapes(self, ids: ArrayLike, dx: ArrayLike, dy: ArrayLike, turn: Optional[ArrayLike] = None, *, of: Optional[Asking] = None,
                    ignore_sensors: bool = False, strict: bool = False, skip: Optional[ArrayLike] = None) -> Hits:  # fmt: skip
        """Returns the :class:`Hits` of shapes, of this scene or of another one. They move by (dx,
        dy) and turn by ``turn`` radians on their way. With strict, touching is no hit, so a
        character that touches the floor can slide along it. Raises Error on a torus."""
        asked = ids_of("ids", ids)
        columns = Columns(asked.size)
        made = columns.columns(dx=dx, dy=dy, turn=turn)
        out = ctypes.c_void_p()
        asking = columns.asking({}, skip, ignore_sensors=ignore_sensors, strict=strict)
        self._call("cast_shapes", _handle(of), asked.size, asked.ctypes.data, *made, asking, out)
        return Hits(*fields(out.value, asked.size, HIT))

    def overlap_points(self, x: ArrayLike, y: ArrayLike, *, within: float = 0.0, ignore_sensors: bool = False, skip: Optional[ArrayLike] = None,
                       **attrs: ArrayLike) -> Overlaps:  # fmt: skip
        """Returns the :class:`Overlaps` of shapes that hold n points, or come within a distance of
        them."""
        n, columns, made = _questions(x=x, y=y)
        found = c.Rows()
        self._call("overlap_points", n, *made, columns.asking(attrs, skip, within=within, ignore_sensors=ignore_sensors), found)
        return Overlaps(*rows(found, OVERLAP))

    def overlap_boxes(self, min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, within: float = 0.0,
                      ignore_sensors: bool = False, skip: Optional[ArrayLike] = None, **attrs: ArrayLike) -> Overlaps:  # fmt: skip
        """Returns the :class:`Overlaps` of shapes that meet n boxes, or come within a distance of
        them."""
        n, columns, made = _questions(min_x=min_x, min_y=min_y, max_x=max_x, max_y=max_y)
        found = c.Rows()
        self._call("overlap_boxes", n, *made, columns.asking(attrs, skip, within=within, ignore_sensors=ignore_sensors), found)
        return Overlaps(*rows(found, OVERLAP))

    def overlap_shapes(self, ids: Optional[ArrayLike] = None, *, of: Optional[Asking] = None, within: float = 0.0, ignore_sensors: bool = False,
                       skip: Optional[ArrayLike] = None) -> Overlaps:  # fmt: skip
        """Returns the :class:`Overlaps` of shapes that meet n others, or come within a distance of
        them: shapes of this scene or of another one, all of them if ``ids`` is None. No shape
        answers for itself."""
        return Overlaps(*self._by_shapes("overlap_shapes", OVERLAP, ids, of, skip, within=within, ignore_sensors=ignore_sensors))

    def cover_shapes(self, ids: Optional[ArrayLike] = None, *, of: Optional[Asking] = None, ignore_sensors: bool = False,
                     skip: Optional[ArrayLike] = None) -> tuple[Int64, IDs]:  # fmt: skip
        """Returns offsets and IDs: the shapes that hold all of shape i, borders included, are
        shapes[offsets[i]:offsets[i+1]]. All else is as in :meth:`overlap_shapes`. Raises Error for
        regions."""
        offsets, shapes = self._by_shapes("cover_shapes", np.dtype(np.uint64), ids, of, skip, ignore_sensors=ignore_sensors)
        return offsets, shapes

    def nearest_to_points(self, x: ArrayLike, y: ArrayLike, k: int = 1, *, within: float = 0.0, ignore_sensors: bool = False,
                          skip: Optional[ArrayLike] = None, **attrs: ArrayLike) -> Neighbours:  # fmt: skip
        """Returns the k :class:`Neighbours` of n points, or those of them ``within`` a distance, if
        that is not 0."""
        n, columns, made = _questions(x=x, y=y)
        found = c.Rows()
        self._call("nearest_to_points", n, *made, _neighbours(k), columns.asking(attrs, skip, within=within, ignore_sensors=ignore_sensors), found)
        return Neighbours(*rows(found, NEIGHBOUR))

    def nearest_to_shapes(self, ids: Optional[ArrayLike] = None, k: int = 1, *, of: Optional[Asking] = None, within: float = 0.0,
                          ignore_sensors: bool = False, skip: Optional[ArrayLike] = None) -> Neighbours:  # fmt: skip
        """Returns the k :class:`Neighbours` of n shapes, as :meth:`overlap_shapes` takes them."""
        return Neighbours(*self._by_shapes("nearest_to_shapes", NEIGHBOUR, ids, of, skip, _neighbours(k), within=within, ignore_sensors=ignore_sensors))

    def _by_shapes(self, name: str, dtype: Any, ids: Optional[ArrayLike], of: Optional[Asking], skip: Optional[ArrayLike], *more: int,
                   **asking: object) -> list[NDArray[Any]]:  # fmt: skip
        if ids is None:
            ids = (of or self).ids()
            ids = ids[ids != 0]
        asked = ids_of("ids", ids)
        columns, found = Columns(asked.size), c.Rows()
        self._call(name, _handle(of), asked.size, asked.ctypes.data, *more, columns.asking({}, skip, **asking), found)
        return rows(found, dtype)

    def within_distance(self, distance: float, *, centres: bool = False, walls: Optional[Asking] = None) -> tuple[Int64, NDArray[np.uint32]]:
        """Returns offsets and indices: the shapes within a distance of shape i, by index, are
        indices[offsets[i]:offsets[i+1]]. centres: the distance is that of positions. walls is
        another scene, for which :meth:`index` was called. With it, only shapes in sight are listed:
        no shape of walls lies between the two positions. The answer is about the shapes as they are
        now, without :meth:`index`."""
        if walls is not None and not isinstance(walls, Asking):
            raise BadType(f"walls is {walls!r}: want a Scene")
        if walls is not None and walls._handle is None:
            raise Error("the scene of walls is closed", "scene")
        found = c.Rows()
        self._call("within_distance", distance, bool(centres), _handle(walls), found)
        offsets = array(found.offsets, found.n + 1, np.int64)
        return offsets, array(found.answers, int(offsets[-1]), np.uint32)


def _handle(scene: Optional[Asking]) -> int:
    if scene is None:
        return 0
    if scene._handle is None:
        raise Error("the other scene is closed", "scene")
    return scene._handle


def _neighbours(k: int) -> int:
    if k < 1:
        raise BadValue(f"k is {k}: want 1 or more")
    return k


def _questions(**columns: ArrayLike) -> tuple[int, Columns, list[c.Column]]:
    n = entries(*columns.values())
    made = Columns(n)
    return n, made, made.columns(**columns)
