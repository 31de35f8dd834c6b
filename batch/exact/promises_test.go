// SPDX-License-Identifier: MIT

package exact_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every pair is true and none is missed":            {"TestAgainstBruteForce", "TestGiantAmongGrains", "TestThin", "TestNest"},
	"bad input and misuse are errors and harm nothing": {"TestRefused"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
