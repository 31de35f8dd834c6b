// SPDX-License-Identifier: MIT

package step

import (
	"cmp"
	"slices"
	"sort"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// bruteRows is how many rows are held against all that follow before a step looks whether it is to
// go on.
const bruteRows = 256

// decideAll decides every pair that the filters allow, without a broad phase; see
// Config.BruteForce.
func (r *Run) decideAll() error {
	r.strips = r.strips[:0]
	for k := range (len(r.Cols.X) + bruteRows - 1) / bruteRows {
		r.strips = append(r.strips, stretch{k, k + 1})
	}
	return r.Sweep((*Worker).bruteForce)
}

// bruteForce decides the pairs of some rows with all that follow in their world. The only worker
// takes them in order.
func (w *Worker) bruteForce(j *Job, k int) error {
	if k == 0 {
		w.loadAll(j)
	}
	rows := w.slots
	pairs := scratch.Resize(w.spare, Flush)[:0]
	w.spare = pairs
	for i := k * bruteRows; i < min((k+1)*bruteRows, len(rows)); i++ {
		world := j.WorldOf(rows[i])
		for o := j.partners(rows, i); o < len(rows) && j.WorldOf(rows[o]) == world; o++ {
			if !broadphase.Meet(&j.Filters, int(rows[i]), int(rows[o])) || j.Cfg.Excludes && w.bits[i]&w.bits[o] != 0 {
				continue
			}
			p := kernels.Pair{A: uint32(i), B: uint32(o)}
			if j.Src.Second == nil && w.ids[o] < w.ids[i] {
				p.A, p.B = p.B, p.A
			}
			if pairs = append(pairs, p); len(pairs) < Flush {
				continue
			}
			if err := w.decideBrute(j, pairs, i); err != nil {
				return err
			}
			pairs = pairs[:0]
		}
	}
	return w.decideBrute(j, pairs, min((k+1)*bruteRows, len(rows))-1)
}

// partners is the first row that row i is held against: the next, or the first of the other set in
// its world. Rows of the second set are held against none, as those of the first are against them.
func (j *Job) partners(rows []uint32, i int) int {
	if j.Src.Second == nil {
		return i + 1
	}
	if j.Filters.Side[rows[i]] {
		return len(rows)
	}
	world := j.WorldOf(rows[i])
	return i + 1 + sort.Search(len(rows)-i-1, func(k int) bool {
		o := rows[i+1+k]
		return j.WorldOf(o) != world || j.Filters.Side[o]
	})
}

// loadAll loads all shapes, in order of their worlds.
func (w *Worker) loadAll(j *Job) {
	var rows []uint32
	for i := range j.Cols.X {
		if j.Filters.Skip == nil || !j.Filters.Skip[i] {
			rows = append(rows, uint32(i))
		}
	}
	slices.SortStableFunc(rows, func(a, b uint32) int { return cmp.Compare(j.WorldOf(a), j.WorldOf(b)) })
	w.loadIDs(j, rows)
	if j.Cfg.Mode == ModeSwept {
		w.loadMotion(j, rows)
	}
	w.load(j, rows)
	if j.Cfg.Excludes {
		w.loadBits(j, rows)
	}
}

// decideBrute decides pairs, once those of all rows before a row have been.
func (w *Worker) decideBrute(j *Job, pairs []kernels.Pair, row int) error {
	if !w.roomFor(j, len(pairs)) {
		// The number of pairs that are done grows with the square, as earlier rows have more
		// partners.
		remaining := 1 - float64(row+1)/float64(len(w.slots))
		return w.short(j, len(pairs), float64(w.out.Len()+len(pairs))/(1-float64(remaining*remaining)))
	}
	w.decide(j, pairs)
	_, err := j.Ended()
	return err
}
