// SPDX-License-Identifier: MIT

package solver_test

import (
	"math"
	"testing"

	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// TestHeavyOnLight: a heavy box that is dropped on a light one stays on it, beside its middle from
// up to .7 and on its middle from up to 4.2.
func TestHeavyOnLight(t *testing.T) {
	for _, c := range []struct{ beside, high float64 }{{0.02, 0.1}, {0, 0.6}} {
		fell := 0
		for _, ratio := range []float64{10, 30, 100} {
			for k := range 7 {
				s := turning(t, 0.1, soa.Point{Y: -earth}, solver.Config{})
				inv := soa.Attach[float64](s.shapes)
				s.solving = must.Get(solver.New(s.shapes, solver.Config{Columns: [2]solver.Columns{{InvMass: inv, Motion: soa.Motion{VX: s.vx, VY: s.vy, Spin: s.spin}}},
					Duration: dt, SubSteps: 8, Friction: 0.6, Gravity: soa.Point{Y: -earth}}))(t)
				s.floor(t)
				light := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
				heavy := must.Get(s.shapes.AddBox(soa.At(c.beside*float64(k), 1.5+c.high*float64(k+1), 0), 0.5, 0.5, soa.Attrs{}))(t)
				must.Do(t, inv.Set(light, 1))
				must.Do(t, inv.Set(heavy, 1/ratio))
				s.frames(t, 300)
				if _, y, _, _ := s.state(t, heavy); y < 1.3 {
					fell++
				}
			}
		}
		t.Logf("%+v: %d of 21 fell off", c, fell)
		if fell > 4 {
			t.Errorf("%+v: %d of 21 fell off", c, fell)
		}
	}
}

// TestLandsFlat: a box that lands flat, with friction, is not kicked to a side.
func TestLandsFlat(t *testing.T) {
	kicked := 0.0
	for k := range 40 {
		s := turning(t, 0.1, soa.Point{Y: -earth}, solver.Config{Friction: 0.6})
		s.floor(t)
		box := must.Get(s.shapes.AddBox(soa.At(0, 0.5+0.05*float64(k), 0), 1, 0.25, soa.Attrs{}))(t)
		for range 60 {
			s.frames(t, 1)
			kicked = max(kicked, math.Abs(float64(must.Get(s.vx.Get(box))(t))))
		}
	}
	t.Logf("kicked to %.3g", kicked)
	if kicked > 1e-5 {
		t.Errorf("kicked to %v", kicked)
	}
}

// TestColumn: a column of 20 boxes stands for ten seconds.
func TestColumn(t *testing.T) {
	for _, margin := range []float64{0.02, 0.05, 0.1} {
		s := turning(t, margin, soa.Point{Y: -earth}, solver.Config{Friction: 0.6})
		s.floor(t)
		var boxes []soa.ID
		for k := range 20 {
			boxes = append(boxes, must.Get(s.shapes.AddBox(soa.At(0, float64(k)+0.5, 0), 0.5, 0.5, soa.Attrs{}))(t))
		}
		s.frames(t, 600)
		far, low := 0.0, 0.0
		for k, id := range boxes {
			x, y, _, _ := s.state(t, id)
			far, low = max(far, math.Abs(x)), max(low, float64(k)+0.5-y)
		}
		t.Logf("margin %v: leans by %.4f, sinks by %.4f", margin, far, low)
		if far > 0.1 || low > 0.5 {
			t.Errorf("margin %v: leans by %v, sinks by %v", margin, far, low)
		}
	}
}
