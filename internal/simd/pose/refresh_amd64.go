// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd"
)

func refreshByAVX2(p Poses, lo, hi int) (todo, turned PoseSet, rotated int) {
	return refreshBy(p, lo, hi, 8)
}

func refreshByAVX512(p Poses, lo, hi int) (todo, turned PoseSet, rotated int) {
	return refreshBy(p, lo, hi, 16)
}

func refreshBy(p Poses, lo, hi, lanes int) (todo, turned PoseSet, rotated int) {
	whole := (hi - lo) &^ (lanes - 1)
	if lo < 0 || whole <= 0 || hi-lo > PoseBlock {
		return refresh(p, lo, hi)
	}
	v := p.slice(lo, lo+whole)
	simd.RaceRead(v.X)
	simd.RaceRead(v.Y)
	simd.RaceRead(v.Class)
	simd.RaceRead(v.Fault)
	for _, c := range [...][]float32{v.C, v.S, v.P, v.Q, v.Reach} {
		simd.RaceRead(c)
	}
	for _, c := range [...][]float32{v.RC, v.RS, v.MinX, v.MinY, v.MaxX, v.MaxY} {
		simd.RaceWrite(c)
	}
	columns := [15]unsafe.Pointer{
		unsafe.Pointer(simd.At(v.X)), unsafe.Pointer(simd.At(v.Y)), unsafe.Pointer(simd.At(v.C)), unsafe.Pointer(simd.At(v.S)),
		unsafe.Pointer(simd.At(v.RC)), unsafe.Pointer(simd.At(v.RS)), unsafe.Pointer(simd.At(v.P)), unsafe.Pointer(simd.At(v.Q)),
		unsafe.Pointer(simd.At(v.Reach)), unsafe.Pointer(simd.At(v.MinX)), unsafe.Pointer(simd.At(v.MinY)),
		unsafe.Pointer(simd.At(v.MaxX)), unsafe.Pointer(simd.At(v.MaxY)), unsafe.Pointer(simd.At(v.Class)), unsafe.Pointer(simd.At(v.Fault)),
	}
	// Called by name: through a variable the two would escape.
	first := (*uintptr)(unsafe.Pointer(&columns))
	if lanes == 8 {
		rotated = refreshAVX2(first, 0, whole, &todo[0], &turned[0])
	} else {
		rotated = refreshAVX512(first, 0, whole, &todo[0], &turned[0])
	}
	if lo+whole < hi {
		refreshInto(&p, lo+whole, hi, lo, &todo, &turned, &rotated)
	}
	return todo, turned, rotated
}
