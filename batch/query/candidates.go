// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"math/bits"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/narrow"
	"daylight/internal/scratch"
)

// flush is how many candidates are decided at a time.
const flush = 1024

// tiny exceeds the distances that kernels treat as contact, 2^-62.
const tiny = 0x1p-60

// candidates are pairs of a shape of the index, A, and a question, B, which kernels decide
// together.
type candidates struct {
	block pair.Block
	asked int      // the first rows are questions
	place []uint32 // of the rows beyond
	of    []uint32 // the question's row, parallel to place
	seen  [2]uint  // classes of questions and of shapes, a bit for each

	pairs     []kernels.Pair
	bins      narrow.Bins
	args      pair.Args
	impact    pair.ImpactArgs
	motion    []pair.Motion // parallel to the rows of the block
	turn      []float32
	separated []kernels.Pair // candidates that do not touch the question
	limit     float32        // of a cast: the separation at which shapes meet
	hits      pair.Hits

	// Entry k belongs to candidate k, in the order in which they were added.
	hit         []uint8 // 1 if it is within the limit
	sep, nx, ny []float32
	wit         [2][]pair.Point // as a kernel writes them
	own         bool            // lanes are copies: questions have polygons
	lanes       kernels.Lanes   // the copies
}

func (n *candidates) init() {
	const room = flush + kernels.Slack
	n.hits, n.pairs = narrow.Hits(flush), make([]kernels.Pair, flush)
	n.hit = make([]uint8, room)
	n.sep, n.nx, n.ny = make([]float32, room), make([]float32, room), make([]float32, room)
	n.wit = [2][]pair.Point{make([]pair.Point, room), make([]pair.Point, room)}
}

// begin drops questions and candidates. own is set if questions may be polygons.
func (n *candidates) begin(own bool) {
	if n.hit == nil {
		n.init()
	}
	b := &n.block
	b.Rec, b.Class, b.Off, b.Num = b.Rec[:0], b.Class[:0], b.Off[:0], b.Num[:0]
	n.own = own
	if own {
		l := &n.lanes
		l.VX, l.VY, l.NX, l.NY, l.D = l.VX[:0], l.VY[:0], l.NX[:0], l.NY[:0], l.D[:0]
	}
	n.asked, n.seen = 0, [2]uint{}
	n.place, n.of = n.place[:0], n.of[:0]
}

// ask adds a question, before all candidates.
func (n *candidates) ask(rec kernels.Record, class kernels.Class) {
	b := &n.block
	b.Rec, b.Class = append(b.Rec, rec), append(b.Class, class)
	b.Off, b.Num = append(b.Off, 0), append(b.Num, 0)
	n.seen[0] |= 1 << class
	n.asked++
}

// askAll adds m questions of a class and returns their records, which the caller fills in.
func (n *candidates) askAll(class kernels.Class, m int) []kernels.Record {
	b, at := &n.block, n.asked
	b.Rec, b.Class = scratch.Resize(b.Rec, at+m), scratch.Resize(b.Class, at+m)
	b.Off, b.Num = scratch.Resize(b.Off, at+m), scratch.Resize(b.Num, at+m)
	for k := at; k < at+m; k++ {
		b.Class[k], b.Off[k], b.Num[k] = class, 0, 0
	}
	n.seen[0] |= 1 << class
	n.asked += m
	return b.Rec[at:]
}

// askShape adds the shape in a place of others as a question.
func (n *candidates) askShape(of *shapes, place uint32) {
	n.ask(of.rec[place], of.class[place])
	if of.class[place] == kernels.Polygon {
		k := n.asked - 1
		n.block.Off[k], n.block.Num[k] = n.copyLanes(of, place), of.num[place]
	}
}

