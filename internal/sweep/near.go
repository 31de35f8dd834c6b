// SPDX-License-Identifier: MIT

package sweep

import "daylight/internal/simd/strip"

// AppendNear appends the boxes of the last Build that overlap one of other boxes, and some
// that lie within two quanta of it (see doc.go), each once, as if it had been among them in a
// world. Their worlds and other filters are not looked at. It takes a look at every box of the
// strips that the one reaches, and may be called from several goroutines at once.
//
// It needs nothing of the columns that were given to Build.
func (f *buckets) AppendNear(dst []uint32, b *Boxes, i int, world uint32) []uint32 {
	if f.number == 0 {
		return dst
	}
	q := f.code(b, i)
	if q.Y0 < 0 {
		return dst
	}
	p := &f.plan
	at := uint32(q.Y0) >> p.shift
	first, more := f.reached(q, world)
	for v := range more + 1 {
		for s := range f.lists {
			for _, e := range f.bucket(s, int((first+v)&p.mask)) {
				e &^= visitor
				o := &f.codes[e]
				if o.X0 > q.X1 || o.X1 < q.X0 || o.Y0 > q.Y1 || o.Y1 < q.Y0 {
					continue
				}
				// A box that begins below is found in the first strip, any other where it begins.
				begins := uint32(o.Y0) >> p.shift
				if begins >= at && (begins-at)&p.mask == v || begins < at && v == 0 {
					dst = append(dst, e)
				}
			}
		}
	}
	return dst
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

// code maps one box, with every error accounted for, whatever the others are like.
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
