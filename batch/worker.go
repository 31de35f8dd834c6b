// SPDX-License-Identifier: MIT

package batch

import (
	"slices"
	"time"
	"unsafe"

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
	loaded broadphase.Strip // the strip in hand

	// Columns of the strip in hand, by row.
	ids    []soa.ID
	joined []soa.ID // room for ids of two sets
	rec    []kernels.Record
	class  []kernels.Class // of a strip before, where all shapes are of one class
	off    []uint32
	num    []uint32
	block  kernels.Block
	seen   uint   // classes in the strip, a bit for each
	mixed  bool   // more than one class in the strip
	most   uint32 // lanes of the polygon that has most

	binned [flush]kernels.Pair // the same, by pair of classes
	hints  [flush]kernels.Axis
	hits   kernels.Hits
	flight flight
	args   kernels.Args // here, not on the stack: a call through a table lets it escape
	points kernels.Manifolds

	out   *Contacts // where contacts go: local, or the engine's own with one worker
	local Contacts
	parts []part
	room  int // contacts that out has room for, or is allowed to grow to

	slots      []uint32 // of the rows
	velX, velY []float32
	ways       []kernels.Way

	counts  counts
	times   Times
	calling string // the option whose function, of the caller's, is being called
}

// part says where the contacts of a group of strips lie in a worker's output.
type part struct {
	group, at, n int
}

// counts are the worker's share of Stats.
type counts struct {
	candidates, hintsTried, hintsHit, undecided int
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
	w.room = w.out.room()
	w.parts = w.parts[:0]
	w.counts = counts{}
	w.times = Times{}
	w.calling = ""
}

// strip loads one strip, sweeps it and decides its candidates, appending to w.out.
func (w *worker) strip(r *run, k int) error {
	t0 := time.Now()
	r.frame.Load(k, &w.loaded)
	slots := w.rows(r)
	if r.src.second == nil {
		w.ids = idsOf(w.loaded.Keys) // one set's keys are its IDs
	} else {
		w.loadIDs(r, slots)
	}
	if r.cfg.mode != ModePairs {
		w.load(r, slots)
	}
	t1 := time.Now()
	w.times.Load += t1.Sub(t0)
	for {
		pairs, more := w.loaded.Next()
		n := len(pairs)
		t2 := time.Now()
		w.times.Sweep += t2.Sub(t1)
		w.counts.candidates += n
		if err := r.allow(n); err != nil {
			return err
		}
		if !r.roomFor(w, n) {
			return r.short(w, n, r.expected(w, k))
		}
		if r.cfg.mode == ModePairs {
			w.emitPairs(pairs)
		} else {
			w.decide(r, w.sift(pairs))
		}
		t1 = time.Now()
		w.times.Narrow += t1.Sub(t2)
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if !more {
			return nil
		}
	}
}

// idsOf is the same memory under the type that it has in the store.
func idsOf(keys []uint64) []soa.ID {
	return unsafe.Slice((*soa.ID)(unsafe.SliceData(keys)), len(keys))
}

func (w *worker) loadIDs(r *run, slots []uint32) {
	w.joined = resize(w.joined, len(slots))
	for i, s := range slots {
		w.joined[i] = r.cols.ID[s]
	}
	w.ids = w.joined
}

// load fetches what kernels need of some shapes into rows next to each other.
func (w *worker) load(r *run, slots []uint32) {
	n := len(slots)
	w.slots = slots
	w.rec = resize(w.rec, n)
	r.cols.Gather(r.cfg.table, w.rec, slots)
	w.loadClasses(r, slots)
	w.most = 0
	if w.seen&(1<<kernels.Polygon) != 0 {
		w.off, w.num = resize(w.off, n), resize(w.num, n)
		for i, s := range slots {
			w.off[i], w.num[i] = r.cols.Off[s], r.cols.Num[s]
			w.most = max(w.most, w.num[i])
		}
	}
	w.block = kernels.Block{Rec: w.rec, Class: w.class, Off: w.off, Num: w.num, Lanes: r.cols.Lanes}
}

