# SPDX-License-Identifier: MIT
"""Scenes of shapes, with numpy columns in and out.

Columns are anything that numpy makes an array of: arrays of any number type and stride are used where they lie, and
one number stands for all shapes. Positions are float64, angles in radians, counter-clockwise. IDs are uint64; the
index of a shape, ``id >> 32``, counts from 0 in the order of adding, and is the place of its entry in columns.
"""

import ctypes
from typing import NamedTuple, Optional

import numpy as np

from . import library as c
from .library import call

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
    """Contacts: a[i] < b[i] are IDs of shapes that touch; to move b by depth along (nx, ny) parts them. time is that of
    swept scenes, points that of manifolds and distances: two columns of records x, y, depth, feature, with x and y relative to
    the position of a; else None."""

    a: np.ndarray
    b: np.ndarray
    depth: Optional[np.ndarray]
    nx: Optional[np.ndarray]
    ny: Optional[np.ndarray]
    time: Optional[np.ndarray]
    points: Optional[tuple]


class Hits(NamedTuple):
    """What each ray or moving shape meets first: shape 0 is nothing. fraction is that of the way, (x, y) the place."""

    shape: np.ndarray
    fraction: np.ndarray
    x: np.ndarray
    y: np.ndarray
    nx: np.ndarray
    ny: np.ndarray


class Overlaps(NamedTuple):
    """Shapes that answer questions: those of question i are entries offsets[i] to offsets[i+1]-1 of the others. To move the
    question by depth along (nx, ny) parts them."""

    offsets: np.ndarray
    shape: np.ndarray
    depth: np.ndarray
    nx: np.ndarray
    ny: np.ndarray


class Neighbours(NamedTuple):
    """The nearest shapes of each question, nearest first, as :class:`Overlaps` are: (x, y) is the closest point of the shape,
    (qx, qy) that of the question, and the normal points from the shape to the question."""

    offsets: np.ndarray
    shape: np.ndarray
    distance: np.ndarray
    nx: np.ndarray
    ny: np.ndarray
    x: np.ndarray
    y: np.ndarray
    qx: np.ndarray
    qy: np.ndarray


class Changes(NamedTuple):
    """How contacts differ from those of the step before: pairs of IDs that begin and end, and for each contact its place
    before, or -1."""

    begun: np.ndarray
    ended: np.ndarray
    was: np.ndarray


class Solved(NamedTuple):
    """What :meth:`Scene.solve` did: how many contacts it used, how many of them overlapped, and the deepest overlap.
    impulses are the impulses, mass times speed, that shape b received at both points of each contact of the step: two
    columns of records normal, tangent (along the normal turned left), or None unless asked for."""

    contacts: int
    overlaps: int
    deepest: float
    impulses: Optional[tuple]


class Bodies(NamedTuple):
    """Pushes of whole bodies: a pair overlaps no more once all shapes of body b are moved by (x, y), and no shorter push
    does so. A body is a region, or all shapes of one world and body, or a single shape; its name is the least of its IDs.
    excess is by how much the push may be too long: 0, unless hundreds of parts lie in each other."""

    a: np.ndarray
    b: np.ndarray
    x: np.ndarray
    y: np.ndarray
    excess: np.ndarray


