// SPDX-License-Identifier: MIT

package minkowski_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time":                  {"TestGivenUp", "TestTooManySums"},
	"answers mean what the documentation says": {"TestShortest", "TestManyParts", "TestRounds", "TestExtremes", "TestPointOnSeam"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
