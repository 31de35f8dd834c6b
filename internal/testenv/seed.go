// SPDX-License-Identifier: MIT

package testenv

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Seed returns DAYLIGHT_SEED if that is set, and otherwise the seed given. A test that fails
// prints which it had.
func Seed(t testing.TB, otherwise uint64) uint64 {
	t.Helper()
	seed := otherwise
	if v := os.Getenv("DAYLIGHT_SEED"); v != "" {
		var err error
		if seed, err = strconv.ParseUint(v, 0, 64); err != nil {
			t.Fatalf("DAYLIGHT_SEED: %v", err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("DAYLIGHT_SEED=%d", seed)
		}
	})
	return seed
}

// Rand returns a generator with the seed that Seed returns.
func Rand(t testing.TB, otherwise uint64) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t, otherwise), 0))
}
