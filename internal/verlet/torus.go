// SPDX-License-Identifier: MIT

package verlet

import (
	"slices"

	"daylight/internal/broadphase"
	"daylight/internal/scratch"
	"daylight/internal/step"
)

// On a torus a list is made of fattened AABBs that are placed in the first period, and of images of
// those at its seams. Until the list is made anew, a shape is where it was placed then, and as far
// from there as it has moved since: beyond the first period, if it went there, so that its rows
// need not change as it crosses a seam. How far two shapes lie apart is the same number wherever
// both are placed (see broadphase.Circle), and so contacts have the bits of a step without a list.
//
// A shape has but one nearest image as long as its fattened AABB is smaller than half a period. One
// that would not be is given its AABB without a motion ahead, and so is entered anew when it moves.

// places holds, by slot, where shapes lie on a torus.
type places struct {
	x, y []float64
	room broadphase.Boxes // scratch: a box and its images
}

func (p *places) bytes() int64 { return 8 * int64(cap(p.x)+cap(p.y)) }

// resize makes room for n slots.
func (p *places) resize(n int) { p.x, p.y = scratch.Resize(p.x, n), scratch.Resize(p.y, n) }

// settle has shapes lie where they were placed for a list that was just made.
func (p *places) settle(f *fattened) {
	copy(p.x, f.placedX)
	copy(p.y, f.placedY)
}

// sortFattened sorts fattened AABBs into strips.
func sortFattened(r *step.Run, f *fattened) error {
	boxes := f.boxes()
	if f.circles == nil {
		return r.Sort(&boxes, &r.Filters, r.Cfg.Grow())
	}
	boxes, filters, err := r.Wrap(boxes)
	if err != nil {
		return err
	}
	copy(f.placedX, boxes.X)
	copy(f.placedY, boxes.Y)
	return r.Sort(&boxes, &filters, r.Cfg.ListGrow())
}

// appendNear appends the slots whose fattened AABBs may meet that of slot i on a torus, as they
// were numbered when the list was made, each once.
func (p *places) appendNear(dst []uint32, j *step.Job, f *fattened, i int, world uint32) []uint32 {
	boxes := f.placedBoxes()
	images := f.circles.Images(&p.room, &boxes, i)
	for k := range images.X {
		dst = j.Frame.AppendNear(dst, images, k, world)
	}
	for k, e := range dst {
		dst[k] = j.Torus.Owner(e)
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

// appendStrips appends the strips that have rows of slot i or its images.
func (p *places) appendStrips(dst []uint32, r *step.Run, f *fattened, i int, world uint32) []uint32 {
	boxes := f.placedBoxes()
	images := &boxes
	if f.circles == nil {
		return r.Frame.AppendStrips(dst, images, i, world)
	}
	images = f.circles.Images(&p.room, &boxes, i)
	for k := range images.X {
		dst = r.Frame.AppendStrips(dst, images, k, world)
	}
	return dst
}
