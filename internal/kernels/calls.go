// SPDX-License-Identifier: MIT

package kernels

import "unsafe"

// At returns where a column begins.
func At[T any](s []T) *T { return unsafe.SliceData(s) }

// CallEntries is how many entries of columns one call of assembly handles at most,
// since it cannot be preempted: at under ten cycles each it lasts a few microseconds,
// and 50 where every entry is fetched from memory. It is a multiple of all vectors.
const CallEntries = 2048

// Words returns where pairs begin: a pair is two 32-bit indices.
func Words(pairs []Pair) *uint64 { return (*uint64)(unsafe.Pointer(unsafe.SliceData(pairs))) }

// Local is p, for an argument of assembly that is called through a variable. All assembly is
// declared not to keep its arguments, but the compiler knows that of a call by name alone: without
// Local, what p points to would be moved from the stack to the heap.
func Local[T any](p *T) *T {
	address := uintptr(unsafe.Pointer(p))
	return *(**T)(unsafe.Pointer(&address))
}

// Columns are where the columns that assembly reads and writes begin, in the order that it knows.
type Columns struct {
	begin [20]unsafe.Pointer
	n     int
}

// Address appends columns whose single entries the assembly reads and writes.
func Address[T any](c *Columns, columns ...[]T) {
	for _, s := range columns {
		c.begin[c.n] = unsafe.Pointer(At(s))
		c.n++
	}
}

// Read appends columns that the assembly reads, and tells the race detector.
func Read[T any](c *Columns, columns ...[]T) {
	for _, s := range columns {
		RaceRead(s)
	}
	Address(c, columns...)
}

// Write appends columns that the assembly writes, and tells the race detector.
func Write[T any](c *Columns, columns ...[]T) {
	for _, s := range columns {
		RaceWrite(s)
	}
	Address(c, columns...)
}

// First returns the argument of the assembly.
func (c *Columns) First() *uintptr { return Local((*uintptr)(unsafe.Pointer(&c.begin))) }
