// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "github.com/klauspost/cpuid/v2"

// Every instruction set extension that assembly of either width needs; cpuid also asks the
// operating system whether it keeps the wide registers.
var (
	AVX2Needs   = []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.CMOV, cpuid.POPCNT, cpuid.SSE}
	AVX512Needs = append([]cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL}, AVX2Needs...)
)

// Missing names the features that this machine lacks.
func Missing(needs []cpuid.FeatureID) (names []string) {
	for _, f := range needs {
		if !cpuid.CPU.Supports(f) {
			names = append(names, f.String())
		}
	}
	return names
}
