// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Neighbours are the shapes nearest to each question: entries Offsets[i] to
// Offsets[i+1]-1 of the other columns are those of question i, by distance, and where that
// is equal by ID. The distance is that between shapes, negative if they overlap by that
// depth. (X, Y) is the point of the shape found that is closest to the question's, and
// (QX, QY) that of the question's, and the normal points from the former to the latter: see
// kernels.Witness. Positions are in the world, rounded to float64 once.
type Neighbours struct {
	Offsets      []int
	Shape        []soa.ID
	Distance     []float32
	NX, NY       []float32
	X, Y, QX, QY []float64
}

// MaxNeighbours is the greatest number of neighbours that may be asked for.
const MaxNeighbours = 1 << 16

// nearest is the task of finding neighbours.
type nearest struct {
	k       int
	points  *Points // nil if probes ask
	asked   Points
	probes  probes
	world   []uint32
	answers answers
	result  Neighbours
}

// NearestToPoints finds the k shapes nearest to each point, fewer if there are not so many
// or, with Within(r), not so many as near as r.
func (a *Asker) NearestToPoints(ctx context.Context, p Points, k int, opts ...Option) (*Neighbours, error) {
	const op = "NearestToPoints"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n := len(p.X)
	if err := columns(op, n, column{"Y", len(p.Y)}); err != nil {
		return nil, err
	}
	if err := p.check(op, n); err != nil {
		return nil, err
	}
	a.boxes = scratch.Resize(a.boxes, n)
	for i, x := range p.X {
		y := p.Y[i]
		if !(math.Abs(x) <= kernels.PoseRange && math.Abs(y) <= kernels.PoseRange) {
			return nil, notPlace(op, i, "point", x, y)
		}
		a.boxes[i] = a.ix.tree.box(x, y, x, y, 0)
	}
	a.near.asked = p
	a.near.points, a.near.world = &a.near.asked, p.World
	return a.nearby(op, n, k)
}

// NearestToShapes finds the k shapes nearest to each probe, fewer if there are not so many
// or, with Within(r), not so many as near as r.
func (a *Asker) NearestToShapes(ctx context.Context, p Probes, k int, opts ...Option) (*Neighbours, error) {
	const op = "NearestToShapes"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n, err := a.near.probes.load(a.ix, op, &p)
	if err != nil {
		return nil, err
	}
	a.boxes = scratch.Resize(a.boxes, n)
	a.near.probes.fit(&a.ix.tree, a.boxes, 0)
	a.near.points, a.near.world = nil, a.near.probes.World
	return a.nearby(op, n, k)
}

func (a *Asker) nearby(op string, n, k int) (*Neighbours, error) {
	if k < 1 || k > MaxNeighbours {
		return nil, &QuestionError{op, -1, fmt.Sprintf("k is %d: want 1 to %d", k, MaxNeighbours)}
	}
	t := &a.near
	t.k = k
	a.sorter.sort(a.boxes, t.world, a.ix.Len() >= sortFrom)
	for _, w := range a.workers {
		w.out.full, w.out.way, w.out.ends = true, false, true
	}
	if err := a.answer(t); err != nil {
		return nil, err
	}
	offsets, err := a.collect(n, &t.answers)
	if err != nil {
		return nil, err
	}
	s := &t.answers
	t.result = Neighbours{
		Offsets: offsets, Shape: s.shape, Distance: s.sep, NX: s.nx, NY: s.ny,
		X: s.ax, Y: s.ay, QX: s.bx, QY: s.by,
	}
	return &t.result, nil
}

// block finds the neighbours of a block of questions.
func (t *nearest) block(a *Asker, w *worker, questions []uint32) error {
	own := t.points == nil && t.probes.own.count[kernels.Polygon] > 0
	for _, q := range questions {
		w.narrow.begin(a.ix, own)
		var f sieve
		if t.points != nil {
			f = t.points.Filters.at(a.ix, q)
			w.narrow.ask(kernels.Record{X: t.points.X[q], Y: t.points.Y[q], C: 1}, kernels.Circle)
		} else {
			f = t.probes.sieve(a.ix, q)
			w.narrow.askShape(&t.probes.own, q)
		}
		at := len(w.out.shape)
		a.ix.nearest(w, &a.boxes[q], &f, t.k, a.cfg.within)
		if err := a.end(w, q, at); err != nil {
			return err
		}
	}
	return nil
}

