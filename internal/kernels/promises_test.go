// SPDX-License-Identifier: MIT

package kernels_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bad input and misuse are errors and harm nothing": {"TestRequiredKernels"},
	"answers mean what the documentation says":         {"TestTablesAreWhole", "TestVariantsSayWhy", "TestByName", "TestChoose"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
