// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"

	"daylight/kernels"
)

// Append adds copies of the shapes in slots from to to-1 of another store, in their order
// and with their attributes: what Add would have made of them, at the price of a copy, so
// that parts of a large store can be made on several goroutines. Their IDs, in that order,
// are appended to dst; attached columns get zero entries. The other store is only read, and
// must not be s itself. It is refused inside of Update.
func (s *Shapes) Append(dst []ID, o *Shapes, from, to int) ([]ID, error) {
	const op = "Append"
	if err := s.resizable(op); err != nil {
		return dst, err
	}
	switch {
	case o == nil:
		return dst, refuse(op, "no store", ErrForeign, "")
	case s == o:
		return dst, refuse(op, "", ErrForeign, "a store cannot be appended to itself")
	case from < 0 || to < from || to > o.Len():
		return dst, refuse(op, fmt.Sprintf("slots %d to %d of %d", from, to, o.Len()), ErrRange, "want a range within the other store")
	case uint64(s.Len())+uint64(to-from) > maxShapes:
		return dst, full(op)
	}
	src, c := &o.col, &s.col
	first := s.Len()
	var lanes uint64
	for k := from; k < to; k++ {
		lanes += uint64(src.Num[k]) + maxAlign
	}
	if uint64(len(s.lanes.world.D))+lanes > maxLanes {
		return dst, full(op)
	}
	for k := from; k < to; k++ {
		c.ID = append(c.ID, s.index.take(uint32(first+k-from)))
		c.Count[src.Class[k]]++
	}
	c.Class = append(c.Class, src.Class[from:to]...)
	c.X, c.Y = append(c.X, src.X[from:to]...), append(c.Y, src.Y[from:to]...)
	c.C, c.S = append(c.C, src.C[from:to]...), append(c.S, src.S[from:to]...)
	c.RC, c.RS = append(c.RC, src.RC[from:to]...), append(c.RS, src.RS[from:to]...)
	c.P, c.Q = append(c.P, src.P[from:to]...), append(c.Q, src.Q[from:to]...)
	c.Reach = append(c.Reach, src.Reach[from:to]...)
	c.Off, c.Num = append(c.Off, src.Off[from:to]...), append(c.Num, src.Num[from:to]...)
	c.MinX, c.MinY = append(c.MinX, src.MinX[from:to]...), append(c.MinY, src.MinY[from:to]...)
	c.MaxX, c.MaxY = append(c.MaxX, src.MaxX[from:to]...), append(c.MaxY, src.MaxY[from:to]...)
	c.Skip, c.Fault = append(c.Skip, src.Skip[from:to]...), append(c.Fault, src.Fault[from:to]...)
	for k := range to - from {
		c.Skip[first+k], c.Fault[first+k] = false, Fresh // as if added now
		if c.Class[first+k] != kernels.Circle {
			c.RC[first+k], c.RS[first+k] = unrotated, 0
		}
		if c.Num[first+k] != 0 {
			c.Off[first+k] = s.copyRun(o, c.Off[first+k], c.Num[first+k])
		}
	}
	c.World = follow(c.World, src.World, first, from, to, 0)
	c.Category = follow(c.Category, src.Category, first, from, to, defaultCategory)
	c.Mask = follow(c.Mask, src.Mask, first, from, to, defaultMask)
	c.Group = follow(c.Group, src.Group, first, from, to, 0)
	c.Body = follow(c.Body, src.Body, first, from, to, 0)
	c.Static = follow(c.Static, src.Static, first, from, to, false)
	for _, f := range s.attached {
		f.extend(to - from)
	}
	return append(dst, c.ID[first:]...), nil
}

// copyRun copies a polygon's run of lanes and returns where it lies. The rotated half is
// left to Refresh.
func (s *Shapes) copyRun(o *Shapes, from, num uint32) uint32 {
	off := s.lanes.take(num)
	to, is := &s.lanes.local, &o.lanes.local
	copy(to.VX[off:off+num], is.VX[from:from+num])
	copy(to.VY[off:off+num], is.VY[from:from+num])
	copy(to.NX[off:off+num], is.NX[from:from+num])
	copy(to.NY[off:off+num], is.NY[from:from+num])
	copy(s.lanes.world.D[off:off+num], o.lanes.world.D[from:from+num])
	return off
}

// follow appends entries of a filter column, either of which may not be in use.
func follow[T any](col, src []T, n, from, to int, def T) []T {
	switch {
	case col == nil && src == nil:
		return nil
	case col == nil:
		col = make([]T, n, n+to-from)
		for k := range col {
			col[k] = def
		}
		fallthrough
	case src != nil:
		return append(col, src[from:to]...)
	}
	for range to - from {
		col = append(col, def)
	}
	return col
}
