// SPDX-License-Identifier: MIT

package pose_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere": {
		"TestAdvanceTables", "TestCoverAlike", "TestFattenAlike", "TestRefreshTables", "FuzzRefresh", "TestRotateVariants",
		"TestRotateOutsideVariants", "FuzzRotate", "TestSinCosTables", "FuzzSinCos",
	},
	"a warm step allocates nothing": {"TestColumnsAllocateNothing"},
	"bad input and misuse are errors and harm nothing": {
		"TestColumnsStayInside", "TestCoversStayInside", "TestFattensStayInside", "TestRefreshRefuses", "TestRotateRefuses",
		"TestRotateStaysInside", "TestRequiredKernels",
	},
	"answers mean what the documentation says": {
		"TestSpin", "TestCoverCovers", "TestFattenLooksAhead", "TestRefreshWritesBoxes", "TestRotate", "TestSinCosQuadrants",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
