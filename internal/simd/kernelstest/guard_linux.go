// SPDX-License-Identifier: MIT

package kernelstest

import (
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
