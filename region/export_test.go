// SPDX-License-Identifier: MIT

package region

import (
	"os"
	"testing"
)

// Rounds is how often a test with random input repeats it: few for -short, which the race
// detector takes, all if DAYLIGHT_FULL is set, and otherwise a sample.
func Rounds(few, some, all int) int {
	switch {
	case testing.Short():
		return few
	case os.Getenv("DAYLIGHT_FULL") != "":
		return all
	}
	return some
}
