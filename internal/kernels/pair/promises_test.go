// SPDX-License-Identifier: MIT

package pair_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed": {
		"TestAgreesWithReference", "TestOverlapAgreesWithContact", "TestResolveDecidesEverything", "TestTouchingCounts", "FuzzPair",
		"TestImpactsAgreeWithSamples", "TestTurningImpactsAgreeWithSamples", "TestWorkedImpacts", "TestWorkedTurns",
		"TestNoMotionNoImpact", "FuzzImpact", "TestSieveLosesNothing", "TestDeepContainment", "TestContainmentIsNotOverlap", "TestMTVs",
		"TestOppose", "TestNear", "FuzzPolygons", "TestReferenceKnowsItsGeometry", "TestSeparationOfAll", "TestLowestByWalking",
		"TestWitnesses", "TestWitnessesAtFlatCorners", "TestWitnessesByHand", "TestWitnessOfBlocks", "TestWitnessBoxes",
	},
	"the same bits everywhere": {
		"TestBoxWithinVariants", "TestHintsChangeNoAnswer", "TestResolveKeepsOrder", "TestContactVariants", "TestLanesAlone",
		"TestConvexOddRuns", "TestSameBitsEverywhere", "TestImpactsAlike", "TestImpactsAreExact", "TestManifoldVariants",
		"TestManifoldPlacements", "TestManifoldLanesAlone", "FuzzManifoldVariants", "TestConvexVariants", "TestConvexSmallPolygons",
		"TestConvexOddPairs", "TestConvexLargePolygons", "TestCirclePolygonVariants", "TestConvexWalkVariants", "FuzzVariants",
	},
	"a warm step allocates nothing": {"TestNothingAllocates", "TestImpactsDoNotAllocate", "TestManifoldsDoNotAllocate"},
	"bad input and misuse are errors and harm nothing": {
		"TestNaNStaysAtHome", "TestBadArgumentsPanic", "TestContactStaysInside", "TestImpactsStayInside", "TestBadImpactArguments",
		"TestManifoldsStayInside", "TestManifoldsBadArguments", "TestPolygonsStayInside", "TestRequiredKernels",
	},
	"answers mean what the documentation says": {
		"TestBoxWithin", "TestSwappingShapes", "TestCompaction", "TestTies", "TestRoomWithoutSlack", "TestFeaturesPersist",
		"TestFeaturesOutlastNoise", "TestManifoldsSwap", "TestManifoldsWriteEntriesOnly", "TestManifoldLongRuns", "TestPolygonsOutside",
		"TestCorners",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
