// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"

	"daylight/internal/simd"
)

func alignByAVX2(keys, old []uint64, was, missed []int32, seen []byte, off int) (done, lost, next int) {
	return alignBy(alignAVX2, keys, old, was, missed, seen, off)
}

func alignByAVX512(keys, old []uint64, was, missed []int32, seen []byte, off int) (done, lost, next int) {
	return alignBy(alignAVX512, keys, old, was, missed, seen, off)
}

// alignBy makes sure of all that the assembly f relies on.
func alignBy(f func(keys, old *uint64, was, missed *int32, seen *byte, n, m, off int) (done, lost, next int),
	keys, old []uint64, was, missed []int32, seen []byte, off int) (done, lost, next int) {
	n, m := min(len(keys), AlignBlock), len(seen)
	if n == 0 || m == 0 || m > math.MaxInt32 || len(old) < m+2*AlignReach || len(was) < n || len(missed) < n ||
		off > math.MaxInt32 || off < -math.MaxInt32 {
		return align(keys, old, was, missed, seen, off)
	}
	simd.RaceRead(keys[:n])
	simd.RaceRead(old[:m+2*AlignReach])
	simd.RaceWrite(was[:n])
	simd.RaceWrite(missed[:n])
	done, lost, next = f(&keys[0], &old[0], &was[0], &missed[0], &seen[0], n, m, off)
	simd.RaceWriteAt(seen, was[:done]) // and no more: other workers write to the rest
	if done < n && (lost < alignFails || int(missed[lost-alignFails]) != done-alignFails) {
		// A key was found among the zeros, and so is 0, which none may be.
		align(keys[done:n], old, was[done:], missed[lost:], seen, next+done)
	}
	return done, lost, next
}
