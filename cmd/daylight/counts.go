// SPDX-License-Identifier: MIT

package main

import "daylight/bench"

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
var thousands = bench.Thousands
