// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"daylight/batch/query"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/table"
	"daylight/internal/minkowski"
	"daylight/internal/probe"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// folding answers questions where shapes are cut into convex parts: what the parts of a question
// and those of a shape answer becomes one row. Brute force finds the parts without an index, and
// puts them together in another way.
type folding struct {
	r     *Replies
	a     *query.Asker
	c     *Question
	brute bool

	// For the current questions: their parts, and the question of each part.
	ids  []soa.ID
	of   []uint32
	hits []hit
	// left are the shapes that are left out, and why; see Question.SkipBad.
	left map[uint32]*table.Error

	finder minkowski.Finder
	taken  int64 // reserved for the finder
	parts  [2][]minkowski.Part
	moved  probe.Pair
	touch  bool // the question and the shape of the last push only touch
}

// folded answers all questions, and tells how many it has answered.
func (r *Replies) folded(ctx context.Context, a *query.Asker, c *Question, brute bool, tell func(int)) error {
	f := &folding{r: r, a: a, c: c, brute: brute, left: map[uint32]*table.Error{}}
	defer func() { c.Memory.Release(f.taken + hitBytes*int64(cap(f.hits))) }()
	answer := map[Kind]func(context.Context) error{
		Rays: f.rays, Casts: f.casts, Points: f.overlaps, Boxes: f.overlaps, Nearest: f.nearest, Inside: f.inside,
	}[c.Kind]
	most := atATime
	if brute {
		most = 64 // all shapes may be near to each
	}
	for n := 0; n < len(r.asks); {
		f.ids, f.of, f.hits = f.ids[:0], f.of[:0], f.hits[:0]
		begin := n
		for ; n < len(r.asks) && len(f.ids) < most; n++ {
			from, to := r.A.Slots(int(r.asks[n]))
			f.ids = append(f.ids, r.ids[from:to]...)
			for range to - from {
				f.of = append(f.of, r.asks[n])
			}
		}
		if err := answer(ctx); err != nil {
			return err
		}
		if err := f.keep(); err != nil {
			return err
		}
		tell(n - begin)
		err := r.count(c)
		if err != nil && len(f.left) > 0 {
			f.leave()
			err = r.count(c)
		}
		if err != nil {
			return err
		}
	}
	f.leave()
	for _, k := range slices.Sorted(maps.Keys(f.left)) {
		r.Left = append(r.Left, f.left[k])
	}
	return nil
}

// keep makes rows of the hits.
func (f *folding) keep() error {
	r := f.r
	if err := r.grow(len(f.hits)); err != nil {
		return err
	}
	for i := range f.hits {
		h := &f.hits[i]
		r.put(h.q, h.s, h.v)
		if h.bounded {
			r.Bounded++
		}
	}
	return nil
}

// casts finds what the first part of a question that runs into something does run into.
func (f *folding) casts(ctx context.Context) error {
	hits, err := f.r.casts(ctx, f.a, f.c, f.ids)
	if err != nil {
		return err
	}
	if err := f.grow(len(hits)); err != nil {
		return err
	}
	for i := range hits {
		if h := &hits[i]; h.Shape != 0 {
			f.hits = append(f.hits, f.hit(i, h.Shape, hitValues(h)))
		}
	}
	if _, err := f.lead(true); err != nil {
		return err
	}
	f.first(1)
	for i := range f.hits {
		// Where the two overlap from the beginning, the normal is that of their push.
		h := &f.hits[i]
		if h.v[0] == 0 && (several(f.r.B, h.s) || several(f.r.A, h.q)) {
			p, err := f.push(h)
			if err != nil {
				return err
			}
			if p.Length > 0 {
				h.v[3], h.v[4] = p.X/p.Length, p.Y/p.Length
			}
		}
	}
	return nil
}

