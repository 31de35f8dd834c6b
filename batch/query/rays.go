// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"
	"math/bits"

	"daylight/internal/kernels"
	"daylight/internal/kernels/bvh"
	"daylight/internal/scratch"
)

// A ray goes from (x, y) to (x+dx, y+dy). The absolute values of coordinates and lengths may be up
// to 2^100. A ray of no length is a point.

var (
	castRays    = call{name: "CastRays", asks: rays, honours: attrsOption | skipOption | insideOption | periodOption}
	castRay     = castRays.single("CastRay")
	castRaysAny = call{name: "CastRaysAny", asks: rays, any: true, honours: castRays.honours}
	castRayAny  = castRaysAny.single("CastRayAny")
	castRaysAll = call{name: "CastRaysAll", asks: rays, honours: castRays.honours}
	castRayAll  = castRaysAll.single("CastRayAll")
)

// CastRays finds the first shape that each ray meets; of several at the same fraction, the one with
// the lowest ID. The answers have an entry for each ray. See Options.Inside for shapes that hold
// the origin of a ray.
func (a *Asker) CastRays(ctx context.Context, x, y, dx, dy []float64, o Options) ([]Hit, error) {
	if err := a.ask(ctx, &castRays, &o, columns{x: x, y: y, u: dx, v: dy}); err != nil {
		return nil, err
	}
	return answerEach(a, &a.rayHits, (*Asker).answerRays, firstHits)
}

// CastRay is CastRays for one ray. Many goroutines may call it and the other methods of an Index
// for one question at the same time. A method that asks about a shape brings its AABB up to date,
// so only one such call at a time may use its store. They allocate nothing once they are warm,
// except to let dst grow.
func (ix *Index) CastRay(x, y, dx, dy float64, o Options) (Hit, error) {
	a, err := ix.askOne(&castRay, &o, oneQuestion{row: [5]float64{x, y, dx, dy}})
	if err != nil {
		return Hit{}, err
	}
	return answerOne(a, &a.rayHits, (*Asker).castAlone, firstHits)
}

// CastRaysAny reports for each ray whether it meets any shape, such as whether something blocks the
// view.
func (a *Asker) CastRaysAny(ctx context.Context, x, y, dx, dy []float64, o Options) ([]bool, error) {
	if err := a.ask(ctx, &castRaysAny, &o, columns{x: x, y: y, u: dx, v: dy}); err != nil {
		return nil, err
	}
	return answerEach(a, &a.any, (*Asker).answerRays, anyHit)
}

// CastRayAny is CastRaysAny for one ray.
func (ix *Index) CastRayAny(x, y, dx, dy float64, o Options) (bool, error) {
	a, err := ix.askOne(&castRayAny, &o, oneQuestion{row: [5]float64{x, y, dx, dy}})
	if err != nil {
		return false, err
	}
	return answerOne(a, &a.any, (*Asker).castAlone, anyHit)
}

// CastRaysAll finds all shapes that each ray meets, sorted by fraction, and by ID if fractions are
// equal.
func (a *Asker) CastRaysAll(ctx context.Context, x, y, dx, dy []float64, o Options) (*Rows[Hit], error) {
	err := a.ask(ctx, &castRaysAll, &o, columns{x: x, y: y, u: dx, v: dy})
	return hitRows.answer(a, err, (*Asker).answerAllHits)
}

// CastRayAll is CastRaysAll for one ray, and appends to dst.
func (ix *Index) CastRayAll(dst []Hit, x, y, dx, dy float64, o Options) ([]Hit, error) {
	a, err := ix.askOne(&castRayAll, &o, oneQuestion{row: [5]float64{x, y, dx, dy}})
	return hitRows.append(dst, a, err, (*Asker).answerAllHits)
}

// rayBlock casts a block of rays together. Most rays meet a shape near their origins. So one search
// finds the leaves near the first part of each ray, and each ray is tested against all shapes in
// its leaves, in any order. Rays that meet nothing there are cast down the tree, one by one.
type rayBlock struct {
	reach   float32 // length of first parts, adapted to what the last rays met; 0 if not known
	rays    []ray
	beams   []bvh.Beam
	scales  []rayScale
	limits  []float32 // length of each beam's first part; negative for a ray that passes by all shapes
	upTo    []float32 // the same, or how far it goes to what it has met
	whole   []bool    // the first part is all of the ray
	boxes   []box     // about first parts
	best    []rayHit
	filters []filter         // empty without active filters
	first   []entered        // by ray, of a search
	times   []float64        // of pairs of shapes and rays
	rec     []kernels.Record // of pairs, if shapes are read in their store
	numbers []uint32         // 0, 1, 2 ...
	near    [fan]float32     // of the places of a leaf
	backoff backoff
}

// entered is the shape that a ray enters first, of those looked at: the bits of the fraction, which
// are in the order of fractions, and which of the pairs it is.
type entered struct {
	t    uint64
	pair uint32
}

// decidedAlone marks a pair that no kernel has decided.
const decidedAlone = 1 << 31

