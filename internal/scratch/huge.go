// SPDX-License-Identifier: MIT

package scratch

import (
	"slices"
	"unsafe"
)

const (
	hugePage = 2 << 20
	// hugeFrom is from how many bytes on a slice is worth huge pages. Less than that, times the
	// columns there are, is what the processor's tables of small pages reach.
	hugeFrom = 2 * hugePage
)

// Make is make for a column that may be large: the system is asked to back it with huge pages
// where it has them. A processor keeps the places of a few thousand pages, and columns of a million
// shapes are on some fifty thousand small ones, each of which takes several reads to find anew.
// Values are the same; memory is handed out as it is used, if by two megabytes at a time.
//
// The system keeps the request for these addresses when the slice is freed. The runtime gives freed
// memory back as it does without, all of it; but what it puts there next is on huge pages, too,
// which takes more memory if little of it is used: 210 MB, and not 110, for 200 MB of which every
// second page was written to, and 12.5 MB, not 9.7, once all but every 64th object of those was
// freed and memory given back.
func Make[T any](n, room int) []T {
	s := make([]T, n, room)
	size := uintptr(room) * unsafe.Sizeof(*new(T))
	if size < hugeFrom {
		return s
	}
	p := unsafe.Pointer(unsafe.SliceData(s))
	skip := -uintptr(p) & (hugePage - 1) // to the first page that is all its own
	adviseHuge(unsafe.Add(p, skip), (size-skip)&^(hugePage-1))
	return s
}

// Grow is slices.Grow by way of Make.
func Grow[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	if uintptr(len(s)+n)*unsafe.Sizeof(*new(T)) < hugeFrom {
		return slices.Grow(s, n)
	}
	t := Make[T](len(s), max(len(s)+n, cap(s)+cap(s)/4))
	copy(t, s)
	return t
}
