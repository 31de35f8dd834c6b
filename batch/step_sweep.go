// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/sweep"
	"time"
)

// sort deals AABBs into strips.
func (r *run) sort(boxes *sweep.Boxes) error {
	r.built = true
	if r.abreast == nil {
		r.abreast = r.inParts
	}
	return r.frame.Build(boxes, &r.filters, sweep.Settings{
		Kernels: r.cfg.table, Grow: r.cfg.grow(), Each: r.abreast, Workers: len(r.workers),
	})
}

// inParts is how a frame of the broad phase is built: a part by each worker.
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

// sweep searches all strips, in stretches that the workers take as they come.
func (r *run) sweep(out *Contacts, search func(w *worker, j *job, strip int) error) error {
	r.search = search
	if err := r.roomForStrips(r.workers[:min(len(r.workers), len(r.strips))]); err != nil {
		return err
	}
	if err := r.take(r.axes.needs()); err != nil {
		return err
	}
	r.axes.begin()
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

// sweepStrips takes stretches of strips until there are none left: the first worker in their
// order, so that its contacts are where they belong at once, and all others from the end.
func (r *run) sweepStrips(k int) error {
	w := r.workers[k]
	whole := false
	defer func() {
		if !whole { // it failed, or panicked
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
			g = len(r.strips) - int(r.behind.Add(1))
		}
		at := w.out.Len()
		for s := r.strips[g].lo; s < r.strips[g].hi; s++ {
			if err := r.search(w, &r.job, s); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, part{stretch: g, at: at, n: w.out.Len() - at})
		r.progress(w)
	}
}

// progressEvery is how often OnProgress is called at most.
const progressEvery = 50 * time.Millisecond

// progress reports that worker w is done with one more stretch.
func (r *run) progress(w *worker) {
	if r.cfg.progress == nil {
		return
	}
	r.tell.Lock()
	defer r.tell.Unlock()
	r.done++
	done := r.done
	if now := time.Now(); done == len(r.strips) || now.Sub(r.told) >= progressEvery {
		r.told = now
		w.calling = "OnProgress"
		r.cfg.progress(done, len(r.strips))
		w.calling = ""
	}
}
