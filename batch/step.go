// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/failure"
)

// hold checks what a step is called with and keeps everybody else from changing its shapes,
// until they are released.
func (r *run) hold(ctx context.Context, call string, cfg *config, src source) error {
	if ctx == nil {
		return failure.Argument("batch."+call, "ctx is nil; pass context.Background()")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cfg.checkColumns(src); err != nil {
		return err
	}
	live, err := src.hold()
	if err != nil {
		return err
	}
	r.src, r.live = src, live
	if r.frame == nil {
		r.frame = new(broadphase.Frame)
	}
	if r.torus == nil && cfg.onTorus() {
		r.torus = new(broadphase.Torus)
	}
	return nil
}

// step runs all phases on the shapes that are held and leaves the contacts in out. A list of candidates
// has a step of its own, of the same phases.
func (r *run) step(ctx context.Context, cfg *config, out *contactColumns) error {
	r.begin(ctx, cfg, out)
	if err := r.account(0); err != nil {
		return err
	}
	r.startMoving()
	if err := r.refresh(); err != nil {
		return err
	}
	r.refreshed()
	return r.end(r.merge(r.findAll()))
}

// begin begins a step.
func (r *run) begin(ctx context.Context, cfg *config, out *contactColumns) {
	r.begun = epoch.Add(time.Since(epoch)) // which reads one clock, where time.Now reads two
	r.reported, r.lapped, r.phased = r.begun, 0, r.src.len() >= phasedFrom
	r.ctx, r.cfg, r.out = ctx, cfg, out
	r.done = 0
	r.restart()
	r.built, r.placed = false, false
	r.workers = r.all[:r.pace.workers(r.src.len(), len(r.all))]
	r.stats = stepStats{Shapes: r.src.len(), Workers: len(r.workers), Kernels: cfg.table.Name}
}

// account begins the account of memory, given how many bytes a list holds.
func (r *run) account(kept int64) error { return r.roomForShapes(r.held()+kept, len(r.workers)) }

// held is how many bytes a step begins with, but for those of a list.
func (r *run) held() int64 {
	n := r.heldBefore + r.frame.Bytes() + r.torus.Bytes() + r.axes.bytes()
	for _, w := range r.all {
		n += w.local.bytes() + w.bytes()
	}
	return n
}

// recount begins the account of memory anew once a list is dropped, without what its making took elsewhere: strips of
// fattened AABBs have more rows, and on a torus more images.
func (r *run) recount(kept int64) error {
	for _, w := range r.all {
		*w = *newWorker(w.number, w.method)
	}
	if r.torus != nil {
		*r.torus = broadphase.Torus{}
	}
	return r.account(kept)
}

// startMoving is called before the first shape moves.
func (r *run) startMoving() {
	if r.advance.on {
		r.advance.start(r.src.first)
	}
}

// refreshed ends the refresh phase.
func (r *run) refreshed() {
	if r.limitSep = r.cfg.limitSep(); r.cfg.decide != nil {
		r.limitSep = r.limitOfDoubts()
	}
	r.lap(&r.stats.Times.Refresh)
}

// findAll finds the contacts of a step by looking for all pairs.
func (r *run) findAll() (err error) {
	if r.cfg.bruteForce {
		err := r.decideAll()
		r.lap(&r.stats.Times.Strips)
		return err
	}
	r.placed = false
	boxes, filters := &r.boxes, &r.filters
	if r.cfg.onTorus() {
		boxes, filters = &r.wrapped.boxes, &r.wrapped.filters
		if *boxes, *filters, err = r.wrap(r.boxes); err != nil {
			return err
		}
		n := len(r.cols.X)
		r.place(boxes.X[:n], boxes.Y[:n])
	}
	if err := r.sort(boxes, filters, r.cfg.grow()); err != nil {
		return err
	}
	r.lap(&r.stats.Times.Sort)
	if r.tidy != nil {
		r.tidy()
	}
	r.cut(r.frame.Strips(), r.frame.Rows)
	err = r.sweep((*worker).strip)
	r.lap(&r.stats.Times.Strips)
	return err
}

// end ends a step, given the error of its search for contacts.
func (r *run) end(err error) error {
	if err != nil {
		r.axes.forget()
		return err
	}
	stats := &r.stats
	r.lap(&stats.Times.Merge)
	for _, w := range r.workers {
		stats.Candidates += w.counts.candidates
		stats.HintsTried += w.counts.hintsTried
		stats.HintsHit += w.counts.hintsHit
		stats.Undecided += w.counts.undecided
		stats.Times.Load += w.times.Load
		stats.Times.Sweep += w.times.Sweep
		stats.Times.Narrow += w.times.Narrow
	}
	stats.Strips, stats.Entries = r.frame.Strips(), r.rows
	stats.Contacts = r.out.Len()
	stats.Times.Step = time.Since(r.begun)
	r.pace.learn(stats)
	return nil
}
