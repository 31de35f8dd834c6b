// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"
	"math"
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/team"
)

// Rows are lists of neighbours in compressed rows, by slots of the store as it was when the index
// was built. The neighbours of the shape in slot i are in the slots Index[Offsets[i]:Offsets[i+1]],
// in ascending order. So a loop over columns of the store can use them directly, until the store is
// reordered, or shapes are added or removed.
type Rows struct {
	Offsets []int
	Index   []uint32
}

// withinTask is the task of finding pairs within a distance.
type withinTask struct {
	centres bool
	r       float64
	limit   float32
	near    withinSweep
	rows    Rows
	slots   int
}

// WithinDistance lists, for each shape of the index, the others at a distance of at most r: the
// distance between the shapes, or with Centres between their positions. Filters work as in a
// step. Each pair is in the rows of both shapes, or with Once only in the row of the one in the
// lower slot. Distances between shapes are those of batch.ModeDistance, held against r rounded to
// float32. Distances between positions are computed and compared in float64, as squares: r of less
// than 1e-150 has squares of 0, and lists positions as far apart as that.
//
// For this an Asker takes some 90 bytes per shape, or 115 if any has attributes other than a world,
// 4 per shape and worker, some 300 kB per worker, and 12 per pair, or 16 if it is in two rows. Rows can have 2^32-1 entries
// together (2^31-1 where an int has 32 bits); more are an *AnswersError.
func (a *Asker) WithinDistance(ctx context.Context, r float64, opts ...Option) (*Rows, error) {
	const op = "WithinDistance"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	if !(r >= 0 && r <= MaxDistance) {
		return nil, &QuestionError{op, -1, fmt.Sprintf("r is %v: want 0 to %g", r, float64(MaxDistance))}
	}
	t := &a.around
	t.centres, t.r, t.limit = a.cfg.centres, r, float32(r)
	for _, w := range a.workers {
		w.pairs = w.pairs[:0]
	}
	if err := t.find(a); err != nil {
		return nil, err
	}
	return t.compress(a)
}

// mostEntries is how many entries rows can have together.
const mostEntries = math.MaxUint32 & math.MaxInt

// compress makes rows of the workers' pairs: each worker counts its own entries of each row, and
// then knows where in the row they go, after those of the workers before.
func (t *withinTask) compress(a *Asker) (*Rows, error) {
	t.slots = a.ix.stored
	total := 0
	for _, w := range a.workers {
		total += len(w.pairs)
	}
	if !a.cfg.once {
		total *= 2
	}
	if uint64(total) > mostEntries {
		return nil, &AnswersError{Limit: mostEntries, Found: total}
	}
	a.cfg.workers = max(a.cfg.workers, 1)
	if err := team.Each(a.cfg.workers, a, (*Asker).countEntries, caughtIn[*Asker]); err != nil {
		return nil, err
	}
	o := scratch.Resize(t.rows.Offsets, t.slots+1)
	t.rows.Offsets = o
	at := uint32(0)
	if workers := a.workers[:a.cfg.workers]; len(workers) == 1 {
		c := workers[0].entries[:t.slots]
		for i, n := range c {
			o[i], c[i] = int(at), at
			at += n
		}
	} else {
		for i := range t.slots {
			o[i] = int(at)
			for _, w := range workers {
				n := w.entries[i]
				w.entries[i] = at
				at += n
			}
		}
	}
	o[t.slots] = int(at)
	t.rows.Index = scratch.Resize(t.rows.Index, total)
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	if err := team.Each(a.cfg.workers, a, (*Asker).placeEntries, caughtIn[*Asker]); err != nil {
		return nil, err
	}
	if err := team.Each(a.cfg.workers, a, (*Asker).orderRows, caughtIn[*Asker]); err != nil {
		return nil, err
	}
	return &t.rows, a.ctx.Err()
}

// countEntries counts the entries of each row that worker k has found.
func (a *Asker) countEntries(k int) error {
	w := a.workers[k]
	w.entries = scratch.Resize(w.entries, a.around.slots)
	c := w.entries
	clear(c)
	if a.cfg.once {
		for _, p := range w.pairs {
			c[p>>32]++
		}
		return nil
	}
	for _, p := range w.pairs {
		c[p>>32]++
		c[uint32(p)]++
	}
	return nil
}

// placeEntries writes the entries of worker k.
func (a *Asker) placeEntries(k int) error {
	w, to := a.workers[k], a.around.rows.Index
	c := w.entries
	if a.cfg.once {
		for _, p := range w.pairs {
			i := uint32(p >> 32)
			at := c[i]
			to[at] = uint32(p)
			c[i] = at + 1
		}
		return nil
	}
	for _, p := range w.pairs {
		i, j := uint32(p>>32), uint32(p)
		at := c[i]
		to[at] = j
		c[i] = at + 1
		at = c[j]
		to[at] = i
		c[j] = at + 1
	}
	return nil
}

// orderRows sorts the k-th share of the rows.
func (a *Asker) orderRows(k int) error {
	t, n := &a.around, a.cfg.workers
	o := t.rows.Offsets
	for i := team.Cut(t.slots, k, n); i < team.Cut(t.slots, k+1, n); i++ {
		sortRow(t.rows.Index[o[i]:o[i+1]])
	}
	return nil
}

// fewRanked is how many entries are sorted by counting, for each, those that are less: without a
// branch that depends on them.
const fewRanked = 12

// sortRow sorts slots, no two of which are equal. Most rows are short, so those of up to four are
// sorted by a network.
func sortRow(row []uint32) {
	switch n := len(row); {
	case n <= 1:
	case n == 2:
		row[0], row[1] = min(row[0], row[1]), max(row[0], row[1])
	case n == 3:
		a, b, c := row[0], row[1], row[2]
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		row[0], row[1], row[2] = min(a, b), max(a, b), c
	case n == 4:
		a, b, c, d := row[0], row[1], row[2], row[3]
		a, b = min(a, b), max(a, b)
		c, d = min(c, d), max(c, d)
		a, c = min(a, c), max(a, c)
		b, d = min(b, d), max(b, d)
		row[0], row[1], row[2], row[3] = a, min(b, c), max(b, c), d
	case n <= fewRanked:
		var in [fewRanked]uint32
		copy(in[:], row)
		for _, v := range in[:n] {
			less := 0
			for _, u := range in[:n] {
				less += int((uint64(u) - uint64(v)) >> 63)
			}
			row[less] = v
		}
	default:
		slices.Sort(row)
	}
}
