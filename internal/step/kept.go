// SPDX-License-Identifier: MIT

package step

import (
	"math"
	"slices"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// KeptRows are rows that a list keeps from one step to the next: what does not change while shapes
// move.
type KeptRows struct {
	Slots    []uint32
	IDs      []soa.ID // of a row that died, see Die
	Class    []kernels.Class
	Off, Num []uint32  // if there are polygons
	Core     []float32 // how far they reach, without radii; if there are polygons
	Image    []uint8   // which images they are; on a torus
}

// KeptRowBytes is what a kept row takes; on a torus it is a byte more.
const KeptRowBytes = 4 + 8 + 1 + 8 + 4

func (k *KeptRows) Reset() {
	k.Slots, k.IDs, k.Class = k.Slots[:0], k.IDs[:0], k.Class[:0]
	k.Off, k.Num, k.Core, k.Image = k.Off[:0], k.Num[:0], k.Core[:0], k.Image[:0]
}

func (k *KeptRows) Bytes() int64 {
	return 4*int64(cap(k.Slots)+cap(k.Off)+cap(k.Num)+cap(k.Core)) + 8*int64(cap(k.IDs)) + int64(cap(k.Class)+cap(k.Image))
}

// Window returns rows lo to hi-1.
func (k *KeptRows) Window(lo, hi int) KeptRows {
	w := KeptRows{Slots: k.Slots[lo:hi], IDs: k.IDs[lo:hi], Class: k.Class[lo:hi]}
	if len(k.Off) > 0 {
		w.Off, w.Num, w.Core = k.Off[lo:hi], k.Num[lo:hi], k.Core[lo:hi]
	}
	if len(k.Image) > 0 {
		w.Image = k.Image[lo:hi]
	}
	return w
}

// Renumber follows a new order of slots: inverse says, by slot, which it is now.
func (k *KeptRows) Renumber(inverse []uint32, c *store.Columns) {
	for n, i := range k.Slots {
		k.Slots[n] = inverse[i]
		if len(k.Off) > 0 {
			k.Off[n] = c.Off[inverse[i]]
		}
	}
}

// Die lets a row die: its pairs stay, and touch nothing (see bury). The ID of a row that died is of
// no shape, since its lower half is 0; the upper half is one more than the row that died before.
func (k *KeptRows) Die(row int, before uint32) {
	k.Slots[row], k.IDs[row] = 0, soa.ID(before)<<32
}

// Alive reports whether a row has not died.
func (k *KeptRows) Alive(row int) bool { return uint32(k.IDs[row]) != 0 }

// KeepStrip loads strip k of the frame and appends its rows to the kept rows. It returns the slots
// of the strip, and how many lanes the largest polygon has.
func (w *Worker) KeepStrip(j *Job, k int, rows *KeptRows) (slots []uint32, most uint32) {
	j.Frame.Load(k, &w.loaded)
	slots = w.loaded.Slots
	if j.Cfg.OnTorus() {
		w.onTorus.Load(j.Torus, slots)
		slots = w.onTorus.Slots
		rows.Image = append(rows.Image, w.onTorus.Image...)
	}
	from := len(rows.Slots)
	rows.Slots = append(rows.Slots, slots...)
	rows.IDs = append(rows.IDs, idsOf(w.loaded.Keys)...)
	if class, one := j.OneClass(); one {
		rows.Class = slices.Grow(rows.Class, len(slots))[:len(rows.Slots)]
		all := rows.Class[from:]
		for i := range all {
			all[i] = class
		}
	} else {
		for _, i := range slots {
			rows.Class = append(rows.Class, j.Cols.Class[i])
		}
	}
	if j.Cols.Count[kernels.Polygon] > 0 {
		for _, i := range slots {
			n := j.Cols.Num[i]
			rows.Off, rows.Num = append(rows.Off, j.Cols.Off[i]), append(rows.Num, n)
			rows.Core = append(rows.Core, j.Cols.Reach[i])
			most = max(most, n)
		}
	}
	return slots, most
}

// Borrow has a worker decide candidates of kept rows, until it calls giveBack. most is how many
// lanes their largest polygon has, and dead is one more than the row that died last.
func (w *Worker) Borrow(j *Job, k *KeptRows, most, dead uint32) {
	w.lent.class, w.lent.off, w.lent.num = w.Class, w.Off, w.Num
	w.pairAxes = nil
	w.slots, w.ids, w.Class = k.Slots, k.IDs, k.Class
	w.Rec = scratch.Resize(w.Rec, len(k.Slots))
	j.here().GatherPoses(j.Cfg.Table, w.Rec, w.slots)
	if k.Image != nil {
		j.Cfg.moveImages(w.Rec, k.Image)
	}
	bury(w.Rec, w.ids, dead)
	w.Off, w.Num, w.Most = nil, nil, most
	if most > 0 {
		w.Off, w.Num = k.Off, k.Num
		w.reaches(j, k)
	}
	w.Lanes = j.Cols.Lanes
	if j.Cfg.Excludes {
		w.loadBits(j, w.slots)
	}
}

// GiveBack gives a worker back its own columns.
func (w *Worker) GiveBack() {
	w.Class, w.Off, w.Num = w.lent.class, w.lent.off, w.lent.num
	w.soon.Pairs = 0
}

// bury puts the records of rows that died nowhere, so that no kernel finds a contact of them. dead
// is one more than the row that died last.
func bury(rec []kernels.Record, ids []soa.ID, dead uint32) {
	for r := dead; r != 0; r = uint32(ids[r-1] >> 32) {
		rec[r-1].X = math.NaN()
	}
}

// DecideKept decides candidates of two classes among borrowed rows. axes has the axes that
// separated them last, if they are kept. all is how many candidates are kept in all.
func (w *Worker) DecideKept(j *Job, a, b kernels.Class, pairs []kernels.Pair, axes []pair.Axis, all int) error {
	w.pairAxes = axes
	for len(pairs) > 0 {
		n := min(len(pairs), Flush)
		if err := w.decideFlush(j, a, b, pairs[:n], all); err != nil {
			return err
		}
		pairs = pairs[n:]
	}
	w.pairAxes = nil
	return nil
}

// decideFlush is decideKept for a flush of candidates at most.
func (w *Worker) decideFlush(j *Job, a, b kernels.Class, pairs []kernels.Pair, all int) error {
	next := uintptr(unsafe.Pointer(&pairs[0])) + Flush*unsafe.Sizeof(pairs[0])
	if j.Cfg.Excludes { // not in place: they stay listed
		w.spare = append(w.spare[:0], pairs...)
		pairs = w.exclude(w.spare)
	}
	w.Counts.Candidates += len(pairs)
	if w.pairAxes == nil && b == kernels.Polygon {
		w.spare = scratch.Resize(w.spare, len(pairs)) // where they may lie, too
		pairs = w.spare[:pair.Near(w.spare, w.Rec, w.reach, pairs, j.limitSep)]
	}
	n := len(pairs)
	if !w.roomFor(j, n) {
		hits := float64(w.out.Len()) / float64(max(w.Counts.Candidates, 1))
		return w.short(j, n, hits*float64(all))
	}
	w.soon.Pairs = next - uintptr(unsafe.Pointer(unsafe.SliceData(pairs)))
	w.portions(j, a, b, pairs)
	_, err := j.Ended()
	return err
}

// reaches finds how far the shapes of borrowed rows reach, and puts into the records of polygons
// what they say in place of a rotation; see store.Columns.Gather.
func (w *rows) reaches(j *Job, k *KeptRows) {
	n := len(w.Rec)
	w.reach = scratch.Resize(w.reach, n)
	reach, core, class := w.reach, k.Core[:n], w.Class[:n]
	for k := range w.Rec {
		r, c := &w.Rec[k], class[k]%kernels.NumClasses
		reach[k] = core[k] + (float32(r.P*radiusP[c]) + float32(r.Q*radiusQ[c]))
		// Polygons are unpredictable here, so bits choose, not a branch.
		polygon := -uint32(kernels.One(c == kernels.Polygon))
		r.C = math.Float32frombits(math.Float32bits(r.C)&^polygon | math.Float32bits(core[k])&polygon)
		r.S = math.Float32frombits(math.Float32bits(r.S) &^ polygon)
	}
	if w.Most < pair.WalkLanes {
		return
	}
	lanes := &j.Cols.Lanes
	for row, n := range w.Num {
		if n >= pair.WalkLanes && k.Alive(row) { // the lanes of a removed shape may hold others
			lo, hi := w.Off[row], w.Off[row]+n
			w.Rec[row].S = pair.Corners(lanes.VX[lo:hi], lanes.VY[lo:hi])
		}
	}
}

// DecideSlots decides pairs of slots, a flush of them at most.
func (w *Worker) DecideSlots(j *Job, pairs []kernels.Pair) error {
	begun := j.Clock(1)
	pairs = w.loadPairs(j, pairs, false)
	loaded := j.Clock(1)
	w.Times.Load += loaded - begun
	n := len(pairs)
	w.Counts.Candidates += n
	j.Found.Add(int64(n))
	if !w.roomFor(j, n) {
		return w.short(j, n, float64(w.out.Len()+n))
	}
	w.decide(j, pairs)
	w.Times.Narrow += j.Clock(1) - loaded
	_, err := j.Ended()
	return err
}

// DecideNumbered decides pairs of slots, half a flush of them at most. The contacts, which are the
// worker's own, have the number of the pair in place of IDs. before is how many contacts there are
// already.
func (w *Worker) DecideNumbered(j *Job, pairs []kernels.Pair, before int) (*Contacts, error) {
	n := len(pairs)
	pairs = w.loadPairs(j, pairs, true)
	w.local.Reset()
	if !w.roomFor(j, n) {
		return nil, w.short(j, n, float64(before+n))
	}
	w.decide(j, pairs)
	_, err := j.Ended()
	return &w.local, err
}

// loadPairs loads the shapes of pairs of slots, two rows for each, and returns the pairs as rows.
func (w *Worker) loadPairs(j *Job, pairs []kernels.Pair, numbered bool) []kernels.Pair {
	n := len(pairs)
	w.pairSlots, w.spare = scratch.Resize(w.pairSlots, 2*n), scratch.Resize(w.spare, n)
	for i, p := range pairs {
		w.pairSlots[2*i], w.pairSlots[2*i+1] = p.A, p.B
		w.spare[i] = kernels.Pair{A: uint32(2 * i), B: uint32(2*i + 1)}
	}
	if w.unnamed = numbered; numbered {
		w.joined = scratch.Resize(w.joined, 2*n)
		for i := range n {
			w.joined[2*i], w.joined[2*i+1] = soa.ID(i), soa.ID(i)
		}
		w.ids = w.joined
	} else {
		w.loadIDs(j, w.pairSlots)
	}
	w.load(j, w.pairSlots)
	w.moveBeside(j, n)
	if !j.Cfg.Excludes {
		return w.spare
	}
	w.loadBits(j, w.pairSlots)
	return w.exclude(w.spare)
}
