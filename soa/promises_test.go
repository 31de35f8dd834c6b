// SPDX-License-Identifier: MIT

package soa_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere":                                  {"TestRefreshIsAFunctionOfPoses", "TestSinCosExact", "TestSinCosGolden"},
	"precision does not depend on the distance from the origin": {"TestRefreshTinyAndHuge", "TestCornersFarFromPosition"},
	"a warm step allocates nothing":                             {"TestWarmCallsAllocateNothing"},
	"bounded memory and time":                                   {"TestMemory"},
	"bad input and misuse are errors and harm nothing": {
		"TestAppendRefuses", "TestBulkInUse", "TestConstructorsRefuse", "TestEllipseError", "TestIDExhaustion", "TestInUse",
		"TestUpdatePanics", "TestGrowRefuses", "TestReorderRefuses", "TestAddPolygonRefuses", "FuzzAddPolygon", "FuzzAddPolygonFloats",
		"TestQuarantine", "TestPoseRefuses", "TestAddRefuses", "TestBodiesRunOut", "TestRegionRefused", "TestReorderHeld",
	},
	"answers mean what the documentation says": {
		"TestAppend", "TestGrowVertices", "TestAppendSlots", "TestBulk", "TestConcat", "TestTriangle", "TestAddRegular",
		"TestEllipseVertices", "TestAddHull", "TestConvexHullFloat64", "TestAddChain", "TestIDString", "TestForeignIDs", "TestIDReuse", "TestClear",
		"TestJournal", "TestColumnIdentity", "TestAllWhileRemoving", "TestCheckModePoisons", "TestModel", "TestReorderKeepsRecords",
		"TestDetach", "TestPlain", "TestWriteFour", "TestAddPolygonCleans", "TestAddPolygonRegular", "TestAddPolygonTakesConvex",
		"TestSharp", "TestAddOutline", "TestOrient", "TestConvexHull", "TestIsHull", "TestRefreshRotates", "TestRefreshOnlyWhatTurned",
		"TestRefreshRange", "TestRecords", "TestRegionIsOne", "TestCopiesOfARegionMeet", "TestColumnOfRegion", "TestReadAndAddAgain",
		"TestReadThinBoxes", "TestSinCosAccuracy", "TestSinCosUnit", "TestNoKernelsMeansChoose", "TestStands",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
