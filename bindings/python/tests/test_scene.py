# SPDX-License-Identifier: MIT
"""Scenes, held against what is known of a few shapes, and against brute force in numpy."""

import os
import subprocess
import sys
import unittest
import weakref

import numpy as np

import daylight


class Steps(unittest.TestCase):
    def test_columns_of_any_kind(self):
        records = np.zeros(3, [("pad", "u1"), ("x", "f8"), ("y", "f4"), ("r", "i4")])
        records["x"], records["r"] = [0, 1.5, 9], 1
        with daylight.Scene() as s:
            ids = s.add_circles(records["x"], records["y"], records["r"])
            c = s.step()
            self.assertEqual((c.a.tolist(), c.b.tolist()), ([ids[0]], [ids[1]]))
            self.assertEqual((c.depth[0], c.nx[0], c.ny[0]), (0.5, 1, 0))
            self.assertIsNone(c.time)
            s.set_poses(x=[3.0], first=2)
            self.assertEqual(len(s.step().a), 2)
            x, y, cosine, sine = s.poses()
            self.assertEqual(x.tolist(), [0, 1.5, 3])
            s.remove(ids[2:])
            self.assertEqual((len(s), len(s.step().a)), (2, 1))

    def test_brute_force(self):
        random = np.random.default_rng(1)
        n = 2000
        x, y, r = random.uniform(0, 60, n), random.uniform(0, 60, n), random.uniform(0.1, 1, n)
        with daylight.Scene(canonical=True) as s:
            s.add_circles(x, y, r)
            for _ in range(3):
                x += random.uniform(-0.5, 0.5, n)
                s.set_poses(x, y)
                c = s.step()
                gap = np.hypot(x[:, None] - x, y[:, None] - y) - r[:, None] - r
                a, b = np.nonzero(np.triu(gap <= 0, 1))
                self.assertEqual((c.a >> np.uint64(32)).tolist(), a.tolist())
                self.assertEqual((c.b >> np.uint64(32)).tolist(), b.tolist())
                np.testing.assert_allclose(c.depth, -gap[a, b], atol=2e-6)

    def test_kinds(self):
        with daylight.Scene("manifold") as s:
            s.add_boxes(0, 0, 1, 1)
            s.add_boxes(1.9, 0, 0.5, 0.5, radius=0.5)
            s.add_capsules(-1.4, 0, 1, 0.5, angle=np.pi / 2)
            s.add_polygons(np.array([[[-1, 0.9], [1, 0.9], [0, 3]]]))
            whole = s.add_region([[-3, -4], [3, -4], [3, -3], [-0.5, -3], [-0.5, -0.9], [-3, -0.9]])
            c = s.step()
            box = {b for a, b in zip((c.a >> np.uint64(32)).tolist(), (s.region_of(c.b) >> np.uint64(32)).tolist()) if a == 0}
            self.assertEqual(box, {1, 2, 3, whole >> 32})
            self.assertTrue((c.points[0]["feature"] != 0).all())
            s.set_poses(y=np.array([-100.0]), first=whole >> 32)
            self.assertNotIn(whole, s.region_of(s.step().b).tolist())

    def test_motion(self):
        with daylight.Scene(velocities=True, events=True) as s:
            s.add_circles([0, 4], 0, 1)
            s.set_velocities([1, -1], 0)
            self.assertEqual(len(s.advance(0.5).a), 0)
            self.assertEqual(s.advance(1).depth.tolist(), [1])
            e = s.events()
            self.assertEqual((len(e.begin), len(e.end), e.was.tolist()), (1, 0, [-1]))
            self.assertEqual(s.velocities()[0].tolist(), [1, -1])
            overlaps, deepest = s.separate()
            self.assertEqual((overlaps, deepest), (1, 1))
            self.assertLess(s.step().depth.max(initial=0), 1e-6)
        with daylight.Scene("swept", velocities=True) as s:
            s.add_circles([0, 4], 0, 1)
            s.set_velocities([1, -1])
            self.assertEqual(s.step().time.tolist(), [1])

    def test_torus(self):
        with daylight.Scene(period_x=10) as s:
            s.add_circles([0.5, 9.5, 5], 0, 1)
            self.assertEqual(s.step().nx.tolist(), [-1])
            self.assertEqual(s.within_distance(0.5)[0].tolist(), [0, 1, 2, 2])

    def test_bodies(self):
        # Discs in a star that does not move: one push parts all of them. Pushed by its parts, many stay for ever.
        angle, far = np.arange(10) * np.pi / 5, np.tile([10.0, 5.0], 5)
        x, y = (v.ravel() - 10.0 for v in np.mgrid[:21, :21])
        for whole in (False, True):
            with daylight.Scene() as s:
                star = s.add_region(np.column_stack([far * np.cos(angle), far * np.sin(angle)]), static=1)
                discs = s.add_circles(x, y, 0.4, group=-1)
                for _ in range(1 if whole else 10):
                    s.step()
                    found = s.push_bodies() if whole else s.separate()
                if whole:
                    self.assertEqual(set(found.a.tolist()), {star})
                    moved = np.column_stack(s.poses()[:2])[found.b >> np.uint64(32)]
                    before = np.column_stack([x, y])[np.searchsorted(discs, found.b)]
                    np.testing.assert_allclose(moved - before, np.column_stack([found.x, found.y]), atol=1e-6)
                s.step()
                left = s.push_bodies()
                self.assertEqual(left.excess.max(), 0)
                deep = np.count_nonzero(np.hypot(left.x, left.y) > 1e-5)
                self.assertEqual(deep == 0, whole, deep)

    def test_worlds(self):
        with daylight.Scene() as s:
            s.add_circles(np.zeros(6), 0, 1, world=[0, 0, 2, 2, 2, 1])
            s.step()
            offsets, order = s.by_world(3)
            self.assertEqual(offsets.tolist(), [0, 1, 1, 4])
            self.assertEqual(sorted(order.tolist()), [0, 1, 2, 3])

    def test_views(self):
        with daylight.Scene() as s:
            s.add_circles([0, 1], 0, 1)
            c = s.step(copy=False)
            self.assertFalse(c.depth.flags.owndata)
            with self.assertRaises(ValueError):
                c.depth[0] = 7
        s = daylight.Scene()
        s.add_circles([0, 1], 0, 1)
        depth = s.step(copy=False).depth
        held = weakref.ref(s)
        del s
        self.assertIsNotNone(held())  # the view keeps it
        self.assertEqual(depth.tolist(), [1])
        del depth
        self.assertIsNone(held())


