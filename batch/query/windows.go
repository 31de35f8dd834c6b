// SPDX-License-Identifier: MIT

package query

import (
	"slices"

	"daylight/soa"
)

// answerAABBs answers a block of questions about AABBs. A search finds the shapes whose boxes in
// the tree meet those of the questions; for most, the AABB itself need not be compared (see
// certain).
func (a *Asker) answerAABBs(w *worker, from int, questions []uint32) error {
	return a.searchBlock(w, from, questions, (*Asker).compareAABBs)
}

// searchBlock searches the tree for the boxes of a block of questions. It calls answer after each
// search, with the subtree and the questions of that search.
func (a *Asker) searchBlock(w *worker, from int, questions []uint32, answer func(a *Asker, w *worker, c subtree, lo int, questions []uint32) error) error {
	s := &w.search
	s.begin(a.boxesOf(from, questions, &s.room))
	for lo := 0; lo < len(questions); {
		hi, c := a.nextOfWorld(questions, lo)
		for c.lo < c.hi && lo < hi {
			n := a.ix.search(w, &c, s.boxes[lo:hi])
			if err := answer(a, w, c, lo, questions[lo:lo+n]); err != nil {
				return err
			}
			lo += n
		}
		lo = hi
	}
	return nil
}

// compareAABBs answers the questions of the last search.
func (a *Asker) compareAABBs(w *worker, c subtree, lo int, questions []uint32) (err error) {
	ix, s := a.ix, &w.search
	boxes := s.boxes[lo : lo+len(questions)]
	if w.ids, err = grow(w.account, w.ids, len(s.found.Node)); err != nil {
		return err
	}
	all := !ix.all && ix.certain(w, &c, boxes)
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

// meetsAABB reports whether the box of question q meets the AABB of the shape in a place. It
// compares sides relative to the shape's position.
func (qs *questions) meetsAABB(q uint32, s *shapes, place uint32) bool {
	r, b := s.record(place), s.aabb(place)
	return qs.x[q]-r.X <= float64(b.MaxX) && qs.u[q]-r.X >= float64(b.MinX) &&
		qs.y[q]-r.Y <= float64(b.MaxY) && qs.v[q]-r.Y >= float64(b.MinY)
}

// nextOfWorld returns the end of the questions of a block that are of the same world as question
// lo, and the subtree of that world.
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
