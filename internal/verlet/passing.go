// SPDX-License-Identifier: MIT

package verlet

import (
	"bytes"
	"math/bits"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/step"
	"daylight/internal/store"
)

// useRest refreshes the shapes that may have changed and finds the contacts, unless too many
// escaped: then used is false, all shapes are refreshed, and the caller finds the contacts.
func (l *List) useRest(r *step.Run) (used bool, err error) {
	q, e := &l.rest, &l.entries
	all := r.Workers
	r.Workers = all[:1]
	e.again = 0
	q.findRuns()
	for runs := q.runs; len(runs) > 0; {
		n := min(len(runs), touchAhead)
		q.touch(&l.fattened, &r.Advance, &r.Cols, runs[:n])
		for _, run := range runs[:n] {
			l.refreshRun(run.lo, run.hi)
		}
		runs = runs[n:]
	}
	if ended, err := r.Ended(); ended {
		return false, err
	}
	if q.any { // Another engine may have refreshed some, too.
		skip := r.Cols.Skip
		q.quarantined = bytes.Count(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(skip))), len(skip)), []byte{1})
	}
	r.Stats.Quarantined += q.quarantined
	r.Stats.Passed = len(r.Cols.X) - q.count()
	r.Stats.Rotated += l.fused.did.Rotated
	r.Lap(&r.Stats.Times.Refresh)
	e.sift(&l.fattened, &r.Cols, 0)
	e.order()
	if l.decideUse(r); l.act != useList {
		r.Workers = all
		return false, nil
	}
	r.Stats.SkinAge, r.Stats.Escaped, r.Stats.Workers = l.served(), e.again, 1
	for _, i := range e.escaped {
		l.mark(r, i)
	}
	r.Workers[0].Begin(nil)
	g := &q.graph
	into := r.Out
	if r.Cfg.Canonical || r.Cfg.Events { // which puts them in another order, or takes them away
		into = &g.own
	}
	if err := l.findChanged(r, into); err != nil {
		return false, err
	}
	r.Workers[0].Counts.Candidates = g.live
	r.Stats.Listed = g.live
	if into != r.Out {
		if err := r.RoomToMerge(r.Out, into.Len()); err != nil {
			return false, err
		}
		r.Out.Reset()
		r.Out.ResizeAll(into.Len(), r.Cfg.Mode)
		r.Out.CopyAt(0, into, 0, into.Len())
	}
	r.Lap(&r.Stats.Times.Strips)
	return true, nil
}

// refreshRun refreshes slots lo to hi-1, a PoseBlock at most, and notes which escaped.
func (l *List) refreshRun(lo, hi int) {
	r, e := l.fused.r, &l.entries
	e.escaped = l.refreshSlots(r, lo, hi, &l.fused.did, e.escaped)
	if r.Advance.On {
		store.Of(r.Src.First).Wrote(lo, hi)
	}
}

// findChanged brings contacts up to date.
func (l *List) findChanged(r *step.Run, into *step.Contacts) error {
	q, e := &l.rest, &l.entries
	g := &q.graph
	if len(g.pairs) > 2*g.live+step.Flush {
		g.valid = false // most were removed
	}
	g.work, g.fresh = g.work[:0], uint32(len(g.pairs))
	if g.valid {
		for _, i := range e.escaped {
			g.removeAll(into, i)
		}
	}
	if len(e.escaped) > 0 {
		first := len(e.pairs)
		e.removeEscaped(l.lead)
		if kept := len(e.pairs); kept < first {
			first = kept
		}
		if err := l.enterEscaped(r); err != nil {
			return err
		}
		if g.valid {
			if err := g.add(r, e.pairs[first:]); err != nil {
				return err
			}
		}
	}
	if !g.valid {
		into.Reset()
		if err := l.makeGraph(r); err != nil {
			return err
		}
		for k := range g.pairs {
			g.work = append(g.work, uint32(k))
		}
	} else if q.any {
		for k, word := range q.changed {
			for ; word != 0; word &= word - 1 {
				g.collect(uint32(64*k+bits.TrailingZeros64(word)), q.changed)
			}
		}
	}
	return g.decide(r, into)
}

// makeGraph takes all pairs of the list.
func (l *List) makeGraph(r *step.Run) error {
	g := &l.rest.graph
	if err := g.begin(r, len(r.Cols.X), l.count()); err != nil {
		return err
	}
	for k := range l.strips {
		s := &l.strips[k]
		p := &l.parts[s.part]
		if l.entries.touches(s) {
			p.remove(s, l.entries.removed)
		}
		rows := p.rows.Window(s.row, s.row+s.rows)
		for _, kind := range p.kinds[s.kind:s.last] {
			for _, q := range p.pairs[s.pair+int(kind.at):][:kind.n] {
				if rows.Alive(int(q.A)) && rows.Alive(int(q.B)) {
					g.link(kernels.Pair{A: rows.Slots[q.A], B: rows.Slots[q.B]})
				}
			}
		}
		if ended, err := r.Ended(); ended {
			return err
		}
	}
	for _, q := range l.entries.pairs {
		g.link(q)
	}
	g.valid = true
	return nil
}
