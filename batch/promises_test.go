// SPDX-License-Identifier: MIT

package batch_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise of this package. Those of the README as a whole
// stand in internal/house/promises_test.go.
var proofs = promises.Table{
	"every contact is true and none is missed": {
		"TestTruth", "FuzzTruth", "TestDistanceTruth", "TestManifoldTruth", "FuzzManifoldTruth", "TestMTVPairTruth", "TestRoundedPoints",
		"TestDecide", "TestDecideInEngines", "TestPointsLieOnBothShapes", "TestPointsOnBentSlab", "TestAgainstBruteForce", "TestRandomLife", "FuzzPoses",
		"TestBruteForceJoin", "TestManifoldsByBruteForce", "TestSweptIsBruteForce", "TestSweptJoinIsBruteForce",
		"TestSweptAgreesWithMomentsOfContact", "TestAtRestSweptIsContact", "TestPointsInMotion",
	},
	"the same bits everywhere": {
		"TestGolden", "TestSweptGolden", "TestHints", "TestHistoryDoesNotMatter", "TestReorderKeepsAnswers", "TestManifoldSteps",
		"TestSweptOrder", "TestSweptFollowsReorder", "TestSweptMovesWithTheScene", "TestEventsStable", "TestOpposing",
		"TestSkinChangesNothing", "TestFused", "TestKeptStripSpan", "TestAdvance", "TestCrew", "TestSkinEvents", "TestSkinAuto", "TestSkinComers", "TestSkinHints", "FuzzSkin",
		"TestOpposingInAllModes", "TestOpposingInJoins",
	},
	"a warm step allocates nothing": {
		"TestWarmStepAllocations", "TestMovingStepAllocations", "TestManifoldStepAllocations", "TestSweptStepAllocations",
		"TestDistanceAllocates", "TestEventsAllocate", "TestSkinAllocations", "TestAdvanceAllocations",
	},
	"bounded memory and time": {
		"TestMemoryLimit", "TestMemoryLimitElsewhere", "TestHeldIsCounted", "TestReachesAreCounted", "TestComersAreCounted", "TestShrink", "TestLimit", "TestFastShapesCostWhatTheyPass", "TestSweptCutAtTheEnds",
		"TestSkinDoesWithout", "TestSkinGivesWay", "TestSkinRests", "TestSkinPaysInCrowds", "TestAListMadeAnewForgetsChanges", "TestSkinMemory", "TestEngineMemory",
	},
	"cancellable": {"TestCancelAnywhere", "TestAdvanceFails", "TestSkinCancelAnywhere", "TestCancelLargePolygons", "TestNilContext"},
	"bad input and misuse are errors and harm nothing": {
		"TestQuarantine", "TestBadMotionHarmsNoOther", "TestConfigValidates", "TestSweptDuration", "TestSweptOptions", "TestOpposingRefuses",
		"TestWorldRefuses", "TestJoinRefusesNonsense", "TestJoinedContactsNameShapesOfTwoSets", "TestForeignContacts", "TestNilAndZero",
		"TestForeignColumns", "TestNoTableIsChoose", "TestBusy", "TestAdvanceRefuses", "TestHeldWhileStepping", "TestCallerPanics", "TestNoEvents",
	},
	"answers mean what the documentation says": {
		"TestTwoBoxes", "TestNothing", "TestDecideAsksLittle", "TestAdvanceMoves", "TestAdvanceRegions", "TestSweptRegions", "TestTouchingCountsUnlessOpen", "TestMargin", "TestModes", "TestMoveOutEnds", "TestDistance",
		"TestClosest", "TestManifolds", "TestJoin", "TestSweptJoin", "TestSweptOpenDepth", "TestEvents", "TestEventsOfRemoved",
		"TestExcluding", "TestGathered", "TestNewcomer", "TestSlotsAreNoNames",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
