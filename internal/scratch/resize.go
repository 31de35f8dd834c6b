// SPDX-License-Identifier: MIT

package scratch

// Resize sets the length of s, growing its array by a quarter at least. The entries that there
// were stay; new ones are not cleared.
func Resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	t := Make[T](n, n+n/4)
	copy(t, s)
	return t
}
