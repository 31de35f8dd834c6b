// SPDX-License-Identifier: MIT

package region

import "slices"

// CompareOutlines decides about two polygons, each given by the corners of its outline in order,
// either way round; two corners stand for a box along the axes, which they are opposite corners
// of, the lower one first. Outlines that are not convex are cut, and mended first if they need it.
// If one of the two is no outline, such as nil, it returns otherwise.
func CompareOutlines(a, b []Point, otherwise Verdict) Verdict {
	p, boxA := opposite(a)
	q, boxB := opposite(b)
	if boxA && boxB {
		switch {
		case !p.Meets(q):
			return Apart
		case p.MinX < q.MaxX && q.MinX < p.MaxX && p.MinY < q.MaxY && q.MinY < p.MaxY:
			return Overlapping
		}
		return Touching
	}
	s, sound := outlined(a)
	t, other := outlined(b)
	if !sound || !other {
		return otherwise
	}
	return s.Compare(&t)
}

// opposite is the box with two opposite corners, if that is what they are.
func opposite(pts []Point) (Box, bool) {
	if len(pts) != 2 || !finite(pts[0]) || !finite(pts[1]) {
		return Box{}, false
	}
	p, q := pts[0], pts[1]
	return Box{p.X, p.Y, q.X, q.Y}, p.X < q.X && p.Y < q.Y
}

// outlined is the shape in an outline.
func outlined(pts []Point) (Shape, bool) {
	for _, p := range pts {
		if !finite(p) {
			return Shape{}, false
		}
	}
	if b, ok := opposite(pts); ok {
		pts = []Point{{b.MinX, b.MinY}, {b.MaxX, b.MinY}, {b.MaxX, b.MaxY}, {b.MinX, b.MaxY}}
	} else if !isConvex(pts) {
		turned := slices.Clone(pts)
		if slices.Reverse(turned); isConvex(turned) {
			pts = turned
		} else if r, err := New([][][]Point{{pts}}, Config{Mend: true}); err != nil || r.Parts() == 0 {
			return Shape{}, false
		} else {
			s, err := NewShape(r, nil, 0)
			return s, err == nil
		}
	}
	return Shape{core: pts, box: boxOf(pts)}, true
}
