// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"time"

	"daylight/broadphase"
)

// step runs all phases on the shapes of src and leaves the contacts in out.
func (r *run) step(ctx context.Context, cfg *config, src source, out *Contacts) (Stats, error) {
	if ctx == nil {
		return Stats{}, wrong("Step", "ctx is nil; pass context.Background()")
	}
	if err := ctx.Err(); err != nil {
		return Stats{}, err
	}
	if err := cfg.opposing.check(src); err != nil {
		return Stats{}, err
	}
	live, err := src.hold()
	if err != nil {
		return Stats{}, err
	}
	defer src.release()
	r.live = live
	r.begun = time.Now()
	r.told = r.begun
	r.ctx, r.cfg, r.src, r.limitSep = ctx, cfg, src, cfg.limitSep()
	r.found.Store(0)
	r.done = 0
	r.next.Store(0)
	stats := Stats{Workers: len(r.workers), Kernels: cfg.table.Name}

	if err := r.roomForShapes(); err != nil {
		return stats, err
	}
	if err := r.refresh(&stats); err != nil {
		return stats, err
	}
	t1 := time.Now()
	stats.Times.Refresh = t1.Sub(r.begun)
	if err := r.sort(); err != nil {
		return stats, err
	}
	t2 := time.Now()
	stats.Times.Sort = t2.Sub(t1)
	if err := r.strips(out); err != nil {
		r.axes.forget()
		return stats, err
	}
	t3 := time.Now()
	stats.Times.Strips = t3.Sub(t2)
	if err := r.merge(out); err != nil {
		return stats, err
	}
	stats.Times.Merge = time.Since(t3)

	for _, w := range r.workers {
		stats.Candidates += w.counts.candidates
		stats.HintsTried += w.counts.hintsTried
		stats.HintsHit += w.counts.hintsHit
		stats.Undecided += w.counts.undecided
		stats.Times.Load += w.times.Load
		stats.Times.Sweep += w.times.Sweep
		stats.Times.Narrow += w.times.Narrow
	}
	stats.Strips = r.frame.Strips()
	stats.Entries = r.rows
	stats.Contacts = out.Len()
	stats.Times.Total = time.Since(r.begun)
	return stats, nil
}

// refresh brings rotations and AABBs up to date and measures the scene.
func (r *run) refresh(stats *Stats) error {
	n := r.src.len()
	stats.Shapes = n
	r.chunks = r.chunks[:0]
	parts := max(1, min(len(r.workers), n/chunkSlots))
	for k := range parts {
		r.chunks = append(r.chunks, chunk{lo: n * k / parts, hi: n * (k + 1) / parts})
	}
	if err := r.each(refreshing); err != nil {
		return err
	}
	r.src.view(r)
	if r.cfg.mode == ModeSwept {
		if err := r.move(stats); err != nil {
			return err
		}
	}
	for _, c := range r.chunks {
		stats.Quarantined += c.refresh.Quarantined
		stats.Rotated += c.refresh.Rotated
	}
	return nil
}

// sort deals the AABBs into strips.
func (r *run) sort() error {
	if r.abreast == nil {
		r.abreast = r.inParts
	}
	return r.frame.Build(&r.boxes, &r.filters, broadphase.Settings{
		Kernels: r.cfg.table, Grow: r.cfg.grow(), Each: r.abreast, Workers: len(r.workers),
	})
}

// strips sweeps all strips, in groups that the workers take as they come.
func (r *run) strips(out *Contacts) error {
	r.group()
	if err := r.roomForStrips(); err != nil {
		return err
	}
	r.axes.begin()
	out.reset()
	out.of, out.joined = r.src.first, r.src.second != nil
	for _, w := range r.workers {
		if len(r.workers) == 1 {
			w.begin(out)
		} else {
			w.begin(nil)
		}
	}
	return r.each(sweeping)
}

// sweepStrips takes groups of strips until there are none left.
func (r *run) sweepStrips(w *worker) error {
	for {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		g := int(r.next.Add(1)) - 1
		if g >= len(r.groups) {
			return nil
		}
		at := w.out.Len()
		for s := r.groups[g].lo; s < r.groups[g].hi; s++ {
			if err := w.strip(r, s); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, part{group: g, at: at, n: w.out.Len() - at})
		r.progress(w)
	}
}

// group cuts the strips into groups of about groupEntries rows.
func (r *run) group() {
	r.groups, r.rows = r.groups[:0], 0
	n := r.frame.Strips()
	for lo := 0; lo < n; {
		hi, entries := lo, 0
		for hi < n && entries < groupEntries {
			entries += r.frame.Rows(hi)
			hi++
		}
		r.rows += entries
		r.groups = append(r.groups, group{lo, hi})
		lo = hi
	}
}

// merge puts the workers' contacts behind each other in the order of the groups.
func (r *run) merge(out *Contacts) error {
	if len(r.workers) == 1 {
		return nil
	}
	// Each group's count stands in hi for a moment, then its place in lo.
	for _, w := range r.workers {
		for _, p := range w.parts {
			r.groups[p.group].hi = p.n
		}
	}
	total := 0
	for i := range r.groups {
		r.groups[i].lo = total
		total += r.groups[i].hi
	}
	if err := r.roomToMerge(out, total); err != nil {
		return err
	}
	out.resize(total, r.cfg.mode.depths())
	switch r.cfg.mode {
	case ModeManifolds:
		resizePoints(&out.Points, total)
	case ModeSwept:
		out.Time = resize(out.Time, total)
	case ModeDistance:
		out.Witness.resize(total)
	}
	r.out = out
	return r.each(merging)
}

// mergeParts copies one worker's contacts to where they belong.
func (r *run) mergeParts(w *worker) {
	for _, p := range w.parts {
		r.out.copyAt(r.groups[p.group].lo, &w.local, p.at, p.n)
	}
}

// fewSlots is how many shapes are in cache in any order.
const fewSlots = 4096

// order appends the slots in the order of the strips and their cells; shapes that no
// strip holds come last.
func (r *run) order(dst []uint32) []uint32 {
	dst = r.frame.AppendOrder(dst)
	if r.cfg.mode == ModeSwept {
		dst = r.travel.homes(dst)
	}
	for i, skip := range r.filters.Skip {
		if skip {
			dst = append(dst, uint32(i))
		}
	}
	return dst
}
