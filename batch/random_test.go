// SPDX-License-Identifier: MIT

package batch_test

import "daylight/internal/batchtest"

// Short names for what most tests begin with.
var (
	box       = batchtest.Box
	circle    = batchtest.Circle
	collide   = batchtest.Collide
	filled    = batchtest.Filled
	seeded    = batchtest.Seeded
	ngon      = batchtest.Ngon
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere
)