// overlaps finds which shapes meet the questions, and the push that parts the whole of both.
func (f *folding) overlaps(ctx context.Context) error {
	o, err := f.a.OverlapShapes(ctx, f.r.A.Shapes, f.ids, f.c.options(true, false))
	if err != nil {
		return err
	}
	if err := f.grow(len(o.Answers)); err != nil {
		return err
	}
	for i := range f.ids {
		for _, v := range o.Row(i) {
			// The deepest comes first.
			f.hits = append(f.hits, f.hit(i, v.Shape, values{0 - float64(v.Depth), float64(v.NX), float64(v.NY)}))
		}
	}
	counts, err := f.lead(false)
	if err != nil {
		return err
	}
	for i := range f.hits {
		h := &f.hits[i]
		deepest := 0 - h.v[0]
		h.v[0] = deepest
		h.v[3], h.v[4], h.v[5] = float64(counts[i]), deepest, deepest
		if deepest >= 0 && (several(f.r.B, h.s) || several(f.r.A, h.q)) {
			p, err := f.push(h)
			if err != nil {
				return err
			}
			switch {
			case p.Length > 0:
				h.v[0], h.v[1], h.v[2], h.v[5] = p.Length, p.X/p.Length, p.Y/p.Length, p.Least
				if h.bounded { // what two parts ask for is rounded by itself
					h.v[5] = min(max(p.Least, deepest), p.Length)
				}
			case f.touch:
				h.v[0], h.v[4], h.v[5] = 0, 0, 0
			}
		}
	}
	return nil
}

// push finds how a question is to be moved so that it parts from a shape.
func (f *folding) push(h *hit) (p minkowski.Push, err error) {
	r := f.r
	from, to := r.B.Slots(int(h.s))
	first, last := r.A.Slots(int(h.q))
	if more := minkowski.Memory(to-from, last-first, f.c.Effort) - f.taken; more > 0 {
		if err := memory.For("to part shapes of many parts", f.c.Memory.Reserve(more)); err != nil {
			return p, err
		}
		f.taken += more
	}
	v := compare(r.A, r.ids[first:last], r.B, r.found[from:to]).verdict
	// Outlines that only touch count as touching, ignoring rounded corners.
	if f.touch = v != unknown && v != region.Overlapping; f.touch {
		return minkowski.Push{Exact: true}, nil
	}
	x, y, err := r.B.Shapes.Position(r.found[from])
	if err != nil {
		return p, err
	}
	if f.parts[0], err = cores(f.parts[0][:0], r.B, r.found[from:to], x, y); err != nil {
		return p, err
	}
	if f.parts[1], err = cores(f.parts[1][:0], r.A, r.ids[first:last], x, y); err != nil {
		return p, err
	}
	f.finder.Effort = f.c.Effort
	p = f.finder.Part(f.parts[0], f.parts[1])
	if h.bounded = !p.Exact; p.Exact {
		p.Least = p.Length
	}
	if p.Length == 0 || !f.brute { // they touch at most
		return p, nil
	}
	// Brute force looks whether the push parts all parts of the two.
	for _, m := range r.ids[first:last] {
		for _, n := range r.found[from:to] {
			c, err := f.moved.Between([2]store.Store{store.Of(r.A.Shapes), store.Of(r.B.Shapes)}, uint64(m), uint64(n), p.X, p.Y)
			if err == nil && float64(c.Depth) > 2*c.Bound {
				return p, fmt.Errorf("the push of %s out of %s leaves an overlap of %v: please report it", r.A.Label(int(h.q)), r.B.Label(int(h.s)), c.Depth)
			}
		}
	}
	return p, nil
}

