// SPDX-License-Identifier: MIT

package strip_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed": {"TestSweepFindsEveryPair"},
	"the same bits everywhere": {
		"TestAlignVariants", "FuzzAlign", "TestBoundsVariants", "TestMeasureInParts", "TestRowVariants", "TestRecordVariants",
		"TestRunVariants", "TestLongStripVariants", "TestSweepVariants",
	},
	"a warm step allocates nothing": {"TestNothingAllocates"},
	"bounded memory and time":       {"TestSweepCallsAreBounded"},
	"bad input and misuse are errors and harm nothing": {
		"TestAlignStaysInside", "TestSweepStaysInside", "TestRowsStayInside", "TestBoundsStayInside", "TestBucketsStayInside",
		"TestRequiredKernels",
	},
	"answers mean what the documentation says": {
		"TestAlign", "TestAlignZeroKey", "TestQuantiseAll", "TestBuckets", "TestDealBeyond", "TestRowsBeyond", "TestOrderInPlace",
		"TestSweepLongStrips",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
