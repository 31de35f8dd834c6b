// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd"
)

func fattenByAVX2(f Fattenings, lo, hi int)   { fattenBy(f, lo, hi, 8) }
func fattenByAVX512(f Fattenings, lo, hi int) { fattenBy(f, lo, hi, 16) }

func fattenBy(f Fattenings, lo, hi, lanes int) {
	whole := (hi - lo) &^ (lanes - 1)
	if lo < 0 || whole <= 0 || hi-lo > PoseBlock {
		fatten(f, lo, hi)
		return
	}
	v := f.slice(lo, lo+whole)
	simd.RaceRead(v.X)
	simd.RaceRead(v.Y)
	simd.RaceRead(v.Class)
	simd.RaceWrite(v.AtX)
	simd.RaceWrite(v.AtY)
	read := [...][]float32{v.C, v.S, v.P, v.Q, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY}
	write := [...][]float32{v.AtC, v.AtS, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY}
	columns := [5 + len(read) + len(write)]unsafe.Pointer{
		unsafe.Pointer(simd.At(v.X)), unsafe.Pointer(simd.At(v.Y)), unsafe.Pointer(simd.At(v.AtX)), unsafe.Pointer(simd.At(v.AtY)),
		unsafe.Pointer(simd.At(v.Class)),
	}
	for k, c := range read {
		simd.RaceRead(c)
		columns[5+k] = unsafe.Pointer(simd.At(c))
	}
	for k, c := range write {
		simd.RaceWrite(c)
		columns[5+len(read)+k] = unsafe.Pointer(simd.At(c))
	}
	first := (*uintptr)(unsafe.Pointer(&columns))
	if lanes == 8 {
		fattenAVX2(first, f.Ahead, f.Ahead*fattenArc, whole)
	} else {
		fattenAVX512(first, f.Ahead, f.Ahead*fattenArc, whole)
	}
	fatten(f, lo+whole, hi)
}
