// SPDX-License-Identifier: MIT

//go:build !purego

package isa

import (
	"strings"

	"github.com/klauspost/cpuid/v2"

	"daylight/internal/simd"
	"daylight/internal/simd/bvh"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/internal/simd/strip"
)

// What runs where is in table_amd64.go of each of them.
var (
	avx2   = Table{Name: "avx2", Lanes: 8, Deciding: pair.AVX2, Sweeping: strip.AVX2, Posing: pose.AVX2, Searching: bvh.AVX2}
	avx512 = Table{Name: "avx512", Lanes: 16, Deciding: pair.AVX512, Sweeping: strip.AVX512, Posing: pose.AVX512, Searching: bvh.AVX512}
)

// vectorVariants reports on the vector tables, slowest first.
func vectorVariants() []Variant {
	return []Variant{vectorVariant(&avx2, simd.AVX2Needs), vectorVariant(&avx512, simd.AVX512Needs)}
}

func vectorVariant(t *Table, needs []cpuid.FeatureID) Variant {
	v := Variant{Name: t.Name}
	if missing := simd.Missing(needs); missing != nil {
		v.Reason = "this CPU or system lacks " + strings.Join(missing, ", ")
		return v
	}
	v.Table, v.Supported, v.Reason = t, true, "this CPU and system have all it needs"
	return v
}
