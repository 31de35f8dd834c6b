// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/store"
	"daylight/internal/sweep"
	"daylight/soa"
)

// torusBytes is what an entry takes on a torus, more than its share of the frame: its AABB, filters, owner and image.
const torusBytes = 80

// wrap returns the boxes of the shapes, placed on the torus, and images of those at its seams, with their filters.
func (r *run) wrap(boxes sweep.Boxes) (sweep.Boxes, sweep.Filters, error) {
	n, held := len(boxes.X), r.torus.Bytes()
	boxes, filters, misfit := r.torus.Wrap(boxes, r.filters, r.cfg.circles)
	if misfit >= 0 {
		return boxes, filters, r.misfit(misfit)
	}
	all, workers := len(boxes.X), len(r.workers)
	need := max(0, torusBytes*grown(all)-held) + max(0, sweep.BytesFor(all, workers)-max(sweep.BytesFor(n, workers), r.frame.Bytes()))
	return boxes, filters, r.take(need)
}

// misfit is the error of a shape that is too large for the torus.
func (j *job) misfit(i int) error {
	c := &j.cols
	return wrong("Step", "shape %v is %g wide and %g high, and the margin is %g: on a torus of %g by %g (PeriodX, PeriodY) shapes are to be smaller than half of it, margin included, and to lie within two periods of their position; make it larger or cut the shape",
		soa.ID(c.ID[i]), c.MaxX[i]-c.MinX[i], c.MaxY[i]-c.MinY[i], max(j.cfg.margin, 0), j.cfg.period[0], j.cfg.period[1])
}

// here returns the columns that say where shapes are.
func (j *job) here() *store.Columns {
	if j.placed != nil {
		return j.placed
	}
	return &j.cols
}
