// SPDX-License-Identifier: MIT

package memory

import "unsafe"

// Grow makes room for n more entries of a column whose memory is charged to a Budget: a quarter
// more than it needs, if there is not enough. The bytes are reserved before they are allocated, and
// those of the old array released when its entries have been copied.
func Grow[T any](b *Budget, s []T, n int) ([]T, error) {
	if cap(s)-len(s) >= n {
		return s, nil
	}
	size, room := int64(unsafe.Sizeof(*new(T))), len(s)+n
	room += room / 4
	if err := b.Reserve(int64(room) * size); err != nil {
		return s, err
	}
	t := make([]T, len(s), room)
	copy(t, s)
	b.Release(int64(cap(s)) * size)
	return t, nil
}

// Room returns a slice with room for n more entries, a quarter more than it had if there is not
// enough. Unlike slices.Grow it does not write where they will be: memory that the system has not
// handed out yet stays with it until it is used.
func Room[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	larger := make([]T, len(s), max(len(s)+n, cap(s)+cap(s)/4))
	copy(larger, s)
	return larger
}
