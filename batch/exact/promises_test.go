// SPDX-License-Identifier: MIT

package exact_test

import (
	"testing"

	"daylight/internal/batchtest"
)

// promises says which tests prove which promise.
var promises = batchtest.Promises{
	"every pair is true and none is missed":            {"TestAgainstBruteForce", "TestGiantAmongGrains", "TestThin", "TestNest"},
	"bad input and misuse are errors and harm nothing": {"TestRefused"},
}

func TestPromises(t *testing.T) { promises.Check(t) }
