// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/must"
	"daylight/soa"
)

// vertex and edge name a half of a feature.
type half struct {
	index  int
	vertex bool
}

func vertex(i int) half { return half{i, true} }
func edge(i int) half   { return half{i, false} }

type point struct {
	x, y, depth float64
	a, b        half
}

type adder func(*soa.Shapes) (soa.ID, error)

func aBox(p soa.Pose, hx, hy float64) adder {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddBox(p, hx, hy, soa.Attrs{}) }
}

func aCircle(x, y, r float64) adder {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddCircle(soa.At(x, y, 0), r, soa.Attrs{}) }
}

func aCapsule(ax, ay, bx, by, r float64) adder {
	return func(s *soa.Shapes) (soa.ID, error) {
		return s.AddSegmentBetween(soa.Point{X: ax, Y: ay}, soa.Point{X: bx, Y: by}, r, soa.Attrs{})
	}
}

func aPolygon(p soa.Pose, r float64, pts ...soa.Point) adder {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddPolygon(p, pts, r, soa.Attrs{}) }
}

// Worked by hand. Points are relative to A's position, in the order of the normal
// turned anticlockwise. The cases of two boxes follow box2d-lite (Catto, "Modeling and
// Solving Constraints", GDC 2007): the incident edge clipped by the reference edge's
// sides; those of capsules the closest points of two segments (Ericson, "Real-Time
// Collision Detection", 5.1.9), and both ends where they are parallel.
var manifolds = []struct {
	name   string
	a, b   adder
	margin float64
	nx, ny float64
	points []point
}{
	{
		"box flat on a wider box", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(1, 1.75, 0), 1, 1), 0, 0, 1,
		// n = (0, 1) turned is (-1, 0): right to left.
		[]point{{2, 0.875, 0.25, edge(2), vertex(1)}, {0, 0.875, 0.25, edge(2), vertex(0)}},
	},
	{
		"box overhanging a box", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(4, 1.75, 0), 2, 1), 0, 0, 1,
		[]point{{4, 0.875, 0.25, vertex(2), edge(0)}, {2, 0.875, 0.25, edge(2), vertex(0)}},
	},
	{
		"box on a box of its width", aBox(soa.At(0, 0, 0), 2, 1), aBox(soa.At(0, 2, 0), 2, 1), 0, 0, 1,
		[]point{{2, 1, 0, vertex(2), vertex(1)}, {-2, 1, 0, vertex(3), vertex(0)}},
	},
	{
		"box resting on a box", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(0, 2, 0), 1, 1), 0, 0, 1,
		[]point{{1, 1, 0, edge(2), vertex(1)}, {-1, 1, 0, edge(2), vertex(0)}},
	},
	{
		"corner of a box on a box", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(0.5, 1+math.Sqrt2-0.25, math.Pi/4), 1, 1), 0, 0, 1,
		[]point{{0.5, 0.875, 0.25, edge(2), vertex(0)}},
	},
	{
		"corner of a box above a box, within the margin", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(0.5, 1+math.Sqrt2+0.25, math.Pi/4), 1, 1), 0.5, 0, 1,
		[]point{{0.5, 1.125, -0.25, edge(2), vertex(0)}},
	},
	{
		"flat boxes apart within the margin", aBox(soa.At(0, 0, 0), 4, 1), aBox(soa.At(0, 2.25, 0), 1, 1), 0.5, 0, 1,
		[]point{{1, 1.125, -0.25, edge(2), vertex(1)}, {-1, 1.125, -0.25, edge(2), vertex(0)}},
	},
	{
		// Rotation (0.8, 0.6): half extents 5 reach 7 either way, and B's lowest vertex,
		// 0, is at (5, 0.5) - (1, 7). The edge from it climbs (8, 6), so that it is 0.5
		// deep there, and leaves A's top (height 0 at y=-6) again: one point.
		"tilted box", aBox(soa.At(0, -8, 0), 20, 2), aBox(soa.Pose{X: 5, Y: 0.5, C: 0.8, S: 0.6}, 5, 5), 0, 0, 1,
		[]point{{4, 1.75, 0.5, edge(2), vertex(0)}},
	},
	{
		"tilted box, both ends in the margin", aBox(soa.At(0, -8, 0), 20, 2), aBox(soa.Pose{X: 5, Y: 0.5, C: 0.8, S: 0.6}, 5, 5), 6, 0, 1,
		// The other end of the edge is vertex 1, at (12, -0.5): gap 5.5, halfway up 2.75.
		[]point{{7 + 5, 4.75, -5.5, edge(2), vertex(1)}, {4, 1.75, 0.5, edge(2), vertex(0)}},
	},
	{
		"two equal squares at the same place", aBox(soa.At(3, 3, 0), 1, 1), aBox(soa.At(3, 3, 0), 1, 1), 0, 1, 0,
		[]point{{0, -1, 2, vertex(1), vertex(0)}, {0, 1, 2, vertex(2), vertex(3)}},
	},
	{
		"squares touching at a corner", aBox(soa.At(0, 0, 0), 1, 1), aBox(soa.At(2, 2, 0), 1, 1), 0, 1, 0,
		[]point{{1, 1, 0, vertex(2), vertex(0)}},
	},
	{
		"corner to corner", aBox(soa.At(0, 0, math.Pi/4), 1, 1), aBox(soa.At(0, 2*math.Sqrt2+0.25, math.Pi/4), 1, 1), 0.5, 0, 1,
		[]point{{0, math.Sqrt2 + 0.125, -0.25, vertex(2), vertex(0)}},
	},
	{
		"box within a box", aBox(soa.At(0, 0, 0), 4, 4), aBox(soa.At(2, 1, 0), 1, 1), 0, 1, 0,
		// B's left side at 1, A's right side at 4.
		[]point{{2.5, 0, 3, edge(1), vertex(0)}, {2.5, 2, 3, edge(1), vertex(3)}},
	},
	{
		"circles", aCircle(0, 0, 2), aCircle(2.4, 3.2, 3), 0, 0.6, 0.8,
		[]point{{0.9, 1.2, 1, vertex(0), vertex(0)}},
	},
	{
		"circles on one spot", aCircle(5, 6, 2), aCircle(5, 6, 1), 0, 1, 0,
		[]point{{0.5, 0, 3, vertex(0), vertex(0)}},
	},
	{
		"circle on a box", aCircle(1, 2.5, 2), aBox(soa.At(0, 0, 0), 4, 1), 0, 0, -1,
		[]point{{0, -1.75, 0.5, vertex(0), edge(2)}},
	},
	{
		"circle at a corner", aBox(soa.At(0, 0, 0), 3, 1), aCircle(6, 5, 6), 0, 0.6, 0.8,
		// 5 from the corner (3, 1): its surface lies 1 behind it.
		[]point{{2.7, 0.6, 1, vertex(2), vertex(0)}},
	},
	{
		"parallel capsules", aCapsule(-3, 0, 3, 0, 1), aCapsule(-1, 1.5, 5, 1.5, 1), 0, 0, 1,
		[]point{{3, 0.75, 0.5, vertex(1), edge(0)}, {-1, 0.75, 0.5, edge(1), vertex(0)}},
	},
	{
		"parallel capsules, turned round", aCapsule(3, 0, -3, 0, 1), aCapsule(-1, 1.5, 5, 1.5, 1), 0, 0, 1,
		[]point{{3, 0.75, 0.5, vertex(0), edge(0)}, {-1, 0.75, 0.5, edge(0), vertex(0)}},
	},
	{
		"capsules in a cross", aCapsule(-10, 0, 10, 0, 0.5), aCapsule(0, -1, 0, 9, 0.25), 0, 0, 1,
		// B's end 1 under A's core: surfaces at 0.5 and -1.25.
		[]point{{0, -0.375, 1.75, edge(1), vertex(0)}},
	},
	{
		"segments in a cross, aslant", aCapsule(-80, -60, 80, 60, 0), aCapsule(0, 5, 5, 0, 0), 0, -0.6, 0.8,
		// B's end (5, 0), 3 from A's line, whose foot is (3.2, 2.4)... halfway between.
		[]point{{4.1, 1.2, 3, edge(1), vertex(1)}},
	},
	{
		"capsules end to end", aCapsule(0, 0, 4, 3, 2), aCapsule(8, 6, 12, 9, 3.5), 0, 0.8, 0.6,
		// About A's middle (2, 1.5): A reaches 2 beyond its end (2, 1.5), B 3.5 of 5 back.
		[]point{{2 + 1.75*0.8, 1.5 + 1.75*0.6, 0.5, vertex(1), vertex(0)}},
	},
	{
		"a T of segments", aCapsule(-10, 0, 10, 0, 0), aCapsule(3, 0, 3, 9, 0), 0, 0, 1,
		[]point{{3, 0, 0, edge(1), vertex(0)}},
	},
	{
		"segment through a box", aBox(soa.At(0, 0, 0), 2, 3), aCapsule(-10, 1, 10, 1, 0), 0, 0, 1,
		[]point{{2, 2, 2, vertex(2), edge(0)}, {-2, 2, 2, vertex(3), edge(0)}},
	},
	{
		"segment through a polygon", aPolygon(soa.At(0, 0, 0), 0, soa.Point{X: -2, Y: -3}, soa.Point{X: 2, Y: -3}, soa.Point{X: 2, Y: 3}, soa.Point{X: -2, Y: 3}),
		aCapsule(-10, 1, 10, 1, 0), 0, 0, 1,
		[]point{{2, 2, 2, vertex(2), edge(0)}, {-2, 2, 2, vertex(3), edge(0)}},
	},
	{
		// The hypotenuse of the 3-4-5 triangle has normal (0.6, 0.8).
		"corner in the hypotenuse", aPolygon(soa.At(0, 0, 0), 0, soa.Point{}, soa.Point{X: 4}, soa.Point{Y: 3}),
		aPolygon(soa.At(1, 2, 0), 0, soa.Point{}, soa.Point{X: 8}, soa.Point{X: 8, Y: 7}), 0, 0.6, 0.8,
		// (1, 2) is 1/5 inside.
		[]point{{1.06, 2.08, 0.2, edge(1), vertex(0)}},
	},
	{
		"needle on its tip", aBox(soa.At(0, 0, 0), 2, 1), aPolygon(soa.At(0.5, 0.875, 0), 0, soa.Point{}, soa.Point{X: 0x1p-10, Y: 16}, soa.Point{X: -0x1p-10, Y: 16}), 0, 0, 1,
		[]point{{0.5, 0.9375, 0.125, edge(2), vertex(0)}},
	},
	{
		"needle on its side", aBox(soa.At(0, 0, 0), 2, 1), aPolygon(soa.At(0, 1, 0), 0, soa.Point{X: -8}, soa.Point{X: 1}, soa.Point{X: 1, Y: 0x1p-10}), 0, 0, 1,
		[]point{{1, 1, 0, edge(2), vertex(1)}, {-2, 1, 0, vertex(3), edge(0)}},
	},
	{
		"rounded box on a box", aBox(soa.At(0, 0, 0), 4, 1), func(s *soa.Shapes) (soa.ID, error) { return s.AddRoundedBox(soa.At(1, 2.75, 0), 1, 1, 1, soa.Attrs{}) }, 0, 0, 1,
		[]point{{2, 0.875, 0.25, edge(2), vertex(1)}, {0, 0.875, 0.25, edge(2), vertex(0)}},
	},
	{
		"rounded boxes corner to corner", func(s *soa.Shapes) (soa.ID, error) { return s.AddRoundedBox(soa.At(0, 0, 0), 1, 1, 2, soa.Attrs{}) },
		func(s *soa.Shapes) (soa.ID, error) { return s.AddRoundedBox(soa.At(5, 6, 0), 1, 1, 4, soa.Attrs{}) }, 0, 0.6, 0.8,
		[]point{{1 + 1.5*0.6, 1 + 1.5*0.8, 1, vertex(2), vertex(0)}},
	},
}

