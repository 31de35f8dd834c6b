// SPDX-License-Identifier: MIT

package batch_test

import (
	"daylight/internal/batchtest"
	"daylight/internal/testenv"
)

// Short names for what most tests begin with.
var (
	box       = batchtest.Box
	circle    = batchtest.Circle
	collide   = batchtest.Collide
	filled    = batchtest.Filled
	running   = batchtest.Moving
	seeded    = testenv.Rand
	ngon      = batchtest.Ngon
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere

	randomAttrs = batchtest.RandomAttrs
)
