// SPDX-License-Identifier: MIT

//go:build race

package kernels

import (
	"runtime"
	"unsafe"
)

// Race is whether the race detector is on.
const Race = true

// RaceRead and RaceWrite tell the race detector what assembly reads and writes.
func RaceRead[T any](s []T) {
	runtime.RaceReadRange(unsafe.Pointer(unsafe.SliceData(s)), len(s)*int(unsafe.Sizeof(*new(T))))
}

func RaceWrite[T any](s []T) {
	runtime.RaceWriteRange(unsafe.Pointer(unsafe.SliceData(s)), len(s)*int(unsafe.Sizeof(*new(T))))
}

// RaceReadAt is RaceRead for the single entries that index names, without the bits in
// but, as far as they exist.
func RaceReadAt[T any](s []T, index []uint32, but uint32) {
	for _, i := range index {
		if k := int(i &^ but); k < len(s) {
			RaceRead(s[k : k+1])
		}
	}
}

// RaceWriteAt is RaceWrite for the single entries that index names, if not negative.
func RaceWriteAt[T any](s []T, index []int32) {
	for _, i := range index {
		if i >= 0 {
			RaceWrite(s[i : i+1])
		}
	}
}

// RaceCopy copies a slice, for the race detector's sake alone: elsewhere it returns nil.
func RaceCopy[T any](s []T) []T { return append([]T(nil), s...) }

// RaceWriteBetween is RaceWrite for the entries from from[k] to to[k], for every k.
func RaceWriteBetween[T any](s []T, from, to []uint32) {
	for k, lo := range from {
		if lo < to[k] {
			RaceWrite(s[lo:to[k]])
		}
	}
}
