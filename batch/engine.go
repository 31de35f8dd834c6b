// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"daylight/broadphase"
	"daylight/internal/checkmode"
	"daylight/internal/memory"
	"daylight/soa"
)

// Engine finds the contacts of one set of shapes, step after step. It owns the
// scratch and the contacts that a step returns, and uses them again in the next.
// It is for one goroutine at a time: of two calls that overlap, the second gets ErrBusy.
type Engine struct {
	shapes  *soa.Shapes
	cfg     config
	run     run
	workers []*worker
	out     Contacts
	canon   canonical
	events  tracker
	look    sync.Mutex // guards stats
	stats   Stats
	perm    []uint32
	steps   uint64      // that ended well
	settled int         // steps since storage was last permuted
	busy    atomic.Bool // a call is under way
}

// settleSteps is how many steps lie between two looks at the order of storage: a
// reorder costs about as much as a step, and a look as much as a twentieth of one.
const settleSteps = 8

// New makes an engine for the shapes. They stay the caller's: add, move and remove
// between steps as you like.
func New(shapes *soa.Shapes, opts ...Option) (*Engine, error) {
	if shapes == nil {
		return nil, wrong("New", "shapes is nil; make them with soa.New")
	}
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	e := &Engine{shapes: shapes, cfg: c}
	for range c.workers {
		e.workers = append(e.workers, newWorker())
	}
	e.run.workers = e.workers
	return e, nil
}

// Stats says what the last successful step did.
func (e *Engine) Stats() Stats {
	e.look.Lock()
	defer e.look.Unlock()
	return e.stats
}

// Workers is how many goroutines a step may use.
func (e *Engine) Workers() int { return e.cfg.workers }

// Step finds all contacts of the shapes as they are now. The columns returned belong
// to the engine and hold until its next Step; Clone keeps them.
//
// A step may store shapes in another order (see Reorder): keep data of your own in a column
// of soa.Attach or by ID, not by the slots that soa.Shapes.Update shows.
//
// It fails with ctx's error if ctx ends first, with a *CandidatesError if there are more
// candidates than MaxCandidates allows, with a *MemoryError if it would take more memory than
// MemoryLimit allows, with ErrBusy if the engine is at work already, with a
// *PanicError if a function of the caller's panics. Then the shapes and the engine are as usable as
// before. A shape whose pose is not finite is left out and counted in Stats.
func (e *Engine) Step(ctx context.Context) (*Contacts, error) {
	if e.shapes == nil {
		return nil, wrong("Step", "the Engine was not made by New")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return nil, ErrBusy
	}
	defer e.busy.Store(false)
	if e.cfg.events {
		e.events.begin(&e.out)
	}
	e.run.kept = e.out.Bytes() + e.canon.bytes() + e.events.bytes()
	stats, err := e.run.step(ctx, &e.cfg, source{first: e.shapes}, &e.out)
	if err != nil {
		return nil, err
	}
	if e.cfg.canonical {
		t := time.Now()
		if err := e.run.roomToSort(&e.canon, e.out.Len()); err != nil {
			return nil, err
		}
		e.canon.sort(&e.out)
		stats.Times.Merge += time.Since(t)
	}
	if e.cfg.events {
		t := time.Now()
		if err := e.run.roomToTrack(&e.events, e.out.Len()); err != nil {
			return nil, err
		}
		if err := e.run.track(&e.events, &e.out, e.shapes.Removals()); err != nil {
			return nil, err
		}
		stats.Times.Events = time.Since(t)
	}
	e.steps++
	e.settled++
	if e.cfg.reorder && e.untidy() {
		t := time.Now()
		e.settled = 0
		if err := e.reorder(); err != nil {
			return nil, err
		}
		stats.Reordered = true
		stats.Times.Reorder = time.Since(t)
	}
	stats.Times.Total = time.Since(e.run.begun)
	e.look.Lock()
	e.stats = stats
	e.look.Unlock()
	return &e.out, nil
}

// untidy reports whether the storage of the shapes is to be permuted now. The first step
// looks, and then one in settleSteps.
func (e *Engine) untidy() bool {
	first := e.steps == 1
	switch {
	case checkmode.On():
		return true
	case e.few():
		return first
	}
	return (first || e.settled%settleSteps == 0) && e.run.frame.Scattered(len(e.run.cols.X))
}

// few reports whether there are so few shapes that all of them are in cache, in whatever
// order they are stored. The first step then turns that order round: it costs next to
// nothing, and a program that takes slots for names is wrong in its smallest test, not
// only with as many shapes as order matters for.
func (e *Engine) few() bool { return len(e.run.cols.X) < fewSlots }

