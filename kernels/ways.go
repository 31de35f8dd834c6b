// SPDX-License-Identifier: MIT

package kernels

import "math"

// Way is one way to part a pair: moving B by -Sep along the unit normal (NX, NY) ends
// the overlap. The best has the greatest separation.
type Way struct {
	Sep, NX, NY float32
}

// same is the cosine from which on two normals count as one direction: they enclose
// less than 2^-9.5, about a tenth of a degree.
const same = 1 - 0x1p-20

// Ways appends to dst all ways to part a pair that overlaps whose separation is at most
// tolerance below that of the best, which is given and comes first: the normals of A's
// edges, then of B's, lower lanes first, each direction once. They are measured in
// float64, so an answer of ErrorBound's precision that ties with the best in truth is found
// with a tolerance of twice that bound.
//
// A pair that is apart has one closest direction and no ways but the best. Where two
// points coincide, as the centres of discs may, every direction is a way; none but the
// best is listed. It is the same code under every table.
func Ways(b *Block, p Pair, best Way, tolerance float32, dst []Way) []Way {
	from := len(dst)
	dst = append(dst, best)
	if !(best.Sep <= 0 && tolerance >= 0) {
		return dst
	}
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	dx := b.Rec[p.B].X - b.Rec[p.A].X
	dy := b.Rec[p.B].Y - b.Rec[p.A].Y
	least := float64(best.Sep) - float64(tolerance) + (ca.radius + cb.radius)
	dst = ca.ways(&ca, &cb, dx, dy, least, 1, dst, from)
	return cb.ways(&ca, &cb, dx, dy, least, -1, dst, from)
}

// ways appends the normals of c's edges, times turn, along which the gap of a's and b's
// cores is at least least.
func (c *core) ways(a, b *core, dx, dy, least, turn float64, dst []Way, from int) []Way {
	if c.n < 2 {
		return dst
	}
	r := a.radius + b.radius
next:
	for i := 0; i < c.n; i++ {
		x, y, ok := c.normal(i)
		if !ok {
			continue
		}
		x, y = turn*x, turn*y
		gap := gapAlong(a, b, dx, dy, x, y)
		if !(gap >= least) {
			continue
		}
		for _, w := range dst[from:] {
			if float64(x*float64(w.NX))+float64(y*float64(w.NY)) > same {
				continue next
			}
		}
		dst = append(dst, Way{float32(gap - r), float32(x), float32(y)})
	}
	return dst
}

// Oppose looks among the ways to part each of the first n entries of a.Out, which must
// be decided and have normals, for the one that opposes the movement of B relative to A
// most: whose normal has the least product with vB - vA. vx and vy are velocities by
// index of the block. Of equals the first stays, and so does the best if nothing moves.
// Two discs may part every way; if the way straight against the movement is within the
// tolerance, it is taken. Separations fall by tolerance at most; entries that are apart stay
// as they are. spare is scratch and returned for the next call: Oppose allocates only
// where it is too short.
func Oppose(a *Args, n int, vx, vy []float32, tolerance float32, spare []Way) []Way {
	out := &a.Out
	blk := a.Block
	for i := range n {
		p := Pair{out.A[i], out.B[i]}
		ux := float64(vx[p.B]) - float64(vx[p.A])
		uy := float64(vy[p.B]) - float64(vy[p.A])
		best := Way{out.Sep[i], out.NX[i], out.NY[i]}
		if !(best.Sep <= 0) || !(float64(ux*ux)+float64(uy*uy) > 0) {
			continue
		}
		spare = Ways(blk, p, best, tolerance, spare[:0])
		if blk.Class[p.A] == Circle && blk.Class[p.B] == Circle {
			spare = blk.head(p, best, ux, uy, tolerance, spare)
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

// head appends the way against the movement (ux, uy) of two discs, if it is within the
// tolerance.
func (b *Block) head(p Pair, best Way, ux, uy float64, tolerance float32, dst []Way) []Way {
	s, t := &b.Rec[p.A], &b.Rec[p.B]
	u := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	x, y := -ux/u, -uy/u
	sep := float64(x*(t.X-s.X)) + float64(y*(t.Y-s.Y)) - (float64(s.P) + float64(t.P))
	if sep >= float64(best.Sep)-float64(tolerance) && sep <= float64(best.Sep) {
		dst = append(dst, Way{float32(sep), float32(x), float32(y)})
	}
	return dst
}
