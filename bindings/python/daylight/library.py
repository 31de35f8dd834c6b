# SPDX-License-Identifier: MIT
"""The library for C: its types, and its calls."""

from __future__ import annotations

import ctypes
import os
import pathlib
import sys
from ctypes import POINTER, Structure, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_ssize_t, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, ClassVar, Type, TypeVar

from .errors import BadName, BadType, BadValue, Error

ABI = 3
KINDS = ["", "argument", "shape", "limit", "busy", "scene", "internal"]
MODES = {"pairs": 0, "overlap": 1, "contact": 2, "manifold": 3, "distance": 4, "swept": 5}
TYPES = {"f8": 1, "f4": 2, "i8": 3, "i4": 4, "u4": 5, "u1": 6, "b1": 6}


class Column(Structure):
    _fields_ = [("data", c_void_p), ("stride", c_ssize_t), ("type", c_int32)]


class Poses(Structure):
    _fields_ = [(n, Column) for n in ("x", "y", "angle", "cosine", "sine")]


class Attrs(Structure):
    _fields_ = [(n, Column) for n in ("world", "category", "ignore", "group", "body", "static", "sensor")]


class Config(Structure):
    _fields_ = [
        ("abi", c_uint32), ("mode", c_int32), ("margin", c_double), ("duration", c_double),
        ("period_x", c_double), ("period_y", c_double), ("skin", c_int32), ("workers", c_int32),
        ("strict", c_uint8), ("canonical", c_uint8), ("events", c_uint8), ("fixed_order", c_uint8), ("velocities", c_uint8),
        ("reserved", c_uint8 * 3), ("kernels", c_char_p), ("memory_limit", c_int64),
    ]  # fmt: skip


class Contacts(Structure):
    _fields_ = [("n", c_size_t)] + [(n, c_void_p) for n in ("a", "b", "depth", "nx", "ny", "time", "point1", "point2")]


class Changes(Structure):
    _fields_ = [("begin", c_size_t), ("end", c_size_t)] + [(n, c_void_p) for n in ("begin_a", "begin_b", "end_a", "end_b", "was")]


class Rows(Structure):
    _fields_ = [("n", c_size_t), ("offsets", c_void_p), ("answers", c_void_p)]


class Asking(Structure):
    _fields_ = [("attrs", POINTER(Attrs)), ("within", c_double), ("inside", c_uint8), ("ignore_sensors", c_uint8), ("strict", c_uint8), ("skip", c_void_p)]


class Materials(Structure):
    _fields_ = [(n, Column) for n in ("friction", "restitution", "rolling_resistance", "surface_speed")]


class Separating(Structure):
    _fields_ = (
        [(n, c_int32) for n in ("iterations", "static_passes")]
        + [(n, c_double) for n in ("relaxation", "slop", "max_push")]
        + [("smooth_seams", c_uint8)]
    )


class Separated(Structure):
    _fields_ = [("contacts", c_int64), ("overlaps", c_int64), ("iterations", c_int64), ("deepest", c_double)]


class Solving(Structure):
    _fields_: ClassVar[Any] = (
        [("duration", c_double)]
        + [(n, c_int32) for n in ("sub_steps", "iterations", "relax_iterations")]
        + [(n, c_double) for n in ("slop", "max_push", "gravity_x", "gravity_y", "restitution", "restitution_above", "friction", "rolling_resistance", "density")]
        + [("omit", c_void_p), ("impulses", c_uint8), ("no_spin", c_uint8)]
    )


class Solved(Structure):
    _fields_ = [("contacts", c_int64), ("overlaps", c_int64), ("deepest", c_double), ("n", c_size_t), ("impulse1", c_void_p), ("impulse2", c_void_p)]


class Bodies(Structure):
    _fields_ = [("n", c_size_t)] + [(n, c_void_p) for n in ("a", "b", "x", "y", "excess")]


