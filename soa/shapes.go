// SPDX-License-Identifier: MIT

package soa

import (
	"iter"

	"daylight/kernels"
)

// Shapes is a store of shapes. The zero value is empty and ready for use.
// See the package comment for its layout and for what may run at once.
type Shapes struct {
	col      Columns
	index    indexTable
	lanes    laneStore
	attached []follower
	outline  outline
	local    []Point // scratch of AddOutline
	spare    spares
}

// Option sets up a new store.
type Option func(*Shapes)

// Capacity makes room for n shapes beforehand, vertex data apart.
func Capacity(n int) Option {
	return func(s *Shapes) { s.Grow(n) }
}

// New returns an empty store.
func New(opts ...Option) *Shapes {
	s := new(Shapes)
	for _, o := range opts {
		o(s)
	}
	return s
}

// Grow makes room for n more shapes, so that adding them moves no column (the lanes
// of polygons apart).
func (s *Shapes) Grow(n int) {
	if n <= 0 {
		return
	}
	s.col.grow(n)
	for _, f := range s.attached {
		f.grow(n)
	}
}

// Clear removes all shapes and keeps the memory. Their IDs are stale from then on.
func (s *Shapes) Clear() {
	for k := len(s.col.ID) - 1; k >= 0; k-- {
		s.index.release(s.col.ID[k].Index())
	}
	s.col.truncate()
	s.lanes.reset()
	for _, f := range s.attached {
		f.truncate()
	}
}

// Len returns the number of shapes. Slots are 0 to Len()-1.
func (s *Shapes) Len() int { return len(s.col.ID) }

// Removals returns how many shapes were ever removed, by Remove and by Clear. While it
// does not change, an index names the same shape.
func (s *Shapes) Removals() uint64 { return s.index.released }

// Has reports whether id names a shape of this store.
func (s *Shapes) Has(id ID) bool {
	_, ok := s.index.find(id)
	return ok
}

// Slot returns where in the columns a shape lies at present, and whether it exists.
func (s *Shapes) Slot(id ID) (int, bool) {
	i, ok := s.index.find(id)
	return int(i), ok
}

// IDs returns the live column of IDs, by slot. It must not be written.
func (s *Shapes) IDs() []ID { return s.col.ID[:len(s.col.ID):len(s.col.ID)] }

// Positions returns the live columns of positions, by slot: read and write them in
// place. They are valid until the next Add, Remove, Grow or Clear. A Reorder, which an
// engine's step may do, keeps them live but gives shapes other slots.
func (s *Shapes) Positions() (x, y []float64) {
	n := len(s.col.X)
	return s.col.X[:n:n], s.col.Y[:n:n]
}

// Rotations returns the live columns of cosines and sines, by slot, as Positions
// does. Refresh takes what was written: it scales a rotation that is a little off
// unit length in a copy of its own and leaves these columns as they are.
func (s *Shapes) Rotations() (c, sin []float32) {
	n := len(s.col.C)
	return s.col.C[:n:n], s.col.S[:n:n]
}

// Remove ends a shape. The shape in the last slot moves to its slot.
func (s *Shapes) Remove(id ID) error {
	i, ok := s.index.find(id)
	if !ok {
		return noShape("Remove", id)
	}
	if s.col.Class[i] == kernels.Polygon {
		s.lanes.release(s.col.Off[i], s.col.Num[i])
	}
	last := s.col.ID[len(s.col.ID)-1]
	s.index.slot[last.Index()] = i
	s.index.release(id.Index())
	s.col.remove(int(i))
	for _, f := range s.attached {
		f.remove(int(i))
	}
	return nil
}

// Quarantined ranges over the shapes that the last Refresh put in quarantine, by
// slot, and what was wrong with the pose of each.
func (s *Shapes) Quarantined() iter.Seq2[ID, Fault] {
	return func(yield func(ID, Fault) bool) {
		for i, skip := range s.col.Skip {
			if skip && !yield(s.col.ID[i], s.col.Fault[i]) {
				return
			}
		}
	}
}
