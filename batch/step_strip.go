// SPDX-License-Identifier: MIT

package batch

import (
	"time"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/soa"
)

// strip loads one strip, sweeps it and decides its candidates, appending to w.out.
func (w *worker) strip(j *job, k int) error {
	if j.frame.AllStatic(k) {
		return nil
	}
	weight := j.timed(k, j.frame.Rows(k), j.frame.Strips())
	t0 := j.clock(weight)
	j.frame.Load(k, &w.loaded)
	slots := w.loaded.Slots
	switch {
	case j.cfg.onTorus():
		w.onTorus.Load(j.torus, slots)
		slots = w.onTorus.Slots
	case w.method.slots != nil:
		slots = w.method.slots(w, j, slots)
	}
	if j.src.second == nil {
		w.ids = idsOf(w.loaded.Keys) // one set's keys are its IDs
	} else {
		w.loadIDs(j, slots)
	}
	if j.cfg.mode.decides() {
		w.load(j, slots)
		if j.cfg.onTorus() {
			j.cfg.moveImages(w.Rec, w.onTorus.Image)
		}
	}
	if j.cfg.excludes {
		w.loadBits(j, slots)
	}
	t1 := j.clock(weight)
	w.times.Load += t1 - t0
	for {
		pairs, more := w.next(j)
		if j.cfg.excludes {
			pairs = w.exclude(pairs)
		}
		n := len(pairs)
		t2 := j.clock(weight)
		w.times.Sweep += t2 - t1
		w.counts.candidates += n
		if err := j.allow(n); err != nil {
			return err
		}
		w.foresee(j, k, n)
		if !w.roomFor(j, n) {
			return w.short(j, n, w.expected(j, k))
		}
		w.method.decide(w, j, pairs)
		t1 = j.clock(weight)
		w.times.Narrow += t1 - t2
		if ended, err := j.ended(); ended {
			return err
		}
		if !more {
			w.done += float64(len(slots)) / float64(j.rows)
			return nil
		}
	}
}

// next returns the next candidates of the strip in hand, and whether there are more.
func (w *worker) next(j *job) (pairs []kernels.Pair, more bool) {
	if pairs, more = w.loaded.Next(); j.cfg.onTorus() {
		pairs = w.onTorus.Once(pairs)
	}
	return pairs, more
}

// To read the clock costs as much as some ten rows. So of many small strips one in timedStrips is timed,
// and counts for all of them; of larger ones one in timedOfSome, but for those that have more than twice
// the mean number of rows, each of which is timed.
// The phases of a step of fewer than phasedFrom shapes are not timed at all: that would take up to a quarter of it.
const (
	phasedFrom                          = 512
	smallStrip, manyStrips, timedStrips = 128, 256, 8 // rows, strips
	fewRows, someStrips, timedOfSome    = 1024, 16, 4
)

// timed is how many strips the times of strip k stand for, which has so many rows, of so many strips; 0 if it
// is not timed.
func (j *job) timed(k, rows, strips int) time.Duration {
	of := 1
	switch {
	case strips >= manyStrips && rows < smallStrip:
		of = timedStrips
	case strips >= someStrips && rows < fewRows && uint64(rows)*uint64(strips) <= 2*uint64(j.rows):
		of = timedOfSome
	}
	if k%of != 0 {
		return 0
	}
	return time.Duration(of)
}

// idsOf returns the keys of a strip as the IDs that they are, in the same memory.
func idsOf(keys []uint64) []soa.ID {
	return unsafe.Slice((*soa.ID)(unsafe.SliceData(keys)), len(keys))
}

// keysOf returns IDs as keys, in the same memory.
func keysOf(ids []soa.ID) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.SliceData(ids)), len(ids))
}

func (w *rows) loadIDs(j *job, slots []uint32) {
	w.joined = scratch.Resize(w.joined, len(slots))
	for i, s := range slots {
		w.joined[i] = soa.ID(j.cols.ID[s])
	}
	w.ids = w.joined
}

// load gathers what kernels read of the shapes in some slots, a row for each.
func (w *rows) load(j *job, slots []uint32) {
	w.slots = slots
	w.Rec = scratch.Resize(w.Rec, len(slots))
	j.here().Gather(j.cfg.table, w.Rec, slots)
	only, ok := j.oneClass()
	if !ok {
		only = kernels.NumClasses
	}
	c := &j.cols
	from := pair.Block{Class: c.Class, Off: c.Off, Num: c.Num, Lanes: c.Lanes}
	w.Load(j.cfg.table, &from, only, slots)
}

// loadBits gathers the entries of Columns.Exclude of the shapes in some slots.
func (w *rows) loadBits(j *job, slots []uint32) {
	w.bits = scratch.Resize(w.bits, len(slots))
	clear(w.bits)
	first := uint32(j.src.first.Len())
	var of [2][]uint8
	for k := range of {
		if col := j.cfg.columns[k].Exclude; col != nil {
			of[k] = col.Data(j.live[k])
		}
	}
	for i, s := range slots {
		switch {
		case s < first && of[0] != nil:
			w.bits[i] = of[0][s]
		case s >= first && of[1] != nil:
			w.bits[i] = of[1][s-first]
		}
	}
}

// exclude removes the pairs whose shapes have a bit of Columns.Exclude in common.
func (w *rows) exclude(pairs []kernels.Pair) []kernels.Pair {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += kernels.One(w.bits[p.A]&w.bits[p.B] == 0)
	}
	return pairs[:n]
}
