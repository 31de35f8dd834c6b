// SPDX-License-Identifier: MIT

package checkmode

import (
	"os"
	"sync/atomic"
)

// Variable is the environment variable that turns check mode on.
const Variable = "DAYLIGHT_CHECK"

var on atomic.Bool

func init() {
	v := os.Getenv(Variable)
	on.Store(v != "" && v != "0")
}

// On reports whether check mode is on.
func On() bool { return on.Load() }

// Set turns check mode on or off, for tests, and returns what it was.
func Set(v bool) (old bool) { return on.Swap(v) }
