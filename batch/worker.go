// SPDX-License-Identifier: MIT

package batch

import (
	"time"

	"daylight/broadphase"
	"daylight/kernels"
	"daylight/soa"
)

// flush is how many candidates a worker collects before it runs the kernels on them:
// few enough to stay in the first-level cache with their answers, and to keep one
// uninterruptible kernel call far below a millisecond, enough to make the calls'
// own cost vanish. The order of contacts depends on it.
const flush = 2048

// worker is one goroutine's scratch. Nothing in it is shared while a step runs.
type worker struct {
	work broadphase.Work

	// Columns of the strip in hand, by row.
	ids   []soa.ID
	rec   []kernels.Record
	class []kernels.Class
	off   []uint32
	num   []uint32
	block kernels.Block
	mixed bool   // more than one class in the strip
	most  uint32 // lanes of the polygon that has most

	raw    [flush]kernels.Pair // candidates as swept
	binned [flush]kernels.Pair // the same, by pair of classes
	hints  [flush]kernels.Axis
	hits   kernels.Hits
	args   kernels.Args // here, not on the stack: a call through a table lets it escape

	out   *Contacts // where contacts go: local, or the engine's own with one worker
	local Contacts
	parts []part

	counts counts
	times  Times
}

// part says where the contacts of a group of strips lie in a worker's output.
type part struct {
	group, at, n int
}

// counts are the worker's share of Stats.
type counts struct {
	candidates, hintsTried, hintsHit, open int
}

func newWorker() *worker {
	w := &worker{}
	const room = flush + kernels.Slack
	w.hits = kernels.Hits{
		A: make([]uint32, room), B: make([]uint32, room),
		Sep: make([]float32, room), NX: make([]float32, room), NY: make([]float32, room),
	}
	return w
}

func (w *worker) begin(out *Contacts) {
	w.local.reset()
	w.out = out
	if out == nil {
		w.out = &w.local
	}
	w.parts = w.parts[:0]
	w.counts = counts{}
	w.times = Times{}
}

