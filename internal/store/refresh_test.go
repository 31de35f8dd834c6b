// SPDX-License-Identifier: MIT

package store

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"daylight/internal/kernels/isa"
)

// TestFaults: what is wrong with a pose, and in words.
func TestFaults(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	f32 := func(v float64) float32 { return float32(v) }
	for _, c := range []struct {
		x, y float64
		c, s float32
		want uint8
	}{
		{0, 0, 1, 0, Sound},
		{-0x1p100, 0x1p100, 0, -1, Sound},
		{math.Nextafter(0x1p100, inf), 0, 1, 0, PositionTooFar},
		{0, -math.MaxFloat64, 1, 0, PositionTooFar},
		{nan, 0, 1, 0, PositionNotFinite},
		{0, -inf, 1, 0, PositionNotFinite},
		{nan, 0x1p101, 1, 0, PositionNotFinite},
		{nan, 0, 0, 0, PositionNotFinite}, // the position comes first
		{0, 0, 0, 0, RotationNotUnit},
		{0, 0, 0.6, 0.6, Sound},
		{0, 0, 0.7, 0, RotationNotUnit},
		{0, 0, 1, 1, Sound},
		{0, 0, 1.1, 1, RotationNotUnit},
		{0, 0, math.MaxFloat32, 0, RotationNotUnit},
		{0, 0, f32(nan), 0, RotationNotFinite},
		{0, 0, 1, f32(-inf), RotationNotFinite},
	} {
		if got := PoseFault(c.x, c.y, c.c, c.s); got != c.want {
			t.Errorf("(%v, %v), (%v, %v): %s, want %s", c.x, c.y, c.c, c.s, FaultName(got), FaultName(c.want))
		}
	}
	seen := map[string]bool{}
	for f := Sound; f <= Fresh+1; f++ {
		if name := FaultName(f); name == "" || seen[name] {
			t.Errorf("fault %d is called %q", f, name)
		} else {
			seen[name] = true
		}
	}
}

// TestUnit: a rotation that is of unit length stays as it is, others are brought to it, and
// -0 becomes 0.
func TestUnit(t *testing.T) {
	minus := float32(math.Copysign(0, -1))
	if c, s, f := Unit(minus, 1); f != Sound || math.Signbit(float64(c)) || s != 1 {
		t.Errorf("(-0, 1): (%v, %v), %s", c, s, FaultName(f))
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 10000 {
		sin, cos := math.Sincos(7 * r.Float64())
		length := 0.71 + 0.7*r.Float64()
		c, s, f := Unit(float32(length*cos), float32(length*sin))
		if f != Sound || math.Abs(float64(c)-cos) > 1.2e-7 || math.Abs(float64(s)-sin) > 1.2e-7 {
			t.Fatalf("%v times (%v, %v): (%v, %v), %s", length, cos, sin, c, s, FaultName(f))
		}
		if again, twice, _ := Unit(c, s); again != c || twice != s {
			t.Fatalf("(%v, %v) is changed again, to (%v, %v)", c, s, again, twice)
		}
	}
}

// TestRefreshBounds: AABBs hold the turned shapes with a little to spare, and no more.
func TestRefreshBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, table := range isa.All() {
		for range 200 {
			c := kinds()
			sin, cos := math.Sincos(7 * r.Float64())
			for i := range c.C {
				c.C[i], c.S[i] = float32(cos), float32(sin)
			}
			if st := c.Refresh(table, 0, 4); st.Rotated != 3 || st.Quarantined != 0 {
				t.Fatalf("%s: %+v, want three shapes turned, the circle not", table.Name, st)
			}
			turned := func(x, y float64) (float64, float64) { return cos*x - sin*y, sin*x + cos*y }
			for i, pts := range [][][2]float64{{{0, 0}}, {{-4, 0}, {4, 0}}, {{-3, -4}, {3, -4}, {3, 4}, {-3, 4}}, {{4, 0}, {-4, 0}, {0, 4}}} {
				radius := []float64{5, 1, 0, 1}[i]
				x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
				for _, p := range pts {
					x, y := turned(p[0], p[1])
					x0, y0, x1, y1 = min(x0, x-radius), min(y0, y-radius), max(x1, x+radius), max(y1, y+radius)
				}
				spare := []float64{x0 - float64(c.MinX[i]), y0 - float64(c.MinY[i]), float64(c.MaxX[i]) - x1, float64(c.MaxY[i]) - y1}
				for _, m := range spare {
					if least := 5 * 0x1p-16 * 0.99; m < least || m > 3*least {
						t.Fatalf("%s: shape %d turned by (%v, %v): %v to spare, want %v to %v", table.Name, i, cos, sin, spare, least, 3*least)
					}
				}
			}
		}
	}
}

