# SPDX-License-Identifier: MIT
"""Scenes of shapes, with numpy columns in and out.

Columns are anything that numpy makes an array of: arrays of any number type and stride are used
where they lie, and one number stands for all shapes. Positions are float64, angles in radians,
counter-clockwise. IDs are uint64; the index of a shape, ``id >> 32``, counts from 0 in the order of
adding, and is the place of its entry in columns.
"""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Any, Optional, Sequence, Type

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import library as c
from .asking import Asking
from .columns import Columns, corners, entries, ids_of
from .errors import BadType, BadValue
from .library import call
from .results import Float32, Float64, IDs
from .stepping import Stepping


class Scene(Stepping, Asking):
    """Shapes, and the engine that finds their contacts.

    ``mode`` is "pairs", "overlap", "contact", "manifold", "distance" or "swept"; ``margin`` the
    greatest distance that counts as a contact. ``strict``: touching does not count. ``canonical``:
    contacts come sorted by a, then b; otherwise their order depends on places and earlier steps.
    ``skin`` keeps candidates for as many steps as pays. ``velocities`` has shapes carry vx, vy and
    spin, for :meth:`advance`, swept scenes and :meth:`solve`. ``period_x`` and ``period_y``, if not
    0, make the plane a torus of that width and height. ``workers`` is how many threads a step may
    use, 0: one for each processor. All kernels and numbers of workers give the same bits.
    ``memory_limit`` is in bytes; 0 is 4 GiB.

    ``join=(bodies, walls)`` makes a scene of the pairs between two others, with none within either.
    It has no shapes of its own. Its steps, and :meth:`separate`, :meth:`push` and :meth:`solve`,
    move the shapes of both.

    One thread at a time may use a scene. It is closed by :meth:`close`, at the end of a with
    statement, or when nobody has it any more. Raises Error for bad arguments.
    """

    def __init__(self, mode: str = "contact", margin: float = 0.0, *, strict: bool = False, canonical: bool = False, events: bool = False,
                 velocities: bool = False, skin: bool = False, workers: int = 0, kernels: Optional[str] = None, duration: float = 0.0,
                 period_x: float = 0.0, period_y: float = 0.0, fixed_order: bool = False, memory_limit: int = 0,
                 join: Optional[tuple[Scene, Scene]] = None) -> None:  # fmt: skip
        if mode not in c.MODES:
            raise BadValue(f"mode {mode!r} is none: want one of {', '.join(c.MODES)}")
        if not isinstance(kernels, (str, type(None))):
            raise BadType(f"kernels is {kernels!r}: want a name")
        config = c.filled(
            c.Config, abi=c.ABI, mode=c.MODES[mode], margin=margin, duration=duration, period_x=period_x, period_y=period_y,
            skin=skin, workers=workers, strict=strict, canonical=canonical, events=events, fixed_order=fixed_order, velocities=velocities,
            kernels=None if kernels is None else kernels.encode(), memory_limit=memory_limit,
        )  # fmt: skip
        handle = ctypes.c_uint64()
        if join is None:
            call("open", config, handle)
        else:
            a, b = join
            call("open_join", config, a._handle or 0, b._handle or 0, handle)
        self._joined = join  # which stay open
        self._handle = handle.value

    def close(self) -> None:
        """Frees the scene. It cannot be used afterwards."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            call("close", handle)

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, _: Optional[Type[BaseException]], __: Optional[BaseException], ___: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter ends, or the process was forked
            pass

    def __len__(self) -> int:
        """The number of shapes, the parts of regions counted."""
        n = ctypes.c_size_t()
        self._call("count", n)
        return n.value

    # Adding shapes. Each returns their IDs.

    def add_circles(self, x: ArrayLike, y: ArrayLike, radius: ArrayLike, *, angle: Optional[ArrayLike] = None, **attrs: ArrayLike) -> IDs:
        """Adds n discs at (x, y); radius 0 is a point. ``attrs``: world, category, ignore, group,
        body, static, sensor, as columns or one number for all. Returns n IDs. If one is no shape,
        it adds none and raises Error of kind "shape"."""
        return self._add("add_circles", {"x": x, "y": y, "angle": angle}, attrs, radius=radius)

    def add_boxes(self, x: ArrayLike, y: ArrayLike, hx: ArrayLike, hy: ArrayLike, *, radius: Optional[ArrayLike] = None,
                  angle: Optional[ArrayLike] = None, **attrs: ArrayLike) -> IDs:  # fmt: skip
        """Adds n boxes that reach hx and hy to each side of (x, y), turned by angle and grown by a
        radius."""
        return self._add("add_boxes", {"x": x, "y": y, "angle": angle}, attrs, hx=hx, hy=hy, radius=radius)

    def add_capsules(self, x: ArrayLike, y: ArrayLike, half_length: ArrayLike, radius: ArrayLike = 0.0, *, angle: Optional[ArrayLike] = None,
                     **attrs: ArrayLike) -> IDs:  # fmt: skip
        """Adds n segments of twice half_length along their own x axis, grown by a radius."""
        return self._add("add_capsules", {"x": x, "y": y, "angle": angle}, attrs, half_length=half_length, radius=radius)

    def add_polygons(self, polygons: Sequence[ArrayLike] | NDArray[Any], x: Optional[ArrayLike] = None, y: Optional[ArrayLike] = None, *,
                     radius: Optional[ArrayLike] = None, angle: Optional[ArrayLike] = None, **attrs: ArrayLike) -> IDs:  # fmt: skip
        """Adds convex polygons, each an array of corners (k, 2), or all one array (n, k, 2): where
        they are, or relative to x and y, turned by angle."""
        pts, offsets = corners(polygons)
        poses = {"x": x, "y": y, "angle": angle}
        if x is None and (y is not None or angle is not None) or x is not None and y is None:
            raise BadValue("polygons have x and y, or are where their corners say")
        n = len(polygons)
        columns = Columns(n)
        ids = np.empty(n, np.uint64)
        at = None if x is None else ctypes.byref(columns.poses(**poses))
        self._call("add_polygons", n, at, columns.lying("x", pts[:, 0]), columns.lying("y", pts[:, 1]), columns.address(offsets),
                   columns.column("radius", radius), columns.attrs(attrs), columns.address(ids))  # fmt: skip
        return self._added(ids)

    def add_region(self, outline: ArrayLike, holes: Sequence[ArrayLike] = (), radius: float = 0.0, **attrs: ArrayLike) -> int:
        """Adds one polygon of any kind, concave or with holes: arrays of corners (k, 2). Returns
        its ID. Contacts name its convex parts; see :meth:`region_of`. Raises Error for outlines
        that cross themselves."""
        pts, offsets = corners([outline, *holes])
        columns = Columns(1)
        id = ctypes.c_uint64()
        self._call("add_region", len(offsets) - 1, columns.address(offsets), columns.lying("x", pts[:, 0]), columns.lying("y", pts[:, 1]),
                   radius, columns.attrs(attrs), id)  # fmt: skip
        self._indices = max(self._indices, (id.value >> 32) + 1, len(self))
        return id.value

    def _add(self, name: str, poses: dict[str, Optional[ArrayLike]], attrs: dict[str, ArrayLike], **columns: Optional[ArrayLike]) -> IDs:
        n = entries(*poses.values(), *columns.values(), *attrs.values())
        made = Columns(n)
        ids = np.empty(n, np.uint64)
        self._call(name, n, made.poses(**poses), *made.columns(**columns), made.attrs(attrs), made.address(ids))
        return self._added(ids)

    def _added(self, ids: IDs) -> IDs:
        if len(ids):
            self._indices = max(self._indices, int(ids.max() >> np.uint64(32)) + 1)
        return ids

    def region_of(self, ids: ArrayLike) -> IDs:
        """Returns the IDs of the regions that n shapes are parts of, or their own."""
        parts = ids_of("ids", ids)
        regions = np.empty_like(parts)
        self._call("region_of", parts.size, parts.ctypes.data, regions.ctypes.data)
        return regions

    def remove(self, ids: ArrayLike) -> None:
        """Removes n shapes. If one is unknown, it removes none and raises Error. Later calls ignore
        the entries of removed shapes in columns."""
        gone = ids_of("ids", ids)
        self._call("remove", gone.size, gone.ctypes.data)

    def set_attrs(self, ids: ArrayLike, **attrs: ArrayLike) -> None:
        """Gives n shapes other attributes; those that are not named become 0."""
        of = ids_of("ids", ids)
        columns = Columns(of.size)
        self._call("set_attrs", of.size, of.ctypes.data, columns.attrs(attrs))

    # Columns of all shapes, or of those with indices from first on.

    @property
    def indices(self) -> int:
        """The number of entries in columns of all shapes: one more than the greatest index so
        far."""
        return self._indices

    def set_poses(self, x: Optional[ArrayLike] = None, y: Optional[ArrayLike] = None, *, angle: Optional[ArrayLike] = None,
                  cosine: Optional[ArrayLike] = None, sine: Optional[ArrayLike] = None, first: int = 0) -> None:  # fmt: skip
        """Moves shapes: entry i is about the shape of index first + i. None changes nothing."""
        n = self._entries(first, x, y, angle, cosine, sine)
        columns = Columns(n)
        self._call("set_poses", first, n, columns.poses(x=x, y=y, angle=angle, cosine=cosine, sine=sine))

    def poses(self) -> tuple[Float64, Float64, Float32, Float32]:
        """Returns x, y, cosine and sine of all shapes, by index: float64, float64, float32,
        float32."""
        n = self._indices
        x, y, cosine, sine = np.full(n, np.nan), np.full(n, np.nan), np.ones(n, np.float32), np.zeros(n, np.float32)
        columns = Columns(n)
        self._call("get_poses", 0, n, columns.poses(x=x, y=y, cosine=cosine, sine=sine))
        return x, y, cosine, sine

    def set_velocities(self, vx: Optional[ArrayLike] = None, vy: Optional[ArrayLike] = None, spin: Optional[ArrayLike] = None, *,
                       first: int = 0) -> None:  # fmt: skip
        """Sets velocities, in units of length and radians per unit of time; None changes
        nothing."""
        n = self._entries(first, vx, vy, spin)
        columns = Columns(n)
        self._call("set_velocities", first, n, *columns.columns(vx=vx, vy=vy, spin=spin))

    def velocities(self) -> tuple[Float64, Float64, Float64]:
        """Returns vx, vy and spin of all shapes, by index."""
        vx, vy, spin = (np.zeros(self._indices) for _ in range(3))
        columns = Columns(self._indices)
        self._call("get_velocities", 0, self._indices, *columns.columns(vx=vx, vy=vy, spin=spin))
        return vx, vy, spin

    def set_inverse_masses(self, inverse_mass: ArrayLike, *, first: int = 0) -> None:
        """Sets 1/mass for :meth:`solve` and :meth:`separate`: 1 until it is set, 0 is a shape that
        is not pushed."""
        n = self._entries(first, inverse_mass)
        columns = Columns(n)
        self._call("set_inverse_masses", first, n, columns.column("inverse_mass", inverse_mass))

    def set_materials(self, friction: Optional[ArrayLike] = None, restitution: Optional[ArrayLike] = None,
                      rolling_resistance: Optional[ArrayLike] = None, surface_speed: Optional[ArrayLike] = None, *, first: int = 0) -> None:  # fmt: skip
        """Sets the surfaces of shapes, for :meth:`solve`; None changes nothing. After the first
        call, shapes that were not set have zeros. For two shapes that touch, the friction is the
        square root of the product of both; restitution and rolling resistance are the greater of
        both. surface_speed is how fast the surface runs along the shape, clockwise: the top of a
        belt runs to the right."""
        columns = {"friction": friction, "restitution": restitution, "rolling_resistance": rolling_resistance, "surface_speed": surface_speed}
        n = self._entries(first, *columns.values())
        made = Columns(n)
        self._call("set_materials", first, n, c.Materials(*made.columns(**columns)))

    def set_fixed_rotations(self, fixed_rotation: ArrayLike, *, first: int = 0) -> None:
        """Says which shapes no contact turns, for :meth:`solve`."""
        n = self._entries(first, fixed_rotation)
        columns = Columns(n)
        self._call("set_fixed_rotations", first, n, columns.column("fixed_rotation", fixed_rotation))
