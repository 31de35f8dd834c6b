// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import (
	"math"
	"strings"
	"unsafe"

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
	avx2.Name, avx2.Lanes, avx2.Sweep = "avx2", 8, sweepByAVX2
	avx512.Name, avx512.Lanes, avx512.Sweep = "avx512", 16, sweepByAVX512
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

// vectorised tells whether the assembly may sweep the strip, and makes every access
// it will make known to the bounds checks and the race detector.
func vectorised(s *Strip, from Cursor, out []Pair) bool {
	rows := len(s.End)
	if rows < 16 || rows > math.MaxInt32 || from.I < 0 || from.J < 0 || len(out) < Group {
		return false
	}
	_, _, _, _ = s.X0[rows-1], s.X1[rows-1], s.Y0[rows-1], s.Y1[rows-1]
	raceRead(s.X0[:rows])
	raceRead(s.X1[:rows])
	raceRead(s.Y0[:rows])
	raceRead(s.Y1[:rows])
	raceRead(s.End)
	raceWrite(out)
	return true
}

func sweepByAVX2(s *Strip, from Cursor, out []Pair) (n int, at Cursor) {
	if !vectorised(s, from, out) {
		return sweep(s, from, out)
	}
	n, at.I, at.J = sweepAVX2(&s.X0[0], &s.X1[0], &s.Y0[0], &s.Y1[0], &s.End[0], len(s.End), from.I, from.J, words(out), len(out))
	return n, at
}

func sweepByAVX512(s *Strip, from Cursor, out []Pair) (n int, at Cursor) {
	if !vectorised(s, from, out) {
		return sweep(s, from, out)
	}
	n, at.I, at.J = sweepAVX512(&s.X0[0], &s.X1[0], &s.Y0[0], &s.Y1[0], &s.End[0], len(s.End), from.I, from.J, words(out), len(out))
	return n, at
}

// words is where the pairs of out begin: a pair is two 32-bit indices.
func words(out []Pair) *uint64 { return (*uint64)(unsafe.Pointer(unsafe.SliceData(out))) }
