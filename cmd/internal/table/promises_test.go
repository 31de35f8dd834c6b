// SPDX-License-Identifier: MIT

package table_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time":                          {"TestLongBreaks", "TestEndlessRows"},
	"bad input and misuse are errors and harm nothing": {"TestBadGeoJSON", "FuzzReader", "TestManyFields", "TestControlCharacters", "TestDamaged"},
	"answers mean what the documentation says": {
		"TestGeoJSON", "TestComments", "TestRows", "TestCellEnd", "TestGoesOn", "TestOpen", "TestFormatNames", "TestUnpacked",
	},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
