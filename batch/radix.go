// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"math/bits"
	"sort"

	"daylight/soa"
)

// radix sorts pairs by (A, B): by the high bits of A's index into about as many buckets
// as there are pairs, then each bucket by comparison. Its scratch is kept from call to
// call.
type radix struct {
	spare  Pairs
	bucket []uint32
	run    Pairs // view of a large bucket
}

// fewPairs is how many pairs are sorted by insertion.
const fewPairs = 24

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
	shift := uint(max(0, bits.Len32(top)-bits.Len(uint(n))))
	s.spare.A, s.spare.B = resize(s.spare.A, n), resize(s.spare.B, n)
	s.bucket = resize(s.bucket, int(top>>shift)+1)
	clear(s.bucket)
	for _, id := range p.A {
		s.bucket[id.Index()>>shift]++
	}
	sum := uint32(0)
	for i, c := range s.bucket {
		s.bucket[i] = sum
		sum += c
	}
	for i, id := range p.A {
		at := &s.bucket[id.Index()>>shift]
		s.spare.A[*at], s.spare.B[*at] = id, p.B[i]
		*at++
	}
	*p, s.spare = s.spare, *p
	// Each is now where its bucket ends.
	lo := uint32(0)
	for _, hi := range s.bucket {
		if hi-lo > 1 {
			s.compare(p.A[lo:hi], p.B[lo:hi])
		}
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
