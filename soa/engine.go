// SPDX-License-Identifier: MIT

package soa

import (
	"math"

	"daylight/internal/kernels/isa"
	"daylight/internal/store"
)

func init() {
	store.Of = func(shapes any) store.Store { return (*engineSide)(shapes.(*Shapes)) }
}

// engineSide is what a store is to engines: a store.Store. It is the same memory under
// another type, so that Shapes does not have its methods.
type engineSide Shapes

func (e *engineSide) Columns() store.Columns { return e.col }

func (e *engineSide) Refresh(t *isa.Table, lo, hi int) store.Stats {
	if t == nil {
		t = chosen()
	}
	return e.col.Refresh(t, lo, hi)
}

func (e *engineSide) Reorder(perm []uint32) error { return (*Shapes)(e).reorder(perm) }

func (e *engineSide) ReorderHeld(perm []uint32) error {
	s := (*Shapes)(e)
	if s.use.n.Load() != held {
		return refuse("Reorder", "", ErrInUse, "hold the store first")
	}
	s.prepare()
	return s.permute(perm)
}

func (e *engineSide) AppendSlots(ids, other any, slots []uint32) (err error) {
	dst := ids.(*[]ID)
	*dst, err = (*Shapes)(e).appendSlots(*dst, other.(*Shapes), slots)
	return err
}

func (e *engineSide) Hold() (live any, err error) {
	s := (*Shapes)(e)
	if !s.use.hold() {
		return nil, inUse("Hold")
	}
	s.shown = s.live()
	return &s.shown, nil
}

func (e *engineSide) Release() { e.use.release() }

func (e *engineSide) Check() error { return (*Shapes)(e).check() }

func (e *engineSide) Slot(id uint64) (int, bool) {
	i, ok := e.index.find(ID(id))
	return int(i), ok
}

func (e *engineSide) Slots() []uint32 { return e.index.slot }

func (e *engineSide) Changed(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool) {
	return e.journal.since(dst, seen)
}

func (e *engineSide) Written(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool) {
	return e.writes.since(dst, seen)
}

func (e *engineSide) Wrote(lo, hi int) {
	e.use.changes.Add(1)
	e.writes.note(lo, hi, len(e.col.ID))
}

func (e *engineSide) Changes() uint64 { return e.use.changes.Load() }

func (e *engineSide) Unwatch() { e.writes.unknown = true }

func (e *engineSide) Together(columns [3][]float32) {
	for first, parts := range e.regions.parts {
		from, has := e.index.find(first)
		for _, part := range parts[1:] {
			to, ok := e.index.find(part)
			for _, column := range columns {
				if has && ok && column != nil && math.Float32bits(column[to]) != math.Float32bits(column[from]) {
					column[to] = column[from]
					(*Shapes)(e).wrote(to)
				}
			}
		}
	}
}

func (e *engineSide) Removals() uint64 { return e.index.released }
