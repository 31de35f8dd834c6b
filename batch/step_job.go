// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"sync/atomic"
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/memory"
	"daylight/internal/store"
	"daylight/soa"
)

// job is what the workers of a step share.
type job struct {
	scene
	ctx      context.Context
	begun    time.Time
	phased   bool // clocks are read for phases
	cfg      *config
	limitSep float32 // the greatest separation that kernels report
	frame    *broadphase.Frame
	rows     int  // of all strips
	built    bool // frame is of this step
	axes     axisCache
	travel   travel            // in ModeSwept
	torus    *broadphase.Torus // of frame; nil if the plane does not close
	wrapped  struct {          // of a step without a list on a torus: boxes of shapes and images
		boxes   broadphase.Boxes
		filters broadphase.Filters
	}
	placed bool          // where says where shapes are
	where  store.Columns // cols, with where shapes are placed on a torus in place of positions
	memory memory.Budget
	found  atomic.Int64 // candidates
	failed atomic.Bool  // a worker has failed, so the others stop
}

// method is what a mode does beyond and instead of the common path; see methods.
type method struct {
	// slots returns the slots of a strip's entries; nil if entries are slots.
	slots func(w *worker, j *job, entries []uint32) []uint32

	// decide finds the contacts among candidates, and appends them.
	decide func(w *worker, j *job, pairs []kernels.Pair)

	// places finds the points of the n answers of a kernel, which become the contacts from at on;
	// nil if the mode has no points.
	places func(w *worker, j *job, a, b kernels.Class, at, n int)

	// later looks for contacts later in the step among the pairs that do not touch at its start, which
	// are all but the n contacts from at on; nil if nothing moves.
	later func(w *worker, j *job, a, b kernels.Class, at, n int, pairs []kernels.Pair)
}

// ended reports whether the step has ended early: by its context, whose error it returns, or by an error of
// another worker.
func (j *job) ended() (bool, error) {
	if err := j.ctx.Err(); err != nil {
		return true, err
	}
	return j.failed.Load(), nil
}

// oneClass returns the class of all shapes, if they are of one.
func (j *job) oneClass() (kernels.Class, bool) {
	for c, n := range j.cols.Count {
		if n == len(j.cols.Class) {
			return kernels.Class(c), true
		}
	}
	return 0, false
}

// clock is weight times the time since the step began, 0 if phases are not timed.
func (j *job) clock(weight time.Duration) time.Duration {
	if weight == 0 || !j.phased {
		return 0
	}
	return weight * time.Since(j.begun)
}

// allow counts n more candidates and refuses them beyond the limit.
func (j *job) allow(n int) error {
	if found := j.found.Add(int64(n)); found > int64(j.cfg.maxCandidates) {
		return &LimitError{Option: "MaxCandidates", Limit: int64(j.cfg.maxCandidates), Needed: found}
	}
	return nil
}

// flush is how many candidates a worker collects before it runs the kernels on them: few enough to stay
// in the first-level cache with their answers, and to keep a kernel call, which cannot be preempted, far
// below a millisecond; enough to make the cost of the call itself vanish. The order of contacts depends
// on it.
const flush = 2048

// worker is one goroutine's scratch. Nothing in it is shared while a step runs.
type worker struct {
	rows
	buffers
	output

	method    *method   // of the mode
	number    int       // its place among all workers
	escaped   []uint32  // slots of its share that escaped from their fattened AABBs
	pairSlots []uint32  // of pairs of entries of a list, two each
	calling   string    // the field of Config whose function is being called
	unnamed   bool      // rows have numbers in place of IDs
	soon      pair.Soon // what kernels may ask memory for
}

// rows is the strip in hand: columns with a row for each of its entries.
type rows struct {
	loaded broadphase.Strip

	slots    []uint32
	ids      []soa.ID
	joined   []soa.ID // room for IDs of two sets
	rec      []kernels.Record
	class    []kernels.Class // kept from strip to strip where all shapes are of one class
	off, num []uint32        // where the vertices of polygons begin, and how many there are
	block    pair.Block      // what kernels read of all this
	seen     uint            // classes in the strip, a bit for each
	mixed    bool            // more than one class in the strip
	most     uint32          // lanes of the polygon that has most
	reach    []float32       // of a list that has polygons
	bits     []uint8         // with Columns.Exclude
	moved    rowMotion       // in ModeSwept
	onTorus  broadphase.TorusRows
}

// rowMotion is what rows do during a step of ModeSwept.
type rowMotion struct {
	slots       []uint32
	motion      []pair.Motion
	turn        []float32
	piece, more []uint16 // which piece of a motion, and how many there are beyond the first; empty if no motion is cut
}

// buffers are what kernels read and write, for at most flush candidates at a time.
type buffers struct {
	kinds     [flush]uint8        // the bin of each
	binned    [flush]kernels.Pair // the same pairs, bin after bin
	spare     []kernels.Pair
	hints     [flush]pair.Axis
	pairAxes  []pair.Axis // of the pairs of a list that are next
	hits      pair.Hits
	doubts    *doubts   // with Config.Decide
	args      pair.Args // not on the stack, since a call through a table lets it escape
	points    pair.Manifolds
	numPoints []uint8             // of the contacts that a kernel finds in one call
	apart     [flush]kernels.Pair // in ModeSwept: those that do not touch at the start
	impact    pair.ImpactArgs
}

// doubts are the contacts of a kernel that are in doubt (see Config.Decide), and what the kernel answers
// when it is run again on those alone.
type doubts struct {
	pairs    [flush]kernels.Pair
	at       [flush]int
	touching [flush]bool
	hits     pair.Hits
	args     pair.Args
}

// output is what a worker has found.
type output struct {
	out     *Contacts // where contacts go: local, or the engine's own with one worker
	local   Contacts
	parts   []part
	done    float64 // share of all rows that lie before the strip in hand
	room    int     // contacts that out has room for, or is allowed to grow to
	charged int64   // to the step's account of memory, for out
	counts  counts
	times   Times
}

// part says where the contacts of a stretch of strips lie in a worker's output.
type part struct {
	stretch, at, n int
}

// counts are the worker's share of Stats.
type counts struct {
	candidates, hintsTried, hintsHit, undecided int
}

func newWorker(number int, m *method) *worker {
	return &worker{number: number, method: m, buffers: buffers{hits: newHits()}}
}

func newHits() pair.Hits {
	const room = flush + kernels.Slack
	return pair.Hits{
		A: make([]uint32, room), B: make([]uint32, room),
		Sep: make([]float32, room), NX: make([]float32, room), NY: make([]float32, room),
	}
}

// begin makes a worker ready for the strips of a step. Contacts go to out, or to its own if that is nil.
func (w *worker) begin(out *Contacts) {
	w.local.reset()
	w.out = out
	if out == nil {
		w.out = &w.local
	}
	w.room, w.charged = w.out.capacity(), w.out.bytes()
	w.parts = w.parts[:0]
	w.counts, w.times = counts{}, Times{}
	w.calling, w.pairAxes, w.unnamed = "", nil, false
	w.soon = pair.Soon{}
}
