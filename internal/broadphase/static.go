// SPDX-License-Identifier: MIT

package broadphase

import (
	"bytes"
	"unsafe"

	"daylight/internal/scratch"
)

// fewActive: one box in so many, at most, is not static where active is known.
const fewActive = 256

// findActive finds the strips of boxes that are not static. It reports whether it did: not if there
// are many.
func (f *buckets) findActive() bool {
	static := f.filters.Static
	f.active.strips = scratch.Resize(f.active.strips, (f.number+63)/64)
	clear(f.active.strips)
	remaining := len(static) / fewActive
	flags := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(static))), len(static)) // false is 0
	for i := 0; ; i++ {
		next := bytes.IndexByte(flags[i:], 0)
		if next < 0 {
			break
		}
		if i += next; f.codes[i].Y0 < 0 { // it takes no part
			continue
		}
		if remaining--; remaining < 0 {
			return false
		}
		world := uint32(0)
		if f.filters.World != nil {
			world = f.filters.World[i]
		}
		first, more := f.reached(f.codes[i], world)
		for v := range more + 1 {
			strip := f.stripOf((first + v) & f.plan.mask)
			f.active.strips[strip/64] |= 1 << (strip % 64)
		}
	}
	return true
}

// AllStatic reports whether no pair can come of a strip, since all its boxes are static. Where
// nearly all boxes are static, that is known of every strip; elsewhere a look at a box or two
// decides.
func (f *buckets) AllStatic(strip int) bool {
	if f.filters.Static == nil {
		return false
	}
	if f.active.known {
		return f.active.strips[strip/64]>>(strip%64)&1 == 0
	}
	return f.scanStatic(strip)
}

// scanStatic reports whether all boxes of a strip are static, by looking at them.
func (f *buckets) scanStatic(strip int) bool {
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
