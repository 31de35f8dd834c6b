// SPDX-License-Identifier: MIT

package verlet

import (
	"context"
	"errors"

	"daylight"
	"daylight/internal/guard"
	"daylight/internal/kernels/pose"
	"daylight/internal/step"
	"daylight/internal/store"
)

// New returns a list that serves for as many steps as a trial finds best. For tests life says for
// how many, whether it pays or not, if it is not 0.
func New(life int) *List {
	l := &List{schedule: schedule{life: life, given: life > 0}}
	l.bound = calls{l.refreshChunk, l.makeStrip, l.useStrip, l.useFresh, l.fattenShare, l.addNext, l.refreshRemaining}
	return l
}

// Step is step of a run, by means of a list.
func (l *List) Step(ctx context.Context, r *step.Run, cfg *step.Settings, out *step.Contacts) error {
	r.Begin(ctx, cfg, out)
	if r.Account(l.Bytes()) != nil { // there may be room without the list
		l.drop(r)
		if err := r.Recount(l.Bytes()); err != nil {
			return err
		}
	}
	r.StartMoving()
	l.uses = l.begin(r)
	if err := l.refresh(r); err != nil {
		return err
	}
	r.Refreshed()
	var err error
	if l.uses {
		err = l.find(r)
	} else {
		err = r.FindAll()
	}
	err = r.Merge(err)
	if l.DropAtLimit(r, err) {
		r.Restart()
		r.Stats.SkinAge, r.Stats.Escaped, r.Stats.Listed = 0, 0, 0
		if err = r.Recount(l.Bytes()); err == nil {
			err = r.Merge(r.FindAll())
		}
	}
	return r.End(err)
}

// DropAtLimit drops the list if the step uses it and the error is that of a limit. It reports
// whether the caller may try again without it. l may be nil.
func (l *List) DropAtLimit(r *step.Run, err error) bool {
	if l == nil || !l.uses || !errors.Is(err, daylight.ErrLimit) {
		return false
	}
	l.drop(r)
	l.uses = false
	return true
}

// begin takes account of what happened to slots since the last step, and reports whether this one
// uses, makes or prepares a list.
func (l *List) begin(r *step.Run) bool {
	if l.life == 0 { // there is a trial
		return true
	}
	if l.pause > 0 {
		l.pause--
		return false
	}
	n, torus := r.Src.Len(), r.Cfg.Circles
	l.fattened.circles, l.next.fattened.circles = torus, torus
	if !r.Memory.Reserve(max(0, bytesOfShape(r.Cfg)*step.Grown(n)-l.fattened.bytes()-l.places.bytes())) {
		had := l.Bytes() > 0
		if l.drop(r); had {
			_ = r.Recount(l.Bytes()) // there was room with more held
		}
		return false
	}
	var ok bool
	l.changed, l.seen, ok = store.Of(r.Src.First).Changed(l.changed[:0], l.seen)
	if !ok || n == 0 {
		l.state = blank
	}
	l.rest.look(r, !ok || len(l.changed) > 0)
	l.entries.escaped, l.entries.unplaced = l.entries.escaped[:0], l.entries.unplaced[:0]
	if l.state == blank {
		l.rest.calm = 0 // the next step is to count, so that poses are noted over a step at least
		l.next.stop()
		l.fattened.resize(0)
		l.fattened.resize(n)
		return true
	}
	if l.rest.any || l.rest.calm < calmSteps {
		l.age++
	} else {
		l.idle++
	}
	l.takeNext(r)
	l.fattened.resize(n)
	if torus != nil {
		l.places.resize(n)
	}
	if l.rest.passesOver(l.checks()) {
		l.fused.r, l.fused.did = r, store.Stats{}
	}
	l.entries.grow(n)
	l.entries.noteChanged(&l.fattened, l.changed, n)
	l.next.note(l.changed)
	return true
}

// refresh brings rotations and AABBs up to date, unless find does so later.
func (l *List) refresh(r *step.Run) error {
	if !l.uses {
		return r.Refresh()
	}
	r.View() // which the list looks at meanwhile
	l.beginNext(r)
	if l.defers(r) {
		return nil
	}
	err := r.RefreshBy(l.bound.refresh)
	if err != nil {
		l.Forget()
	}
	return err
}

