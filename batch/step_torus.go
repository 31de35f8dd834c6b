// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/broadphase"
	"daylight/internal/failure"
	"daylight/internal/kernels"
	"daylight/internal/store"
	"daylight/soa"
)

// torusBytes is what an entry takes on a torus, more than its share of the frame: its AABB, filters, owner and image.
const torusBytes = 80

// wrap returns the boxes of the shapes, placed on the torus, and images of those at its seams, with their filters.
func (r *run) wrap(boxes broadphase.Boxes) (broadphase.Boxes, broadphase.Filters, error) {
	n, held := len(boxes.X), r.torus.Bytes()
	boxes, filters, misfit := r.torus.Wrap(boxes, r.filters, r.cfg.circles)
	if misfit >= 0 {
		return boxes, filters, r.misfit(misfit)
	}
	all, workers := len(boxes.X), len(r.workers)
	need := max(0, torusBytes*grown(all)-held) + max(0, broadphase.BytesFor(all, workers)-max(broadphase.BytesFor(n, workers), r.frame.Bytes()))
	return boxes, filters, r.take(need)
}

// misfit is the error of a shape that is too large for the torus.
func (j *job) misfit(i int) error {
	c := &j.cols
	return failure.Argument("batch.Step", "shape %v is %g wide and %g high, and the margin is %g: on a torus of %g by %g (PeriodX, PeriodY) shapes are to be smaller than half of it, margin included, and to lie within two periods of their position; make it larger or cut the shape",
		soa.ID(c.ID[i]), c.MaxX[i]-c.MinX[i], c.MaxY[i]-c.MinY[i], max(j.cfg.margin, 0), j.cfg.period[0], j.cfg.period[1])
}

// place has workers see shapes at these places in place of their positions.
func (j *job) place(x, y []float64) {
	j.placed, j.where = true, j.cols
	j.where.X, j.where.Y = x, y
}

// here returns the columns that say where shapes are.
func (j *job) here() *store.Columns {
	if j.placed {
		return &j.where
	}
	return &j.cols
}

// listGrow is grow for fattened AABBs.
func (c *config) listGrow() float32 {
	if c.circles == nil {
		return c.grow()
	}
	return c.circles.Eased(c.grow())
}

// moveImages moves the records of rows that are images.
func (c *config) moveImages(rec []kernels.Record, image []uint8) {
	x, y := c.circles[0].Turn(), c.circles[1].Turn()
	for k, v := range image {
		if v != 0 {
			rec[k].X -= float64(x * float64(v&1))
			rec[k].Y -= float64(y * float64(v>>1))
		}
	}
}

// moveBeside moves the second record of each of some pairs to where its shape's image is next to the first's.
func (w *worker) moveBeside(j *job, pairs int) {
	if !j.cfg.onTorus() {
		return
	}
	c, circles := &j.cols, j.cfg.circles
	for k := range pairs {
		a, b := &w.Rec[2*k], &w.Rec[2*k+1]
		i, o := w.slots[2*k], w.slots[2*k+1]
		b.X = circles[0].Nearest(a.X, b.X, between(c.MinX[i], c.MaxX[i], c.MinX[o], c.MaxX[o]))
		b.Y = circles[1].Nearest(a.Y, b.Y, between(c.MinY[i], c.MaxY[i], c.MinY[o], c.MaxY[o]))
	}
}

// between is how far the middle of an interval lies after that of another.
func between(lo, hi, otherLo, otherHi float32) float64 {
	return float64(0.5 * ((float64(otherLo) + float64(otherHi)) - (float64(lo) + float64(hi))))
}
