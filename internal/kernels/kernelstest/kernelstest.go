// SPDX-License-Identifier: MIT

package kernelstest

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

// Seeded returns a generator with a fixed seed, or that of DAYLIGHT_SEED.
func Seeded(t testing.TB) *rand.Rand { return rand.New(rand.NewPCG(testenv.Seed(t, 20240229), 1)) }

// BitsOf is what tables have to agree on: the bits, but one and the same for all NaNs.
// The compiler chooses which operand gives a NaN's sign and payload. It chooses
// otherwise with the race detector on.
func BitsOf(v float32) uint32 {
	if v != v {
		return 0x7fc00000
	}
	return math.Float32bits(v)
}

// Panics reports whether a call ends in a panic.
func Panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// tried reports whether the tables of an instruction set are to be compared with portable Go: those
// that this machine can run, unless DAYLIGHT_ONLY_KERNELS, a list with commas, leaves them out. An
// emulated processor takes a thousand times as long, and need not repeat what runs on a real one.
func tried(name string) bool {
	only := os.Getenv("DAYLIGHT_ONLY_KERNELS")
	return supported[name] && (only == "" || slices.Contains(strings.Split(only, ","), name))
}

// Vectors returns those of the tables that are to be compared with portable Go.
func Vectors[T any](avx2, avx512 T) (tables []T) {
	if tried("avx2") {
		tables = append(tables, avx2)
	}
	if tried("avx512") {
		tables = append(tables, avx512)
	}
	return tables
}

// Required fails where an instruction set that DAYLIGHT_REQUIRE_KERNELS promises, a list
// with commas, is not among the sets that run.
func Required(t testing.TB) {
	for _, name := range strings.FieldsFunc(os.Getenv("DAYLIGHT_REQUIRE_KERNELS"), func(r rune) bool { return r == ',' }) {
		if name != "go" && !tried(name) {
			t.Errorf("%s is required, but did not run", name)
		}
	}
}

// Rounds returns how many of so many rounds a test runs: all at full strength, a tenth if tests
// are to be short, and else an eighth.
func Rounds(full int) int {
	switch {
	case testenv.Full():
		return full
	case testing.Short():
		return max(1, full/10)
	}
	return max(1, full/8)
}
