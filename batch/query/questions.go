// SPDX-License-Identifier: MIT

package query

import (
	"context"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/soa"
)

// questions are those of the call in hand: what asks, the Options, and what follows from both.
type questions struct {
	call    *call
	options Options
	columns
	probes  probes // if shapes ask
	k       int    // of the nearest
	limit   float32
	grown   float64  // by which boxes of questions grow
	common  filter   // of all questions, if the Options have no columns and no shapes ask
	plain   bool     // no filter keeps a shape of its world from answering
	world   []uint32 // of each; nil if that of common is the world of all
	room    []uint32 // for world
	charged int64    // bytes, for questions
	one     oneQuestion
}

// columns are those of points (x, y), of boxes from (x, y) to (u, v), of rays from (x, y) by (u, v), and
// of motions by (u, v) with a turn.
type columns struct{ x, y, u, v, turn []float64 }

// oneQuestion is room for the columns of one.
type oneQuestion struct {
	x, y, u, v, turn [1]float64
	id               [1]soa.ID
}

// faint is more than the distances that kernels take for none, 2^-62.
const faint = 0x1p-60

// ask takes questions about points, boxes or rays, and checks them.
func (a *Asker) ask(ctx context.Context, c *call, o *Options, cols columns) error {
	if err := a.begin(ctx); err != nil {
		return err
	}
	if err := a.take(c, o, cols, len(cols.x)); err != nil {
		return err
	}
	if err := c.sameLength(cols); err != nil {
		return err
	}
	return a.check()
}

// askShapes takes questions that shapes of a store ask, and checks them.
func (a *Asker) askShapes(ctx context.Context, c *call, o *Options, store *soa.Shapes, ids []soa.ID, cols columns) error {
	if err := a.begin(ctx); err != nil {
		return err
	}
	n, err := a.load(&a.probes, c, store, ids)
	if err != nil {
		return err
	}
	if err := a.take(c, o, cols, n); err != nil {
		return err
	}
	return a.checkShapes()
}

// askOne is ask for one question, which makes no use of a context.
func (ix *Index) askOne(c *call, o *Options, x, y, u, v float64) (*Asker, error) {
	a, err := ix.single()
	if err != nil {
		return nil, err
	}
	one := &a.one
	one.x[0], one.y[0], one.u[0], one.v[0] = x, y, u, v
	if err = a.take(c, o, columns{x: one.x[:], y: one.y[:], u: one.u[:], v: one.v[:]}, 1); err == nil {
		err = a.checkRange(0, 1)
	}
	if err != nil {
		ix.put(a)
		return nil, err
	}
	return a, nil
}

// shapeAsks is askShapes for one shape.
func (ix *Index) shapeAsks(c *call, o *Options, store *soa.Shapes, id soa.ID, dx, dy, turn float64) (*Asker, error) {
	a, err := ix.single()
	if err != nil {
		return nil, err
	}
	one := &a.one
	one.u[0], one.v[0], one.turn[0], one.id[0] = dx, dy, turn, id
	if _, err = a.load(&a.probes, c, store, one.id[:]); err == nil {
		err = a.take(c, o, columns{u: one.u[:], v: one.v[:], turn: one.turn[:]}, 1)
	}
	if err == nil {
		err = a.checkShapes()
	}
	if err != nil {
		ix.put(a)
		return nil, err
	}
	return a, nil
}

// take takes n questions with their Options, and makes room for their boxes.
func (a *Asker) take(c *call, o *Options, cols columns, n int) error {
	if err := o.check(c, n); err != nil {
		return err
	}
	if err := a.upTo(&a.charged, withSpare(n, questionBytes)); err != nil {
		return err
	}
	a.boxes = scratch.Resize(a.boxes, n)
	q := &a.questions
	q.call, q.options, q.columns = c, *o, cols
	q.limit, q.grown = float32(o.Within), 0
	if c.grows {
		q.grown = float64(float64(q.limit)*(1+0x1p-16)) + faint
	}
	q.common, q.plain, q.world = filter{}, false, nil
	if c.asks == shapesOfStore {
		q.world = q.probes.worlds
		return nil
	}
	if o.AttrsOf == nil && o.SkipOf == nil {
		q.common = a.ix.filterOf(o, 0)
		q.plain = !q.common.active
	}
	q.common.World = o.Attrs.World
	if o.AttrsOf != nil {
		q.room = scratch.Resize(q.room, n)
		several := false
		for i := range o.AttrsOf {
			q.room[i] = o.AttrsOf[i].World
			several = several || q.room[i] != q.room[0]
		}
		if several {
			q.world = q.room
		} else if n > 0 {
			q.common.World = q.room[0]
		}
	}
	return nil
}

// worldOf is the world of question i.
func (q *questions) worldOf(i uint32) uint32 {
	if q.world == nil {
		return q.common.World
	}
	return q.world[i]
}

// filter is that of question i.
func (a *Asker) filter(i uint32) filter {
	switch q := &a.questions; {
	case q.call.asks == shapesOfStore:
		return q.probes.filter(a.ix, &q.options, i)
	case q.options.AttrsOf == nil && q.options.SkipOf == nil:
		return q.common
	default:
		return a.ix.filterOf(&q.options, i)
	}
}

// sameLength refuses columns of different lengths.
func (c *call) sameLength(cols columns) error {
	n, names := len(cols.x), [4]string{"x", "y", "dx", "dy"}
	if c.asks == boxes {
		names = [4]string{"minX", "minY", "maxX", "maxY"}
	}
	for k, col := range [4][]float64{cols.x, cols.y, cols.u, cols.v} {
		if len(col) != n && (k < 2 || c.asks != points) {
			return c.unequal(names[k], len(col), n)
		}
	}
	return nil
}

// addTo adds what asks to the questions that kernels decide.
func (q *questions) addTo(n *narrow, questions []uint32) {
	switch q.call.asks {
	case points:
		rec := n.askAll(simd.Circle, len(questions))
		for k, i := range questions {
			rec[k] = simd.Record{X: q.x[i], Y: q.y[i], C: 1}
		}
	case boxes:
		rec := n.askAll(simd.Box, len(questions))
		for k, i := range questions {
			rec[k] = boxRecord(q.x[i], q.y[i], q.u[i], q.v[i])
		}
	default:
		for _, i := range questions {
			n.askShape(&q.probes.own, i)
		}
	}
}

// boxRecord is a box given by its corners, its half sizes rounded to float32.
func boxRecord(x0, y0, x1, y1 float64) simd.Record {
	hx, hy := float64(0.5*(x1-x0)), float64(0.5*(y1-y0))
	return simd.Record{X: x0 + hx, Y: y0 + hy, P: float32(hx), Q: float32(hy), C: 1}
}

// polygonsAsk reports whether polygons may be among what asks.
func (q *questions) polygonsAsk() bool { return q.call.asks == shapesOfStore && q.probes.own.polygons }
