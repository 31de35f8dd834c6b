// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd"
)

func outsideByAVX2(o Outsides, lo, hi int) PoseSet   { return outsideBy(o, lo, hi, 8) }
func outsideByAVX512(o Outsides, lo, hi int) PoseSet { return outsideBy(o, lo, hi, 16) }

func outsideBy(o Outsides, lo, hi, lanes int) (set PoseSet) {
	whole := (hi - lo) &^ (lanes - 1)
	if lo < 0 || whole <= 0 || hi-lo > PoseBlock {
		return outside(o, lo, hi)
	}
	v := o.slice(lo, lo+whole)
	for _, c := range [...][]float64{v.X, v.Y, v.AtX, v.AtY} {
		simd.RaceRead(c)
	}
	for _, c := range [...][]float32{v.MinX, v.MinY, v.MaxX, v.MaxY, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY} {
		simd.RaceRead(c)
	}
	columns := [12]unsafe.Pointer{
		unsafe.Pointer(simd.At(v.X)), unsafe.Pointer(simd.At(v.Y)), unsafe.Pointer(simd.At(v.AtX)), unsafe.Pointer(simd.At(v.AtY)),
		unsafe.Pointer(simd.At(v.MinX)), unsafe.Pointer(simd.At(v.MinY)), unsafe.Pointer(simd.At(v.MaxX)), unsafe.Pointer(simd.At(v.MaxY)),
		unsafe.Pointer(simd.At(v.FatMinX)), unsafe.Pointer(simd.At(v.FatMinY)), unsafe.Pointer(simd.At(v.FatMaxX)), unsafe.Pointer(simd.At(v.FatMaxY)),
	}
	first := (*uintptr)(unsafe.Pointer(&columns))
	if lanes == 8 {
		outsideAVX2(first, whole, &set[0])
	} else {
		outsideAVX512(first, whole, &set[0])
	}
	if lo+whole < hi {
		outsideInto(&o, lo+whole, hi, lo, &set)
	}
	return set
}
