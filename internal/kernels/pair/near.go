// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// nearSlack is by how much, in parts of the square of the distance at which two shapes may still
// meet, Near takes pairs that are farther apart: 2^-11 of the distance, where kernels err by 2^-17
// of it (ErrorBound), and Near itself by a handful of roundings.
const nearSlack = 0x1p-10

// Near puts the pairs that a contact kernel could report for the limit to the front of dst, in
// their order, and returns how many they are: those whose positions are no farther apart than both
// shapes reach, radii included, and the limit. reach says how far, by row; dst has room for all
// pairs and may be pairs itself.
func Near(dst []kernels.Pair, rec []kernels.Record, reach []float32, pairs []kernels.Pair, limit float32) int {
	reach = reach[:len(rec)]
	dst = dst[:len(pairs)]
	more := max(limit, 0) + 0x1p-58
	n := 0
	for _, p := range pairs {
		s, t := &rec[p.A], &rec[p.B]
		dx, dy := delta(s, t)
		far := reach[p.A] + reach[p.B] + more
		dst[n] = p
		n += kernels.One(float32(dx*dx)+float32(dy*dy) <= float32(float32(far*far)*(1+nearSlack)))
	}
	return n
}
