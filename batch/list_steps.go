// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/guard"
	"daylight/internal/kernels/pose"
	"daylight/internal/store"
)

// newList returns a list that serves for so many steps, or as many as a trial finds out to pay.
func newList(life int) *list {
	l := &list{schedule: schedule{life: max(life, 0), auto: life == SkinAuto}}
	l.bound = listCalls{l.makeStrip, l.useStrip, l.useFresh, l.fattenShare, l.fattenNext, l.addNext, l.refreshRemaining}
	return l
}

// A list is a keeper; its methods follow in the order in which a step calls them.
var _ keeper = (*list)(nil)

// begin takes account of what happened to slots since the last step, and reports whether this one
// uses, makes or prepares a list.
func (l *list) begin(r *run) bool {
	if l.life == 0 { // there is a trial
		return true
	}
	if l.pause > 0 {
		l.pause--
		return false
	}
	n, torus := r.src.len(), r.cfg.circles
	l.fattened.circles, l.next.fattened.circles = torus, torus
	if !r.memory.Reserve(max(0, r.cfg.fattenedBytes()*grown(n)-l.fattened.bytes()-l.places.bytes())) {
		had := l.bytes() > 0
		if l.drop(r); had {
			_ = r.recount() // there was room with more held
		}
		return false
	}
	var ok bool
	l.changed, l.seen, ok = store.Of(r.src.first).Changed(l.changed[:0], l.seen)
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

// defers reports whether this step refreshes shapes as it comes to them. With more workers two
// could want the same block; and how much there is to do, which OnProgress tells, is not known
// before it is known which shapes escaped.
func (l *list) defers(r *run) bool {
	l.fused.on = false
	l.show(r)
	if l.rest.on {
		return true
	}
	l.fused.on = l.checks() && len(r.workers) == 1 && r.cfg.progress == nil && r.src.len() >= fusedFrom
	return l.fused.on
}

// refresh refreshes a chunk, and notes which shapes escaped if that matters.
func (l *list) refresh(r *run, c *chunk, w *worker) {
	w.escaped = w.escaped[:0]
	if !l.checks() {
		c.refresh = r.refreshSlots(c.lo, c.hi)
		l.follow(&r.cols, c.lo, c.hi)
		return
	}
	for lo := c.lo; lo < c.hi; lo += pose.PoseBlock {
		hi := min(lo+pose.PoseBlock, c.hi)
		w.escaped = l.refreshSlots(r, lo, hi, &c.refresh, w.escaped)
	}
}

// find finds the contacts of a step, with a list or without.
func (l *list) find(r *run, out *Contacts, stats *Stats) error {
	if l.life == 0 {
		err := r.findAll(out, stats)
		if err == nil {
			l.life = l.trial.look(r.cfg.table, store.Of(r.src.first), &r.cols, r.rows/max(r.frame.Strips(), 1), int(r.found.Load()))
			l.fullLife = l.life
		}
		return err
	}
	err := l.findBy(r, out, stats)
	l.rest.quarantined = stats.Quarantined
	if err != nil {
		l.forget()
	}
	return err
}

// forget makes the next step one that knows nothing of those before.
func (l *list) forget() {
	l.schedule.forget()
	l.rest.forget()
}

// findBy is find of a schedule that has a list.
func (l *list) findBy(r *run, out *Contacts, stats *Stats) error {
	if l.rest.on {
		if used, err := l.useRest(r, out, stats); used || err != nil {
			return err
		}
	}
	l.rest.forget()
	if l.rest.on {
		// It is known what to do.
	} else if l.fused.on {
		if used, err := l.useFused(r, out, stats); used || err != nil {
			return l.prepareNext(r, stats, err)
		}
	} else {
		l.choose(r)
	}
	switch l.act {
	case makeList:
		return l.make(r, out, stats)
	case useList:
		return l.prepareNext(r, stats, l.use(r, out, stats))
	}
	if err := r.findAll(out, stats); err != nil || l.life == 0 { // it was dropped
		return err
	}
	n := len(r.cols.X)
	l.fattened.note(&r.cols, 0, n)
	l.state, l.age, l.idle, l.lead = noted, 0, 0, 0
	l.entries.reset(n)
	return nil
}

// choose decides what a step does, once shapes are refreshed and workers know which escaped.
func (l *list) choose(r *run) {
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
	for k := range r.chunks {
		e.escaped = append(e.escaped, r.workers[k].escaped...)
	}
	e.sift(&l.fattened, &r.cols, first)
	e.order()
	l.decideUse(r)
}

// useFused refreshes all shapes and finds contacts by means of the list, unless too many turn out
// to have escaped: then used is false, and the caller finds them.
func (l *list) useFused(r *run, out *Contacts, stats *Stats) (used bool, err error) {
	f, e := &l.fused, &l.entries
	f.begin(r)
	e.again = 0
	for _, i := range e.escaped { // they changed
		e.removed.put(i)
	}
	l.pairs = l.count()
	l.stretch(r)
	err = r.sweep(out, l.bound.useFresh)
	// Every shape is refreshed, even if the sweep failed.
	if failed := r.each(l.bound.refreshRemaining); err == nil {
		err = failed
	}
	stats.rotated += f.did.Rotated
	stats.Quarantined += f.did.Quarantined
	r.lap(&stats.Times.strips)
	stats.Times.strips -= f.took
	stats.Times.refresh += f.took
	f.r = nil
	if err != nil {
		return false, err
	}
	e.order()
	if l.decideUse(r); l.act != useList {
		r.restart()
		return false, nil
	}
	stats.SkinAge, stats.escaped = l.served(), e.again
	if err := l.reenter(r); err != nil {
		return false, err
	}
	r.taken.Store(int64(len(r.strips)))
	l.stretchEntries(r)
	r.search = l.bound.use
	err = r.each((*run).sweepStrips)
	stats.listed = l.pairs
	r.lap(&stats.Times.strips)
	return err == nil, err
}

// use finds contacts by means of the list.
func (l *list) use(r *run, out *Contacts, stats *Stats) error {
	stats.SkinAge, stats.escaped = l.served(), l.entries.again
	for _, i := range l.entries.escaped {
		l.mark(r, i)
	}
	if err := l.reenter(r); err != nil {
		return err
	}
	l.stretch(r)
	l.stretchEntries(r)
	err := r.sweep(out, l.bound.use)
	stats.listed = l.pairs
	r.lap(&stats.Times.strips)
	return err
}

// reenter takes the shapes that escaped out of all pairs, and enters those that are still there anew.
func (l *list) reenter(r *run) error {
	l.entries.removeEscaped(l.lead)
	if err := l.enterEscaped(r); err != nil {
		return err
	}
	l.pairs = l.count()
	r.found.Store(int64(l.pairs - len(l.entries.pairs)))
	return nil
}

// make fattens all AABBs, makes a new list and finds contacts on the way.
func (l *list) make(r *run, out *Contacts, stats *Stats) error {
	stats.escaped = l.entries.again
	n := len(r.cols.X)
	l.next.stop()
	l.entries.extrapolate(&l.fattened, &r.cols, l.age, l.lead, false)
	l.long = l.rest.calm > 0
	l.ahead = float32(l.span()-1) / float32(l.age+l.lead)
	if err := r.each(l.bound.fatten); err != nil {
		return err
	}
	l.entries.reset(n)
	if err := r.sortFattened(&l.fattened); err != nil {
		return err
	}
	l.places.settle(&l.fattened)
	r.lap(&stats.Times.sort)
	l.reordered = false
	l.listing.reset(r.frame.Strips(), len(r.workers))
	r.cut(r.frame.Strips(), r.frame.Rows)
	if err := l.roomForRows(&r.job, r.rows); err != nil {
		return err
	}
	if err := r.sweep(out, l.bound.make); err != nil {
		return err
	}
	r.lap(&stats.Times.strips)
	l.state, l.age, l.idle, l.lead = listed, 0, 0, 0
	l.made = l.count()
	stats.SkinAge, stats.listed = 1, l.made
	return nil
}

// fattenShare fattens the share of worker k.
func (l *list) fattenShare(r *run, k int) error {
	n := len(r.cols.X)
	l.fattened.fatten(r.cfg.table, &r.cols, 0, l.ahead, guard.Cut(n, k, len(r.workers)), guard.Cut(n, k+1, len(r.workers)))
	return r.ctx.Err()
}

// stretch cuts the strips of the list into stretches.
func (l *list) stretch(r *run) {
	r.cut(len(l.strips), func(strip int) int { return l.strips[strip].rows })
}

// stretchEntries puts stretches of the entries' pairs behind those of the strips.
func (l *list) stretchEntries(r *run) {
	n := len(l.strips)
	for k := 0; k*entriesAtOnce < len(l.entries.pairs); k++ {
		r.strips = append(r.strips, stretch{n + k, n + k + 1})
	}
}
