// SPDX-License-Identifier: MIT

package query

import (
	"unsafe"

	"daylight/internal/scratch"
	"daylight/internal/simd/bvh"
)

// identify answers some windows about AABBs that no filter narrows, at least one, and returns how
// many. Kernels write the IDs of the shapes whose boxes meet them where they belong; only windows
// that a box meets by what rounding may have made of it are looked at again.
func (o *overlaps) identify(a *Asker, w *worker, c *crown, questions []uint32, boxes []box) (int, error) {
	ix, s, out := a.ix, &w.search, &w.out
	done := s.descend(ix, c, boxes)
	s.windows = scratch.Resize(s.windows, done)
	for k := range s.windows {
		s.windows[k] = bvh.Window{NodeBox: boxes[k], Ease: ease(&boxes[k])}
	}
	ends := scratch.Resize(s.ends[0], done)
	clear(ends)
	s.ends[0] = ends
	tests := len(s.leaves.Node)
	s.open = scratch.Resize(s.open, tests)
	first := len(out.shape)
	if err := w.roomFor(tests * fan); err != nil {
		return 0, err
	}
	n, open := 0, 0
	if tests > 0 {
		room := out.shape[first : first+tests*fan]
		n, open = ix.table.Identify(ix.tree.levels[0], ix.shapes.ids(), s.leaves, s.windows, bvh.Found{
			ID: unsafe.Slice((*uint64)(unsafe.SliceData(room)), len(room)), End: ends, Open: s.open,
		})
	}
	out.shape = out.shape[:first+n]
	unsure := s.open[:open]
	at, from := first, first // of the row in hand, and where it lies until those before it are mended
	for k, q := range questions[:done] {
		to := max(first+int(ends[k]), from)
		row := to - from
		switch {
		case len(unsure) > 0 && s.leaves.Box[unsure[0]] == uint32(k):
			row = 0
			for _, p := range s.placesOf(ix, w, int(unsure[0])) {
				if o.windows.meet(q, &ix.shapes, p) {
					out.shape[at+row] = ix.shapes.id[p]
					row++
				}
			}
			for len(unsure) > 0 && s.leaves.Box[unsure[0]] == uint32(k) {
				unsure = unsure[1:]
			}
		case at < from:
			copy(out.shape[at:], out.shape[from:to])
		}
		if err := a.endAt(w, q, at, row); err != nil {
			return 0, err
		}
		at, from = at+row, to
	}
	out.shape = out.shape[:at]
	return done, nil
}

// placesOf lists the places whose boxes meet the window that one of the tests of leaves is about.
func (s *search) placesOf(ix *Index, w *worker, test int) []uint32 {
	lo, hi, of := test, test+1, s.leaves.Box
	for lo > 0 && of[lo-1] == of[test] {
		lo--
	}
	for hi < len(of) && of[hi] == of[test] {
		hi++
	}
	if most := (hi - lo) * fan; len(w.lists[2]) < most {
		w.lists[2] = make([]uint32, most+most/4)
	}
	b := &s.windows[of[test]].NodeBox
	return w.lists[2][:ix.table.Children(ix.tree.levels[0], s.leaves.Node[lo:hi], b, w.lists[2])]
}

// meet reports whether a window meets the AABB of the shape in a place.
func (b *Boxes) meet(q uint32, s *shapes, place uint32) bool {
	return meetsAABB(b.MinX[q], b.MinY[q], b.MaxX[q], b.MaxY[q], s, place)
}

// meetsAABB compares sides relative to the shape's position.
func meetsAABB(minX, minY, maxX, maxY float64, s *shapes, place uint32) bool {
	r, a := &s.rec[place], &s.bound[place]
	return minX-r.X <= float64(a.MaxX) && maxX-r.X >= float64(a.MinX) &&
		minY-r.Y <= float64(a.MaxY) && maxY-r.Y >= float64(a.MinY)
}
