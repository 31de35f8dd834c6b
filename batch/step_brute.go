// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"slices"
	"sort"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// bruteRows is how many rows are held against all that follow before a step looks whether it is to go on.
const bruteRows = 256

// decideAll decides every pair that the filters allow, without a broad phase; see Config.BruteForce.
func (r *run) decideAll() error {
	r.strips = r.strips[:0]
	for k := range (len(r.cols.X) + bruteRows - 1) / bruteRows {
		r.strips = append(r.strips, stretch{k, k + 1})
	}
	return r.sweep((*worker).bruteForce)
}

// bruteForce decides the pairs of some rows with all that follow in their world. The only worker takes them in order.
func (w *worker) bruteForce(j *job, k int) error {
	if k == 0 {
		w.loadAll(j)
	}
	rows := w.slots
	pairs := scratch.Resize(w.spare, flush)[:0]
	w.spare = pairs
	for i := k * bruteRows; i < min((k+1)*bruteRows, len(rows)); i++ {
		world := j.worldOf(rows[i])
		for o := j.partners(rows, i); o < len(rows) && j.worldOf(rows[o]) == world; o++ {
			if !broadphase.Meet(&j.filters, int(rows[i]), int(rows[o])) || j.cfg.excludes && w.bits[i]&w.bits[o] != 0 {
				continue
			}
			p := kernels.Pair{A: uint32(i), B: uint32(o)}
			if j.src.second == nil && w.ids[o] < w.ids[i] {
				p.A, p.B = p.B, p.A
			}
			if pairs = append(pairs, p); len(pairs) < flush {
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

// partners is the first row that row i is held against: the next, or the first of the other set in its world. Rows of the
// second set are held against none, as those of the first are against them.
func (j *job) partners(rows []uint32, i int) int {
	if j.src.second == nil {
		return i + 1
	}
	if j.filters.Side[rows[i]] {
		return len(rows)
	}
	world := j.worldOf(rows[i])
	return i + 1 + sort.Search(len(rows)-i-1, func(k int) bool {
		o := rows[i+1+k]
		return j.worldOf(o) != world || j.filters.Side[o]
	})
}

// loadAll loads all shapes, in order of their worlds.
func (w *worker) loadAll(j *job) {
	var rows []uint32
	for i := range j.cols.X {
		if j.filters.Skip == nil || !j.filters.Skip[i] {
			rows = append(rows, uint32(i))
		}
	}
	slices.SortStableFunc(rows, func(a, b uint32) int { return cmp.Compare(j.worldOf(a), j.worldOf(b)) })
	w.loadIDs(j, rows)
	if j.cfg.mode == stepSwept {
		w.loadMotion(j, rows)
	}
	w.load(j, rows)
	if j.cfg.excludes {
		w.loadBits(j, rows)
	}
}

// decideBrute decides pairs, once those of all rows before a row have been.
func (w *worker) decideBrute(j *job, pairs []kernels.Pair, row int) error {
	if !w.roomFor(j, len(pairs)) {
		// The number of pairs that are done grows with the square, as earlier rows have more partners.
		remaining := 1 - float64(row+1)/float64(len(w.slots))
		return w.short(j, len(pairs), float64(w.out.Len()+len(pairs))/(1-float64(remaining*remaining)))
	}
	w.decide(j, pairs)
	_, err := j.ended()
	return err
}
