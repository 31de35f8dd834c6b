// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd/base"
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
	base.RaceRead(v.X)
	base.RaceRead(v.Y)
	base.RaceRead(v.Class)
	base.RaceRead(v.Fault)
	for _, c := range [...][]float32{v.C, v.S, v.P, v.Q, v.Reach} {
		base.RaceRead(c)
	}
	for _, c := range [...][]float32{v.RC, v.RS, v.MinX, v.MinY, v.MaxX, v.MaxY} {
		base.RaceWrite(c)
	}
	columns := [15]unsafe.Pointer{
		unsafe.Pointer(base.At(v.X)), unsafe.Pointer(base.At(v.Y)), unsafe.Pointer(base.At(v.C)), unsafe.Pointer(base.At(v.S)),
		unsafe.Pointer(base.At(v.RC)), unsafe.Pointer(base.At(v.RS)), unsafe.Pointer(base.At(v.P)), unsafe.Pointer(base.At(v.Q)),
		unsafe.Pointer(base.At(v.Reach)), unsafe.Pointer(base.At(v.MinX)), unsafe.Pointer(base.At(v.MinY)),
		unsafe.Pointer(base.At(v.MaxX)), unsafe.Pointer(base.At(v.MaxY)), unsafe.Pointer(base.At(v.Class)), unsafe.Pointer(base.At(v.Fault)),
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
