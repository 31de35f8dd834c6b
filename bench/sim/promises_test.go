// SPDX-License-Identifier: MIT

package sim_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere": {"TestGolden", "TestSameBits"},
	"answers mean what the documentation says": {
		"TestHeapOverlap", "TestPlaza", "TestPlazaAsks", "TestCrowdWalls", "TestGrainsRest", "TestBulletsStay", "TestDrumHolds",
		"TestPackingSettles",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
