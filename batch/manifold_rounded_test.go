// SPDX-License-Identifier: MIT

package batch_test

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/soa"
)

// TestRoundedPoints: what ManifoldPoint says of shapes with a radius. The deepest point lies
// halfway between the true surfaces. The other lies halfway between the edges of the cores,
// each moved along the normal by its radius; that place is on the core's edge but for the
// move, and inside the true surface by no more than radius*(1-cos w), and by all of it
// where the edge goes on to either side.
func TestRoundedPoints(t *testing.T) {
	const radius, tilt = 0.25, 0.5
	floor := []soa.Point{{X: -10, Y: -1}, {X: 10, Y: -1}, {X: 10, Y: 0}, {X: -10, Y: 0}}
	narrow := []soa.Point{{X: -0.5, Y: -1}, {X: 0.5, Y: -1}, {X: 0.5, Y: 0}, {X: -0.5, Y: 0}}
	bar := []soa.Point{{X: -1, Y: -0.2}, {X: 1, Y: -0.2}, {X: 1, Y: 0.2}, {X: -1, Y: 0.2}}
	for _, c := range []struct {
		name  string
		below []soa.Point
		add   func(s *soa.Shapes, p soa.Pose) (soa.ID, error)
		short bool // what lies below ends where the upper edge goes on
	}{
		{"a capsule on a floor", floor, func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddCapsule(p, 1, radius, soa.Attrs{}) }, false},
		{"a rounded bar on a floor", floor, func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddPolygon(p, bar, radius, soa.Attrs{}) }, false},
		{"a capsule on a post", narrow, func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddCapsule(p, 1, radius, soa.Attrs{}) }, true},
		{"a rounded bar on a post", narrow, func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddPolygon(p, bar, radius, soa.Attrs{}) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, table := range isa.All() {
				shapes := soa.New()
				a := must.Get(shapes.AddPolygon(soa.At(0, 0, 0), c.below, 0, soa.Attrs{}))(t)
				b := must.Get(c.add(shapes, soa.At(0, 0.7, tilt)))(t)
				got := batchtest.Collide(t, shapes, batch.Config{Mode: batch.ModeManifolds, Margin: 2, Kernels: table.Name})
				if got.Len() != 1 || got.At(0).N != 2 {
					t.Fatalf("%s: %d contacts, %+v", table.Name, got.Len(), got.At(0))
				}
				k, m := got.At(0), got.At(0)
				if k.A != a || k.B != b {
					t.Fatalf("%s: contact %+v", table.Name, k)
				}
				nx, ny := float64(k.NX), float64(k.NY)
				below, _ := rational(t, shapes, a)
				above, _ := rational(t, shapes, b)
				core := above
				core.Radius = 0
				// The angle between the upper shape's edge and the normal's perpendicular.
				angle := math.Abs(math.Atan2(math.Sin(tilt)*ny+math.Cos(tilt)*nx, math.Cos(tilt)*ny-math.Sin(tilt)*nx))
				for _, p := range m.Points {
					depth := float64(p.Depth)
					j := oracle.JudgePoint(below, above, nx, ny, float64(p.X), float64(p.Y), depth)
					if j.Worst() > 1e-5 {
						t.Errorf("%s: %+v is not between the moved edges of the cores: %+v", table.Name, p, j)
					}
					// The moved edge of the upper shape is half the depth up from the point, along
					// the normal. Here is how deep that lies within the shape.
					x, y := float64(p.X)-nx*depth/2, float64(p.Y)-ny*depth/2
					inside := radius - oracle.JudgePoint(below, core, nx, ny, x, y, 0).FromB
					want := radius * (1 - math.Cos(angle))
					deepest := p.Depth == k.Depth
					switch {
					case inside < -1e-5 || inside > want+1e-5:
						t.Errorf("%s: %+v: %v inside the surface, at most %v is said", table.Name, p, inside, want)
					case deepest && !c.short && inside > 1e-5:
						t.Errorf("%s: the deepest point %+v is %v inside the surface", table.Name, p, inside)
					case !deepest && c.short && inside < want-1e-5:
						t.Errorf("%s: %+v: %v inside the surface, want %v", table.Name, p, inside, want)
					}
				}
			}
		})
	}
}
