// SPDX-License-Identifier: MIT

package job

import (
	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Outlines gives the outlines of the shapes of row i that are asked for: of shapes that are cut
// into parts as they were given, of all others as they are stored, and of parts if each two
// have a row.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	k := r.at(i)
	if r.folded == nil {
		if a {
			p = Outline(r.Set, r.Contacts.A[k])
		}
		if b {
			q = Outline(r.second(), r.Contacts.B[k])
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
		p = outline.Given(&d.Set.Given[r.a])
	}
	if b {
		q = outline.Given(&d.other().Given[r.b])
	}
	return p, q
}
