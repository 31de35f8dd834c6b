// SPDX-License-Identifier: MIT

package query

// SortFrom sets from how many shapes on questions are sorted, and returns what it was.
func SortFrom(shapes int) (old int) {
	old, sortShapes = sortShapes, shapes
	return old
}
