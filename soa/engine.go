// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"math"

	"daylight/internal/kernels/isa"
	"daylight/internal/store"
)

// Engine is for the packages of this module: nobody else can make a store.Key.
func (s *Shapes) Engine(store.Key) (store.Store, *Live) { return (*engineSide)(s), &s.shown }

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

func (e *engineSide) Hold() error {
	s := (*Shapes)(e)
	if !s.use.hold() {
		return inUse("Hold")
	}
	s.shown = s.live()
	return nil
}

func (e *engineSide) Release() { e.use.release() }

func (e *engineSide) Check() error { return (*Shapes)(e).check() }

func (e *engineSide) Slot(id uint64) (int, bool) {
	i, ok := e.index.find(ID(id))
	return int(i), ok
}

func (e *engineSide) Missing(id uint64) error {
	return fmt.Errorf("no shape %v; it was removed since the contact was found, or is of another store: %w", ID(id), ErrNoShape)
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
