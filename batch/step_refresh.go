// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/simd/pose"
	"daylight/internal/store"
	"daylight/internal/team"
)

// refresh brings rotations and AABBs up to date, unless the keeper does so later.
func (r *run) refresh(stats *Stats) error {
	n := r.src.len()
	if r.advance.on {
		r.advance.start(r.src.first)
	}
	stats.Shapes = n
	r.chunks = r.chunks[:0]
	if r.usesKeeper && r.keeper.defers(r) {
		r.view()
		return nil
	}
	parts := max(1, min(len(r.workers), n/chunkSlots))
	for k := range parts {
		r.chunks = append(r.chunks, chunk{lo: team.Cut(n, k, parts), hi: team.Cut(n, k+1, parts)})
	}
	if err := r.each((*run).refreshChunk); err != nil {
		return err
	}
	r.view()
	for _, c := range r.chunks {
		stats.Quarantined += c.refresh.Quarantined
		stats.rotated += c.refresh.Rotated
	}
	if r.cfg.mode.moves() {
		return r.move(stats)
	}
	return nil
}

func (r *run) refreshChunk(k int) error {
	if k < len(r.chunks) {
		c := &r.chunks[k]
		if r.usesKeeper {
			r.keeper.refresh(r, c, r.workers[k])
		} else {
			c.refresh = r.refreshSlots(c.lo, c.hi)
		}
	}
	return r.ctx.Err()
}

// refreshSlots brings slots lo to hi-1 up to date. In Advance it moves them first, a block at a time, so
// that a block is in cache when it is refreshed.
func (r *run) refreshSlots(lo, hi int) (did store.Stats) {
	if !r.advance.on {
		return r.src.refresh(r.cfg.table, lo, hi)
	}
	for ; lo < hi; lo += pose.PoseBlock {
		end := min(lo+pose.PoseBlock, hi)
		r.advance.move(r.cfg.table, lo, end)
		part := r.src.refresh(r.cfg.table, lo, end)
		did.Rotated += part.Rotated
		did.Quarantined += part.Quarantined
	}
	return did
}

// move makes the AABBs cover the motion of the shapes during the step.
func (r *run) move(stats *Stats) error {
	t := &r.travel
	t.begin(&r.scene, r.cfg)
	if err := r.each((*run).moveChunk); err != nil {
		return err
	}
	pieces := 0
	for i := range r.chunks {
		stats.Quarantined += r.chunks[i].immovable
		pieces += r.chunks[i].pieces
	}
	t.divide(&r.scene, pieces)
	t.showTo(&r.scene)
	stats.pieces = len(t.owner)
	return nil
}

func (r *run) moveChunk(k int) error {
	if k < len(r.chunks) {
		c := &r.chunks[k]
		c.immovable, c.pieces = r.travel.fit(r.cfg.table, &r.scene, c.lo, c.hi)
	}
	return r.ctx.Err()
}
