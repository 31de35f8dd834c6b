// SPDX-License-Identifier: MIT

package query

import "math"

// lanes8 is how many keys a network sorts.
const lanes8 = 8

// least8 puts the eight least of some keys first, in order, if there are so many, else all, and
// returns them and the least of the others, or the greatest number if there are none. It is
// a sorting network (K. E. Batcher, Sorting networks and their applications, 1968) over eight keys
// at a time, which has no branch that depends on them. Keys must have room for a multiple of eight.
func least8(keys []uint64) (least []uint64, next uint64) {
	n := len(keys)
	whole := keys[:(n+lanes8-1)&^(lanes8-1)]
	for i := n; i < len(whole); i++ {
		whole[i] = math.MaxUint64
	}
	next = math.MaxUint64
	if n == 0 {
		return keys, next
	}
	best := (*[lanes8]uint64)(whole)
	sort8(best)
	for whole = whole[lanes8:]; len(whole) > 0; whole = whole[lanes8:] {
		more := (*[lanes8]uint64)(whole)
		sort8(more)
		next = min(next, rest8(best, more))
		merge8(best, more)
	}
	return keys[:min(n, lanes8)], next
}

// rest8 is the least of what merge8 leaves out.
func rest8(best, next *[lanes8]uint64) uint64 {
	a, b, c, d := max(best[0], next[7]), max(best[1], next[6]), max(best[2], next[5]), max(best[3], next[4])
	e, f, g, h := max(best[4], next[3]), max(best[5], next[2]), max(best[6], next[1]), max(best[7], next[0])
	return min(a, b, c, d, e, f, g, h)
}

func sort8(v *[lanes8]uint64) {
	a, b, c, d, e, f, g, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	e, f = min(e, f), max(e, f)
	g, h = min(g, h), max(g, h)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	e, g = min(e, g), max(e, g)
	f, h = min(f, h), max(f, h)
	b, c = min(b, c), max(b, c)
	f, g = min(f, g), max(f, g)
	a, e = min(a, e), max(a, e)
	b, f = min(b, f), max(b, f)
	c, g = min(c, g), max(c, g)
	d, h = min(d, h), max(d, h)
	c, e = min(c, e), max(c, e)
	d, f = min(d, f), max(d, f)
	b, c = min(b, c), max(b, c)
	d, e = min(d, e), max(d, e)
	f, g = min(f, g), max(f, g)
	v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7] = a, b, c, d, e, f, g, h
}

// merge8 makes best the eight least of two sorted eights, in order. The lesser of each and its
// mirror image in the other are those eight, first descending and then ascending or the reverse.
func merge8(best, next *[lanes8]uint64) {
	a, b, c, d := min(best[0], next[7]), min(best[1], next[6]), min(best[2], next[5]), min(best[3], next[4])
	e, f, g, h := min(best[4], next[3]), min(best[5], next[2]), min(best[6], next[1]), min(best[7], next[0])
	a, e = min(a, e), max(a, e)
	b, f = min(b, f), max(b, f)
	c, g = min(c, g), max(c, g)
	d, h = min(d, h), max(d, h)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	e, g = min(e, g), max(e, g)
	f, h = min(f, h), max(f, h)
	best[0], best[1] = min(a, b), max(a, b)
	best[2], best[3] = min(c, d), max(c, d)
	best[4], best[5] = min(e, f), max(e, f)
	best[6], best[7] = min(g, h), max(g, h)
}
