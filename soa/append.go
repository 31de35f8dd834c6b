// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// Append adds copies of the shapes in slots from to to-1 of another store, in that order and with
// their attributes, and appends their new IDs to dst. It takes no longer than to copy them, so
// that several goroutines can each make a part of a large store. Attached columns get zero
// entries. A region that AddRegion gave a body of its own gets a new one here, and so do other
// shapes of that body that are copied with it. The other store is only read, and must not be s.
// Append is refused inside of Update.
func (s *Shapes) Append(dst []ID, o *Shapes, from, to int) ([]ID, error) {
	const op = "Append"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	if err := s.appendable(op, o); err != nil {
		return dst, err
	}
	regions := len(o.regions.parts) > 0
	switch {
	case from < 0 || to < from || to > o.Len():
		return dst, refuse(op, fmt.Sprintf("slots %d to %d of %d", from, to, o.Len()), ErrRange, "want a range within the other store")
	case regions && o.divides(from, to):
		return dst, refuse(op, fmt.Sprintf("slots %d to %d", from, to), errPart, "a region has parts within and others outside of the range")
	}
	lanes := uint64(0)
	for _, n := range o.col.Num[from:to] {
		lanes += lanesFor(n)
	}
	if err := s.roomFor(op, to-from, lanes); err != nil || from == to {
		return dst, err
	}
	body := uint32(0)
	if regions {
		var ok bool
		if body, ok = takeBodies(o.countGivenBodies(from, to)); !ok {
			return dst, noBodies(op)
		}
	}
	dst = s.addCopies(dst, o, from, to)
	if regions {
		s.copyRegions(o, from, dst[len(dst)-(to-from):], body)
	}
	return dst, nil
}

// appendable refuses to append no store, or a store to itself.
func (s *Shapes) appendable(op string, o *Shapes) error {
	switch o {
	case nil:
		return refuse(op, "no store", ErrForeign, "")
	case s:
		return refuse(op, "", ErrForeign, "a store cannot be appended to itself")
	}
	return nil
}

// lanesFor is how many lanes a run of a length takes at most, with the gap before it.
func lanesFor(num uint32) uint64 {
	if num == 0 {
		return 0
	}
	return uint64(num) + maxAlign
}

// roomFor refuses more shapes, or lanes of polygons, than a store holds.
func (s *Shapes) roomFor(op string, shapes int, lanes uint64) error {
	if uint64(s.Len())+uint64(shapes) > maxShapes || uint64(len(s.lanes.world.D))+lanes > maxLanes {
		return noRoom(op)
	}
	return nil
}

// addCopies adds copies of the shapes in slots from to to-1 of another store and appends their IDs
// to dst.
func (s *Shapes) addCopies(dst []ID, o *Shapes, from, to int) []ID {
	c, first := &s.col, s.Len()
	for k, column := range s.list {
		if k < s.own {
			column.Append(first, o.list[k], from, to)
		} else {
			column.Push(to - from)
		}
	}
	together := o.col.Count[kernels.Polygon] == 0 || s.copyRuns(o, first)
	if !together {
		lanes := 0
		for _, num := range c.Num[first:] {
			lanes += int(num)
		}
		s.lanes.grow(lanes)
	}
	for i := first; i < len(c.ID); i++ {
		id := s.index.take(uint32(i))
		dst = append(dst, id)
		c.ID[i] = uint64(id)
		c.Count[c.Class[i]]++
		if !together && c.Num[i] != 0 {
			c.Off[i] = s.copyRun(o, c.Off[i], c.Num[i])
		}
	}
	for i := first; i < len(c.ID); i++ { // as if added now
		s.asNew(i)
	}
	return dst
}

// copyRuns copies the lanes of all polygons from slot first on at once, if they lie one
// behind the other in the other store, as those do that were added one after the other. It
// reports whether it did, and then has set where they lie.
func (s *Shapes) copyRuns(o *Shapes, first int) bool {
	off, num := s.col.Off[first:], s.col.Num[first:]
	var from, to uint32
	for i, n := range num {
		switch {
		case n == 0:
			continue
		case to == 0:
			from = off[i]
		case off[i] < to || off[i]-to >= maxAlign:
			return false
		}
		to = off[i] + n
	}
	if to == 0 {
		return true
	}
	shift := s.lanes.takeFrom(&o.lanes, from, to)
	end := shift + from
	for i, n := range num {
		if n != 0 {
			off[i] += shift
			s.lanes.freeGap(end, off[i])
			end = off[i] + n
		}
	}
	return true
}

// copyRun copies a polygon's run of lanes and returns where it lies. The rotated half is
// left to Refresh.
func (s *Shapes) copyRun(o *Shapes, from, num uint32) uint32 {
	off := s.lanes.take(num)
	to, is := s.lanes.local, o.lanes.local
	copy(to.VX[off:off+num], is.VX[from:from+num])
	copy(to.VY[off:off+num], is.VY[from:from+num])
	copy(to.NX[off:off+num], is.NX[from:from+num])
	copy(to.NY[off:off+num], is.NY[from:from+num])
	copy(s.lanes.world.D[off:off+num], o.lanes.world.D[from:from+num])
	return off
}

// asNew resets what Refresh computes of a slot, as for a shape that was just added, and enters the
// slot in the journal.
func (s *Shapes) asNew(i int) {
	c := &s.col
	c.Skip[i], c.Fault[i] = false, store.Fresh
	if c.Class[i] != kernels.Circle {
		c.RC[i], c.RS[i] = store.Unrotated, 0
	}
	s.journal.note(uint32(i), len(c.ID))
}
