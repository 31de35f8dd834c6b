// SPDX-License-Identifier: MIT

package bvh

import (
	"math"

	"daylight/internal/kernels"
)

// Ray goes from (X, Y) to (X+DX, Y+DY), in the world.
type Ray struct{ X, Y, DX, DY float64 }

// EnterUnsure is what EnterBoxes writes for a pair that it does not decide.
var EnterUnsure = math.Inf(-1)

// enterBoxes is Searching.EnterBoxes in portable Go, which defines what it means.
func enterBoxes(rec []kernels.Record, rays []Ray, tests Tests, out []float64) {
	of, out := tests.Box[:len(tests.Node)], out[:len(tests.Node)]
	for i, place := range tests.Node {
		s, r := &rec[place], &rays[of[i]]
		x, y, c, n := r.X-s.X, r.Y-s.Y, float64(s.C), float64(s.S)
		inX, outX := pass(float64(s.P), float64(c*x)+float64(n*y), float64(c*r.DX)+float64(n*r.DY))
		inY, outY := pass(float64(s.Q), float64(c*y)-float64(n*x), float64(c*r.DY)-float64(n*r.DX))
		near, far := inX, outX
		if inY > near {
			near = inY
		}
		if outY < far {
			far = outY
		}
		switch {
		case near == 0 || inX != inX || inY != inY: // the ray goes along an axis or begins on a side
			out[i] = EnterUnsure
		case near > 0 && near <= far && near <= 1:
			if out[i] = near; inY > inX {
				out[i] = -near
			}
		default:
			out[i] = math.Inf(1)
		}
	}
}

// pass returns the fractions at which a ray comes to a slab and leaves it, NaN if it goes along.
func pass(half, from, by float64) (in, out float64) {
	if by == 0 {
		return math.NaN(), 0
	}
	side := math.Copysign(half, by)
	return (-side - from) / by, (side - from) / by
}

// enterDiscs is Searching.EnterDiscs in portable Go, which defines what it means. Package query
// says where the formula is from.
func enterDiscs(rec []kernels.Record, rays []Ray, tests Tests, out []float64) {
	of, out := tests.Box[:len(tests.Node)], out[:len(tests.Node)]
	for i, place := range tests.Node {
		s, r := &rec[place], &rays[of[i]]
		x, y, p := r.X-s.X, r.Y-s.Y, float64(s.P)
		rr, dd := float64(p*p), float64(r.DX*r.DX)+float64(r.DY*r.DY)
		gap, closing := float64(x*x)+float64(y*y), -(float64(x*r.DX) + float64(y*r.DY))
		pass := float64(x*r.DY) - float64(y*r.DX)
		out[i] = math.Inf(1)
		if q := float64(rr*dd) - float64(pass*pass); gap > rr && closing > 0 && q >= 0 {
			if t := (gap - rr) / (closing + math.Sqrt(q)); t <= 1 {
				out[i] = t
			}
		}
	}
}

// EnterBoxes writes, for each of some pairs of a box, the record with the number Node, and a ray,
// the fraction at which the ray enters the box, negative if it does so through a side that the
// box's second axis ends at: +Inf if it misses the box or begins inside of it, and EnterUnsure
// where it goes along a side or begins on one.
func (by *Searching) EnterBoxes(rec []kernels.Record, rays []Ray, tests Tests, out []float64) {
	enter(by.enterBoxes, enterBoxes, rec, rays, tests, out)
}

// EnterDiscs writes, for each of some pairs of a disc and a ray, the fraction at which the ray
// enters the disc: +Inf if it misses it or begins inside of it.
func (by *Searching) EnterDiscs(rec []kernels.Record, rays []Ray, tests Tests, out []float64) {
	enter(by.enterDiscs, enterDiscs, rec, rays, tests, out)
}

// enter does fours of pairs by vectors, if there are any, and what remains by the portable
// function.
func enter(four enterVector, each func([]kernels.Record, []Ray, Tests, []float64), rec []kernels.Record, rays []Ray, tests Tests, out []float64) {
	n := len(tests.Node)
	tests.Box, out = tests.Box[:n], out[:n]
	for n &^= 3; four != nil && n > 0; n = len(tests.Node) &^ 3 {
		k := min(n, kernels.CallEntries)
		kernels.RaceRead(tests.Node[:k])
		kernels.RaceRead(tests.Box[:k])
		kernels.RaceReadAt(rec, tests.Node[:k], 0)
		kernels.RaceRead(rays)
		kernels.RaceWrite(out[:k])
		if !four(&rec[0].X, len(rec), &tests.Node[0], &rays[0].X, len(rays), &tests.Box[0], k, &out[0]) {
			panic("kernels: a pair of a shape or a ray that does not exist")
		}
		tests, out = Tests{tests.Node[k:], tests.Box[k:]}, out[k:]
	}
	each(rec, rays, tests, out)
}
