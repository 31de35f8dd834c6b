// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/store"
	"daylight/soa"
)

// Engine finds the contacts of one set of shapes, step after step. It owns its scratch memory and
// the contacts that a step returns, and uses both again in the next step. Only one goroutine at a
// time may use it: of two calls that overlap, the second returns daylight.ErrBusy.
type Engine struct {
	shapes      *soa.Shapes
	cfg         config
	run         run
	workers     []*worker
	list        *list // nil without Config.Skin
	out         Contacts
	canon       sorter
	events      tracker
	look        sync.Mutex // guards stats
	stats       Stats
	perm        []uint32
	steps       uint64      // that ended well
	sinceTidied int         // steps since the order of storage was last looked at
	busy        atomic.Bool // a call is under way
	sum         uint64      // in check mode, of the contacts that the last step returned; 0 if it failed
}

// tidySteps is how many steps lie between two looks at the order of storage: to reorder costs about as much
// as a step, and a look as much as a twentieth of one. With a list steps take half as long, and the frame is
// sorted only when a list is made, so there are more steps in between.
const tidySteps, tidyStepsListed = 8, 32

// New makes an engine for the shapes. It returns an *daylight.ArgumentError if the Config makes no sense.
// Between steps the caller may add, move and remove shapes.
func New(shapes *soa.Shapes, cfg Config) (*Engine, error) {
	if shapes == nil {
		return nil, wrong("New", "shapes is nil; make them with soa.New")
	}
	c, err := cfg.resolve(call{})
	if err != nil {
		return nil, err
	}
	if err := c.checkColumns(source{first: shapes}); err != nil {
		return nil, err
	}
	e := &Engine{shapes: shapes, cfg: c}
	for k := range c.workers {
		e.workers = append(e.workers, newWorker(k, &methods[c.mode]))
	}
	e.run.all = e.workers
	if c.reorder && c.mode != ModeSwept && !c.onTorus() {
		e.run.tidy = e.tidyFirst
	}
	if c.skin != 0 {
		e.list = newList(c.skin)
		e.run.keeper = e.list
	}
	return e, nil
}

// Stats returns what the last successful step did. It may be called from any goroutine, also while
// a step is under way.
func (e *Engine) Stats() Stats {
	e.look.Lock()
	defer e.look.Unlock()
	return e.stats
}

// Step finds all contacts of the shapes as they are now. It returns columns to read only, valid until the next
// Step: an engine with a list (see Config.Skin) goes on from them, so to keep or to change them, Clone them.
// In check mode (DAYLIGHT_CHECK=1) a step returns an *daylight.ArgumentError if they were written to.
//
// A step may store shapes in another order (see Config.FixedOrder). So keep your own data by ID or in a
// column of soa.Attach, and not by the slots that soa.Shapes.Update shows.
//
// Step returns the error of ctx if ctx ends first; a *daylight.LimitError if there are more candidates than
// MaxCandidates allows, or the step would take more memory than MemoryLimit allows; daylight.ErrBusy if
// another call on the engine is under way; soa.ErrInUse if the shapes are inside of soa.Shapes.Update
// or held; and a *daylight.PanicError if a function of the caller's panics. After an error the
// shapes and the engine can be used as before. A shape whose pose is not finite is left out, and
// counted in Stats.
func (e *Engine) Step(ctx context.Context) (*Contacts, error) {
	return e.step(ctx, "Step", nil)
}

// Advance moves the shapes by their velocities for a time of dt and finds their contacts, as Step
// would if the shapes had been moved before. It is faster than to move them in soa.Shapes.Update:
// the workers of the step move, a vector at a time, the shapes that they look at next, in one pass
// over memory.
//
// The velocities are those of Config.Columns; see Columns for regions and bodies. Advance only reads the
// columns, but for the entries of the second and further parts of a region, which it writes. To let gravity, walls or contacts change velocities, write the columns
// between steps; of a region, write the entry of its ID (see soa.Shapes.Region).
//
// Advance adds float64(VX) * dt to X and float64(VY) * dt to Y, and rounds each once, so the bits
// are those that a loop would give. It multiplies (C, S), as a complex number, by the cosine and
// sine of Spin * dt, and keeps it of unit length, so that no angle grows without bound. Each turn
// is exact to 2^-22 + 2^-23 * |Spin * dt|, and these errors add up. float32 cannot hold turns of
// less than about 1e-6 a step: they come out larger or smaller by some percent, and below 3e-8 a
// rotation may stand still. If your shapes turn so slowly, or you have angles instead of rates of
// turning, leave Spin nil and write C and S (see soa.SinCosAll) before you call Advance.
//
// A shape whose Spin is 0 keeps its rotation as it is. A static shape moves as others do, so leave
// its entries 0. A shape whose velocity is NaN, or takes it out of range, is in quarantine
// afterwards, like any other with such a pose.
//
// Advance returns the errors of Step. If it fails, either no shape has moved, or all have moved and
// the error wraps ErrMoved beside the cause; so ask errors.Is(err, ctx.Err()), not err ==
// ctx.Err(). In ModeSwept, Advance returns an *daylight.ArgumentError: that mode finds what shapes meet on
// their way, and leaves it to the caller to move them.
func (e *Engine) Advance(ctx context.Context, dt float64) (*Contacts, error) {
	return e.step(ctx, "Advance", &dt)
}

