// SPDX-License-Identifier: MIT

package sweep

import (
	"bytes"
	"unsafe"

	"daylight/internal/scratch"
)

// awake lists the strips that hold boxes that are not static, if there are few such boxes: then Idle
// need not look at all entries of all strips.
type awake struct {
	known  bool
	strips []uint64 // a bit for each
}

// fewAwake: one box in so many, at most, is not static where awake is known.
const fewAwake = 256

// wake finds the strips of boxes that are not static. It reports whether it did: not if there are many.
func (f *Frame) wake() bool {
	static := f.filters.Static
	f.awake.strips = scratch.Resize(f.awake.strips, (f.number+63)/64)
	clear(f.awake.strips)
	left := len(static) / fewAwake
	flags := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(static))), len(static)) // false is 0
	for i := 0; ; i++ {
		next := bytes.IndexByte(flags[i:], 0)
		if next < 0 {
			break
		}
		if i += next; f.codes[i].Y0 < 0 { // it takes no part
			continue
		}
		if left--; left < 0 {
			return false
		}
		world := uint32(0)
		if f.filters.World != nil {
			world = f.filters.World[i]
		}
		first, more := f.reached(f.codes[i], world)
		for v := range more + 1 {
			strip := (first + v) & f.plan.mask
			f.awake.strips[strip/64] |= 1 << (strip % 64)
		}
	}
	return true
}

// Idle reports whether no pair can come of a strip, since all its boxes are static. Where
// nearly all boxes are static, nearly all strips are idle; elsewhere a look at a box or two decides.
func (f *Frame) Idle(strip int) bool {
	if f.filters.Static == nil {
		return false
	}
	if f.awake.known {
		return f.awake.strips[strip/64]>>(strip%64)&1 == 0
	}
	return f.static(strip)
}

// static reports whether all boxes of a strip are static, by looking at them.
func (f *Frame) static(strip int) bool {
	static := f.filters.Static
	for s := range f.lists {
		for _, e := range f.list(s, strip) {
			if !static[e&^visitor] {
				return false
			}
		}
	}
	return true
}