func TestManifolds(t *testing.T) {
	for _, c := range manifolds {
		for _, table := range isa.All() {
			t.Run(c.name+"/"+table.Name, func(t *testing.T) {
				for _, far := range []float64{0, 1 << 30} {
					shapes := soa.New()
					for _, add := range []adder{c.a, c.b} {
						id := must.Get(add(shapes))(t)
						p, _ := shapes.Pose(id)
						must.Do(t, shapes.SetPosition(id, p.X+far, p.Y-far))
					}
					got, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeManifolds, Margin: c.margin, Kernels: table.Name}))(t)
					if got.Len() != 1 {
						t.Fatalf("%d contacts", got.Len())
					}
					k := got.At(0)
					if math.Hypot(float64(k.NX)-c.nx, float64(k.NY)-c.ny) > 1e-6 {
						t.Errorf("normal (%v, %v), want (%v, %v)", k.NX, k.NY, c.nx, c.ny)
					}
					checkPoints(t, shapes, got, c.points)
				}
			})
		}
	}
}

func checkPoints(t *testing.T, shapes *soa.Shapes, got *batch.Contacts, want []point) {
	t.Helper()
	m := got.At(0)
	if m.N != len(want) {
		t.Fatalf("%+v, want %+v", m, want)
	}
	if m.N == 1 && m.Points[1] != (batch.Point{}) {
		t.Errorf("second point of one: %+v", m.Points[1])
	}
	const tol = 1e-5
	deepest := math.Inf(-1)
	for k, w := range want {
		p := m.Points[k]
		if math.Hypot(float64(p.X)-w.x, float64(p.Y)-w.y) > tol || math.Abs(float64(p.Depth)-w.depth) > tol {
			t.Errorf("point %d: %+v, want %+v", k, p, w)
		}
		i, iv := pair.Feature(p.Feature).A()
		j, jv := pair.Feature(p.Feature).B()
		if (half{i, iv}) != w.a || (half{j, jv}) != w.b {
			t.Errorf("point %d: feature %v %v, want %v %v", k, half{i, iv}, half{j, jv}, w.a, w.b)
		}
		deepest = max(deepest, float64(p.Depth))
	}
	if deepest != float64(got.Depth[0]) {
		t.Errorf("deepest point %v, contact %v", deepest, got.Depth[0])
	}
}
