// SPDX-License-Identifier: MIT

package tree_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed":         {"TestSlabsTouching"},
	"the same bits everywhere":                         {"TestIdentifyTables", "TestMatchesTables", "TestNodeTables"},
	"bad input and misuse are errors and harm nothing": {"TestIdentifyRefuses", "TestMatchesRefuses", "TestNodeRefuses", "TestRequiredKernels"},
	"answers mean what the documentation says":         {"TestIdentifyBounds", "TestMatchesBounds"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
