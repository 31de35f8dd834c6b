// SPDX-License-Identifier: MIT

package minkowski

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSlack: the corners of a plug and of its frame are wrong by less than their Slack. Part moves
// the plug back into its place. Without Slack, or if the plug is larger than the Slack allows, Part
// moves it out of the frame. Part also moves a point on a seam out of both halves.
func TestSlack(t *testing.T) {
	const slack = 1e-6
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		part := func(x0, y0, x1, y1, by float64) Part {
			p := Part{Core: box(x0, y0, x1, y1), Slack: by}
			for i := range p.Core {
				p.Core[i].X += slack / 2 * (2*r.Float64() - 1)
				p.Core[i].Y += slack / 2 * (2*r.Float64() - 1)
			}
			return p
		}
		frame := func(by float64) []Part {
			return []Part{part(-3, -3, 3, -1, by), part(-3, 1, 3, 3, by), part(-3, -1, -1, 1, by), part(1, -1, 3, 1, by)}
		}
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		var f Finder
		for _, d := range []float64{0, slack / 10, 10 * slack, 1e-3, .2} {
			plug := func(grown, by float64) []Part {
				return []Part{part(d*cos-1-grown, d*sin-1-grown, d*cos+1+grown, d*sin+1+grown, by)}
			}
			p := f.Part(frame(slack), plug(0, slack))
			if p.Length > d+2*slack || p.Length < d-8*slack || !p.Exact || p.Least > p.Length {
				t.Fatalf("moved by %v: %+v", d, p)
			}
			if p.Length > 0 && math.Hypot(p.X+d*cos, p.Y+d*sin) > 16*slack {
				t.Fatalf("moved by %v along (%v, %v): %+v", d, cos, sin, p)
			}
			if p := f.Part(frame(slack), plug(16*slack, slack)); p.Length < 1 {
				t.Fatalf("moved by %v, and larger: %+v", d, p)
			}
			if p := f.Part(frame(0), plug(slack, 0)); p.Length < 1 {
				t.Fatalf("moved by %v, without Slack: %+v", d, p)
			}
		}
	}
	halves := []Part{{Core: box(-1, -1, 0, 1), Slack: slack}, {Core: box(0, -1, 1, 1), Slack: slack}}
	var f Finder
	if p := f.Part(halves, []Part{{Core: []Vec{{0, 0}}, Slack: slack}}); math.Abs(p.Length-1) > 1e-9 {
		t.Errorf("a point on a seam: %+v", p)
	}
}
