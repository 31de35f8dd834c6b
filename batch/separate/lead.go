// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/batch"
	"daylight/soa"
)

// ahead reports whether contact i is to stand for a pair rather than k.
func ahead(c *batch.Contacts, i, k int) bool {
	if len(c.Time) > 0 && c.Time[i] != c.Time[k] {
		return c.Time[i] < c.Time[k]
	}
	return c.Depth[i] > c.Depth[k]
}

// atOnce is how much later than the first a contact of two parts of bodies may begin, in steps, and
// still count as beginning with it: more than times are off.
const atOnce = 0x1p-18

// outer chooses among the contacts of pair k that begin at once one whose normal is one of both
// whole bodies. Where a cut between two parts comes to the outline, that of one part alone may be the
// normal of the cut, or point into the other part.
func (p *BodyContacts) outer(c *batch.Contacts, k int, a, b *bodyIndex) {
	lead := p.Deepest[k]
	if len(c.Time) == 0 || c.Time[lead] == 0 || p.Count[k] == 1 || !p.inner(c, lead, k, a, b) {
		return
	}
	best := -1
	for _, n := range p.Rows[p.First[k] : p.First[k]+p.Count[k]] {
		if c.Time[n] <= c.Time[lead]+atOnce && (best < 0 || ahead(c, n, best)) && !p.inner(c, n, k, a, b) {
			best = n
		}
	}
	if best >= 0 {
		p.Deepest[k] = best
	}
}

// inner reports whether the normal of contact i, of pair k, is none of the whole bodies.
func (p *BodyContacts) inner(c *batch.Contacts, i, k int, a, b *bodyIndex) bool {
	of, with := p.A[k], p.B[k]
	if a == b && a.body(c.A[i]) != of {
		of, with = with, of
	}
	nx, ny := float64(c.NX[i]), float64(c.NY[i])
	return a.inner(of, c.A[i], nx, ny) || b.inner(with, c.B[i], -nx, -ny)
}

// inner reports whether the outward normal n of a part, at what of the part lies farthest along n,
// is none of the whole body. If that is an edge, it is so if the edge lies against another part, all
// of it. If it is a corner, it is so if another part has it too, and goes on beyond it.
func (x *bodyIndex) inner(body, id soa.ID, nx, ny float64) (is bool) {
	if !x.several(body) {
		return false
	}
	core, radius := x.core(x.room[0][:0], id)
	x.room[0] = core
	if len(core) < 2 {
		return false
	}
	u, v, edge := farthest(core, nx, ny)
	ex, ey := v.X-u.X, v.Y-u.Y
	l := math.Sqrt(float64(ex*ex) + float64(ey*ey))
	off := 1e-5 * l
	// What has the corner, or the edge, has u. Of a sharp corner holds tells less exactly.
	x.near(body, u, 16*off, func(id2 soa.ID) {
		if is || id2 == id {
			return
		}
		other, radius2 := x.core(x.room[1][:0], id2)
		x.room[1] = other
		if radius2 != radius {
			return
		}
		along := func(p soa.Point) float64 { return float64((p.X-u.X)*nx) + float64((p.Y-u.Y)*ny) }
		if !edge {
			if !holds(other, u, off) {
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

// farthest finds what of a core lies farthest along a direction: the edge from u to v, or the
// corner u, with any other corner as v.
func farthest(core []soa.Point, nx, ny float64) (u, v soa.Point, edge bool) {
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

// holds reports whether a core has a point, or comes as near to it as off.
func holds(core []soa.Point, p soa.Point, off float64) bool {
	for i, u := range core {
		v := core[(i+1)%len(core)]
		ex, ey := v.X-u.X, v.Y-u.Y
		if float64(ex*(p.Y-u.Y))-float64(ey*(p.X-u.X)) < -off*math.Sqrt(float64(ex*ex)+float64(ey*ey)) {
			return false
		}
	}
	return len(core) > 2
}
