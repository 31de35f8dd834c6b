// SPDX-License-Identifier: MIT

package movers

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// NoSlot stands for both ends of an ignored contact.
const NoSlot = math.MaxUint32

// Sets are the shapes of a call: one store, whose columns are used in place, or two stores. With
// two, the slots of the second follow those of the first in copies of the columns, and HandOver
// copies positions back to the stores.
type Sets struct {
	Of    [2]*soa.Shapes // the second is nil if there is one
	Live  [2]soa.Live
	First uint32      // slots of the first set
	table [2][]uint32 // of each set: its slots by the index of an ID

	Cols  store.Columns
	Geo   [2]store.Columns // of each set, not copied
	ID    []soa.ID
	X, Y  []float64
	Inv   []float64 // inverse masses; nil: 1 each
	Still [2]bool   // nothing of the set moves; the caller sets it

	Traits []Trait
	Lead   []uint32 // by slot: see Leads; nil if no shape is part of a body
	first  map[bodyKey]uint32

	copies struct { // of columns of both sets
		id   []soa.ID
		cols store.Columns
		inv  []float64
	}
}

// bodyKey identifies a body. Its parts are in one world.
type bodyKey struct{ world, body uint32 }

// Trait has the values of a shape that most passes read.
type Trait struct {
	W    float64 // inverse mass, 0 if it does not move
	Grid float32 // for the caller
	Size float32 // NaN if its contacts are ignored
}

// View points at the columns of the shapes, which are held.
func (s *Sets) View(of [2]*soa.Shapes, live [2]soa.Live, inverse [2]*soa.Column[float64]) {
	s.Of, s.Live, s.First = of, live, uint32(of[0].Len())
	var inv [2][]float64
	for k, shapes := range of {
		s.Geo[k], s.table[k], s.Still[k] = store.Columns{}, nil, false
		if shapes != nil {
			s.Geo[k], s.table[k] = store.Of(shapes).Columns(), store.Of(shapes).Slots()
			inv[k] = Data(inverse[k], live[k])
		}
	}
	if of[1] == nil {
		s.Cols, s.ID, s.X, s.Y, s.Inv = s.Geo[0], live[0].ID, live[0].X, live[0].Y, inv[0]
	} else {
		s.join(inv)
	}
	s.Traits = scratch.Resize(s.Traits, len(s.ID))
}

// join copies the columns of two sets.
func (s *Sets) join(inv [2][]float64) {
	r, a, b := &s.copies, &s.Geo[0], &s.Geo[1]
	to, n, m := &r.cols, len(a.X), len(b.X)
	s.ID = scratch.Concat(&r.id, s.Live[0].ID, s.Live[1].ID, n, m, 0)
	s.Cols = store.Columns{
		X: scratch.Concat(&to.X, a.X, b.X, n, m, 0), Y: scratch.Concat(&to.Y, a.Y, b.Y, n, m, 0),
		MinX: scratch.Concat(&to.MinX, a.MinX, b.MinX, n, m, 0), MinY: scratch.Concat(&to.MinY, a.MinY, b.MinY, n, m, 0),
		MaxX: scratch.Concat(&to.MaxX, a.MaxX, b.MaxX, n, m, 0), MaxY: scratch.Concat(&to.MaxY, a.MaxY, b.MaxY, n, m, 0),
		Skip: scratch.Concat(&to.Skip, a.Skip, b.Skip, n, m, false), Static: scratch.Concat(&to.Static, a.Static, b.Static, n, m, false),
		Sensor: scratch.Concat(&to.Sensor, a.Sensor, b.Sensor, n, m, false),
		World:  scratch.Concat(&to.World, a.World, b.World, n, m, 0), Body: scratch.Concat(&to.Body, a.Body, b.Body, n, m, 0),
	}
	s.X, s.Y = s.Cols.X, s.Cols.Y
	s.Inv = scratch.Concat(&r.inv, inv[0], inv[1], n, m, 1)
}

// Data returns a column as a slice by slot. It is nil only if there is no column.
func Data[T any](c *soa.Column[T], live soa.Live) []T {
	if c == nil {
		return nil
	}
	if d := c.Data(live); d != nil {
		return d
	}
	return []T{} // of an empty store
}

// StandsStill reports whether a slot belongs to a set in which nothing moves.
func (s *Sets) StandsStill(slot uint32) bool {
	if slot < s.First {
		return s.Still[0]
	}
	return s.Still[1]
}

// In returns the set of a slot, and the slot in that set.
func (s *Sets) In(slot uint32) (set int, at uint32) {
	if slot < s.First {
		return 0, slot
	}
	return 1, slot - s.First
}

// Find writes the slots of shapes of a set, NoSlot for shapes that were removed. It does nothing
// else, so that the cache misses of many lookups overlap.
func (s *Sets) Find(slots []uint32, ids []soa.ID, set int) {
	table, all, base := s.table[set], s.ID, uint64(0)
	if set == 1 {
		base = uint64(s.First)
	}
	slots = slots[:len(ids)]
	for k, id := range ids {
		at := uint64(NoSlot)
		if i := uint64(id.Index()); i < uint64(len(table)) {
			at = base + uint64(table[i])
		}
		if at >= uint64(len(all)) || all[at] != id {
			at = NoSlot
		}
		slots[k] = uint32(at)
	}
}

// IsSensor reports whether the shape in a slot is a sensor.
func (s *Sets) IsSensor(slot uint32) bool { return s.Cols.Sensor != nil && s.Cols.Sensor[slot] }

// Spread returns a normal for two circles with the same centre, which have none of their own. It
// depends on their IDs, so that many such circles part in all directions.
func (s *Sets) Spread(slotA, slotB uint32, a, b soa.ID) (nx, ny float32, ok bool) {
	if s.X[slotA] != s.X[slotB] || s.Y[slotA] != s.Y[slotB] || s.ID[slotA] != a || s.ID[slotB] != b {
		return 0, 0, false
	}
	for _, slot := range [2]uint32{slotA, slotB} {
		if k, at := s.In(slot); s.Geo[k].Class[at] != kernels.Circle {
			return 0, 0, false
		}
	}
	mixed := (uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)) * 0xbf58476d1ce4e5b9
	sin, cos := soa.SinCos(2 * math.Pi * float64(mixed>>40) / (1 << 24))
	return cos, sin, true
}

// HandOver writes positions to the stores that they were copied from.
func (s *Sets) HandOver() {
	if s.Of[1] != nil {
		copy(s.Live[0].X, s.X[:s.First])
		copy(s.Live[0].Y, s.Y[:s.First])
		copy(s.Live[1].X, s.X[s.First:])
		copy(s.Live[1].Y, s.Y[s.First:])
	}
}
