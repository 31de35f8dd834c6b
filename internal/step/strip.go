// SPDX-License-Identifier: MIT

package step

import (
	"time"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/soa"
)

// strip loads one strip, sweeps it and decides its candidates, appending to w.out.
func (w *Worker) strip(j *Job, k int) error {
	if j.Frame.AllStatic(k) {
		return nil
	}
	weight := j.Timed(k, j.Frame.Rows(k), j.Frame.Strips())
	t0 := j.Clock(weight)
	j.Frame.Load(k, &w.loaded)
	slots := w.loaded.Slots
	switch {
	case j.Cfg.OnTorus():
		w.onTorus.Load(j.Torus, slots)
		slots = w.onTorus.Slots
	case w.method.slots != nil:
		slots = w.method.slots(w, j, slots)
	}
	if j.Src.Second == nil {
		w.ids = idsOf(w.loaded.Keys) // one set's keys are its IDs
	} else {
		w.loadIDs(j, slots)
	}
	if j.Cfg.Mode.Decides() {
		w.load(j, slots)
		if j.Cfg.OnTorus() {
			j.Cfg.moveImages(w.Rec, w.onTorus.Image)
		}
	}
	if j.Cfg.Excludes {
		w.loadBits(j, slots)
	}
	t1 := j.Clock(weight)
	w.Times.Load += t1 - t0
	for {
		pairs, more := w.Next(j)
		if j.Cfg.Excludes {
			pairs = w.exclude(pairs)
		}
		n := len(pairs)
		t2 := j.Clock(weight)
		w.Times.Sweep += t2 - t1
		w.Counts.Candidates += n
		j.Found.Add(int64(n))
		w.foresee(j, k, n)
		if !w.roomFor(j, n) {
			return w.short(j, n, w.expected(j, k))
		}
		w.method.decide(w, j, pairs)
		t1 = j.Clock(weight)
		w.Times.Narrow += t1 - t2
		if ended, err := j.Ended(); ended {
			return err
		}
		if !more {
			w.done += float64(len(slots)) / float64(j.Rows)
			return nil
		}
	}
}

// Next returns the next candidates of the strip in hand, and whether there are more.
func (w *Worker) Next(j *Job) (pairs []kernels.Pair, more bool) {
	if pairs, more = w.loaded.Next(); j.Cfg.OnTorus() {
		pairs = w.onTorus.Once(pairs)
	}
	return pairs, more
}

// To read the clock costs as much as some ten rows. So one in timedStrips of many small strips is
// timed, and counts for all of them. Among larger strips one in timedOfSome is timed. Each strip
// with more than twice the mean number of rows is timed. The phases of a step of fewer than
// phasedFrom shapes are not timed at all: that would take up to a quarter of it.
const (
	phasedFrom                          = 512
	smallStrip, manyStrips, timedStrips = 128, 256, 8 // rows, strips
	fewRows, someStrips, timedOfSome    = 1024, 16, 4
)

// Timed is how many strips the times of strip k stand for, which has so many rows, of so many
// strips; 0 if it is not timed.
func (j *Job) Timed(k, rows, strips int) time.Duration {
	of := 1
	switch {
	case strips >= manyStrips && rows < smallStrip:
		of = timedStrips
	case strips >= someStrips && rows < fewRows && uint64(rows)*uint64(strips) <= 2*uint64(j.Rows):
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

func (w *rows) loadIDs(j *Job, slots []uint32) {
	w.joined = scratch.Resize(w.joined, len(slots))
	for i, s := range slots {
		w.joined[i] = soa.ID(j.Cols.ID[s])
	}
	w.ids = w.joined
}

// load gathers what kernels read of the shapes in some slots, a row for each.
func (w *rows) load(j *Job, slots []uint32) {
	w.slots = slots
	w.Rec = scratch.Resize(w.Rec, len(slots))
	j.here().Gather(j.Cfg.Table, w.Rec, slots)
	only, ok := j.OneClass()
	if !ok {
		only = kernels.NumClasses
	}
	c := &j.Cols
	from := pair.Block{Class: c.Class, Off: c.Off, Num: c.Num, Lanes: c.Lanes}
	w.Load(j.Cfg.Table, &from, only, slots)
}

// loadBits gathers the entries of Columns.Exclude of the shapes in some slots.
func (w *rows) loadBits(j *Job, slots []uint32) {
	w.bits = scratch.Resize(w.bits, len(slots))
	clear(w.bits)
	first := uint32(j.Src.First.Len())
	var of [2][]uint8
	for k := range of {
		if col := j.Cfg.Columns[k].Exclude; col != nil {
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
