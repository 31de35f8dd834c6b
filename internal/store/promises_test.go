// SPDX-License-Identifier: MIT

package store_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere":                         {"TestRefreshPartsAndAgain"},
	"bad input and misuse are errors and harm nothing": {"TestFaults", "TestQuarantine"},
	"answers mean what the documentation says": {
		"TestFieldModel", "TestFieldLetsGo", "TestFieldPermuteKeepsItsSpare", "TestFieldElsewhere", "TestListIsWhole", "TestNewEntries",
		"TestGather", "TestConcat", "TestUnit", "TestRefreshBounds",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
