// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"daylight"
	"daylight/internal/step"
	"daylight/internal/store"
	"daylight/internal/verlet"
	"daylight/soa"
)

// Engine finds the contacts within one set of shapes (see New), or between two sets (see NewJoin),
// step after step. It owns its scratch memory and the contacts that a step returns, and uses both
// again in the next step. Only one goroutine at a time may use it: of two calls that overlap, the
// second returns daylight.ErrBusy.
type Engine struct {
	src         step.Source
	cfg         step.Settings
	run         step.Run
	list        *verlet.List // nil without Config.Skin
	found       step.Contacts
	out         Contacts // shows found
	canon       step.Sorter
	events      step.Tracker
	changes     Changes    // shows what events found
	look        sync.Mutex // guards stats
	stats       Stats
	perm        []uint32
	steps       uint64      // that ended well
	sinceTidied int         // steps since the order of storage was last looked at
	busy        atomic.Bool // a call is under way
	sum         uint64      // in check mode, of the contacts that the last step returned; 0 if it failed
}

// tidySteps is how many steps lie between two looks at the order of storage: to reorder costs about
// as much as a step, and a look as much as a twentieth of one. With a list steps take half as long,
// and the frame is sorted only when a list is made, so there are more steps in between.
const tidySteps, tidyStepsListed = 8, 32

// New makes an engine for the shapes. It returns a *daylight.ArgumentError if the Config makes no
// sense. Between steps the caller may add, move and remove shapes.
func New(shapes *soa.Shapes, cfg Config) (*Engine, error) {
	if shapes == nil {
		return nil, wrong("New", "shapes is nil; make them with soa.New")
	}
	return newEngine(step.Source{First: shapes}, &cfg, false)
}

// NewJoin makes an engine for the contacts between two sets: A is always a shape of a, and B one of
// b. Each has its ID in its own set. Shapes of one set do not meet each other. Filters work between
// the sets as within one: a static shape of a does not meet a static shape of b, and a world, body
// or group has the same number in both sets. With the contacts, separate.NewJoin pushes the shapes
// of both sets, and solver.NewJoin moves them. push.Out and push.Pushes tell how shapes of a are
// pushed out of shapes of b. Calls that look up both shapes in one set refuse the contacts with a
// *daylight.ArgumentError.
//
// A step brings AABBs and other derived columns of both sets up to date, and changes nothing else
// about them. It copies the columns of both, so it costs somewhat more than a step of all shapes in
// one set. An engine of two sets refuses Skin and Advance.
func NewJoin(a, b *soa.Shapes, cfg Config) (*Engine, error) {
	if err := joinable("NewJoin", a, b); err != nil {
		return nil, err
	}
	return newEngine(step.Source{First: a, Second: b}, &cfg, false)
}

