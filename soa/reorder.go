// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"slices"

	"daylight/kernels"
)

// spares are second columns to reorder into, one per element type: a column that
// was reordered becomes the next one's spare.
type spares struct {
	id    []ID
	class []kernels.Class
	f64   []float64
	f32   []float32
	u32   []uint32
	i32   []int32
	bools []bool
	fault []Fault
}

// permute gathers col through perm into spare and swaps the two.
func permute[T any](col, spare *[]T, perm []uint32) {
	if *col == nil {
		return
	}
	n := len(perm)
	src := (*col)[:n]
	dst := *spare
	if cap(dst) < n {
		dst = make([]T, n, cap(src))
	}
	dst = dst[:n]
	for k, i := range perm {
		dst[k] = src[i]
	}
	*col, *spare = dst, src
}

// Reorder moves the shapes to other slots: slot k then holds what was in slot
// perm[k]. IDs stay, attached columns follow, and the lanes of polygons are laid out
// anew in the order of slots, which also closes the holes removed polygons left.
// A perm that is not a permutation of the slots is refused.
//
// It keeps one spare column per element type for the next time, so that reordering
// again at the same size allocates nothing.
func (s *Shapes) Reorder(perm []uint32) error {
	if err := s.resizable("Reorder"); err != nil {
		return err
	}
	n := s.Len()
	if len(perm) != n {
		return refuse("Reorder", fmt.Sprintf("%d entries for %d slots", len(perm), n), ErrPermutation, "give every slot once")
	}
	sp, c := &s.spare, &s.col
	seen := slices.Grow(sp.bools[:0], n)[:n]
	clear(seen)
	sp.bools = seen
	for k, i := range perm {
		if uint64(i) >= uint64(n) {
			return refuse("Reorder", fmt.Sprintf("perm[%d] = %d of %d slots", k, i, n), ErrPermutation, "give every slot once")
		}
		if seen[i] {
			return refuse("Reorder", fmt.Sprintf("perm[%d] = %d, a second time", k, i), ErrPermutation, "give every slot once")
		}
		seen[i] = true
	}

	permute(&c.ID, &sp.id, perm)
	permute(&c.Class, &sp.class, perm)
	permute(&c.X, &sp.f64, perm)
	permute(&c.Y, &sp.f64, perm)
	for _, f := range [...]*[]float32{&c.C, &c.S, &c.RC, &c.RS, &c.P, &c.Q, &c.Reach, &c.MinX, &c.MinY, &c.MaxX, &c.MaxY} {
		permute(f, &sp.f32, perm)
	}
	for _, f := range [...]*[]uint32{&c.Off, &c.Num, &c.World, &c.Category, &c.Mask, &c.Body} {
		permute(f, &sp.u32, perm)
	}
	permute(&c.Group, &sp.i32, perm)
	permute(&c.Static, &sp.bools, perm)
	permute(&c.Skip, &sp.bools, perm)
	permute(&c.Fault, &sp.fault, perm)
	for _, f := range s.attached {
		f.permute(perm)
	}
	for k, id := range c.ID {
		s.index.slot[id.Index()] = uint32(k)
	}
	s.relay()
	return nil
}

// relay lays the runs of lanes out anew in the order of slots.
func (s *Shapes) relay() {
	c, l := &s.col, &s.lanes
	for k := range l.free {
		l.free[k] = l.free[k][:0]
	}
	// The new offsets take the place of the old ones only after the last column.
	off := slices.Grow(s.spare.u32[:0], len(c.Off))[:len(c.Off)]
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
		dst := slices.Grow(l.spare[:0], int(end))[:end]
		for i, n := range c.Num {
			if n > 0 {
				copyRun(dst[off[i]:off[i]+n], src[c.Off[i]:])
			}
		}
		*col, l.spare = dst, src
	}
	l.local.D = l.world.D
	c.Off, s.spare.u32 = off, c.Off
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
