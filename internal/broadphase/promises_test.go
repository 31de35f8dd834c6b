// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed":         {"TestConformance", "TestConformanceOfBruteForce", "FuzzFrame", "TestAppendNear"},
	"the same bits everywhere":                         {"TestCarried", "TestPartsAndRoomChangeNothing", "TestWorkers"},
	"a warm step allocates nothing":                    {"TestNoAllocationOnceWarm"},
	"bad input and misuse are errors and harm nothing": {"TestRefusals"},
	"answers mean what the documentation says": {
		"TestTwin", "TestUpperHalves", "TestCost", "TestSurplus", "TestNoKernelsMeansChoose", "TestEachEnds", "TestZeroValues",
		"TestFrames", "TestWorlds", "TestPlace", "TestIdleWithoutLooking", "TestSideBySide", "TestNextReturns", "TestThinStrips",
		"TestIdle", "TestMeans",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