class Pushes(Structure):
    _fields_ = [("n", c_size_t)] + [(n, c_void_p) for n in ("shape", "x", "y", "left")]


class ExactPairs(Structure):
    _fields_ = [("n", c_size_t)] + [(n, c_void_p) for n in ("a", "b", "overlapping")]


class Stats(Structure):
    _fields_ = [(n, c_int64) for n in ("shapes", "quarantined", "candidates", "contacts", "undecided", "skin_age", "workers")] + [("kernels", c_char_p)]


_SCENE, _IDS, _INT64S, _UINT32S = c_uint64, c_void_p, c_void_p, c_void_p
_CALLS: dict[str, list[Any]] = {
    "open": [POINTER(Config), POINTER(c_uint64)],
    "open_join": [POINTER(Config), _SCENE, _SCENE, POINTER(c_uint64)],
    "close": [_SCENE],
    "count": [_SCENE, POINTER(c_size_t)],
    "add_circles": [_SCENE, c_size_t, POINTER(Poses), Column, POINTER(Attrs), _IDS],
    "add_boxes": [_SCENE, c_size_t, POINTER(Poses), Column, Column, Column, POINTER(Attrs), _IDS],
    "add_capsules": [_SCENE, c_size_t, POINTER(Poses), Column, Column, POINTER(Attrs), _IDS],
    "add_polygons": [_SCENE, c_size_t, POINTER(Poses), Column, Column, _INT64S, Column, POINTER(Attrs), _IDS],
    "add_region": [_SCENE, c_size_t, _INT64S, Column, Column, c_double, POINTER(Attrs), POINTER(c_uint64)],
    "region_of": [_SCENE, c_size_t, _IDS, _IDS],
    "ids": [_SCENE, c_size_t, c_size_t, _IDS],
    "remove": [_SCENE, c_size_t, _IDS],
    "set_attrs": [_SCENE, c_size_t, _IDS, POINTER(Attrs)],
    "set_poses": [_SCENE, c_size_t, c_size_t, POINTER(Poses)],
    "get_poses": [_SCENE, c_size_t, c_size_t, POINTER(Poses)],
    "set_velocities": [_SCENE, c_size_t, c_size_t, Column, Column, Column],
    "get_velocities": [_SCENE, c_size_t, c_size_t, Column, Column, Column],
    "set_inverse_masses": [_SCENE, c_size_t, c_size_t, Column],
    "set_materials": [_SCENE, c_size_t, c_size_t, POINTER(Materials)],
    "set_fixed_rotations": [_SCENE, c_size_t, c_size_t, Column],
    "step": [_SCENE, POINTER(Contacts)],
    "advance": [_SCENE, c_double, POINTER(Contacts)],
    "by_world": [_SCENE, c_size_t, _INT64S, _UINT32S],
    "stats_of": [_SCENE, POINTER(Stats)],
    "push": [_SCENE, POINTER(Pushes)],
    "exact": [_SCENE, POINTER(ExactPairs)],
    "events": [_SCENE, POINTER(Changes)],
    "separate": [_SCENE, POINTER(Separating), POINTER(Separated)],
    "solve": [_SCENE, POINTER(Solving), POINTER(Solved)],
    "get_state": [_SCENE, POINTER(c_void_p), POINTER(c_size_t)],
    "set_state": [_SCENE, c_char_p, c_size_t],
    "push_bodies": [_SCENE, POINTER(Separating), POINTER(Bodies)],
    "index": [_SCENE],
    "cast_rays": [_SCENE, c_size_t, Column, Column, Column, Column, POINTER(Asking), POINTER(c_void_p)],
    "cast_rays_all": [_SCENE, c_size_t, Column, Column, Column, Column, POINTER(Asking), POINTER(Rows)],
    "overlap_shapes": [_SCENE, _SCENE, c_size_t, _IDS, POINTER(Asking), POINTER(Rows)],
    "cover_shapes": [_SCENE, _SCENE, c_size_t, _IDS, POINTER(Asking), POINTER(Rows)],
    "nearest_to_shapes": [_SCENE, _SCENE, c_size_t, _IDS, c_size_t, POINTER(Asking), POINTER(Rows)],
    "cast_shapes": [_SCENE, _SCENE, c_size_t, _IDS, Column, Column, Column, POINTER(Asking), POINTER(c_void_p)],
    "overlap_points": [_SCENE, c_size_t, Column, Column, POINTER(Asking), POINTER(Rows)],
    "overlap_boxes": [_SCENE, c_size_t, Column, Column, Column, Column, POINTER(Asking), POINTER(Rows)],
    "nearest_to_points": [_SCENE, c_size_t, Column, Column, c_size_t, POINTER(Asking), POINTER(Rows)],
    "within_distance": [_SCENE, c_double, c_int32, _SCENE, POINTER(Rows)],
}

