// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCircle: two shapes are as far apart, to the bit, wherever they are placed, after they moved
// too, and by about what their positions say; and each box is placed as it is promised.
func TestCircle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, p := range []float64{1, 7.3, 1e-3, 1e9 / 7, math.Pi * 1e15, 0x1p60, 0x1.fffffffffffffp0, 3e-310} {
		circles := CirclesOf([2]float64{p, p}, float32(p/100))
		c := &circles[0]
		unit := math.Nextafter(p, math.Inf(1)) - p
		for range 2000 {
			somewhere := func() float64 {
				far := []float64{1, 3, 1e6, 1e12}[r.IntN(4)]
				return p * far * (2*r.Float64() - 1)
			}
			a, b := somewhere(), somewhere()
			var first, beside float64
			for k := range 8 {
				x := [2]float64{a, b}
				var placed [2]float64
				for i := range x {
					lo, hi := -float32(p*r.Float64()/5), float32(p*r.Float64()/5)
					if k > 4 { // the position lies beside the box
						lo, hi = lo+float32(p), hi+float32(p)
					}
					if !c.Fits(lo, hi) {
						t.Fatalf("period %g: [%g, %g] does not fit", p, lo, hi)
					}
					from := x[i] + p*(r.Float64()-0.5)/4
					var over uint8
					placed[i], over = c.Place(from, lo, hi)
					low, high := placed[i]+float64(lo)-c.grow, placed[i]+float64(hi)+c.grow
					if low < 0 || low >= c.turn || over == 0 && high >= c.turn {
						t.Fatalf("period %g: from %g to %g, over %d", p, low, high, over)
					}
					placed[i] = c.Follow(placed[i], from, x[i])
				}
				between := placed[1] - placed[0]
				if k == 0 {
					first = c.Nearest(0, between, 0)
					beside = math.Remainder(math.Remainder(b, p)-math.Remainder(a, p), p)
				}
				if got := c.Nearest(0, between, 0); got != first && math.Abs(math.Abs(got)-c.turn/2) > 16*unit {
					t.Fatalf("period %g, %g and %g: %g apart, and %g", p, a, b, first, got)
				}
			}
			if math.Abs(math.Remainder(first-beside, p)) > 32*unit {
				t.Fatalf("period %g, %g and %g: %g apart, want %g", p, a, b, first, beside)
			}
		}
	}
}

// TestFollowAll is Follow, of a shape that may have been moved by whole periods.
func TestFollowAll(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	const p = 7.3
	circles := CirclesOf([2]float64{p, 0}, 0)
	for range 10_000 {
		was := p * (3*r.Float64() - 1)
		goes := p * (r.Float64() - 0.5) / 3
		turns := p * float64(r.IntN(5)-2)
		placed, _ := circles[0].Place(was, -1, 1)
		here, now := []float64{0}, []float64{was}
		circles[0].FollowAll(here, []float64{placed}, now, []float64{was + goes + turns})
		if math.Abs(here[0]-placed-goes) > 4e-14 || math.Abs(now[0]-was-turns) > 4e-14 {
			t.Fatalf("from %g by %g and %g: placed %g, then %g, and it was at %g", was, goes, turns, placed, here[0], now[0])
		}
		if circles[1].FollowAll(here, here, now, []float64{was}); here[0] != was {
			t.Fatalf("an axis that does not close moves %g to %g", was, here[0])
		}
	}
}

// TestBesideDoesNotDrift: a shape that is moved by whole periods in each step of a list is thought
// to be no farther from where it was than lists allow for, after thousands of steps too.
func TestBesideDoesNotDrift(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		p := 1 + 3*r.Float64()
		circles := CirclesOf([2]float64{p, p}, 0)
		base, turns := p*r.Float64(), 2+r.IntN(7)
		was := base
		for step := range 4096 {
			was = circles[0].Beside(was, base+float64(p*float64(step%turns)))
		}
		if off := math.Abs(math.Remainder(was-base, p)); off > float64(p*0x1p-45) {
			t.Fatalf("period %g, %d turns: off by %g", p, turns, off)
		}
	}
}
