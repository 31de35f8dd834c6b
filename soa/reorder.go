// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/store"
)

// reorder moves the shapes to other slots; see store.Store.
func (s *Shapes) reorder(perm []uint32) error {
	if err := s.resize("Reorder"); err != nil {
		return err
	}
	defer s.use.release()
	return s.permute(perm)
}

// permute is reorder for who holds the store.
func (s *Shapes) permute(perm []uint32) error {
	n := s.Len()
	if len(perm) != n {
		return refuse("Reorder", fmt.Sprintf("%d entries for %d slots", len(perm), n), store.ErrPermutation, "give every slot once")
	}
	seen := slices.Grow(s.moved[:0], n)[:n]
	clear(seen)
	s.moved = seen
	for k, i := range perm {
		if uint64(i) >= uint64(n) {
			return refuse("Reorder", fmt.Sprintf("perm[%d] = %d of %d slots", k, i, n), store.ErrPermutation, "give every slot once")
		}
		if seen[i] {
			return refuse("Reorder", fmt.Sprintf("perm[%d] = %d, a second time", k, i), store.ErrPermutation, "give every slot once")
		}
		seen[i] = true
	}

	s.use.changes.Add(1)
	for _, c := range s.list {
		c.Permute(perm)
	}
	for k, id := range s.ids() {
		s.index.slot[id.Index()] = uint32(k)
	}
	s.relay()
	s.journal.noteAll()
	s.writes.noteAll()
	return nil
}

// relay lays the runs of lanes out anew in the order of slots.
func (s *Shapes) relay() {
	c, l := &s.col, &s.lanes
	for k := range l.free {
		l.free[k] = l.free[k][:0]
	}
	// The new offsets take the place of the old ones only after the last column.
	off := slices.Grow(s.off[:0], len(c.Off))[:len(c.Off)]
	end := uint32(0)
	for i, n := range c.Num {
		off[i] = 0
		if n > 0 {
			off[i] = l.align(end, n)
			end = off[i] + n
		}
	}
	for _, col := range l.columns() {
		src := *col
		dst := scratch.Grow(l.spare[:0], int(end))[:end]
		for i, n := range c.Num {
			if n > 0 {
				copyRun(dst[off[i]:off[i]+n], src[c.Off[i]:])
			}
		}
		*col, l.spare = dst, src
	}
	l.local.D = l.world.D
	c.Off, s.off = off, c.Off
}

// copyRun copies len(dst) lanes; short runs by plain moves rather than a call.
func copyRun(dst, src []float32) {
	switch len(dst) {
	case 4:
		*(*[4]float32)(dst) = *(*[4]float32)(src)
	case 8:
		*(*[8]float32)(dst) = *(*[8]float32)(src)
	default:
		copy(dst, src)
	}
}
