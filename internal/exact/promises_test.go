// SPDX-License-Identifier: MIT

package exact_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed": {"TestPredicatesAgainstRationals", "TestExactTouch", "FuzzPredicates", "TestSumAgainstRationals"},
	"a warm step allocates nothing":            {"TestPredicatesAllocateNothing"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
