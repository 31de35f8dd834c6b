// SPDX-License-Identifier: MIT

package job

import (
	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Outlines gives the outlines of the shapes of row i that are asked for, where they were
// given: as they are stored, corners in float32 about the position, rounding cut into
// straight lines.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	k := r.at(i)
	if a {
		p = Outline(r.Set, r.Contacts.A[k])
	}
	if b {
		q = Outline(r.second(), r.Contacts.B[k])
	}
	return p, q
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
