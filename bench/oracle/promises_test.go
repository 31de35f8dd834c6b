// SPDX-License-Identifier: MIT

package oracle_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the judge itself is right": {
		"TestWorkedCases", "TestContainmentIsNotIntervalOverlap", "TestCancellation", "TestOverlayKnown", "TestJudgePoint",
	},
	"the judge means what its documentation says": {
		"TestLastBit", "TestCompare", "TestCheck", "TestClip", "TestFaces", "TestLatticeByDefinition", "TestAgainstFloat64",
		"TestOnlyTheHullCounts", "TestExtremes",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
