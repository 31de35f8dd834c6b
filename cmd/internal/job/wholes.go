// SPDX-License-Identifier: MIT

package job

import (
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// wholes are what rows are about: the shapes of a set, each of one convex part or of several; or
// bodies, the shapes of one world with the same body, which go by the first of them. A shape of
// no body is one by itself.
type wholes struct {
	set     *shapes.Set
	ids     []soa.ID            // of each slot
	first   []uint32            // of each shape, the first of its body; nil if rows are about shapes
	members map[uint32][]uint32 // by first shape: those of a body that has several
}

func wholesOf(set *shapes.Set, bodies bool) (*wholes, error) {
	w := &wholes{set: set, ids: slices.Collect(set.Shapes.All())}
	if !bodies {
		return w, nil
	}
	type body struct{ world, body uint32 }
	firsts := map[body]uint32{}
	w.members = map[uint32][]uint32{}
	for k := range set.Len() {
		from, _ := set.Slots(k)
		a, err := set.Shapes.Attrs(w.ids[from])
		if err != nil {
			return nil, err
		}
		first := uint32(k)
		if a.Body != 0 {
			key := body{a.World, a.Body}
			if f, known := firsts[key]; known {
				first = f
				if w.members[f] == nil {
					w.members[f] = []uint32{f}
				}
				w.members[f] = append(w.members[f], uint32(k))
			} else {
				firsts[key] = first
			}
		}
		w.first = append(w.first, first)
	}
	return w, nil
}

// of is what the shape in a slot is a part of, by its first shape.
func (w *wholes) of(slot int) int {
	k := w.set.Of(slot)
	if w.first != nil {
		return int(w.first[k])
	}
	return k
}

// count is how many convex parts a whole has.
func (w *wholes) count(k int) (n int) {
	members := w.members[uint32(k)]
	if members == nil {
		from, to := w.set.Slots(k)
		return to - from
	}
	for _, m := range members {
		from, to := w.set.Slots(int(m))
		n += to - from
	}
	return n
}

// parts are the convex parts of a whole, which the caller does not change.
func (w *wholes) parts(k int) []soa.ID {
	from, to := w.set.Slots(k)
	list := w.ids[from:to:to]
	if members := w.members[uint32(k)]; members != nil {
		for _, m := range members[1:] {
			from, to := w.set.Slots(int(m))
			list = append(list, w.ids[from:to]...)
		}
	}
	return list
}

// Outlines gives the outlines of the shapes of row i that are asked for: of shapes that are cut
// into parts as they were given, of all others as they are stored, and of parts if each two
// have a row.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	k := r.at(i)
	if r.folded == nil {
		if a {
			p = Outline(r.A, r.Contacts.A[k])
		}
		if b {
			q = Outline(r.B, r.Contacts.B[k])
		}
		return p, q
	}
	if a {
		p = r.wholes[0].outline(r.folded[k].a)
	}
	if b {
		q = r.wholes[1].outline(r.folded[k].b)
	}
	return p, q
}

// outline is that of a whole, as it was given.
func (w *wholes) outline(k uint32) geom.Geometry {
	members := w.members[k]
	if members == nil {
		return Whole(w.set, w.ids, k)
	}
	var list []geom.Geometry
	for _, m := range members {
		list = append(list, Whole(w.set, w.ids, m))
	}
	return outline.Several(list)
}

// Whole is the outline of shape k of a set that has such IDs in its slots: of what is cut into
// parts as it was given.
func Whole(s *shapes.Set, ids []soa.ID, k uint32) geom.Geometry {
	return s.Outline(int(k), func(slot int) geom.Geometry { return Outline(s, ids[slot]) })
}

// Outline is the outline of a shape where it was given, as it is stored: corners in float32
// about the position, rounding cut into straight lines.
func Outline(s *shapes.Set, id soa.ID) geom.Geometry {
	sh, err := s.Shapes.Shape(id)
	if err != nil { // not for a shape of a contact
		return geom.Geometry{}
	}
	core := sh.Vertices
	for i, v := range core {
		core[i] = sh.Pose.Transform(v)
	}
	return outline.Convex(core, sh.Radius)
}

// Outlines gives the outlines of the shapes of row i that are asked for, as they were given
// but for rounding, which is cut into straight lines.
func (d *Decided) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	r := &d.rows[i]
	if a {
		p = outline.Given(&d.A.Given[r.a])
	}
	if b {
		q = outline.Given(&d.B.Given[r.b])
	}
	return p, q
}