// defers reports whether this step refreshes shapes as it comes to them. With more workers two
// could want the same block; and how much there is to do, which OnProgress tells, is not known
// before it is known which shapes escaped.
func (l *List) defers(r *step.Run) bool {
	l.fused.on = false
	l.show(r)
	if l.rest.on {
		return true
	}
	l.fused.on = l.checks() && len(r.Workers) == 1 && r.Cfg.Progress == nil && r.Src.Len() >= FusedFrom
	return l.fused.on
}

// refreshChunk refreshes worker k's chunk, and notes which shapes escaped if that matters.
func (l *List) refreshChunk(r *step.Run, k int) error {
	if k >= len(r.Chunks) {
		return r.Ctx.Err()
	}
	c, w := &r.Chunks[k], r.Workers[k]
	w.Escaped = w.Escaped[:0]
	if !l.checks() {
		c.Refresh = r.RefreshSlots(c.Lo, c.Hi)
		l.follow(&r.Cols, c.Lo, c.Hi)
		return r.Ctx.Err()
	}
	for lo := c.Lo; lo < c.Hi; lo += pose.PoseBlock {
		hi := min(lo+pose.PoseBlock, c.Hi)
		w.Escaped = l.refreshSlots(r, lo, hi, &c.Refresh, w.Escaped)
	}
	return r.Ctx.Err()
}

// find finds the contacts of a step, with a list or without.
func (l *List) find(r *step.Run) error {
	if l.life == 0 {
		err := r.FindAll()
		if err == nil {
			l.life = l.trial.look(r.Cfg.Table, store.Of(r.Src.First), &r.Cols, r.Rows/max(r.Frame.Strips(), 1), int(r.Found.Load()))
			l.fullLife = l.life
		}
		return err
	}
	err := l.findBy(r)
	l.rest.quarantined = r.Stats.Quarantined
	if err != nil {
		l.Forget()
	}
	return err
}

// Forget makes the next step one that knows nothing of those before.
func (l *List) Forget() {
	l.schedule.forget()
	l.rest.forget()
}

// findBy is find of a schedule that has a list.
func (l *List) findBy(r *step.Run) error {
	if l.rest.on {
		if used, err := l.useRest(r); used || err != nil {
			return err
		}
	}
	l.rest.forget()
	if l.rest.on {
		// It is known what to do.
	} else if l.fused.on {
		if used, err := l.useFused(r); used || err != nil {
			return l.prepareNext(r, err)
		}
	} else {
		l.choose(r)
	}
	switch l.act {
	case makeList:
		return l.make(r)
	case useList:
		return l.prepareNext(r, l.use(r))
	}
	if err := r.FindAll(); err != nil || l.life == 0 { // it was dropped
		return err
	}
	n := len(r.Cols.X)
	l.fattened.note(&r.Cols, 0, n)
	l.state, l.age, l.idle, l.lead = noted, 0, 0, 0
	l.entries.reset(n)
	return nil
}

// choose decides what a step does, once shapes are refreshed and workers know which escaped.
func (l *List) choose(r *step.Run) {
	e := &l.entries
	e.again = 0
	if l.state == blank {
		l.act = sweepAll
		return
	}
	if !l.checks() {
		l.act = makeList
		if l.state == listed {
			l.expire()
		}
		return
	}
	first := len(e.escaped)
	for k := range r.Chunks {
		e.escaped = append(e.escaped, r.Workers[k].Escaped...)
	}
	e.sift(&l.fattened, &r.Cols, first)
	e.order()
	l.decideUse(r)
}

