// SPDX-License-Identifier: MIT

//go:build !purego

package kernelstest

import "daylight/internal/simd"

// supported says which instruction sets this machine has.
var supported = map[string]bool{
	"avx2":   simd.Missing(simd.AVX2Needs) == nil,
	"avx512": simd.Missing(simd.AVX512Needs) == nil,
}
