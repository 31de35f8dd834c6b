// SPDX-License-Identifier: MIT

package mtv_test

import (
	"testing"

	"daylight/internal/batchtest"
)

// promises says which tests prove which promise.
var promises = batchtest.Promises{
	"all candidates, and none else":                    {"TestCandidates", "TestTolerance"},
	"the same bits everywhere":                         {"TestForcedKernels"},
	"bad input and misuse are errors and harm nothing": {"TestRefuses"},
}

func TestPromises(t *testing.T) { promises.Check(t) }
