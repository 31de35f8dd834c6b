// SPDX-License-Identifier: MIT

//go:build !purego

package kernelstest

import "daylight/internal/kernels"

// supported says which instruction sets this machine has.
var supported = map[string]bool{
	"avx2":   kernels.Missing(kernels.AVX2Needs) == nil,
	"avx512": kernels.Missing(kernels.AVX512Needs) == nil,
}