class Scene:
    """Shapes, and the engine that finds their contacts.

    ``mode`` is "pairs", "overlaps", "contacts", "manifolds", "distances" or "swept"; ``margin`` the greatest distance
    that counts as a contact. ``strict``: touching does not count. ``sorted``: contacts come sorted by a, then b; otherwise
    their order is fixed, but by place. ``skin`` keeps candidates for as many steps as pays. ``velocities`` has
    shapes carry vx, vy and spin, for :meth:`advance`, swept scenes and :meth:`solve`. ``period_x`` and ``period_y``, if not
    0, make the plane a torus of that width and height. ``workers`` is how many threads a step may use, 0: one for each
    processor. The same shapes give the same bits, whatever kernels and workers.

    One thread at a time may use a scene. It is closed by :meth:`close`, at the end of a with statement, or when nobody
    has it any more. Raises Error for what makes no sense.
    """

    def __init__(self, mode="contacts", margin=0.0, *, strict=False, sorted=False, events=False, velocities=False, skin=False,
                 workers=0, kernels=None, duration=0.0, period_x=0.0, period_y=0.0, fixed_order=False, memory_limit=0):  # fmt: skip
        if mode not in c.MODES:
            raise c.BadValue(f"mode {mode!r} is none: want one of {', '.join(c.MODES)}")
        if not isinstance(kernels, (str, type(None))):
            raise c.BadType(f"kernels is {kernels!r}: want a name")
        self._handle = None
        config = c.filled(
            c.Config, abi=c.ABI, mode=c.MODES[mode], margin=margin, duration=duration, period_x=period_x, period_y=period_y,
            skin=skin, workers=workers, strict=strict, sorted=sorted, events=events, fixed_order=fixed_order, velocities=velocities,
            kernels=None if kernels is None else kernels.encode(), memory_limit=memory_limit,
        )  # fmt: skip
        handle = ctypes.c_uint64()
        call("open", config, handle)
        self._handle = handle.value
        self._indices = 0  # one more than the greatest index
        self._last = 0  # contacts of the last step

    def close(self):
        """Frees the scene. It cannot be used afterwards."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            call("close", handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:  # the interpreter ends, or the process was forked
            pass

    def _call(self, name, *args):
        if self._handle is None:
            raise c.Error("the scene is closed", "scene")
        call(name, self._handle, *args)

    def __len__(self):
        """The number of shapes, the parts of regions counted."""
        n = ctypes.c_size_t()
        self._call("count", n)
        return n.value

    # Adding shapes. Each returns their IDs.

    def add_circles(self, x, y, radius, *, angle=None, **attrs):
        """Adds discs; radius 0 is a point. ``attrs``: world, category, ignore, group, body, fixed, sensor, as columns or one
        number for all."""
        return self._add("add_circles", {"x": x, "y": y, "angle": angle}, attrs, radius=radius)

    def add_boxes(self, x, y, hx, hy, *, radius=None, angle=None, **attrs):
        """Adds boxes that reach hx and hy to each side, grown by a radius."""
        return self._add("add_boxes", {"x": x, "y": y, "angle": angle}, attrs, hx=hx, hy=hy, radius=radius)

    def add_capsules(self, x, y, half_length, radius=0.0, *, angle=None, **attrs):
        """Adds segments of twice half_length along their own x axis, grown by a radius."""
        return self._add("add_capsules", {"x": x, "y": y, "angle": angle}, attrs, half_length=half_length, radius=radius)

    def add_polygons(self, polygons, x=None, y=None, *, radius=None, angle=None, **attrs):
        """Adds convex polygons, each an array of corners (k, 2): where they are, or relative to x and y, turned by angle."""
        corners, offsets = _corners(polygons)
        poses = {"x": x, "y": y, "angle": angle}
        if x is None and (y is not None or angle is not None) or x is not None and y is None:
            raise c.BadValue("polygons have x and y, or are where their corners say")
        n = len(polygons)
        columns = _Columns(n)
        ids = np.empty(n, np.uint64)
        at = None if x is None else ctypes.byref(columns.poses(**poses))
        self._call("add_polygons", n, at, columns.fixed("x", corners[:, 0]), columns.fixed("y", corners[:, 1]), columns.address(offsets),
                   columns.column("radius", radius), columns.attrs(attrs), columns.address(ids))  # fmt: skip
        return self._added(ids)

    def add_region(self, outline, holes=(), radius=0.0, **attrs):
        """Adds one polygon of any kind, concave or with holes: arrays of corners (k, 2). Returns its ID. Contacts name its
        convex parts; see :meth:`whole`."""
        corners, offsets = _corners([outline, *holes])
        columns = _Columns(1)
        id = ctypes.c_uint64()
        self._call("add_region", len(offsets) - 1, columns.address(offsets), columns.fixed("x", corners[:, 0]), columns.fixed("y", corners[:, 1]),
                   radius, columns.attrs(attrs), id)  # fmt: skip
        self._indices = max(self._indices, (id.value >> 32) + 1, len(self))
        return id.value

    def _add(self, name, poses, attrs, **columns):
        n = max((np.size(v) for v in [*poses.values(), *columns.values(), *attrs.values()] if v is not None and np.ndim(v)), default=1)
        made = _Columns(n)
        ids = np.empty(n, np.uint64)
        self._call(name, n, made.poses(**poses), *made.columns(**columns), made.attrs(attrs), made.address(ids))
        return self._added(ids)

    def _added(self, ids):
        if len(ids):
            self._indices = max(self._indices, int(ids.max() >> np.uint64(32)) + 1)
        return ids

    def whole(self, ids):
        """Returns the IDs of the regions that shapes are parts of, or their own."""
        ids = _numbers("ids", ids, np.uint64, np.ascontiguousarray)
        wholes = np.empty_like(ids)
        self._call("whole_of", ids.size, ids.ctypes.data, wholes.ctypes.data)
        return wholes

    def remove(self, ids):
        """Removes shapes. Their entries of columns are passed over from then on."""
        ids = _numbers("ids", ids, np.uint64, np.ascontiguousarray)
        self._call("remove", ids.size, ids.ctypes.data)

    def set_attrs(self, ids, **attrs):
        """Gives shapes other attributes; those that are not named become 0."""
        ids = _numbers("ids", ids, np.uint64, np.ascontiguousarray)
        columns = _Columns(ids.size)
        self._call("set_attrs", ids.size, ids.ctypes.data, columns.attrs(attrs))

    # Columns of all shapes, or of those with indices from first on.

    @property
    def indices(self):
        """How many entries columns of all shapes have: one more than the greatest index there was."""
        return self._indices

    def set_poses(self, x=None, y=None, *, angle=None, cosine=None, sine=None, first=0):
        """Moves shapes: entry i is about the shape of index first + i. What is None stays as it is."""
        n = self._entries(first, x, y, angle, cosine, sine)
        columns = _Columns(n)
        self._call("set_poses", first, n, columns.poses(x=x, y=y, angle=angle, cosine=cosine, sine=sine))

    def poses(self):
        """Returns x, y, cosine and sine of all shapes, by index: float64, float64, float32, float32."""
        n = self._indices
        x, y, cosine, sine = np.full(n, np.nan), np.full(n, np.nan), np.ones(n, np.float32), np.zeros(n, np.float32)
        columns = _Columns(n)
        self._call("get_poses", 0, n, columns.poses(x=x, y=y, cosine=cosine, sine=sine))
        return x, y, cosine, sine

    def set_velocities(self, vx=None, vy=None, spin=None, *, first=0):
        """Sets velocities, in units of length and radians per unit of time; what is None stays as it is."""
        n = self._entries(first, vx, vy, spin)
        columns = _Columns(n)
        self._call("set_velocities", first, n, *columns.columns(vx=vx, vy=vy, spin=spin))

    def velocities(self):
        """Returns vx, vy and spin of all shapes, by index."""
        vx, vy, spin = (np.zeros(self._indices) for _ in range(3))
        columns = _Columns(self._indices)
        self._call("get_velocities", 0, self._indices, *columns.columns(vx=vx, vy=vy, spin=spin))
        return vx, vy, spin

    def set_inverse_masses(self, inverse_mass, *, first=0):
        """Sets 1/mass for :meth:`solve` and :meth:`separate`: 1 until it is set, 0 is a shape that is not pushed."""
        n = self._entries(first, inverse_mass)
        columns = _Columns(n)
        self._call("set_inverse_masses", first, n, columns.column("inverse_mass", inverse_mass))

    def set_materials(self, friction=None, restitution=None, rolling_resistance=None, surface_speed=None, *, first=0):
        """Sets the surfaces of shapes, for :meth:`solve`; None changes nothing. After the first call, shapes that were not set
        have zeros. For two shapes that touch, the friction is the square root of the product of both; restitution and
        rolling resistance are the greater of both. surface_speed is how fast the surface runs along the shape, clockwise:
        the top of a belt runs to the right."""
        columns = {"friction": friction, "restitution": restitution, "rolling_resistance": rolling_resistance, "surface_speed": surface_speed}
        n = self._entries(first, *columns.values())
        made = _Columns(n)
        self._call("set_materials", first, n, c.Materials(*made.columns(**columns)))

    def set_fixed_rotations(self, fixed_rotation, *, first=0):
        """Says which shapes no contact turns, for :meth:`solve`."""
        n = self._entries(first, fixed_rotation)
        columns = _Columns(n)
        self._call("set_fixed_rotations", first, n, columns.column("fixed_rotation", fixed_rotation))

    def _entries(self, first, *columns):
        return max((np.size(v) for v in columns if v is not None and np.ndim(v)), default=self._indices - first)

    # Steps.

    def step(self, *, copy=True):
        """Returns the :class:`Contacts` of the shapes as they are.

        With copy=False they are the engine's own memory, which the next step overwrites: use them before, and keep
        none of them.
        """
        return self._found("step", copy)

    def advance(self, dt, *, copy=True):
        """Moves the shapes by their velocities for a time, and returns their :class:`Contacts`."""
        return self._found("advance", copy, dt)

    def _found(self, name, copy, *args):
        found = c.Contacts()
        self._last = 0
        self._call(name, *args, found)
        self._last = found.n
        return _contacts(found, copy, self)

    def by_world(self, worlds):
        """Groups the contacts of the last step by world: those of world w are places order[offsets[w]:offsets[w+1]].
        Returns offsets and order."""
        offsets, order = np.empty(worlds + 1, np.int64), np.empty(self._last, np.uint32)
        self._call("by_world", worlds, offsets.ctypes.data, order.ctypes.data)
        return offsets, order

    def changes(self):
        """Returns the :class:`Changes` of the last step, of a scene with events."""
        e = c.Changes()
        self._call("changes_of", e)
        pairs = [np.column_stack([_array(a, n, np.uint64, True), _array(b, n, np.uint64, True)])
                 for a, b, n in ((e.begun_a, e.begun_b, e.begun), (e.ended_a, e.ended_b, e.ended))]  # fmt: skip
        return Changes(*pairs, _array(e.was, self._last, np.int32, True))

    def separate(self, **how):
        """Pushes shapes apart by the contacts of the last step, without velocities.

        ``how``: iterations, relaxation, slop, max_push, static_passes, smooth_seams. Returns the number of
        overlaps, and the depth of the deepest.
        """
        done = c.Separated()
        self._call("separate", _how(c.Separating, "separate", how), done)
        return done.overlaps, done.deepest

    def solve(self, duration, *, omit=None, copy=True, **how):
        """Moves and turns shapes for a frame of a duration, by their velocities, gravity and the contacts of the last step: they
        fall, push, rub, bounce, roll and stack. The scene needs velocities, mode "manifolds" unless no_spin, and a margin:
        the distance by which shapes may approach each other in a frame.

        ``omit`` has an entry for each contact, true for those to ignore. ``how``: gravity_x, gravity_y, friction,
        restitution, restitution_above, rolling_resistance (of all shapes; refused after :meth:`set_materials`), density
        (masses are areas times density), sub_steps (4 unless said), iterations, relax_iterations, slop, max_push, impulses,
        no_spin. Returns :class:`Solved`; with copy=False impulses are the solver's own memory, until the next call.
        """
        how = _how(c.Solving, "solve", how, duration=duration)
        columns = _Columns(self._last)
        if omit is not None:
            omit = _numbers("omit", omit, np.bool_, np.ascontiguousarray)
            if omit.shape != (self._last,):
                raise c.BadValue(f"omit has shape {omit.shape}, and there are {self._last} contacts")
            how.omit = columns.address(omit)
        done = c.Solved()
        self._call("solve", how, done)
        impulses = None
        if how.impulses:
            impulses = tuple(_array(address, done.n, IMPULSE, copy, self) for address in (done.impulse1, done.impulse2))
        return Solved(done.contacts, done.overlaps, done.deepest, impulses)

    def state(self):
        """Returns what :meth:`solve` keeps from frame to frame, as bytes. A simulation that is saved with it, its poses and its
        velocities goes on with the same bits, if shapes are added in the same order to a sorted scene."""
        address, n = ctypes.c_void_p(), ctypes.c_size_t()
        self._call("get_state", address, n)
        return ctypes.string_at(address, n.value)

    def set_state(self, state):
        """Takes what :meth:`state` returned."""
        if not isinstance(state, bytes):
            raise c.BadType(f"state is {type(state).__name__}: want bytes")
        self._call("set_state", state, len(state))

    def push_bodies(self, **how):
        """Pushes whole bodies of several parts apart by the contacts of the last step, and returns the :class:`Bodies`: each
        two get the shortest push that parts them, also if they are hooked into each other. ``how`` is as in :meth:`separate`,
        without smooth_seams."""
        found = c.Bodies()
        self._call("push_bodies", _how(c.Separating, "push_bodies", how), found)
        ids = [_array(address, found.n, np.uint64, True) for address in (found.a, found.b)]
        return Bodies(*ids, *(_array(address, found.n, np.float64, True) for address in (found.x, found.y, found.excess)))

    # Questions.

    def index(self):
        """Makes the scene ready for questions about its shapes as they are now."""
        self._call("index")

    def cast_rays(self, x, y, dx, dy, *, inside=False, ignore_sensors=False, **attrs):
        """Returns the :class:`Hits` of rays from (x, y) to (x+dx, y+dy). ``attrs`` are those of the rays."""
        n, columns, made = _questions(x=x, y=y, dx=dx, dy=dy)
        out = ctypes.c_void_p()
        self._call("cast_rays", n, *made, columns.asking(attrs, inside=inside, ignore_sensors=ignore_sensors), out)
        return Hits(*_fields(out.value, n, HIT))

    def cast_shapes(self, ids, dx, dy, turn=None, *, ignore_sensors=False, strict=False):
        """Returns the :class:`Hits` of shapes that move by (dx, dy) and turn on their way.

        With strict, touching is no hit, so a character that touches the floor can slide along it.
        """
        ids = _numbers("ids", ids, np.uint64, np.ascontiguousarray)
        columns = _Columns(ids.size)
        made = columns.columns(dx=dx, dy=dy, turn=turn)
        out = ctypes.c_void_p()
        self._call("cast_shapes", ids.size, ids.ctypes.data, *made, columns.asking({}, ignore_sensors=ignore_sensors, strict=strict), out)
        return Hits(*_fields(out.value, ids.size, HIT))

    def at_points(self, x, y, *, within=0.0, ignore_sensors=False, **attrs):
        """Returns the :class:`Overlaps` of shapes that hold points, or come within a distance of them."""
        n, columns, made = _questions(x=x, y=y)
        rows = c.Rows()
        self._call("at_points", n, *made, columns.asking(attrs, within=within, ignore_sensors=ignore_sensors), rows)
        return Overlaps(*_rows(rows, OVERLAP))

    def in_boxes(self, min_x, min_y, max_x, max_y, *, within=0.0, ignore_sensors=False, **attrs):
        """Returns the :class:`Overlaps` of shapes that meet boxes."""
        n, columns, made = _questions(min_x=min_x, min_y=min_y, max_x=max_x, max_y=max_y)
        rows = c.Rows()
        self._call("in_boxes", n, *made, columns.asking(attrs, within=within, ignore_sensors=ignore_sensors), rows)
        return Overlaps(*_rows(rows, OVERLAP))

    def nearest(self, x, y, k=1, *, within=0.0, ignore_sensors=False, **attrs):
        """Returns the k :class:`Neighbours` of points, those within a distance if that is not 0."""
        n, columns, made = _questions(x=x, y=y)
        rows = c.Rows()
        self._call("nearest", n, *made, k, columns.asking(attrs, within=within, ignore_sensors=ignore_sensors), rows)
        return Neighbours(*_rows(rows, NEIGHBOUR))

    def within(self, distance, *, centres=False, walls=None):
        """Returns offsets and indices: the shapes within a distance of shape i, by index, are
        indices[offsets[i]:offsets[i+1]]. centres: the distance is that of positions. walls is another scene, for which
        :meth:`index` was called. With it, only shapes in sight are listed: no shape of walls lies between the two
        positions. The answer is about the shapes as they are now."""
        if walls is not None and not isinstance(walls, Scene):
            raise c.BadType(f"walls is {walls!r}: want a Scene")
        if walls is not None and walls._handle is None:
            raise c.Error("the scene of walls is closed", "scene")
        rows = c.Rows()
        self._call("within", distance, bool(centres), walls._handle if walls is not None else 0, rows)
        offsets = _array(rows.offsets, rows.n + 1, np.int64, True)
        return offsets, _array(rows.answers, int(offsets[-1]), np.uint32, True)


class _Columns:
    """Makes columns of n entries, and keeps what they point to."""

    def __init__(self, n):
        self.n = n
        self.kept = []

    def columns(self, **columns):
        return [self.column(name, v) for name, v in columns.items()]

    def column(self, name, v):
        if v is None:
            return c.Column()
        a = _numbers(name, v)
        if a.ndim and a.shape != (self.n,):
            raise c.BadValue(f"column {name} has shape {a.shape}, and there are to be {self.n} entries")
        return self.fixed(name, a)

    def fixed(self, name, a):
        kind = c.TYPES.get(a.dtype.str[1:]) if a.dtype.isnative else None
        if kind is None:
            try:
                a = a.astype(np.float64 if a.dtype.kind == "f" else np.int64, casting="safe")
            except TypeError:
                raise c.BadType(f"column {name} of {a.dtype} is none of numbers that Daylight reads: convert it to float64 or int64") from None
            kind = c.TYPES[a.dtype.str[1:]]
        self.kept.append(a)
        return c.Column(a.ctypes.data, a.strides[0] if a.ndim else 0, kind)

    def address(self, a):
        self.kept.append(a)
        return a.ctypes.data

    def poses(self, **columns):
        return c.Poses(**{name: self.column(name, v) for name, v in columns.items()})

    def attrs(self, attrs):
        known = [name for name, _ in c.Attrs._fields_]
        if unknown := set(attrs) - set(known):
            raise c.BadName(f"there is no attribute {', '.join(sorted(unknown))}: want {', '.join(known)}")
        if not attrs:
            return None
        made = c.Attrs(**{name: self.column(name, v) for name, v in attrs.items()})
        self.kept.append(made)
        return ctypes.pointer(made)

    def asking(self, attrs, **fields):
        return c.filled(c.Asking, attrs=self.attrs(attrs), **fields)


def _questions(**columns):
    n = max((np.size(v) for v in columns.values() if np.ndim(v)), default=1)
    made = _Columns(n)
    return n, made, made.columns(**columns)


def _numbers(name, v, dtype=None, make=np.asarray):
    try:
        return make(v, dtype)
    except (TypeError, ValueError, OverflowError) as e:
        raise (c.BadType if isinstance(e, TypeError) else c.BadValue)(f"{name}: {e}") from None


def _corners(rings):
    arrays = [_numbers(f"ring {i}", ring, np.float64) for i, ring in enumerate(rings)]
    for i, a in enumerate(arrays):
        if a.ndim != 2 or a.shape[1] != 2:
            raise c.BadValue(f"ring {i} has shape {a.shape}: want an array of corners (k, 2)")
    offsets = np.zeros(len(arrays) + 1, np.int64)
    np.cumsum([len(a) for a in arrays], out=offsets[1:])
    return (np.concatenate(arrays) if arrays else np.empty((0, 2))), offsets


def _array(address, n, dtype, copy, scene=None):
    """An array of the library's memory, which keeps the scene that has it, or a copy of it."""
    dtype = np.dtype(dtype)
    if not address or not n:
        return np.empty(0, dtype)
    memory = (ctypes.c_char * (n * dtype.itemsize)).from_address(address)
    memory.scene = scene
    a = np.frombuffer(memory, dtype)
    if copy:
        return a.copy()
    a.flags.writeable = False
    return a


def _fields(address, n, dtype):
    records = _array(address, n, dtype, False)
    return [np.ascontiguousarray(records[name]) for name in dtype.names]


def _rows(rows, dtype):
    offsets = _array(rows.offsets, rows.n + 1, np.int64, True)
    return [offsets, *_fields(rows.answers, int(offsets[-1]), dtype)]


def _how(struct, call, how, **more):
    known = {name for name, _ in struct._fields_} - {"omit", *more}
    if unknown := set(how) - known:
        raise c.BadName(f"{call} has no {', '.join(sorted(unknown))}: want {', '.join(sorted(known))}")
    return c.filled(struct, **how, **more)


def _contacts(found, copy, scene):
    def column(address, dtype):
        return _array(address, found.n, dtype, copy, scene) if address or not found.n else None

    points = (column(found.point1, POINT), column(found.point2, POINT)) if found.point1 else None
    floats = [column(address, np.float32) for address in (found.depth, found.nx, found.ny)]
    time = column(found.time, np.float32) if found.time else None
    return Contacts(column(found.a, np.uint64), column(found.b, np.uint64), *floats, time, points)