// step is Step, or Advance by a time.
func (e *Engine) step(ctx context.Context, call string, dt *float64) (found *Contacts, err error) {
	if e == nil || e.shapes == nil {
		return nil, wrong(call, "the Engine was not made by New")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return nil, daylight.ErrBusy
	}
	defer e.busy.Store(false)
	if err := e.untouched(call); err != nil {
		return nil, err
	}
	held := 4 * int64(cap(e.perm))
	if e.cfg.canonical {
		held += e.canon.bytes()
	}
	if e.cfg.events {
		e.events.begin(&e.out)
		held += e.events.bytes()
	}
	e.run.heldBefore = held + e.out.bytes()
	src := source{first: e.shapes}
	if err := e.run.hold(ctx, call, &e.cfg, src); err != nil {
		return nil, err
	}
	defer src.release()
	if a := &e.run.advance; dt != nil {
		if err := e.cfg.checkAdvance(*dt); err != nil {
			return nil, err
		}
		a.on, a.dt = true, *dt
		a.begin(&e.run.live[0], &e.cfg.columns[0])
		defer func() {
			err = a.explain(err)
			e.noteMoved()
			a.end()
		}()
	}
	stats, err := e.run.step(ctx, &e.cfg, &e.out)
	if err != nil {
		return nil, err
	}
	if e.cfg.canonical {
		err := e.run.canonical(&e.canon, &stats)
		if e.run.dropList(err) {
			err = e.run.canonical(&e.canon, &stats)
		}
		if err != nil {
			return nil, err
		}
	}
	if e.cfg.events {
		removals := store.Of(e.shapes).Removals()
		err := e.run.track(&e.events, removals, &stats)
		if e.run.dropList(err) {
			err = e.run.track(&e.events, removals, &stats)
		}
		if err != nil {
			return nil, err
		}
	}
	e.steps++
	e.sinceTidied++
	if e.cfg.reorder && e.run.built && e.untidy() {
		t := time.Now()
		e.sinceTidied = 0
		if err := e.reorder(); err != nil {
			return nil, err
		}
		stats.reordered = true
		stats.Times.reorder = time.Since(t)
	}
	if e.cfg.canonical || e.cfg.events || stats.reordered { // which the step itself has not seen
		stats.Times.step = time.Since(e.run.begun)
	}
	e.look.Lock()
	e.stats = stats
	e.look.Unlock()
	if store.CheckMode() {
		e.sum = e.out.sum()
	}
	return &e.out, nil
}

// untouched returns an error in check mode if the contacts of the last step were written to. The next step then
// begins anew.
func (e *Engine) untouched(call string) error {
	was := e.sum
	if e.sum = 0; was == 0 || !store.CheckMode() || was == e.out.sum() {
		return nil
	}
	if e.list != nil {
		e.list.forget()
	}
	return wrong(call, "the contacts that the last step returned were written to; they are the engine's, write to a Clone")
}

// noteMoved tells the store, and so other engines, what Advance wrote to. A list that passed over shapes has
// done so.
func (e *Engine) noteMoved() {
	st := store.Of(e.shapes)
	if e.run.advance.done && (e.list == nil || !e.list.rest.on) {
		st.Wrote(0, e.shapes.Len())
	}
	if e.list != nil {
		e.list.rest.catchUp(st)
	}
}

