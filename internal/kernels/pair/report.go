// SPDX-License-Identifier: MIT

package pair

// Report turns what a kernel reported into contacts: it writes to a and b the keys of the rows in
// rowsA and rowsB, and makes depths of separations in place, 0 minus each, so that shapes that
// barely touch have depth 0, not -0. Columns are as long as rowsA, or longer; depth may be nil.
type Report func(a, b, keys []uint64, rowsA, rowsB []uint32, depth []float32)

func report(a, b, keys []uint64, rowsA, rowsB []uint32, depth []float32) {
	n := len(rowsA)
	a, b, rowsB = a[:n], b[:n], rowsB[:n]
	for k, i := range rowsA {
		a[k], b[k] = keys[i], keys[rowsB[k]]
	}
	if depth == nil {
		return
	}
	for k, sep := range depth[:n] {
		depth[k] = 0 - sep
	}
}
