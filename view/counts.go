// SPDX-License-Identifier: MIT

package view

import (
	"fmt"
	"strings"
)

// counted writes a number of things.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// countedOf writes how many of a number of things there are, if not all.
func countedOf(n, all int, noun string) string {
	if n == all {
		return counted(all, noun)
	}
	return thousands(n) + " of " + counted(all, noun)
}

// thousands writes a number with commas between groups of three digits.
func thousands(n int) string {
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
