// SPDX-License-Identifier: MIT

package batch

import (
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
	"daylight/internal/store"
)

// refresh brings rotations and AABBs up to date, unless the keeper does so later.
func (r *run) refresh(stats *Stats) error {
	n := r.src.len()
	stats.Shapes = n
	r.chunks = r.chunks[:0]
	if r.usesKeeper { // which looks at the columns meanwhile
		r.view()
		if r.keeper.defers(r) {
			return nil
		}
	}
	parts := max(1, min(len(r.workers), n/chunkSlots))
	for k := range parts {
		r.chunks = append(r.chunks, chunk{lo: guard.Cut(n, k, parts), hi: guard.Cut(n, k+1, parts)})
	}
	if err := r.each((*run).refreshChunk); err != nil {
		return err
	}
	if !r.usesKeeper {
		r.view()
	}
	for _, c := range r.chunks {
		stats.Quarantined += c.refresh.Quarantined
		stats.rotated += c.refresh.Rotated
	}
	if r.cfg.mode == ModeSwept {
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
		did.Add(r.src.refresh(r.cfg.table, lo, end))
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

// sort sorts AABBs, grown by so much on each side, into strips, by cell within a strip.
func (r *run) sort(boxes *broadphase.Boxes, filters *broadphase.Filters, grow float32) error {
	r.built = true
	if r.eachPart == nil {
		r.eachPart = r.inParts
	}
	return r.frame.Build(boxes, filters, broadphase.Settings{
		Kernels: r.cfg.table, Grow: grow, Each: r.eachPart, Workers: len(r.workers),
	})
}

// inParts runs the parts of building a frame of the broad phase, one on each worker.
func (r *run) inParts(parts int, do func(part int)) error {
	r.parts, r.do = parts, do
	return r.each((*run).buildPart)
}

func (r *run) buildPart(k int) error {
	if k < r.parts {
		r.do(k)
	}
	return r.ctx.Err()
}

// sweep runs search on all strips. Each worker takes the next stretch of strips when it is done with one.
func (r *run) sweep(out *Contacts, search func(w *worker, j *job, strip int) error) error {
	r.search = search
	if err := r.roomForStrips(r.workers[:min(len(r.workers), len(r.strips))]); err != nil {
		return err
	}
	if r.cfg.hints && r.cols.Count[kernels.Polygon] > 0 {
		if err := r.take(r.axes.needs()); err != nil {
			return err
		}
		r.axes.begin()
	}
	r.out = out
	out.reset()
	out.of, out.with, out.torus = r.src.first, r.src.second, r.cfg.onTorus()
	for k, w := range r.workers {
		if k == 0 {
			w.begin(out)
		} else {
			w.begin(nil)
		}
	}
	return r.each((*run).sweepStrips)
}

// cut cuts n strips of so many rows into stretches of about stretchRows rows.
func (r *run) cut(n int, of func(strip int) int) {
	r.strips, r.rows = r.strips[:0], 0
	for lo := 0; lo < n; {
		hi, rows := lo, 0
		for hi < n && rows < stretchRows {
			rows += of(hi)
			hi++
		}
		r.rows += rows
		r.strips = append(r.strips, stretch{lo, hi})
		lo = hi
	}
}

// sweepStrips takes stretches of strips until there are no more. The first worker takes them in their
// order, so that its contacts need not be moved by merge; all others take them from the end.
func (r *run) sweepStrips(k int) error {
	w := r.workers[k]
	whole := false
	defer func() {
		if !whole { // an error or a panic
			r.failed.Store(true)
		}
	}()
	for {
		if ended, err := r.ended(); ended {
			return err
		}
		n := int(r.taken.Add(1)) - 1
		if n >= len(r.strips) {
			whole = true
			return nil
		}
		w.done = float64(n) / float64(len(r.strips))
		g := len(w.parts)
		if k > 0 {
			g = len(r.strips) - int(r.fromEnd.Add(1))
		}
		at := w.out.Len()
		for s := r.strips[g].lo; s < r.strips[g].hi; s++ {
			if err := r.search(w, &r.job, s); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, part{stretch: g, at: at, n: w.out.Len() - at})
		if r.cfg.progress != nil {
			r.report(w)
		}
	}
}

// progressEvery is how often OnProgress is called at most.
const progressEvery = 50 * time.Millisecond

// report tells Config.OnProgress that worker w is done with one more stretch.
func (r *run) report(w *worker) {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	r.done++
	done, total := r.done, r.givenUp+len(r.strips)
	if now := time.Now(); done == total || now.Sub(r.reported) >= progressEvery {
		r.reported = now
		w.calling = "OnProgress"
		r.cfg.progress(done, total)
		w.calling = ""
	}
}
