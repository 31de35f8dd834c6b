// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"daylight/internal/simd"
	"daylight/internal/simd/kernelstest"
)

var (
	avx2   = Table{"avx2", 8, AVX2}
	avx512 = Table{"avx512", 16, AVX512}
)

// vectorTables are the tables that the portable one is compared with.
func vectorTables() (tables []*Table) {
	if simd.Missing(simd.AVX2Needs) == nil && kernelstest.Tried("avx2") {
		tables = append(tables, &avx2)
	}
	if simd.Missing(simd.AVX512Needs) == nil && kernelstest.Tried("avx512") {
		tables = append(tables, &avx512)
	}
	return tables
}
