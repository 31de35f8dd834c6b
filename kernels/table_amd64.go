// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import (
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Every instruction set extension that a table's assembly needs; cpuid also asks the
// operating system whether it keeps the wide registers.
var (
	avx2Needs   = []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.CMOV, cpuid.POPCNT}
	avx512Needs = append([]cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL}, avx2Needs...)
)

// avx2 and avx512 hold the portable function where no assembly is faster.
var avx2, avx512 = portable, portable

func init() {
	avx2.Name, avx2.Lanes = "avx2", 8
	avx512.Name, avx512.Lanes = "avx512", 16
}

// vectorVariants reports on the vector tables, slowest first.
func vectorVariants() []Variant {
	return []Variant{vectorVariant(&avx2, avx2Needs), vectorVariant(&avx512, avx512Needs)}
}

func vectorVariant(t *Table, needs []cpuid.FeatureID) Variant {
	v := Variant{Name: t.Name}
	var missing []string
	for _, f := range needs {
		if !cpuid.CPU.Supports(f) {
			missing = append(missing, f.String())
		}
	}
	if missing != nil {
		v.Reason = "this CPU or system lacks " + strings.Join(missing, ", ")
		return v
	}
	v.Table, v.Supported, v.Reason = t, true, "this CPU and system have all it needs"
	return v
}
