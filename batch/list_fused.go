// SPDX-License-Identifier: MIT

package batch

import (
	"math/bits"
	"time"

	"daylight/internal/kernels/pose"
)

// fusedFrom is how many shapes a fused step has at least: fewer stay in cache without it. It is a variable
// because tests lower it.
var fusedFrom = 1 << 16

// useFresh decides the candidates of a strip of the list, once its blocks of slots are refreshed.
func (l *list) useFresh(w *worker, j *job, k int) error {
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

// ensureFresh refreshes a block of slots, if there is such a block still and it has not been refreshed.
func (l *list) ensureFresh(block int) {
	if done := l.fused.done; block < len(done) && !done[block] {
		l.refreshBlock(block)
	}
}

// refreshBlock refreshes a block of slots and notes which escaped.
func (l *list) refreshBlock(block int) {
	f, e := &l.fused, &l.entries
	r := f.r
	f.done[block] = true
	f.pending--
	begun := time.Now()
	lo := block * pose.PoseBlock
	hi := min(lo+pose.PoseBlock, len(r.cols.X))
	first := len(e.escaped)
	e.escaped = l.refreshSlots(r, lo, hi, &f.did, e.escaped)
	e.sift(&l.fattened, &r.cols, first)
	for _, i := range e.escaped[first:] {
		l.mark(r, i)
		e.removed.put(i)
	}
	f.tooMany = f.tooMany || l.tooMany(len(r.cols.X))
	f.took += time.Since(begun)
}

// refreshRemaining refreshes the blocks that no strip of the list has.
func (l *list) refreshRemaining(r *run, _ int) error {
	for b, done := range l.fused.done {
		if !done {
			l.refreshBlock(b)
		}
	}
	return r.ctx.Err()
}
