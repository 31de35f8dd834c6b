// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"errors"
	"time"

	"daylight"
	"daylight/internal/broadphase"
)

// hold checks what a step is called with and keeps everybody else from changing its shapes,
// until they are released.
func (r *run) hold(ctx context.Context, call string, cfg *config, src source) error {
	if ctx == nil {
		return wrong(call, "ctx is nil; pass context.Background()")
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

// step runs all phases on the shapes that are held and leaves the contacts in out.
func (r *run) step(ctx context.Context, cfg *config, out *Contacts) (Stats, error) {
	r.begun = epoch.Add(time.Since(epoch)) // which reads one clock, where time.Now reads two
	r.reported, r.lapped, r.phased = r.begun, 0, r.src.len() >= phasedFrom
	r.ctx, r.cfg = ctx, cfg
	r.done = 0
	r.restart()
	r.built, r.placed = false, false
	r.workers = r.all[:r.pace.workers(r.src.len(), len(r.all))]
	r.stats = Stats{Workers: len(r.workers), Kernels: cfg.table.Name}
	stats := &r.stats

	err := r.roomForShapes(r.held(), len(r.workers))
	if err != nil && r.keeper != nil { // there may be room without what it keeps
		r.keeper.drop(r)
		err = r.recount()
	}
	if err != nil {
		return *stats, err
	}
	if r.advance.on {
		r.advance.start(r.src.first)
	}
	r.usesKeeper = r.keeper != nil && r.keeper.begin(r)
	if err := r.refresh(stats); err != nil {
		if r.usesKeeper {
			r.keeper.forget()
		}
		return *stats, err
	}
	if r.limitSep = cfg.limitSep(); cfg.decide != nil {
		r.limitSep = r.limitOfDoubts()
	}
	r.lap(&stats.Times.refresh)
	err = r.find(out, stats)
	if err != nil && r.dropList(err) {
		r.restart()
		stats.SkinAge, stats.escaped, stats.listed = 0, 0, 0
		if err = r.recount(); err == nil {
			err = r.find(out, stats)
		}
	}
	if err != nil {
		r.axes.forget()
		return *stats, err
	}
	r.lap(&stats.Times.merge)

	for _, w := range r.workers {
		stats.Candidates += w.counts.candidates
		stats.hintsTried += w.counts.hintsTried
		stats.hintsHit += w.counts.hintsHit
		stats.Undecided += w.counts.undecided
		stats.Times.load += w.times.load
		stats.Times.sweep += w.times.sweep
		stats.Times.narrow += w.times.narrow
	}
	stats.strips, stats.Entries = r.frame.Strips(), r.rows
	stats.Contacts = out.Len()
	stats.Times.step = time.Since(r.begun)
	r.pace.learn(stats)
	return *stats, nil
}

// held is how many bytes a step begins with.
func (r *run) held() int64 {
	n := r.heldBefore + r.frame.Bytes() + r.torus.Bytes() + r.axes.bytes()
	for _, w := range r.all {
		n += w.local.bytes() + w.bytes()
	}
	if r.keeper != nil {
		n += r.keeper.bytes()
	}
	return n
}

// dropList drops the list of candidates, if there is one and the error is that of a limit. It reports
// whether the step may be tried again without it.
func (r *run) dropList(err error) bool {
	if !r.usesKeeper || !errors.Is(err, daylight.ErrLimit) {
		return false
	}
	r.keeper.drop(r)
	r.usesKeeper = false
	return true
}

// recount begins the account of memory anew once a list is dropped, without what its making took elsewhere: strips of
// fattened AABBs have more rows, and on a torus more images.
func (r *run) recount() error {
	for _, w := range r.all {
		*w = *newWorker(w.number, w.method)
	}
	if r.torus != nil {
		*r.torus = broadphase.Torus{}
	}
	return r.roomForShapes(r.held(), len(r.workers))
}

// find finds the contacts of a step, once shapes are refreshed, and puts them in order.
func (r *run) find(out *Contacts, stats *Stats) (err error) {
	if r.usesKeeper {
		err = r.keeper.find(r, out, stats)
	} else {
		err = r.findAll(out, stats)
	}
	if err != nil || len(r.workers) == 1 { // which has nothing to merge
		return err
	}
	return r.merge()
}

// findAll finds the contacts of a step by looking for all pairs.
func (r *run) findAll(out *Contacts, stats *Stats) (err error) {
	if r.cfg.bruteForce {
		err := r.decideAll(out)
		r.lap(&stats.Times.strips)
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
	r.lap(&stats.Times.sort)
	if r.tidy != nil {
		r.tidy(stats)
	}
	r.cut(r.frame.Strips(), r.frame.Rows)
	err = r.sweep(out, (*worker).strip)
	r.lap(&stats.Times.strips)
	return err
}
