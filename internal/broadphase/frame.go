// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// Frame finds the pairs of overlapping boxes. The zero value is ready for use. A frame owns its
// scratch memory, which grows as needed and which the next Build uses again. The pairs depend
// on the input of that Build alone. So does their order, but for frames that Resume begins.
type Frame struct {
	buckets
	strip Strip // of AppendPairs and AppendOrder

	measurePart, countPart, dealPart, oncePart, orderedPart func(k int) // bound once, so that Build allocates nothing
}

// Settings say how to build a frame. The zero value is ready for use.
type Settings struct {
	// Kernels are used for all of the frame; nil stands for isa.Choose.
	Kernels *isa.Table

	// Grow is what every box grows by on each side, finite and at least 0.
	Grow float32

	// Each runs do(0) to do(parts-1), at the same time if it likes, and returns when all of them
	// have returned. If it returns an error, Build returns that. Nil runs them one after the
	// other. Workers is how many parts are worth making; 0 stands for 1. The result does not
	// depend on it.
	Each    func(parts int, do func(part int)) error
	Workers int
}

// partBoxes is how many boxes a part holds at least, but for the only one.
const partBoxes = 4096

// Build sorts the boxes into strips. It refuses columns of unequal length, more than 2^30 boxes,
// and a growth that is negative, infinite or NaN, each with a daylight.ErrArgument.
// The columns are the caller's; they must not change until the last strip has been swept.
//
// It allocates nothing if kernels are given and the scratch memory is large enough.
func (f *Frame) Build(b *Boxes, filters *Filters, s Settings) error {
	if err := f.accept(b, filters, s); err != nil {
		return err
	}
	return f.build(partsOf(len(b.X), s.Workers), s.Each)
}

// partsOf is how many parts so many boxes are cut into.
func partsOf(n, workers int) int { return max(1, min(workers, n/partBoxes)) }

// accept checks the input and keeps it.
func (f *Frame) accept(b *Boxes, filters *Filters, s Settings) (err error) {
	f.number, f.extents = 0, f.extents[:0]
	if f.measurePart == nil {
		f.measurePart, f.countPart, f.dealPart, f.oncePart, f.orderedPart = f.measure, f.count, f.deal, f.dealAtOnce, f.takeInOrder
	}
	if err := checkBoxes(b); err != nil {
		return err
	}
	if err := filters.check(len(b.X)); err != nil {
		return err
	}
	if !(s.Grow >= 0 && s.Grow <= math.MaxFloat32) {
		return refuse("Grow is %v; give a finite number of at least 0", s.Grow)
	}
	if f.table = s.Kernels; f.table == nil {
		if f.table, err = isa.Choose(); err != nil {
			return err
		}
	}
	f.input, f.filters = *b, Filters{}
	if filters != nil {
		f.filters = *filters
	}
	f.plan.grow = float64(s.Grow)
	f.quantised = false
	return nil
}

func (f *Frame) build(parts int, each func(int, func(int)) error) error {
	if each == nil {
		each = oneByOne
	}
	f.divide(parts)
	if err := each(parts, f.measurePart); err != nil {
		return err
	}
	f.quantised, f.age = false, 0
	f.choose()
	if f.plan.one {
		f.takeAll()
		return nil
	}
	done := false
	if f.plan.beside && f.plan.sorted {
		f.last = layout{} // whose numbers give way to those of worlds
		f.starts, f.entries = scratch.Resize(f.starts, int(f.plan.mask)+1), scratch.Resize(f.entries, len(f.input.X))
		if err := each(parts, f.orderedPart); err != nil {
			return err
		}
		done = f.tookInOrder()
	} else if f.carry() {
		if err := each(parts, f.oncePart); err != nil {
			return err
		}
		done = f.carried()
	}
	return f.finish(each, done)
}

