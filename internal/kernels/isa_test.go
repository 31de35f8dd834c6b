// SPDX-License-Identifier: MIT

//go:build amd64 && !purego

package kernels

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"daylight/internal/must"
)

// TestPredicatesCoverInstructions reads what the generator found each function to
// need, and wants it in the predicate of the table that the file is for; and wants
// VZEROUPPER before each return, and no instruction that is forbidden.
func TestPredicatesCoverInstructions(t *testing.T) {
	for isa, needs := range map[string][]cpuid.FeatureID{"avx2": AVX2Needs, "avx512": AVX512Needs} {
		files, err := filepath.Glob("*/*_" + isa + "_amd64.s")
		if err != nil || len(files) == 0 {
			t.Fatalf("no assembly for %s: %v", isa, err)
		}
		for _, name := range files {
			text := must.Get(os.ReadFile(name))(t)
			found, upper := false, false
			for _, line := range strings.Split(string(text), "\n") {
				if list, ok := strings.CutPrefix(line, "// Requires: "); ok {
					found = true
					for _, ext := range strings.Split(list, ", ") {
						switch ext { // the generator's names
						case "BMI":
							ext = "BMI1"
						case "MMX+": // of prefetching, which came with SSE
							ext = "SSE"
						}
						if id := cpuid.ParseFeature(ext); id == cpuid.UNKNOWN || !slices.Contains(needs, id) {
							t.Errorf("%s needs %s, which the predicate of %s does not ask for", name, ext, isa)
						}
					}
				}
				switch f := strings.Fields(line); {
				case len(f) == 0:
				case f[0] == "TEXT":
					upper = true // until a vector register is touched
				case f[0] == "VZEROUPPER":
					upper = true
				case strings.HasPrefix(f[0], "V"):
					upper = false
				case f[0] == "RET" && !upper:
					t.Errorf("%s returns without VZEROUPPER", name)
				}
				if code, _, _ := strings.Cut(line, "//"); strings.HasPrefix(code, "\t") && strings.TrimSpace(code) != "" {
					if why := forbidden(code, isa); why != "" {
						t.Errorf("%s: %s: %s", name, why, strings.TrimSpace(code))
					}
				}
			}
			if !found {
				t.Errorf("%s: no line says what it requires", name)
			}
		}
	}
}

var (
	vectorName = regexp.MustCompile(`\b[XYZ]\d+\b|\bK[0-7]\b`)
	evexName   = regexp.MustCompile(`\b[XYZ](1[6-9]|2\d|3[01])\b|\bZ\d+\b|\bK[0-7]\b`)
	inexact    = regexp.MustCompile(`^V(FN?M(ADD|SUB)|RCP|RSQRT|REDUCE|RANGE|EXP2|DP)`)
)

// forbidden says what is wrong with an instruction, if anything. Estimates and fused
// or reordered sums change bits; legacy encodings stall beside VEX ones; and the
// assembler takes registers above 15, which AVX2 does not have, for AVX-512.
func forbidden(code, isa string) string {
	op := strings.Fields(code)[0]
	switch {
	case inexact.MatchString(op):
		return "not the arithmetic of the portable code"
	case vectorName.MatchString(code) && op[0] != 'V' && op[0] != 'K':
		return "legacy encoding of a vector instruction"
	case isa == "avx2" && evexName.MatchString(code):
		return "a register of AVX-512"
	}
	return ""
}

// TestForbiddenInstructions shows the rule bad instructions.
func TestForbiddenInstructions(t *testing.T) {
	for _, tt := range []struct {
		code string
		isas string
	}{
		{"\tVFMADD231PS Y1, Y2, Y3", "avx2 avx512"},
		{"\tVFNMSUB132SS X1, X2, X3", "avx2 avx512"},
		{"\tVRCPPS Y1, Y2", "avx2 avx512"},
		{"\tVRSQRT14PS Z1, Z2", "avx2 avx512"},
		{"\tMOVUPS X1, (AX)", "avx2 avx512"},
		{"\tADDSS X1, X2", "avx2 avx512"},
		{"\tVADDPS Y16, Y2, Y3", "avx2"},
		{"\tVADDPS Z1, Z2, Z3", "avx2"},
		{"\tKMOVW AX, K1", "avx2"},
		{"\tVADDPS Y15, Y2, Y3", ""},
		{"\tMOVQ AX, CX", ""},
	} {
		for _, isa := range []string{"avx2", "avx512"} {
			if got, want := forbidden(tt.code, isa) != "", strings.Contains(tt.isas, isa); got != want {
				t.Errorf("%s: %q forbidden: %v, want %v", isa, tt.code, got, want)
			}
		}
	}
}
