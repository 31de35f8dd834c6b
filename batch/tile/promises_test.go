// SPDX-License-Identifier: MIT

package tile_test

import (
	"testing"

	"daylight/internal/promises"
)

// proofs says which tests prove which promise.
var proofs = promises.Table{
	"all tiles together answer what one run does":      {"TestUnion", "TestJoinUnion", "TestUnfit", "TestShuffled", "TestOwner", "TestBoxCovers", "TestWorlds"},
	"tiles have equal work":                            {"TestBalance", "TestMakespan", "TestSchedule"},
	"a plan is read as it was written":                 {"TestFile"},
	"memory is bounded":                                {"TestMemory"},
	"bad input and misuse are errors and harm nothing": {"TestRefused"},
}

func TestPromises(t *testing.T) { proofs.Check(t) }
