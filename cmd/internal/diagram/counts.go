// SPDX-License-Identifier: MIT

package diagram

import (
	"fmt"
	"strings"
)

// Counted writes a number of things.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Of writes how many of a number of things there are, if not all.
func Of(n, all int, noun string) string {
	if n == all {
		return Counted(all, noun)
	}
	return Thousands(n) + " of " + Counted(all, noun)
}

// Thousands writes a number with commas between groups of three digits.
func Thousands(n int) string {
	s := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}
