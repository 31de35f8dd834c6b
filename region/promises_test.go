// SPDX-License-Identifier: MIT

package region_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"verdicts, relations and areas are true":           {"TestTruth", "TestTouchingRingsTruth", "TestConvexTruth", "TestVerdictsStay", "TestCoversSegment", "TestThinAgainstRegion", "TestRoundedCovers", "TestRegionCoversRounded", "TestTouchingPolygons", "TestCountiesTouch", "TestCollectionKnown", "TestLinesCross", "TestBundlesCross", "TestLongLines", "TestCollectionCovers"},
	"areas of rounded shapes are within their bounds":  {"TestRoundedArea", "TestRoundedCentroid", "TestLens", "TestGrownCoreArea", "TestTangentArea", "TestTangentAreaOnGrid"},
	"regions are cut well, and nothing is lost":        {"TestCutKnown", "TestRepeatedPoints", "TestRandomRings", "TestRandomPolygons", "TestBigRings", "FuzzRings", "TestNonZeroOpposite", "TestWriteCounties", "TestTouchingRings", "TestTouchingRingsValid"},
	"bad rings are mended by the stated rule":          {"TestMendKnown", "TestMendTruth", "TestMendLeavesCleanRings", "TestMendGivesUp"},
	"bad input and misuse are errors and harm nothing": {"TestRefused", "TestShapeRefused", "TestTouchingMessages", "TestFanOfHoles", "TestFanOfLines", "TestFirstOverlap"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
