// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd/base"
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
		base.RaceRead(c)
	}
	for _, c := range [...][]float32{v.MinX, v.MinY, v.MaxX, v.MaxY, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY} {
		base.RaceRead(c)
	}
	columns := [12]unsafe.Pointer{
		unsafe.Pointer(base.At(v.X)), unsafe.Pointer(base.At(v.Y)), unsafe.Pointer(base.At(v.AtX)), unsafe.Pointer(base.At(v.AtY)),
		unsafe.Pointer(base.At(v.MinX)), unsafe.Pointer(base.At(v.MinY)), unsafe.Pointer(base.At(v.MaxX)), unsafe.Pointer(base.At(v.MaxY)),
		unsafe.Pointer(base.At(v.FatMinX)), unsafe.Pointer(base.At(v.FatMinY)), unsafe.Pointer(base.At(v.FatMaxX)), unsafe.Pointer(base.At(v.FatMaxY)),
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
