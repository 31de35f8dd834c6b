// SPDX-License-Identifier: MIT

package batch

import (
	"math/bits"
	"time"

	"daylight/internal/simd/pose"
	"daylight/internal/store"
)

// fused is how a step that uses a list refreshes shapes with one worker: a block of slots when
// the first strip comes that has one of them. Storage is near to the order of strips, so what a
// strip reads is then in cache, where refreshing all shapes first would have driven it out. Who
// left is known by the time a strip is decided, for its own blocks, and it has no other rows; so
// contacts and their order are the same.
type fused struct {
	on   bool
	r    *run   // whose step it is
	done []bool // by block of slots: it is refreshed
	left int    // blocks that are not
	over bool   // too many left
	did  store.Stats
	took time.Duration
}

// fusedFrom is how many shapes there are at least for this: fewer are in cache anyhow. Tests want
// it of fewer.
var fusedFrom = 1 << 16

// useFresh refreshes the shapes of a strip of the list that are not, and decides its candidates.
func (w *worker) useFresh(j *job, k int) error {
	sk := j.skin
	s, f := &sk.strips[k], &sk.fused
	switch {
	case f.left == 0:
	case s.blocks != 0:
		for blocks := s.blocks; blocks != 0; blocks &= blocks - 1 {
			sk.need(int(s.lo)/pose.PoseBlock + bits.TrailingZeros64(blocks))
		}
	default:
		for _, i := range sk.lists[s.list].slots[s.row:][:s.rows] {
			sk.need(int(i) / pose.PoseBlock)
		}
	}
	if f.over {
		return nil
	}
	return w.walk(j, k)
}

// need refreshes a block of slots unless it is, or is no more.
func (sk *skin) need(block int) {
	if done := sk.fused.done; block < len(done) && !done[block] {
		sk.bring(block)
	}
}

// bring refreshes a block of slots and notes who left.
func (sk *skin) bring(block int) {
	f, c := &sk.fused, &sk.comers
	r := f.r
	f.done[block] = true
	f.left--
	begun := time.Now()
	lo := block * pose.PoseBlock
	hi := min(lo+pose.PoseBlock, len(r.cols.X))
	did := r.bring(lo, hi)
	f.did.Rotated += did.Rotated
	f.did.Quarantined += did.Quarantined
	first := len(c.left)
	c.left = sk.fat.leavers(c.left, r.cfg.table, &r.cols, lo, hi, did.Quarantined > 0)
	c.sieve(&sk.fat, &r.cols, first)
	for _, i := range c.left[first:] {
		sk.mark(r, i)
		c.gone.put(i)
	}
	f.over = f.over || sk.tooMany(len(r.cols.X))
	f.took += time.Since(begun)
}

// refreshRest refreshes what no strip of the list had.
func (r *run) refreshRest(int) error {
	for b, done := range r.skin.fused.done {
		if !done {
			r.skin.bring(b)
		}
	}
	return r.ctx.Err()
}
