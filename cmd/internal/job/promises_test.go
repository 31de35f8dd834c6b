// SPDX-License-Identifier: MIT

package job_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed": {
		"TestVerify", "TestVerifyBoxes", "TestVerifyValues", "TestVerifyJudgesPoints", "TestVerifyJoin", "TestVerifyExact",
		"TestVerifyRounded",
	},
	"the same bits everywhere":                 {"TestOrder"},
	"bounded memory and time":                  {"TestCancelled"},
	"answers mean what the documentation says": {"TestCheck"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