_loaded: Any = None
_forked = False


def _in_child() -> None:
    global _forked
    _forked = _loaded is not None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)


def find() -> str:
    """Returns the path of the library: the one that DAYLIGHT_LIBRARY names, that of this package,
    or the one that bindings/c/build.sh made in the clone of this package.

    Raises Error if there is none.
    """
    if given := os.environ.get("DAYLIGHT_LIBRARY"):
        return given
    name = {"win32": "daylight.dll", "darwin": "libdaylight.dylib"}.get(sys.platform, "libdaylight.so")
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here / "lib", here.parents[1] / "c" / "dist"):
        if (folder / name).is_file():
            return str(folder / name)
    raise Error(
        f"{name} is not found: bash bindings/c/build.sh makes it, and the environment variable DAYLIGHT_LIBRARY says where it is",
        "missing",
    )


def load() -> Any:
    """Returns the library, loaded once for the process.

    Raises Error in a process that was forked after it was loaded: its threads are not there, and
    calls would never return.
    """
    global _loaded
    alive()
    if _loaded is None:
        path = find()
        try:
            library = ctypes.CDLL(path)
        except OSError as e:
            early = ": daylight.Scene().close() before other libraries are imported leaves it room" if "static TLS" in str(e) else ""
            raise Error(f"{path} cannot be loaded: {e}{early}", "missing") from e
        library.daylight_error.restype = c_char_p
        library.daylight_abi.restype = c_uint32
        if (abi := library.daylight_abi()) != ABI:
            raise Error(f"{path} has ABI {abi}, this package {ABI}: build it from the same sources", "missing")
        for name, types in _CALLS.items():
            call = getattr(library, "daylight_" + name)
            call.argtypes, call.restype = types, c_int32
        _loaded = library
    return _loaded


def alive() -> None:
    """Raises Error in a process that was forked after the library was loaded."""
    if _forked:
        raise Error(
            "the process was forked after Daylight was loaded, whose threads stayed behind: start processes by "
            "multiprocessing.set_start_method('spawn'), or use Scene after the fork only",
            "forked",
        )


def call(name: str, *args: object) -> None:
    """Calls the library, and raises Error with its words if it fails."""
    library = load()
    try:
        status = getattr(library, "daylight_" + name)(*args)
    except ctypes.ArgumentError as e:
        raise BadType(f"{name}: {e}") from None
    if status:
        kind = KINDS[status] if status < len(KINDS) else "internal"
        raise (BadValue if kind in ("argument", "shape") else Error)(library.daylight_error().decode(errors="replace"), kind)


S = TypeVar("S", bound=Structure)


def filled(struct: Type[S], **fields: object) -> S:
    """Returns a structure of the library with these fields. Raises Error that names a field of a
    wrong type."""
    made = struct()
    for name, value in fields.items():
        try:
            setattr(made, name, value)
        except TypeError as e:
            raise BadType(f"{name} is {value!r}: {e}") from None
    return made