// newEngine makes an engine, also for a single step.
func newEngine(src step.Source, cfg *Config, once bool) (*Engine, error) {
	c, err := cfg.resolve(call{once: once, join: src.Second != nil})
	if err != nil {
		return nil, err
	}
	if err := c.CheckColumns(src); err != nil {
		return nil, err
	}
	e := &Engine{src: src, cfg: c}
	e.run.Hire(c.Workers, c.Mode)
	e.out.of, e.out.with, e.out.torus = src.First, src.Second, c.OnTorus()
	if c.Reorder && cfg.Mode != ModeSwept && !c.OnTorus() {
		e.run.Tidy = e.tidyFirst
	}
	if cfg.Skin {
		e.list = verlet.New(cfg.listLife)
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

// Step finds all contacts of the shapes as they are now. It returns columns to read only, valid
// until the next Step: an engine with a list (see Config.Skin) goes on from them, so to keep or to
// change them, Clone them. In check mode (DAYLIGHT_CHECK=1) a step returns an
// *daylight.ArgumentError if they were written to.
//
// A step may store shapes in another order (see Config.FixedOrder). So keep your own data by ID or
// in a column of soa.Attach, and not by the slots that soa.Shapes.Update shows.
//
// Step returns the error of ctx if ctx ends first; a *daylight.LimitError if the step would take
// more memory than MemoryLimit allows; daylight.ErrBusy if another call on the engine is under way;
// soa.ErrInUse if the shapes are inside of soa.Shapes.Update or held; and a *daylight.PanicError if
// a function of the caller's panics. After an error the shapes and the engine can be used as
// before. A shape whose pose is not finite is left out, and counted in Stats.
func (e *Engine) Step(ctx context.Context) (*Contacts, error) {
	return e.step(ctx, "Step", nil)
}

// Advance moves the shapes by their velocities for a time of dt and finds their contacts, as Step
// would if the shapes had been moved before. It is faster than to move them in soa.Shapes.Update:
// the workers of the step move, a vector at a time, the shapes that they look at next, in one pass
// over memory.
//
// The velocities are those of Config.Columns; see Columns for regions and bodies. Advance only
// reads the columns, but for the entries of the second and further parts of a region, which it
// writes. To let gravity, walls or contacts change velocities, write the columns between steps; of
// a region, write the entry of its ID (see soa.Shapes.Region).
//
// Advance adds float64(VX) * dt to X and float64(VY) * dt to Y, and rounds each once, so it gives
// the same bits as a loop. It multiplies (C, S), as a complex number, by the cosine and sine of
// Spin * dt, and keeps it of unit length, so that no angle grows without bound. Each turn is exact
// to 2^-22 + 2^-23 * |Spin * dt|, and these errors add up. float32 cannot hold turns of less than
// about 1e-6 a step: they come out larger or smaller by some percent, and below 3e-8 a rotation may
// stand still. If your shapes turn so slowly, or you have angles instead of rates of turning, leave
// Spin nil and write C and S (see soa.SinCosAll) before you call Advance.
//
// A shape whose Spin is 0 keeps its rotation as it is. A static shape moves as others do, so leave
// its entries 0. A shape whose velocity is NaN, or takes it out of range, is in quarantine
// afterwards, like any other with such a pose.
//
// Advance returns the errors of Step. If it fails, either no shape has moved, or all have moved and
// the error wraps ErrMoved beside the cause; so ask errors.Is(err, ctx.Err()), not err ==
// ctx.Err(). In ModeSwept, Advance returns a *daylight.ArgumentError: that mode finds what shapes
// meet on their way, and leaves it to the caller to move them.
func (e *Engine) Advance(ctx context.Context, dt float64) (*Contacts, error) {
	return e.step(ctx, "Advance", &dt)
}

// maxTime is the greatest time that Advance accepts.
const maxTime = 1 << 60

// checkAdvance refuses what Advance cannot do.
func (e *Engine) checkAdvance(dt float64) error {
	switch {
	case !(math.Abs(dt) <= maxTime):
		return wrong("Advance", "dt is %v; want a time up to 2^60 either way, in the unit of the velocities", dt)
	case e.cfg.Mode == step.ModeSwept:
		return wrong("Advance", "in ModeSwept, Step finds what shapes meet on their way; move them after it, in soa.Shapes.Update")
	case e.src.Second != nil:
		return wrong("Advance", "an engine of two sets moves no shapes; move them in soa.Shapes.Update, and call Step")
	case e.cfg.Columns[0].Still():
		return wrong("Advance", "the engine knows no velocities; make it with Config{Columns: [2]batch.Columns{{Motion: motion}}}, of soa.AttachMotion")
	}
	return nil
}

// step is Step, or Advance by a time.
func (e *Engine) step(ctx context.Context, call string, dt *float64) (found *Contacts, err error) {
	if e == nil || e.src.First == nil {
		return nil, wrong(call, "the Engine was not made by New or NewJoin")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return nil, daylight.ErrBusy
	}
	defer e.busy.Store(false)
	if err := e.untouched(call); err != nil {
		return nil, err
	}
	held := 4 * int64(cap(e.perm))
	if e.cfg.Canonical {
		held += e.canon.Bytes()
	}
	if e.cfg.Events {
		e.events.Begin(&e.found)
		defer e.changes.show(&e.events.Out)
		held += e.events.Bytes()
	}
	e.run.HeldBefore = held + e.found.Bytes()
	if err := e.run.Hold(ctx, call, &e.cfg, e.src); err != nil {
		return nil, err
	}
	defer e.src.Release()
	if dt != nil {
		if err := e.checkAdvance(*dt); err != nil {
			return nil, err
		}
		e.run.AdvanceBy(*dt, &e.cfg.Columns[0])
		defer func() {
			moved := e.run.Advanced()
			if err != nil && moved {
				err = fmt.Errorf("%w (%w)", err, ErrMoved)
			}
			e.noteMoves(moved)
		}()
	}
	if err := e.find(ctx); err != nil {
		return nil, err
	}
	stats := &e.run.Stats
	e.steps++
	e.sinceTidied++
	if e.cfg.Reorder && e.run.Built && e.untidy() {
		t := time.Now()
		e.sinceTidied = 0
		if err := e.reorder(); err != nil {
			return nil, err
		}
		stats.Reordered = true
		stats.Times.Reorder = time.Since(t)
	}
	if e.cfg.Canonical || e.cfg.Events || stats.Reordered { // which the step itself has not seen
		stats.Times.Step = time.Since(e.run.Begun)
	}
	e.look.Lock()
	e.stats = statsOf(stats)
	e.look.Unlock()
	if store.CheckMode() {
		e.sum = e.found.Sum()
	}
	e.out.show(&e.found)
	return &e.out, nil
}

// find finds the contacts and how they changed. A step that exceeds a limit is tried once more
// without the list.
func (e *Engine) find(ctx context.Context) (err error) {
	r := &e.run
	if e.list == nil {
		err = r.Step(ctx, &e.cfg, &e.found)
	} else {
		err = e.list.Step(ctx, r, &e.cfg, &e.found)
	}
	if err == nil && e.cfg.Canonical {
		if err = r.Canonical(&e.canon); e.list.DropAtLimit(r, err) {
			err = r.Canonical(&e.canon)
		}
	}
	if err == nil && e.cfg.Events {
		removals := e.src.Removals()
		if err = r.Track(&e.events, removals); e.list.DropAtLimit(r, err) {
			err = r.Track(&e.events, removals)
		}
	}
	return err
}

// untouched returns an error in check mode if the contacts of the last step were written to. The
// next step then begins anew.
func (e *Engine) untouched(call string) error {
	was := e.sum
	if e.sum = 0; was == 0 || !store.CheckMode() || was == e.found.Sum() {
		return nil
	}
	if e.list != nil {
		e.list.Forget()
	}
	return wrong(call, "the contacts that the last step returned were written to; they are the engine's, write to a Clone")
}

// noteMoves tells the store, and so other engines, what Advance wrote to. A list that passed over
// shapes has done so.
func (e *Engine) noteMoves(moved bool) {
	st := store.Of(e.src.First)
	if moved && !e.list.PassedOver() {
		st.Wrote(0, e.src.First.Len())
	}
	e.list.CatchUp(st)
}

// untidy reports whether the storage of the shapes is to be permuted now: in check mode always, and
// never where all shapes are in cache in any order. Otherwise the first step looks, and then one in
// tidySteps, or tidyStepsListed.
func (e *Engine) untidy() bool {
	n := e.src.First.Len()
	switch {
	case store.CheckMode():
		return true
	case n < step.FewSlots:
		return false
	}
	if e.steps > 1 {
		wait := tidySteps
		if e.list.InUse() {
			wait = tidyStepsListed
		}
		if e.sinceTidied < wait {
			return false
		}
		e.sinceTidied = 0
	}
	return e.run.Frame.Scattered(n)
}

// tidyFirst puts storage in order in the first step, before strips are swept: to sweep shapes that
// lie in no order takes longer. Strips stay as they are, and so does the order of contacts.
func (e *Engine) tidyFirst() {
	r := &e.run
	if n := e.src.First.Len(); e.steps > 0 || store.CheckMode() || n < step.FewSlots || !r.Frame.Scattered(n) {
		return
	}
	if e.reorder() != nil { // not reached: an order of all slots is a permutation
		return
	}
	r.Renumber(e.perm)
	r.Stats.Reordered = true
	r.Lap(&r.Stats.Times.Reorder)
}

// reorder puts the storage of the shapes in the order of the strips; in check mode in any
// order.
func (e *Engine) reorder() error {
	e.perm = e.run.Order(e.perm[:0])
	if store.CheckMode() {
		r := rand.New(rand.NewPCG(e.steps, uint64(len(e.perm))))
		r.Shuffle(len(e.perm), func(i, k int) { e.perm[i], e.perm[k] = e.perm[k], e.perm[i] })
	}
	if err := store.Of(e.src.First).ReorderHeld(e.perm); err != nil {
		return err
	}
	if e.list != nil {
		e.list.Permute(store.Of(e.src.First), e.perm)
	}
	return nil
}

// Events tells how the contacts of the last successful step differ from those of the successful
// step before it. In the first step all contacts begin. The columns belong to the engine and are
// valid until its next Step. Events returns a *daylight.ArgumentError if the engine was made
// without Config.Events, and daylight.ErrBusy while a step is under way.
func (e *Engine) Events() (*Changes, error) {
	switch {
	case e == nil || !e.cfg.Events:
		return nil, wrong("Engine.Events", "this engine keeps no account of events; make it with Config{Events: true}")
	case e.busy.Load():
		return nil, daylight.ErrBusy
	}
	return &e.changes, nil
}

// Shrink frees memory. An engine keeps as much as its largest step took, so that a step like it
// allocates nothing. Shrink gives that back to the garbage collector, but for what the last step
// returned, which stays valid, and so do its Events. The next step allocates what it needs, and
// makes a new list of candidates if the engine keeps one (see Skin). The columns of the shapes
// belong to the store; Shrink leaves them alone. It returns daylight.ErrBusy while a step is under
// way.
func (e *Engine) Shrink() error {
	if e == nil || e.src.First == nil {
		return wrong("Shrink", "the Engine was not made by New or NewJoin")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return daylight.ErrBusy
	}
	defer e.busy.Store(false)
	e.found = e.found.Clone()
	e.out.show(&e.found)
	e.run.Shrink()
	if e.list != nil {
		e.list.Shrink()
	}
	e.canon, e.perm = step.Sorter{}, nil
	e.events.Shrink()
	e.changes.show(&e.events.Out)
	return nil
}
