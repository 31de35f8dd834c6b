// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// verifyBoxes compares candidates with the bounding boxes of every two shapes that the
// filters let meet. If the boxes, grown by half the margin, overlap, the pair must be
// among the candidates; if they are farther apart than the broad phase may let pass,
// it must not. The candidates are distinct.
func (r *Result) verifyBoxes(ctx context.Context, c Config, tell func(done, total int)) (*Difference, error) {
	as, err := boxesOf(r.A)
	if err != nil {
		return nil, err
	}
	bs := as
	if r.joined() {
		if bs, err = boxesOf(r.B); err != nil {
			return nil, err
		}
	}
	margin := max(0, float64(float32(c.Margin)))
	// Twice the quanta that package broadphase lets pairs be apart by, and the little
	// that the engine adds to a margin.
	all := around(as.boxes, bs.boxes)
	slack := 0x1p-16*max(0, all.MaxX-all.MinX, all.MaxY-all.MinY) + 0x1p-14*margin

	d := &Difference{}
	left := map[[2]int]bool{} // candidates that no pair of boxes explains yet
	for i := range r.Contacts.A {
		left[[2]int{int(r.Contacts.A[i].Index()), int(r.Contacts.B[i].Index())}] = true
	}
	for a := range as.boxes {
		if a%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			tell(a, len(as.boxes))
		}
		p := &as.boxes[a]
		for _, b := range bs.worlds[as.attrs[a].World] {
			q := &bs.boxes[b]
			if !r.joined() && b <= a || none(p) || none(q) || !as.attrs[a].Meets(&bs.attrs[b]) {
				continue
			}
			size := 0.0
			for _, v := range []float64{p.MinX, p.MaxX, q.MinX, q.MaxX, p.MinY, p.MaxY, q.MinY, q.MaxY} {
				size += math.Abs(v)
			}
			apart, tolerance := gap(p, q)-margin, 0x1p-50*size
			if apart > slack+tolerance {
				continue
			}
			k := [2]int{a, b}
			if !left[k] && apart < -tolerance {
				r.noteParts(d, &d.Missing, "missing", a, b)
			}
			delete(left, k)
		}
	}
	for i := range r.Contacts.A {
		if a, b := int(r.Contacts.A[i].Index()), int(r.Contacts.B[i].Index()); left[[2]int{a, b}] {
			r.noteParts(d, &d.Extra, "extra", a, b)
		}
	}
	tell(1, 1)
	return d, nil
}

// boxed has the bounding boxes of the convex parts of a set, their filters, and the parts in each
// world. Each box covers that of the engine, up to a rounding of float64.
type boxed struct {
	boxes  []region.Box
	attrs  []soa.Attrs
	worlds map[uint32][]int
}

func boxesOf(s *shapes.Set) (of boxed, err error) {
	var b batch.Bounds
	if err := b.Fill(s.Shapes, batch.Config{Mode: batch.ModeOverlaps}); err != nil {
		return of, err
	}
	for id := range s.Shapes.All() {
		of.boxes = append(of.boxes, b.Box(id))
	}
	of.worlds = map[uint32][]int{}
	if of.attrs, err = attributes(s); err == nil {
		for k, a := range of.attrs {
			of.worlds[a.World] = append(of.worlds[a.World], k)
		}
	}
	return of, err
}
