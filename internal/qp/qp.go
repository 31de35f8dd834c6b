// SPDX-License-Identifier: MIT

package qp

import (
	"cmp"
	"math"
	"slices"

	"daylight/soa"
)

// A Constraint requires that shape Of moves by at least Depth along the unit normal (NX, NY), away
// from shape Other.
type Constraint struct {
	Of, Other     soa.ID
	NX, NY, Depth float64
	h             float64 // the depth required now: Depth, or less if squeezed
}

// New makes a constraint of a contact, whose float32 normal it makes a unit vector.
func New(of, other soa.ID, nx, ny, depth float32) Constraint {
	x, y := float64(nx), float64(ny)
	l := math.Sqrt(float64(x*x) + float64(y*y))
	return Constraint{Of: of, Other: other, NX: x / l, NY: y / l, Depth: float64(depth)}
}

const (
	// slackness is the tolerance of a satisfied constraint, as a share of the greatest depth: far
	// above float64 rounding, far below the rounding of the depths.
	slackness = 0x1p-40
	// wedge is the sine of the least angle between two opposing constraints from which a shape is
	// pushed out. From a narrower wedge, less than a sixtieth of a degree, the push would be
	// thousands of times the depth.
	wedge = 0x1p-12
	// halvings is how often the range of the remaining overlap is halved.
	halvings = 40
)

// Solve returns the shortest vector that satisfies all constraints, and 0. If there is none, it
// returns the vector that leaves the least overlap, and that overlap. It sorts the constraints, so
// that the bits of the answer do not depend on the order of contacts.
func Solve(list []Constraint) (x, y, left float64) {
	slices.SortFunc(list, func(v, w Constraint) int {
		return cmp.Or(cmp.Compare(v.Other, w.Other), cmp.Compare(v.Depth, w.Depth), cmp.Compare(v.NX, w.NX), cmp.Compare(v.NY, w.NY))
	})
	deepest := 0.0
	for i := range list {
		deepest = max(deepest, list[i].Depth)
	}
	if deepest == 0 {
		return 0, 0, 0
	}
	if x, y, ok := solve(list, 0, deepest); ok {
		return x, y, 0
	}
	// The shape is squeezed. An overlap of deepest is feasible without any movement. Bisection
	// finds the least feasible overlap.
	lo, hi := 0.0, deepest
	for range halvings {
		mid := float64(0.5 * (lo + hi))
		if u, v, ok := solve(list, mid, deepest); ok {
			hi, x, y = mid, u, v
		} else {
			lo = mid
		}
	}
	return x, y, hi
}

// solve finds the shortest vector that leaves overlaps of at most left, or reports that there is
// none. It adds one constraint after another: if the vector so far satisfies it, the vector stays;
// if not, the new vector ends on its line (R. Seidel, Small-dimensional linear programming and
// convex hulls made easy, 1991; the argument holds for any strictly convex aim), at the point
// nearest to the origin that all constraints before allow.
func solve(list []Constraint, left, deepest float64) (x, y float64, ok bool) {
	eps := float64(slackness * deepest)
	for i := range list {
		w := &list[i]
		w.h = w.Depth - left
		if float64(w.NX*x)+float64(w.NY*y) >= w.h-eps {
			continue
		}
		px, py := float64(w.h*w.NX), float64(w.h*w.NY)
		lo, hi := math.Inf(-1), math.Inf(1)
		for j := range list[:i] {
			v := &list[j]
			// On the line (px, py) + t (-w.NY, w.NX) constraint v requires a t >= b.
			a := float64(v.NY*w.NX) - float64(v.NX*w.NY)
			b := v.h - (float64(v.NX*px) + float64(v.NY*py))
			facing := float64(v.NX*w.NX)+float64(v.NY*w.NY) < 0
			switch {
			case facing && math.Abs(a) < wedge || a == 0:
				if b > eps {
					return 0, 0, false
				}
			case a > 0:
				lo = max(lo, b/a)
			default:
				hi = min(hi, b/a)
			}
		}
		if lo > hi+eps {
			return 0, 0, false
		}
		t := min(max(0, lo), hi)
		x, y = px-float64(t*w.NY), py+float64(t*w.NX)
	}
	return x, y, true
}
