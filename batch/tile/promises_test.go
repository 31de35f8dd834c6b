// SPDX-License-Identifier: MIT

package tile_test

import (
	"testing"

	"daylight/internal/batchtest"
)

// promises says which tests prove which promise.
var promises = batchtest.Promises{
	"all tiles together answer what one run does":      {"TestUnion", "TestJoinUnion", "TestExcluding", "TestShuffled", "TestOwner", "TestBoxCovers", "TestWorlds"},
	"tiles have equal work":                            {"TestBalance", "TestMakespan", "TestSchedule"},
	"a plan is read as it was written":                 {"TestFile"},
	"memory is bounded":                                {"TestMemory"},
	"bad input and misuse are errors and harm nothing": {"TestRefused"},
}

func TestPromises(t *testing.T) { promises.Check(t) }
