// SPDX-License-Identifier: MIT

package geometry_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"the same bits everywhere":                         {"TestAlike"},
	"bad input and misuse are errors and harm nothing": {"TestExplainText", "TestDeep", "TestExplainsWhatIsWrong", "TestRefused", "FuzzText", "FuzzRead"},
	"answers mean what the documentation says":         {"TestClosingPoint", "TestEmptyMembers"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
