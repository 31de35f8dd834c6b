// SPDX-License-Identifier: MIT

package testenv

import (
	"os"
	"testing"
)

// Full reports whether tests are to run at full strength. Without it they try a part of all
// combinations.
func Full() bool { return os.Getenv("DAYLIGHT_FULL") != "" }

// Rounds is how often a test with random input repeats it: few for -short, all at full
// strength, and otherwise some.
func Rounds(few, some, all int) int {
	switch {
	case testing.Short():
		return few
	case Full():
		return all
	}
	return some
}

// Sequential skips a test with the race detector, under which it would take ten times as long:
// in it nothing runs at the same time as something else.
func Sequential(t testing.TB) {
	if Race {
		t.Helper()
		t.Skip("nothing to race with")
	}
}

// OwnMemory skips a test of how much is allocated with the race detector, which allocates by
// itself.
func OwnMemory(t testing.TB) {
	if Race {
		t.Helper()
		t.Skip("the race detector takes memory of its own")
	}
}