// untidy reports whether the storage of the shapes is to be permuted now: in check mode always, and
// never where all shapes are in cache in any order. Otherwise the first step looks, and then one in
// tidySteps, or tidyStepsListed.
func (e *Engine) untidy() bool {
	n := len(e.run.cols.X)
	switch {
	case store.CheckMode():
		return true
	case n < fewSlots:
		return false
	}
	if e.steps > 1 {
		wait := tidySteps
		if e.list != nil && e.list.state == listed {
			wait = tidyStepsListed
		}
		if e.sinceTidied < wait {
			return false
		}
		e.sinceTidied = 0
	}
	return e.run.frame.Scattered(n)
}

// tidyFirst puts storage in order in the first step, before strips are swept: to sweep shapes that lie in no order
// takes longer. Strips stay as they are, and so does the order of contacts.
func (e *Engine) tidyFirst(stats *Stats) {
	r := &e.run
	if n := len(r.cols.X); e.steps > 0 || store.CheckMode() || n < fewSlots || !r.frame.Scattered(n) {
		return
	}
	if e.reorder() != nil { // not reached: an order of all slots is a permutation
		return
	}
	r.view()
	r.frame.Renumber(e.perm, inverted(nil, e.perm), &r.boxes, &r.filters)
	stats.reordered = true
	r.lap(&stats.Times.reorder)
}

// reorder puts the storage of the shapes in the order of the strips; in check mode in any
// order.
func (e *Engine) reorder() error {
	e.perm = e.run.order(e.perm[:0])
	if store.CheckMode() {
		r := rand.New(rand.NewPCG(e.steps, uint64(len(e.perm))))
		r.Shuffle(len(e.perm), func(i, k int) { e.perm[i], e.perm[k] = e.perm[k], e.perm[i] })
	}
	if err := store.Of(e.shapes).ReorderHeld(e.perm); err != nil {
		return err
	}
	if e.list != nil {
		e.list.permute(store.Of(e.shapes), e.perm)
	}
	return nil
}

// Events tells how the contacts of the last successful step differ from those of the successful
// step before it. In the first step all contacts begin. The columns belong to the engine and are
// valid until its next Step. Events returns an *daylight.ArgumentError if the engine was made without
// Config.Events, and daylight.ErrBusy while a step is under way.
func (e *Engine) Events() (*Changes, error) {
	switch {
	case e == nil || !e.cfg.events:
		return nil, wrong("Engine.Events", "this engine keeps no account of events; make it with Config{Events: true}")
	case e.busy.Load():
		return nil, daylight.ErrBusy
	}
	return &e.events.out, nil
}

// Shrink frees memory. An engine keeps as much as its largest step took, so that a step like it
// allocates nothing. Shrink gives that back to the garbage collector, but for what the last step
// returned, which stays valid, and so do its Events. The next step allocates what it needs, and
// makes a new list of candidates if the engine keeps one (see Skin). The columns of the shapes
// belong to the store; Shrink leaves them alone. It returns daylight.ErrBusy while a step is under way.
func (e *Engine) Shrink() error {
	if e == nil || e.shapes == nil {
		return wrong("Shrink", "the Engine was not made by New")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return daylight.ErrBusy
	}
	defer e.busy.Store(false)
	e.out = *e.out.Clone()
	for k := range e.workers {
		e.workers[k] = newWorker(k, &methods[e.cfg.mode])
	}
	r := &e.run
	r.frame, r.travel, r.torus, r.where = nil, travel{}, nil, store.Columns{}
	r.wrapped.boxes, r.wrapped.filters = broadphase.Boxes{}, broadphase.Filters{}
	r.chunks, r.strips, r.out = nil, nil, nil
	r.axes.live.Store(0)
	r.axes.prev, r.axes.next = nil, nil
	if e.list != nil {
		e.list.shrink()
	}
	e.canon, e.perm = sorter{}, nil
	e.events.shrink()
	return nil
}

// shrink keeps what the last step found, and what the next is compared with.
func (t *tracker) shrink() {
	t.keys, t.fresh = slices.Clone(t.keys), nil
	t.seen, t.parts, t.table, t.lost, t.sorter = nil, nil, nil, nil, sorter{}
	t.prev = t.prev.clone()
	c := &t.out
	c.lazy.Lock()
	defer c.lazy.Unlock()
	c.sorter = sorter{}
	c.Was, c.Begin, c.End, c.persist = slices.Clone(c.Was), c.Begin.clone(), c.End.clone(), c.persist.clone()
}

func (p *Pairs) clone() Pairs { return Pairs{slices.Clone(p.A), slices.Clone(p.B)} }
