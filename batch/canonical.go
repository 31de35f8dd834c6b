// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"slices"
)

// canonical sorts contacts by (A, B), which no two share: a counting sort by the
// index of A, which is dense, then a comparison sort of each shape's few partners.
// Its scratch is kept from call to call.
type canonical struct {
	start []uint32 // start[i] is where the contacts of index i begin
	order []uint32
	spare Contacts
}

func (s *canonical) sort(c *Contacts) {
	n := c.Len()
	top := uint32(0)
	for _, id := range c.A {
		top = max(top, id.Index())
	}
	s.start = resize(s.start, int(top)+2)
	clear(s.start)
	for _, id := range c.A {
		s.start[id.Index()+1]++
	}
	for i := 1; i < len(s.start); i++ {
		s.start[i] += s.start[i-1]
	}
	s.order = resize(s.order, n)
	for i, id := range c.A {
		k := id.Index()
		s.order[s.start[k]] = uint32(i)
		s.start[k]++
	}
	// start[k] is now the end of k's run, which is where that of k+1 begins.
	lo := uint32(0)
	for _, hi := range s.start[:len(s.start)-1] {
		if hi-lo > 1 {
			slices.SortFunc(s.order[lo:hi], func(i, j uint32) int { return cmp.Compare(c.B[i], c.B[j]) })
		}
		lo = hi
	}
	full := len(c.Depth) > 0
	s.spare.resize(n, full)
	s.spare.Time = resize(s.spare.Time, len(c.Time))
	for k, i := range s.order[:len(c.Time)] {
		s.spare.Time[k] = c.Time[i]
	}
	for k, i := range s.order {
		s.spare.A[k], s.spare.B[k] = c.A[i], c.B[i]
		if full {
			s.spare.Depth[k], s.spare.NX[k], s.spare.NY[k] = c.Depth[i], c.NX[i], c.NY[i]
		}
	}
	permutePoints(&s.spare.Points, &c.Points, s.order)
	s.spare.Witness.pick(&c.Witness, s.order)
	s.spare.of, s.spare.joined = c.of, c.joined
	*c, s.spare = s.spare, *c
}
