// SPDX-License-Identifier: MIT

package bench_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time": {"TestBudget", "TestCancel"},
	"figures are of what they say": {
		"TestMeasure", "TestPublishedCounts", "TestLadder", "TestDisagree", "TestFull", "TestCheck", "TestStatistics", "TestReadJSON",
		"TestReadPeers", "TestMachine",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
