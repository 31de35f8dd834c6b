// SPDX-License-Identifier: MIT

package query

import (
	"context"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// call describes a method: its name, what its questions are, and the Options that it honours.
type call struct {
	name    string
	asks    geometry
	honours option
	grows   bool // boxes of questions grow by Options.Within
	moves   bool // the shapes that ask move
	nearest bool // it is about the nearest shapes
	any     bool // it is about whether there is an answer
	walls   bool // its rays ask for walls: all shapes but sensors, ignoring attributes
	alone   bool // its question is the only one, and so has no number
	// Questions are sorted by place if the index has 1<<sorted times as many shapes as for rays.
	sorted uint8
}

// single is the call of the same kind with one question.
func (c call) single(name string) call {
	c.name, c.alone = name, true
	return c
}

// geometry is what questions are.
type geometry uint8

const (
	points geometry = iota
	boxes
	rays
	ownShapes
	shapesOfStore
)

// questions holds the current call, its Options, and values derived from both.
type questions struct {
	call    *call
	options Options
	columns
	probes  probes      // if shapes ask
	attrs   []soa.Attrs // of each question; nil if all have Options.Attrs
	several bool        // they are of several worlds
	self    bool        // the shapes that ask are of the store of the index
	limit   float32     // how far a shape may be
	grown   float64     // how far boxes of questions grow
	uniform bool        // all questions have one filter
	common  filter      // if uniform
	plain   bool        // no filter keeps a shape of its world from answering
	charged int64       // bytes charged for questions
	row     [5]float64  // of a single question; the columns are slices of row and id
	id      [1]soa.ID
}

// columns are the questions of a call: points (x, y), boxes from (x, y) to (u, v), rays from (x, y)
// by (u, v), or shapes of a store, which may move by (u, v) with a turn.
type columns struct {
	x, y, u, v, turn []float64
	store            *soa.Shapes
	ids              []soa.ID
	k                int // how many of the nearest are asked for
}

// oneQuestion is a row of columns.
type oneQuestion struct {
	row   [5]float64 // x, y, u, v and turn
	store *soa.Shapes
	id    soa.ID
	k     int
}

// ask takes the questions of a call, checks them, and writes their boxes.
func (a *Asker) ask(ctx context.Context, c *call, o *Options, cols columns) error {
	if err := a.begin(ctx); err != nil {
		return err
	}
	a.columns = cols
	if err := a.take(c, o); err != nil {
		return err
	}
	if err := c.sameLength(&cols, len(a.boxes)); err != nil {
		return err
	}
	return a.checkAsked()
}

// checkAsked checks the questions that were asked. On a torus, images will take their place.
func (a *Asker) checkAsked() error {
	if err := a.check(); err != nil {
		return err
	}
	a.images.reset(&a.questions)
	return nil
}

// askOne takes a single question into an Asker of the index's pool. If there is no error, the
// caller has to put the Asker back.
func (ix *Index) askOne(c *call, o *Options, one oneQuestion) (*Asker, error) {
	if err := ix.made(); err != nil {
		return nil, err
	}
	if err := ix.changed(); err != nil {
		return nil, err
	}
	a, ok := ix.idle.Get().(*Asker)
	if !ok {
		a = newSingle(ix)
	}
	a.row, a.id[0], a.columns.store, a.k = one.row, one.id, one.store, one.k
	err := a.take(c, o)
	if err == nil {
		err = a.checkAsked()
	}
	if err != nil {
		ix.put(a)
		return nil, err
	}
	return a, nil
}

// take checks the Options of a call, and loads the shapes that ask.
func (a *Asker) take(c *call, o *Options) (err error) {
	q, n := &a.questions, len(a.x)
	if c.asks == shapesOfStore {
		if n, err = a.load(&q.probes, c, q.store, q.ids); err != nil {
			return err
		}
	}
	if err := o.check(c, n); err != nil {
		return err
	}
	if c.nearest && (a.k < 1 || a.k > MaxNeighbours) {
		return c.bad(-1, "k is %d: want 1 to %d", a.k, MaxNeighbours)
	}
	if err := a.upTo(&a.charged, n, questionBytes, 0); err != nil {
		return err
	}
	a.boxes = scratch.Resize(a.boxes, n)
	q.call, q.options = c, *o
	if q.limit = float32(o.Within); c.nearest && o.Within == 0 {
		q.limit = inf
	}
	if q.grown = 0; c.grows {
		q.grown = float64(float64(q.limit)*(1+0x1p-16)) + tiny
	}
	a.setFilters()
	a.images.on = false
	return nil
}

// setFilters finds out what the filters of the questions have in common.
func (a *Asker) setFilters() {
	q := &a.questions
	q.attrs, q.self = q.options.AttrsOf, false
	if q.call.asks == shapesOfStore {
		q.attrs, q.self = q.probes.own.attrs, q.store == a.ix.store
	}
	q.several, q.uniform = false, false
	for i := range q.attrs {
		q.several = q.several || q.attrs[i].World != q.attrs[0].World
	}
	if q.attrs == nil && q.options.SkipOf == nil && !q.self {
		q.common, q.uniform = a.filter(0), true
	}
	q.plain = q.uniform && !q.common.active
}

// worldOf returns the world of question i.
func (q *questions) worldOf(i uint32) uint32 {
	if q.attrs == nil {
		return q.options.Attrs.World
	}
	return q.attrs[i].World
}

// filter returns the filter of question i.
func (a *Asker) filter(i uint32) filter {
	q := &a.questions
	if q.uniform {
		return q.common
	}
	f := filter{Attrs: q.options.Attrs, skip: q.options.Skip, ignoreSensors: q.options.IgnoreSensors}
	if q.attrs != nil {
		f.Attrs = q.attrs[i]
	}
	if q.options.SkipOf != nil {
		f.skip = q.options.SkipOf[i]
	}
	if q.self {
		f.self = q.probes.own.id[i]
	}
	if f.all = q.call.walls; f.all {
		f.attributes = a.ix.shapes.has.sensor && f.ignoreSensors
	} else {
		f.attributes = a.ix.shapes.has.matter(&f)
	}
	f.active = f.skip != 0 || f.self != 0 || f.attributes
	return f
}

// addTo adds some questions to the questions that kernels decide.
func (q *questions) addTo(n *candidates, questions []uint32) {
	switch q.call.asks {
	case points:
		rec := n.askAll(kernels.Circle, len(questions))
		for k, i := range questions {
			rec[k] = kernels.Record{X: q.x[i], Y: q.y[i], C: 1}
		}
	case boxes:
		rec := n.askAll(kernels.Box, len(questions))
		for k, i := range questions {
			rec[k] = boxRecord(q.x[i], q.y[i], q.u[i], q.v[i])
		}
	default:
		for _, i := range questions {
			n.askShape(&q.probes.own, i)
		}
	}
}

// boxRecord returns the record of a box given by its corners. Half sizes are rounded to float32.
func boxRecord(x0, y0, x1, y1 float64) kernels.Record {
	hx, hy := float64(0.5*(x1-x0)), float64(0.5*(y1-y0))
	return kernels.Record{X: x0 + hx, Y: y0 + hy, P: float32(hx), Q: float32(hy), C: 1}
}

// polygonsAsk reports whether polygons may be among the shapes that ask.
func (q *questions) polygonsAsk() bool { return q.call.asks == shapesOfStore && q.probes.own.polygons }

// probes are copies of the shapes that ask questions, in the order asked.
type probes struct {
	own     shapes
	slots   []uint32
	charged int64 // bytes charged for them
}

// load copies the shapes with the given IDs from a store, or all of them if ids is nil, and returns
// their number.
func (a *Asker) load(p *probes, c *call, from *soa.Shapes, ids []soa.ID) (int, error) {
	if from == nil {
		return 0, c.bad(-1, "the store of the shapes is nil; make it with soa.New")
	}
	door, n := store.Of(from), len(ids)
	if ids == nil {
		n = from.Len()
	}
	if err := a.upTo(&p.charged, n, probeBytes, 0); err != nil {
		return 0, err
	}
	p.slots = scratch.Resize(p.slots, n)
	for i := range p.slots {
		slot, ok := i, true
		if ids != nil {
			slot, ok = door.Slot(uint64(ids[i]))
		}
		if !ok {
			return 0, c.bad(i, "the store has no shape %v: it was removed, or the ID is of another store", ids[i])
		}
		p.slots[i] = uint32(slot)
	}
	lo, hi := 0, from.Len()
	if n == 1 {
		lo, hi = int(p.slots[0]), int(p.slots[0])+1
	}
	door.Refresh(a.ix.table, lo, hi)
	cols := door.Columns()
	for i, s := range p.slots {
		if cols.Skip[s] {
			return 0, c.bad(i, "shape %v is in quarantine: %v; mend its pose, or leave it out", soa.ID(cols.ID[s]), store.FaultName(cols.Fault[s]))
		}
	}
	if err := a.upTo(&p.charged, n, probeBytes, lanesOf(&cols, p.slots)*5/4); err != nil {
		return 0, err
	}
	p.own.load(a.ix.table, &cols, p.slots)
	return n, nil
}
