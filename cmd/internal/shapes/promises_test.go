// SPDX-License-Identifier: MIT

package shapes_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere":      {"TestBulk", "TestLots"},
	"a warm step allocates nothing": {"TestAllocations"},
	"bad input and misuse are errors and harm nothing": {
		"TestConcaveRefused", "FuzzLoader", "FuzzPoints", "TestTwins", "TestGeometryDoubt", "TestSizesDoubt",
	},
	"answers mean what the documentation says": {
		"TestConcave", "TestSeveral", "TestBeside", "FuzzNumber", "TestWays", "TestExactCorners", "TestDegrees", "TestLabels",
		"TestSuggestions", "TestGrowingLabels", "TestSpilled", "TestGeometryBeside", "TestSizesBeside",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