class Solving(unittest.TestCase):
    DT = 1 / 60

    def over_floor(self, x, y, angle=0.0):
        """A floor whose top is at 0, of index 0, and boxes of a size of 1."""
        s = daylight.Scene("manifold", 0.2, velocities=True, canonical=True)
        self.addCleanup(s.close)
        s.add_boxes(0, -1, 100, 1, static=1)
        s.add_boxes(x, y, 0.5, 0.5, angle=angle)
        return s

    def frames(self, s, n, **how):
        for _ in range(n):
            c = s.step()
            done = s.solve(self.DT, gravity_y=-10, **how)
        return c, done

    def test_spin(self):
        s = self.over_floor([0, 5], 1, 0.6)
        s.set_fixed_rotations([0, 0, 1])
        c, done = self.frames(s, 240, friction=0.6, density=2, impulses=1)
        x, y, cosine, sine = s.poses()
        np.testing.assert_allclose([y[1], sine[1]], [0.5, 0], atol=0.01)  # it landed on its corner, and lies flat
        np.testing.assert_allclose(sine[2], np.sin(0.6), atol=1e-6)
        normal = done.impulses[0]["normal"] + done.impulses[1]["normal"]
        np.testing.assert_allclose(normal, 2 * 10 * self.DT, atol=1e-3)  # the weight of each
        self.assertEqual((done.contacts, len(c.a)), (2, 2))
        s.step()
        self.assertEqual(s.solve(self.DT, omit=[True, False]).contacts, 1)
        self.assertIsNone(s.solve(self.DT).impulses)

    def test_no_spin(self):
        with daylight.Scene(velocities=True) as s:
            s.add_boxes(0, 0, 1, 1)
            s.step()
            with self.assertRaisesRegex(daylight.Error, "no_spin"):
                s.solve(1)
            s.solve(1, gravity_y=-2, no_spin=1)
            self.assertEqual(s.velocities()[1].tolist(), [-2])

    def test_materials(self):
        s = self.over_floor([0, 5], 0.5)
        s.set_materials(friction=[0.5, 0.5, 0], surface_speed=np.array([3.0, 0, 0]))
        for frames in (30, 60):
            self.frames(s, 30)
            np.testing.assert_allclose(s.velocities()[0][1:], [min(0.5 * 10 * self.DT * frames, 3), 0], atol=0.01)
        with self.assertRaisesRegex(daylight.Error, "Friction: 0.5"):
            self.frames(s, 1, friction=0.5)

    def test_state(self):
        n = 12
        i = np.arange(n)
        x, y = i % 4 + 0.1 * i, 0.6 + i // 4 * 1.1
        s, again = self.over_floor(x, y), self.over_floor(x, y)
        self.frames(s, 40, friction=0.5)
        x, y, cosine, sine = s.poses()
        again.set_poses(x, y, cosine=cosine, sine=sine)
        again.set_velocities(*s.velocities())
        again.set_state(s.state())
        for of in (s, again):
            self.frames(of, 40, friction=0.5)
        np.testing.assert_array_equal(s.poses(), again.poses())
        with self.assertRaisesRegex(ValueError, "does not begin"):
            s.set_state(b"none")


