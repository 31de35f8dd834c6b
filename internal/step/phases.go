// SPDX-License-Identifier: MIT

package step

import (
	"time"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
	"daylight/internal/store"
)

// Refresh brings rotations and AABBs up to date.
func (r *Run) Refresh() error {
	refresh := (*Run).refreshChunk
	if r.resumed = r.resume(); r.resumed {
		refresh = (*Run).dealChunk
	}
	if err := r.RefreshBy(refresh); err != nil {
		return err
	}
	r.View()
	if r.Cfg.Mode == ModeSwept {
		return r.move()
	}
	return nil
}

// RefreshBy has workers refresh the chunks of all slots.
func (r *Run) RefreshBy(refresh func(r *Run, k int) error) error {
	n := r.Src.Len()
	r.Chunks = r.Chunks[:0]
	parts := max(1, min(len(r.Workers), n/chunkSlots))
	for k := range parts {
		r.Chunks = append(r.Chunks, chunk{Lo: guard.Cut(n, k, parts), Hi: guard.Cut(n, k+1, parts)})
	}
	if err := r.Each(refresh); err != nil {
		return err
	}
	for _, c := range r.Chunks {
		r.Stats.Quarantined += c.Refresh.Quarantined
		r.Stats.Rotated += c.Refresh.Rotated
	}
	return nil
}

func (r *Run) refreshChunk(k int) error {
	if k < len(r.Chunks) {
		c := &r.Chunks[k]
		c.Refresh = r.RefreshSlots(c.Lo, c.Hi)
	}
	return r.Ctx.Err()
}

// resume begins a frame with the plan of the step before, if it can. Such a frame may have more
// candidates than one that was built anew, so ModePairs, whose candidates are the answer, has none.
func (r *Run) resume() bool {
	if r.Src.Second != nil || r.Cfg.Mode == ModePairs || r.Cfg.Mode == ModeSwept ||
		r.Cfg.OnTorus() || r.Cfg.BruteForce {
		return false
	}
	r.View() // its columns are dealt as they are brought up to date
	now := shapeCount{r.Src.Len(), r.Src.Removals()}
	alike := now == r.planned
	r.planned = now
	return r.Frame.Resume(&r.boxes, &r.Filters, r.frameSettings(r.Cfg.Grow()), alike)
}

// dealChunk is refreshChunk for a frame that was resumed.
func (r *Run) dealChunk(k int) error {
	if k < len(r.Chunks) {
		c := &r.Chunks[k]
		c.Refresh = store.Stats{}
		for lo := c.Lo; lo < c.Hi; lo += pose.PoseBlock {
			hi := min(lo+pose.PoseBlock, c.Hi)
			did := r.RefreshSlots(lo, hi)
			c.Refresh.Add(did)
			r.Frame.Deal(k, lo, hi, did.Quarantined == 0)
		}
	}
	return r.Ctx.Err()
}

// RefreshSlots brings slots lo to hi-1 up to date. In Advance it moves them first, a block at a
// time, so that a block is in cache when it is refreshed.
func (r *Run) RefreshSlots(lo, hi int) (did store.Stats) {
	if !r.Advance.On {
		return r.Src.refresh(r.Cfg.Table, lo, hi)
	}
	for ; lo < hi; lo += pose.PoseBlock {
		end := min(lo+pose.PoseBlock, hi)
		r.Advance.move(r.Cfg.Table, lo, end)
		did.Add(r.Src.refresh(r.Cfg.Table, lo, end))
	}
	return did
}

// move makes the AABBs cover the motion of the shapes during the step.
func (r *Run) move() error {
	t := &r.travel
	t.begin(&r.scene, r.Cfg)
	if err := r.Each((*Run).moveChunk); err != nil {
		return err
	}
	pieces := 0
	for i := range r.Chunks {
		r.Stats.Quarantined += r.Chunks[i].immovable
		pieces += r.Chunks[i].pieces
	}
	t.divide(&r.scene, pieces)
	t.showTo(&r.scene)
	r.Stats.Pieces = len(t.owner)
	return nil
}

