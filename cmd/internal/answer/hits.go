// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"slices"
	"unsafe"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

const (
	hitBytes  = int64(unsafe.Sizeof(hit{}))
	seenBytes = 300 // of a hit while brute force puts hits together
)

// hit is an answer about a part of a question and a part of a shape, with its columns.
type hit struct {
	q, s     uint32 // the whole ones
	from, to soa.ID // the parts
	v        values
	bounded  bool // the push may not be the shortest
	holds    bool // the origin of a ray lies in it
}

// grow makes room for n more hits.
func (f *folding) grow(n int) (err error) {
	f.hits, err = memory.Grow(f.c.Memory, f.hits, n)
	return memory.For(tooManyAnswers, err)
}

// wholeOrder is that of rows about whole questions and shapes, by the first column of those of
// one question if byValue.
func wholeOrder(byValue bool) func(g, h hit) int {
	return func(g, h hit) int {
		if c := cmp.Compare(g.q, h.q); c != 0 {
			return c
		}
		if byValue {
			return cmp.Or(cmp.Compare(g.v[0], h.v[0]), cmp.Compare(g.s, h.s), cmp.Compare(g.from, h.from), cmp.Compare(g.to, h.to))
		}
		return cmp.Or(cmp.Compare(g.s, h.s), cmp.Compare(g.v[0], h.v[0]), cmp.Compare(g.from, h.from), cmp.Compare(g.to, h.to))
	}
}

// hit is what part i of the questions in hand has to do with a shape's part.
func (f *folding) hit(i int, to soa.ID, v values) hit {
	return hit{q: f.of[i], s: f.r.shapeOf(to), from: f.ids[i], to: to, v: v}
}

// several reports whether a shape has several parts.
func several(s *shapes.Set, k uint32) bool {
	from, to := s.Slots(int(k))
	return to-from > 1
}

// lead leaves of the hits of each question and shape the one with the least first column, and
// returns how many there were of each, in the order of the rows.
func (f *folding) lead(byValue bool) (counts []int, err error) {
	seen := int64(8)
	if f.brute {
		seen = seenBytes
	}
	seen *= int64(len(f.hits))
	if err := f.c.Memory.Reserve(seen); err != nil {
		return nil, memory.For(tooManyAnswers, err)
	}
	defer f.c.Memory.Release(seen)
	if f.brute {
		type pair struct{ q, s uint32 }
		best, n := map[pair]hit{}, map[pair]int{}
		before := wholeOrder(false)
		for _, h := range f.hits {
			p := pair{h.q, h.s}
			if b, seen := best[p]; !seen || before(h, b) < 0 {
				best[p] = h
			}
			n[p]++
		}
		f.hits = f.hits[:0]
		for _, h := range best {
			f.hits = append(f.hits, h)
		}
		slices.SortFunc(f.hits, wholeOrder(byValue))
		for _, h := range f.hits {
			counts = append(counts, n[pair{h.q, h.s}])
		}
		return counts, nil
	}
	slices.SortFunc(f.hits, wholeOrder(false))
	n := 0
	for _, h := range f.hits {
		if n > 0 && f.hits[n-1].q == h.q && f.hits[n-1].s == h.s {
			counts[n-1]++
			continue
		}
		f.hits[n] = h
		counts = append(counts, 1)
		n++
	}
	f.hits = f.hits[:n]
	if byValue { // then nobody asks for the counts
		slices.SortFunc(f.hits, wholeOrder(true))
	}
	return counts, nil
}

// first leaves of the hits of each question, which are in order, the first.
func (f *folding) first(most int) {
	n, of := 0, 0
	for i, h := range f.hits {
		if i > 0 && h.q == f.hits[i-1].q {
			of++
		} else {
			of = 0
		}
		if of < most {
			f.hits[n] = h
			n++
		}
	}
	f.hits = f.hits[:n]
}
