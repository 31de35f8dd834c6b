// SPDX-License-Identifier: MIT

package realdata_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bad input and misuse are errors and harm nothing": {"TestMissingFile"},
	"answers mean what the documentation says": {
		"TestDEFReader", "TestCrowdReader", "TestWallReader", "TestFixed", "TestTable", "TestMetres", "TestLayoutReader",
		"TestDifference", "TestCompareLength", "TestTrafficReader",
	},
	"it is right on real data": {
		"TestChip", "TestChipMargin", "TestChipBruteForce", "TestChipMoved", "TestChipSteps", "TestChipFiles", "TestChipTruth",
		"TestCrowd", "TestCrowdEveryWay", "TestCrowdMargin", "TestCrowdSteps", "TestCrowdFiles", "TestCrowdTruth", "TestWallTruth",
		"TestPacking", "TestCity", "TestChipRegions", "TestLanes", "TestTraffic", "TestTrafficFiles", "TestTrafficTruth", "TestWalls",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
