// SPDX-License-Identifier: MIT

package live_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"bounded memory and time":                          {"TestSlowClients", "TestSilentViewers", "TestSlowViewer", "TestStuckViewer", "TestManyViewers"},
	"bad input and misuse are errors and harm nothing": {"TestFailure", "TestFailureOnRequest", "TestStrangers", "TestOwnName"},
	"answers mean what the documentation says":         {"TestFrame", "TestControls", "TestPick", "TestPickerRestraint"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
