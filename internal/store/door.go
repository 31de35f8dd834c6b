// SPDX-License-Identifier: MIT

package store

import (
	"errors"

	"daylight/internal/kernels/isa"
)

// ErrPermutation is what Reorder refuses: slots that are not given once each.
var ErrPermutation = errors.New("not a permutation")

// Key opens the doors that the exported types of soa, batch and batch/mtv have for other packages
// of this module: methods with a parameter of this type. Nobody else can name the type or make a
// value.
type Key struct{ _ noKey }

type noKey struct{}

// Shapes is a *soa.Shapes with its soa.Live, which the store fills when it is held.
type Shapes[L any] interface {
	comparable
	Engine(Key) (Store, *L)
}

// Of returns the Store of a *soa.Shapes.
func Of[L any](s interface{ Engine(Key) (Store, *L) }) Store {
	st, _ := s.Engine(Key{})
	return st
}

// Store is what a store of shapes is to engines.
type Store interface {
	// Columns returns the live columns.
	Columns() Columns
	// Refresh is Columns.Refresh on the store's own columns; nil kernels stand for
	// isa.Choose, and for the portable ones if that fails.
	Refresh(t *isa.Table, lo, hi int) Stats
	// Reorder moves the shapes to other slots: slot k then holds what was in slot perm[k].
	// IDs stay, attached columns follow, and the lanes of polygons are laid out anew in the
	// order of slots, which also closes the holes that removed polygons left. A perm that is
	// not a permutation of the slots is refused. It keeps one spare column per type of
	// entries, so that reordering again at the same size allocates nothing.
	Reorder(perm []uint32) error
	// ReorderHeld is Reorder for an engine that holds the store, and goes on doing so.
	ReorderHeld(perm []uint32) error
	// Hold keeps other callers from changing the store until Release, and fills its soa.Live, which
	// the next Hold overwrites. It fails with soa.ErrInUse if another caller holds the store or is
	// inside of Update. It allocates nothing.
	Hold() error
	Release()
	// Check walks the whole store and returns an error for the first invariant that does not
	// hold. It is for tests: it takes time in proportion to the store and the square of a
	// polygon's vertices.
	Check() error
	// Slot returns where a shape lies, by the bits of its soa.ID, and whether it exists.
	Slot(id uint64) (int, bool)
	// Missing is the error of an ID that Slot does not find. It wraps soa.ErrNoShape.
	Missing(id uint64) error
	// Slots returns the slot of each shape, by the index of its ID. An index that names no shape
	// has one beyond all; a shape that is no more may have that of another.
	Slots() []uint32
	// Changed appends the slots that, since there were seen entries in the store's journal,
	// came to hold another shape or one with other attributes, some more than once, and
	// slots that are no more; now is how many entries there are. It is not ok if everything
	// may have changed, as at the first call.
	Changed(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool)
	// Written appends the slots that may have been written since the store's account of writes had
	// seen entries. A write to any column counts, attached columns included. It may append a slot
	// more than once. now is the present number of entries. It is not ok if all may have been
	// written, as at the first call.
	Written(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool)
	// Wrote notes that slots lo to hi-1 were written to. The holder of the store calls it after
	// writing.
	Wrote(lo, hi int)
	// Changes is how often anybody began to change shapes or columns, as far as the store was told:
	// while it stays the same, so do slots, poses and attributes. It may be called at any time.
	Changes() uint64
	// Unwatch is called by who keeps columns and writes to them at any time: from then on, all
	// counts as written.
	Unwatch()
	// Together gives all parts of each region the entry of its first part, in columns by slot;
	// it passes over nil columns. An engine that holds the store calls it.
	Together(columns [3][]float32)
	// Removals returns how many shapes were ever removed. While it does not change, the
	// index of an ID names the same shape.
	Removals() uint64
}
