// SPDX-License-Identifier: MIT

package solver_test

import (
	"daylight/internal/batchtest"
)

// Short names for what most tests begin with.
var (
	collide = batchtest.Collide
	filled  = batchtest.Filled
)
