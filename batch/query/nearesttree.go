// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"math/bits"

	"daylight/internal/kernels/pair"
	"daylight/soa"
)

// candidate is one of the nearest so far.
type candidate struct {
	id          soa.ID
	place       uint32
	sep, nx, ny float32
}

// nearestOnTree appends the shapes nearest to the one question that n holds, whose box is b, to the
// worker's neighbours. It goes down the nearest nodes first, and none that is farther than what has
// been found (N. Roussopoulos, S. Kelley and F. Vincent, Nearest Neighbor Queries, 1995).
func (a *Asker) nearestOnTree(w *worker, n *candidates, b *box, f *filter) {
	ix, pad, limit := a.ix, padding(b), min(a.limit, math.MaxFloat32)
	c := ix.subtreeOf(f.World)
	w.best, w.box = w.best[:0], *b
	first := ^uint32(0)
	look := func(leaf, mask uint32, reach float32) float32 {
		if leaf == first {
			return reach
		}
		n.addLeaf(ix, f, leaf, mask)
		limit = a.keepNearest(w, n, limit)
		return farther(limit, pad)
	}
	reach := farther(limit, pad)
	if c.lo < c.hi && !ix.all {
		// The leaf below the nearest children first: its shapes bound the distance, so that most
		// nodes are skipped when the walk begins at the top.
		leaf := ix.nearestLeaf(w, &c)
		reach = look(leaf, ix.distances(w, &c, 0, leaf, reach), reach)
		first = leaf
	}
	ix.walk(w, &c, false, reach, look)
	a.appendNearest(w, n)
}

// nearestLeaf returns the leaf that one reaches from the top of a subtree by the nearest child of
// each node.
func (ix *Index) nearestLeaf(w *worker, c *subtree) uint32 {
	i := c.node
	for level := c.level; level > 0; level-- {
		mask := ix.distances(w, c, level, i, math.MaxFloat32)
		k := 0
		for least := inf; mask != 0; mask &= mask - 1 {
			if j := bits.TrailingZeros32(mask); w.near[j] < least {
				least, k = w.near[j], j
			}
		}
		i = i<<fanShift + uint32(k)
	}
	return i
}

// distances returns the children of a node that have places of a subtree and are within a limit of
// the worker's box, as a mask. It writes the distances of all children to w.near.
func (ix *Index) distances(w *worker, c *subtree, level int, node uint32, limit float32) uint32 {
	mask := ix.table.Distances(&ix.tree.levels[level][node], &w.box, limit, &w.near)
	if c.part {
		mask &= c.own(level, node)
	}
	return mask
}

// nearestWithin decides all shapes at a distance of at most reach together, and appends the k
// nearest if there are so many, or if the question is about no farther ones. Otherwise it appends
// nothing and returns false.
func (a *Asker) nearestWithin(w *worker, n *candidates, b *box, f *filter, reach float32) bool {
	ix, r := a.ix, farther(reach, padding(b))
	c := ix.subtreeOf(f.World)
	if c.part || ix.all || c.lo >= c.hi || !(r <= math.MaxFloat32) {
		return false
	}
	w.box = boxOf(b.MinX-r, b.MinY-r, b.MaxX+r, b.MaxY+r)
	leaves := ix.tree.descend(w, &c, &w.box, ix.table)
	if len(leaves) > flush/fan {
		return false // so many are near that the nearest first is faster
	}
	for _, p := range ix.tree.children(&w.lists[2], leaves, &c, &w.box, 0, ix.table) {
		if f.passes(&ix.shapes, p) {
			n.add(ix, 0, p)
		}
	}
	w.best = w.best[:0]
	a.keepNearest(w, n, reach)
	if len(w.best) < a.k && reach != a.limit {
		return false
	}
	a.appendNearest(w, n)
	return true
}

// padding covers the rounding of a question's box, which is not proportional to distances.
func padding(b *box) float32 {
	return float32(max(abs(b.MinX), abs(b.MaxX), abs(b.MinY), abs(b.MaxY))*0x1p-22) + tiny
}

// farther returns the greatest distance of boxes at which kernels may report shapes to be within
// limit. The error of kernels is a share of the distance and of the sizes of shapes; boxes cover
// the latter.
func farther(limit, pad float32) float32 {
	return float32(max(limit, 0)*(1+0x1p-16)) + pad
}

// keepNearest decides the current candidates, merges them into the k nearest so far, and returns
// the distance beyond which no shape can be among the k nearest.
func (a *Asker) keepNearest(w *worker, n *candidates, limit float32) float32 {
	ix, k := a.ix, a.k
	h, best := &n.hits, w.best
	for i := range n.decide(ix, n.eased(limit)) {
		place, sep := n.place[h.A[i]-uint32(n.asked)], h.Sep[i]
		if sep > limit {
			continue
		}
		id := ix.shapes.id[place]
		m := len(best)
		if m == k {
			if last := &best[m-1]; sep == last.sep && id > last.id {
				continue
			}
			m--
		} else {
			best = append(best, candidate{})
		}
		for ; m > 0 && (best[m-1].sep > sep || best[m-1].sep == sep && best[m-1].id > id); m-- {
			best[m] = best[m-1]
		}
		best[m] = candidate{id: id, place: place, sep: sep, nx: h.NX[i], ny: h.NY[i]}
		if len(best) == k {
			limit = min(limit, best[k-1].sep)
		}
	}
	w.best = best
	n.drop(ix)
	return limit
}

// appendNearest appends the k nearest to the worker's neighbours.
func (a *Asker) appendNearest(w *worker, n *candidates) {
	for lo := 0; lo < len(w.best); lo += flush {
		part := w.best[lo:min(lo+flush, len(w.best))]
		at := len(w.neighbours)
		for i, c := range part {
			w.neighbours = append(w.neighbours, Neighbour{Shape: c.id, Distance: c.sep, NX: c.nx, NY: c.ny})
			n.add(a.ix, 0, c.place)
			n.hits.A[i], n.hits.B[i] = uint32(n.asked+i), 0
			n.hits.Sep[i], n.hits.NX[i], n.hits.NY[i] = c.sep, c.nx, c.ny
		}
		if !a.options.NoClosestPoints {
			n.useLanes(a.ix)
			n.addWitnesses(w.neighbours[at:], &n.hits, n.wit)
		}
		n.drop(a.ix)
	}
}

// addWitnesses fills the closest points of pairs, whose rows, separations and normals are given.
func (n *candidates) addWitnesses(to []Neighbour, pairs *pair.Hits, wit [2][]pair.Point) {
	n.args = pair.Args{Block: &n.block, Out: *pairs}
	pair.Witness(&n.args, len(to), wit)
	for i := range to {
		r, q := &n.block.Rec[pairs.A[i]], &n.block.Rec[pairs.B[i]]
		p, o := &wit[0][i], &wit[1][i]
		to[i].X, to[i].Y = r.X+float64(p.X), r.Y+float64(p.Y)
		to[i].QX, to[i].QY = q.X+float64(o.X), q.Y+float64(o.Y)
	}
}
