// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"unsafe"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/strip"
	"daylight/internal/narrow"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

var withinDistance = call{name: "WithinDistance", asks: ownShapes, honours: halfOption | centresOption | wallsOption | periodOption}

// withinTask finds the pairs of an index's shapes within a distance, and makes rows of them.
type withinTask struct {
	r       float64
	limit   float32
	period  [2]float64 // of a torus; 0 along an axis that does not close
	sweep   withinSweep
	torus   broadphase.Torus
	circles *broadphase.Circles // of the torus on which shapes were swept last
	wrapped [3]float64          // what circles were made of
	grid    withinCells
	inCells bool       // lists were found in cells, and no pairs
	lists   [][]uint32 // of the workers
	rows    Rows[uint32]
	slots   int
	charged int64 // bytes charged for shapes
	sight   sight

	// Rows are made in parts of 1<<shift slots, so that each part fits a cache, and no two workers
	// write to the same cache lines.
	shift uint
	parts int
	bases []int // where the entries of each part begin
}

// WithinDistance lists, for each shape of the index, the others at a distance of at most r: the
// distance between the shapes, or with Options.Centres between their positions. r is 0 to
// MaxDistance. Filters work as in a step.
//
// The lists are by slots of the store as it was when the index was built: the row of slot i has the
// slots of its neighbours, in ascending order. So a loop over columns of the store can use them
// directly, until the store is reordered, or shapes are added or removed. Each pair is in the rows
// of both shapes, or with Options.HalfLists only in the row of the one in the lower slot.
//
// Distances between shapes are those of batch.ModeDistance, held against r rounded to float32.
// Distances between positions are computed and compared in float64, as squares. The squares of
// distances below 1e-150 are inexact or 0, so if r is that small, positions up to 1e-150 apart may
// be listed, too.
//
// With Options.Walls it lists only neighbours in sight of each other.
//
// For this an Asker takes some 95 bytes per shape, or 120 if any has attributes other than a world,
// some 300 kB per worker, and 12 per pair, or 24 if it is in two rows. With Walls a pair takes 13,
// or 21 if it is in two rows. Then the Asker takes 16 to 28 per shape and 3 to 5 MB more. Circles
// of one world without other attributes take some 65 per shape and 900 kB per worker, and so do
// shapes with Options.Centres. Where these lie along a line they take 40 per shape more, and where
// they turn out to be crowded as much as others, too. Rows can have 2^32-1 entries together (2^31-1
// where an int has 32 bits); more are a *daylight.LimitError.
func (a *Asker) WithinDistance(ctx context.Context, r float64, o Options) (*Rows[uint32], error) {
	if err := a.begin(ctx); err != nil {
		return nil, err
	}
	a.columns = columns{}
	if err := a.take(&withinDistance, &o); err != nil {
		return nil, err
	}
	if !(r >= 0 && r <= MaxDistance) {
		return nil, withinDistance.bad(-1, "r is %v: want 0 to %g", r, float64(MaxDistance))
	}
	walls := o.Walls
	if err := a.checkWalls(walls); err != nil {
		return nil, err
	}
	t := &a.pairs
	t.r, t.limit = r, float32(r)
	if t.period = o.Period; t.period != [2]float64{} && a.ix.all {
		return nil, guard.Argument("query.Options", "Period does not apply to an index with BruteForce")
	}
	for _, p := range t.period {
		if p != 0 && !(2*r < p) {
			return nil, withinDistance.bad(-1, "r is %v on a torus with a period of %v: want less than half of each period, so that a pair has but one nearest image within reach", r, p)
		}
	}
	if walls != nil {
		a.options.HalfLists = true // double makes whole lists after hide
	}
	t.cut(a)
	if err := t.find(a); err != nil {
		return nil, err
	}
	rows, err := t.compress(a)
	if err == nil && walls != nil {
		err = t.hide(a, walls)
	}
	if err == nil && !o.HalfLists && a.options.HalfLists {
		err = t.double(a)
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// withinSweep finds the pairs to decide by the sweep of a step: those whose AABBs meet after these
// have grown by half the distance.
type withinSweep struct {
	x, y    []float64
	rec     []kernels.Record // of shapes in no order in the store, since a record is one cache line and its columns are several
	boxes   broadphase.Boxes // of shapes, by place
	filters broadphase.Filters
	frame   broadphase.Frame
	sides   [4][]float32
	zeroes  []float32
	columns filterColumns
}

// filterColumns are the filters of shapes, by place.
type filterColumns struct {
	world, category, mask, body []uint32
	group                       []int32
	static, skip                []bool
}

// withinStrip is the strip that a worker sweeps: its shapes, by row, and the pairs found so far.
type withinStrip struct {
	strip broadphase.Strip
	rows  narrow.Rows
	slot  []uint32
	own   []uint32 // memory for slot, if places are not slots

	onTorus broadphase.TorusRows

	cells   strip.Cells // of some rows
	radii   []float32   // memory
	charged int64       // bytes charged for cells
	within  strip.Within
	lists   []uint32 // of neighbours, found in cells

	pairs   []uint64   // of slots, the lower in the upper half
	parts   [][]uint64 // of entries: the row's slot in the upper half, the other in the lower
	entries []uint32   // of each row of a part: how many, then where the next belongs
}

// find finds the pairs of slots within the distance.
func (t *withinTask) find(a *Asker) error {
	if a.ix.Len() == 0 {
		return nil
	}
	a.failed.Store(false)
	if t.suits(a) {
		var err error
		if t.inCells, err = t.findInCells(a); t.inCells || err != nil {
			return err
		}
	}
	if err := a.upTo(&t.charged, 0, 0, pairedBytes*int64(t.slots)); err != nil {
		return err
	}
	if a.ix.all {
		return t.compareAll(a, a.workers[0])
	}
	p := &t.sweep
	p.size(a.ix, a.options.Centres)
	if c := a.ix.shapes.from; c != nil {
		p.useFilters(c, a.options.IgnoreSensors)
	}
	if a.ix.shapes.from == nil || a.ix.jumbled {
		if err := guard.Each(max(1, min(a.set.Workers, a.ix.Len()/shareAtLeast)), a, (*Asker).loadShare); err != nil {
			return err
		}
	}
	if a.ix.shapes.from == nil {
		p.loadFilters(a.ix, a.options.IgnoreSensors)
	}
	if err := a.ctx.Err(); err != nil {
		return err
	}
	s := broadphase.Settings{
		Kernels: a.ix.table, Grow: up(float64(t.r*(0.5+0x1p-16)) + tiny),
		Workers: a.set.Workers, Each: abreast,
	}
	if t.period != [2]float64{} {
		if err := t.wrap(a, s.Grow); err != nil {
			return err
		}
	}
	if err := p.frame.Build(&p.boxes, &p.filters, s); err != nil {
		return err
	}
	a.phase(p.frame.Strips(), false)
	return guard.Each(max(1, min(a.set.Workers, p.frame.Strips())), a, (*Asker).sweepShare)
}

// wrap makes boxes and filters those of a torus.
func (t *withinTask) wrap(a *Asker, grow float32) error {
	p, misfit := &t.sweep, -1
	if of := [3]float64{t.period[0], t.period[1], float64(grow)}; t.wrapped != of {
		t.circles, t.wrapped = broadphase.CirclesOf(t.period, grow), of
	}
	p.boxes, p.filters, misfit = t.torus.Wrap(p.boxes, p.filters, t.circles)
	if misfit >= 0 {
		return withinDistance.bad(-1, "shape %v is not smaller than half of a torus of %g by %g with the distance added, %g, or does not lie within two periods of its position: ask for less, make the torus larger, or move the position",
			a.ix.shapes.id[misfit], t.period[0], t.period[1], t.r)
	}
	return a.upTo(&t.charged, 0, 0, pairedBytes*int64(t.slots)+imageBytes*int64(len(p.boxes.X)))
}

// abreast does the parts of a sweep in parallel.
func abreast(parts int, do func(int)) error {
	return guard.Each(parts, do, func(do func(int), k int) error { do(k); return nil })
}

// size makes room for columns of the index's shapes, or takes those of the store.
func (p *withinSweep) size(ix *Index, centres bool) {
	n, b := ix.Len(), &p.boxes
	c := ix.shapes.from
	if c != nil {
		b.X, b.Y = c.X, c.Y
		if ix.jumbled {
			p.rec = scratch.Resize(p.rec, n)
		}
	} else {
		p.x, p.y = scratch.Resize(p.x, n), scratch.Resize(p.y, n)
		b.X, b.Y = p.x, p.y
	}
	switch {
	case centres:
		p.zeroes = scratch.Resize(p.zeroes, n)
		b.MinX, b.MinY, b.MaxX, b.MaxY = p.zeroes, p.zeroes, p.zeroes, p.zeroes
	case c != nil:
		b.MinX, b.MinY, b.MaxX, b.MaxY = c.MinX, c.MinY, c.MaxX, c.MaxY
	default:
		for k := range p.sides {
			p.sides[k] = scratch.Resize(p.sides[k], n)
		}
		b.MinX, b.MinY, b.MaxX, b.MaxY = p.sides[0], p.sides[1], p.sides[2], p.sides[3]
	}
	p.filters = broadphase.Filters{
		// A pair is ordered by ID, as in a step, so that kernels compute the same.
		Key:         unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(ix.shapes.id))), n),
		UpperHalves: true,
	}
}

