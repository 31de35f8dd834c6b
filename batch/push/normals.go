// SPDX-License-Identifier: MIT

package push

import (
	"math"

	"daylight/soa"
)

// isInternal reports whether the part's supporting feature along n is a cut between two parts of
// the body. An edge is a cut if all of it lies against another part. A corner is one if it lies in
// another part that extends beyond it along n.
func (x *bodyIndex) isInternal(body, id soa.ID, nx, ny float64) (is bool) {
	if !x.several(body) {
		return false
	}
	core, radius := x.core(x.corners[0][:0], id)
	x.corners[0] = core
	if len(core) < 2 {
		return false
	}
	u, v, edge := support(core, nx, ny)
	ex, ey := v.X-u.X, v.Y-u.Y
	l := math.Sqrt(float64(ex*ex) + float64(ey*ey))
	off := 1e-5 * l
	// A part with the same corner or edge contains u. At a sharp corner contains is less exact.
	x.near(body, u, 16*off, func(id2 soa.ID) {
		if is || id2 == id {
			return
		}
		other, radius2 := x.core(x.corners[1][:0], id2)
		x.corners[1] = other
		if radius2 != radius {
			return
		}
		along := func(p soa.Point) float64 { return float64((p.X-u.X)*nx) + float64((p.Y-u.Y)*ny) }
		if !edge {
			if !contains(other, u, off) {
				return
			}
			for _, p := range other {
				is = is || along(p) > off
			}
			return
		}
		for m, p := range other {
			q := other[(m+1)%len(other)]
			if math.Abs(along(p)) > off || math.Abs(along(q)) > off {
				continue
			}
			before := (float64((q.X-u.X)*ex) + float64((q.Y-u.Y)*ey)) / l
			behind := (float64((p.X-u.X)*ex) + float64((p.Y-u.Y)*ey)) / l
			is = is || before <= off && behind >= l-off
		}
	})
	return is
}

// support returns the supporting feature of a core along a direction: the edge from u to v, or the
// corner u with a neighbour of it as v.
func support(core []soa.Point, nx, ny float64) (u, v soa.Point, edge bool) {
	const parallel = 1 - 1e-6
	most := math.Inf(-1)
	for i, p := range core {
		q := core[(i+1)%len(core)]
		ex, ey := q.X-p.X, q.Y-p.Y
		if len(core) > 2 && float64(ey*nx)-float64(ex*ny) >= parallel*math.Sqrt(float64(ex*ex)+float64(ey*ey)) {
			return p, q, true
		}
		if d := float64(p.X*nx) + float64(p.Y*ny); d > most {
			most, u, v = d, p, q
		}
	}
	return u, v, false
}

// contains reports whether a point lies in a core, or at most off outside its edges.
func contains(core []soa.Point, p soa.Point, off float64) bool {
	for i, u := range core {
		v := core[(i+1)%len(core)]
		ex, ey := v.X-u.X, v.Y-u.Y
		if float64(ex*(p.Y-u.Y))-float64(ey*(p.X-u.X)) < -off*math.Sqrt(float64(ex*ex)+float64(ey*ey)) {
			return false
		}
	}
	return len(core) > 2
}
