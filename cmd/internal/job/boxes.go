// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"
	"slices"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// verifyBoxes compares candidates with the bounding boxes of every two shapes that the
// filters let meet. If the boxes, grown by half the margin, overlap, the pair must be
// among the candidates; if they are farther apart than the broad phase may let pass,
// it must not. The candidates are distinct and in order of (A, B).
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
	slack := 0x1p-16*extent(as.boxes, bs.boxes) + 0x1p-14*margin

	d := &Difference{}
	rest := r.Contacts
	next := 0 // of the candidates
	for a := range as.boxes {
		if a%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			tell(a, len(as.boxes))
		}
		first := next
		for next < rest.Len() && int(rest.A[next].Index()) == a {
			next++
		}
		found := rest.B[first:next]
		others := bs.worlds[as.attrs[a].World]
		if !r.joined() { // those that come after it
			at, _ := slices.BinarySearch(others, a)
			others = others[at+1:]
		}
		for _, b := range others {
			for len(found) > 0 && int(found[0].Index()) < b {
				r.note(d, &d.Extra, "extra", a, int(found[0].Index())) // of another world
				found = found[1:]
			}
			is := len(found) > 0 && int(found[0].Index()) == b
			if is {
				found = found[1:]
			}
			gap, tolerance := boxGap(&as.boxes[a], &bs.boxes[b])
			gap -= margin
			switch meet := !none(&as.boxes[a]) && !none(&bs.boxes[b]) && as.attrs[a].Meets(&bs.attrs[b]); {
			case is && (gap > slack+tolerance || !meet):
				r.note(d, &d.Extra, "extra", a, b)
			case !is && gap < -tolerance && meet:
				r.note(d, &d.Missing, "missing", a, b)
			}
		}
		for _, b := range found {
			r.note(d, &d.Extra, "extra", a, int(b.Index()))
		}
	}
	tell(1, 1)
	return d, nil
}

// boxed are the bounding boxes of the convex parts of a set, each of which covers what the engine has by a
// rounding of float64 at most, their filters, and which are in each world.
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

// none reports whether a box is that of a shape which is left out of pairs.
func none(b *region.Box) bool { return b.MinX > b.MaxX }

// boxGap is the distance between two bounding boxes along the axis where it is
// greatest, negative if they overlap, and a bound on its rounding error.
func boxGap(a, b *region.Box) (gap, tolerance float64) {
	gap = max(b.MinX-a.MaxX, a.MinX-b.MaxX, b.MinY-a.MaxY, a.MinY-b.MaxY)
	size := 0.0
	for _, v := range []float64{a.MinX, a.MaxX, b.MinX, b.MaxX, a.MinY, a.MaxY, b.MinY, b.MaxY} {
		size += math.Abs(v)
	}
	return gap, 0x1p-50 * size
}

// extent is the longer side of the bounding box of all shapes.
func extent(sets ...[]region.Box) float64 {
	all := region.Box{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}
	for _, boxes := range sets {
		for i := range boxes {
			if b := &boxes[i]; !none(b) {
				all = region.Box{MinX: min(all.MinX, b.MinX), MinY: min(all.MinY, b.MinY), MaxX: max(all.MaxX, b.MaxX), MaxY: max(all.MaxY, b.MaxY)}
			}
		}
	}
	return max(0, all.MaxX-all.MinX, all.MaxY-all.MinY)
}