// useFused refreshes all shapes and finds contacts by means of the list, unless too many turn out
// to have escaped: then used is false, and the caller finds them.
func (l *List) useFused(r *step.Run) (used bool, err error) {
	f, e := &l.fused, &l.entries
	f.begin(r)
	e.again = 0
	for _, i := range e.escaped { // they changed
		e.removed.put(i)
	}
	l.pairs = l.count()
	l.stretch(r)
	err = r.Sweep(l.bound.useFresh)
	// Every shape is refreshed, even if the sweep failed.
	if failed := r.Each(l.bound.refreshRemaining); err == nil {
		err = failed
	}
	r.Stats.Rotated += f.did.Rotated
	r.Stats.Quarantined += f.did.Quarantined
	r.Lap(&r.Stats.Times.Strips)
	r.Stats.Times.Strips -= f.took
	r.Stats.Times.Refresh += f.took
	f.r = nil
	if err != nil {
		return false, err
	}
	e.order()
	if l.decideUse(r); l.act != useList {
		r.Restart()
		return false, nil
	}
	r.Stats.SkinAge, r.Stats.Escaped = l.served(), e.again
	if err := l.reenter(r); err != nil {
		return false, err
	}
	err = r.SweepMore(len(l.strips), len(l.strips)+l.entries.lots(), l.bound.use)
	r.Stats.Listed = l.pairs
	r.Lap(&r.Stats.Times.Strips)
	return err == nil, err
}

// use finds contacts by means of the list.
func (l *List) use(r *step.Run) error {
	r.Stats.SkinAge, r.Stats.Escaped = l.served(), l.entries.again
	for _, i := range l.entries.escaped {
		l.mark(r, i)
	}
	if err := l.reenter(r); err != nil {
		return err
	}
	l.stretch(r)
	r.Append(len(l.strips), len(l.strips)+l.entries.lots())
	err := r.Sweep(l.bound.use)
	r.Stats.Listed = l.pairs
	r.Lap(&r.Stats.Times.Strips)
	return err
}

// reenter takes the shapes that escaped out of all pairs, and enters the ones still in the store
// anew.
func (l *List) reenter(r *step.Run) error {
	l.entries.removeEscaped(l.lead)
	if err := l.enterEscaped(r); err != nil {
		return err
	}
	l.pairs = l.count()
	r.Found.Store(int64(l.pairs - len(l.entries.pairs)))
	return nil
}

// make fattens all AABBs, makes a new list and finds contacts on the way.
func (l *List) make(r *step.Run) error {
	r.Stats.Escaped = l.entries.again
	n := len(r.Cols.X)
	l.next.stop()
	l.entries.extrapolate(&l.fattened, &r.Cols, l.age, l.lead, false)
	l.long = l.rest.calm > 0
	l.ahead = float32(l.span()-1) / float32(l.age+l.lead)
	if err := r.Each(l.bound.fatten); err != nil {
		return err
	}
	l.entries.reset(n)
	if err := sortFattened(r, &l.fattened); err != nil {
		return err
	}
	l.places.settle(&l.fattened)
	r.Lap(&r.Stats.Times.Sort)
	l.reordered = false
	l.listing.reset(r.Frame.Strips(), len(r.Workers))
	r.Cut(r.Frame.Strips(), r.Frame.Rows)
	if err := l.roomForRows(&r.Job, r.Rows); err != nil {
		return err
	}
	if err := r.Sweep(l.bound.make); err != nil {
		return err
	}
	r.Lap(&r.Stats.Times.Strips)
	l.state, l.age, l.idle, l.lead = listed, 0, 0, 0
	l.made = l.count()
	r.Stats.SkinAge, r.Stats.Listed = 1, l.made
	return nil
}

// fattenShare fattens the share of worker k.
func (l *List) fattenShare(r *step.Run, k int) error {
	n := len(r.Cols.X)
	l.fattened.fatten(r.Cfg.Table, &r.Cols, 0, l.ahead, guard.Cut(n, k, len(r.Workers)), guard.Cut(n, k+1, len(r.Workers)))
	return r.Ctx.Err()
}

// stretch cuts the strips of the list into stretches.
func (l *List) stretch(r *step.Run) {
	r.Cut(len(l.strips), func(strip int) int { return l.strips[strip].rows })
}

// InUse reports whether there is a list. l may be nil.
func (l *List) InUse() bool { return l != nil && l.state == listed }

// MadeBeside reports whether the list in use was made beside the one before.
func (l *List) MadeBeside() bool { return l.InUse() && l.lead > 0 }

// PassedOver reports whether the last step passed over shapes, and so told the store of those it
// moved. l may be nil.
func (l *List) PassedOver() bool { return l != nil && l.rest.on }

// CatchUp takes account of what the step itself wrote to the store. l may be nil.
func (l *List) CatchUp(st store.Store) {
	if l != nil {
		l.rest.catchUp(st)
	}
}
