// SPDX-License-Identifier: MIT

package livetest

import (
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

func hold(s *soa.Shapes) soa.Live {
	live, err := s.Hold()
	if err != nil {
		panic(err)
	}
	return live
}

// IDs returns the shapes by slot.
func IDs(s *soa.Shapes) []soa.ID {
	defer s.Release()
	return hold(s).ID
}

// Positions returns the columns of positions.
func Positions(s *soa.Shapes) (x, y []float64) {
	defer s.Release()
	live := hold(s)
	return live.X, live.Y
}

// Rotations returns the columns of cosines and sines.
func Rotations(s *soa.Shapes) (cos, sin []float32) {
	defer s.Release()
	live := hold(s)
	return live.C, live.S
}

// Data returns an attached column.
func Data[T any](c *soa.Column[T]) []T {
	s := c.Shapes()
	defer s.Release()
	return c.Data(hold(s))
}

// Slot returns where a shape lies, and whether it exists.
func Slot(s *soa.Shapes, id soa.ID) (int, bool) { return store.Of(s).Slot(uint64(id)) }

// Static returns the column of static shapes.
func Static(s *soa.Shapes) []bool {
	defer s.Release()
	return hold(s).Static
}

// Columns returns all columns.
func Columns(s *soa.Shapes) store.Columns { return store.Of(s).Columns() }

// Reorder gives the shapes other slots.
func Reorder(s *soa.Shapes, perm []uint32) error { return store.Of(s).Reorder(perm) }

// Check returns an error for the first invariant of the store that does not hold.
func Check(s *soa.Shapes) error { return store.Of(s).Check() }

// AddHook adds a region of several parts, in the form of an L, whose position is its outer corner.
func AddHook(s *soa.Shapes, p soa.Pose) (soa.ID, error) {
	r, err := region.New([][][]region.Point{{{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 3}, {X: 0, Y: 3}}}}, region.Config{})
	if err != nil {
		return 0, err
	}
	return s.AddRegionAt(p, r, 0, soa.Attrs{})
}
