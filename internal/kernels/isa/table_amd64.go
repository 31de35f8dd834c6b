// SPDX-License-Identifier: MIT

//go:build !purego

package isa

import (
	"strings"

	"github.com/klauspost/cpuid/v2"

	"daylight/internal/kernels"
	"daylight/internal/kernels/bvh"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/pose"
	"daylight/internal/kernels/solve"
	"daylight/internal/kernels/strip"
)

// The file table_amd64.go of each package lists its assembly.
var (
	avx2   = Table{Name: "avx2", Lanes: 8, Deciding: pair.AVX2, Sweeping: strip.AVX2, Posing: pose.AVX2, Searching: bvh.AVX2, Solving: solve.AVX2}
	avx512 = Table{Name: "avx512", Lanes: 16, Deciding: pair.AVX512, Sweeping: strip.AVX512, Posing: pose.AVX512, Searching: bvh.AVX512, Solving: solve.AVX512}
)

// vectorVariants reports on the vector tables, slowest first.
func vectorVariants() (all []Variant) {
	for _, of := range []struct {
		table *Table
		needs []cpuid.FeatureID
	}{{&avx2, kernels.AVX2Needs}, {&avx512, kernels.AVX512Needs}} {
		v := Variant{Name: of.table.Name, Table: of.table, Supported: true, Reason: "this CPU and system have all it needs"}
		if missing := kernels.Missing(of.needs); missing != nil {
			v = Variant{Name: of.table.Name, Reason: "this CPU or system lacks " + strings.Join(missing, ", ")}
		}
		all = append(all, v)
	}
	return all
}
