// SPDX-License-Identifier: MIT

package batch

import (
	"math/bits"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/soa"
)

// bins numbers the unordered pairs of classes.
const bins = int(kernels.NumClasses) * int(kernels.NumClasses)

// These do not compile unless bins is a power of two, which makes bins-1 a mask, and fits into the uint8
// of buffers.kinds.
const (
	_ = uint(-(bins & (bins - 1)))
	_ = uint(256 - bins)
)

// bin is the number of a pair of classes. It finds the lower one without a branch, which would be
// mispredicted in every third pair.
func bin(a, b kernels.Class) int {
	const n = int(kernels.NumClasses)
	d := int(a) - int(b)
	d &^= d >> (bits.UintSize - 1) // a - b if a is the higher class, else 0
	return (int(a)-d)*n + int(b) + d
}

// decide runs the kernels on candidates, all pairs of a kind together.
func (w *worker) decide(j *job, pairs []kernels.Pair) {
	if len(pairs) == 0 {
		return
	}
	if !w.mixed {
		c := w.class[0]
		w.portions(j, c, c, pairs)
		return
	}
	var start [bins]int
	class, kinds := w.class, w.kinds[:len(pairs)]
	for i, p := range pairs {
		b := bin(class[p.A], class[p.B]) & (bins - 1)
		kinds[i] = uint8(b)
		start[b]++
	}
	sum := 0
	for i := range start {
		start[i], sum = sum, sum+start[i]
	}
	ends := start
	for i, p := range pairs {
		b := int(kinds[i]) & (bins - 1)
		w.binned[ends[b]] = p
		ends[b]++
	}
	for i := range start {
		if lo, hi := start[i], ends[i]; lo < hi {
			a, b := kernels.Class(i/int(kernels.NumClasses)), kernels.Class(i%int(kernels.NumClasses))
			w.portions(j, a, b, w.binned[lo:hi])
		}
	}
}

// portion is how much work is done between two looks at the context, unless a single pair is more: the
// products of the lanes of both shapes, summed over pairs. Where no polygon has more than fewLanes lanes,
// a flush of pairs is less than that.
const (
	fewLanes = 32
	portion  = flush * fewLanes * fewLanes
)

// portions runs kernel on candidates of one pair of classes, a portion at a time: two polygons of 4096
// corners take 30 ms. It stops when the context ends, which the caller has to check.
func (w *worker) portions(j *job, a, b kernels.Class, pairs []kernels.Pair) {
	if b != kernels.Polygon || w.most <= fewLanes {
		w.kernel(j, a, b, pairs)
		return
	}
	lo, sum := 0, 0
	for hi, p := range pairs {
		cost := int(max(w.lanes(p.A), 1)) * int(max(w.lanes(p.B), 1))
		if sum += cost; sum > portion && lo < hi {
			w.kernel(j, a, b, pairs[lo:hi])
			if ended, _ := j.ended(); ended {
				return
			}
			lo, sum = hi, cost
		}
	}
	w.kernel(j, a, b, pairs[lo:])
}

// kernel decides candidates of one pair of classes and appends the contacts.
func (w *worker) kernel(j *job, a, b kernels.Class, pairs []kernels.Pair) {
	args := &w.args
	full := j.cfg.mode.depths()
	*args = pair.Args{Block: &w.block, Pairs: pairs, Limit: j.limitSep, Out: w.hits, Soon: &w.soon}
	at := w.out.Len()
	w.soon.A, w.soon.B = behind(w.out.A, at), behind(w.out.B, at)
	if full {
		// The kernel writes separations and normals into the columns of the answer.
		w.out.resizeAll(at+len(pairs)+kernels.Slack, j.cfg.mode)
		args.Out.Sep, args.Out.NX, args.Out.NY = w.out.Depth[at:], w.out.NX[at:], w.out.NY[at:]
	}
	if w.pairAxes != nil { // a list has the axes of its pairs
		args.Hints, w.pairAxes = w.pairAxes[:len(pairs)], w.pairAxes[len(pairs):]
		for _, h := range args.Hints {
			w.counts.hintsTried += kernels.One(h != 0)
		}
	}
	hinted := args.Hints == nil && j.cfg.hints && !w.unnamed && 2*w.most >= hintLanes && a != kernels.Circle && b == kernels.Polygon
	if hinted {
		args.Hints = w.hints[:len(pairs)]
		w.recall(j, pairs)
	}
	f := j.cfg.table.Contacts.Of(a, b)
	c := f(args)
	w.counts.hintsHit += c.Hinted
	n := c.N
	if j.cfg.omit != nil {
		n, c.Open = w.omit(j, &args.Out, n)
	}
	w.counts.undecided += c.Open
	if c.Open > 0 {
		n = pair.Resolve(args, n)
	}
	if hinted {
		w.remember(j, pairs)
	}
	if j.cfg.decide != nil {
		n = w.applyDecide(j, args, f, n)
	}
	if w.method.places != nil {
		w.method.places(w, j, a, b, at, n)
	}
	w.emit(j, at, n, full)
	if w.method.later != nil {
		w.method.later(w, j, a, b, at, n, pairs)
	}
}

// behind is the address of entry n of IDs, which there is or is to be.
func behind(ids []soa.ID, n int) uintptr {
	return uintptr(unsafe.Pointer(unsafe.SliceData(ids))) + uintptr(n)*unsafe.Sizeof(ids[0])
}

// emit turns n answers of a kernel into the contacts from at on: rows become IDs, and separations, which
// are in their place already if full is set, become depths.
func (w *worker) emit(j *job, at, n int, full bool) {
	w.out.resize(at+n, full)
	var depth []float32
	if full {
		depth = w.out.Depth[at:]
	}
	j.cfg.table.Report(keysOf(w.out.A[at:]), keysOf(w.out.B[at:]), keysOf(w.ids), w.hits.A[:n], w.hits.B[:n], depth)
}

// take appends all candidates as contacts.
func (w *worker) take(_ *job, pairs []kernels.Pair) {
	at := w.out.Len()
	w.out.resize(at+len(pairs), false)
	a, b := w.out.A[at:], w.out.B[at:]
	for i, p := range pairs {
		a[i], b[i] = w.ids[p.A], w.ids[p.B]
	}
}