// loadClasses fetches the classes of the rows and notes which there are. In a store of
// one class only there is nothing to fetch, and mostly nothing to write.
func (w *worker) loadClasses(r *run, slots []uint32) {
	n := len(slots)
	for c, k := range r.cols.Count {
		if k < len(r.cols.Class) {
			continue
		}
		if w.seen != 1<<c || len(w.class) < n {
			w.class = resize(w.class, n)
			for i := range w.class {
				w.class[i] = kernels.Class(c)
			}
		}
		w.seen, w.mixed = 1<<c, false
		return
	}
	w.class = resize(w.class, n)
	w.seen = 0
	for i, s := range slots {
		c := r.cols.Class[s]
		w.class[i] = c
		w.seen |= 1 << c
	}
	w.mixed = w.seen&(w.seen-1) != 0
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
		w.portions(r, c, c, pairs)
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
			w.portions(r, a, b, w.binned[lo:hi])
		}
	}
}

// fewLanes is how many lanes the polygons of a strip have at most if a flush of them is one
// portion, and portion the greatest product of the lanes of pairs that are decided
// without a look at the context, unless it is that of one pair.
const (
	fewLanes = 32
	portion  = flush * fewLanes * fewLanes
)

// portions runs kernel on candidates of one pair of classes, not too many at a time: two
// polygons of 4096 corners take 30 ms. If the context ends it leaves the rest, and it is for
// the caller to look.
func (w *worker) portions(r *run, a, b kernels.Class, pairs []kernels.Pair) {
	if b != kernels.Polygon || w.most <= fewLanes {
		w.kernel(r, a, b, pairs)
		return
	}
	lo, sum := 0, 0
	for hi, p := range pairs {
		cost := int(max(w.lanes(p.A), 1)) * int(max(w.lanes(p.B), 1))
		if sum += cost; sum > portion && lo < hi {
			w.kernel(r, a, b, pairs[lo:hi])
			if r.ctx.Err() != nil {
				return
			}
			lo, sum = hi, cost
		}
	}
	w.kernel(r, a, b, pairs[lo:])
}

// kernel decides candidates of one pair of classes and appends the contacts.
func (w *worker) kernel(r *run, a, b kernels.Class, pairs []kernels.Pair) {
	args := &w.args
	full := r.cfg.mode.depths()
	*args = kernels.Args{Block: &w.block, Pairs: pairs, Limit: r.limitSep, Out: w.hits}
	at := w.out.Len()
	if full {
		// Separations and normals go straight to where they belong.
		w.out.resize(at+len(pairs)+kernels.Slack, true)
		args.Out.Sep, args.Out.NX, args.Out.NY = w.out.Depth[at:], w.out.NX[at:], w.out.NY[at:]
	}
	hinted := r.cfg.hints && 2*w.most >= hintLanes && a != kernels.Circle && b == kernels.Polygon
	if hinted {
		args.Hints = w.hints[:len(pairs)]
		w.recall(r, pairs)
	}
	var tried []kernels.Axis
	if hinted && r.cfg.onHint != nil {
		tried = slices.Clone(args.Hints)
	}
	var f kernels.Contact
	if full {
		f = r.cfg.table.Contacts(a, b)
	} else {
		f = r.cfg.table.Overlaps(a, b)
	}
	c := f(args)
	w.counts.undecided += c.Open
	w.counts.hintsHit += c.Hinted
	n := c.N
	if c.Open > 0 {
		n = kernels.Resolve(args, n)
	}
	if hinted {
		w.tellHints(r, pairs, tried)
		w.remember(r, pairs)
	}
	if r.cfg.opposing.vx != nil && full {
		w.oppose(r, args, n)
	}
	switch r.cfg.mode {
	case ModeManifolds:
		w.manifolds(r, a, b, at, n)
	case ModeDistance:
		w.witness(args, at, n)
	}
	w.emit(at, n, full)
	if r.cfg.mode == ModeSwept {
		w.impacts(r, a, b, at, n, pairs)
	}
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

// emit makes n answers of a kernel the contacts from at on: names for rows, and depths
// for separations, which already lie there if full is set.
func (w *worker) emit(at, n int, full bool) {
	w.out.resize(at+n, full)
	a, b := w.out.A[at:at+n], w.out.B[at:at+n]
	ha, hb := w.hits.A[:n], w.hits.B[:n]
	for i := range n {
		a[i], b[i] = w.ids[ha[i]], w.ids[hb[i]]
	}
	if full {
		depth := w.out.Depth[at : at+n]
		for i, s := range depth {
			depth[i] = 0 - s // not -s: a touching pair has depth 0, not -0
		}
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
