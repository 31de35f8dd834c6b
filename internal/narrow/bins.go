// SPDX-License-Identifier: MIT

package narrow

import (
	"math/bits"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// kinds numbers the unordered pairs of classes.
const kinds = int(kernels.NumClasses) * int(kernels.NumClasses)

// These do not compile unless kinds is a power of two, which makes kinds-1 a mask, and fits into
// the uint8 of Bins.kinds.
const (
	_ = uint(-(kinds & (kinds - 1)))
	_ = uint(256 - kinds)
)

// kindOf is the number of a pair of classes. It finds the lower one without a branch, which would
// be mispredicted in every third pair.
func kindOf(a, b kernels.Class) int {
	const n = int(kernels.NumClasses)
	d := int(a) - int(b)
	d &^= d >> (bits.UintSize - 1) // a - b if a is the higher class, else 0
	return (int(a)-d)*n + int(b) + d
}

// A Bin holds candidates of the same two classes, with A <= B. Either shape of a pair may have
// class A.
type Bin struct {
	A, B  kernels.Class
	Pairs []kernels.Pair
}

// Bins sorts candidates by the classes of their shapes. It keeps its memory.
type Bins struct {
	kinds []uint8
	pairs []kernels.Pair
	bins  [kinds]Bin
}

// Sort returns pairs of rows by the classes of the rows. Pairs keep their order within a bin. The
// bins are valid until the next Sort.
func (s *Bins) Sort(class []kernels.Class, pairs []kernels.Pair) []Bin {
	s.kinds, s.pairs = scratch.Resize(s.kinds, len(pairs)), scratch.Resize(s.pairs, len(pairs))
	var start [kinds]int
	of, to := s.kinds[:len(pairs)], s.pairs[:len(pairs)]
	for i, p := range pairs {
		k := kindOf(class[p.A], class[p.B]) & (kinds - 1)
		of[i] = uint8(k)
		start[k]++
	}
	sum := 0
	for i := range start {
		start[i], sum = sum, sum+start[i]
	}
	ends := start
	for i, p := range pairs {
		k := int(of[i]) & (kinds - 1)
		to[ends[k]] = p
		ends[k]++
	}
	n := 0
	for i := range start {
		if lo, hi := start[i], ends[i]; lo < hi {
			const classes = int(kernels.NumClasses)
			s.bins[n] = Bin{A: kernels.Class(i / classes), B: kernels.Class(i % classes), Pairs: to[lo:hi]}
			n++
		}
	}
	return s.bins[:n]
}

// Bytes returns how much memory the bins hold.
func (s *Bins) Bytes() int64 { return int64(cap(s.kinds)) + 8*int64(cap(s.pairs)) }
