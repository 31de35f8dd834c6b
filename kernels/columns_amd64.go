// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "unsafe"

func init() {
	avx2.SinCos32, avx512.SinCos32 = sinCos32ByAVX2, sinCos32ByAVX512
	avx2.SinCos64, avx512.SinCos64 = sinCos64ByAVX2, sinCos64ByAVX512
	avx2.Refresh, avx512.Refresh = refreshByAVX2, refreshByAVX512
}

// at is where a column begins.
func at[T any](s []T) *T { return unsafe.SliceData(s) }

// callEntries is how many entries of columns one call of assembly handles at most,
// since it cannot be preempted: at under ten cycles each it lasts a few microseconds,
// and 50 where every entry is fetched from memory. It is a multiple of all vectors.
const callEntries = 2048

func sinCos32ByAVX2(angle, sin, cos []float32) { sinCosBy(angle, sin, cos, 8, sinCos32AVX2, sinCos32) }
func sinCos32ByAVX512(angle, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 16, sinCos32AVX512, sinCos32)
}

func sinCos64ByAVX2(angle []float64, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 8, sinCos64AVX2, sinCos64)
}

func sinCos64ByAVX512(angle []float64, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 16, sinCos64AVX512, sinCos64)
}

// sinCosBy leaves to the portable function what fills no vector, and vectors with an
// angle beyond the reduction of the assembly.
func sinCosBy[T float32 | float64](angle []T, sin, cos []float32, lanes int,
	vector func(angle *T, sin, cos *float32, n int) int, scalar func(angle []T, sin, cos []float32)) {
	sin, cos = sin[:len(angle)], cos[:len(angle)]
	raceRead(angle)
	raceWrite(sin)
	raceWrite(cos)
	for len(angle) >= lanes {
		whole := min(len(angle)&^(lanes-1), callEntries)
		n := vector(at(angle), at(sin), at(cos), whole)
		if n < whole {
			scalar(angle[n:n+lanes], sin[n:n+lanes], cos[n:n+lanes])
			n += lanes
		}
		angle, sin, cos = angle[n:], sin[n:], cos[n:]
	}
	scalar(angle, sin, cos)
}

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
