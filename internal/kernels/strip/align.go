// SPDX-License-Identifier: MIT

package strip

import "math/bits"

const (
	// AlignBlock is how many keys Align takes a call, so that none lasts long.
	AlignBlock = 8192
	// AlignReach is how many places before the one expected Align looks for a key; of
	// those behind it looks at one less.
	AlignReach = 8
	// alignRim is how far from the rim of that window a key may be found before the lists
	// count as having drifted apart.
	alignRim = 3
	// alignStep is by how much off then follows: not all the way, because it may be the key
	// that is out of place.
	alignStep = 2
	// alignFails is how many keys in a row may go missing before Align stops.
	alignFails = 8
)

// align is Sweeping.Align. The place tried first is as far off as that of the key before: no first
// place changes the result, because no key is there twice.
func align(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int) {
	m := len(seen)
	old = old[:m+2*AlignReach]
	keys = keys[:min(len(keys), AlignBlock)]
	oldPlace = oldPlace[:len(keys)]
	missed = missed[:len(keys)]
	d, fails := uint(AlignReach), 0
	for i, k := range keys {
		e := min(max(i+off, 0), m)
		w := (*[2 * AlignReach]uint64)(old[e:])
		if w[d%(2*AlignReach)] != k {
			hit := same8((*[8]uint64)(w[:8]), k) | same8((*[8]uint64)(w[8:]), k)<<8
			if hit == 0 {
				oldPlace[i] = -1
				missed[lost] = int32(i)
				lost++
				if fails++; fails == alignFails {
					return i + 1, lost, off
				}
				continue
			}
			d = uint(bits.TrailingZeros32(hit))
		}
		p := e + int(d) - AlignReach
		oldPlace[i], seen[p] = int32(p), 1
		fails = 0
		if d-alignRim >= 2*AlignReach-2*alignRim {
			if d < AlignReach {
				off -= alignStep
			} else {
				off += alignStep
			}
		}
	}
	return len(keys), lost, off
}

// same8 has a bit for each of the words that equals k. It has no branches.
func same8(w *[8]uint64, k uint64) uint32 {
	return equal(w[0], k) | equal(w[1], k)<<1 | equal(w[2], k)<<2 | equal(w[3], k)<<3 |
		equal(w[4], k)<<4 | equal(w[5], k)<<5 | equal(w[6], k)<<6 | equal(w[7], k)<<7
}

// equal is 1 if x == y, else 0.
func equal(x, y uint64) uint32 {
	n := uint32(0)
	if x == y {
		n = 1
	}
	return n
}
