// SPDX-License-Identifier: MIT

package verlet

import (
	"math"
	"math/bits"

	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
	"daylight/internal/step"
	"daylight/internal/store"
)

// rest is how a step that uses a list passes over shapes that stand still: it refreshes those alone
// that somebody wrote to or that have a velocity, and decides those of their pairs alone. All other
// contacts stay as they are, where they are. It is exact: what it does not look at is what it was
// in the step before.
//
// The store tells which shapes may have changed. In Advance the columns of velocities tell it.
type rest struct {
	seen    uint64   // how much of the store's account of writes
	written []uint32 // scratch: slots
	known   bool     // moving is what the columns of velocities say
	moving  slotSet  // slots that Advance changes
	movers  int      // how many
	calm    int      // steps in a row in which few shapes changed
	on      bool     // this step passes over the others
	changed slotSet  // slots that may have changed in this step, if any have
	any     bool
	runs    []slotRun // the same, as ranges of a PoseBlock at most
	sink    uint64    // what was read and is not needed

	quarantined int // in the step before
	graph       restGraph
}

// In a step that passes over shapes at most one of restShare changes. The step before was like
// that, too, because the first such step decides all pairs once more, to note which are contacts.
const (
	restShare = 32
	calmSteps = 2
)

// look finds out which shapes may have changed since the step before, once those of a region have
// the same velocities. That some came, went or have other attributes is told by the caller.
func (q *rest) look(r *step.Run, other bool) {
	st := store.Of(r.Src.First)
	var ok bool
	q.on, q.any = false, false
	q.written, q.seen, ok = st.Written(q.written[:0], q.seen)
	n := r.Src.Len()
	if ok = ok && !other && r.Cfg.Decide == nil && len(q.written) <= n/restShare; ok && r.Advance.On {
		ok = q.findMovers(&r.Advance, n) && q.movers <= n/restShare
	} else {
		q.known = false
	}
	if !ok {
		q.calm = 0
		return
	}
	q.calm++
	if q.any = len(q.written) > 0 || r.Advance.On && q.movers > 0; !q.any {
		return
	}
	q.changed = scratch.Resize(q.changed, (n+63)/64)
	clear(q.changed)
	if r.Advance.On {
		copy(q.changed, q.moving)
	}
	for _, i := range q.written {
		q.changed.put(i)
	}
}

// findMovers finds the shapes that Advance changes, unless there are more than matter.
func (q *rest) findMovers(a *step.Advance, n int) bool {
	if q.known {
		for _, i := range q.written {
			was := q.moving.has(i)
			if now := a.Moves(int(i)); now != was {
				q.moving[i/64] ^= 1 << (i % 64)
				q.movers += 1
				if was {
					q.movers -= 2
				}
			}
		}
		return true
	}
	q.moving = scratch.Resize(q.moving, (n+63)/64)
	clear(q.moving)
	q.movers = 0
	for i := range n {
		if a.Moves(i) {
			q.moving.put(uint32(i))
			if q.movers++; q.movers > n/restShare {
				return false
			}
		}
	}
	q.known = true
	return true
}

// passesOver decides whether this step passes over shapes, if the list can be used.
func (q *rest) passesOver(usable bool) bool {
	q.on = usable && q.calm >= calmSteps
	return q.on
}

func (q *rest) bytes() int64 {
	return 4*int64(cap(q.written)) + 8*int64(cap(q.moving)+cap(q.changed)+2*cap(q.runs)) + q.graph.bytes()
}

// catchUp takes account of what a step itself writes to.
func (q *rest) catchUp(st store.Store) { q.written, q.seen, _ = st.Written(q.written[:0], q.seen) }

// forget takes account of contacts that were found in another way, or not at all.
func (q *rest) forget() { q.graph.valid = false }

// count is how many slots may have changed.
func (q *rest) count() (n int) {
	if q.any {
		for _, word := range q.changed {
			n += bits.OnesCount64(word)
		}
	}
	return n
}

// findRuns finds the ranges of slots that may have changed.
func (q *rest) findRuns() {
	q.runs = q.runs[:0]
	if !q.any {
		return
	}
	run := slotRun{}
	for k, word := range q.changed {
		for word != 0 {
			at := bits.TrailingZeros64(word)
			n := bits.TrailingZeros64(^(word >> at))
			word &^= (1<<n - 1) << at
			if at += 64 * k; at != run.hi || at+n-run.lo > pose.PoseBlock {
				if run.lo < run.hi {
					q.runs = append(q.runs, run)
				}
				run.lo = at
			}
			run.hi = at + n
		}
	}
	if run.lo < run.hi {
		q.runs = append(q.runs, run)
	}
}

// slotRun is a range of slots.
type slotRun struct{ lo, hi int }

// touchAhead is of how many runs what is read is asked for beforehand. Shapes that lie far from
// each other are not in cache, and many reads that do not wait for each other take as long as a
// few.
const touchAhead = 128

// touch reads what refreshing some runs is going to read of the first slot of each.
func (q *rest) touch(f *fattened, a *step.Advance, c *store.Columns, runs []slotRun) {
	for _, column := range [...][]float64{c.X, c.Y, f.x, f.y} {
		for _, run := range runs {
			q.sink += math.Float64bits(column[run.lo])
		}
	}
	for _, column := range [...][]float32{
		c.C, c.S, c.RC, c.RS, c.P, c.Q, c.Reach, c.MinX, c.MinY, c.MaxX, c.MaxY,
		f.minX, f.minY, f.maxX, f.maxY, a.Dx, a.Dy, a.Turn,
	} {
		if column != nil {
			for _, run := range runs {
				q.sink += uint64(math.Float32bits(column[run.lo]))
			}
		}
	}
	for _, run := range runs {
		q.sink += uint64(c.Class[run.lo]) + uint64(c.Fault[run.lo]) + uint64(c.Off[run.lo]) + uint64(c.Num[run.lo])
	}
}
