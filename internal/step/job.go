// SPDX-License-Identifier: MIT

package step

import (
	"context"
	"sync/atomic"
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/narrow"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Job is what the workers of a step share.
type Job struct {
	scene
	Ctx      context.Context
	Begun    time.Time
	phased   bool // clocks are read for phases
	Cfg      *Settings
	limitSep float32 // the greatest separation that kernels report
	Frame    *broadphase.Frame
	Rows     int        // of all strips
	Built    bool       // frame is of this step
	planned  shapeCount // when a plan was last looked for
	resumed  bool       // it was resumed, see broadphase.Frame
	Axes     axisCache
	travel   travel            // in ModeSwept
	Torus    *broadphase.Torus // of frame; nil if the plane does not close
	wrapped  struct {          // of a step without a list on a torus: boxes of shapes and images
		boxes   broadphase.Boxes
		filters broadphase.Filters
	}
	placed bool          // where says where shapes are
	where  store.Columns // cols, with where shapes are placed on a torus in place of positions
	Memory scratch.Budget
	Found  atomic.Int64 // candidates
	failed atomic.Bool  // a worker has failed, so the others stop
}

// shapeCount changes when shapes are added or removed.
type shapeCount struct {
	shapes   int
	removals uint64
}

// method is what a mode does beyond and instead of the common path; see methods.
type method struct {
	// slots returns the slots of a strip's entries; nil if entries are slots.
	slots func(w *Worker, j *Job, entries []uint32) []uint32

	// decide finds the contacts among candidates, and appends them.
	decide func(w *Worker, j *Job, pairs []kernels.Pair)

	// places finds the points of the n answers of a kernel, which become the contacts from at on;
	// nil if the mode has no points.
	places func(w *Worker, j *Job, a, b kernels.Class, at, n int)

	// later looks for contacts later in the step among the pairs that do not touch at its start,
	// which are all but the n contacts from at on; nil if nothing moves.
	later func(w *Worker, j *Job, a, b kernels.Class, at, n int, pairs []kernels.Pair)
}

// Ended reports whether the step has ended early: by its context, whose error it returns, or by an
// error of another worker.
func (j *Job) Ended() (bool, error) {
	if err := j.Ctx.Err(); err != nil {
		return true, err
	}
	return j.failed.Load(), nil
}

// OneClass returns the class of all shapes, if they are of one.
func (j *Job) OneClass() (kernels.Class, bool) {
	for c, n := range j.Cols.Count {
		if n == len(j.Cols.Class) {
			return kernels.Class(c), true
		}
	}
	return 0, false
}

// Clock is weight times the time since the step began, 0 if phases are not timed.
func (j *Job) Clock(weight time.Duration) time.Duration {
	if weight == 0 || !j.phased {
		return 0
	}
	return weight * time.Since(j.Begun)
}

// Flush is how many candidates a worker collects before it runs the kernels on them: few enough to
// stay in the first-level cache with their answers, and to keep a kernel call, which cannot be
// preempted, far below a millisecond; enough to make the cost of the call itself vanish. The order
// of contacts depends on it.
const Flush = 2048

// Worker is one goroutine's scratch. Nothing in it is shared while a step runs.
type Worker struct {
	rows
	buffers
	output

	method    *method   // of the mode
	Number    int       // its place among all workers
	Escaped   []uint32  // slots of its share that escaped from their fattened AABBs
	pairSlots []uint32  // of pairs of slots, two each
	calling   string    // the field of Config whose function is being called
	unnamed   bool      // rows have numbers in place of IDs
	soon      pair.Soon // what kernels may ask memory for
}

// rows is the strip in hand: columns with a row for each of its entries.
type rows struct {
	narrow.Rows // what kernels read of them
	loaded      broadphase.Strip

	slots   []uint32
	ids     []soa.ID
	joined  []soa.ID  // room for IDs of two sets
	reach   []float32 // of a list that has polygons
	bits    []uint8   // with Columns.Exclude
	moved   rowMotion // in ModeSwept
	onTorus broadphase.TorusRows
	lent    struct { // what the worker has of its own while it borrows rows
		class    []kernels.Class
		off, num []uint32
	}
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
	Bins      narrow.Bins
	spare     []kernels.Pair
	hints     [Flush]pair.Axis
	pairAxes  []pair.Axis // of the pairs of a list that are next
	hits      pair.Hits
	doubts    *doubts   // with Config.Decide
	Args      pair.Args // not on the stack, since a call through a table lets it escape
	points    pair.Manifolds
	numPoints []uint8             // of the contacts that a kernel finds in one call
	apart     [Flush]kernels.Pair // in ModeSwept: pairs apart at the start
	impact    pair.ImpactArgs
}

// doubts are the contacts of a kernel that are in doubt (see Config.Decide), and what the kernel
// answers when it is run again on those alone.
type doubts struct {
	pairs    [Flush]kernels.Pair
	at       [Flush]int
	touching [Flush]bool
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
	Counts  counts
	Times   Times
}

// part says where the contacts of a stretch of strips lie in a worker's output.
type part struct {
	stretch, at, n int
}

// counts are the worker's share of Stats.
type counts struct {
	Candidates, hintsTried, hintsHit, undecided int
}

func newWorker(number int, m *method) *Worker {
	return &Worker{Number: number, method: m, buffers: buffers{hits: narrow.Hits(Flush)}}
}

// Begin makes a worker ready for the strips of a step. Contacts go to out, or to its own if that is
// nil.
func (w *Worker) Begin(out *Contacts) {
	w.local.Reset()
	w.out = out
	if out == nil {
		w.out = &w.local
	}
	w.room, w.charged = w.out.Capacity(), w.out.Bytes()
	w.parts = w.parts[:0]
	w.Counts, w.Times = counts{}, Times{}
	w.calling, w.pairAxes, w.unnamed = "", nil, false
	w.soon = pair.Soon{}
}
