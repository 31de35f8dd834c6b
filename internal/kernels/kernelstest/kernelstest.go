// SPDX-License-Identifier: MIT

package kernelstest

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Seeded returns a generator with a fixed seed, which DAYLIGHT_TEST_SEED overrides
// and a failing test prints.
func Seeded(t testing.TB) *rand.Rand {
	seed := uint64(20240229)
	if v := os.Getenv("DAYLIGHT_TEST_SEED"); v != "" {
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			t.Fatalf("DAYLIGHT_TEST_SEED: %v", err)
		}
		seed = n
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 1))
}

// BitsOf is what tables have to agree on: the bits, but one and the same for all NaNs.
// Which operand a NaN's sign and payload come from is the compiler's choice, and it
// chooses otherwise with the race detector on.
func BitsOf(v float32) uint32 {
	if v != v {
		return 0x7fc00000
	}
	return math.Float32bits(v)
}

// Required fails where an instruction set that DAYLIGHT_REQUIRE_KERNELS promises, a list
// with commas, is not among those that ran.
func Required(t testing.TB, ran []string) {
	for _, name := range strings.FieldsFunc(os.Getenv("DAYLIGHT_REQUIRE_KERNELS"), func(r rune) bool { return r == ',' }) {
		if !slices.Contains(ran, name) {
			t.Errorf("%s is required, but did not run", name)
		}
	}
}

// Full reports whether tests are to run at full strength: DAYLIGHT_FULL is set, as it is
// where all is checked.
func Full() bool { return os.Getenv("DAYLIGHT_FULL") != "" }

// Rounds is how many of so many rounds a test runs: all at full strength, a tenth if tests
// are to be short, and else a quarter.
func Rounds(full int) int {
	switch {
	case Full():
		return full
	case testing.Short():
		return max(1, full/10)
	}
	return max(1, full/4)
}
