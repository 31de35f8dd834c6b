// SPDX-License-Identifier: MIT

package mtv_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"all candidates, and none else":                    {"TestCandidates", "TestTolerance"},
	"the same bits everywhere":                         {"TestForcedKernels"},
	"bad input and misuse are errors and harm nothing": {"TestRefuses"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
