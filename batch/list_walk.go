// SPDX-License-Identifier: MIT

package batch

import (
	"math"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
)

// makeStrip sweeps one strip of fattened AABBs, lists its candidates, and decides them.
func (l *list) makeStrip(w *worker, j *job, k int) error {
	if err := l.listing.add(w, j, k); err != nil {
		return err
	}
	return l.walk(w, j, k)
}

// useStrip decides the candidates of a strip of the list, or some of the entries' behind those.
func (l *list) useStrip(w *worker, j *job, k int) error {
	if n := len(l.strips); k >= n {
		return l.useEntries(w, j, k-n)
	}
	return l.walk(w, j, k)
}

// walk decides the listed candidates of a strip.
func (l *list) walk(w *worker, j *job, k int) error {
	s := &l.strips[k]
	p := &l.parts[s.part]
	if l.entries.touches(s) {
		p.remove(s, l.entries.removed)
	}
	if s.kind == s.last {
		return nil
	}
	weight := j.timed(k, s.rows, len(l.strips))
	if s.rows < timedRows {
		weight = 0
	}
	begun := j.clock(weight)
	defer w.restore(w.Class, w.Off, w.Num)
	w.pairAxes = nil
	row, end := s.row, s.row+s.rows
	w.slots, w.ids, w.Class = p.slots[row:end], p.ids[row:end], p.class[row:end]
	w.Rec = scratch.Resize(w.Rec, s.rows)
	j.here().GatherPoses(j.cfg.table, w.Rec, w.slots)
	if s.images {
		j.cfg.moveImages(w.Rec, p.image[row:end])
	}
	s.bury(w.Rec, w.ids)
	w.Off, w.Num, w.Most = nil, nil, s.most
	if s.most > 0 {
		w.Off, w.Num = p.off[row:end], p.num[row:end]
		w.reaches(j, p.core[row:end])
	}
	w.Lanes = j.cols.Lanes
	if j.cfg.excludes {
		w.loadBits(j, w.slots)
	}
	loaded := j.clock(weight)
	w.times.load += loaded - begun
	for _, kind := range p.kinds[s.kind:s.last] {
		pairs := p.pairs[s.pair+int(kind.at):][:kind.n]
		if s.hinted(j.cfg) && kind.a != kernels.Circle && kind.b == kernels.Polygon {
			w.pairAxes = p.axes[s.pair+int(kind.at):][:kind.n]
		}
		for len(pairs) > 0 {
			n := min(len(pairs), flush)
			if err := l.decide(w, j, kind.a, kind.b, pairs[:n]); err != nil {
				return err
			}
			pairs = pairs[n:]
		}
		w.pairAxes = nil
	}
	w.times.narrow += j.clock(weight) - loaded
	return nil
}

// timedRows is how many rows a strip of a list has at least to be timed: less work takes hardly longer than
// reading the clock.
const timedRows = 64

// restore gives a worker back its own columns, when those of a list have been in their place.
func (w *worker) restore(class []kernels.Class, off, num []uint32) {
	w.Class, w.Off, w.Num = class, off, num
	w.soon.Pairs = 0
}

// decide decides candidates of a kind, a flush of them at most.
func (l *list) decide(w *worker, j *job, a, b kernels.Class, pairs []kernels.Pair) error {
	next := uintptr(unsafe.Pointer(&pairs[0])) + flush*listPairBytes
	if j.cfg.excludes { // not in place: they stay listed
		w.spare = append(w.spare[:0], pairs...)
		pairs = w.exclude(w.spare)
	}
	w.counts.candidates += len(pairs)
	if w.pairAxes == nil && b == kernels.Polygon {
		pairs = w.near(j, pairs)
	}
	n := len(pairs)
	if !w.roomFor(j, n) {
		hits := float64(w.out.Len()) / float64(max(w.counts.candidates, 1))
		return w.short(j, n, hits*float64(l.pairs))
	}
	w.soon.Pairs = next - uintptr(unsafe.Pointer(unsafe.SliceData(pairs)))
	w.portions(j, a, b, pairs)
	_, err := j.ended()
	return err
}

// entriesAtOnce is how many pairs of entries a worker takes at a time.
const entriesAtOnce = flush / 2

// useEntries decides pairs of entries, from k*entriesAtOnce on.
func (l *list) useEntries(w *worker, j *job, k int) error {
	begun := j.clock(1)
	pairs := l.entries.pairs[k*entriesAtOnce:]
	pairs = pairs[:min(len(pairs), entriesAtOnce)]
	w.pairSlots = scratch.Resize(w.pairSlots, 2*len(pairs))
	w.spare = scratch.Resize(w.spare, len(pairs))
	for i, p := range pairs {
		w.pairSlots[2*i], w.pairSlots[2*i+1] = p.A, p.B
		w.spare[i] = kernels.Pair{A: uint32(2 * i), B: uint32(2*i + 1)}
	}
	w.loadIDs(j, w.pairSlots)
	w.load(j, w.pairSlots)
	w.moveBeside(j, len(pairs))
	pairs = w.spare
	if j.cfg.excludes {
		w.loadBits(j, w.pairSlots)
		pairs = w.exclude(pairs)
	}
	loaded := j.clock(1)
	w.times.load += loaded - begun
	n := len(pairs)
	w.counts.candidates += n
	if err := j.allow(n); err != nil {
		return err
	}
	if !w.roomFor(j, n) {
		return w.short(j, n, float64(w.out.Len()+n))
	}
	w.decide(j, pairs)
	w.times.narrow += j.clock(1) - loaded
	_, err := j.ended()
	return err
}

// near returns those candidates of a list whose shapes are near enough to each other to touch. The answer
// lies in w.spare, where pairs may lie, too.
func (w *worker) near(j *job, pairs []kernels.Pair) []kernels.Pair {
	w.spare = scratch.Resize(w.spare, len(pairs))
	return w.spare[:pair.Near(w.spare, w.Rec, w.reach, pairs, j.limitSep)]
}

// reaches finds how far the shapes of the rows of a list reach, and puts into the records of polygons
// what they say in place of a rotation; see store.Columns.Gather. core is how far they reach without
// radii.
func (w *rows) reaches(j *job, core []float32) {
	n := len(w.Rec)
	w.reach = scratch.Resize(w.reach, n)
	reach, core, class := w.reach, core[:n], w.Class[:n]
	for k := range w.Rec {
		r, c := &w.Rec[k], class[k]%kernels.NumClasses
		reach[k] = core[k] + (float32(r.P*radiusP[c]) + float32(r.Q*radiusQ[c]))
		// Which shapes are polygons cannot be predicted, so bits choose, not a branch.
		polygon := -uint32(kernels.One(c == kernels.Polygon))
		r.C = math.Float32frombits(math.Float32bits(r.C)&^polygon | math.Float32bits(core[k])&polygon)
		r.S = math.Float32frombits(math.Float32bits(r.S) &^ polygon)
	}
	if w.Most < pair.WalkLanes {
		return
	}
	lanes := &j.cols.Lanes
	for k, n := range w.Num {
		if n >= pair.WalkLanes && alive(w.ids[k]) { // the lanes of a removed shape may hold others
			lo, hi := w.Off[k], w.Off[k]+n
			w.Rec[k].S = pair.Corners(lanes.VX[lo:hi], lanes.VY[lo:hi])
		}
	}
}
