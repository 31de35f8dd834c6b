// SPDX-License-Identifier: MIT

package store

import (
	"bytes"
	"math"
	"slices"
	"unsafe"

	"daylight/internal/scratch"
)

// Column is one column of a store, of any type: an entry for each shape, by slot. A column that is
// not in use has no entries, and nothing changes that but Use.
type Column interface {
	Len() int
	// Optional reports whether the column may be not in use, and then has no entries.
	Optional() bool
	// Push appends n entries, the default of the column.
	Push(n int)
	// Drop moves the last entry to slot i and shortens the column by one.
	Drop(i int)
	// Grow makes room for n more entries.
	Grow(n int)
	// Truncate empties the column and keeps its memory.
	Truncate()
	// Permute gathers: entry k becomes what entry perm[k] was.
	Permute(perm []uint32)
	// Append appends entries from to to-1 of a column of the same kind. The column has n
	// entries if it is in use, and is made so if it is not but the other is.
	Append(n int, o Column, from, to int)
	// Elsewhere moves the entries to other memory and overwrites the old: with NaN if they
	// are floating-point numbers, else with zeros.
	Elsewhere()
	// Watch returns a function that reports whether an entry differs from what it is now.
	Watch() func(i int) bool
}

// Field is a Column of one type.
type Field[T any] struct {
	Data *[]T

	initial  T    // what new entries are
	optional bool // nil until somebody uses it
	spare    *[]T // to permute into
	holds    bool // entries may hold pointers: spare memory is to let go of them
}

// NewField returns a column of a caller's own type.
func NewField[T any]() *Field[T] {
	return &Field[T]{Data: new([]T), spare: new([]T), holds: true}
}

func (f *Field[T]) idle() bool { return f.optional && *f.Data == nil }

func (f *Field[T]) Len() int { return len(*f.Data) }

func (f *Field[T]) Optional() bool { return f.optional }

func (f *Field[T]) Push(n int) {
	if f.idle() {
		return
	}
	d := scratch.Grow(*f.Data, n)
	begin := len(d)
	d = d[:begin+n]
	for i := begin; i < len(d); i++ {
		d[i] = f.initial
	}
	*f.Data = d
}

func (f *Field[T]) Drop(i int) {
	if f.idle() {
		return
	}
	d := *f.Data
	last := len(d) - 1
	d[i] = d[last]
	if f.holds {
		clear(d[last:])
	}
	*f.Data = (*f.Data)[:last]
}

func (f *Field[T]) Grow(n int) {
	if !f.idle() {
		*f.Data = Room(*f.Data, n)
	}
}

// Room returns a slice with room for n more entries. Unlike slices.Grow it does not write where
// they will be: memory that the system has not handed out yet stays with it until it is used.
func Room[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	larger := scratch.Make[T](len(s), max(len(s)+n, cap(s)+cap(s)/4))
	copy(larger, s)
	return larger
}

func (f *Field[T]) Truncate() {
	if f.holds {
		clear(*f.Data)
	}
	*f.Data = (*f.Data)[:0]
}

func (f *Field[T]) Permute(perm []uint32) {
	if f.idle() || len(perm) == 0 { // an empty spare would put the column out of use
		return
	}
	src := *f.Data
	if cap(*f.spare) < len(perm) {
		*f.spare = scratch.Make[T](len(perm), cap(src))
	}
	dst := (*f.spare)[:len(perm)]
	for k, i := range perm {
		dst[k] = src[i]
	}
	*f.Data, *f.spare = dst, src
	if f.holds {
		clear(src)
	}
}

func (f *Field[T]) Append(n int, o Column, from, to int) {
	src := *o.(*Field[T]).Data
	if f.optional && src == nil {
		f.Push(to - from)
		return
	}
	f.Use(n)
	*f.Data = append(*f.Data, src[from:to]...)
}

// Use makes an optional column that is not in use one of n entries.
func (f *Field[T]) Use(n int) {
	if f.idle() {
		*f.Data = scratch.Make[T](0, n)
		f.Push(n)
	}
}

func (f *Field[T]) Watch() func(i int) bool {
	bits := func(d []T) []byte {
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(d))), uintptr(len(d))*unsafe.Sizeof(*new(T)))
	}
	old := bits(slices.Clone(*f.Data))
	return func(i int) bool {
		now, size := bits(*f.Data), int(unsafe.Sizeof(*new(T)))
		return !bytes.Equal(old[i*size:(i+1)*size], now[i*size:(i+1)*size])
	}
}

func (f *Field[T]) Elsewhere() {
	old := *f.Data
	if old == nil {
		return
	}
	*f.Data = append(scratch.Make[T](0, cap(old)), old...)
	clear(old)
	switch old := any(old).(type) {
	case []float64:
		for i := range old {
			old[i] = math.NaN()
		}
	case []float32:
		for i := range old {
			old[i] = float32(math.NaN())
		}
	}
}
