// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// probes are copies of the shapes that ask questions, in the order asked.
type probes struct {
	own    shapes
	slots  []uint32
	worlds []uint32 // nil if all are in world 0
	room   []uint32 // for worlds
	self   bool     // the store is that of the index

	charged int64 // bytes, for all of that
}

// load copies the shapes of a store that have the given IDs, or if ids is nil all of them, and returns
// their number.
func (a *Asker) load(p *probes, c *call, from *soa.Shapes, ids []soa.ID) (int, error) {
	if from == nil {
		return 0, c.bad(-1, "the store of the shapes is nil; make it with soa.New")
	}
	door := store.Of(from)
	p.slots = p.slots[:0]
	for i, id := range ids {
		slot, ok := door.Slot(uint64(id))
		if !ok {
			return 0, c.bad(i, "the store has no shape %v: it was removed, or the ID is of another store", id)
		}
		p.slots = append(p.slots, uint32(slot))
	}
	if len(ids) == 1 {
		door.Refresh(a.ix.table, int(p.slots[0]), int(p.slots[0])+1)
	} else {
		door.Refresh(a.ix.table, 0, from.Len())
	}
	cols := door.Columns()
	if ids == nil {
		for i := range cols.X {
			p.slots = append(p.slots, uint32(i))
		}
	}
	for i, s := range p.slots {
		if cols.Skip[s] {
			return 0, c.bad(i, "shape %v is in quarantine: %v; mend its pose, or leave it out", soa.ID(cols.ID[s]), store.FaultName(cols.Fault[s]))
		}
	}
	n := len(p.slots)
	if err := a.upTo(&p.charged, withSpare(n, probeBytes)+lanesOf(&cols, p.slots)*5/4); err != nil {
		return 0, err
	}
	p.own.load(a.ix.table, &cols, p.slots)
	p.self = from == a.ix.store
	p.worlds = nil
	if cols.World != nil {
		p.room = scratch.Resize(p.room, n)
		p.worlds = p.room
		for i, s := range p.slots {
			p.worlds[i] = cols.World[s]
		}
	}
	return n, nil
}

// fit writes the boxes of the shapes, grown by r, in the frame of a tree.
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

// filter is that of question q: the attributes of the shape, which does not answer itself.
func (p *probes) filter(ix *Index, o *Options, q uint32) filter {
	f := filter{skip: o.Skip, ignoreSensors: o.IgnoreSensors}
	if o.SkipOf != nil {
		f.skip = o.SkipOf[q]
	}
	if p.own.attrs != nil {
		f.Attrs = p.own.attrs[q]
	}
	if p.worlds != nil {
		f.World = p.worlds[q]
	}
	if p.self {
		f.self = p.own.id[q]
	}
	f.active = f.self != 0 || f.skip != 0 || ix.filters(&f.Attrs)
	return f
}
