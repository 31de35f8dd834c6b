// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"

	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// nearBlock is how many entries of a strip have one extent in common.
const nearBlock = 64

// unknown is the extent of a block at which AppendNear has not looked yet.
var unknown = strip.Codes{X1: -1}

// AppendNear appends the boxes of the last Build that overlap one of other boxes, and some that lie
// within two quanta of it (see doc.go), each once, as if it had been among them in a world. Their
// worlds and other filters are not looked at. The first time it takes a look at every box of the
// strips that the one reaches; it notes the extents of blocks of them, and later passes over blocks
// that are too far. Where boxes are numbered along strips, hardly any are left; engines see to that
// from some thousand shapes on.
//
// It needs nothing of the columns that were given to Build. One goroutine at a time may call it,
// since extents are noted.
func (f *buckets) AppendNear(dst []uint32, b *Boxes, i int, world uint32) []uint32 {
	if f.number == 0 {
		return dst
	}
	q := f.code(b, i)
	if q.Y0 < 0 {
		return dst
	}
	if len(f.extents) == 0 {
		f.extents = scratch.Resize(f.extents, len(f.entries)/nearBlock+1)
		for k := range f.extents {
			f.extents[k] = unknown
		}
	}
	first, more := f.reached(q, world)
	for v := range more + 1 {
		b := int((first + v) & f.plan.mask)
		for s := range f.lists {
			k := s*(int(f.plan.mask)+1) + b
			at, end := int(f.starts[k]), int(f.counts[f.ends+k])
			for at < end {
				next := min((at/nearBlock+1)*nearBlock, end)
				if next-at < nearBlock { // the rest of the block is of other strips
					dst, _ = f.appendNear(dst, q, v, f.entries[at:next])
				} else if o := &f.extents[at/nearBlock]; *o == unknown {
					dst, *o = f.appendNear(dst, q, v, f.entries[at:next])
				} else if overlap(o, &q) {
					dst, _ = f.appendNear(dst, q, v, f.entries[at:next])
				}
				at = next
			}
		}
	}
	return dst
}

func overlap(a, b *strip.Codes) bool {
	return a.X0 <= b.X1 && a.X1 >= b.X0 && a.Y0 <= b.Y1 && a.Y1 >= b.Y0
}

// appendNear is AppendNear of some entries of strip number v among the strips that q reaches. It
// returns their extent, too.
func (f *buckets) appendNear(dst []uint32, q strip.Codes, v uint32, entries []uint32) ([]uint32, strip.Codes) {
	p := &f.plan
	at := uint32(q.Y0) >> p.shift
	all := strip.Codes{X0: math.MaxInt32, X1: math.MinInt32, Y0: math.MaxInt32, Y1: math.MinInt32}
	for _, e := range entries {
		e &^= visitor
		o := &f.codes[e]
		all.X0, all.X1, all.Y0, all.Y1 = min(all.X0, o.X0), max(all.X1, o.X1), min(all.Y0, o.Y0), max(all.Y1, o.Y1)
		if !overlap(o, &q) {
			continue
		}
		// A box that begins below is found in the first strip, any other where it begins.
		begins := uint32(o.Y0) >> p.shift
		if begins >= at && (begins-at)&p.mask == v || begins < at && v == 0 {
			dst = append(dst, e)
		}
	}
	return dst, all
}

// AppendStrips appends the numbers of the strips that hold a box, if it was one of those of the
// last Build, in a world. There may be strips among them that do not hold it. It may be called
// from several goroutines at once, and needs nothing of the columns that were given to Build.
func (f *buckets) AppendStrips(dst []uint32, b *Boxes, i int, world uint32) []uint32 {
	if f.number == 0 {
		return dst
	}
	q := f.code(b, i)
	if q.Y0 < 0 {
		return dst
	}
	first, more := f.reached(q, world)
	for v := range more + 1 {
		dst = append(dst, f.stripOf((first+v)&f.plan.mask))
	}
	return dst
}

// reached returns the first strip of a box in a world, and how many more it reaches.
func (f *buckets) reached(q strip.Codes, world uint32) (first, more uint32) {
	p := &f.plan
	at := uint32(q.Y0) >> p.shift
	if f.filters.World != nil {
		first = p.first(world)
	}
	return first + at, min(uint32(q.Y1)>>p.shift-at, p.mask)
}

// code quantises one box with full error bounds, independent of the other boxes.
func (f *buckets) code(b *Boxes, i int) (q strip.Codes) {
	if !usable(b, i) {
		return strip.Codes{X1: -1, Y0: -1, Y1: -1}
	}
	p := &f.plan
	x, y := &p.x, &p.y
	if p.swapped {
		x, y = y, x
	}
	q.X0, q.X1 = x.careful(b.X[i]-x.origin, b.MinX[i], b.MaxX[i], p.grow)
	q.Y0, q.Y1 = y.careful(b.Y[i]-y.origin, b.MinY[i], b.MaxY[i], p.grow)
	if p.swapped {
		q = strip.Codes{X0: q.Y0, X1: q.Y1, Y0: q.X0, Y1: q.X1}
	}
	return q
}
