// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"
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
	charged int64 // bytes, for what each shape takes

	// Rows are made part by part, of 1<<shift slots each, so that what is written fits a cache, and
	// no two workers write to the same lines of it.
	shift uint
	parts int
	bases []int // where the entries of each part begin
}

// WithinDistance lists, for each shape of the index, the others at a distance of at most r: the
// distance between the shapes, or with Centres between their positions. Filters work as in a
// step. Each pair is in the rows of both shapes, or with Once only in the row of the one in the
// lower slot. Distances between shapes are those of batch.ModeDistance, held against r rounded to
// float32. Distances between positions are computed and compared in float64, as squares. The
// squares of distances below 1e-150 are inexact or 0, so if r is that small, positions up to 1e-150
// apart may be listed, too.
//
// For this an Asker takes some 95 bytes per shape, or 120 if any has attributes other than a world,
// some 300 kB per worker, and 12 per pair, or 24 if it is in two rows. Rows can have 2^32-1 entries
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
	a.cfg.workers = max(a.cfg.workers, 1)
	t.cut(a)
	if err := t.find(a); err != nil {
		return nil, err
	}
	return t.compress(a)
}
