// SPDX-License-Identifier: MIT

package step

import (
	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/store"
	"daylight/soa"
)

// torusBytes is what an entry takes on a torus, more than its share of the frame: its AABB,
// filters, owner and image.
const torusBytes = 80

// Wrap returns the boxes of the shapes, placed on the torus, and images of those at its seams, with
// their filters.
func (r *Run) Wrap(boxes broadphase.Boxes) (broadphase.Boxes, broadphase.Filters, error) {
	n, held := len(boxes.X), r.Torus.Bytes()
	boxes, filters, misfit := r.Torus.Wrap(boxes, r.Filters, r.Cfg.Circles)
	if misfit >= 0 {
		return boxes, filters, r.Misfit(misfit)
	}
	all, workers := len(boxes.X), len(r.Workers)
	need := max(0, torusBytes*Grown(all)-held) + max(0, broadphase.BytesFor(all, workers)-max(broadphase.BytesFor(n, workers), r.Frame.Bytes()))
	return boxes, filters, r.Take(need)
}

// Misfit is the error of a shape that is too large for the torus.
func (j *Job) Misfit(i int) error {
	c := &j.Cols
	return guard.Argument("batch.Step", "shape %v is %g wide and %g high, and the margin is %g: on a torus of %g by %g (Period) shapes are to be smaller than half of it, margin included, and to lie within two periods of their position; make it larger or cut the shape",
		soa.ID(c.ID[i]), c.MaxX[i]-c.MinX[i], c.MaxY[i]-c.MinY[i], max(j.Cfg.Margin, 0), j.Cfg.Period[0], j.Cfg.Period[1])
}

// Place has workers see shapes at these places in place of their positions.
func (j *Job) Place(x, y []float64) {
	j.placed, j.where = true, j.Cols
	j.where.X, j.where.Y = x, y
}

// here returns the columns that say where shapes are.
func (j *Job) here() *store.Columns {
	if j.placed {
		return &j.where
	}
	return &j.Cols
}

// ListGrow is grow for fattened AABBs.
func (c *Settings) ListGrow() float32 {
	if c.Circles == nil {
		return c.Grow()
	}
	return c.Circles.Eased(c.Grow())
}

// moveImages moves the records of rows that are images.
func (c *Settings) moveImages(rec []kernels.Record, image []uint8) {
	x, y := c.Circles[0].Turn(), c.Circles[1].Turn()
	for k, v := range image {
		if v != 0 {
			rec[k].X -= float64(x * float64(v&1))
			rec[k].Y -= float64(y * float64(v>>1))
		}
	}
}

// moveBeside moves the second record of each of some pairs to where its shape's image is next to
// the first's.
func (w *Worker) moveBeside(j *Job, pairs int) {
	if !j.Cfg.OnTorus() {
		return
	}
	c, circles := &j.Cols, j.Cfg.Circles
	for k := range pairs {
		a, b := &w.Rec[2*k], &w.Rec[2*k+1]
		i, o := w.slots[2*k], w.slots[2*k+1]
		b.X = circles[0].Nearest(a.X, b.X, Between(c.MinX[i], c.MaxX[i], c.MinX[o], c.MaxX[o]))
		b.Y = circles[1].Nearest(a.Y, b.Y, Between(c.MinY[i], c.MaxY[i], c.MinY[o], c.MaxY[o]))
	}
}

// Between is how far the middle of an interval lies after that of another.
func Between(lo, hi, otherLo, otherHi float32) float64 {
	return float64(0.5 * ((float64(otherLo) + float64(otherHi)) - (float64(lo) + float64(hi))))
}
