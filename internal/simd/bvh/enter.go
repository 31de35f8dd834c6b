// SPDX-License-Identifier: MIT

package bvh

import (
	"math"

	"daylight/internal/simd"
)

// Ray goes from (X, Y) to (X+DX, Y+DY), in the world.
type Ray struct{ X, Y, DX, DY float64 }

// EnterUnsure is what Enter writes for a pair that it does not decide.
const EnterUnsure = -1

// enter is Searching.Enter in portable Go, which defines what it means.
func enter(rec []simd.Record, rays []Ray, tests Tests, out []float64) {
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
			out[i] = near
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

// Enter writes, for each of some pairs of a box, the record with the number Node, and a ray, the fraction at which the ray enters
// the box: +Inf if it misses it or begins inside of it, and EnterUnsure where it goes along a side or begins on one.
func (by *Searching) Enter(rec []simd.Record, rays []Ray, tests Tests, out []float64) {
	n := len(tests.Node)
	tests.Box, out = tests.Box[:n], out[:n]
	if by.enter != nil {
		for n := n &^ 3; n > 0; n = len(tests.Node) &^ 3 {
			k := min(n, simd.CallEntries)
			simd.RaceRead(tests.Node[:k])
			simd.RaceRead(tests.Box[:k])
			simd.RaceReadAt(rec, tests.Node[:k], 0)
			simd.RaceRead(rays)
			simd.RaceWrite(out[:k])
			if !by.enter(&rec[0].X, len(rec), &tests.Node[0], &rays[0].X, len(rays), &tests.Box[0], k, &out[0]) {
				panic("kernels: a pair of a box or a ray that does not exist")
			}
			tests, out = Tests{tests.Node[k:], tests.Box[k:]}, out[k:]
		}
	}
	enter(rec, rays, tests, out)
}
