// SPDX-License-Identifier: MIT

package query_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every answer is true and none is missed": {
		"TestRaysAgainstBruteForce", "TestOverlapsAgainstBruteForce", "TestNearestAgainstBruteForce", "TestNearestKeepsTies", "TestCoversAgainstBruteForce",
		"TestCastsAgainstBruteForce", "TestWithinDistanceAgainstBruteForce", "FuzzQuestions", "TestAnswersByTheJudge", "TestRaysAreTrue",
		"TestCastsAreTrue", "TestTurnedCastsAreTrue", "TestRaysFarAway", "TestRaysOfAllLengths", "TestCoversIsTrue", "TestOverlapsAreThoseOfJoin", "TestNeighboursAreThoseOfAStep",
		"TestThousandsOfWorlds", "TestWindowsByAHair", "TestWindowsOfRoundedSizes",
	},
	"answers mean what the documentation says": {
		"TestRayCases", "TestRaySetCases", "TestCastCases", "TestPointCases", "TestRayNormalsSupport", "TestSingleQuestions", "TestSingleProbes", "TestSingleValues", "TestInsideOfIndex",
		"TestNothingToFind",
		"TestSensorsOption", "TestSensorsOfIndex", "TestSortRow", "TestLeast8", "TestLeast8ZeroOne", "TestWindowsOfAllSizes",
	},
	"the same bits everywhere":                         {"TestGolden", "TestStoredOrder", "TestBuildWorkers", "TestKernelsOption", "TestRefit"},
	"warm questions allocate nothing":                  {"TestWarmCallsAllocateNothing"},
	"bounded and cancellable":                          {"TestLimitAndContext", "TestCancelledAnywhere", "TestMemoryOfRows", "TestIndexMemory", "TestMemoryLimit"},
	"bad input and misuse are errors and harm nothing": {"TestBadQuestions", "TestFirstOfBadQuestions", "TestSingleNonsense", "TestSingleValuesNonsense", "TestAnswersErrorInWords", "TestHeldWhileBuilding"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
