// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"unsafe"

	"daylight/internal/simd"
)

func coverByAVX2(c Covers, lo, hi int) PoseSet   { return coverBy(c, lo, hi, 8) }
func coverByAVX512(c Covers, lo, hi int) PoseSet { return coverBy(c, lo, hi, 16) }

func coverBy(c Covers, lo, hi, lanes int) (todo PoseSet) {
	whole := (hi - lo) &^ (lanes - 1)
	if lo < 0 || whole <= 0 || hi-lo > PoseBlock {
		return cover(c, lo, hi)
	}
	v := c.slice(lo, lo+whole)
	read := [...][]float32{v.DX, v.DY, v.MinX, v.MinY, v.MaxX, v.MaxY}
	write := [...][]float32{v.ToMinX, v.ToMinY, v.ToMaxX, v.ToMaxY}
	var columns [len(read) + len(write)]unsafe.Pointer
	for k, s := range read {
		simd.RaceRead(s)
		columns[k] = unsafe.Pointer(simd.At(s))
	}
	for k, s := range write {
		simd.RaceWrite(s)
		columns[len(read)+k] = unsafe.Pointer(simd.At(s))
	}
	frame := [4]float32{c.FrameX, c.FrameY, c.Long, c.Most}
	first := (*uintptr)(unsafe.Pointer(&columns))
	if lanes == 8 {
		coverAVX2(first, &frame[0], whole, &todo[0])
	} else {
		coverAVX512(first, &frame[0], whole, &todo[0])
	}
	coverInto(&c, lo+whole, hi, lo, &todo)
	return todo
}
