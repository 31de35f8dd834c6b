// SPDX-License-Identifier: MIT

package must

import "testing"

// Do ends the test if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get takes what a call returns, and gives its value if there is no error: v :=
// must.Get(call())(t).
func Get[A any](a A, err error) func(t testing.TB) A {
	return func(t testing.TB) A {
		t.Helper()
		Do(t, err)
		return a
	}
}

// Both is Get for a call with two values.
func Both[A, B any](a A, b B, err error) func(t testing.TB) (A, B) {
	return func(t testing.TB) (A, B) {
		t.Helper()
		Do(t, err)
		return a, b
	}
}
