// SPDX-License-Identifier: MIT

package verlet

import (
	"time"

	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
	"daylight/internal/step"
	"daylight/internal/store"
)

// List keeps the candidates of an engine from one step to the next. It is a Verlet list (L. Verlet,
// "Computer experiments on classical fluids", 1967) of the pairs whose fattened AABBs overlap.
// While every shape stays inside its own, all pairs that touch are in the list. A shape that
// escapes is entered anew, alone; see entries.
//
// The shapes alone decide the pairs of the list and their order: by their motion since the engine
// first saw them, neither by kernels nor by the number of workers.
type List struct {
	schedule
	listing
	next    nextList
	entries entries
	fused   fused
	rest    rest
	places  places
	pairs   int     // of all parts and of entries
	made    int     // of them, found when the list was made
	ahead   float32 // how far AABBs are fattened, in parts of the time since poses were noted

	seen    uint64   // how much of the store's journal
	changed []uint32 // scratch: slots that changed
	where   []uint32 // scratch: strips

	inverse   []uint32 // by slot when the list was made, the slot now
	reordered bool     // slots are others than when the list was made
	spare64   []float64
	spare32   []float32

	bound calls
	uses  bool // this step uses, makes or prepares a list
}

// calls are methods of a list, bound once, so that a step allocates nothing.
type calls struct {
	refresh                           func(r *step.Run, k int) error
	make, use, useFresh               func(w *step.Worker, j *step.Job, strip int) error
	fatten, addNext, refreshRemaining func(r *step.Run, k int) error
}

// fused is how a step that uses a list refreshes shapes with one worker: a block of slots when the
// first strip comes that has one of them. Storage is near to the order of strips, so what a strip
// reads is then in cache, where refreshing all shapes first would have driven it out. The escaped
// shapes of a strip are known when it is decided, since all of its blocks are refreshed then; so
// contacts and their order are the same.
type fused struct {
	on      bool
	r       *step.Run // whose step it is
	done    []bool    // by block of slots: it is refreshed
	pending int       // blocks that are not
	tooMany bool      // escaped
	did     store.Stats
	took    time.Duration
}

// begin prepares for a step.
func (f *fused) begin(r *step.Run) {
	n := len(r.Cols.X)
	*f = fused{on: true, r: r, done: scratch.Resize(f.done, (n+pose.PoseBlock-1)/pose.PoseBlock)}
	clear(f.done)
	f.pending = len(f.done)
}

// count is how many candidates are listed.
func (l *List) count() int {
	return len(l.entries.pairs) + l.listing.count()
}

// Bytes is the size of the memory that the list holds.
func (l *List) Bytes() int64 {
	return l.rest.bytes() + l.entries.bytes() + l.listing.bytes() + l.next.bytes() + l.trial.bytes() + l.places.bytes() + int64(cap(l.fused.done)) +
		4*int64(cap(l.changed)+cap(l.where)+cap(l.inverse)+cap(l.spare32)) + 8*int64(cap(l.spare64))
}

// drop frees the list and disables it for backoff steps. Each drop doubles the backoff; a list that
// serves its full term resets it.
func (l *List) drop(r *step.Run) {
	r.Memory.Release(l.Bytes())
	*l = List{schedule: l.dropped(), bound: l.bound}
}

// Shrink frees the list; the next step begins anew.
func (l *List) Shrink() {
	*l = List{schedule: l.shrunk(), bound: l.bound}
}

// tooMany reports whether so many shapes escape in this step that a new list costs less.
func (l *List) tooMany(slots int) bool {
	rows := 0
	for k := range l.parts {
		rows += len(l.parts[k].rows.Slots)
	}
	return tooMany(slots, l.made, rows/max(len(l.strips), 1), l.entries.again, len(l.entries.slots))
}

