// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// verifyBoxes compares candidates with the bounding boxes of every two shapes that the
// filters let meet. If the boxes, grown by half the margin, overlap, the pair must be
// among the candidates; if they are farther apart than the broad phase may let pass,
// it must not. Those of a join are numbered together. The candidates are distinct and in order of (A, B).
func (r *Result) verifyBoxes(ctx context.Context, c Config, tell func(done, total int)) (*Difference, error) {
	boxes, attrs, err := boxesOf(r.A)
	if err != nil {
		return nil, err
	}
	if r.joined() {
		more, filters, err := boxesOf(r.B)
		if err != nil {
			return nil, err
		}
		boxes, attrs = append(boxes, more...), append(attrs, filters...)
	}
	n, offset := r.all(), r.first()
	margin := max(0, float64(float32(c.Margin)))
	// Twice the quanta that package broadphase lets pairs be apart by, and the little
	// that the engine adds to a margin.
	slack := 0x1p-16*extent(boxes) + 0x1p-14*margin

	// Candidates of row k are those from first[k] to first[k+1].
	first := make([]int, n+1)
	for _, a := range r.Contacts.A {
		first[a.Index()+1]++
	}
	worlds := make([][]int, len(r.A.Worlds()))
	for k := range n {
		first[k+1] += first[k]
		w := attrs[k].World
		worlds[w] = append(worlds[w], k)
	}
	d := &Difference{}
	done := 0
	for _, rows := range worlds {
		for i, a := range rows {
			if done%256 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				tell(done, n)
			}
			done++
			found := r.Contacts.B[first[a]:first[a+1]]
			for _, b := range rows[i+1:] {
				if !r.across(a, b) {
					continue
				}
				for len(found) > 0 && offset+int(found[0].Index()) < b {
					r.note(d, &d.Extra, "extra", a, offset+int(found[0].Index())) // of another world
					found = found[1:]
				}
				is := len(found) > 0 && offset+int(found[0].Index()) == b
				if is {
					found = found[1:]
				}
				gap, tolerance := boxGap(&boxes[a], &boxes[b])
				gap -= margin
				switch meet := !none(&boxes[a]) && !none(&boxes[b]) && attrs[a].Meets(&attrs[b]); {
				case is && (gap > slack+tolerance || !meet):
					r.note(d, &d.Extra, "extra", a, b)
				case !is && gap < -tolerance && meet:
					r.note(d, &d.Missing, "missing", a, b)
				}
			}
			for _, b := range found {
				r.note(d, &d.Extra, "extra", a, offset+int(b.Index()))
			}
		}
	}
	tell(n, n)
	return d, nil
}

// boxesOf are the bounding boxes of the convex parts of a set, each of which covers what the engine has by a
// rounding of float64 at most, and their filters.
func boxesOf(s *shapes.Set) (boxes []region.Box, attrs []soa.Attrs, err error) {
	var b tile.Bounds
	if err := b.Fill(s.Shapes, batch.Config{Mode: batch.ModeOverlaps}); err != nil {
		return nil, nil, err
	}
	for id := range s.Shapes.All() {
		boxes = append(boxes, b.Box(id))
	}
	attrs, err = attributes(s)
	return boxes, attrs, err
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
func extent(boxes []region.Box) float64 {
	all := region.Box{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}
	for i := range boxes {
		if b := &boxes[i]; !none(b) {
			all = region.Box{MinX: min(all.MinX, b.MinX), MinY: min(all.MinY, b.MinY), MaxX: max(all.MaxX, b.MaxX), MaxY: max(all.MaxY, b.MaxY)}
		}
	}
	return max(0, all.MaxX-all.MinX, all.MaxY-all.MinY)
}
