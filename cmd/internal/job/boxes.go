// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"

	"daylight/internal/store"
	"daylight/internal/sweep"
)

// verifyBoxes compares candidates with the bounding boxes of every two shapes that the
// filters let meet. If the boxes, grown by half the margin, overlap, the pair must be
// among the candidates; if they are farther apart than the broad phase may let pass,
// it must not. Those of a join are numbered together. The candidates are distinct and in order of (A, B).
func (r *Result) verifyBoxes(ctx context.Context, c Config, tell func(done, total int)) (*Difference, error) {
	col := store.Of(r.Set.Shapes).Columns()
	if r.Other != nil {
		col = store.Concat(col, store.Of(r.Other.Shapes).Columns())
	}
	filters := sweep.Filters{
		World: col.World, Category: col.Category, Mask: col.Mask,
		Group: col.Group, Body: col.Body, Static: col.Static,
	}
	n, offset := r.all(), r.first()
	margin := max(0, float64(float32(c.Margin)))
	// Twice the quanta that package broadphase lets pairs be apart by, and the little
	// that the engine adds to a margin.
	slack := 0x1p-16*extent(&col) + 0x1p-14*margin

	// Candidates of row k are those from first[k] to first[k+1].
	first := make([]int, n+1)
	for _, a := range r.Contacts.A {
		first[a.Index()+1]++
	}
	for k := range n {
		first[k+1] += first[k]
	}
	worlds := make([][]int, len(r.Set.Worlds()))
	for k := range n {
		w := r.world(k)
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
				gap, tolerance := boxGap(&col, a, b)
				gap -= margin
				switch {
				case is && gap <= slack+tolerance, !is && gap >= -tolerance:
					if is && !meet(&col, &filters, a, b) {
						r.note(d, &d.Extra, "extra", a, b)
					}
				case is:
					r.note(d, &d.Extra, "extra", a, b)
				case meet(&col, &filters, a, b):
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

func meet(col *store.Columns, f *sweep.Filters, a, b int) bool {
	return !(col.Skip != nil && (col.Skip[a] || col.Skip[b])) && sweep.Meet(f, a, b)
}

// boxGap is the distance between two bounding boxes along the axis where it is
// greatest, negative if they overlap, and a bound on its rounding error.
func boxGap(c *store.Columns, a, b int) (gap, tolerance float64) {
	along := func(from, to float64, minA, maxA, minB, maxB float32) float64 {
		between := to - from
		return max(between+float64(minB)-float64(maxA), float64(minA)-float64(maxB)-between)
	}
	gap = max(along(c.X[a], c.X[b], c.MinX[a], c.MaxX[a], c.MinX[b], c.MaxX[b]),
		along(c.Y[a], c.Y[b], c.MinY[a], c.MaxY[a], c.MinY[b], c.MaxY[b]))
	size := math.Abs(c.X[a]) + math.Abs(c.X[b]) + math.Abs(c.Y[a]) + math.Abs(c.Y[b])
	for _, v := range []float32{c.MinX[a], c.MaxX[a], c.MinX[b], c.MaxX[b], c.MinY[a], c.MaxY[a], c.MinY[b], c.MaxY[b]} {
		size += math.Abs(float64(v))
	}
	return gap, 0x1p-50 * size
}

// extent is the longer side of the bounding box of all shapes.
func extent(c *store.Columns) float64 {
	if len(c.X) == 0 {
		return 0
	}
	side := func(at []float64, lo, hi []float32) float64 {
		from, to := math.Inf(1), math.Inf(-1)
		for i, v := range at {
			if c.Skip != nil && c.Skip[i] {
				continue
			}
			from, to = min(from, v+float64(lo[i])), max(to, v+float64(hi[i]))
		}
		return max(0, to-from)
	}
	return max(side(c.X, c.MinX, c.MaxX), side(c.Y, c.MinY, c.MaxY))
}
