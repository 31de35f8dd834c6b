// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd/base"
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
	base.RaceRead(v.X)
	base.RaceRead(v.Y)
	base.RaceRead(v.Class)
	base.RaceWrite(v.AtX)
	base.RaceWrite(v.AtY)
	read := [...][]float32{v.C, v.S, v.P, v.Q, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY}
	write := [...][]float32{v.AtC, v.AtS, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY}
	columns := [5 + len(read) + len(write)]unsafe.Pointer{
		unsafe.Pointer(base.At(v.X)), unsafe.Pointer(base.At(v.Y)), unsafe.Pointer(base.At(v.AtX)), unsafe.Pointer(base.At(v.AtY)),
		unsafe.Pointer(base.At(v.Class)),
	}
	for k, c := range read {
		base.RaceRead(c)
		columns[5+k] = unsafe.Pointer(base.At(c))
	}
	for k, c := range write {
		base.RaceWrite(c)
		columns[5+len(read)+k] = unsafe.Pointer(base.At(c))
	}
	first := (*uintptr)(unsafe.Pointer(&columns))
	if lanes == 8 {
		fattenAVX2(first, f.Ahead, f.Ahead*fattenArc, whole)
	} else {
		fattenAVX512(first, f.Ahead, f.Ahead*fattenArc, whole)
	}
	fatten(f, lo+whole, hi)
}
