// SPDX-License-Identifier: MIT

package soa

import "fmt"

// appendSlots adds copies of the shapes in the given slots of another store, in that order, each as
// often as its slot is listed, and appends their new IDs to dst. The copies have the attributes of
// the originals. Copies of parts of a region keep their body but are shapes of their own, not parts
// of a region, so some parts can be copied without the others. Attached columns get zero entries.
//
// The other store is only read, and must not be s or nil (ErrForeign). A slot that it does not have
// is refused with ErrRange, more shapes than s has room for with ErrFull, and a call inside of
// Update or during a step of s with ErrInUse. If appendSlots returns an error, it has added nothing.
func (s *Shapes) appendSlots(dst []ID, o *Shapes, slots []uint32) ([]ID, error) {
	const op = "AppendSlots"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	switch {
	case o == nil:
		return dst, refuse(op, "no store", ErrForeign, "")
	case s == o:
		return dst, refuse(op, "", ErrForeign, "a store cannot be appended to itself")
	case uint64(s.Len())+uint64(len(slots)) > maxShapes:
		return dst, noRoom(op)
	}
	src, c := &o.col, &s.col
	first := s.Len()
	lanes := uint64(len(s.lanes.world.D))
	for _, k := range slots {
		if int64(k) >= int64(o.Len()) {
			return dst, refuse(op, fmt.Sprintf("slot %d of %d", k, o.Len()), ErrRange, "want slots of the other store")
		}
		if lanes += uint64(src.Num[k]); src.Num[k] != 0 {
			lanes += maxAlign
		}
	}
	if lanes > maxLanes {
		return dst, noRoom(op)
	}
	if len(slots) == 0 {
		return dst, nil
	}
	for k, column := range s.list {
		if k < s.own {
			column.Gather(first, o.list[k], slots)
		} else {
			column.Push(len(slots))
		}
	}
	for i := first; i < len(c.ID); i++ {
		id := s.index.take(uint32(i))
		dst = append(dst, id)
		c.ID[i] = uint64(id)
		c.Count[c.Class[i]]++
		if c.Num[i] != 0 {
			c.Off[i] = s.copyRun(o, c.Off[i], c.Num[i])
		}
		s.asNew(i)
	}
	return dst, nil
}
