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
