// SPDX-License-Identifier: MIT

package step

import (
	"context"
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/store"
)

// Hire makes new workers for a mode.
func (r *Run) Hire(workers int, mode Mode) {
	for k := range workers {
		r.All = append(r.All, newWorker(k, &methods[mode]))
	}
}

// Shrink frees memory.
func (r *Run) Shrink() {
	for k, w := range r.All {
		r.All[k] = newWorker(k, w.method)
	}
	if r.Frame != nil {
		r.Frame.Shrink()
	}
	r.travel, r.Torus, r.where, r.joint = travel{}, nil, store.Columns{}, joint{}
	r.wrapped.boxes, r.wrapped.filters = broadphase.Boxes{}, broadphase.Filters{}
	r.Chunks, r.strips, r.Out = nil, nil, nil
	r.Axes.live.Store(0)
	r.Axes.prev, r.Axes.next = nil, nil
}

// Hold checks what a step is called with and keeps everybody else from changing its shapes,
// until they are released.
func (r *Run) Hold(ctx context.Context, call string, cfg *Settings, src Source) error {
	if ctx == nil {
		return guard.Argument("batch."+call, "ctx is nil; pass context.Background()")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cfg.CheckColumns(src); err != nil {
		return err
	}
	live, err := src.hold()
	if err != nil {
		return err
	}
	r.Src, r.live = src, live
	if r.Frame == nil {
		r.Frame = new(broadphase.Frame)
	}
	if r.Torus == nil && cfg.OnTorus() {
		r.Torus = new(broadphase.Torus)
	}
	return nil
}

// AdvanceBy has the next step move the shapes, which are held, for a time of dt.
func (r *Run) AdvanceBy(dt float64, c *Columns) {
	columns := c.motion(r.live[0])
	r.Advance = Advance{On: true, dt: dt, Live: &r.live[0], Dx: columns[0], Dy: columns[1], Turn: columns[2]}
}

// Advanced ends what advanceBy began, and reports whether shapes have moved.
func (r *Run) Advanced() bool {
	moved := r.Advance.done
	r.Advance = Advance{} // the columns are valid only while shapes are held
	return moved
}

// Step runs all phases on the shapes that are held and leaves the contacts in out. A list of
// candidates has a step of its own, of the same phases.
func (r *Run) Step(ctx context.Context, cfg *Settings, out *Contacts) error {
	r.Begin(ctx, cfg, out)
	if err := r.Account(0); err != nil {
		return err
	}
	r.StartMoving()
	if err := r.Refresh(); err != nil {
		return err
	}
	r.Refreshed()
	return r.End(r.Merge(r.FindAll()))
}

// Begin begins a step.
func (r *Run) Begin(ctx context.Context, cfg *Settings, out *Contacts) {
	r.Begun = epoch.Add(time.Since(epoch)) // which reads one clock, where time.Now reads two
	r.reported, r.lapped, r.phased = r.Begun, 0, r.Src.Len() >= phasedFrom
	r.Ctx, r.Cfg, r.Out = ctx, cfg, out
	r.done = 0
	r.Restart()
	r.Built, r.placed, r.resumed = false, false, false
	r.Workers = r.All[:r.Pace.workers(r.Src.Len(), len(r.All))]
	r.Stats = Stats{Shapes: r.Src.Len(), Workers: len(r.Workers), Kernels: cfg.Table.Name}
}

// Account begins the account of memory, given how many bytes a list holds.
func (r *Run) Account(kept int64) error { return r.roomForShapes(r.Held()+kept, len(r.Workers)) }

// Held is how many bytes a step begins with, but for those of a list.
func (r *Run) Held() int64 {
	n := r.HeldBefore + r.Frame.Bytes() + r.Torus.Bytes() + r.Axes.bytes() + r.joint.bytes()
	for _, w := range r.All {
		n += w.local.Bytes() + w.bytes()
	}
	return n
}

// Recount begins the account of memory anew once a list is dropped, without what its making took
// elsewhere: strips of fattened AABBs have more rows, and on a torus more images.
func (r *Run) Recount(kept int64) error {
	for _, w := range r.All {
		*w = *newWorker(w.Number, w.method)
	}
	if r.Torus != nil {
		*r.Torus = broadphase.Torus{}
	}
	return r.Account(kept)
}

// StartMoving is called before the first shape moves.
func (r *Run) StartMoving() {
	if r.Advance.On {
		r.Advance.start(r.Src.First)
	}
}

// Refreshed ends the refresh phase.
func (r *Run) Refreshed() {
	if r.limitSep = r.Cfg.limitSep(); r.Cfg.Decide != nil {
		r.limitSep = r.limitOfDoubts()
	}
	r.Lap(&r.Stats.Times.Refresh)
}

// FindAll finds the contacts of a step by looking for all pairs.
func (r *Run) FindAll() (err error) {
	if r.Cfg.BruteForce {
		err := r.decideAll()
		r.Lap(&r.Stats.Times.Strips)
		return err
	}
	r.placed = false
	boxes, filters := &r.boxes, &r.Filters
	if r.Cfg.OnTorus() {
		boxes, filters = &r.wrapped.boxes, &r.wrapped.filters
		if *boxes, *filters, err = r.Wrap(r.boxes); err != nil {
			return err
		}
		n := len(r.Cols.X)
		r.Place(boxes.X[:n], boxes.Y[:n])
	}
	if err := r.Sort(boxes, filters, r.Cfg.Grow()); err != nil {
		return err
	}
	r.Lap(&r.Stats.Times.Sort)
	if r.Tidy != nil {
		r.Tidy()
	}
	r.Cut(r.Frame.Strips(), r.Frame.Rows)
	err = r.Sweep((*Worker).strip)
	r.Lap(&r.Stats.Times.Strips)
	return err
}

// End ends a step, given the error of its search for contacts.
func (r *Run) End(err error) error {
	if err != nil {
		r.Axes.forget()
		return err
	}
	stats := &r.Stats
	r.Lap(&stats.Times.Merge)
	for _, w := range r.Workers {
		stats.Candidates += w.Counts.Candidates
		stats.HintsTried += w.Counts.hintsTried
		stats.HintsHit += w.Counts.hintsHit
		stats.Undecided += w.Counts.undecided
		stats.Times.Load += w.Times.Load
		stats.Times.Sweep += w.Times.Sweep
		stats.Times.Narrow += w.Times.Narrow
	}
	stats.Resumed = r.Built && r.Frame.Resumed()
	stats.Strips, stats.Entries = r.Frame.Strips(), r.Rows
	stats.Contacts = r.Out.Len()
	stats.Times.Step = time.Since(r.Begun)
	r.Pace.learn(stats)
	return nil
}