// finish counts and deals the boxes, unless that is done, and ends the making of a frame.
func (f *Frame) finish(each func(int, func(int)) error, done bool) error {
	parts, counts := len(f.parts), 0
	if !done {
		for again := true; again; again = f.arrange() {
			if err := each(parts, f.countPart); err != nil {
				return err
			}
			counts++
		}
		if err := each(parts, f.dealPart); err != nil {
			return err
		}
	}
	f.number = int(f.plan.mask) + 1
	if f.plan.beside {
		f.group()
		counts = 2
	}
	f.active.known = len(f.filters.Static) > 0 && f.findActive()
	if counts < 2 {
		f.last = layout{buckets: f.number, parts: parts, lists: f.lists}
	}
	f.age++
	return nil
}

// divide cuts the boxes into parts.
func (f *buckets) divide(parts int) {
	f.parts = f.parts[:0]
	n, lo := uint64(len(f.input.X)), 0
	for k := range uint64(parts) {
		hi := int(n * (k + 1) / uint64(parts))
		f.parts = append(f.parts, portion{lo: lo, hi: hi})
		lo = hi
	}
}

func oneByOne(parts int, do func(int)) error {
	for k := range parts {
		do(k)
	}
	return nil
}

// Strips returns how many strips there are, empty ones included: none before Build, or if
// that failed.
func (f *Frame) Strips() int { return f.number }

// Bytes returns how much memory the frame holds, besides some 700 bytes of its own.
func (f *Frame) Bytes() int64 {
	s := &f.sample
	return 16*int64(cap(f.codes)+cap(f.extents)) + 4*int64(cap(f.counts)+cap(f.starts)+cap(f.entries)+cap(f.offsets)+cap(f.firsts)+cap(s.index)) +
		8*int64(cap(s.w)+cap(s.h)+cap(s.at)+cap(s.seen)+cap(f.active.strips)) + 24*int64(cap(f.plan.x.pieces)+cap(f.plan.y.pieces)) +
		portionBytes*int64(cap(f.parts)) + f.strip.Bytes()
}

// portionBytes is more than a portion takes.
const portionBytes = 96

// BytesFor returns how much memory a frame of n boxes that is built by so many workers holds
// at most.
func BytesFor(n, workers int) int64 {
	parts := max(1, min(workers, n/partBoxes))
	buckets := max(4, int64(n)/besideShare)
	entries := 2*int64(n) + buckets
	entries += 2 * entries / carriedRoom
	need := 16*int64(n) + 4*entries + 16*(entries/nearBlock+1) + buckets/8 + 8 + 4*(buckets+1) + // codes, entries, extents, active strips, groups of buckets
		int64(parts)*(4*buckets+4*buckets+4*stretch+portionBytes) + // starts, counts, and offsets of worlds
		sampleSize*(3*8+4+4*8+2*24+24)
	return need + need/4
}

// Load brings a strip into w and begins its sweep. Strips do not depend on each other, so several
// goroutines may load different strips at the same time, each into a Strip of its own. Boxes and
// filters must be the same as in Build.
func (f *Frame) Load(strip int, w *Strip) {
	n := f.Rows(strip)
	w.begin(f.table, n, f.lists > 1)
	if f.plan.beside {
		w.byY = false
		w.placeBeside(&f.buckets, strip)
	} else if n > 0 {
		w.byY = f.plan.byY
		shift := f.plan.x.shift
		if w.byY {
			shift = f.plan.y.shift - min(f.plan.y.shift, finer)
		}
		w.place(&f.filters, f.entriesOf(w.joined, strip), f.codes, shift)
	}
	w.gather(&f.filters, f.plan.folded || f.filters.World != nil && !f.plan.single)
}