// nearest finds the shapes that are nearest to any part of a question. For each part of a question
// it asks for as many parts as shapes are wanted, and for all parts that overlap it: the depth of
// two whole shapes does not follow from their parts. While the parts are of too few shapes, it asks
// for twice as many.
func (f *folding) nearest(ctx context.Context) error {
	asked, err := f.askedFor(ctx)
	if err != nil {
		return err
	}
	for len(asked) > 0 {
		k := slices.Min(slices.Collect(maps.Keys(asked)))
		again, err := f.nearestParts(ctx, k, asked[k])
		if err != nil {
			return err
		}
		delete(asked, k)
		if len(again) == 0 {
			continue
		}
		if k == query.MaxNeighbours {
			return fmt.Errorf("%s: the nearest %d parts of shapes are of fewer than %d shapes; ask for fewer", f.r.A.Label(int(f.of[again[0]])), k, f.c.K)
		}
		k = min(2*k, query.MaxNeighbours)
		asked[k] = append(asked[k], again...)
	}
	if _, err := f.lead(true); err != nil {
		return err
	}
	for i := range f.hits {
		h := &f.hits[i]
		if h.v[0] > 0 || !several(f.r.B, h.s) && !several(f.r.A, h.q) {
			continue
		}
		p, err := f.push(h)
		if err != nil {
			return err
		}
		if f.touch {
			h.v[0] = 0
			continue
		}
		if depth := 0 - h.v[0]; p.Length > depth*(1+1e-5) || p.X*h.v[1]+p.Y*h.v[2] < p.Length*(1-1e-5) {
			// The push is not the push of two parts, so their closest points mean nothing here.
			h.v[1], h.v[2] = p.X/p.Length, p.Y/p.Length
			from, _ := f.r.B.Slots(int(h.s))
			x, y, err := f.r.B.Shapes.Position(f.r.found[from])
			if err != nil {
				return err
			}
			s, q := closest(f.parts[0], f.parts[1], p.X, p.Y)
			h.v[3], h.v[4], h.v[5], h.v[6] = q.X+x, q.Y+y, s.X+x, s.Y+y
		}
		h.v[0] = float64(float32(0 - max(p.Length, 0-h.v[0]))) // as written, so that rows are in the order of the output
	}
	slices.SortFunc(f.hits, wholeOrder(true))
	f.first(f.c.K)
	return nil
}

// askedFor returns the parts of questions by how many nearest parts to ask for at first. If too
// many parts overlap for the memory, it fails here, before any are compared.
func (f *folding) askedFor(ctx context.Context) (map[int][]int, error) {
	asked := map[int][]int{}
	if f.brute {
		k := min(max(f.c.K, len(f.r.found)), query.MaxNeighbours)
		for i := range f.ids {
			asked[k] = append(asked[k], i)
		}
		return asked, nil
	}
	o, err := f.a.OverlapShapes(ctx, f.r.A.Shapes, f.ids, f.c.options(false, false))
	if err != nil {
		return nil, err
	}
	for i := range f.ids {
		k := f.c.K
		if n := len(o.Row(i)); n >= k {
			k = min(1<<bits.Len(uint(k+n-1)), query.MaxNeighbours)
		}
		asked[k] = append(asked[k], i)
	}
	return asked, nil
}

// nearestParts finds the nearest k parts to some parts of questions. It returns the parts of
// questions that need more than k.
func (f *folding) nearestParts(ctx context.Context, k int, asked []int) (again []int, err error) {
	ids := make([]soa.ID, len(asked))
	for n, i := range asked {
		ids[n] = f.ids[i]
	}
	o, err := f.a.NearestToShapes(ctx, f.r.A.Shapes, ids, k, f.c.nearest())
	if err != nil {
		return nil, err
	}
	if err := f.grow(len(o.Answers)); err != nil {
		return nil, err
	}
	for n, i := range asked {
		row := o.Row(n)
		if len(row) == k && k < len(f.r.found) && (row[k-1].Distance <= 0 || f.fewer(row)) {
			again = append(again, i)
			continue
		}
		for m := range row {
			f.hits = append(f.hits, f.hit(i, row[m].Shape, neighbourValues(&row[m])))
		}
	}
	return again, nil
}

// fewer reports whether parts are of fewer shapes than are asked for.
func (f *folding) fewer(parts []query.Neighbour) bool {
	seen := map[uint32]bool{}
	for i := range parts {
		if seen[f.r.shapeOf(parts[i].Shape)] = true; len(seen) == f.c.K {
			return false
		}
	}
	return true
}