func (r *Run) moveChunk(k int) error {
	if k < len(r.Chunks) {
		c := &r.Chunks[k]
		c.immovable, c.pieces = r.travel.fit(r.Cfg.Table, &r.scene, c.Lo, c.Hi)
	}
	return r.Ctx.Err()
}

// Sort sorts AABBs, grown by so much on each side, into strips, by cell within a strip.
func (r *Run) Sort(boxes *broadphase.Boxes, filters *broadphase.Filters, grow float32) error {
	r.Built = true
	s := r.frameSettings(grow)
	if r.resumed {
		r.resumed = false
		return r.Frame.End(s.Each)
	}
	return r.Frame.Build(boxes, filters, s)
}

func (r *Run) frameSettings(grow float32) broadphase.Settings {
	if r.eachPart == nil {
		r.eachPart = r.inParts
	}
	return broadphase.Settings{Kernels: r.Cfg.Table, Grow: grow, Each: r.eachPart, Workers: len(r.Workers)}
}

// inParts runs the parts of building a frame of the broad phase, one on each worker.
func (r *Run) inParts(parts int, do func(part int)) error {
	r.parts, r.do = parts, do
	return r.Each((*Run).buildPart)
}

func (r *Run) buildPart(k int) error {
	if k < r.parts {
		r.do(k)
	}
	return r.Ctx.Err()
}

// Sweep runs search on all strips. Each worker takes the next stretch of strips when it is done
// with one.
func (r *Run) Sweep(search func(w *Worker, j *Job, strip int) error) error {
	r.search = search
	if err := r.RoomForStrips(r.Workers[:min(len(r.Workers), len(r.strips))]); err != nil {
		return err
	}
	if r.Cfg.Hints && r.Cols.Count[kernels.Polygon] > 0 {
		if err := r.Take(r.Axes.needs()); err != nil {
			return err
		}
		r.Axes.begin()
	}
	r.Out.Reset()
	for k, w := range r.Workers {
		if k == 0 {
			w.Begin(r.Out)
		} else {
			w.Begin(nil)
		}
	}
	return r.Each((*Run).sweepStrips)
}

// SweepMore goes on with the strips from lo to hi-1 once all before are done. Each strip is a
// stretch.
func (r *Run) SweepMore(lo, hi int, search func(w *Worker, j *Job, strip int) error) error {
	r.taken.Store(int64(len(r.strips)))
	r.Append(lo, hi)
	r.search = search
	return r.Each((*Run).sweepStrips)
}

// Append puts the strips from lo to hi-1 behind the others. Each strip is a stretch.
func (r *Run) Append(lo, hi int) {
	for ; lo < hi; lo++ {
		r.strips = append(r.strips, stretch{lo, lo + 1})
	}
}

// Cut cuts n strips of so many rows into stretches of about stretchRows rows.
func (r *Run) Cut(n int, of func(strip int) int) {
	r.strips, r.Rows = r.strips[:0], 0
	for lo := 0; lo < n; {
		hi, rows := lo, 0
		for hi < n && rows < stretchRows {
			rows += of(hi)
			hi++
		}
		r.Rows += rows
		r.strips = append(r.strips, stretch{lo, hi})
		lo = hi
	}
}

// sweepStrips takes stretches of strips until there are no more. The first worker takes them in
// their order, so that its contacts need not be moved by merge; all others take them from the end.
func (r *Run) sweepStrips(k int) error {
	w := r.Workers[k]
	whole := false
	defer func() {
		if !whole { // an error or a panic
			r.failed.Store(true)
		}
	}()
	for {
		if ended, err := r.Ended(); ended {
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
			if err := r.search(w, &r.Job, s); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, part{stretch: g, at: at, n: w.out.Len() - at})
		if r.Cfg.Progress != nil {
			r.report(w)
		}
	}
}

// ProgressEvery is how often OnProgress is called at most.
const ProgressEvery = 50 * time.Millisecond

// report tells Config.OnProgress that worker w is done with one more stretch.
func (r *Run) report(w *Worker) {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	r.done++
	done, total := r.done, r.givenUp+len(r.strips)
	if now := time.Now(); done == total || now.Sub(r.reported) >= ProgressEvery {
		r.reported = now
		w.calling = "OnProgress"
		r.Cfg.Progress(done, total)
		w.calling = ""
	}
}
