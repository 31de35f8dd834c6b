// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// meet changes the facets f of A, along (x, y), and g of B, along the opposite, to edges
// that hold the place where the shapes overlap most along the normal.
//
// How far they overlap at a place is the height of A's outline above B's, a concave
// function, being the difference of a concave and a convex chain. So a walk that begins
// anywhere and always rises ends at the maximum. While the facets do not overlap, the top
// lies between them, for A is highest at one and B lowest at the other: of the two edges
// that come next on either side of the gap, the one that falls off less is taken first. Once
// they overlap, the edge that ends first uphill is left for the next, if it goes on rising
// there.
//
// Only polygons have edges to go on to: where shapes of other classes turn they turn by
// right angles or more, and rounding cannot take one edge for the other.
func (f *facet) meet(g *facet, b *Block, ka, kb uint32, dx, dy, x, y float32) {
	tol := rim * ((f.reach + g.reach) + (kernels.Abs(dx) + kernels.Abs(dy)))
	shift := float32(dy*x) - float32(dx*y)
	for range b.lanes(ka) + b.lanes(kb) {
		g0, g1 := shift-g.t1, shift-g.t0 // B's facet, which lies the other way round
		if ahead := g0-f.t1 > tol; ahead || f.t0-g1 > tol {
			p, okA := f.neighbour(b, ka, x, y, ahead)
			q, okB := g.neighbour(b, kb, -x, -y, ahead)
			rise := rising(&p, &q)
			switch {
			case okA && (!okB || rise == 0 || ahead == (rise > 0)):
				*f = p
			case okB:
				*g = q
			default:
				return
			}
			continue
		}
		rise := rising(f, g)
		up := rise > 0
		if !up && !(rise < 0) {
			return
		}
		if (up && f.t1 <= g1) || (!up && f.t0 >= g0) {
			p, ok := f.neighbour(b, ka, x, y, up)
			if rise = rising(&p, g); !ok || rise == 0 || up != (rise > 0) {
				return
			}
			*f = p
		} else {
			q, ok := g.neighbour(b, kb, -x, -y, !up)
			if rise = rising(f, &q); !ok || rise == 0 || up != (rise > 0) {
				return
			}
			*g = q
		}
	}
}

// rising has the sign of the slope, along the places of A, of how far A's edge reaches
// above B's.
func rising(f, g *facet) float32 {
	return float32((f.h1-f.h0)*(g.t1-g.t0)) - float32((g.h1-g.h0)*(f.t1-f.t0))
}

// lanes returns how many edges a shape can have that neighbour finds.
func (b *Block) lanes(k uint32) int {
	if b.Class[k] != kernels.Polygon {
		return 0
	}
	return int(b.Num[k])
}

// neighbour returns the edge of polygon k that follows f, or comes before it, unless the
// outline turns back there, as seen along (x, y).
func (f *facet) neighbour(b *Block, k uint32, x, y float32, ahead bool) (e facet, ok bool) {
	if b.Class[k] != kernels.Polygon {
		return e, false
	}
	lo, num := int(b.Off[k]), int(b.Num[k])
	vx, vy := b.Lanes.VX[lo:][:num], b.Lanes.VY[lo:][:num]
	at := before(vx, vy, f.at)
	if ahead {
		at = next(vx, vy, f.at)
	}
	e.radius, e.reach = f.radius, f.reach
	e.edge(vx, vy, at, x, y)
	return e, e.t1 > e.t0
}

// before returns the lane of the edge that ends where edge i begins.
func before(vx, vy []float32, i int) int {
	if i > 0 {
		return i - 1
	}
	i = len(vx) - 1
	for i > 0 && vx[i] == vx[i-1] && vy[i] == vy[i-1] {
		i--
	}
	return i
}
