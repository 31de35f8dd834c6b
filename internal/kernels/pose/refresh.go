// SPDX-License-Identifier: MIT

package pose

import (
	"math"

	"daylight/internal/kernels"
)

// Poses are the columns of shapes that Refresh and Rotate read, and those they write:
// RC, RS and the bounds. All are as long as X.
type Poses struct {
	X, Y                   []float64 // position
	C, S                   []float32 // rotation, as given
	RC, RS                 []float32 // rotation, as used
	P, Q                   []float32 // as in Record
	Reach                  []float32 // of the core from the position
	MinX, MinY, MaxX, MaxY []float32 // bounds relative to the position
	Class                  []kernels.Class
	Fault                  []uint8  // 0 in a shape that was sound
	Off, Num               []uint32 // a polygon's lanes
}

// PoseBlock is how many shapes one Refresh looks at, at most.
const PoseBlock = 1024

// PoseSet is a set of shapes of one Refresh: bit i%64 of word i/64 is that of the
// i-th.
type PoseSet [PoseBlock / 64]uint64

// PoseRange bounds the coordinates of positions.
const PoseRange = 0x1p100

// slice cuts all columns.
func (p *Poses) slice(lo, hi int) Poses {
	return Poses{
		X: within(p.X, lo, hi), Y: within(p.Y, lo, hi),
		C: within(p.C, lo, hi), S: within(p.S, lo, hi),
		RC: within(p.RC, lo, hi), RS: within(p.RS, lo, hi),
		P: within(p.P, lo, hi), Q: within(p.Q, lo, hi),
		Reach: within(p.Reach, lo, hi),
		MinX:  within(p.MinX, lo, hi), MinY: within(p.MinY, lo, hi),
		MaxX: within(p.MaxX, lo, hi), MaxY: within(p.MaxY, lo, hi),
		Class: within(p.Class, lo, hi), Fault: within(p.Fault, lo, hi),
		Off: within(p.Off, lo, hi), Num: within(p.Num, lo, hi),
	}
}

// within returns s[lo:hi] and panics if s is shorter: what lies between its length and its capacity
// belongs to others.
func within[T any](s []T, lo, hi int) []T { return s[lo:hi:len(s)] }

// refresh is Posing.Refresh in portable Go, which defines what it means, of shapes lo to hi-1; the
// sets count from origin.
func refresh(all *Poses, lo, hi, origin int, todo, turned *PoseSet, rotated *int) {
	p := all.slice(lo, hi)
	n := len(p.X)
	x, y, c, s := p.X, p.Y[:n], p.C[:n], p.S[:n]
	rc, rs := p.RC[:n], p.RS[:n]
	half, other, reach := p.P[:n], p.Q[:n], p.Reach[:n]
	minX, minY, maxX, maxY := p.MinX[:n], p.MinY[:n], p.MaxX[:n], p.MaxY[:n]
	class, fault := p.Class[:n], p.Fault[:n]
	for k := range x {
		at := lo - origin + k
		// A sound shape has a rotation in use of unit length. So a rotation equal
		// to it, bit for bit, has unit length too.
		if fault[k] == 0 && near(x[k]) && near(y[k]) {
			kind, co, si := class[k], c[k], s[k]
			if kind == kernels.Circle || math.Float32bits(co) == math.Float32bits(rc[k]) && math.Float32bits(si) == math.Float32bits(rs[k]) {
				continue
			}
			if (kind == kernels.Box || kind == kernels.Capsule || kind == kernels.Polygon) && IsUnit(co, si) {
				if co != rc[k] || si != rs[k] {
					rc[k], rs[k] = co+0, si+0
					*rotated++
					if kind == kernels.Polygon {
						turned[at/64] |= 1 << (at & 63)
						continue
					}
					co, si = kernels.Abs(co), kernels.Abs(si)
					// A capsule is a box of no height, grown by its radius.
					h, w, r := other[k], half[k], float32(0)
					if kind == kernels.Capsule {
						h, r = 0, h
					}
					m := Margin(reach[k], r)
					ex := float32(float32(w*co)+float32(h*si)) + m
					ey := float32(float32(w*si)+float32(h*co)) + m
					minX[k], minY[k], maxX[k], maxY[k] = -ex, -ey, ex, ey
				}
				continue
			}
		}
		todo[at/64] |= 1 << (at & 63)
	}
}

// near reports whether a coordinate is within PoseRange. The bits of floats without
// their sign are in the order of their size, NaN last.
func near(v float64) bool {
	return math.Float64bits(v)&^(1<<63) <= (1023+100)<<52
}

// IsUnit reports whether (c, s) is of unit length to within any honest rounding: its
// squared length, as float32 arithmetic has it, lies within 2^-21 of 1.
func IsUnit(c, s float32) bool {
	q := float32(c*c) + float32(s*s)
	return q >= 1-0x1p-21 && q <= 1+0x1p-21
}

// Margin returns radius plus what bounds are widened by: 2^-16 of the distance the
// shape reaches, and the smallest normal float32. The promise of that much is kept
// beyond all rounding: a core's extent, the margin and their sum take at most seven
// roundings, each of 2^-24 of at most 1.5 times the distance, and 2^-20 is more.
func Margin(reach, radius float32) float32 {
	return radius + (float32((reach+radius)*(0x1p-16+0x1p-20)) + 0x1p-126)
}