// backoff suspends answering blocks of questions together after a block for which that did not pay:
// the questions of the next blocks are answered one by one. Each such block doubles their number,
// up to mostBackoff, and a block for which it pays resets it.
type backoff struct {
	pending int // blocks that will be answered one by one
	last    int // length of the last suspension
}

// A block pays if at most one question in mostRetried has to be answered again.
const (
	mostRetried = 4
	mostBackoff = 15
)

// done records how many of the n questions of a block had to be answered again.
func (b *backoff) done(retried, n int) {
	if mostRetried*retried <= n {
		b.last = 0
		return
	}
	b.last = min(2*b.last+1, mostBackoff)
	b.pending = b.last
}

// The length of first parts changes by these factors after a ray that meets a shape in its first
// part, and after one that does not, so that about one in sixteen is cast again; and by tooLong if
// a search finds more than mostLeaves.
const (
	shorter    = 0.998
	longer     = 1.03
	tooLong    = 0.7
	mostLeaves = 8 // for each ray of a block, on average
	mostWidths = 4 // of leaves, if shapes were spread evenly: how long first parts are at most
)

// answerRays finds what the rays of a block meet first, or whether they meet anything.
func (a *Asker) answerRays(w *worker, from int, questions []uint32) error {
	if a.castBlock(w, questions) {
		return nil
	}
	return a.castAlone(w, from, questions)
}

// castBlock casts a block of rays together, for the first shape that each meets or for whether it
// meets any. It returns false, and has done nothing, if that would not pay.
func (a *Asker) castBlock(w *worker, questions []uint32) bool {
	ix, b, n := a.ix, &w.rays, len(questions)
	c := ix.subtreeOf(a.worldOf(questions[0]))
	if a.several || ix.all || c.part || c.lo >= c.hi {
		return false
	}
	if b.backoff.pending > 0 {
		b.backoff.pending--
		return false
	}
	area := (c.box.MaxX - c.box.MinX) * (c.box.MaxY - c.box.MinY)
	width := max(min(float32(math.Sqrt(float64(area)*fan/float64(ix.Len()))), 0x1p60), 0x1p-60)
	if !(b.reach > 0) {
		b.reach = width
	}
	b.aim(a, &c, questions, width)
	retried := 0
	w.search.begin(b.boxes)
	for lo := 0; lo < n; {
		done := w.search.descend(ix, &c, b.boxes[lo:])
		if leaves := len(w.search.leaves.Node); leaves > mostLeaves*done {
			b.reach *= tooLong
			if leaves > 4*mostLeaves*done {
				// A dense cluster among sparser shapes: the nearest nodes first is faster.
				_ = a.castAlone(w, 0, questions[lo:])
				retried = n
				break
			}
		}
		if most := ix.shapes.most; (most == kernels.Box || most == kernels.Circle) && len(b.filters) == 0 && !a.options.Inside {
			b.enter(ix, &w.search, lo, lo+done)
		} else {
			b.intersect(ix, w.search.leaves, lo, a.options.Inside)
		}
		for k := lo; k < lo+done; k++ {
			if b.settled(k, a.call.any) {
				a.put(questions[k], &b.rays[k], &b.best[k])
				b.reach *= shorter
			} else {
				s := &b.scales[k]
				a.castFrom(w, questions[k], &b.rays[k], (s.s0+float64(b.limits[k]))*(1-0x1p-16))
				b.reach *= longer
				retried++
			}
		}
		lo += done
	}
	b.reach = max(min(b.reach, mostWidths*width), width*0x1p-10)
	b.backoff.done(retried, n)
	return true
}

// aim sets the rays of a block, and the first part of each: all of it if it is hardly longer than a
// leaf is wide.
func (b *rayBlock) aim(a *Asker, c *subtree, questions []uint32, width float32) {
	ix, n := a.ix, len(questions)
	b.rays, b.beams, b.scales = scratch.Resize(b.rays, n), scratch.Resize(b.beams, n), scratch.Resize(b.scales, n)
	b.limits, b.whole = scratch.Resize(b.limits, n), scratch.Resize(b.whole, n)
	b.upTo = scratch.Resize(b.upTo, n)
	b.boxes, b.best = scratch.Resize(b.boxes, n), scratch.Resize(b.best, n)
	b.filters = b.filters[:0]
	for k, q := range questions { // by itself, so that many reads from memory are under way
		b.rays[k] = ray{X: a.x[q], Y: a.y[q], DX: a.u[q], DY: a.v[q]}
	}
	for k, q := range questions {
		r := &b.rays[k]
		if !a.plain {
			b.filters = append(b.filters, a.filter(q))
		}
		b.best[k] = rayHit{}
		beam := &b.beams[k]
		s, ok := ix.tree.beam(r, 0, c, 0, 0, beam)
		b.scales[k] = s
		if !ok {
			b.limits[k], b.boxes[k], b.whole[k] = -1, emptyBox, true
			continue
		}
		limit := s.upTo(1)
		if b.whole[k] = limit <= max(b.reach, width); !b.whole[k] {
			limit = b.reach
		}
		b.limits[k], b.upTo[k], b.boxes[k] = limit, limit, s.about(beam, r, limit)
	}
}

