// SPDX-License-Identifier: MIT

package scratch

import "unsafe"

// GrowWithin makes room for n more entries of a column whose memory is charged to a Budget: a
// quarter more than it needs, if there is not enough. The bytes are reserved before they are
// allocated, and those of the old array released when its entries have been copied. It reports
// whether there is room.
func GrowWithin[T any](b *Budget, s []T, n int) ([]T, bool) {
	if cap(s)-len(s) >= n {
		return s, true
	}
	size, room := int64(unsafe.Sizeof(*new(T))), len(s)+n
	room += room / 4
	if !b.Reserve(int64(room) * size) {
		return s, false
	}
	t := Make[T](len(s), room)
	copy(t, s)
	b.Release(int64(cap(s)) * size)
	return t, true
}
