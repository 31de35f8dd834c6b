// SPDX-License-Identifier: MIT

package verlet

import (
	"math/bits"
	"time"

	"daylight/internal/kernels/pose"
	"daylight/internal/step"
)

// FusedFrom is how many shapes a fused step has at least: fewer stay in cache without it. It is a
// variable because tests lower it.
var FusedFrom = 1 << 16

// useFresh decides the candidates of a strip of the list, once its blocks of slots are refreshed.
func (l *List) useFresh(w *step.Worker, j *step.Job, k int) error {
	s, f := &l.strips[k], &l.fused
	switch {
	case f.pending == 0:
	case s.blocks != 0:
		for blocks := s.blocks; blocks != 0; blocks &= blocks - 1 {
			l.ensureFresh(int(s.lo)/pose.PoseBlock + bits.TrailingZeros64(blocks))
		}
	default:
		for _, i := range l.parts[s.part].rows.Slots[s.row:][:s.rows] {
			l.ensureFresh(int(i) / pose.PoseBlock)
		}
	}
	if f.tooMany {
		return nil
	}
	return l.walk(w, j, k)
}

// ensureFresh refreshes a block of slots, if there is such a block still and it has not been
// refreshed.
func (l *List) ensureFresh(block int) {
	if done := l.fused.done; block < len(done) && !done[block] {
		l.refreshBlock(block)
	}
}

// refreshBlock refreshes a block of slots and notes which escaped.
func (l *List) refreshBlock(block int) {
	f, e := &l.fused, &l.entries
	r := f.r
	f.done[block] = true
	f.pending--
	begun := time.Now()
	lo := block * pose.PoseBlock
	hi := min(lo+pose.PoseBlock, len(r.Cols.X))
	first := len(e.escaped)
	e.escaped = l.refreshSlots(r, lo, hi, &f.did, e.escaped)
	e.sift(&l.fattened, &r.Cols, first)
	for _, i := range e.escaped[first:] {
		l.mark(r, i)
		e.removed.put(i)
	}
	f.tooMany = f.tooMany || l.tooMany(len(r.Cols.X))
	f.took += time.Since(begun)
}

// refreshRemaining refreshes the blocks that no strip of the list has.
func (l *List) refreshRemaining(r *step.Run, _ int) error {
	for b, done := range l.fused.done {
		if !done {
			l.refreshBlock(b)
		}
	}
	return r.Ctx.Err()
}