// nearest appends the k shapes nearest to the one question that the worker's narrow
// holds, whose box is b. It goes down the nearest nodes first, and none that is farther
// than what has been found (N. Roussopoulos, S. Kelley and F. Vincent, Nearest Neighbor
// Queries, 1995).
func (ix *Index) nearest(w *worker, b *box, f *sieve, k int, within float32) {
	c := ix.crownOf(f.World)
	if c.lo >= c.hi {
		return
	}
	at := len(w.out.shape)
	sifting := f.attrs || f.Skip != 0
	limit := min(within, math.MaxFloat32)
	if ix.all {
		for p := c.lo; p < c.hi; p++ {
			if !sifting || f.lets(&ix.shapes, p) {
				w.narrow.add(ix, 0, p)
			}
			if len(w.narrow.place) == flush || p == c.hi-1 {
				limit = ix.keepNearest(w, at, k, limit)
			}
		}
		return
	}
	// Rounding of the question's box, which is no share of any distance.
	pad := float32(max(abs(b.MinX), abs(b.MaxX), abs(b.MinY), abs(b.MaxY))*0x1p-22) + faint
	reach := farther(limit, pad)
	t := &ix.tree
	w.box = *b
	stack := append(w.stack[:0], stop{node: c.node, level: int32(c.level)})
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.near > reach {
			continue
		}
		level := int(s.level)
		mask := ix.table.Distances(&t.levels[level][s.node], &w.box, reach, &w.near)
		if c.part {
			mask &= c.own(level, s.node)
		}
		first := s.node << fanShift
		if level > 0 {
			stack = w.push(stack, mask, first, s.level-1)
			continue
		}
		for ; mask != 0; mask &= mask - 1 {
			p := first + uint32(bits.TrailingZeros32(mask))
			if !sifting || f.lets(&ix.shapes, p) {
				w.narrow.add(ix, 0, p)
			}
		}
		limit = ix.keepNearest(w, at, k, limit)
		reach = farther(limit, pad)
	}
	w.stack = stack
}

// farther is the greatest distance of boxes at which shapes may be as near as limit, by
// what kernels make of it: their error is a share of the distance, and of the shapes'
// sizes, which the boxes make up for.
func farther(limit, pad float32) float32 {
	return float32(max(limit, 0)*(1+0x1p-16)) + pad
}

func abs(v float32) float32 { return max(v, -v) }

// push puts the children in mask on the stack, the nearest last.
func (w *worker) push(stack []stop, mask, first uint32, level int32) []stop {
	base := len(stack)
	for ; mask != 0; mask &= mask - 1 {
		k := bits.TrailingZeros32(mask)
		v := w.near[k]
		at := len(stack)
		stack = append(stack, stop{})
		for ; at > base && stack[at-1].near < v; at-- {
			stack[at] = stack[at-1]
		}
		stack[at] = stop{near: v, node: first + uint32(k), level: level}
	}
	return stack
}

// keepNearest decides the candidates at hand, keeps the k nearest of them and of the answers
// from at on, in order, and returns how near others must be to matter.
func (ix *Index) keepNearest(w *worker, at, k int, limit float32) float32 {
	n, o := &w.narrow, &w.out
	n.decide(ix, limit, true, true)
	rec := n.block.Rec
	for i, hit := range n.hit[:len(n.place)] {
		if !hit || n.sep[i] > limit {
			continue
		}
		id, sep := ix.shapes.id[n.place[i]], n.sep[i]
		m := len(o.shape)
		if m-at == k {
			if sep == o.sep[m-1] && id > o.shape[m-1] {
				continue
			}
			m--
		} else {
			o.shape = append(o.shape, 0)
			o.sep, o.nx, o.ny = append(o.sep, 0), append(o.nx, 0), append(o.ny, 0)
			o.ax, o.ay = append(o.ax, 0), append(o.ay, 0)
			o.bx, o.by = append(o.bx, 0), append(o.by, 0)
		}
		for ; m > at && (o.sep[m-1] > sep || o.sep[m-1] == sep && o.shape[m-1] > id); m-- {
			o.copyAt(m, o, m-1, 1)
		}
		r, q := &rec[n.asked+i], &rec[0]
		o.shape[m], o.sep[m], o.nx[m], o.ny[m] = id, sep, n.nx[i], n.ny[i]
		o.ax[m], o.ay[m] = r.X+float64(n.points.AX[i]), r.Y+float64(n.points.AY[i])
		o.bx[m], o.by[m] = q.X+float64(n.points.BX[i]), q.Y+float64(n.points.BY[i])
		if len(o.shape)-at == k {
			limit = min(limit, o.sep[len(o.sep)-1])
		}
	}
	n.drop(ix)
	return limit
}