// copyLanes copies a polygon and returns where to.
func (n *candidates) copyLanes(of *shapes, place uint32) uint32 {
	l, m := &n.lanes, &of.lanes
	a := min(int(of.num[place]), fan)
	off := (len(l.VX) + a - 1) &^ (a - 1)
	lo, hi := of.off[place], of.off[place]+of.num[place]
	l.VX, l.VY = appendAt(l.VX, off, m.VX[lo:hi]), appendAt(l.VY, off, m.VY[lo:hi])
	l.NX, l.NY = appendAt(l.NX, off, m.NX[lo:hi]), appendAt(l.NY, off, m.NY[lo:hi])
	l.D = appendAt(l.D, off, m.D[lo:hi])
	return uint32(off)
}

func appendAt(col []float32, at int, v []float32) []float32 {
	for len(col) < at {
		col = append(col, 0)
	}
	return append(col, v...)
}

// add adds the shape in a place of the index as a candidate for a question.
func (n *candidates) add(ix *Index, question int, place uint32) {
	s, b := &ix.shapes, &n.block
	b.Rec, b.Class = append(b.Rec, s.record(place)), append(b.Class, s.class[place])
	if len(s.off) > 0 {
		off := s.off[place]
		if n.own && s.class[place] == kernels.Polygon {
			off = n.copyLanes(s, place)
		}
		b.Off, b.Num = append(b.Off, off), append(b.Num, s.num[place])
	}
	n.seen[1] |= 1 << s.class[place]
	n.place, n.of = append(n.place, place), append(n.of, uint32(question))
}

// addLeaf adds the shapes in mask of a leaf that pass a filter, for the only question.
func (n *candidates) addLeaf(ix *Index, f *filter, leaf, mask uint32) {
	for ; mask != 0; mask &= mask - 1 {
		if p := leaf<<fanShift + uint32(bits.TrailingZeros32(mask)); f.passes(&ix.shapes, p) {
			n.add(ix, 0, p)
		}
	}
}

// addAll adds the shapes in some places; the k-th is for question first+of[k].
func (n *candidates) addAll(ix *Index, first uint32, places, of []uint32) {
	s, b := &ix.shapes, &n.block
	at, m := len(b.Rec), len(places)
	b.Rec, b.Class = slices.Grow(b.Rec, m)[:at+m], slices.Grow(b.Class, m)[:at+m]
	rec, class := b.Rec[at:], b.Class[at:]
	seen := uint(0)
	if s.from != nil {
		s.from.Gather(ix.table, rec[:m], places)
	} else {
		for i, p := range places {
			rec[i] = s.rec[p]
		}
	}
	for i, p := range places {
		c := s.class[p]
		class[i] = c
		seen |= 1 << (c & 63)
	}
	n.seen[1] |= seen
	if len(s.off) > 0 {
		b.Off, b.Num = slices.Grow(b.Off, m)[:at+m], slices.Grow(b.Num, m)[:at+m]
		off, num := b.Off[at:], b.Num[at:]
		for i, p := range places {
			off[i], num[i] = s.off[p], s.num[p]
		}
		if n.own {
			for i, p := range places {
				if class[i] == kernels.Polygon {
					off[i] = n.copyLanes(s, p)
				}
			}
		}
	}
	for _, k := range of[:m] {
		n.of = append(n.of, first+k)
	}
	n.place = append(n.place, places...)
}

// drop drops the candidates and keeps the questions.
func (n *candidates) drop(ix *Index) {
	b, k := &n.block, n.asked
	b.Rec, b.Class, b.Off, b.Num = b.Rec[:k], b.Class[:k], b.Off[:k], b.Num[:k]
	n.place, n.of, n.seen[1] = n.place[:0], n.of[:0], 0
	if n.own {
		end := 0
		for i := range k {
			end = max(end, int(b.Off[i]+b.Num[i]))
		}
		l := &n.lanes
		l.VX, l.VY, l.NX, l.NY, l.D = l.VX[:end], l.VY[:end], l.NX[:end], l.NY[:end], l.D[:end]
	}
}

