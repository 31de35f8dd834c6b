// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import "daylight/internal/kernels/kernelstest"

// vectorTables are the tables that the portable one is compared with.
func vectorTables() []*Table {
	return kernelstest.Vectors(&Table{"avx2", 8, AVX2}, &Table{"avx512", 16, AVX512})
}
