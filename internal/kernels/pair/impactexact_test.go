// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// point is one in rational coordinates.
type point struct{ x, y *big.Rat }

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func (p point) minus(q point) point {
	return point{new(big.Rat).Sub(p.x, q.x), new(big.Rat).Sub(p.y, q.y)}
}

func cross(p, q point) *big.Rat {
	a, b := new(big.Rat).Mul(p.x, q.y), new(big.Rat).Mul(p.y, q.x)
	return a.Sub(a, b)
}

// exactCorners are a shape's corners in the world: no rounding from the numbers that
// describe it.
func exactCorners(s testShape) (out []point) {
	c, si := rat(float64(s.c)), rat(float64(s.s))
	p, q := float64(s.p), float64(s.q)
	var local [][2]float64
	switch s.class {
	case kernels.Capsule:
		local = [][2]float64{{-p, 0}, {p, 0}}
	case kernels.Box:
		local = [][2]float64{{-p, -q}, {p, -q}, {p, q}, {-p, q}}
	default:
		for _, v := range s.pts {
			local = append(local, [2]float64{float64(v[0]), float64(v[1])})
		}
	}
	times := func(a *big.Rat, v float64) *big.Rat { return new(big.Rat).Mul(a, rat(v)) }
	for _, v := range local {
		x := new(big.Rat).Sub(times(c, v[0]), times(si, v[1]))
		y := new(big.Rat).Add(times(si, v[0]), times(c, v[1]))
		out = append(out, point{x.Add(x, rat(s.x)), y.Add(y, rat(s.y))})
	}
	return out
}

// exactHull is the hull of all differences of corners, anticlockwise; see pointHull.
func exactHull(a, b testShape) []point {
	var pts []point
	pa := exactCorners(a)
	for _, q := range exactCorners(b) {
		for _, p := range pa {
			pts = append(pts, q.minus(p))
		}
	}
	slices.SortFunc(pts, func(p, q point) int {
		if c := p.x.Cmp(q.x); c != 0 {
			return c
		}
		return p.y.Cmp(q.y)
	})
	var h []point
	for range 2 {
		base := len(h)
		for _, p := range pts {
			for len(h) > base+1 {
				u := h[len(h)-2]
				if cross(h[len(h)-1].minus(u), p.minus(u)).Sign() > 0 {
					break
				}
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:len(h)-1]
		slices.Reverse(pts)
	}
	return h
}

// exactImpact is the first time in [0, 1] at which the origin, which the motion of the
// hull passes over, is within limit of every edge's half plane: the hull itself for a
// limit of 0, less a rim for a negative one, and with mitred corners for a positive one.
func exactImpact(h []point, ma, mb motion, limit float64) (t *big.Rat, hit bool) {
	w := point{new(big.Rat).Sub(rat(float64(mb.dx)), rat(float64(ma.dx))), new(big.Rat).Sub(rat(float64(mb.dy)), rat(float64(ma.dy)))}
	enter, exit := new(big.Rat), rat(1)
	for i, u := range h {
		e := h[(i+1)%len(h)].minus(u)
		// cross(e, -t w - u) >= -limit |e|
		ee := new(big.Rat).Add(new(big.Rat).Mul(e.x, e.x), new(big.Rat).Mul(e.y, e.y))
		length, _ := new(big.Float).Sqrt(new(big.Float).SetPrec(300).SetRat(ee)).Rat(nil)
		c := cross(u, e) // cross(e, -u)
		c.Add(c, length.Mul(length, rat(limit)))
		v := cross(w, e)
		switch v.Sign() {
		case 0:
			if c.Sign() < 0 {
				return nil, false
			}
		case 1:
			if s := new(big.Rat).Quo(new(big.Rat).Neg(c), v); s.Cmp(enter) > 0 {
				enter = s
			}
		default:
			if s := new(big.Rat).Quo(c, new(big.Rat).Neg(v)); s.Cmp(exit) < 0 {
				exit = s
			}
		}
	}
	return enter, enter.Cmp(exit) <= 0
}

// bare takes the radius off a polygon.
func bare(s testShape) testShape {
	if s.class == kernels.Polygon {
		s.p = 0
	}
	return s
}

// TestImpactsAreExact compares polygons and boxes with rational arithmetic: the time
// lies between those of shapes grown and shrunk by the bound.
func TestImpactsAreExact(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := kernelstest.Rounds(400)
	for _, c := range [][2]kernels.Class{{kernels.Box, kernels.Box}, {kernels.Box, kernels.Polygon}, {kernels.Polygon, kernels.Polygon}} {
		hits, misses, worst := 0, 0, 0.0
		for range rounds {
			thin := []float64{1, 1, 0.1, 1e-3}[r.IntN(4)]
			a := bare(randomShape(r, c[0], 1, thin))
			b := bare(randomShape(r, c[1], []float64{1, 1, 0.1}[r.IntN(3)], thin))
			ma, mb := randomMeeting(r, &a, &b)
			limit := []float32{0, 0, math.Nextafter32(0, -1), -0.03125}[r.IntN(4)]
			wx, wy := float64(mb.dx)-float64(ma.dx), float64(mb.dy)-float64(ma.dy)
			h := exactHull(a, b)
			for _, tab := range All() {
				got := sweepPair(tab, a, b, ma, mb, limit)
				if got.touching {
					continue
				}
				at := float64(got.time)
				scale := a.reach() + b.reach() + math.Abs(b.x-a.x+at*wx) + math.Abs(b.y-a.y+at*wy)
				if !got.hit {
					scale = 2.5 * (a.reach() + b.reach()) // wherever it could be that they meet
				}
				motion := math.Abs(wx) + math.Abs(wy)
				e := float64(TimeOfImpactBound(float32(scale), float32(motion)))
				late, surely := exactImpact(h, ma, mb, float64(limit)-e)
				if !got.hit {
					misses++
					if surely {
						f, _ := late.Float64()
						t.Fatalf("%s: no impact, but at %v they overlap by more than %v\nA %v %v\nB %v %v", tab.Name, f, e, a, ma, b, mb)
					}
					continue
				}
				hits++
				early, maybe := exactImpact(h, ma, mb, float64(limit)+e)
				if k := rat(at); !maybe || k.Cmp(early) < 0 || surely && k.Cmp(late) > 0 {
					t.Fatalf("%s, limit %v: impact at %v, truth between %v (%v) and %v (%v)\nA %v %v\nB %v %v",
						tab.Name, limit, at, early, maybe, late, surely, a, ma, b, mb)
				}
				// How near, as a distance along the normal: for boxes float32 time is all.
				if truth, ok := exactImpact(h, ma, mb, float64(limit)); ok {
					f, _ := truth.Float64()
					speed := math.Abs(float64(got.nx)*wx + float64(got.ny)*wy)
					off := math.Abs(f-at) * speed
					worst = max(worst, off/(scale*0x1p-24))
					if c == [2]kernels.Class{kernels.Box, kernels.Box} && off > 0x1p-24*motion+0x1p-44*scale {
						t.Errorf("%s: boxes meet at %v, not %v\nA %v %v\nB %v %v", tab.Name, f, at, a, ma, b, mb)
					}
				}
			}
		}
		t.Logf("classes %v: %d impacts, %d misses; off by %.2f of 2^-24 of the scale at most", c, hits, misses, worst)
		if hits < rounds/5 || misses < rounds/5 {
			t.Errorf("classes %v: only %d impacts, %d misses", c, hits, misses)
		}
	}
}
