// SPDX-License-Identifier: MIT

package decimal_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"numbers are rounded correctly, and read back to the same bits": {
		"TestAppendFloat32", "FuzzAppendFloat32", "TestParse", "TestRandom", "TestPowers", "FuzzParse", "TestAppendText",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
