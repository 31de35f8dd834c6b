// SPDX-License-Identifier: MIT

package query

import (
	"slices"
	"unsafe"

	"daylight/internal/kernels/bvh"
	"daylight/internal/scratch"
	"daylight/soa"
)

// answerAABBs answers a block of questions about AABBs. If no filter is active, a kernel writes the IDs
// while it tests the leaves. Otherwise a search finds the shapes whose boxes in the tree meet those of the
// questions; for most, the AABB itself need not be compared (see certain).
func (a *Asker) answerAABBs(w *worker, from int, questions []uint32) error {
	ix, s := a.ix, &w.search
	s.begin(a.boxesOf(from, questions, &s.room))
	for lo := 0; lo < len(questions); {
		hi, c := a.nextOfWorld(questions, lo)
		for c.lo < c.hi && lo < hi {
			var n int
			var err error
			if a.plain && ix.shapes.hasWholeLeaves() && !s.byItself(ix, &c, len(questions)) {
				n, err = a.identify(w, &c, questions[lo:hi], s.boxes[lo:hi])
			} else {
				n = ix.search(w, &c, s.boxes[lo:hi])
				err = a.compareAABBs(w, &c, questions[lo:lo+n], s.boxes[lo:lo+n])
			}
			if err != nil {
				return err
			}
			lo += n
		}
		lo = hi
	}
	return nil
}

// compareAABBs answers the questions of the last search.
func (a *Asker) compareAABBs(w *worker, c *subtree, questions []uint32, boxes []box) (err error) {
	ix, s := a.ix, &w.search
	if w.ids, err = grow(w.account, w.ids, len(s.found.Node)); err != nil {
		return err
	}
	all := !ix.all && ix.certain(w, c, boxes)
	begin, sureBegin := uint32(0), uint32(0)
	for k, end := range s.split(len(questions)) {
		sure := all
		if !all && !s.alone {
			sure = end-begin == s.ends[1][k]-sureBegin
			sureBegin = s.ends[1][k]
		}
		q, at, places := questions[k], len(w.ids), s.found.Node[begin:end]
		begin = end
		if f := a.filter(q); sure && !f.active {
			w.ids = ix.shapes.appendIDs(w.ids, places)
		} else {
			for _, p := range places {
				if f.passes(&ix.shapes, p) && (sure || a.meetsAABB(q, &ix.shapes, p)) {
					w.ids = append(w.ids, ix.shapes.id[p])
				}
			}
		}
		if err := a.endIDs(w, q, at); err != nil {
			return err
		}
	}
	return nil
}

// identify answers the first of some questions without filters, at least one, and returns their number. A
// kernel writes the IDs of the shapes whose boxes in the tree meet those of the questions. The IDs of a
// question are written again if a box overlaps its by so little that rounding may decide.
func (a *Asker) identify(w *worker, c *subtree, questions []uint32, boxes []box) (done int, err error) {
	ix, s := a.ix, &w.search
	done = s.descend(ix, c, boxes)
	s.windows = scratch.Resize(s.windows, done)
	for k := range s.windows {
		s.windows[k] = bvh.Window{NodeBox: boxes[k], Ease: ease(&boxes[k])}
	}
	ends := scratch.Resize(s.ends[0], done)
	clear(ends)
	s.ends[0] = ends
	tests := len(s.leaves.Node)
	s.open = scratch.Resize(s.open, tests)
	first := len(w.ids)
	if w.ids, err = grow(w.account, w.ids, tests*fan); err != nil {
		return 0, err
	}
	n, open := 0, 0
	if tests > 0 {
		room := w.ids[first : first+tests*fan]
		n, open = ix.table.Identify(ix.tree.levels[0], ix.shapes.ids(), s.leaves, s.windows, bvh.Found{
			ID: unsafe.Slice((*uint64)(unsafe.SliceData(room)), len(room)), End: ends, Open: s.open,
		})
	}
	found := w.ids[:first+n]
	w.ids = found[:first]
	unsure := s.open[:open]
	from := first // where the kernel wrote the row; rows before it may have shrunk
	for k, q := range questions[:done] {
		at, to := len(w.ids), max(first+int(ends[k]), from)
		if len(unsure) > 0 && s.leaves.Box[unsure[0]] == uint32(k) {
			for _, p := range ix.placesOf(w, int(unsure[0])) {
				if a.meetsAABB(q, &ix.shapes, p) {
					w.ids = append(w.ids, ix.shapes.id[p])
				}
			}
			for len(unsure) > 0 && s.leaves.Box[unsure[0]] == uint32(k) {
				unsure = unsure[1:]
			}
		} else {
			w.ids = w.ids[:at+to-from]
			if at < from {
				copy(w.ids[at:], found[from:to])
			}
		}
		if err := a.endIDs(w, q, at); err != nil {
			return 0, err
		}
		from = to
	}
	return done, nil
}

// placesOf lists the places that meet the box of one of the tests of leaves.
func (ix *Index) placesOf(w *worker, test int) []uint32 {
	s, lo, hi := &w.search, test, test+1
	of := s.leaves.Box
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

// meetsAABB reports whether the box of question q meets the AABB of the shape in a place. It compares
// sides relative to the shape's position.
func (qs *questions) meetsAABB(q uint32, s *shapes, place uint32) bool {
	r, b := s.record(place), s.aabb(place)
	return qs.x[q]-r.X <= float64(b.MaxX) && qs.u[q]-r.X >= float64(b.MinX) &&
		qs.y[q]-r.Y <= float64(b.MaxY) && qs.v[q]-r.Y >= float64(b.MinY)
}

// nextOfWorld returns the end of the questions of a block that are of the same world as question lo, and
// the subtree of that world.
func (a *Asker) nextOfWorld(questions []uint32, lo int) (hi int, c subtree) {
	hi = len(questions)
	world := a.worldOf(questions[lo])
	if a.several {
		for hi = lo + 1; hi < len(questions) && a.worldOf(questions[hi]) == world; {
			hi++
		}
	}
	return hi, a.ix.subtreeOf(world)
}

// endIDs ends the row of a question, which has the worker's IDs from at on.
func (a *Asker) endIDs(w *worker, q uint32, at int) error {
	if a.options.Canonical {
		slices.Sort(w.ids[at:])
	}
	return a.end(w, q, at, len(w.ids)-at)
}

// appendIDs appends the IDs of the shapes in some places.
func (s *shapes) appendIDs(dst []soa.ID, places []uint32) []soa.ID {
	at, ids := len(dst), s.id
	dst = slices.Grow(dst, len(places))[:at+len(places)]
	to := dst[at:][:len(places)]
	for i, p := range places {
		to[i] = ids[p]
	}
	return dst
}