// about returns a box that covers a beam up to a limit with its padding.
func (s *rayScale) about(b *bvh.Beam, r *ray, limit float32) box {
	dx, dy := float32(0), float32(0)
	if s.length > 0 {
		k := float64(limit) / s.length
		dx, dy = float32(r.DX*k), float32(r.DY*k)
	}
	x, y := b.X+dx, b.Y+dy
	m := abs(b.PadX) + abs(b.PadY) + float32((abs(b.X)+abs(b.Y)+abs(dx)+abs(dy))*0x1p-20)
	return boxOf(min(b.X, x)-m, min(b.Y, y)-m, max(b.X, x)+m, max(b.Y, y)+m)
}

// intersect tests rays against the shapes in the leaves that the last search found. Box 0 of the
// search is that of ray from.
func (b *rayBlock) intersect(ix *Index, leaves bvh.Tests, from int, inside bool) {
	for i, leaf := range leaves.Node {
		k := from + int(leaves.Box[i])
		if b.limits[k] < 0 {
			continue
		}
		mask := ix.table.Slabs(&ix.tree.levels[0][leaf], &b.beams[k], b.upTo[k], &b.near)
		for ; mask != 0; mask &= mask - 1 {
			p := leaf<<fanShift + uint32(bits.TrailingZeros32(mask))
			if len(b.filters) > 0 && !b.filters[k].passes(&ix.shapes, p) {
				continue
			}
			if h, ok := ix.shapes.intersect(p, &b.rays[k], inside); ok {
				b.best[k].keep(&h)
				b.upTo[k] = min(b.limits[k], b.scales[k].upTo(b.best[k].t))
			}
		}
	}
}

// enter is intersect for rays lo to hi-1, those of the last search, if most shapes are boxes, or
// circles, and all may answer: kernels find the shapes whose AABBs are met and where those of most
// are entered, and of each ray one shape is looked at again.
func (b *rayBlock) enter(ix *Index, s *search, lo, hi int) {
	rays, shapes := b.rays[lo:hi], &ix.shapes
	sizeTests(&s.places, len(s.leaves.Node)*fan)
	n := ix.table.Pierce(ix.tree.levels[0], s.leaves, b.beams[lo:hi], b.limits[lo:hi], s.places)
	found := bvh.Tests{Node: s.places.Node[:n], Box: s.places.Box[:n]}
	b.times = scratch.Resize(b.times, n)
	rec, pairs := shapes.rec, found
	if shapes.from != nil {
		b.rec = scratch.Resize(b.rec, n)
		shapes.from.Gather(ix.table, b.rec, found.Node)
		rec, pairs.Node = b.rec, b.count(n)
	}
	most := shapes.most
	if most == kernels.Box {
		ix.table.EnterBoxes(rec, rays, pairs, b.times)
	} else {
		ix.table.EnterDiscs(rec, rays, pairs, b.times)
	}
	b.first = scratch.Resize(b.first, hi-lo)
	none := math.Float64bits(inf64)
	for k := range b.first {
		b.first[k].t = none
	}
	mixed := shapes.only != most
	for i, k := range found.Box {
		// The first shape is unpredictable, so no branch depends on it.
		first, pair := &b.first[k], uint32(i)
		if as := b.times[i]; as == bvh.EnterUnsure || mixed && shapes.class[found.Node[i]] != most {
			h, ok := shapes.intersect(found.Node[i], &rays[k], false)
			if b.times[i] = h.t; !ok {
				b.times[i] = inf64
			}
			pair |= decidedAlone
		}
		t, least, which := math.Float64bits(math.Abs(b.times[i])), first.t, first.pair
		if t == least && t != none && shapes.id[found.Node[i]] < shapes.id[found.Node[which&^decidedAlone]] {
			least++
		}
		if t < least {
			which = pair
		}
		first.t, first.pair = min(t, least), which
	}
	for k := range b.first {
		first := &b.first[k]
		if first.t == none {
			continue
		}
		i := first.pair &^ decidedAlone
		if p := found.Node[i]; first.pair == i && most == kernels.Box {
			b.best[lo+k] = shapes.enteredBox(p, &rays[k], b.times[i])
		} else {
			b.best[lo+k], _ = shapes.intersect(p, &rays[k], false)
		}
	}
}

// count returns the numbers from 0 to n-1.
func (b *rayBlock) count(n int) []uint32 {
	for k := len(b.numbers); k < n; k++ {
		b.numbers = append(b.numbers, uint32(k))
	}
	return b.numbers[:n]
}

// settled reports whether the hit of ray k is its answer: whether all shapes that it may meet
// before have been tested.
func (b *rayBlock) settled(k int, any bool) bool {
	best := &b.best[k]
	if b.whole[k] || best.shape == 0 {
		return b.whole[k]
	}
	return any || b.scales[k].upTo(best.t) <= b.limits[k]
}
