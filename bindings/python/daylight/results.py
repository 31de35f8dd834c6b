# SPDX-License-Identifier: MIT
"""The answers of a scene: columns of one length, as named tuples. IDs are uint64, and 0 is no
shape; lengths have the unit of the positions. To move b, or the shape that asks, by depth along
(nx, ny) parts two shapes; a depth below 0 is a distance."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]
IDs = NDArray[np.uint64]
Int64 = NDArray[np.int64]
Records = NDArray[np.void]

POINT = np.dtype([("x", "f4"), ("y", "f4"), ("depth", "f4"), ("feature", "u4")])
IMPULSE = np.dtype([("normal", "f4"), ("tangent", "f4")])
HIT = np.dtype([("shape", "u8"), ("fraction", "f8"), ("x", "f8"), ("y", "f8"), ("nx", "f4"), ("ny", "f4")])
OVERLAP = np.dtype({"names": ["shape", "depth", "nx", "ny"], "formats": ["u8", "f4", "f4", "f4"], "offsets": [0, 8, 12, 16], "itemsize": 24})
NEIGHBOUR = np.dtype(
    {
        "names": ["shape", "distance", "nx", "ny", "x", "y", "qx", "qy"],
        "formats": ["u8", "f4", "f4", "f4", "f8", "f8", "f8", "f8"],
        "offsets": [0, 8, 12, 16, 24, 32, 40, 48],
        "itemsize": 56,
    }
)


class Contacts(NamedTuple):
    """Shapes that touch, as IDs a[i] < b[i]. Columns that the mode does not find are None. time is
    that of mode "swept", from 0 to 1. points is that of modes "manifold" and "distance": two
    columns of records x, y, depth, feature, with x and y relative to the position of a. The second
    point of a manifold may be absent: feature 0."""

    a: IDs
    b: IDs
    depth: Optional[Float32]
    nx: Optional[Float32]
    ny: Optional[Float32]
    time: Optional[Float32]
    points: Optional[Tuple[Records, Records]]


class Hits(NamedTuple):
    """The first shape that each ray or moving shape meets, 0 for none. fraction is that of the way,
    from 0 to 1; (x, y) is the place, and (nx, ny) the normal there."""

    shape: IDs
    fraction: Float64
    x: Float64
    y: Float64
    nx: Float32
    ny: Float32


class AllHits(NamedTuple):
    """All that rays meet, by fraction: the hits of ray i are entries offsets[i] to offsets[i+1]-1
    of the other columns, which are those of :class:`Hits`."""

    offsets: Int64
    shape: IDs
    fraction: Float64
    x: Float64
    y: Float64
    nx: Float32
    ny: Float32


class Overlaps(NamedTuple):
    """Shapes that answer questions: those of question i are entries offsets[i] to offsets[i+1]-1 of
    the others, by ID."""

    offsets: Int64
    shape: IDs
    depth: Float32
    nx: Float32
    ny: Float32


class Neighbours(NamedTuple):
    """The nearest shapes of each question, nearest first, as :class:`Overlaps` are: (x, y) is the
    closest point of the shape, (qx, qy) that of the question, and the normal points from the shape
    to the question."""

    offsets: Int64
    shape: IDs
    distance: Float32
    nx: Float32
    ny: Float32
    x: Float64
    y: Float64
    qx: Float64
    qy: Float64


class Changes(NamedTuple):
    """How contacts differ from those of the step before: pairs of IDs that begin and end, of shape
    (k, 2), and for each contact its place before, or -1."""

    begin: IDs
    end: IDs
    was: NDArray[np.int32]


class ExactPairs(NamedTuple):
    """Pairs that touch or overlap, as IDs a < b; overlapping is False where no more than the
    boundaries meet."""

    a: IDs
    b: IDs
    overlapping: NDArray[np.bool_]


class Pushes(NamedTuple):
    """The shortest push (x, y) of each shape out of all that it overlaps, if it alone moves. left
    is the depth of the deepest overlap that remains, more than 0 for a shape that is squeezed."""

    shape: IDs
    x: Float64
    y: Float64
    left: Float64


class Solved(NamedTuple):
    """The result of :meth:`Scene.solve`: how many contacts it used, how many of them overlapped,
    and the deepest overlap. impulses are those, mass times speed, that shape b received at both
    points of each contact of the step. They are two columns of records normal, tangent (along the
    normal turned left), or None unless asked for."""

    contacts: int
    overlaps: int
    deepest: float
    impulses: Optional[Tuple[Records, Records]]


class Bodies(NamedTuple):
    """Pushes of whole bodies: a pair overlaps no more once all shapes of body b are moved by (x,
    y), and no shorter push does so. A body is a region, or all shapes of one world and body, or a
    single shape; its name is the least of its IDs. excess is by how much the push may be too long:
    0, unless hundreds of parts lie in each other."""

    a: IDs
    b: IDs
    x: Float64
    y: Float64
    excess: Float64


class Stats(NamedTuple):
    """Figures of the last step. Quarantined shapes have poses that are not finite, and are left
    out. Undecided pairs are those that float32 could not decide, and float64 did. skin_age is for
    how many steps the candidates have served."""

    shapes: int
    quarantined: int
    candidates: int
    contacts: int
    undecided: int
    skin_age: int
    workers: int
    kernels: str
