// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"slices"
)

// centre is a shape while the index puts its shapes in order: the middle of its box in the
// frame of the tree, and its slot.
type centre struct {
	x, y float32
	slot uint32
}

// arrange puts centres that are to have the places from lo on in an order in which the
// places of every node lie close together. They are cut in two again and again, across
// the longer side of the box about their middles, where a coarsest node ends (overlap
// minimizing top-down loading of R-trees: T. Lee and S. Lee, 2003, by halves). Cutting by
// number, not by place, it does not care how the shapes are spread.
func arrange(s []centre, lo int) {
	for {
		cut := cutOf(lo, lo+len(s))
		if cut < 0 {
			return
		}
		divide(s, cut-lo)
		arrange(s[:cut-lo], lo)
		s, lo = s[cut-lo:], cut
	}
}

// cutOf is the place in the middle of those between lo and hi where the coarsest node
// ends that does so there, or -1 if all places are of one node.
func cutOf(lo, hi int) int {
	if lo>>fanShift == (hi-1)>>fanShift {
		return -1
	}
	shift := uint(fanShift)
	for lo>>(shift+fanShift) != (hi-1)>>(shift+fanShift) {
		shift += fanShift
	}
	return (lo>>shift + 1 + (hi-1)>>shift) / 2 << shift
}

// divide puts the least n centres, along the longer side of the box about all, first.
func divide(s []centre, n int) {
	minX, minY := s[0].x, s[0].y
	maxX, maxY := minX, minY
	for i := range s {
		minX, maxX = min(minX, s[i].x), max(maxX, s[i].x)
		minY, maxY = min(minY, s[i].y), max(maxY, s[i].y)
	}
	if maxX-minX >= maxY-minY {
		selectLeast(s, n, keyX)
	} else {
		selectLeast(s, n, keyY)
	}
}

func keyX(v *centre) float32 { return v.x }
func keyY(v *centre) float32 { return v.y }

// selectLeast puts the n centres with the least keys first: Hoare's selection, with a pivot
// from a sample whose rank in it is that of n. Equal keys go to both sides. Should
// pivots be bad again and again, the rest is sorted.
func selectLeast(s []centre, n int, key func(*centre) float32) {
	lo, hi := 0, len(s)-1
	for rounds := 0; hi > lo; rounds++ {
		if rounds > 64 {
			slices.SortFunc(s[lo:hi+1], func(a, b centre) int { return cmp.Compare(key(&a), key(&b)) })
			return
		}
		p := pivot(s[lo:hi+1], n-lo, key)
		i, j := lo, hi
		for i <= j {
			for key(&s[i]) < p {
				i++
			}
			for key(&s[j]) > p {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

// sample is how many centres a pivot is chosen from, at most.
const sample = 15

// pivot is a key of s whose rank is likely near n.
func pivot(s []centre, n int, key func(*centre) float32) float32 {
	m := min(sample, len(s))
	var keys [sample]float32
	for k := range m {
		v := key(&s[k*(len(s)-1)/max(m-1, 1)])
		at := k
		for ; at > 0 && keys[at-1] > v; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = v
	}
	return keys[min(n*m/len(s), m-1)]
}