class Questions(unittest.TestCase):
    def setUp(self):
        self.s = daylight.Scene()
        self.ids = self.s.add_circles([0, 3, 6], 0, 1)
        self.s.index()

    def tearDown(self):
        self.s.close()

    def test_rays(self):
        h = self.s.cast_rays([-5, 3], [0, 5], [10, 0], [0, -2])
        self.assertEqual(h.shape.tolist(), [self.ids[0], 0])
        self.assertAlmostEqual(h.fraction[0], 0.4, 6)
        self.assertEqual(self.s.cast_shapes(self.ids[:1], 5, 0).shape.tolist(), [self.ids[1]])

    def test_strict_casts(self):
        floor, character = (self.s.add_boxes(0, y, w, 1) for y, w in ((-9, 20), (-7, 1)))
        self.s.index()
        for strict, dx, dy, met in ((False, 3, 0, floor), (True, 3, 0, [0]), (True, -2, 1, [0]), (True, 0, -1, floor)):
            h = self.s.cast_shapes(character, dx, dy, strict=strict)
            self.assertEqual((h.shape.tolist(), h.fraction[0] < 1e-6), (list(met), met is floor), (strict, dx, dy))

    def test_overlaps(self):
        o = self.s.overlap_points([-5, 3], 0)
        self.assertEqual((o.offsets.tolist(), o.shape.tolist(), o.depth.tolist()), ([0, 0, 1], [self.ids[1]], [1]))
        self.assertEqual(self.s.overlap_boxes(-1, -1, 2.5, 2.5).shape.tolist(), self.ids[:2].tolist())
        self.assertEqual(len(self.s.overlap_points([3.0], 0, within=4).shape), 3)

    def test_neighbours(self):
        k = self.s.nearest_to_points([-5, 3], 0, 2)
        self.assertEqual((k.offsets.tolist(), k.distance.tolist()[0], k.qx.tolist()[0]), ([0, 2, 4], 4, -5))
        offsets, indices = self.s.within_distance(1)
        self.assertEqual((offsets.tolist(), indices.tolist()), ([0, 1, 3, 4], [1, 0, 2, 1]))

    def test_sight(self):
        with daylight.Scene() as walls:
            walls.add_capsules(1.5, 0, 1, angle=np.pi / 2)
            walls.index()
            offsets, indices = self.s.within_distance(1, walls=walls)
            self.assertEqual((offsets.tolist(), indices.tolist()), ([0, 0, 1, 2], [2, 1]))
        with self.assertRaisesRegex(daylight.Error, "closed"):
            self.s.within_distance(1, walls=walls)


