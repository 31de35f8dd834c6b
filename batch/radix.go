// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"sort"

	"daylight/soa"
)

// radix sorts pairs by (A, B): by the index of A a digit at a time, lowest first, then
// the pairs of one shape by comparison. Its scratch is kept from call to call.
type radix struct {
	spare Pairs
	count [1 << digit]uint32
	run   Pairs // view of the pairs of one shape
}

const digit = 9

// fewPairs is how many pairs are sorted by comparing them straight away.
const fewPairs = 32

func (s *radix) sort(p *Pairs) {
	n := p.Len()
	if n <= fewPairs {
		s.compare(p.A, p.B)
		return
	}
	top := uint32(0)
	for _, id := range p.A {
		top = max(top, id.Index())
	}
	s.spare.A, s.spare.B = resize(s.spare.A, n), resize(s.spare.B, n)
	for bits := uint(0); top>>bits > 0 && bits < 32; bits += digit {
		clear(s.count[:])
		for _, id := range p.A {
			s.count[id.Index()>>bits%(1<<digit)]++
		}
		sum := uint32(0)
		for i, c := range s.count {
			s.count[i] = sum
			sum += c
		}
		for i, id := range p.A {
			at := &s.count[id.Index()>>bits%(1<<digit)]
			s.spare.A[*at], s.spare.B[*at] = id, p.B[i]
			*at++
		}
		*p, s.spare = s.spare, *p
	}
	for lo := 0; lo < n; {
		hi := lo + 1
		for hi < n && p.A[hi].Index() == p.A[lo].Index() {
			hi++
		}
		s.compare(p.A[lo:hi], p.B[lo:hi])
		lo = hi
	}
}

// compare sorts by comparison.
func (s *radix) compare(a, b []soa.ID) {
	if len(a) > fewPairs {
		s.run = Pairs{a, b}
		sort.Sort((*byPair)(&s.run))
		return
	}
	for i := 1; i < len(a); i++ {
		x, y := a[i], b[i]
		j := i
		for ; j > 0 && comparePairs(x, y, a[j-1], b[j-1]) < 0; j-- {
			a[j], b[j] = a[j-1], b[j-1]
		}
		a[j], b[j] = x, y
	}
}

type byPair Pairs

func (p *byPair) Len() int { return len(p.A) }

func (p *byPair) Less(i, j int) bool { return comparePairs(p.A[i], p.B[i], p.A[j], p.B[j]) < 0 }

func (p *byPair) Swap(i, j int) {
	p.A[i], p.A[j] = p.A[j], p.A[i]
	p.B[i], p.B[j] = p.B[j], p.B[i]
}

func comparePairs(a, b, c, d soa.ID) int {
	if k := cmp.Compare(a, c); k != 0 {
		return k
	}
	return cmp.Compare(b, d)
}