// loadShare fills worker k's share of the columns, or of the records of shapes in the store.
func (a *Asker) loadShare(k int) error {
	s, b, n := &a.ix.shapes, &a.pairs.sweep.boxes, a.ix.Len()
	parts := max(1, min(a.set.Workers, n/shareAtLeast))
	lo, hi := guard.Cut(n, k, parts), guard.Cut(n, k+1, parts)
	if s.from != nil {
		v := &a.workers[k].strip
		v.own = scratch.Resize(v.own, fitSlots)
		for ; lo < hi; lo += fitSlots {
			slots := v.own[:min(fitSlots, hi-lo)]
			for i := range slots {
				slots[i] = uint32(lo + i)
			}
			s.from.Gather(a.ix.table, a.pairs.sweep.rec[lo:], slots)
		}
		return nil
	}
	for i := lo; i < hi; i++ {
		b.X[i], b.Y[i] = s.rec[i].X, s.rec[i].Y
	}
	if a.options.Centres {
		return nil
	}
	for i := lo; i < hi; i++ {
		v := &s.bound[i]
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = v.MinX, v.MinY, v.MaxX, v.MaxY
	}
	return nil
}

// useFilters takes the filters of shapes that are read in their store, all of one world.
func (p *withinSweep) useFilters(c *store.Columns, solid bool) {
	f := &p.filters
	f.Category, f.Mask, f.Body, f.Group, f.Static = c.Category, c.Mask, c.Body, c.Group, c.Static
	if solid {
		f.Skip = c.Sensor
	}
}