class Shapes(unittest.TestCase):
    """What asks or is decided by whole shapes: a square, one that touches it, one within it, and another scene's disc."""

    def setUp(self):
        self.s, self.other = daylight.Scene(), daylight.Scene()
        self.ids = self.s.add_boxes([0, 2, 0.25], 0, [1, 1, 0.5], [1, 1, 0.5])
        self.disc = self.other.add_circles(0.25, 0, 0.1)
        self.s.index()

    def test_exact(self):
        e = self.s.exact()
        self.assertEqual((e.a.tolist(), e.b.tolist(), e.overlapping.tolist()), (self.ids[[0, 0]].tolist(), self.ids[1:].tolist(), [False, True]))
        with self.assertRaisesRegex(ValueError, "torus"):
            daylight.Scene(period_x=9).exact()

    def test_exact_takes_poses_as_steps_do(self):
        for cosine, apart in ((1.3, 2.5), (0.8, 1.9), (5, 1.9), (float("nan"), 1.9)):
            with daylight.Scene() as s:
                s.add_boxes([0, apart], [0, 0], 1, 1)
                s.set_poses([0, apart], [0, 0], cosine=[cosine] * 2, sine=[0, 0])
                self.assertEqual(len(s.exact().a), len(s.step().a), cosine)

    def test_exact_has_one_row_for_two_regions(self):
        corner = np.array([[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]], float)
        for order in ([0, 2, 5], [2, 0, 5], [5, 2, 0]):
            with daylight.Scene("overlap") as s:
                ids = s.add_circles(np.arange(6) * 1000 + 5000.0, np.zeros(6), np.ones(6))
                s.remove(ids[order])
                a, b = sorted((s.add_region(corner), s.add_region(corner + 0.5)))
                found = s.exact()
                self.assertEqual((list(found.a), list(found.b), list(found.overlapping)), ([a], [b], [True]))

    def test_by_shapes(self):
        self.assertEqual(self.s.ids().tolist(), self.ids.tolist())
        offsets, covers = self.s.cover_shapes()
        self.assertEqual((offsets.tolist(), covers.tolist()), ([0, 0, 0, 1], [self.ids[0]]))
        o = self.s.overlap_shapes(of=self.other)
        self.assertEqual((o.offsets.tolist(), o.shape.tolist()), ([0, 2], self.ids[[0, 2]].tolist()))
        np.testing.assert_allclose(o.depth, [0.85, 0.6], atol=1e-6)
        self.assertEqual(self.s.overlap_shapes(self.disc, of=self.other, skip=self.ids[0]).shape.tolist(), [self.ids[2]])
        self.assertEqual(self.s.nearest_to_shapes(self.ids[:1]).shape.tolist(), [self.ids[2]])
        self.assertEqual(self.s.cast_shapes(self.disc, 0, 5, of=self.other, strict=True).shape.tolist(), [self.ids[0]])
        hits = self.s.cast_rays_all(-9, 0.75, 20, 0)
        self.assertEqual((hits.offsets.tolist(), hits.shape.tolist(), hits.fraction.tolist()), ([0, 2], self.ids[:2].tolist(), [0.4, 0.5]))
        self.other.close()
        with self.assertRaisesRegex(daylight.Error, "other scene is closed"):
            self.s.overlap_shapes(self.disc, of=self.other)

    def test_push(self):
        self.s.step()
        p = self.s.push()
        self.assertEqual(p.shape.tolist(), self.ids.tolist())
        np.testing.assert_allclose(np.hypot(p.x, p.y)[[0, 2]], 1.25, atol=1e-5)
        self.assertEqual((self.s.poses()[0].tolist(), self.s.stats().contacts, self.s.stats().kernels in ("go", "avx2", "avx512")), ([0, 2, 0.25], 2, True))

    def test_join(self):
        bodies, walls = daylight.Scene(velocities=True), daylight.Scene()
        bodies.add_boxes([0, 0.5], 2, 0.5, 0.5)
        walls.add_boxes(0, 0, 50, 0.5, static=1)
        both = daylight.Scene("manifold", 0.2, join=(bodies, walls))
        for _ in range(120):
            both.step()
            done = both.solve(1 / 60, gravity_y=-10, friction=0.5, impulses=True)
        np.testing.assert_allclose(bodies.poses()[1], 1, atol=0.02)
        np.testing.assert_allclose(done.impulses[0]["normal"] + done.impulses[1]["normal"], 10 / 60, atol=1e-3)
        del bodies, walls  # which the join keeps
        self.assertEqual(both.step().a.size, 2)
        with self.assertRaisesRegex(ValueError, "no shapes of its own"):
            both.add_circles(0, 0, 1)


