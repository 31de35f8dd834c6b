// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/simd/kernelstest"
)

func guarded[T any](t testing.TB, n int, atEnd bool) []T {
	t.Helper()
	return kernelstest.Guarded[T](t, n, atEnd)
}

func guardedCopy[T any](t testing.TB, s []T, atEnd bool) []T {
	t.Helper()
	return kernelstest.GuardedCopy(t, s, atEnd)
}
