// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"daylight/internal/simd/pose"
	"daylight/internal/store"
	"daylight/internal/sweep"
	"daylight/internal/team"
)

// run is a step under way: what its workers share, how the work is dealt to them, and how
// what they found is put together.
type run struct {
	job
	all     []*worker
	workers []*worker // those of all who take part in this step
	pace    pace
	stats   Stats
	keeper  keeper // nil without
	listing bool   // it has to do with this step
	lapped  time.Time
	phase   func(r *run, k int) error                // what worker k does now
	do      func(part int)                           // what a worker does in the phase building
	parts   int                                      // how many workers do it
	abreast func(parts int, do func(part int)) error // the method inParts, bound once

	chunks []chunk
	strips []stretch
	taken  atomic.Int64                             // stretches
	behind atomic.Int64                             // of them, those taken from the end
	out    *Contacts                                // where contacts go
	search func(w *worker, j *job, strip int) error // what is done with each strip
	events *tracker
	kept   int64 // bytes held from steps before, but for the workers
	moving advance
	tell   sync.Mutex // guards the two below
	done   int        // stretches
	told   time.Time
}

// keeper keeps candidates from one step to the next: a list.
type keeper interface {
	begin(r *run) bool                              // whether it has to do with this step
	defers(r *run) bool                             // it refreshes shapes itself, as it needs them
	refresh(r *run, c *chunk, w *worker)            // a chunk, by its worker
	find(r *run, out *Contacts, stats *Stats) error // the contacts, once shapes are refreshed
	forget()                                        // the step failed
	drop(r *run)                                    // there is no room for what is kept
	bytes() int64
}

// chunk is a range of slots that one worker brings up to date, with what it found.
type chunk struct {
	lo, hi  int
	refresh store.Stats

	immovable, pieces int // see travel.fit
}

// stretch is a range of strips that are worth one trip to the scheduler.
type stretch struct{ lo, hi int }

// stretchRows is how many rows the strips of a stretch have at least, unless it is one
// strip that has more. It does not depend on the number of workers, for the order does.
const stretchRows = 1024

// chunkSlots is how many slots a chunk holds at least.
const chunkSlots = 4096

// each has every worker do its share of a phase and returns the first error; a panic
// becomes a *PanicError. With one worker it is a plain call and allocates nothing.
func (r *run) each(phase func(r *run, k int) error) error {
	r.phase = phase
	return team.Each(len(r.workers), r, share, recovered)
}

func share(r *run, k int) error { return r.phase(r, k) }

func recovered(r *run, k int, value any) error {
	w := r.workers[k]
	defer func() { w.calling = "" }()
	return caught(value, w.calling)
}

