// SPDX-License-Identifier: MIT

package kernels

import (
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// vectorVariants reports on the vector tables, slowest first.
func vectorVariants() []Variant {
	return []Variant{
		vectorVariant("avx2", cpuid.AVX2),
		vectorVariant("avx512", cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL),
	}
}

func vectorVariant(name string, needs ...cpuid.FeatureID) Variant {
	v := Variant{Name: name}
	if runtime.GOARCH != "amd64" {
		v.Reason = "needs amd64, this is " + runtime.GOARCH
		return v
	}
	var missing []string
	for _, f := range needs {
		if !cpuid.CPU.Supports(f) {
			missing = append(missing, f.String())
		}
	}
	if missing != nil {
		v.Reason = "this CPU lacks " + strings.Join(missing, ", ")
		return v
	}
	v.Reason = "not built into this version (the CPU could run it)"
	return v
}