// decideUse decides whether the list is used, made anew or dropped, once it is known which shapes
// escaped.
func (l *List) decideUse(r *step.Run) {
	tooMany := l.tooMany(len(r.Cols.X))
	if tooMany && l.lead > 0 && l.age < leastLife { // to look further ahead does not pay
		l.act = makeList
		l.next.fail()
		return
	}
	if l.chooseAct(tooMany) {
		l.drop(r)
	}
}

// enterEscaped enters the escaped shapes that still exist.
func (l *List) enterEscaped(r *step.Run) error {
	var inverse []uint32
	if l.reordered {
		inverse = l.inverse
	}
	for k := range l.entries.escaped {
		if err := l.entries.enter(&r.Job, &l.fattened, &l.places, l.span(), l.age, inverse, k); err != nil {
			return err
		}
		if ended, err := r.Ended(); ended {
			return err
		}
	}
	return nil
}

// mark notes which strips have rows of a slot that escaped: by its fattened AABB, if it still has
// the one that the list was made from.
func (l *List) mark(r *step.Run, i uint32) {
	if int(i) >= len(l.fattened.x) || l.fattened.absent(int(i)) || l.entries.removed.has(i) {
		return // its strips are not known, or it has no rows
	}
	l.where = l.places.appendStrips(l.where[:0], r, &l.fattened, int(i), r.WorldOf(i))
	for _, k := range l.where {
		l.strips[k].dirty = true
	}
}

// show lets workers see shapes at their placed positions.
func (l *List) show(r *step.Run) {
	if l.fattened.circles == nil || l.state == blank {
		return
	}
	r.Place(l.places.x, l.places.y)
}

// follow finds the present places of the shapes of slots lo to hi-1, if there is a list. A move by
// whole periods does not change a place.
func (l *List) follow(c *store.Columns, lo, hi int) {
	f, p := &l.fattened, &l.places
	if f.circles == nil || l.state == blank {
		return
	}
	f.circles[0].FollowAll(p.x[lo:hi], f.placedX[lo:hi], f.x[lo:hi], c.X[lo:hi])
	f.circles[1].FollowAll(p.y[lo:hi], f.placedY[lo:hi], f.y[lo:hi], c.Y[lo:hi])
}

// refreshSlots brings slots lo to hi-1, a PoseBlock at most, up to date, follows their shapes, adds
// to did what that did, and appends to dst the slots that escaped.
func (l *List) refreshSlots(r *step.Run, lo, hi int, did *store.Stats, dst []uint32) []uint32 {
	now := r.RefreshSlots(lo, hi)
	did.Add(now)
	l.follow(&r.Cols, lo, hi)
	if l.next.fattening {
		l.next.fatten(r, &l.fattened, lo, hi)
	}
	return l.fattened.escaped(dst, r.Cfg.Table, &r.Cols, lo, hi, now.Quarantined > 0)
}

// Permute follows a new order of slots: slot k then holds what was in slot perm[k].
func (l *List) Permute(st store.Store, perm []uint32) {
	l.changed, l.seen, _ = st.Changed(l.changed[:0], l.seen)
	l.rest.catchUp(st)
	l.rest.known = false
	l.next.stop()
	if l.state == blank {
		return
	}
	f := &l.fattened
	for _, c := range [...]*[]float64{&f.x, &f.y, &f.placedX, &f.placedY, &l.places.x, &l.places.y} {
		if *c == nil { // on a plane
			continue
		}
		*c, l.spare64 = step.Permuted(l.spare64, *c, perm), *c
	}
	for _, c := range [...]*[]float32{&f.c, &f.s, &f.minX, &f.minY, &f.maxX, &f.maxY} {
		*c, l.spare32 = step.Permuted(l.spare32, *c, perm), *c
	}
	if l.state != listed {
		return
	}
	l.inverse = step.Inverted(l.inverse, perm)
	l.reordered = true
	c := st.Columns()
	for k := range l.parts {
		l.parts[k].rows.Renumber(l.inverse, &c)
	}
	for k := range l.strips {
		if s := &l.strips[k]; s.rows > 0 {
			s.span(l.parts[s.part].rows.Slots[s.row:][:s.rows])
		}
	}
}
