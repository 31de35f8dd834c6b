// SPDX-License-Identifier: MIT

package query

import "context"

var withinDistance = call{name: "WithinDistance", asks: ownShapes, honours: halfOption | centresOption}

// withinTask finds the pairs of an index's shapes within a distance, and makes rows of them.
type withinTask struct {
	r       float64
	limit   float32
	sweep   withinSweep
	rows    Rows[uint32]
	slots   int
	charged int64 // bytes, for what each shape takes

	// Rows are made part by part, of 1<<shift slots each, so that what is written fits a cache, and
	// no two workers write to the same lines of it.
	shift uint
	parts int
	bases []int // where the entries of each part begin
}

// WithinDistance lists, for each shape of the index, the others at a distance of at most r: the
// distance between the shapes, or with Options.Centres between their positions. r is 0 to MaxDistance.
// Filters work as in a step.
//
// The lists are by slots of the store as it was when the index was built: the row of slot i has the
// slots of its neighbours, in ascending order. So a loop over columns of the store can use them directly,
// until the store is reordered, or shapes are added or removed. Each pair is in the rows of both shapes, or
// with Options.HalfLists only in the row of the one in the lower slot.
//
// Distances between shapes are those of batch.ModeDistance, held against r rounded to float32.
// Distances between positions are computed and compared in float64, as squares. The squares of
// distances below 1e-150 are inexact or 0, so if r is that small, positions up to 1e-150 apart may be
// listed, too.
//
// For this an Asker takes some 95 bytes per shape, or 120 if any has attributes other than a world,
// some 300 kB per worker, and 12 per pair, or 24 if it is in two rows. Rows can have 2^32-1 entries
// together (2^31-1 where an int has 32 bits); more are a *batch.LimitError.
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
	t := &a.pairs
	t.r, t.limit = r, float32(r)
	t.cut(a)
	if err := t.find(a); err != nil {
		return nil, err
	}
	return t.compress(a)
}
