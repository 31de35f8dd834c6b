// SPDX-License-Identifier: MIT

//go:build amd64 && !purego

package kernels

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// TestPredicatesCoverInstructions reads what the generator found each function to
// need, and wants it in the predicate of the table that the file is for; and wants
// VZEROUPPER before each return.
func TestPredicatesCoverInstructions(t *testing.T) {
	for isa, needs := range map[string][]cpuid.FeatureID{"avx2": avx2Needs, "avx512": avx512Needs} {
		files, err := filepath.Glob("*_" + isa + "_amd64.s")
		if err != nil || len(files) == 0 {
			t.Fatalf("no assembly for %s: %v", isa, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found, upper := false, false
			for _, line := range strings.Split(string(text), "\n") {
				if list, ok := strings.CutPrefix(line, "// Requires: "); ok {
					found = true
					for _, ext := range strings.Split(list, ", ") {
						if ext == "BMI" { // the generator's name for it
							ext = "BMI1"
						}
						if id := cpuid.ParseFeature(ext); id == cpuid.UNKNOWN || !slices.Contains(needs, id) {
							t.Errorf("%s needs %s, which the predicate of %s does not ask for", name, ext, isa)
						}
					}
				}
				switch f := strings.Fields(line); {
				case len(f) == 0:
				case f[0] == "VZEROUPPER":
					upper = true
				case strings.HasPrefix(f[0], "V"):
					upper = false
				case f[0] == "RET" && !upper:
					t.Errorf("%s returns without VZEROUPPER", name)
				}
			}
			if !found {
				t.Errorf("%s: no line says what it requires", name)
			}
		}
	}
}
