// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// MTV is a candidate for the minimum translation vector of a pair: moving B by -Sep along
// the unit normal (NX, NY) ends the overlap. The best has the greatest separation.
type MTV struct {
	Sep, NX, NY float32
}

// MTVs appends to dst all candidates of a pair that overlaps whose separation is at most
// tolerance below that of the best, which is given and comes first: the normals of A's
// edges, then of B's, lower lanes first, each direction once. They are measured in
// float64, and twice ErrorBound is added to the tolerance, so that all that tie in truth
// are listed.
//
// Two normals are one direction if rounding to float32 can make them differ as they do. A
// polygon's own edges are never one, however little it bends.
//
// A pair that is apart has one closest direction and no candidate but the best. Where two
// points coincide, as the centres of discs may, every direction is as good; none but the
// best is listed. It is the same code under every table.
func MTVs(b *Block, p kernels.Pair, best MTV, tolerance float32, dst []MTV) []MTV {
	dst = append(dst, best)
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	sx, sy := delta(&b.Rec[p.A], &b.Rec[p.B])
	tolerance += 2 * ErrorBound(float32(ca.farthest()+ca.radius+cb.farthest()+cb.radius)+(kernels.Abs(sx)+kernels.Abs(sy)))
	if !(best.Sep <= 0 && tolerance >= 0) {
		return dst
	}
	dx := b.Rec[p.B].X - b.Rec[p.A].X
	dy := b.Rec[p.B].Y - b.Rec[p.A].Y
	r := ca.radius + cb.radius
	least := float64(best.Sep) - float64(tolerance) + r
	bx, by := float64(best.NX), float64(best.NY)

	first := ca.edgeAlong(bx, by, 0x1p-21)
	for i := range ca.n {
		x, y, ok := ca.normal(i)
		if !ok || i == first {
			continue
		}
		if gap := gapAlong(&ca, &cb, dx, dy, x, y); gap >= least {
			dst = append(dst, MTV{float32(gap - r), float32(x), float32(y)})
		}
	}
	second := cb.edgeAlong(-bx, -by, 0x1p-21)
	for i := range cb.n {
		x, y, ok := cb.normal(i)
		if !ok || i == second {
			continue
		}
		gap := gapAlong(&ca, &cb, dx, dy, -x, -y)
		if !(gap >= least) {
			continue
		}
		if k := ca.edgeAlong(-x, -y, cb.doubt(i)); k >= 0 {
			u, v, _ := ca.normal(k)
			if k == first || gapAlong(&ca, &cb, dx, dy, u, v) >= least {
				continue
			}
		}
		dst = append(dst, MTV{float32(gap - r), float32(-x), float32(-y)})
	}
	return dst
}

// farthest returns how far the core reaches from its position. The reach of a box, the sum of its
// half extents, is as much as half again.
func (c *core) farthest() float64 {
	if c.hx > 0 {
		return math.Sqrt(float64(c.hx*c.hx) + float64(c.hy*c.hy))
	}
	return c.reach
}

// edgeAlong returns the edge whose normal is nearest to the unit vector (x, y), if rounding may
// be all that lies between them: doubt is how far it may have turned the vector. It is -1
// if there is none.
func (c *core) edgeAlong(x, y, doubt float64) int {
	at, least := -1, math.Inf(1)
	for i := range c.n {
		u, v, ok := c.normal(i)
		if !ok || !(float64(u*x)+float64(v*y) > 0) {
			continue
		}
		if sine := math.Abs(float64(u*y) - float64(v*x)); sine < least && sine <= doubt+c.doubt(i) {
			at, least = i, sine
		}
	}
	return at
}

// doubt returns how far rounding of its ends to float32 may have turned edge i.
func (c *core) doubt(i int) float64 {
	ax, ay := c.at(i)
	bx, by := c.at(c.after(i))
	return 0x1p-21 * c.reach / math.Sqrt(float64((bx-ax)*(bx-ax))+float64((by-ay)*(by-ay)))
}
