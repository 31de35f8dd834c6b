// SPDX-License-Identifier: MIT

package output_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time":                          {"TestDescriptors"},
	"bad input and misuse are errors and harm nothing": {"TestAbandon", "TestCreateAwkward", "TestOverwriteFails"},
	"an output is whole or not there, and says what was found": {
		"TestCommit", "TestCommitTogether", "TestNameless", "TestSynced", "TestSweep", "TestContacts", "TestZero", "TestCommitNames", "TestValues", "TestCells",
		"TestFifo", "TestDistinct", "TestMode", "TestOwner",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
