// SPDX-License-Identifier: MIT

package query

import (
	"fmt"

	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// probes are the questions of a Probes, loaded: their shapes, in the order asked.
type probes struct {
	Filters
	own   shapes
	slots []uint32
	world []uint32
	self  bool // the store is that of the index

	charged int64 // bytes, for all of that
}

// load fetches the shapes, makes room for as many questions as there are, and returns their number.
func (a *Asker) load(p *probes, op string, from *Probes) (int, error) {
	if from.Shapes == nil {
		return 0, &QuestionError{op, -1, "Shapes is nil; make them with soa.New"}
	}
	door := store.Of(from.Shapes)
	door.Refresh(a.ix.table, 0, from.Shapes.Len())
	c := door.Columns()
	p.slots = p.slots[:0]
	if from.IDs == nil {
		for i := range c.X {
			p.slots = append(p.slots, uint32(i))
		}
	}
	for i, id := range from.IDs {
		slot, ok := door.Slot(uint64(id))
		if !ok {
			return 0, &QuestionError{op, i, fmt.Sprintf("the store has no shape %v: it was removed, or the ID is of another store", id)}
		}
		p.slots = append(p.slots, uint32(slot))
	}
	n := len(p.slots)
	if from.Skip != nil && len(from.Skip) != n {
		return 0, &QuestionError{op, -1, fmt.Sprintf("Skip has %d entries for %d questions: give one for each, or nil", len(from.Skip), n)}
	}
	for i, s := range p.slots {
		if c.Skip[s] {
			return 0, &QuestionError{op, i, fmt.Sprintf("shape %v is in quarantine: %v; mend its pose, or leave it out", soa.ID(c.ID[s]), store.FaultName(c.Fault[s]))}
		}
	}
	if err := a.upTo(&p.charged, withSpare(n, probeBytes)+lanesOf(&c, p.slots)*5/4); err != nil {
		return 0, err
	}
	p.take(a.ix, from.Shapes, &c)
	p.Filters.Skip = from.Skip
	return n, a.ask(n)
}

// loadOne fetches one shape, unless the store has no such shape or it is in quarantine.
func (p *probes) loadOne(ix *Index, from *soa.Shapes, id soa.ID) bool {
	if from == nil || ix.store == nil {
		return false
	}
	door := store.Of(from)
	slot, ok := door.Slot(uint64(id))
	if !ok {
		return false
	}
	door.Refresh(ix.table, slot, slot+1)
	c := door.Columns()
	if c.Skip[slot] {
		return false
	}
	p.slots = append(p.slots[:0], uint32(slot))
	p.take(ix, from, &c)
	return true
}

// take copies the shapes in p.slots.
func (p *probes) take(ix *Index, from *soa.Shapes, c *store.Columns) {
	p.own.load(ix.table, c, p.slots)
	p.self = from == ix.store
	p.Filters = Filters{}
	p.world = scratch.Resize(p.world, len(p.slots))
	if c.World != nil {
		for i, s := range p.slots {
			p.world[i] = c.World[s]
		}
		p.Filters.World = p.world
	}
}

// fit writes the boxes of the questions, grown by r, in the frame of a tree.
func (p *probes) fit(t *tree, boxes []box, r float64) {
	for i := range boxes {
		b, rec := &p.own.bound[i], &p.own.rec[i]
		x, y := rec.X-t.x, rec.Y-t.y
		boxes[i] = boxOf(
			float32(x+(float64(b.MinX)-r)), float32(y+(float64(b.MinY)-r)),
			float32(x+(float64(b.MaxX)+r)), float32(y+(float64(b.MaxY)+r)),
		)
	}
}

// sieve is the filter of a question: a shape does not meet itself, and one that is given
// to skip.
func (p *probes) sieve(ix *Index, q uint32) sieve {
	var s sieve
	if p.own.attrs != nil {
		s.Attrs = p.own.attrs[q]
	}
	if p.World != nil {
		s.World = p.World[q]
	}
	if p.Skip != nil {
		s.Skip = p.Skip[q]
	}
	if p.self {
		s.self = p.own.id[q]
	}
	s.attrs = s.self != 0 || ix.sifts(&s.Attrs)
	return s
}
