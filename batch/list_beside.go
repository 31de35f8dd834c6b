// SPDX-License-Identifier: MIT

package batch

import (
	"errors"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
)

// leastAhead is how many steps before a list ends the next one is begun at least: fewer are not much more even.
const leastAhead = 3

// scatteredLists is how many lists lie between two looks at the order of storage.
const scatteredLists = 4

// takeNext puts the next list in the place of the one in use, if that has served and the next one is ready.
func (l *list) takeNext(r *run) {
	x := &l.next
	if l.state != listed || l.age < l.span() {
		return
	}
	if x.stage != sweptNext {
		x.pause = max(0, x.pause-1)
		x.stop()
		return
	}
	l.listing, x.listing = x.listing, l.listing
	x.swap(r)
	l.expire()
	l.life, l.age, l.idle, l.long, l.reordered = x.life, 0, 0, false, false
	l.made = l.listing.count()
	l.rest.forget()
	l.entries.reset(x.slots)
	l.changed = append(l.changed, x.changed...)
	x.stop()
}

// prepareNext goes on with the next list, once a step has used the one in use.
func (l *list) prepareNext(r *run, stats *Stats, err error) error {
	x := &l.next
	left := l.span() - l.age // steps until the next list is used
	if err != nil || !r.cfg.evenSteps || l.long || l.rest.calm > 0 || x.pause > 0 {
		x.stop()
		return err
	}
	if x.stage != nothingNext && (x.slots > len(r.cols.X) || x.lanes != (r.cols.Count[kernels.Polygon] > 0)) {
		x.stop() // rows of it are none any more, or lack columns
	}
	found := r.found.Load()
	r.found.Store(0)
	switch err = l.advanceNext(r, stats, left); {
	case errors.Is(err, daylight.ErrLimit):
		r.memory.Release(x.bytes())
		*x = nextList{pause: mostBackoff}
		err = nil
	case err != nil:
		x.stop()
	}
	r.found.Store(found)
	return err
}

// advanceNext does what is to be done in this step, if the next list is to be used so many steps later.
func (l *list) advanceNext(r *run, stats *Stats, left int) error {
	x := &l.next
	if x.stage == nothingNext {
		// Over few steps it is hardly known how shapes move, and of those that were entered in this one nothing is.
		if left < leastAhead || l.age == 0 || left > leastAhead && 2*(l.age+l.lead) < l.life {
			return nil
		}
		if err := l.beginNext(r, left); err != nil {
			return err
		}
		if left > leastAhead+1 {
			r.lap(&stats.Times.sort)
			return nil
		}
	}
	x.swap(r)
	defer x.swap(r)
	if x.stage == fattenedNext {
		err := l.sortNext(r, stats)
		r.lap(&stats.Times.sort)
		return err
	}
	if x.stage == sweptNext {
		return nil
	}
	if r.torus.Images() == 0 && !r.frame.Refer(&r.filters) { // those of images are copies
		x.stop()
		return nil
	}
	if err := r.roomForStrips(r.workers); err != nil {
		return err
	}
	for rest := x.rows - (x.rows+left-1)/left; x.until < len(x.strips) && (x.rows > rest || left == 1); x.until++ {
		x.rows -= r.frame.Rows(x.until)
	}
	x.taken.Store(0)
	if err := r.each(l.bound.addNext); err != nil {
		return err
	}
	if x.swept = x.until; x.swept == len(x.strips) {
		x.stage = sweptNext
	}
	r.lap(&stats.Times.strips)
	return nil
}

// beginNext fattens all AABBs for a list that is to be used so many steps later.
func (l *list) beginNext(r *run, left int) error {
	x, n := &l.next, len(r.cols.X)
	if x.frame == nil {
		x.frame = new(broadphase.Frame)
	}
	if x.torus == nil && r.cfg.onTorus() {
		x.torus = new(broadphase.Torus)
	}
	need := r.cfg.fattenedBytes()*grown(n) - x.fattened.bytes() + broadphase.BytesFor(n, len(r.workers)) - x.frame.Bytes()
	if err := r.take(max(0, need)); err != nil {
		return err
	}
	x.life = l.life
	if l.life < l.fullLife {
		x.life++
	}
	x.slots, x.lanes, x.lead = n, r.cols.Count[kernels.Polygon] > 0, left
	x.from = float32(left) / float32(left+x.life-1)
	x.ahead = float32(left+x.life-1) / float32(l.age+l.lead)
	x.fattened.resize(n)
	if err := r.each(l.bound.fattenNext); err != nil {
		return err
	}
	for _, i := range l.entries.slots {
		if int(i) < n {
			x.fattened.copy(&l.fattened, int(i), int(i)+1)
		}
	}
	l.entries.extrapolate(&x.fattened, &r.cols, l.age, l.lead, true)
	for _, i := range l.entries.slots {
		if int(i) < n {
			x.fattened.fatten(r.cfg.table, &r.cols, x.from, x.ahead, int(i), int(i)+1)
		}
	}
	x.stage = fattenedNext
	return nil
}

// fattenNext fattens the share of worker k.
func (l *list) fattenNext(r *run, k int) error {
	x := &l.next
	lo, hi := guard.Cut(x.slots, k, len(r.workers)), guard.Cut(x.slots, k+1, len(r.workers))
	for ; lo < hi; lo += pose.PoseBlock {
		end := min(lo+pose.PoseBlock, hi)
		x.fattened.copy(&l.fattened, lo, end)
		x.fattened.fatten(r.cfg.table, &r.cols, x.from, x.ahead, lo, end)
	}
	return r.ctx.Err()
}

// sortNext sorts the AABBs into strips.
func (l *list) sortNext(r *run, stats *Stats) error {
	x := &l.next
	x.slots = len(r.cols.X)
	x.fattened.resize(x.slots)
	if stats.Quarantined > 0 { // since a step ago, and so in no strip, though they may be back when the list is used
		for i, skip := range r.cols.Skip {
			if skip {
				x.fattened.clear(i)
			}
		}
	}
	err := r.sortFattened(&x.fattened)
	r.built = false // not what this step finds contacts by
	if err != nil {
		return err
	}
	if x.looks++; x.looks%scatteredLists == 0 && r.cfg.reorder && x.slots >= fewSlots && r.frame.Scattered(x.slots) {
		x.stop() // storage can be put in order where a list is made at once
		x.pause = 1
		return nil
	}
	x.rows = 0
	for k := range r.frame.Strips() {
		x.rows += r.frame.Rows(k)
	}
	if err := x.roomForRows(&r.job, x.rows); err != nil {
		return err
	}
	x.listing.reset(r.frame.Strips(), len(r.workers))
	x.swept, x.until, x.stage = 0, 0, sortedNext
	return nil
}

// addNext lists the candidates of strips until as many are done as are to be in this step.
func (l *list) addNext(r *run, k int) error {
	x := &l.next
	for {
		strip := x.swept + int(x.taken.Add(1)) - 1
		if strip >= x.until {
			return nil
		}
		if err := x.listing.add(r.workers[k], &r.job, strip); err != nil {
			return err
		}
	}
}
