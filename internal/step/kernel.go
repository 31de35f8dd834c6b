// SPDX-License-Identifier: MIT

package step

import (
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/soa"
)

// decide runs the kernels on candidates, all pairs of a kind together.
func (w *Worker) decide(j *Job, pairs []kernels.Pair) {
	if len(pairs) == 0 {
		return
	}
	if !w.Mixed() {
		c := w.Class[0]
		w.portions(j, c, c, pairs)
		return
	}
	for _, bin := range w.Bins.Sort(w.Class, pairs) {
		w.portions(j, bin.A, bin.B, bin.Pairs)
	}
}

// portion is how much work is done between two looks at the context, unless a single pair is more:
// the products of the lanes of both shapes, summed over pairs. Where no polygon has more than
// fewLanes lanes, a flush of pairs is less than that.
const (
	fewLanes = 32
	portion  = Flush * fewLanes * fewLanes
)

// portions runs kernel on candidates of one pair of classes, a portion at a time: two polygons of
// 4096 corners take 30 ms. It stops when the context ends, which the caller has to check.
func (w *Worker) portions(j *Job, a, b kernels.Class, pairs []kernels.Pair) {
	if b != kernels.Polygon || w.Most <= fewLanes {
		w.kernel(j, a, b, pairs)
		return
	}
	lo, sum := 0, 0
	for hi, p := range pairs {
		cost := int(max(w.lanes(p.A), 1)) * int(max(w.lanes(p.B), 1))
		if sum += cost; sum > portion && lo < hi {
			w.kernel(j, a, b, pairs[lo:hi])
			if ended, _ := j.Ended(); ended {
				return
			}
			lo, sum = hi, cost
		}
	}
	w.kernel(j, a, b, pairs[lo:])
}

// kernel decides candidates of one pair of classes and appends the contacts.
func (w *Worker) kernel(j *Job, a, b kernels.Class, pairs []kernels.Pair) {
	args := &w.Args
	full := j.Cfg.Mode.Depths()
	*args = pair.Args{Block: &w.Block, Pairs: pairs, Limit: j.limitSep, Out: w.hits, Soon: &w.soon}
	at := w.out.Len()
	w.soon.A, w.soon.B = behind(w.out.A, at), behind(w.out.B, at)
	if full {
		// The kernel writes separations and normals into the columns of the answer.
		w.out.ResizeAll(at+len(pairs)+kernels.Slack, j.Cfg.Mode)
		args.Out.Sep, args.Out.NX, args.Out.NY = w.out.Depth[at:], w.out.NX[at:], w.out.NY[at:]
	}
	if w.pairAxes != nil { // a list has the axes of its pairs
		args.Hints, w.pairAxes = w.pairAxes[:len(pairs)], w.pairAxes[len(pairs):]
		for _, h := range args.Hints {
			w.Counts.hintsTried += kernels.One(h != 0)
		}
	}
	hinted := args.Hints == nil && j.Cfg.Hints && !w.unnamed && 2*w.Most >= hintLanes && a != kernels.Circle && b == kernels.Polygon
	if hinted {
		args.Hints = w.hints[:len(pairs)]
		w.recall(j, pairs)
	}
	f := j.Cfg.Table.Contacts.Of(a, b)
	c := f(args)
	w.Counts.hintsHit += c.Hinted
	n := c.N
	if j.Cfg.Omit != nil {
		n, c.Open = w.omit(j, &args.Out, n)
	}
	w.Counts.undecided += c.Open
	if c.Open > 0 {
		n = pair.Resolve(args, n)
	}
	if hinted {
		w.remember(j, pairs)
	}
	if j.Cfg.Decide != nil {
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

// emit turns n answers of a kernel into the contacts from at on: rows become IDs, and separations,
// which are in their place already if full is set, become depths.
func (w *Worker) emit(j *Job, at, n int, full bool) {
	w.out.resize(at+n, full)
	var depth []float32
	if full {
		depth = w.out.Depth[at:]
	}
	j.Cfg.Table.Report(keysOf(w.out.A[at:]), keysOf(w.out.B[at:]), keysOf(w.ids), w.hits.A[:n], w.hits.B[:n], depth)
}

// take appends all candidates as contacts.
func (w *Worker) take(_ *Job, pairs []kernels.Pair) {
	at := w.out.Len()
	w.out.resize(at+len(pairs), false)
	a, b := w.out.A[at:], w.out.B[at:]
	for i, p := range pairs {
		a[i], b[i] = w.ids[p.A], w.ids[p.B]
	}
}
