// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/store"
	"daylight/internal/sweep"
)

// On a torus a list is made of fattened AABBs that are placed in the first period, and of images of those at its seams. Until the
// list is made anew, a shape is where it was placed then, and as far from there as it has moved since: beyond the first period,
// if it went there, so that its rows need not change as it crosses a seam. How far two shapes lie apart is the same number
// wherever both are placed (see sweep.Circle), and so contacts have the bits of a step without a list.
//
// A shape has but one nearest image as long as its fattened AABB is smaller than half a period. One that would not be is given its
// AABB without a motion ahead, and so is entered anew when it moves.

// placedBytes is what a list takes of a shape on a torus, more than elsewhere.
const placedBytes = 32

// fattenedBytes is what a list takes of a shape.
func (c *config) fattenedBytes() int64 {
	if c.onTorus() {
		return fattenedBytes + placedBytes
	}
	return fattenedBytes
}

// places holds, by slot, where shapes lie on a torus.
type places struct {
	cols store.Columns // those of the step, with here in place of positions
	x, y []float64
	room sweep.Boxes // scratch: a box and its images
}

func (p *places) bytes() int64 { return 8 * int64(cap(p.x)+cap(p.y)) }

// resize makes room for n slots.
func (p *places) resize(n int) { p.x, p.y = scratch.Resize(p.x, n), scratch.Resize(p.y, n) }

// show has workers see shapes where they are placed.
func (l *list) show(r *run) {
	if l.fattened.circles == nil || l.state == blank {
		return
	}
	p := &l.places
	p.cols = r.cols
	p.cols.X, p.cols.Y = p.x, p.y
	r.placed = &p.cols
}

// settle has shapes lie where they were placed for a list that was just made.
func (p *places) settle(f *fattened) {
	copy(p.x, f.placedX)
	copy(p.y, f.placedY)
}

// follow finds where the shapes of slots lo to hi-1 are placed now, if there is a list. Those that somebody moved by whole
// periods have not gone anywhere.
func (l *list) follow(c *store.Columns, lo, hi int) {
	f, p := &l.fattened, &l.places
	if f.circles == nil || l.state == blank {
		return
	}
	f.circles[0].FollowAll(p.x[lo:hi], f.placedX[lo:hi], f.x[lo:hi], c.X[lo:hi])
	f.circles[1].FollowAll(p.y[lo:hi], f.placedY[lo:hi], f.y[lo:hi], c.Y[lo:hi])
}

// fit leaves those of slots lo to hi-1 without a motion ahead whose fattened AABBs are too large for a torus.
func (f *fattened) fit(c *store.Columns, lo, hi int) {
	for i := lo; f.circles != nil && i < hi; i++ {
		if !f.circles.Fit(f.minX[i], f.minY[i], f.maxX[i], f.maxY[i]) {
			f.minX[i], f.minY[i], f.maxX[i], f.maxY[i] = c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i]
		}
	}
}

// sortFattened sorts fattened AABBs into strips.
func (r *run) sortFattened(f *fattened) error {
	boxes := f.boxes()
	if f.circles == nil {
		return r.sort(&boxes, &r.filters, r.cfg.grow())
	}
	boxes, filters, err := r.wrap(boxes)
	if err != nil {
		return err
	}
	copy(f.placedX, boxes.X)
	copy(f.placedY, boxes.Y)
	return r.sort(&boxes, &filters, r.cfg.listGrow())
}

// placedBoxes are the fattened AABBs where they are placed.
func (f *fattened) placedBoxes() sweep.Boxes {
	b := f.boxes()
	if f.circles != nil {
		b.X, b.Y = f.placedX, f.placedY
	}
	return b
}

// place places the fattened AABB of a slot.
func (f *fattened) place(i int) {
	f.placedX[i], _ = f.circles[0].Place(f.x[i], f.minX[i], f.maxX[i])
	f.placedY[i], _ = f.circles[1].Place(f.y[i], f.minY[i], f.maxY[i])
}

// appendNear appends the slots whose fattened AABBs may meet that of slot i on a torus, as they were numbered when the list was
// made, each once.
func (p *places) appendNear(dst []uint32, j *job, f *fattened, i int, world uint32) []uint32 {
	boxes := f.placedBoxes()
	images := f.circles.Images(&p.room, &boxes, i)
	for k := range images.X {
		dst = j.frame.AppendNear(dst, images, k, world)
	}
	for k, e := range dst {
		dst[k] = j.torus.Owner(e)
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

// appendStrips appends the strips that have rows of slot i or its images.
func (p *places) appendStrips(dst []uint32, r *run, f *fattened, i int, world uint32) []uint32 {
	boxes := f.placedBoxes()
	images := &boxes
	if f.circles == nil {
		return r.frame.AppendStrips(dst, images, i, world)
	}
	images = f.circles.Images(&p.room, &boxes, i)
	for k := range images.X {
		dst = r.frame.AppendStrips(dst, images, k, world)
	}
	return dst
}

// moveImages moves the records of rows that are images.
func (c *config) moveImages(rec []simd.Record, image []uint8) {
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
	if j.placed == nil {
		return
	}
	c, circles := &j.cols, j.cfg.circles
	for k := range pairs {
		a, b := &w.rec[2*k], &w.rec[2*k+1]
		i, o := w.slots[2*k], w.slots[2*k+1]
		b.X = circles[0].Nearest(a.X, b.X, between(c.MinX[i], c.MaxX[i], c.MinX[o], c.MaxX[o]))
		b.Y = circles[1].Nearest(a.Y, b.Y, between(c.MinY[i], c.MaxY[i], c.MinY[o], c.MaxY[o]))
	}
}

// between is how far the middle of an interval lies after that of another.
func between(lo, hi, otherLo, otherHi float32) float64 {
	return float64(0.5 * ((float64(otherLo) + float64(otherHi)) - (float64(lo) + float64(hi))))
}
