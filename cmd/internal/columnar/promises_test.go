// SPDX-License-Identifier: MIT

package columnar_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time":                          {"TestRoom"},
	"bad input and misuse are errors and harm nothing": {"TestPanicsOfTheCaller", "TestDamaged", "FuzzOpen", "TestHostile"},
	"answers mean what the documentation says":         {"TestBare", "TestTypes"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
