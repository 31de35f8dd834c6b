// SPDX-License-Identifier: MIT

package broadphase

import "daylight/internal/scratch"

// planAge is how many frames a plan serves at most.
const planAge = 32

// overhang is how many cells a box may reach beyond the extent of a plan along strips. Across
// strips the limit is one strip.
const overhang uint64 = 16

// Resume begins a frame with the plan of the frame before, which spares two passes over all boxes.
// It reports whether it did. If so, workers call Deal for all boxes as they move them, and the
// caller calls End instead of Build. alike says that these are the boxes of the frame before, moved
// and turned. End makes another plan if many have left the extent. Workers and kernels do not
// affect whether a plan serves.
func (f *Frame) Resume(b *Boxes, filters *Filters, s Settings, alike bool) bool {
	p := &f.plan
	if !alike {
		f.age = 0
	}
	if f.age == 0 || f.age >= planAge || p.n == 0 || p.n != len(b.X) || p.one || p.beside || p.careful ||
		float64(s.Grow) != p.grow || filters.World != nil || f.accept(b, filters, s) != nil {
		return false
	}
	f.divide(partsOf(p.n, s.Workers))
	f.codes = scratch.Resize(f.codes, p.n)
	f.dealing = f.carry()
	for k := range f.parts {
		f.parts[k].short = !f.dealing
	}
	return true
}

// Deal maps boxes lo to hi-1 of part k to codes and deals them into strips. all says that each of
// them takes part. Different parts may be dealt out at the same time. Part k of n begins at
// guard.Cut(boxes, k, n).
func (f *Frame) Deal(k, lo, hi int, all bool) {
	for ; lo < hi; lo += stretch {
		f.dealSome(k, lo, min(lo+stretch, hi), all)
	}
}

// End ends the frame that Resume began, once all boxes are dealt. each is Settings.Each.
func (f *Frame) End(each func(parts int, do func(part int)) error) error {
	if each == nil {
		each = oneByOne
	}
	if f.stray() {
		return f.build(len(f.parts), each)
	}
	f.quantised = true
	done := f.dealing && f.carried()
	if !done {
		f.reset()
	}
	return f.finish(each, done)
}

// Resumed reports whether the frame has the plan of the frame before.
func (f *Frame) Resumed() bool { return f.age > 1 }

// mostStray is how many boxes of a sample of 1024 may lie outside the extent of a plan.
const mostStray = 1

// stray reports whether more than mostStray boxes of a sample lie outside the extent of the plan.
// Such boxes get the codes of its border, so they cost candidates.
func (f *Frame) stray() bool {
	p, out := &f.plan, 0
	x, y := &p.x, &p.y
	atX, atY := f.input.X, f.input.Y
	if p.swapped {
		atX, atY = atY, atX
	}
	for k := range uint64(sampleSize) {
		i := k * uint64(p.n) / sampleSize
		if !x.covers(atX[i], float64(overhang<<x.shift)) || !y.covers(atY[i], float64(uint64(1)<<p.shift)) {
			out++
		}
	}
	return out > mostStray
}

// covers reports whether a point lies within the map of an axis, or up to codes beyond. It is true
// for NaN.
func (a *axis) covers(at, codes float64) bool {
	at = float64((at - a.origin) * a.scale)
	return !(at < -codes || at > a.top+codes)
}

// Shrink frees memory. It keeps the plan and its age, which the next frame depends on.
func (f *Frame) Shrink() { *f = Frame{buckets: buckets{plan: f.plan, age: f.age}} }
