// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"math/bits"
	"unsafe"

	"daylight/internal/simd"
)

// rotateLanesAtOnce is how many lanes one call of assembly turns at most, since it
// cannot be preempted.
const rotateLanesAtOnce = 1 << 16

// rotatable tells whether assembly takes a run: not one whose length is no multiple
// of four, nor one so long that the call would not be preempted in time.
func rotatable(n int) bool { return n > 0 && n&3 == 0 && n <= rotateLanesAtOnce }

// Columns of farLanes and more are not in cache when they are turned. Lanes are asked for lanesAhead
// of the polygon in hand, some twenty of eight corners, as hardware stops at the end of a page.
const (
	farLanes   = 1 << 18
	lanesAhead = 128
)

func rotateByAVX2(p Poses, local, world *simd.Lanes, lo int, set PoseSet) {
	rotateBy(&p, local, world, lo, &set)
}

func rotateBy(p *Poses, local, world *simd.Lanes, lo int, set *PoseSet) {
	last := -1
	for k, word := range set {
		if word != 0 {
			last = 64*k + bits.Len64(word) - 1
		}
	}
	if last < 0 {
		return
	}
	v := p.slice(lo, lo+last+1)
	room := len(local.VX)
	for _, c := range [...][]float32{local.VY, local.NX, local.NY, world.VX, world.VY, world.NX, world.NY} {
		room = min(room, len(c))
	}
	// In the order that the assembly knows.
	columns := [...]unsafe.Pointer{
		unsafe.Pointer(simd.At(v.RC)), unsafe.Pointer(simd.At(v.RS)), unsafe.Pointer(simd.At(v.P)), unsafe.Pointer(simd.At(v.Reach)),
		unsafe.Pointer(simd.At(v.MinX)), unsafe.Pointer(simd.At(v.MinY)), unsafe.Pointer(simd.At(v.MaxX)), unsafe.Pointer(simd.At(v.MaxY)),
		unsafe.Pointer(simd.At(v.Off)), unsafe.Pointer(simd.At(v.Num)),
		unsafe.Pointer(simd.At(local.VX)), unsafe.Pointer(simd.At(local.VY)), unsafe.Pointer(simd.At(local.NX)), unsafe.Pointer(simd.At(local.NY)),
		unsafe.Pointer(simd.At(world.VX)), unsafe.Pointer(simd.At(world.VY)), unsafe.Pointer(simd.At(world.NX)), unsafe.Pointer(simd.At(world.NY)),
	}
	first := (*uintptr)(unsafe.Pointer(&columns))
	ahead := 0
	if room >= farLanes {
		ahead = lanesAhead
	}
	for k, word := range set {
		for word != 0 {
			some := v.together(local, world, 64*k, word, room)
			if some == 0 { // not even the first
				v.rotateOne(local, world, 64*k+bits.TrailingZeros64(word))
				word &= word - 1
				continue
			}
			word &^= some
			for some != 0 {
				some = rotateAVX2(first, 64*k, some, ahead)
				if some != 0 { // its extremes are what portable code finds among NaN
					v.rotateOne(local, world, 64*k+bits.TrailingZeros64(some))
					some &= some - 1
				}
			}
		}
	}
}

// together returns the first polygons of a word that one call of assembly takes, with
// room lanes in all columns.
func (p *Poses) together(local, world *simd.Lanes, first int, word uint64, room int) (some uint64) {
	sum := 0
	offs, nums := p.Off[first:], p.Num[first:]
	nums = nums[:len(offs)]
	for ; word != 0; word &= word - 1 {
		i := bits.TrailingZeros64(word)
		off, n := int(offs[i]), int(nums[i])
		if sum += n; !rotatable(n) || off+n > room || sum > rotateLanesAtOnce {
			break
		}
		some |= word & -word
		p.raceRotate(local, world, first+i)
	}
	return some
}
