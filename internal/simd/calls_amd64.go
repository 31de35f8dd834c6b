// SPDX-License-Identifier: MIT

//go:build !purego

package simd

import "unsafe"

// At is where a column begins.
func At[T any](s []T) *T { return unsafe.SliceData(s) }

// CallEntries is how many entries of columns one call of assembly handles at most,
// since it cannot be preempted: at under ten cycles each it lasts a few microseconds,
// and 50 where every entry is fetched from memory. It is a multiple of all vectors.
const CallEntries = 2048

// Words is where pairs begin: a pair is two 32-bit indices.
func Words(pairs []Pair) *uint64 { return (*uint64)(unsafe.Pointer(unsafe.SliceData(pairs))) }
