// SPDX-License-Identifier: MIT

package memory_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time": {
		"TestMeminfo", "TestAddresses", "TestCgroups", "TestBudget", "TestBudgetTogether", "TestSizes", "TestTotal",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
