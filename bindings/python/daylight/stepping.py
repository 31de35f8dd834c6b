# SPDX-License-Identifier: MIT
"""Steps of a scene, and the calls that move shapes by the contacts of the last step."""

from __future__ import annotations

import ctypes
from typing import Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import library as c
from .columns import Columns, Handle, array, numbers
from .errors import BadType, BadValue
from .results import IMPULSE, POINT, Bodies, Changes, Contacts, ExactPairs, Int64, Pushes, Solved, Stats


class Stepping(Handle):
    """The calls of :class:`Scene` that find contacts and act on them."""

    def step(self, *, copy: bool = True) -> Contacts:
        """Returns the :class:`Contacts` of the shapes as they are.

        With copy=False they are the engine's own memory, which the next step overwrites: do not use
        them after it. Raises Error of kind "limit" if the step would take more than memory_limit.
        """
        return self._found("step", copy)

    def advance(self, dt: float, *, copy: bool = True) -> Contacts:
        """Moves the shapes by their velocities for a time dt, and returns their :class:`Contacts`.
        The scene needs velocities."""
        return self._found("advance", copy, dt)

    def _found(self, name: str, copy: bool, *args: float) -> Contacts:
        found = c.Contacts()
        self._last = 0
        self._call(name, *args, found)
        self._last = n = found.n
        a, b = (array(address, n, np.uint64, copy, self) for address in (found.a, found.b))
        if n and not found.depth:
            return Contacts(a, b, None, None, None, None, None)
        depth, nx, ny = (array(address, n, np.float32, copy, self) for address in (found.depth, found.nx, found.ny))
        time = array(found.time, n, np.float32, copy, self) if found.time else None
        points = (array(found.point1, n, POINT, copy, self), array(found.point2, n, POINT, copy, self)) if found.point1 else None
        return Contacts(a, b, depth, nx, ny, time, points)

    def by_world(self, worlds: int) -> tuple[Int64, NDArray[np.uint32]]:
        """Groups the contacts of the last step by world: those of world w are places
        order[offsets[w]:offsets[w+1]]. Returns offsets, of worlds + 1 entries, and order. Raises
        Error if a contact is in a world beyond those."""
        offsets, order = np.empty(worlds + 1, np.int64), np.empty(self._last, np.uint32)
        self._call("by_world", worlds, offsets.ctypes.data, order.ctypes.data)
        return offsets, order

    def events(self) -> Changes:
        """Returns the :class:`Changes` of the last step. The scene needs events=True."""
        e = c.Changes()
        self._call("events", e)
        begin, end = (np.column_stack([array(a, n, np.uint64), array(b, n, np.uint64)])
                      for a, b, n in ((e.begin_a, e.begin_b, e.begin), (e.end_a, e.end_b, e.end)))  # fmt: skip
        return Changes(begin, end, array(e.was, self._last, np.int32))

    def stats(self) -> Stats:
        """Returns the :class:`Stats` of the last step."""
        did = c.Stats()
        self._call("stats_of", did)
        return Stats(did.shapes, did.quarantined, did.candidates, did.contacts, did.undecided, did.skin_age, did.workers, did.kernels.decode())

    def exact(self) -> ExactPairs:
        """Returns all pairs that touch or overlap as :class:`ExactPairs`, never wrong about the
        shapes as they are stored: positions in float64, rotations and corners in float32. A region
        has one row with each other shape. It needs no step. For polygons that are decided by
        corners in float64, and for their relations, see :func:`collide`."""
        found = c.ExactPairs()
        self._call("exact", found)
        a, b = (array(address, found.n, np.uint64) for address in (found.a, found.b))
        return ExactPairs(a, b, array(found.overlapping, found.n, np.bool_))

    def push(self) -> Pushes:
        """Returns the shortest :class:`Pushes` out of all others, for each shape that has a
        contact. It moves nothing."""
        found = c.Pushes()
        self._call("push", found)
        x, y, left = (array(address, found.n, np.float64) for address in (found.x, found.y, found.left))
        return Pushes(array(found.shape, found.n, np.uint64), x, y, left)

    def separate(self, *, iterations: int = 0, static_passes: int = 0, relaxation: float = 0.0, slop: float = 0.0,
                 max_push: float = 0.0, smooth_seams: bool = False) -> tuple[int, float]:  # fmt: skip
        """Pushes shapes apart by the contacts of the last step, without velocities.

        0 is the default of each: 8 iterations, for example. slop is the overlap that is left;
        max_push the most that a shape is moved. smooth_seams has shapes slide over the seams of
        static ones. Returns the number of overlaps, and the depth of the deepest, both before.
        Raises Error without a step.
        """
        done = c.Separated()
        how = c.filled(c.Separating, iterations=iterations, static_passes=static_passes, relaxation=relaxation, slop=slop, max_push=max_push,
                       smooth_seams=smooth_seams)  # fmt: skip
        self._call("separate", how, done)
        return done.overlaps, done.deepest

    def push_bodies(self, *, iterations: int = 0, static_passes: int = 0, relaxation: float = 0.0, slop: float = 0.0, max_push: float = 0.0) -> Bodies:
        """Pushes whole bodies of several parts apart by the contacts of the last step, and returns
        the :class:`Bodies`: each two get the shortest push that parts them, also if they are hooked
        into each other. The rest is as in :meth:`separate`."""
        found = c.Bodies()
        how = c.filled(c.Separating, iterations=iterations, static_passes=static_passes, relaxation=relaxation, slop=slop, max_push=max_push)
        self._call("push_bodies", how, found)
        a, b = (array(address, found.n, np.uint64) for address in (found.a, found.b))
        x, y, excess = (array(address, found.n, np.float64) for address in (found.x, found.y, found.excess))
        return Bodies(a, b, x, y, excess)

    def solve(self, duration: float, *, gravity_x: float = 0.0, gravity_y: float = 0.0, friction: float = 0.0, restitution: float = 0.0,
              restitution_above: float = 0.0, rolling_resistance: float = 0.0, density: float = 0.0, sub_steps: int = 0, iterations: int = 0,
              relax_iterations: int = 0, slop: float = 0.0, max_push: float = 0.0, omit: Optional[ArrayLike] = None, impulses: bool = False,
              no_spin: bool = False, copy: bool = True) -> Solved:  # fmt: skip
        """Moves and turns shapes for a frame of a duration, by their velocities, gravity and the
        contacts of the last step: they fall, push, rub, bounce, roll and stack. The scene needs
        velocities, mode "manifold" unless no_spin, and a margin: the distance by which shapes may
        approach each other in a frame.

        friction, restitution and rolling_resistance hold for all shapes; they are refused after
        :meth:`set_materials`. With density, mass per area, masses are areas times density; without,
        1 or what :meth:`set_inverse_masses` says. sub_steps is 4 unless it is given, and iterations
        and relax_iterations 1. ``omit`` has an entry for each contact, true for those to ignore.
        Returns :class:`Solved`; with copy=False impulses are the solver's own memory, until the
        next call.
        """
        how = c.filled(
            c.Solving, duration=duration, gravity_x=gravity_x, gravity_y=gravity_y, friction=friction, restitution=restitution,
            restitution_above=restitution_above, rolling_resistance=rolling_resistance, density=density, sub_steps=sub_steps, iterations=iterations,
            relax_iterations=relax_iterations, slop=slop, max_push=max_push, impulses=impulses, no_spin=no_spin,
        )  # fmt: skip
        columns = Columns(self._last)
        if omit is not None:
            ignored = numbers("omit", omit, np.bool_, np.ascontiguousarray)
            if ignored.shape != (self._last,):
                raise BadValue(f"omit has shape {ignored.shape}, and there are {self._last} contacts")
            how.omit = columns.address(ignored)
        done = c.Solved()
        self._call("solve", how, done)
        given = None
        if impulses:
            given = array(done.impulse1, done.n, IMPULSE, copy, self), array(done.impulse2, done.n, IMPULSE, copy, self)
        return Solved(done.contacts, done.overlaps, done.deepest, given)

    def state(self) -> bytes:
        """Returns what :meth:`solve` keeps from frame to frame. Save it with the poses and the
        velocities. The simulation goes on with the same bits if a canonical scene gets the shapes
        in the same order."""
        address, n = ctypes.c_void_p(), ctypes.c_size_t()
        self._call("get_state", address, n)
        return ctypes.string_at(address, n.value)

    def set_state(self, state: bytes) -> None:
        """Takes what :meth:`state` returned. Raises Error for other bytes."""
        if not isinstance(state, bytes):
            raise BadType(f"state is {type(state).__name__}: want bytes")
        self._call("set_state", state, len(state))
