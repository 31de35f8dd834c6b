// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// noSlot stands for the ends of a contact that is ignored.
const noSlot = math.MaxUint32

// sets are the shapes of a separation: one store, whose columns are used where they lie,
// or the two of a join. Slots of the second then follow those of the first, in copies of
// their columns, and handOver copies what was written back to the stores.
type sets struct {
	of       [2]*soa.Shapes // the second is nil if there is one only
	live     [2]soa.Live
	firstLen uint32      // slots of the first set
	table    [2][]uint32 // of each set: its slots by the index of an ID

	cols   store.Columns
	id     []soa.ID
	x, y   []float64
	inv    []float64 // nil: 1 each
	vx, vy []float64 // nil if there are no velocities

	// Of each set, what is not copied: nil if nothing turns.
	spin    [2][]float64
	upright [2][]bool
	geo     [2]store.Columns

	still [2]bool // sets that have no velocities where the other has

	copies struct { // of columns of both sets
		id          []soa.ID
		cols        store.Columns
		inv, vx, vy []float64
	}
}

// view points at the columns of the shapes, which are held.
func (s *sets) view(of [2]*soa.Shapes, live [2]soa.Live, c *Config) {
	s.of, s.live, s.firstLen = of, live, uint32(of[0].Len())
	var inv, vx, vy [2][]float64
	for k, shapes := range of {
		s.geo[k], s.table[k], s.spin[k], s.upright[k], s.still[k] = store.Columns{}, nil, nil, nil, false
		if shapes == nil {
			continue
		}
		v, l := c.of(k), live[k]
		s.geo[k], s.table[k] = store.Of(shapes).Columns(), store.Of(shapes).Slots()
		inv[k], vx[k], vy[k] = data(v.InvMass, l), data(v.VX, l), data(v.VY, l)
		s.spin[k], s.upright[k] = data(v.Spin, l), data(v.FixedRotation, l)
		s.still[k] = c.moves() && v.VX == nil
	}
	if of[1] == nil {
		s.cols, s.id, s.x, s.y = s.geo[0], live[0].ID, live[0].X, live[0].Y
		s.inv, s.vx, s.vy = inv[0], vx[0], vy[0]
		return
	}
	r, a, b := &s.copies, &s.geo[0], &s.geo[1]
	to, n, m := &r.cols, len(a.X), len(b.X)
	s.id = concat(&r.id, live[0].ID, live[1].ID, n, m, 0)
	s.cols = store.Columns{
		X: concat(&to.X, a.X, b.X, n, m, 0), Y: concat(&to.Y, a.Y, b.Y, n, m, 0),
		MinX: concat(&to.MinX, a.MinX, b.MinX, n, m, 0), MinY: concat(&to.MinY, a.MinY, b.MinY, n, m, 0),
		MaxX: concat(&to.MaxX, a.MaxX, b.MaxX, n, m, 0), MaxY: concat(&to.MaxY, a.MaxY, b.MaxY, n, m, 0),
		Skip: concat(&to.Skip, a.Skip, b.Skip, n, m, false), Static: concat(&to.Static, a.Static, b.Static, n, m, false),
		Sensor: concat(&to.Sensor, a.Sensor, b.Sensor, n, m, false),
		World:  concat(&to.World, a.World, b.World, n, m, 0), Body: concat(&to.Body, a.Body, b.Body, n, m, 0),
	}
	s.x, s.y = s.cols.X, s.cols.Y
	s.inv = concat(&r.inv, inv[0], inv[1], n, m, 1)
	s.vx, s.vy = concat(&r.vx, vx[0], vx[1], n, m, 0), concat(&r.vy, vy[0], vy[1], n, m, 0)
}

// data returns a column as a slice by slot, which is nil only if there is none.
func data[T any](c *soa.Column[T], live soa.Live) []T {
	if c == nil {
		return nil
	}
	if d := c.Data(live); d != nil {
		return d
	}
	return []T{} // of an empty store
}

// concat returns n entries of a and then m of b, in the memory of room. A column of nil stands for entries def; of two
// of them it returns nil.
func concat[T any](room *[]T, a, b []T, n, m int, def T) []T {
	if a == nil && b == nil {
		return nil
	}
	to := scratch.Resize(*room, n+m)
	put := func(to, from []T) {
		if from != nil {
			copy(to, from)
			return
		}
		for i := range to {
			to[i] = def
		}
	}
	put(to[:n], a)
	put(to[n:], b)
	*room = to
	return to
}

// standsStill reports whether a slot is of a set without velocities while the other set has some.
func (s *sets) standsStill(slot uint32) bool {
	if slot < s.firstLen {
		return s.still[0]
	}
	return s.still[1]
}

// in returns the set that a slot is of, and its slot there.
func (s *sets) in(slot uint32) (set int, at uint32) {
	if slot < s.firstLen {
		return 0, slot
	}
	return 1, slot - s.firstLen
}

// find writes the slots of shapes of a set, noSlot for shapes that were removed. It does nothing else, so that the
// cache misses of many lookups overlap.
func (s *sets) find(slots []uint32, ids []soa.ID, set int) {
	table, all, base := s.table[set], s.id, uint64(0)
	if set == 1 {
		base = uint64(s.firstLen)
	}
	slots = slots[:len(ids)]
	for k, id := range ids {
		at := uint64(noSlot)
		if i := uint64(id.Index()); i < uint64(len(table)) {
			at = base + uint64(table[i])
		}
		if at >= uint64(len(all)) || all[at] != id {
			at = noSlot
		}
		slots[k] = uint32(at)
	}
}

// isSensor reports whether the shape in a slot is a sensor.
func (s *sets) isSensor(slot uint32) bool { return s.cols.Sensor != nil && s.cols.Sensor[slot] }

// before reports whether the shape in slot i, rather than that in slot k, leads a body of both: a shape of the
// first set leads, and of one set the lower ID.
func (s *sets) before(i, k uint32) bool {
	if a, b := i < s.firstLen, k < s.firstLen; a != b {
		return a
	}
	return s.id[i] < s.id[k]
}

// handOver writes positions and velocities to the stores that they were copied from.
func (s *sets) handOver(c *Config) {
	if s.of[1] == nil {
		return
	}
	n := s.firstLen
	for k := range s.of {
		lo, hi := uint32(0), n
		if k == 1 {
			lo, hi = n, uint32(len(s.x))
		}
		copy(s.live[k].X, s.x[lo:hi])
		copy(s.live[k].Y, s.y[lo:hi])
		if v := c.of(k); v.VX != nil {
			copy(v.VX.Data(s.live[k]), s.vx[lo:hi])
			copy(v.VY.Data(s.live[k]), s.vy[lo:hi])
		}
	}
}
