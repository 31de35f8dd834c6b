// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/sweep"
	"daylight/soa"
)

// torusBytes is what an entry takes on a torus, more than its share of the frame: its AABB, filters, owner and image.
const torusBytes = 80

// wrap points the scene at the boxes of the shapes on the torus, and images of those at its seams.
func (r *run) wrap() error {
	c, n := r.cfg, len(r.boxes.X)
	boxes, filters, misfit := r.torus.Wrap(r.boxes, r.filters, c.period, c.grow())
	if misfit >= 0 {
		b := &r.boxes
		return wrong("Step", "shape %v is %g wide and %g high, and the margin is %g: on a torus of %g by %g (PeriodX, PeriodY) shapes are to be smaller than half of it, margin included; make it larger or cut the shape",
			soa.ID(r.cols.ID[misfit]), b.MaxX[misfit]-b.MinX[misfit], b.MaxY[misfit]-b.MinY[misfit], max(c.margin, 0), c.period[0], c.period[1])
	}
	r.boxes, r.filters = boxes, filters
	all, workers := len(boxes.X), len(r.workers)
	return r.take(torusBytes*grown(all) + max(0, sweep.BytesFor(all, workers)-max(sweep.BytesFor(n, workers), r.frame.Bytes())))
}
