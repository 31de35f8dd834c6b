// SPDX-License-Identifier: MIT

package push_test

import (
	"daylight/internal/batchtest"
	"daylight/internal/testenv"
)

// Short names for what most tests begin with.
var (
	collide   = batchtest.Collide
	seeded    = testenv.Rand
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere
)