// useLanes sets the lanes that kernels read: those of the index, or copies if questions may be
// polygons.
func (n *candidates) useLanes(ix *Index) {
	n.block.Lanes = ix.shapes.lanes
	if n.own {
		n.block.Lanes = n.lanes
	}
}

// easing is how much farther apart a kernel may at first take shapes to be than it reports in the
// end, as a share of their reach and distance. An axis is off by 16u of their scale, and what is
// reported by 48u, with u = 2^-24 (kernels.Bounds.Separation); and the scale of shapes at a
// distance d is at most (1 + √2) (reach + d).
const easing = 0x1p-16

// eased returns a limit for kernels, slightly above limit, at which they report every pair whose
// separation is at most limit, with a separation that does not depend on the limit. They report
// some pairs that are farther apart, too. With the plain limit a kernel could drop a pair: it stops
// at the first axis along which two shapes are farther apart than its limit, though the separation
// that it would report may be less by a rounding. And if the limit is not positive, it takes shapes
// that all but touch by their axes alone.
func (n *candidates) eased(limit float32) float32 {
	if n.seen[0] == 1<<kernels.Circle && n.seen[1]&^(1<<kernels.Circle|1<<kernels.Box|1<<kernels.Capsule) == 0 {
		return limit // these kernels compare the separation that they report
	}
	reach := n.farthest(0, n.asked) + n.farthest(n.asked, len(n.block.Rec))
	limit = max(limit, 0)
	return min(limit+float32((reach+limit)*easing)+tiny, math.MaxFloat32)
}

// farthest returns an upper bound of how far any of some rows reaches from its position.
func (n *candidates) farthest(from, to int) (reach float32) {
	class := n.block.Class[from:to]
	for i := range class {
		r := &n.block.Rec[from+i]
		core, radius := r.P, r.Q // of a box, half its sides
		switch class[i] {
		case kernels.Circle:
			core, radius = 0, r.P
		case kernels.Polygon:
			core, radius = r.C, r.P
		}
		reach = max(reach, core+radius)
	}
	return reach
}

// decide finds the candidates within limit. It writes them to n.hits, in the order in which they
// were added, and returns their number.
func (n *candidates) decide(ix *Index, limit float32) (m int) {
	count := len(n.place)
	if count == 0 {
		return 0
	}
	n.useLanes(ix)
	base, pairs := uint32(n.asked), n.pairs[:count]
	for k, q := range n.of {
		pairs[k] = kernels.Pair{A: base + uint32(k), B: q}
	}
	if n.seen[0]&(n.seen[0]-1) == 0 && n.seen[1]&(n.seen[1]-1) == 0 {
		return n.run(ix, pairs, limit)
	}
	clear(n.hit[:count])
	for _, bin := range n.bins.Sort(n.block.Class, pairs) {
		for h := range n.run(ix, bin.Pairs, limit) {
			k := n.hits.A[h] - base
			n.hit[k] = 1
			n.sep[k], n.nx[k], n.ny[k] = n.hits.Sep[h], n.hits.NX[h], n.hits.NY[h]
		}
	}
	h := &n.hits
	for k, hit := range n.hit[:count] { // no branch: hits are unpredictable
		h.A[m], h.B[m] = pairs[k].A, pairs[k].B
		h.Sep[m], h.NX[m], h.NY[m] = n.sep[k], n.nx[k], n.ny[k]
		m += int(hit)
	}
	return m
}

// run decides pairs of the same two classes, and writes those within limit to n.hits, in order.
func (n *candidates) run(ix *Index, pairs []kernels.Pair, limit float32) (m int) {
	a, b := n.block.Class[pairs[0].A], n.block.Class[pairs[0].B]
	n.args = pair.Args{Block: &n.block, Pairs: pairs, Limit: limit, Out: n.hits}
	return narrow.Decide(ix.table.Contacts.Of(a, b), &n.args)
}