// reorder puts the storage of the shapes in the order of the strips; in check mode in any
// order.
func (e *Engine) reorder() error {
	e.perm = e.run.order(e.perm[:0])
	switch {
	case checkmode.On():
		r := rand.New(rand.NewPCG(e.steps, uint64(len(e.perm))))
		r.Shuffle(len(e.perm), func(i, k int) { e.perm[i], e.perm[k] = e.perm[k], e.perm[i] })
	case e.few():
		for i := range e.perm {
			e.perm[i] = uint32(len(e.perm) - 1 - i)
		}
	}
	return e.shapes.Reorder(e.perm)
}

// run is the state of one step that its workers share.
type run struct {
	ctx      context.Context
	cfg      *config
	src      source
	live     [2]soa.Live
	begun    time.Time
	frame    broadphase.Frame
	rows     int            // of all strips
	do       func(part int) // what workers do in the phase building
	parts    int
	abreast  func(parts int, do func(part int)) error // the method inParts, bound once
	axes     axisCache
	cols     soa.Columns
	boxes    broadphase.Boxes
	filters  broadphase.Filters
	travel   travel // in ModeSwept
	limitSep float32

	workers []*worker
	out     *Contacts // to merge into
	events  *tracker
	chunks  []chunk
	groups  []group
	memory  memory.Budget
	kept    int64        // bytes held from steps before, but for the workers
	next    atomic.Int64 // group to take
	found   atomic.Int64 // candidates
	tell    sync.Mutex   // guards the two below
	done    int          // groups
	told    time.Time
}

// chunk is a range of slots that one worker refreshes and deals into strips, with
// what it found.
type chunk struct {
	lo, hi  int
	refresh soa.RefreshStats

	immovable, pieces int // see travel.fit
}

// group is a range of strips that are worth one trip to the scheduler.
type group struct{ lo, hi int }

// groupEntries is how many boxes a group of strips holds at least, unless one strip
// holds more. It does not depend on the number of workers, for the order does.
const groupEntries = 1024

// chunkSlots is how many slots a chunk holds at least.
const chunkSlots = 4096

// phase is a stage of a step that workers do side by side.
type phase int

const (
	refreshing phase = iota
	moving
	building // the frame of the broad phase, in several phases of its own
	sweeping
	merging
	tracking
)

// each has every worker do its share of a phase and returns the first error; a panic
// becomes a *PanicError. With one worker it is a plain call and allocates nothing.
func (r *run) each(p phase) error {
	if len(r.workers) == 1 {
		return r.share(p, 0)
	}
	g, ctx := errgroup.WithContext(r.ctx)
	outer := r.ctx
	r.ctx = ctx
	for k := range r.workers {
		g.Go(func() error { return r.share(p, k) })
	}
	err := g.Wait()
	r.ctx = outer
	return err
}

// inParts is how a frame of the broad phase is built: a part by each worker.
func (r *run) inParts(parts int, do func(part int)) error {
	r.parts, r.do = parts, do
	return r.each(building)
}

// share is worker k's share of a phase.
func (r *run) share(p phase, k int) (err error) {
	defer func() {
		if e := caught(recover(), r.workers[k].calling); e != nil {
			r.workers[k].calling = ""
			err = e
		}
	}()
	switch p {
	case building:
		if k < r.parts {
			r.do(k)
		}
		return r.ctx.Err()
	case sweeping:
		return r.sweepStrips(r.workers[k])
	case merging:
		r.mergeParts(r.workers[k])
		return nil
	case tracking:
		r.events.look(r.cfg.table, k, len(r.workers))
		return nil
	}
	if k >= len(r.chunks) {
		return nil
	}
	c := &r.chunks[k]
	switch p {
	case refreshing:
		c.refresh = r.src.refresh(r.cfg.table, c.lo, c.hi)
	case moving:
		c.immovable, c.pieces = r.travel.fit(r, c.lo, c.hi)
	}
	return r.ctx.Err()
}

// allow counts n more candidates and refuses them beyond the limit.
func (r *run) allow(n int) error {
	if found := r.found.Add(int64(n)); found > int64(r.cfg.maxCandidates) {
		return &CandidatesError{Limit: r.cfg.maxCandidates, Found: int(found)}
	}
	return nil
}

// progressEvery is how often OnProgress is called at most.
const progressEvery = 50 * time.Millisecond

// progress reports that one more group of worker w is done.
func (r *run) progress(w *worker) {
	if r.cfg.progress == nil {
		return
	}
	r.tell.Lock()
	defer r.tell.Unlock()
	r.done++
	done := r.done
	if now := time.Now(); done == len(r.groups) || now.Sub(r.told) >= progressEvery {
		r.told = now
		w.calling = "OnProgress"
		r.cfg.progress(done, len(r.groups))
		w.calling = ""
	}
}