func (p *withinSweep) loadFilters(ix *Index, solid bool) {
	n, f, c := ix.Len(), &p.filters, &p.columns
	if w := &ix.worlds; len(w.name) > 1 {
		c.world = scratch.Resize(c.world, n)
		f.World = c.world
		for k, name := range w.name {
			for i := w.start[k]; i < w.start[k+1]; i++ {
				c.world[i] = name
			}
		}
	}
	if ix.shapes.has == (attributes{}) {
		return
	}
	c.category, c.mask = scratch.Resize(c.category, n), scratch.Resize(c.mask, n)
	c.body, c.group, c.static = scratch.Resize(c.body, n), scratch.Resize(c.group, n), scratch.Resize(c.static, n)
	f.Category, f.Mask, f.Body, f.Group, f.Static = c.category, c.mask, c.body, c.group, c.static
	for i := range ix.shapes.attrs[:n] {
		a := &ix.shapes.attrs[i]
		c.category[i], c.mask[i], c.body[i], c.group[i], c.static[i] = a.Category, ^a.Ignore, a.Body, a.Group, a.Static
	}
	if !solid {
		return
	}
	c.skip = scratch.Resize(c.skip, n)
	f.Skip = c.skip
	for i := range ix.shapes.attrs[:n] {
		c.skip[i] = ix.shapes.attrs[i].Sensor
	}
}

// sweepShare sweeps strips until no strip is left.
func (a *Asker) sweepShare(k int) error {
	return a.each(a.pairs.sweep.frame.Strips(), 1, func(strip, _ int) error { return a.pairs.strip(a, a.workers[k], strip) })
}

// strip finds the pairs of a strip.
func (t *withinTask) strip(a *Asker, w *worker, strip int) error {
	if t.sweep.frame.AllStatic(strip) {
		return a.ctx.Err()
	}
	v := &w.strip
	t.sweep.frame.Load(strip, &v.strip)
	v.load(t, a.ix)
	for more := true; more; {
		var pairs []kernels.Pair
		pairs, more = v.strip.Next()
		if t.period != [2]float64{} {
			pairs = v.onTorus.Once(pairs)
		}
		if err := t.keep(a, w, pairs); err != nil {
			return err
		}
	}
	return nil
}

// keep appends those of some pairs of rows that are within the distance to the worker's pairs.
func (t *withinTask) keep(a *Asker, w *worker, pairs []kernels.Pair) (err error) {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	found := len(w.strip.pairs)
	if w.strip.pairs, err = grow(w.account, w.strip.pairs, len(pairs)); err != nil {
		return err
	}
	if a.options.Centres {
		t.byCentres(&w.strip, pairs)
	} else {
		for len(pairs) > 0 {
			n := min(len(pairs), flush)
			t.decide(a.ix, w, pairs[:n])
			pairs = pairs[n:]
		}
	}
	return t.distribute(a, w, found)
}

