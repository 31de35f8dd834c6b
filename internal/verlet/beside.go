// SPDX-License-Identifier: MIT

package verlet

import (
	"errors"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/step"
)

// leastAhead is the least number of steps for which the next list is made before the one in use
// ends: fewer are hardly more even.
const leastAhead = 3

// scatteredLists is how many lists lie between two checks of the order of storage.
const scatteredLists = 4

// takeNext replaces the list in use by the next one, if the list has served its term and the next
// one is ready.
func (l *List) takeNext(r *step.Run) {
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

// beginNext decides, before shapes are refreshed, whether this step begins the next list: then
// AABBs are fattened as they are refreshed, while they are in cache. Without memory for it, the
// step begins none.
func (l *List) beginNext(r *step.Run) {
	x, left := &l.next, l.span()-l.age // steps until the next list is used
	x.fattening = false
	// Velocity estimates need several steps; entries of this step have none.
	if x.stage != nothingNext || !l.makesBeside() || !l.checks() || left < leastAhead || l.age == 0 || left > leastAhead && 2*(l.age+l.lead) < l.life {
		return
	}
	if x.frame == nil {
		x.frame = new(broadphase.Frame)
	}
	if x.torus == nil && r.Cfg.OnTorus() {
		x.torus = new(broadphase.Torus)
	}
	n := len(r.Cols.X)
	need := bytesOfShape(r.Cfg)*step.Grown(n) - x.fattened.bytes() + broadphase.BytesFor(n, len(r.Workers)) - x.frame.Bytes()
	if r.Take(max(0, need)) != nil {
		x.giveUp(r)
		return
	}
	x.life = l.life
	if l.life < l.fullLife {
		x.life++
	}
	x.slots, x.lanes, x.lead = n, r.Cols.Count[kernels.Polygon] > 0, left
	x.from = float32(left) / float32(left+x.life-1)
	x.ahead = float32(left+x.life-1) / float32(l.age+l.lead)
	x.fattened.resize(n)
	x.fattening = true
}

// makesBeside reports whether lists are made beside the one in use for now.
func (l *List) makesBeside() bool { return !l.long && l.rest.calm == 0 && l.next.pause == 0 }

// fattenEntries fattens the slots of entries anew, since their earlier poses are known now.
func (l *List) fattenEntries(r *step.Run) {
	x, n := &l.next, len(r.Cols.X)
	for _, i := range l.entries.slots {
		if int(i) < n {
			x.fattened.copy(&l.fattened, int(i), int(i)+1)
		}
	}
	l.entries.extrapolate(&x.fattened, &r.Cols, l.age, l.lead, true)
	for _, i := range l.entries.slots {
		if int(i) < n {
			x.fattened.fatten(r.Cfg.Table, &r.Cols, x.from, x.ahead, int(i), int(i)+1)
		}
	}
}

// prepareNext continues the next list, after a step has used the one in use.
func (l *List) prepareNext(r *step.Run, err error) error {
	x := &l.next
	if err != nil || !l.makesBeside() {
		x.stop()
		return err
	}
	if x.stage != nothingNext && (x.slots > len(r.Cols.X) || x.lanes != (r.Cols.Count[kernels.Polygon] > 0)) {
		x.stop() // rows of it are none any more, or lack columns
	}
	found := r.Found.Load()
	r.Found.Store(0)
	switch err = l.advanceNext(r, l.span()-l.age); {
	case errors.Is(err, daylight.ErrLimit):
		x.giveUp(r)
		err = nil
	case err != nil:
		x.stop()
	}
	r.Found.Store(found)
	return err
}

// advanceNext does this step's share of the next list, which is used the given number of steps
// later.
func (l *List) advanceNext(r *step.Run, left int) error {
	x := &l.next
	if x.stage == nothingNext {
		if !x.fattening {
			return nil
		}
		l.fattenEntries(r)
		x.stage, x.fattening = fattenedNext, false
		if left > leastAhead+1 {
			return nil
		}
	}
	x.swap(r)
	defer x.swap(r)
	if x.stage == fattenedNext {
		err := l.sortNext(r)
		r.Lap(&r.Stats.Times.Sort)
		return err
	}
	if x.stage == sweptNext {
		return nil
	}
	if r.Torus.Images() == 0 && !r.Frame.Refer(&r.Filters) { // those of images are copies
		x.stop()
		return nil
	}
	if err := r.RoomForStrips(r.Workers); err != nil {
		return err
	}
	for rest := x.rows - (x.rows+left-1)/left; x.until < len(x.strips) && (x.rows > rest || left == 1); x.until++ {
		x.rows -= r.Frame.Rows(x.until)
	}
	x.taken.Store(0)
	if err := r.Each(l.bound.addNext); err != nil {
		return err
	}
	if x.swept = x.until; x.swept == len(x.strips) {
		x.stage = sweptNext
	}
	r.Lap(&r.Stats.Times.Strips)
	return nil
}

// sortNext sorts the AABBs into strips.
func (l *List) sortNext(r *step.Run) error {
	x := &l.next
	x.slots = len(r.Cols.X)
	x.fattened.resize(x.slots)
	if r.Stats.Quarantined > 0 { // since a step ago, and so in no strip, though they may be back when the list is used
		for i, skip := range r.Cols.Skip {
			if skip {
				x.fattened.clear(i)
			}
		}
	}
	err := sortFattened(r, &x.fattened)
	r.Built = false // not what this step finds contacts by
	if err != nil {
		return err
	}
	if x.looks++; x.looks%scatteredLists == 0 && r.Cfg.Reorder && x.slots >= step.FewSlots && r.Frame.Scattered(x.slots) {
		x.stop() // storage can be put in order where a list is made at once
		x.pause = 1
		return nil
	}
	x.rows = 0
	for k := range r.Frame.Strips() {
		x.rows += r.Frame.Rows(k)
	}
	if err := x.roomForRows(&r.Job, x.rows); err != nil {
		return err
	}
	x.listing.reset(r.Frame.Strips(), len(r.All)) // later steps may take more workers than this one
	x.swept, x.until, x.stage = 0, 0, sortedNext
	return nil
}

// addNext lists the candidates of this step's share of the strips.
func (l *List) addNext(r *step.Run, k int) error {
	x := &l.next
	for {
		strip := x.swept + int(x.taken.Add(1)) - 1
		if strip >= x.until {
			return nil
		}
		if err := x.listing.add(r.Workers[k], &r.Job, strip); err != nil {
			return err
		}
	}
}
