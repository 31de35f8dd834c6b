// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"every contact is true and none is missed":         {"TestAllWaysFindTheSame"},
	"a warm step allocates nothing":                    {"TestAWarmSweepAllocatesNothing"},
	"bad input and misuse are errors and harm nothing": {"TestBadInputIsRefused"},
	"answers mean what the documentation says":         {"TestASweepCanBeLeft"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
