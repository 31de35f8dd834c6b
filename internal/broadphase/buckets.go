// SPDX-License-Identifier: MIT

package broadphase

import (
	"math/bits"
	"slices"

	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// visitor marks an entry of a strip in which the box does not begin.
const visitor = strip.Visitor

// buckets hold the boxes of a frame by strip.
type buckets struct {
	table     *isa.Table
	input     Boxes
	filters   Filters
	plan      plan
	codes     []strip.Codes // of the boxes; one that takes no part has Y0 < 0
	quantised bool          // codes are there
	parts     []portion
	counts    []uint32 // parts x buckets: boxes of a part in a bucket, then places
	starts    []uint32 // lists x buckets
	entries   []uint32
	ends      int           // the place in counts from which on they are where lists end
	number    int           // of strips: buckets that hold the boxes of this frame, or groups of them
	firsts    []uint32      // where worlds lie beside each other: the first bucket of each strip, and the end of the last
	lists     int           // that a bucket's entries are in: 1, or one of each part
	dealt     int           // entries
	last      layout        // of the frame before
	backoff   int           // frames that the last overflow had counted
	pause     int           // frames until strips are filled without counting again
	offsets   []uint32      // parts x stretch: the first buckets of worlds, if there are any
	extents   []strip.Codes // of blocks of entries, once AppendNear has been called
	sample    sample
	active    active
	age       int  // frames that the plan has served; 0 if it is to serve no other
	dealing   bool // Deal deals boxes into strips, and does not only map them to codes
}

// layout says how the frame was laid out whose numbers f.counts still holds.
type layout struct {
	buckets, parts, lists int // no buckets: f.counts is of no use
}

// active lists the strips that hold boxes that are not static, if there are few such boxes: then
// AllStatic need not look at the entries of strips.
type active struct {
	known  bool
	strips []uint64 // a bit for each
}

// portion is a range of boxes that is measured, counted and dealt out by one call.
type portion struct {
	lo, hi int
	extent extent
	visits uint64 // how often its boxes are visitors
	room   int    // where its entries end, if strips were laid out without counting
	short  bool   // a strip had too little room
}

// measure finds the extent of part k. Different parts may be measured at the same time. Extents are
// bounds of reference points (the point of a box nearest its anchor), not of boxes, so that one
// giant does not make all codes coarser.
func (f *buckets) measure(k int) {
	p := &f.parts[k]
	p.extent = f.extentOf(p.lo, p.hi)
}

// extentOf returns the extent of boxes lo to hi-1.
func (f *buckets) extentOf(lo, hi int) (e extent) {
	bounds, skip := slice(&f.input, lo, hi), f.filters.skips(lo, hi)
	m := f.table.Measure(bounds, skip)
	if m.N == 0 {
		return extent{}
	}
	e = extent{n: m.N, minX: m.MinX, minY: m.MinY, maxX: m.MaxX, maxY: m.MaxY, reach: m.Reach}
	if f.filters.World != nil {
		e.addWorlds(f.filters.World[lo:hi], &bounds, skip)
	}
	return e
}

// extent returns the extent of all boxes, once every part is measured.
func (f *buckets) extent() extent {
	e := f.parts[0].extent
	for k := range f.parts[1:] {
		e = e.union(f.parts[k+1].extent)
	}
	return e
}

// choose plans the strips, once every part is measured.
func (f *buckets) choose() {
	f.plan.choose(&f.input, &f.filters, f.extent(), &f.sample)
	f.codes = scratch.Resize(f.codes, len(f.input.X))
	f.reset()
}

// stretch is how many boxes are mapped to codes and counted, or dealt, at a time, so that they are
// in cache.
const stretch = 1024

// count counts the boxes of part k by strip, and maps them to codes if that has not been
// done. Different parts may be counted at the same time.
func (f *buckets) count(k int) {
	m := int(f.plan.mask) + 1
	counts := f.counts[k*m : (k+1)*m]
	clear(counts)
	visits := uint64(0)
	for lo, hi := f.parts[k].lo, f.parts[k].hi; lo < hi; lo += stretch {
		end := min(lo+stretch, hi)
		if !f.quantised {
			f.quantise(lo, end, f.plan.all())
		}
		visits += f.table.Tally(counts, f.codes[lo:end], f.bucketsOf(k, lo, end))
	}
	f.parts[k].visits = visits
}

// bucketsOf says where boxes lo to hi-1 go, a stretch of part k at most.
func (f *buckets) bucketsOf(k, lo, hi int) strip.Buckets {
	p := &f.plan
	b := strip.Buckets{Shift: p.shift}
	if f.filters.World != nil {
		b.Offsets = f.offsets[k*stretch:][:hi-lo]
		for i, w := range f.filters.World[lo:hi] {
			b.Offsets[i] = p.first(w)
		}
	}
	return b
}

// quantise maps boxes lo to hi-1 to codes. all says that each of them takes part.
func (f *buckets) quantise(lo, hi int, all bool) {
	p := &f.plan
	b := slice(&f.input, lo, hi)
	x, y := &p.x, &p.y
	if p.swapped {
		b = Boxes{X: b.Y, Y: b.X, MinX: b.MinY, MinY: b.MinX, MaxX: b.MaxY, MaxY: b.MaxX}
	}
	out, skip := f.codes[lo:hi], f.filters.skips(lo, hi)
	if !p.careful {
		f.table.Quantise(out, b, skip, strip.Scale{
			OriginX: x.origin, ScaleX: x.scale, TopX: x.top,
			OriginY: y.origin, ScaleY: y.scale, TopY: y.top,
			Grow: p.grow, All: all,
		})
		return
	}
	for i := range out {
		if !usable(&b, i) || skip != nil && skip[i] {
			out[i] = strip.Codes{X0: 0, X1: -1, Y0: -1, Y1: -1}
			continue
		}
		q := &out[i]
		q.X0, q.X1 = x.careful(b.X[i]-x.origin, b.MinX[i], b.MaxX[i], p.grow)
		q.Y0, q.Y1 = y.careful(b.Y[i]-y.origin, b.MinY[i], b.MaxY[i], p.grow)
	}
}

// arrange lays out the strips once every part is counted. If boxes have more than two entries on
// average, because they are tall, or if strips are many and hold few boxes each, it makes the
// strips taller and returns true: then all parts must be counted again, which is rare. It takes a
// pass over parts x strips.
func (f *buckets) arrange() (again bool) {
	p := &f.plan
	f.quantised = true
	visits := uint64(0)
	for k := range f.parts {
		visits += f.parts[k].visits
	}
	n, m := uint64(p.present), int(p.mask)+1
	if visits > n+uint64(m) {
		for ; visits > n+uint64(m); visits /= 2 {
			p.shift++
		}
		p.divide()
		f.reset()
		return true
	}
	if p.beside && f.crowded(false) {
		p.takeApart()
		f.reset()
		return true
	}
	if by := f.thin(false); by > 0 {
		p.raise(by)
		f.reset()
		return true
	}
	f.starts = scratch.Resize(f.starts, m)
	at := uint32(0)
	for b := range m {
		f.starts[b] = at
		for k := b; k < len(f.counts); k += m {
			c := f.counts[k]
			f.counts[k] = at
			at += c
		}
	}
	f.entries = scratch.Resize(f.entries, int(at))
	f.lists, f.dealt = 1, int(at)
	f.ends = len(f.counts) - m // once dealt, a strip ends where its last part does
	return false
}

// thin returns by how many powers of two to raise strips that hold too few boxes, 0 if none do. If
// boxes have been dealt, f.counts holds places and not counts.
func (f *buckets) thin(dealt bool) (by uint) {
	p := &f.plan
	m := int(p.mask) + 1
	if m < manyBuckets || p.raised {
		return 0
	}
	rows, sum := uint64(0), uint64(0) // sum of squares: what the strips of all rows hold
	for b := range m {
		c := uint64(0)
		for k := b; k < len(f.counts); k += m {
			c += uint64(f.counts[k])
			if dealt {
				c -= uint64(f.starts[k])
			}
		}
		rows += c
		sum += c * c
	}
	if sum >= thinRows*rows {
		return 0
	}
	for sum<<by < fullRows*rows && uint64(p.y.top)>>(p.shift+by) > 0 {
		by++
	}
	if p.folded { // so that fewer strips share a bucket, eight times fewer at most
		by += min(uint(bits.Len64(uint64(p.strips-1)>>bits.Len32(p.mask))), 3)
	}
	return by
}

// reset makes room for a count.
func (f *buckets) reset() {
	f.counts = scratch.Resize(f.counts, len(f.parts)*(int(f.plan.mask)+1))
	if f.filters.World != nil {
		f.offsets = scratch.Resize(f.offsets, len(f.parts)*stretch)
	}
}

// deal deals the boxes of part k into the strips. Different parts may be dealt out at the
// same time.
func (f *buckets) deal(k int) {
	m := int(f.plan.mask) + 1
	places := f.counts[k*m : (k+1)*m]
	for lo, hi := f.parts[k].lo, f.parts[k].hi; lo < hi; lo += stretch {
		end := min(lo+stretch, hi)
		if f.table.Deal(f.entries, places, f.codes[lo:end], uint32(lo), f.bucketsOf(k, lo, end)) < end-lo {
			panic("broadphase: boxes were counted otherwise than they were dealt")
		}
	}
}

// takeAll makes a strip of all boxes.
func (f *buckets) takeAll() {
	n := len(f.input.X)
	f.quantise(0, n, f.plan.all())
	f.starts, f.entries = scratch.Resize(f.starts, 1), scratch.Resize(f.entries, n)
	k := 0
	for i, q := range f.codes[:n] {
		f.entries[k] = uint32(i)
		k += int(uint32(^q.Y0) >> 31) // boxes that take no part have a Y0 below 0
	}
	f.starts[0], f.counts[0] = 0, uint32(k)
	f.quantised, f.active.known = true, false
	f.number, f.lists, f.ends, f.dealt, f.last = 1, 1, 0, k, layout{}
}

// crowded reports whether some worlds are too large to lie beside others. If boxes have been dealt,
// f.counts holds places and not counts.
func (f *buckets) crowded(dealt bool) bool {
	rows, sum, m := uint64(0), uint64(0), int(f.plan.mask)+1
	for b := range m {
		c := uint64(0)
		if dealt {
			c = uint64(f.counts[b] - f.starts[b])
		} else {
			for k := b; k < len(f.counts); k += m {
				c += uint64(f.counts[k])
			}
		}
		rows, sum = rows+c, sum+c*c
	}
	return sum > crowdedWorlds*rows
}

// takeInOrder maps the boxes of part k to codes and makes them the entries of their worlds, in
// whose order they lie. Different parts may be taken at the same time.
func (f *buckets) takeInOrder(k int) {
	lo, hi := f.parts[k].lo, f.parts[k].hi
	for at := lo; at < hi; at += stretch {
		f.quantise(at, min(at+stretch, hi), f.plan.all())
	}
	worlds, least, next := f.filters.World, f.plan.minWorld, uint32(0) // the bucket that begins next
	if lo > 0 {
		next = worlds[lo-1] - least + 1
	}
	for i := lo; i < hi; i++ {
		f.entries[i] = uint32(i)
		for b := worlds[i] - least; next <= b; next++ {
			f.starts[next] = uint32(i)
		}
	}
	if hi == len(worlds) {
		for ; next <= f.plan.mask; next++ {
			f.starts[next] = uint32(hi)
		}
	}
}

// tookInOrder reports whether worlds that were taken in order can stay so.
func (f *buckets) tookInOrder() bool {
	f.quantised = true
	n, m := len(f.entries), int(f.plan.mask)+1
	copy(f.counts, f.starts[1:])
	f.counts[m-1] = uint32(n)
	f.lists, f.ends, f.dealt = 1, 0, n
	if f.crowded(true) {
		f.plan.takeApart()
		f.reset()
		return false
	}
	return true
}

// group makes strips of the buckets, each of one world.
func (f *buckets) group() {
	f.firsts = scratch.Resize(f.firsts, 0)
	from := uint32(0)
	for b := range f.number {
		if b == 0 || f.starts[b]-from >= besideRows {
			f.firsts, from = append(f.firsts, uint32(b)), f.starts[b]
		}
	}
	f.firsts = append(f.firsts, uint32(f.number))
	f.number = len(f.firsts) - 1
}

// stripOf returns the strip that a bucket is part of.
func (f *buckets) stripOf(bucket uint32) uint32 {
	if !f.plan.beside {
		return bucket
	}
	k, found := slices.BinarySearch(f.firsts, bucket)
	if !found {
		k--
	}
	return uint32(k)
}

// list returns list s of a strip's boxes, in order of index, with the bit visitor for boxes that do
// not begin in it; where worlds lie beside each other, world after world. The strip's boxes are
// those of all its lists, one behind the other.
func (f *buckets) list(s, strip int) []uint32 {
	if f.plan.beside {
		return f.entries[f.starts[f.firsts[strip]]:f.counts[f.ends+int(f.firsts[strip+1])-1]]
	}
	return f.bucket(s, strip)
}

// bucket returns list s of a bucket's boxes.
func (f *buckets) bucket(s, bucket int) []uint32 {
	k := s*(int(f.plan.mask)+1) + bucket
	return f.entries[f.starts[k]:f.counts[f.ends+k]]
}

// Rows returns how many rows a strip has: the boxes that begin in it and the boxes that reach it
// from below. Over all strips those are at most two for each box and one for each strip.
func (f *buckets) Rows(strip int) (n int) {
	for s := range f.lists {
		n += len(f.list(s, strip))
	}
	return n
}

// entriesOf returns a strip's boxes, all lists in one, in dst if there are several.
func (f *buckets) entriesOf(dst []uint32, strip int) []uint32 {
	if f.lists == 1 {
		return f.list(0, strip)
	}
	dst = dst[:0]
	for s := range f.lists {
		dst = append(dst, f.list(s, strip)...)
	}
	return dst
}
