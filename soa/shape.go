// SPDX-License-Identifier: MIT

package soa

import "daylight/internal/kernels"

// Class says how a shape is stored: as one of the four classes below. A segment is a capsule of
// radius zero, a rounded box a polygon with a radius, and an ellipse a polygon.
type Class = kernels.Class

// The classes.
const (
	ClassCircle  = kernels.Circle
	ClassCapsule = kernels.Capsule
	ClassBox     = kernels.Box
	ClassPolygon = kernels.Polygon
)

// Shape describes one shape in full, to draw it, write it out or check it.
type Shape struct {
	Class Class
	// Vertices are those of the core, in local coordinates, counter-clockwise: the
	// origin for a circle, two ends for a capsule, four corners for a box. They are
	// exact: the float32 values stored.
	Vertices []Point
	Radius   float64 // by which the core is grown
	Pose     Pose    // as the caller wrote it
	Attrs    Attrs
}

// Shape returns a description of a shape. It allocates memory for the vertices.
func (s *Shapes) Shape(id ID) (Shape, error) {
	i, ok := s.index.find(id)
	if !ok {
		return Shape{}, noShape("Shape", id)
	}
	c := &s.col
	sh := Shape{
		Class: c.Class[i],
		Pose:  Pose{X: c.X[i], Y: c.Y[i], C: c.C[i], S: c.S[i]},
		Attrs: s.attrs(int(i)),
	}
	sh.Vertices, sh.Radius = s.form(nil, int(i))
	return sh, nil
}

// AppendVertices appends the vertices of a shape's core to dst, as Shape tells them. It allocates
// nothing if dst has room for them.
func (s *Shapes) AppendVertices(dst []Point, id ID) ([]Point, error) {
	i, ok := s.index.find(id)
	if !ok {
		return dst, noShape("AppendVertices", id)
	}
	dst, _ = s.form(dst, int(i))
	return dst, nil
}

// form appends the core of the shape in a slot, and returns the radius by which it is grown.
func (s *Shapes) form(core []Point, i int) (_ []Point, radius float64) {
	c := &s.col
	p, q := float64(c.P[i]), float64(c.Q[i])
	switch c.Class[i] {
	case kernels.Circle:
		return append(core, Point{}), p
	case kernels.Capsule:
		return append(core, Point{X: -p, Y: 0}, Point{X: p, Y: 0}), q
	case kernels.Box:
		return append(core, Point{X: -p, Y: -q}, Point{X: p, Y: -q}, Point{X: p, Y: q}, Point{X: -p, Y: q}), 0
	}
	vx, vy := s.vertices(i)
	for k := range vx {
		core = append(core, Point{X: float64(vx[k]), Y: float64(vy[k])})
	}
	return core, p
}

// vertices returns a polygon's local vertices, padding left out: consecutive
// vertices of an outline differ, those of padding do not.
func (s *Shapes) vertices(i int) (vx, vy []float32) {
	lo, hi := s.col.Off[i], s.col.Off[i]+s.col.Num[i]
	vx, vy = s.lanes.local.VX[lo:hi], s.lanes.local.VY[lo:hi]
	n := len(vx)
	for n > 1 && vx[n-1] == vx[n-2] && vy[n-1] == vy[n-2] {
		n--
	}
	return vx[:n], vy[:n]
}
