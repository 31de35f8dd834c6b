// SPDX-License-Identifier: MIT

package kernelstest

import (
	"reflect"
	"syscall"
	"testing"
	"unsafe"
)

// Guarded returns a column of n entries that ends where an unreadable page begins,
// or, if atEnd is not set, begins where one ends: a kernel that reads or writes one
// byte beyond it on that side crashes the test.
func Guarded[T any](t testing.TB, n int, atEnd bool) []T {
	t.Helper()
	page := syscall.Getpagesize()
	size := n * int(unsafe.Sizeof(*new(T)))
	inner := max(1, (size+page-1)/page) * page
	m, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{m[:page], m[page+inner:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	at := page
	if atEnd {
		at += inner - size
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m[at])), n)
}

// GuardedCopy is Guarded with the contents of s.
func GuardedCopy[T any](t testing.TB, s []T, atEnd bool) []T {
	g := Guarded[T](t, len(s), atEnd)
	copy(g, s)
	return g
}

// Guard returns v, a struct, with a GuardedCopy in place of every column, those of structs and
// arrays in it too. Columns are fields that are slices; those that are nil stay nil.
func Guard[T any](t testing.TB, v T, atEnd bool) T {
	t.Helper()
	guard(t, reflect.ValueOf(&v).Elem(), atEnd)
	return v
}

func guard(t testing.TB, v reflect.Value, atEnd bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			guard(t, v.Field(i), atEnd)
		}
	case reflect.Array:
		for i := range v.Len() {
			guard(t, v.Index(i), atEnd)
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		n, entry := v.Len(), v.Type().Elem()
		room := Guarded[byte](t, n*int(entry.Size()), atEnd)
		column := reflect.NewAt(reflect.ArrayOf(n, entry), unsafe.Pointer(unsafe.SliceData(room))).Elem().Slice3(0, n, n)
		reflect.Copy(column, v)
		v.Set(column)
	}
}
