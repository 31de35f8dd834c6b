// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "unsafe"

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
	raceRead(v.X)
	raceRead(v.Y)
	raceRead(v.Class)
	raceRead(v.Fault)
	for _, c := range [...][]float32{v.C, v.S, v.P, v.Q, v.Reach} {
		raceRead(c)
	}
	for _, c := range [...][]float32{v.RC, v.RS, v.MinX, v.MinY, v.MaxX, v.MaxY} {
		raceWrite(c)
	}
	columns := [15]unsafe.Pointer{
		unsafe.Pointer(at(v.X)), unsafe.Pointer(at(v.Y)), unsafe.Pointer(at(v.C)), unsafe.Pointer(at(v.S)),
		unsafe.Pointer(at(v.RC)), unsafe.Pointer(at(v.RS)), unsafe.Pointer(at(v.P)), unsafe.Pointer(at(v.Q)),
		unsafe.Pointer(at(v.Reach)), unsafe.Pointer(at(v.MinX)), unsafe.Pointer(at(v.MinY)),
		unsafe.Pointer(at(v.MaxX)), unsafe.Pointer(at(v.MaxY)), unsafe.Pointer(at(v.Class)), unsafe.Pointer(at(v.Fault)),
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
