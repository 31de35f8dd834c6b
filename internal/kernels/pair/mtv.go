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
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	dx, dy := delta(&b.Rec[p.A], &b.Rec[p.B])
	scale := float32(ca.farthest()+ca.radius+cb.farthest()+cb.radius) + (kernels.Abs(dx) + kernels.Abs(dy))
	return mtvs(b, p, best, tolerance+2*ErrorBound(scale), dst)
}

// farthest returns how far the core reaches from its position. The reach of a box, the sum of its half
// extents, is as much as half again.
func (c *core) farthest() float64 {
	if c.hx > 0 {
		return math.Sqrt(float64(c.hx*c.hx) + float64(c.hy*c.hy))
	}
	return c.reach
}

// mtvs is MTVs with nothing added to the tolerance.
func mtvs(b *Block, p kernels.Pair, best MTV, tolerance float32, dst []MTV) []MTV {
	dst = append(dst, best)
	if !(best.Sep <= 0 && tolerance >= 0) {
		return dst
	}
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
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

// Oppose looks among the candidates of each of the first n entries of a.Out, which must
// be decided and have normals, for the one that opposes the movement of B relative to A
// most: whose normal has the least product with vB - vA. vx and vy are velocities by
// index of the block; the entries of one that is NaN stay as they are. Of equals the first
// stays, and so does the best if nothing moves.
// Two discs may part in every direction; if the one straight against the movement is within
// the tolerance, it is taken. Separations fall by tolerance at most; entries that are apart stay
// as they are. spare is scratch and returned for the next call: Oppose allocates only
// where it is too short.
func Oppose(a *Args, n int, vx, vy []float32, tolerance float32, spare []MTV) []MTV {
	out := &a.Out
	blk := a.Block
	for i := range n {
		p := kernels.Pair{A: out.A[i], B: out.B[i]}
		ux := float64(vx[p.B]) - float64(vx[p.A])
		uy := float64(vy[p.B]) - float64(vy[p.A])
		best := MTV{out.Sep[i], out.NX[i], out.NY[i]}
		if !(best.Sep <= 0) || !(float64(ux*ux)+float64(uy*uy) > 0) {
			continue
		}
		spare = mtvs(blk, p, best, tolerance, spare[:0])
		if blk.Class[p.A] == kernels.Circle && blk.Class[p.B] == kernels.Circle {
			spare = head(blk, p, best, ux, uy, tolerance, spare)
		}
		pick, least := 0, math.Inf(1)
		for k, w := range spare {
			if dot := float64(ux*float64(w.NX)) + float64(uy*float64(w.NY)); dot < least {
				pick, least = k, dot
			}
		}
		w := spare[pick]
		out.Sep[i], out.NX[i], out.NY[i] = w.Sep, w.NX, w.NY
	}
	return spare
}

// head appends the candidate against the movement (ux, uy) of two discs, if it is within the
// tolerance.
func head(b *Block, p kernels.Pair, best MTV, ux, uy float64, tolerance float32, dst []MTV) []MTV {
	s, t := &b.Rec[p.A], &b.Rec[p.B]
	u := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	x, y := -ux/u, -uy/u
	sep := float64(x*(t.X-s.X)) + float64(y*(t.Y-s.Y)) - (float64(s.P) + float64(t.P))
	if sep >= float64(best.Sep)-float64(tolerance) && sep <= float64(best.Sep) {
		dst = append(dst, MTV{float32(sep), float32(x), float32(y)})
	}
	return dst
}