class Errors(unittest.TestCase):
    def refused(self, kind, words, do):
        with self.assertRaises(daylight.Error) as e:
            do()
        self.assertEqual(e.exception.kind, kind, e.exception)
        self.assertIn(words, str(e.exception))

    def test_questions(self):
        with daylight.Scene() as s:
            s.add_circles([0, 1, 2], 0, 1)
            s.index()
            self.refused("argument", "k is -1", lambda: s.nearest_to_points([0], [0], -1))
            self.refused("argument", "skip: ", lambda: s.overlap_points([0, 1, 2], [0, 0, 0], skip=[1, 2]))

    def test_words(self):
        s = daylight.Scene(memory_limit=1 << 20)
        self.refused("shape", "radius", lambda: s.add_circles([0, 1], 0, [1, -1]))
        self.refused("shape", "not convex", lambda: s.add_polygons([[[0, 0], [2, 0], [2, 2], [1, 0.5], [0, 2]]]))
        self.refused("argument", "3 entries", lambda: s.add_circles([0, 1, 2], [0, 1], 1))
        self.refused("argument", "column x of <U1", lambda: s.add_circles(["a"], 0, 1))
        self.refused("argument", "colour", lambda: s.add_circles(0, 0, 1, colour=3))
        self.refused("argument", "column world: entry 0 is 0.5", lambda: s.add_circles(0, 0, 1, world=0.5))
        self.refused("argument", "indices", lambda: s.set_poses(x=[1.0], first=5))
        self.refused("argument", "daylight_index", lambda: s.nearest_to_points(0, 0))
        for call in (s.separate, s.push_bodies, lambda **how: s.solve(1, **how)):
            with self.assertRaisesRegex(TypeError, "bounce"):
                call(bounce=1)
        self.refused("argument", "daylight_step first", s.push_bodies)
        s.add_circles(np.zeros(1000), 0, 1)
        self.refused("limit", "MemoryLimit", s.step)
        s.close()
        self.refused("scene", "closed", s.step)
        s.close()
        self.refused("argument", "mode 'all'", lambda: daylight.Scene("all"))
        self.refused("argument", "sse9", lambda: daylight.Scene(kernels="sse9"))

    def test_classes(self):
        s = daylight.Scene()
        for base, words, do in [
            (ValueError, "column radius has shape (2,)", lambda: s.add_circles([0, 1, 2], 0, [1, 2])),
            (ValueError, "column hx has shape (2,)", lambda: s.add_boxes(0, 0, [1, 1], [1, 2, 3])),
            (ValueError, "column vx has shape (1,)", lambda: s.set_velocities([1.0], [1.0, 2.0])),
            (ValueError, "column dx has shape (2,)", lambda: s.cast_rays([0, 1, 2], 0, [1, 1], 0)),
            (ValueError, "column group has shape (2,)", lambda: s.add_circles([0, 1, 2], 0, 1, group=[1, 2])),
            (ValueError, "poses have no columns x and y", lambda: s.add_circles(None, None, 1)),
            (ValueError, "mode 'all'", lambda: daylight.Scene("all")),
            (ValueError, "radius", lambda: s.add_circles(0, 0, -1)),
            (ValueError, "ring 0", lambda: s.add_polygons([[["a", 0], [1, 0], [0, 1]]])),
            (ValueError, "ids", lambda: s.remove(["a"])),
            (TypeError, "column x of <U1", lambda: s.add_circles(["a"], 0, 1)),
            (TypeError, "column hx of object", lambda: s.add_boxes(0, 0, object(), 1)),
            (TypeError, "margin is 'a'", lambda: daylight.Scene(margin="a")),
            (TypeError, "kernels is 3", lambda: daylight.Scene(kernels=3)),
            (TypeError, "friction is 'a'", lambda: s.solve(1, friction="a")),
            (TypeError, "within is 'a'", lambda: s.overlap_points(0, 0, within="a")),
            (TypeError, "advance", lambda: s.advance("a")),
            (KeyError, "there is no attribute colour", lambda: s.add_circles(0, 0, 1, colour=3)),
            (TypeError, "duration is 'a'", lambda: s.solve("a")),
            (ValueError, "omit has shape (1,), and there are 0 contacts", lambda: s.solve(1, omit=[True])),
            (TypeError, "state is int", lambda: s.set_state(3)),
            (TypeError, "walls is 3", lambda: s.within_distance(1, walls=3)),
        ]:
            with self.assertRaises(daylight.Error) as e:
                do()
            self.assertIsInstance(e.exception, base, words)
            self.assertIn(words, str(e.exception))

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_fork(self):
        with daylight.Scene() as s:
            s.add_circles([0, 1], 0, 1)
            s.step()
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    s.step()
                except daylight.Error as e:
                    code = 0 if e.kind == "forked" and "spawn" in str(e) else 2
                finally:
                    os._exit(code)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            self.assertEqual(len(s.step().a), 1)

    def test_missing(self):
        code = "import daylight\ntry: daylight.Scene()\nexcept daylight.Error as e: print(e.kind, e)"
        out = subprocess.run([sys.executable, "-c", code], env={**os.environ, "DAYLIGHT_LIBRARY": "/nowhere.so"}, capture_output=True, text=True).stdout
        self.assertIn("missing /nowhere.so cannot be loaded", out)


if __name__ == "__main__":
    unittest.main()