// AppendPairs builds a frame, sweeps all its strips and appends all pairs to dst, as indices of
// boxes. The sweep runs in the calling goroutine. It allocates nothing once dst and the scratch
// memory are large enough. It returns the errors of Build.
func (f *Frame) AppendPairs(dst []kernels.Pair, b *Boxes, filters *Filters, s Settings) ([]kernels.Pair, error) {
	if err := f.Build(b, filters, s); err != nil {
		return dst, err
	}
	w := &f.strip
	for k := range f.Strips() {
		f.Load(k, w)
		for more := true; more; {
			var found []kernels.Pair
			found, more = w.Next()
			for _, p := range found {
				dst = append(dst, kernels.Pair{A: w.Slots[p.A], B: w.Slots[p.B]})
			}
		}
	}
	return dst, nil
}

// AppendOrder appends the indices of all boxes that take part, in the order of strips and,
// within a strip, of its cells: neighbours in space are mostly next to each other.
func (f *Frame) AppendOrder(dst []uint32) []uint32 {
	f.strip.inOrder = true
	defer func() { f.strip.inOrder = false }()
	for k := range f.Strips() {
		f.Load(k, &f.strip)
		for _, tag := range f.strip.tags {
			if tag < visitor {
				dst = append(dst, tag)
			}
		}
	}
	return dst
}

// Renumber takes account of boxes that have other indices now: box k is what was box perm[k], and
// inverse says which index each has. Strips and the order of their rows stay as they are. The
// columns are the new ones.
func (f *Frame) Renumber(perm, inverse []uint32, b *Boxes, filters *Filters) {
	f.input, f.filters = *b, *filters
	f.age = 0 // the next sample is one of neighbours
	codes := scratch.Make[strip.Codes](len(perm), cap(f.codes))
	for k, i := range perm {
		codes[k] = f.codes[i]
	}
	f.codes = codes
	for k := range f.number {
		for s := range f.lists {
			list := f.list(s, k)
			for e, tag := range list {
				list[e] = inverse[tag&^visitor] | tag&visitor
			}
		}
	}
}

// Refer takes account of columns of filters that lie elsewhere than when the frame was built, and
// may be longer. It reports whether there are the same columns; if not, no strip may be loaded any
// more. Boxes whose filters changed are for the caller to leave out of what it finds.
func (f *Frame) Refer(filters *Filters) bool {
	was, n := &f.filters, len(f.codes)
	return refer(&was.World, filters.World, n) && refer(&was.Category, filters.Category, n) && refer(&was.Mask, filters.Mask, n) &&
		refer(&was.Group, filters.Group, n) && refer(&was.Body, filters.Body, n) && refer(&was.Static, filters.Static, n) &&
		refer(&was.Side, filters.Side, n) && refer(&was.Key, filters.Key, n)
}

func refer[T any](was *[]T, now []T, n int) bool {
	if (*was == nil) != (now == nil) || now != nil && len(now) < n {
		return false
	}
	if now != nil {
		*was = now[:n]
	}
	return true
}

const (
	nearSlots     = 8       // float64s to a cache line
	scatterSample = 1 << 14 // entries to look at
)

// Scattered reports whether boxes that are neighbours in space lie far apart in the columns:
// whether more than a quarter of the steps from a box to the next one in its strip lead beyond
// the cache lines nearby. It looks at a sample of the strips, and there only at boxes among the
// first n.
func (f *Frame) Scattered(n int) bool {
	far, steps, first := 0, 0, uint64(min(n, maxBoxes))
	stride := 1 + f.dealt/scatterSample
	for k := 0; k < f.Strips(); k += stride {
		last, some := 0, 0
		for s := range f.lists {
			for _, e := range f.list(s, k) {
				// It is unpredictable whether a box begins in a strip, so bits choose, not a
				// branch.
				begins := int((uint64(e) - first) >> 63)
				leap := int(uint64(last+nearSlots-int(e&^visitor)) >> 63) // they ascend within a strip
				steps += begins & some
				far += begins & some & leap
				last += (int(e&^visitor) - last) & -begins
				some |= begins
			}
		}
	}
	return far*4 > steps
}