// hold checks what a step is called with and keeps everybody else from changing its shapes,
// until they are released.
func (r *run) hold(ctx context.Context, call string, cfg *config, src source) error {
	if ctx == nil {
		return wrong(call, "ctx is nil; pass context.Background()")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cfg.checkColumns(src); err != nil {
		return err
	}
	live, err := src.hold()
	if err != nil {
		return err
	}
	r.src, r.live = src, live
	return nil
}

// step runs all phases on the shapes that are held and leaves the contacts in out.
func (r *run) step(ctx context.Context, cfg *config, out *Contacts) (Stats, error) {
	r.begun = time.Now()
	r.told, r.lapped = r.begun, r.begun
	r.ctx, r.cfg, r.method = ctx, cfg, &methods[cfg.mode]
	r.again()
	r.built = false
	r.workers = r.all[:r.pace.workers(r.src.len(), len(r.all))]
	r.stats = Stats{Workers: len(r.workers), Kernels: cfg.table.Name}
	stats := &r.stats

	err := r.roomForShapes(r.held(), len(r.workers))
	if err != nil && r.keeper != nil { // there may be room without what it keeps
		r.keeper.drop(r)
		err = r.roomForShapes(r.held(), len(r.workers))
	}
	if err != nil {
		return *stats, err
	}
	r.listing = r.keeper != nil && r.keeper.begin(r)
	if err := r.refresh(stats); err != nil {
		if r.listing {
			r.keeper.forget()
		}
		return *stats, err
	}
	r.bound()
	r.lap(&stats.Times.refresh)
	err = r.find(out, stats)
	if err == nil {
		err = r.merge()
	}
	if r.doWithout(err) {
		r.again()
		stats.SkinAge, stats.escaped, stats.listed = 0, 0, 0
		if err = r.findAll(out, stats); err == nil {
			err = r.merge()
		}
	}
	if err != nil {
		r.axes.forget()
		return *stats, err
	}
	r.lap(&stats.Times.merge)

	for _, w := range r.workers {
		stats.Candidates += w.counts.candidates
		stats.hintsTried += w.counts.hintsTried
		stats.hintsHit += w.counts.hintsHit
		stats.Undecided += w.counts.undecided
		stats.Times.load += w.times.load
		stats.Times.sweep += w.times.sweep
		stats.Times.narrow += w.times.narrow
	}
	stats.strips, stats.Entries = r.frame.Strips(), r.rows
	stats.Contacts = out.Len()
	stats.Times.step = time.Since(r.begun)
	r.pace.learn(stats)
	return *stats, nil
}

// held is how many bytes a step begins with.
func (r *run) held() int64 {
	n := r.kept + r.frame.Bytes() + r.axes.bytes()
	for _, w := range r.all {
		n += w.local.bytes() + w.bytes()
	}
	if r.keeper != nil {
		n += r.keeper.bytes()
	}
	return n
}

// doWithout drops the list of candidates, if there is one, because of an error, if that is of
// a limit: what failed may then be tried again.
func (r *run) doWithout(err error) bool {
	if !r.listing || !errors.Is(err, ErrLimit) {
		return false
	}
	r.keeper.drop(r)
	r.listing = false
	return true
}

// again begins the search for contacts anew.
func (r *run) again() {
	r.found.Store(0)
	r.failed.Store(false)
	r.done = 0
	r.taken.Store(0)
	r.behind.Store(0)
}

// lap adds the time since the last lap to d.
func (r *run) lap(d *time.Duration) {
	now := time.Now()
	*d += now.Sub(r.lapped)
	r.lapped = now
}

// find finds the contacts of a step, once shapes are refreshed.
func (r *run) find(out *Contacts, stats *Stats) error {
	if r.listing {
		return r.keeper.find(r, out, stats)
	}
	return r.findAll(out, stats)
}

// findAll finds the contacts of a step by looking for all pairs.
func (r *run) findAll(out *Contacts, stats *Stats) error {
	if err := r.sort(&r.boxes); err != nil {
		return err
	}
	r.lap(&stats.Times.sort)
	r.stretch()
	err := r.sweep(out, (*worker).strip)
	r.lap(&stats.Times.strips)
	return err
}

// refresh brings rotations and AABBs up to date.
func (r *run) refresh(stats *Stats) error {
	n := r.src.len()
	r.moving.start(r.src.first)
	stats.Shapes = n
	r.chunks = r.chunks[:0]
	if r.listing && r.keeper.defers(r) {
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
		if r.listing {
			r.keeper.refresh(r, c, r.workers[k])
		} else {
			c.refresh = r.bring(c.lo, c.hi)
		}
	}
	return r.ctx.Err()
}

// bring brings slots lo to hi-1 up to date. If the step moves them, it does so a block at a
// time, which is in cache when it is refreshed.
func (r *run) bring(lo, hi int) (did store.Stats) {
	if !r.moving.on {
		return r.src.refresh(r.cfg.table, lo, hi)
	}
	for ; lo < hi; lo += pose.PoseBlock {
		end := min(lo+pose.PoseBlock, hi)
		r.moving.move(r.cfg.table, lo, end)
		part := r.src.refresh(r.cfg.table, lo, end)
		did.Rotated += part.Rotated
		did.Quarantined += part.Quarantined
	}
	return did
}

// move brings AABBs from where the shapes are to where they go during the step.
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
	t.show(&r.scene)
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

// merge puts the contacts of the workers behind those of the first, in the order of the
// stretches: this is where the order of contacts is fixed, whoever found them. One worker sweeps
// the stretches in that order and has nothing to merge; within a stretch, decide orders contacts
// by the classes of their shapes, and then as the sweep found them.
func (r *run) merge() error {
	if len(r.workers) == 1 {
		return nil
	}
	// Each stretch's count stands in hi for a moment, then its place in lo.
	for _, w := range r.workers {
		for _, p := range w.parts {
			r.strips[p.stretch].hi = p.n
		}
	}
	total := 0
	for i := range r.strips {
		r.strips[i].lo = total
		total += r.strips[i].hi
	}
	if err := r.roomToMerge(r.out, total); err != nil {
		return err
	}
	r.out.resizeAll(total, r.cfg.mode)
	return r.each((*run).mergeParts)
}

// mergeParts copies a worker's share of the contacts of all but the first to where they belong.
func (r *run) mergeParts(k int) error {
	for _, w := range r.workers[1:] {
		for i := k; i < len(w.parts); i += len(r.workers) {
			p := w.parts[i]
			r.out.copyAt(r.strips[p.stretch].lo, &w.local, p.at, p.n)
		}
	}
	return nil
}

// canonical sorts the contacts.
func (r *run) canonical(s *sorter, stats *Stats) error {
	t := time.Now()
	if err := r.roomToSort(s, r.out.Len()); err != nil {
		return err
	}
	s.contacts(r.out)
	stats.Times.merge += time.Since(t)
	return nil
}

// track compares the contacts with those of the step before.
func (r *run) track(t *tracker, removals uint64, stats *Stats) error {
	begun := time.Now()
	if err := r.roomToTrack(t, r.out.Len()); err != nil {
		return err
	}
	t.ready(r.out, len(r.workers))
	r.events = t
	if err := r.each((*run).trackShare); err != nil {
		return err
	}
	now, before := t.missing()
	if err := r.roomToMatch(t, now, before); err != nil {
		t.forget()
		return err
	}
	t.finish(removals)
	stats.Times.events = time.Since(begun)
	return nil
}

func (r *run) trackShare(k int) error {
	r.events.look(r.cfg.table, k, len(r.workers))
	return nil
}

// order appends the slots in the order of the strips and their cells; shapes that no
// strip holds come last.
func (r *run) order(dst []uint32) []uint32 {
	dst = r.frame.AppendOrder(dst)
	if r.cfg.mode.moves() {
		dst = r.travel.homes(dst)
	}
	for i, skip := range r.filters.Skip {
		if skip {
			dst = append(dst, uint32(i))
		}
	}
	return dst
}
