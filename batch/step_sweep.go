// SPDX-License-Identifier: MIT

package batch

import (
	"time"

	"daylight/internal/simd"
	"daylight/internal/sweep"
)

// sort sorts AABBs into strips, by cell within a strip.
func (r *run) sort(boxes *sweep.Boxes) error {
	r.built = true
	if r.eachPart == nil {
		r.eachPart = r.inParts
	}
	return r.frame.Build(boxes, &r.filters, sweep.Settings{
		Kernels: r.cfg.table, Grow: r.cfg.grow(), Each: r.eachPart, Workers: len(r.workers),
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
	if r.cfg.hints && r.cols.Count[simd.Polygon] > 0 {
		if err := r.take(r.axes.needs()); err != nil {
			return err
		}
		r.axes.begin()
	}
	r.out = out
	out.reset()
	out.of, out.with = r.src.first, r.src.second
	for k, w := range r.workers {
		if k == 0 {
			w.begin(out)
		} else {
			w.begin(nil)
		}
	}
	return r.each((*run).sweepStrips)
}

// stretch cuts the strips of the frame into stretches.
func (r *run) stretch() { r.cut(r.frame.Strips(), r.frame.Rows) }

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
	done := r.done
	if now := time.Now(); done == len(r.strips) || now.Sub(r.reported) >= progressEvery {
		r.reported = now
		w.calling = "OnProgress"
		r.cfg.progress(done, len(r.strips))
		w.calling = ""
	}
}