// TestRefreshPartsAndAgain: ranges give what the whole gives, a second time nothing is
// turned, and a pose gives the same after any earlier pose, under every table.
func TestRefreshPartsAndAgain(t *testing.T) {
	var first *Columns
	for _, table := range isa.All() {
		whole, parts, wandered := kinds(), kinds(), kinds()
		for i := range whole.C {
			wandered.C[i], wandered.S[i] = 0, 1
		}
		wandered.Refresh(table, 0, 4)
		for _, c := range []*Columns{whole, parts, wandered} {
			for i := range c.C {
				c.C[i], c.S[i] = 0.8, -0.6
			}
		}
		whole.Refresh(table, -3, 99) // cut to the slots there are
		parts.Refresh(table, 2, 4)
		parts.Refresh(table, 0, 2)
		wandered.Refresh(table, 0, 4)
		if first == nil {
			first = whole
		}
		for name, c := range map[string]*Columns{"another table": whole, "parts": parts, "another pose before": wandered} {
			if !reflect.DeepEqual(c, first) {
				t.Errorf("%s, %s: %+v, want %+v", table.Name, name, c, first)
			}
		}
		if st := whole.Refresh(table, 0, 4); st != (Stats{}) {
			t.Errorf("%s: again: %+v", table.Name, st)
		}
		if n := testing.AllocsPerRun(5, func() { whole.S[2] = -whole.S[2]; whole.Refresh(table, 0, 4) }); n != 0 {
			t.Errorf("%s: %v allocations", table.Name, n)
		}
	}
}

// TestQuarantine: a shape whose pose is not sound is left out, with the reason, keeps what
// it was, and is back once the pose is mended.
func TestQuarantine(t *testing.T) {
	for _, table := range isa.All() {
		c := kinds()
		c.Refresh(table, 0, 4)
		before := c.MaxX[2]
		c.Y[0], c.C[2], c.S[2] = math.NaN(), 0, 0
		if st := c.Refresh(table, 0, 4); st.Quarantined != 2 || st.Rotated != 0 {
			t.Errorf("%s: %+v", table.Name, st)
		}
		if c.Fault[0] != PositionNotFinite || c.Fault[2] != RotationNotUnit || !c.Skip[0] || c.Skip[1] || !c.Skip[2] || c.Skip[3] || c.MaxX[2] != before {
			t.Errorf("%s: faults %v, skip %v", table.Name, c.Fault, c.Skip)
		}
		c.S[0] = float32(math.NaN()) // a circle's rotation is not looked at
		c.Y[0], c.S[2] = 3, 1
		if st := c.Refresh(table, 0, 4); st.Quarantined != 0 || st.Rotated != 1 || c.Skip[0] || c.Skip[2] || c.Fault[0] != Sound {
			t.Errorf("%s: mended: %+v, faults %v", table.Name, st, c.Fault)
		}
		if c.MaxX[2] <= c.MaxY[2] {
			t.Errorf("%s: the box was turned by a right angle: %v by %v", table.Name, c.MaxX[2], c.MaxY[2])
		}
	}
}
