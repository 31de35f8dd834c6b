// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "unsafe"

// at is where a column begins.
func at[T any](s []T) *T { return unsafe.SliceData(s) }

// callEntries is how many entries of columns one call of assembly handles at most,
// since it cannot be preempted: at under ten cycles each it lasts a few microseconds,
// and 50 where every entry is fetched from memory. It is a multiple of all vectors.
const callEntries = 2048
