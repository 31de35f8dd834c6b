// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// rational is the shape as the oracle takes it: the float32 geometry stored, the pose as
// given.
func rational(t testing.TB, s *soa.Shapes, id soa.ID) (oracle.Shape, float64) {
	t.Helper()
	d := must.Get(s.Shape(id))(t)
	o := oracle.Shape{X: d.Pose.X, Y: d.Pose.Y, C: float64(d.Pose.C), S: float64(d.Pose.S), Radius: d.Radius}
	reach := 0.0
	for _, v := range d.Vertices {
		o.Vertices = append(o.Vertices, [2]float64{v.X, v.Y})
		reach = max(reach, math.Hypot(v.X, v.Y))
	}
	return o, reach + d.Radius
}

// TestTruth compares whole steps with rational arithmetic: every pair of small crowded
// scenes of all kinds, near the origin and far away, of human, tiny and huge size.
// Outside the kernels' error bound engine and oracle must agree.
func TestTruth(t *testing.T) {
	rounds := testenv.Rounds(2, 6, 6)
	for _, place := range []struct{ origin, size float64 }{
		{0, 1}, {1e7, 1}, {0, 1e-9}, {-3e12, 1e9}, {1e15, 4},
	} {
		for _, margin := range []float64{0, 0.25, -0.125} {
			t.Run(fmt.Sprintf("origin=%g/size=%g/margin=%g", place.origin, place.size, margin), func(t *testing.T) {
				r := seeded(t, 20)
				for range rounds {
					shapes := soa.New()
					const n = 40
					for range n {
						p := somewhere(r, place.origin, -place.origin, 12*place.size)
						if r.IntN(3) == 0 { // on a grid, upright: touching and parallel edges
							p = soa.At(math.Round(p.X/place.size)*place.size, math.Round(p.Y/place.size)*place.size, float64(r.IntN(4))*math.Pi/2)
						}
						addAny(t, shapes, r, p, place.size, soa.Attrs{})
					}
					checkTruth(t, shapes, margin*place.size)
				}
			})
		}
	}
}

func checkTruth(t *testing.T, shapes *soa.Shapes, margin float64) {
	t.Helper()
	got, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Margin: margin}))(t)
	found := map[[2]soa.ID]batch.Contact{}
	for _, c := range got.All() {
		if c.A >= c.B {
			t.Fatalf("contact %v, %v: A must be the lower", c.A, c.B)
		}
		if _, twice := found[[2]soa.ID{c.A, c.B}]; twice {
			t.Fatalf("contact %v, %v reported twice", c.A, c.B)
		}
		found[[2]soa.ID{c.A, c.B}] = c
	}
	margin = float64(float32(margin))
	ids := livetest.IDs(shapes)
	for i, a := range ids {
		sa, ra := rational(t, shapes, a)
		for _, b := range ids[i+1:] {
			sb, rb := rational(t, shapes, b)
			if d := math.Hypot(sb.X-sa.X, sb.Y-sa.Y); d > 1.001*(ra+rb+max(margin, 0)) {
				// Circles about the shapes are apart: no need to ask the oracle.
				if c, hit := found[[2]soa.ID{a, b}]; hit {
					t.Errorf("%v and %v are far apart, but contact %+v\n%+v\n%+v", a, b, c, sa, sb)
				}
				continue
			}
			p := must.Get(oracle.Measure(sa, sb))(t)
			scale := ra + rb + math.Abs(sb.X-sa.X) + math.Abs(sb.Y-sa.Y)
			bound := float64(kernels.ErrorBounds(float32(scale), 0).Separation)
			truth := p.Float64()
			c, hit := found[[2]soa.ID{a, b}]
			switch {
			case !hit && truth < margin-bound:
				t.Errorf("%v and %v: separation %g is within margin %g, but no contact (bound %g)\n%+v\n%+v", a, b, truth, margin, bound, sa, sb)
			case hit && truth > margin+bound:
				t.Errorf("%v and %v: separation %g is beyond margin %g, but contact %+v (bound %g)\n%+v\n%+v", a, b, truth, margin, c, bound, sa, sb)
			case hit && math.Abs(truth+float64(c.Depth)) > bound:
				t.Errorf("%v and %v: separation %g, depth %g: off by more than %g\n%+v\n%+v", a, b, truth, c.Depth, bound, sa, sb)
			case hit && c.Depth > 0 && !p.Parts(float64(c.NX), float64(c.NY), float64(c.Depth), 2*bound):
				t.Errorf("%v and %v: moving by depth %g along (%g, %g) leaves them overlapping by more than %g\n%+v\n%+v", a, b, c.Depth, c.NX, c.NY, 2*bound, sa, sb)
			}
		}
	}
}
