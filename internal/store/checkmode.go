// SPDX-License-Identifier: MIT

package store

import (
	"os"
	"strconv"
	"sync/atomic"
)

// checks is check mode: the environment variable DAYLIGHT_CHECK=1 turns it on when the process
// starts. It finds code that relies on where shapes lie in storage.
//
// Package soa then moves the columns that Update has shown to other memory as soon as Update
// returns, and overwrites what was there. Package batch gives all shapes other slots after every
// step, for any number of shapes. They are random but the same in every run. It refuses a step if
// the contacts of the one before were written to. Stores give out different IDs, so that one of
// another store names nothing. Answers stay the same but for their order and for the generations of
// IDs.
var checks atomic.Bool

func init() {
	v := os.Getenv("DAYLIGHT_CHECK")
	checks.Store(v != "" && v != "0")
}

// CheckMode reports whether check mode is on.
func CheckMode() bool { return checks.Load() }

// SetCheckMode turns check mode on or off, for tests, and returns what it was.
func SetCheckMode(v bool) (old bool) { return checks.Swap(v) }

// CheckShift is the first of the bits of generations that tell stores apart in check mode.
const CheckShift = 20

// Name writes a soa.ID for people: "index:generation", or "none" for the zero ID.
func Name(id uint64) string {
	if id == 0 {
		return "none"
	}
	generation := id & (1<<32 - 1)
	if CheckMode() {
		generation %= 1 << CheckShift
	}
	return strconv.FormatUint(id>>32, 10) + ":" + strconv.FormatUint(generation, 10)
}
