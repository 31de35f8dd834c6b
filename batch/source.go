// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/broadphase"
	"daylight/kernels"
	"daylight/soa"
)

// source is where a step's shapes come from: one set, or two whose shapes only meet
// those of the other. Slots of the second follow those of the first.
type source struct {
	first, second *soa.Shapes
}

func (s source) len() int {
	n := s.first.Len()
	if s.second != nil {
		n += s.second.Len()
	}
	return n
}

// refresh brings slots [lo, hi) up to date.
func (s source) refresh(t *kernels.Table, lo, hi int) soa.RefreshStats {
	var stats soa.RefreshStats
	n := s.first.Len()
	if lo < n {
		stats = s.first.Refresh(t, lo, min(hi, n))
	}
	if hi > n {
		second := s.second.Refresh(t, max(lo-n, 0), hi-n)
		stats.Rotated += second.Rotated
		stats.Quarantined += second.Quarantined
	}
	return stats
}

// view points r at the columns of the source. Those of one set are used where they
// lie; those of two are copied behind each other.
func (s source) view(r *run) {
	r.cols = s.first.Columns()
	r.filters = broadphase.Filters{}
	if s.second != nil {
		r.cols, r.filters.Side, r.filters.Key = join(r.cols, s.second.Columns())
	} else {
		r.filters.Key = r.cols.Key
	}
	c, f := &r.cols, &r.filters
	r.boxes = broadphase.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
	f.World, f.Category, f.Mask = c.World, c.Category, c.Mask
	f.Group, f.Body, f.Static, f.Skip = c.Group, c.Body, c.Static, c.Skip
}

// join is the columns of a with those of b behind them, and for each shape which side
// it is on and a key by which those of a come first.
func join(a, b soa.Columns) (c soa.Columns, side []bool, key []uint64) {
	n, m := len(a.X), len(b.X)
	c.ID = concat(a.ID, b.ID)
	for k := range c.Count {
		c.Count[k] = a.Count[k] + b.Count[k]
	}
	c.Class = concat(a.Class, b.Class)
	c.X, c.Y = concat(a.X, b.X), concat(a.Y, b.Y)
	c.RC, c.RS = concat(a.RC, b.RC), concat(a.RS, b.RS)
	c.P, c.Q, c.Reach = concat(a.P, b.P), concat(a.Q, b.Q), concat(a.Reach, b.Reach)
	c.MinX, c.MinY = concat(a.MinX, b.MinX), concat(a.MinY, b.MinY)
	c.MaxX, c.MaxY = concat(a.MaxX, b.MaxX), concat(a.MaxY, b.MaxY)
	c.Skip = concat(a.Skip, b.Skip)
	c.Num, c.Off = concat(a.Num, b.Num), concat(a.Off, b.Off)
	for i := n; i < n+m; i++ {
		c.Off[i] += uint32(len(a.Lanes.VX))
	}
	c.Lanes = kernels.Lanes{
		VX: concat(a.Lanes.VX, b.Lanes.VX), VY: concat(a.Lanes.VY, b.Lanes.VY),
		NX: concat(a.Lanes.NX, b.Lanes.NX), NY: concat(a.Lanes.NY, b.Lanes.NY),
		D: concat(a.Lanes.D, b.Lanes.D),
	}
	c.World = concatOr(a.World, b.World, n, m, 0)
	c.Category = concatOr(a.Category, b.Category, n, m, 1)
	c.Mask = concatOr(a.Mask, b.Mask, n, m, ^uint32(0))
	c.Group = concatOr(a.Group, b.Group, n, m, 0)
	c.Body = concatOr(a.Body, b.Body, n, m, 0)
	c.Static = concatOr(a.Static, b.Static, n, m, false)
	side = make([]bool, n+m)
	key = make([]uint64, n+m)
	for i := range key {
		key[i] = uint64(i) // pairs are of both sides, so this puts the first set's shape first
		if i >= n {
			side[i] = true
		}
	}
	return c, side, key
}

func concat[T any](a, b []T) []T {
	c := make([]T, 0, len(a)+len(b))
	return append(append(c, a...), b...)
}

// concatOr is concat for columns that may be nil where every entry is def.
func concatOr[T any](a, b []T, n, m int, def T) []T {
	if a == nil && b == nil {
		return nil
	}
	fill := func(col []T, n int) []T {
		if col != nil {
			return col
		}
		col = make([]T, n)
		for i := range col {
			col[i] = def
		}
		return col
	}
	return concat(fill(a, n), fill(b, m))
}
