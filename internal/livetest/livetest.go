// SPDX-License-Identifier: MIT

package livetest

import (
	"math/rand/v2"

	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// held returns the live columns. Who calls keeps them, and may write to them at any time.
func held(s *soa.Shapes) soa.Live {
	store.Of(s).Unwatch()
	live, err := store.Hold([2]*soa.Shapes{s})
	if err != nil {
		panic(err)
	}
	return live[0]
}

// IDs returns the shapes by slot.
func IDs(s *soa.Shapes) []soa.ID {
	defer store.Of(s).Release()
	return held(s).ID
}

// Positions returns the columns of positions.
func Positions(s *soa.Shapes) (x, y []float64) {
	defer store.Of(s).Release()
	live := held(s)
	return live.X, live.Y
}

// Rotations returns the columns of cosines and sines.
func Rotations(s *soa.Shapes) (cos, sin []float32) {
	defer store.Of(s).Release()
	live := held(s)
	return live.C, live.S
}

// Data returns an attached column.
func Data[T any](c *soa.Column[T]) []T {
	s := c.Shapes()
	defer store.Of(s).Release()
	return c.Data(held(s))
}

// Slot returns where a shape lies, and whether it exists.
func Slot(s *soa.Shapes, id soa.ID) (int, bool) { return store.Of(s).Slot(uint64(id)) }

// Static returns the column of static shapes.
func Static(s *soa.Shapes) []bool {
	defer store.Of(s).Release()
	return held(s).Static
}

// Columns returns all columns.
func Columns(s *soa.Shapes) store.Columns { return store.Of(s).Columns() }

// Shuffle gives the shapes other slots, drawn at random.
func Shuffle(s *soa.Shapes, r *rand.Rand) error {
	perm := make([]uint32, s.Len())
	for k, i := range r.Perm(len(perm)) {
		perm[k] = uint32(i)
	}
	return store.Of(s).Reorder(perm)
}

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
