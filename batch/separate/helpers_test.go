// SPDX-License-Identifier: MIT

package separate_test

import "daylight/internal/batchtest"

// Short names for what most tests begin with.
var (
	collide   = batchtest.Collide
	filled    = batchtest.Filled
	ngon      = batchtest.Ngon
	seeded    = batchtest.Seeded
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere
)