// strip loads one strip, sweeps it and decides its candidates, appending to w.out.
func (w *worker) strip(r *run, k int) error {
	t0 := time.Now()
	r.sweep.Load(r.cfg.table, k, &w.work)
	if r.cfg.mode != ModePairs {
		w.load(r, w.work.Slots())
	} else {
		w.loadIDs(r, w.work.Slots())
	}
	t1 := time.Now()
	w.times.Load += t1.Sub(t0)
	for {
		n, more := r.sweep.Next(r.cfg.table, &w.work, w.raw[:])
		t2 := time.Now()
		w.times.Sweep += t2.Sub(t1)
		w.counts.candidates += n
		if err := r.allow(n); err != nil {
			return err
		}
		if r.cfg.mode == ModePairs {
			w.emitPairs(w.raw[:n])
		} else {
			w.decide(r, w.raw[:n])
		}
		t1 = time.Now()
		w.times.Narrow += t1.Sub(t2)
		if !more {
			return nil
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
}

func (w *worker) loadIDs(r *run, slots []uint32) {
	w.ids = resize(w.ids, len(slots))
	for i, s := range slots {
		w.ids[i] = r.cols.ID[s]
	}
}

// load fetches what kernels need of some shapes into rows next to each other.
func (w *worker) load(r *run, slots []uint32) {
	w.loadIDs(r, slots)
	n := len(slots)
	w.rec, w.class = resize(w.rec, n), resize(w.class, n)
	w.off, w.num = resize(w.off, n), resize(w.num, n)
	r.cols.Gather(w.rec, slots)
	var seen uint
	for i, s := range slots {
		c := r.cols.Class[s]
		w.class[i] = c
		seen |= 1 << c
	}
	w.mixed = seen&(seen-1) != 0
	w.most = 0
	if seen&(1<<kernels.Polygon) != 0 {
		for i, s := range slots {
			w.off[i], w.num[i] = r.cols.Off[s], r.cols.Num[s]
			w.most = max(w.most, w.num[i])
		}
	}
	w.block = kernels.Block{Rec: w.rec, Class: w.class, Off: w.off, Num: w.num, Lanes: r.cols.Lanes}
}

// bins numbers the unordered pairs of classes.
const bins = int(kernels.NumClasses) * int(kernels.NumClasses)

func bin(a, b kernels.Class) int {
	if a > b {
		a, b = b, a
	}
	return int(a)*int(kernels.NumClasses) + int(b)
}

// decide runs the kernels on candidates, all pairs of a kind together.
func (w *worker) decide(r *run, pairs []kernels.Pair) {
	if len(pairs) == 0 {
		return
	}
	if !w.mixed {
		c := w.class[0]
		w.kernel(r, c, c, pairs)
		return
	}
	var start [bins + 1]int
	for _, p := range pairs {
		start[bin(w.class[p.A], w.class[p.B])+1]++
	}
	for i := 1; i <= bins; i++ {
		start[i] += start[i-1]
	}
	at := start
	for _, p := range pairs {
		b := bin(w.class[p.A], w.class[p.B])
		w.binned[at[b]] = p
		at[b]++
	}
	for i := range bins {
		if lo, hi := start[i], start[i+1]; lo < hi {
			a, b := kernels.Class(i/int(kernels.NumClasses)), kernels.Class(i%int(kernels.NumClasses))
			w.kernel(r, a, b, w.binned[lo:hi])
		}
	}
}

// kernel decides candidates of one pair of classes and appends the contacts.
func (w *worker) kernel(r *run, a, b kernels.Class, pairs []kernels.Pair) {
	args := &w.args
	*args = kernels.Args{Block: &w.block, Pairs: pairs, Limit: r.limitSep, Out: w.hits}
	hinted := r.cfg.hints && 2*w.most >= hintLanes && a != kernels.Circle && b == kernels.Polygon
	if hinted {
		args.Hints = w.hints[:len(pairs)]
		w.recall(r, pairs)
	}
	var f kernels.Contact
	if r.cfg.mode == ModeContacts {
		f = r.cfg.table.Contacts(a, b)
	} else {
		f = r.cfg.table.Overlaps(a, b)
	}
	c := f(args)
	w.counts.open += c.Open
	w.counts.hintsHit += c.Hinted
	n := c.N
	if c.Open > 0 {
		n = kernels.Resolve(args, n)
	}
	if hinted {
		w.remember(r, pairs)
	}
	w.emit(n, r.cfg.mode == ModeContacts)
}

// hintLanes is how many lanes two shapes have together at least for an axis to be
// worth remembering: looking one up and keeping one cost as much as deciding a pair of
// small polygons in full (BenchmarkHints; PERF.md).
const hintLanes = 64

// recall looks up the axes that separated these pairs in the step before.
func (w *worker) recall(r *run, pairs []kernels.Pair) {
	for i, p := range pairs {
		m, n := w.lanes(p.A), w.lanes(p.B)
		if m+n < hintLanes {
			w.hints[i] = 0
			continue
		}
		h := r.axes.find(w.ids[p.A], w.ids[p.B], m, n)
		w.hints[i] = h
		if h != 0 {
			w.counts.hintsTried++
		}
	}
}

// lanes is how many axes a shape brings to a hint.
func (w *worker) lanes(row uint32) uint32 {
	switch w.class[row] {
	case kernels.Polygon:
		return w.num[row]
	case kernels.Box:
		return 4
	case kernels.Capsule:
		return 2
	}
	return 0
}

// remember keeps the axes that separated pairs for the next step.
func (w *worker) remember(r *run, pairs []kernels.Pair) {
	n := 0
	for i, p := range pairs {
		if h := w.hints[i]; h != 0 && w.lanes(p.A)+w.lanes(p.B) >= hintLanes {
			r.axes.keep(w.ids[p.A], w.ids[p.B], h)
			n++
		}
	}
	r.axes.live.Add(int64(n))
}

// emit appends n answers of a kernel to the output.
func (w *worker) emit(n int, full bool) {
	at := w.out.Len()
	w.out.resize(at+n, full)
	a, b := w.out.A[at:at+n], w.out.B[at:at+n]
	ha, hb := w.hits.A[:n], w.hits.B[:n]
	for i := range n {
		a[i], b[i] = w.ids[ha[i]], w.ids[hb[i]]
	}
	if full {
		depth := w.out.Depth[at : at+n]
		for i, s := range w.hits.Sep[:n] {
			depth[i] = 0 - s // not -s: a touching pair has depth 0, not -0
		}
		copy(w.out.NX[at:at+n], w.hits.NX[:n])
		copy(w.out.NY[at:at+n], w.hits.NY[:n])
	}
}

func (w *worker) emitPairs(pairs []kernels.Pair) {
	at := w.out.Len()
	w.out.resize(at+len(pairs), false)
	a, b := w.out.A[at:], w.out.B[at:]
	for i, p := range pairs {
		a[i], b[i] = w.ids[p.A], w.ids[p.B]
	}
}
