// SPDX-License-Identifier: MIT

package step

import (
	"math/bits"
	"slices"

	"daylight/internal/scratch"
	"daylight/soa"
)

// Sorter puts pairs in order of (A, B): by the high bits of A's index into at most twice as many
// buckets as there are pairs, then each bucket by comparison. The indices of a store are dense, so
// where there are many pairs a bucket holds the few partners of one shape. Its memory is kept from
// call to call.
//
// This is the canonical order of contacts, and that of the pairs of events.
type Sorter struct {
	start []uint32 // where the pairs of a bucket begin
	order []uint32
	spare Contacts
}

// Inverted returns where each slot went, in the memory of dst: slot k now holds what was in slot
// perm[k].
func Inverted(dst, perm []uint32) []uint32 {
	dst = scratch.Resize(dst, len(perm))
	for k, i := range perm {
		dst[i] = uint32(k)
	}
	return dst
}

// few is how many pairs are sorted by insertion.
const few = 24

// contacts sorts contacts. Each pair has at most one contact.
func (s *Sorter) contacts(c *Contacts) {
	order := s.sorted(c.A, c.B)
	s.spare.permute(c, order)
	*c, s.spare = s.spare, *c
}

// pairs sorts pairs.
func (s *Sorter) pairs(p *Pairs) {
	order := s.sorted(p.A, p.B)
	t := &s.spare
	t.A, t.B = Permuted(t.A, p.A, order), Permuted(t.B, p.B, order)
	p.A, t.A = t.A, p.A
	p.B, t.B = t.B, p.B
}

// sorted returns the places of the pairs in sorted order.
func (s *Sorter) sorted(a, b []soa.ID) []uint32 {
	n := len(a)
	s.order = scratch.Resize(s.order, n)
	if n <= few {
		for i := range s.order {
			s.order[i] = uint32(i)
		}
		insert(s.order, a, b)
		return s.order
	}
	top := uint32(0)
	for _, id := range a {
		top = max(top, id.Index())
	}
	shift := uint(max(0, bits.Len32(top)-bits.Len(uint(n))))
	s.start = scratch.Resize(s.start, int(top>>shift)+2)
	clear(s.start)
	for _, id := range a {
		s.start[id.Index()>>shift+1]++
	}
	for i := 1; i < len(s.start); i++ {
		s.start[i] += s.start[i-1]
	}
	for i, id := range a {
		k := id.Index() >> shift
		s.order[s.start[k]] = uint32(i)
		s.start[k]++
	}
	// start[k] is now the end of bucket k, where the next one begins.
	lo := uint32(0)
	for _, hi := range s.start[:len(s.start)-1] {
		if bucket := s.order[lo:hi]; len(bucket) > few {
			slices.SortFunc(bucket, func(i, k uint32) int { return compare(a[i], b[i], a[k], b[k]) })
		} else if len(bucket) > 1 {
			insert(bucket, a, b)
		}
		lo = hi
	}
	return s.order
}

// insert sorts a few places of pairs by insertion.
func insert(order []uint32, a, b []soa.ID) {
	for i := 1; i < len(order); i++ {
		x := order[i]
		k := i
		for ; k > 0 && compare(a[x], b[x], a[order[k-1]], b[order[k-1]]) < 0; k-- {
			order[k] = order[k-1]
		}
		order[k] = x
	}
}

func (s *Sorter) Bytes() int64 {
	return s.spare.Bytes() + 4*int64(cap(s.start)+cap(s.order))
}
