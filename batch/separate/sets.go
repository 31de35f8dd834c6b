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
		id                     []soa.ID
		x, y, inv, vx, vy      []float64
		minX, minY, maxX, maxY []float32
		skip, static, sensor   []bool
		world, body            []uint32
	}
}

// view points at the columns of the shapes, which are held.
func (s *sets) view(of [2]*soa.Shapes, live [2]soa.Live, c *Config) {
	s.of, s.live = of, live
	s.firstLen = uint32(of[0].Len())
	s.inv, s.vx, s.vy, s.still = nil, nil, nil, [2]bool{}
	cols := store.Of(of[0]).Columns()
	s.table = [2][]uint32{store.Of(of[0]).Slots()}
	s.spin, s.upright, s.geo = [2][]float64{}, [2][]bool{}, [2]store.Columns{cols}
	for k := range of {
		if v := c.of(k); v.Spin != nil {
			s.spin[k] = v.Spin.Data(live[k])
			if v.FixedRotation != nil {
				s.upright[k] = v.FixedRotation.Data(live[k])
			}
		}
	}
	if of[1] == nil {
		s.cols, s.id, s.x, s.y = cols, live[0].ID, live[0].X, live[0].Y
		if m := c.Columns.InvMass; m != nil {
			s.inv = m.Data(live[0])
		}
		if c.moves() {
			s.vx, s.vy = c.Columns.VX.Data(live[0]), c.Columns.VY.Data(live[0])
		}
		return
	}
	r := &s.copies
	others := store.Of(of[1]).Columns()
	s.table[1], s.geo[1] = store.Of(of[1]).Slots(), others
	n, m := len(cols.X), len(others.X)
	r.id = concat(r.id, live[0].ID, live[1].ID, n, m, 0)
	r.x, r.y = concat(r.x, cols.X, others.X, n, m, 0), concat(r.y, cols.Y, others.Y, n, m, 0)
	s.id, s.x, s.y = r.id, r.x, r.y
	r.minX, r.minY = concat(r.minX, cols.MinX, others.MinX, n, m, 0), concat(r.minY, cols.MinY, others.MinY, n, m, 0)
	r.maxX, r.maxY = concat(r.maxX, cols.MaxX, others.MaxX, n, m, 0), concat(r.maxY, cols.MaxY, others.MaxY, n, m, 0)
	r.skip = concat(r.skip, cols.Skip, others.Skip, n, m, false)
	s.cols = store.Columns{X: s.x, Y: s.y, MinX: r.minX, MinY: r.minY, MaxX: r.maxX, MaxY: r.maxY, Skip: r.skip}
	if cols.Static != nil || others.Static != nil {
		r.static = concat(r.static, cols.Static, others.Static, n, m, false)
		s.cols.Static = r.static
	}
	if cols.Sensor != nil || others.Sensor != nil {
		r.sensor = concat(r.sensor, cols.Sensor, others.Sensor, n, m, false)
		s.cols.Sensor = r.sensor
	}
	if cols.World != nil || others.World != nil {
		r.world = concat(r.world, cols.World, others.World, n, m, 0)
		s.cols.World = r.world
	}
	if cols.Body != nil || others.Body != nil {
		r.body = concat(r.body, cols.Body, others.Body, n, m, 0)
		s.cols.Body = r.body
	}
	if c.Columns.InvMass != nil || c.Other.InvMass != nil {
		var w [2][]float64
		for k := range 2 {
			if col := c.of(k).InvMass; col != nil {
				w[k] = col.Data(live[k])
			}
		}
		r.inv = concat(r.inv, w[0], w[1], n, m, 1)
		s.inv = r.inv
	}
	if c.moves() {
		var x, y [2][]float64
		for k := range 2 {
			if v := c.of(k); v.VX != nil {
				x[k], y[k] = v.VX.Data(live[k]), v.VY.Data(live[k])
			} else {
				s.still[k] = true
			}
		}
		r.vx, r.vy = concat(r.vx, x[0], x[1], n, m, 0), concat(r.vy, y[0], y[1], n, m, 0)
		s.vx, s.vy = r.vx, r.vy
	}
}

// concat returns n entries of a and then m of b, in the memory of dst; a column of nil stands for entries def.
func concat[T any](dst, a, b []T, n, m int, def T) []T {
	dst = scratch.Resize(dst, n+m)
	put := func(to, from []T) {
		if from != nil {
			copy(to, from)
			return
		}
		for i := range to {
			to[i] = def
		}
	}
	put(dst[:n], a)
	put(dst[n:], b)
	return dst
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
