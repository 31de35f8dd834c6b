// SPDX-License-Identifier: MIT

package scene_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere":                         {"TestGolden"},
	"a warm step allocates nothing":                    {"TestRunDoesNotAllocate", "TestStepDoesNotAllocate"},
	"bad input and misuse are errors and harm nothing": {"TestFillRefuses", "TestNewRefuses"},
	"answers mean what the documentation says": {
		"TestCounts", "TestRun", "TestParse", "TestFirstShape", "TestBounce", "TestStaysInWorld", "TestMove", "TestCorners",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