// load gathers what kernels need of the rows.
func (v *withinStrip) load(t *withinTask, ix *Index) {
	s, places, b := &ix.shapes, v.strip.Slots, &v.rows
	n := len(places)
	if t.period != [2]float64{} {
		v.onTorus.Load(&t.torus, places)
		places = v.onTorus.Slots
		defer func() { t.torus.Seat(b.Rec, v.strip.Slots) }()
	}
	b.Rec = scratch.Resize(b.Rec, n)
	rec := s.rec
	if s.from != nil {
		rec = t.sweep.rec
	}
	if s.from != nil && !ix.jumbled {
		s.from.Gather(ix.table, b.Rec, places)
	} else {
		for i, p := range places {
			b.Rec[i] = rec[p]
		}
	}
	if v.slot = places; s.from == nil {
		v.own = scratch.Resize(v.own, n)
		v.slot = v.own
		for i, p := range places {
			v.slot[i] = s.slot[p]
		}
	}
	from := s.block()
	b.Load(ix.table, &from, s.only, places)
}

// byCentres appends the pairs whose positions are within the distance.
func (t *withinTask) byCentres(v *withinStrip, pairs []kernels.Pair) {
	rr := float64(t.r * t.r)
	for _, p := range pairs {
		a, b := &v.rows.Rec[p.A], &v.rows.Rec[p.B]
		dx, dy := b.X-a.X, b.Y-a.Y
		if float64(dx*dx)+float64(dy*dy) <= rr {
			v.pairs = append(v.pairs, slotPair(v.slot[p.A], v.slot[p.B]))
		}
	}
}

// slotPair packs a pair of slots, the lower one in the upper half.
func slotPair(i, j uint32) uint64 { return uint64(min(i, j))<<32 | uint64(max(i, j)) }

// decide has kernels decide pairs of rows, at most flush, sorted by classes.
func (t *withinTask) decide(ix *Index, w *worker, pairs []kernels.Pair) {
	if r := &w.strip.rows; !r.Mixed() {
		t.run(ix, w, narrow.Bin{A: r.Class[0], B: r.Class[0], Pairs: pairs})
		return
	}
	for _, bin := range w.narrow.bins.Sort(w.strip.rows.Class, pairs) {
		t.run(ix, w, bin)
	}
}

// run runs a kernel on pairs of rows of two classes, and appends the pairs within the distance.
func (t *withinTask) run(ix *Index, w *worker, bin narrow.Bin) {
	n, v := &w.narrow, &w.strip
	f := ix.table.Contacts.Of(bin.A, bin.B)
	if bin.A == kernels.Box && bin.B == kernels.Box && t.limit > 0 && !ix.all {
		f = ix.table.BoxWithin
	}
	n.args = pair.Args{Block: &v.rows.Block, Pairs: bin.Pairs, Limit: t.limit, Out: n.hits}
	m := narrow.Decide(f, &n.args)
	at := len(w.strip.pairs)
	w.strip.pairs = w.strip.pairs[:at+m]
	to, of := w.strip.pairs[at:], n.hits.B[:m]
	for i, r := range n.hits.A[:m] {
		to[i] = slotPair(v.slot[r], v.slot[of[i]])
	}
}

// compareAll compares all pairs, for BruteForce: without sweeps, and without the kernel for boxes
// alone.
func (t *withinTask) compareAll(a *Asker, w *worker) error {
	s, v, worlds := &a.ix.shapes, &w.strip, &a.ix.worlds
	v.rows, v.slot = narrow.Rows{Block: s.block(), Seen: ^uint(0)}, s.slot
	pairs := w.narrow.pairs[:0:flush]
	for k := range worlds.name {
		for p := worlds.start[k]; p < worlds.start[k+1]; p++ {
			for q := p + 1; q < worlds.start[k+1]; q++ {
				if attrs := s.attrs; attrs != nil && (!attrs[p].Meets(&attrs[q]) || a.options.IgnoreSensors && (attrs[p].Sensor || attrs[q].Sensor)) {
					continue
				}
				by := kernels.Pair{A: p, B: q}
				if s.id[q] < s.id[p] {
					by = kernels.Pair{A: q, B: p}
				}
				if pairs = append(pairs, by); len(pairs) < flush {
					continue
				}
				if err := t.keep(a, w, pairs); err != nil {
					return err
				}
				pairs = pairs[:0]
			}
		}
	}
	return t.keep(a, w, pairs)
}
