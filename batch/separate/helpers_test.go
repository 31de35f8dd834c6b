// SPDX-License-Identifier: MIT

package separate_test

import (
	"daylight/internal/batchtest"
	"daylight/internal/testenv"
)

// Short names for what most tests begin with.
var (
	collide   = batchtest.Collide
	filled    = batchtest.Filled
	ngon      = batchtest.Ngon
	seeded    = testenv.Rand
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere
)
