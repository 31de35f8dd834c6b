// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"

	"daylight/cmd/internal/geometry"
	"daylight/soa"
)

type point = soa.Point

// primitive is a shape as its row gives it, in float64, whatever the notation. The engine's shape, the
// exact one and the bytes in a temporary file are all made of it, so that they cannot differ.
type primitive struct {
	kind   primitiveKind
	form   Form
	pose   soa.Pose // of all but a box by corners and a geometry whose points are where they say
	p, q   float64  // the radius of a circle; half the length of a capsule; half the sides of a box
	radius float64  // by which the shape is grown; of a geometry, its lines and polygons
	// pointRadius is the radius of the points that are members of a geometry.
	pointRadius float64
	low, high   point // corners of a box
	geometry    geometry.Geometry
}

type primitiveKind uint8

const (
	circle primitiveKind = iota
	posedCapsule
	posedBox
	corneredBox
	posedPolygon // the points of the geometry are local
	geometric
)

// reset makes a primitive of that kind which has no size, and keeps its geometry.
func (s *primitive) reset(kind primitiveKind) {
	s.kind, s.pose = kind, soa.Pose{C: 1}
	s.p, s.q, s.radius, s.pointRadius = 0, 0, 0, 0
}

// readPrimitive makes a primitive of the row's cells.
func (p *parser) readPrimitive() error {
	s, r := &p.primitive, &p.row
	kind, w, err := p.way()
	if err != nil {
		return err
	}
	g := &s.geometry
	s.reset(geometric)
	if w == &byWKT {
		return p.readGeometry(kind)
	}
	g.Reset()
	s.form = p.form(w)
	switch w {
	case &byPoints:
		return p.readPoints()
	case &byCorners:
		return p.readCorners()
	case &byEnds:
		var a, b point
		if err := r.numbers(byEnds.needs, &a.X, &a.Y, &b.X, &b.Y); err != nil {
			return err
		}
		g.Kind, g.Points = geometry.LineString, append(g.Points, a, b)
		s.radius, err = p.radius(kind)
		return err
	case &byHalf:
		return p.readCapsule(kind, HalfLength, 1)
	case &byLength:
		return p.readCapsule(kind, Length, 0.5)
	case &byHXHY:
		return p.readBox(HX, HY, 1)
	case &byWidthHeight:
		return p.readBox(Width, Height, 0.5)
	case &byLengthWidth:
		return p.readBox(Length, Width, 0.5)
	}
	var center point
	if err := r.numbers(byRadius.needs, &center.X, &center.Y); err != nil {
		return err
	}
	s.kind, s.pose = circle, soa.At(center.X, center.Y, 0)
	s.p, err = p.radiusIn(geometry.Point)
	return err
}

func (p *parser) readCapsule(kind string, length Field, scale float64) (err error) {
	s := &p.primitive
	s.kind = posedCapsule
	if s.pose, err = p.pose(); err != nil {
		return err
	}
	if s.p, err = p.row.size(length); err != nil {
		return err
	}
	s.p *= scale
	s.radius, err = p.radius(kind)
	return err
}

// readBox reads a box whose half sides are the cells of width and height times scale.
func (p *parser) readBox(width, height Field, scale float64) (err error) {
	s := &p.primitive
	s.kind = posedBox
	if s.pose, err = p.pose(); err != nil {
		return err
	}
	if s.p, err = p.row.size(width); err != nil {
		return err
	}
	if s.q, err = p.row.size(height); err != nil {
		return err
	}
	s.p, s.q = s.p*scale, s.q*scale
	s.radius, err = p.row.optional(R)
	return err
}

func (p *parser) readCorners() (err error) {
	s, r := &p.primitive, &p.row
	s.kind = corneredBox
	if err := r.numbers(byCorners.needs, &s.low.X, &s.low.Y, &s.high.X, &s.high.Y); err != nil {
		return err
	}
	if s.high.X < s.low.X {
		return at(MaxX, fmt.Errorf("%s is less than min_x, which is %s", r.text(MaxX), r.text(MinX)))
	}
	if s.high.Y < s.low.Y {
		return at(MaxY, fmt.Errorf("%s is less than min_y, which is %s", r.text(MaxY), r.text(MinY)))
	}
	s.radius, err = r.optional(R)
	return err
}

// readPoints reads the points of a polygon: local ones if the row has a position, else where they are.
func (p *parser) readPoints() (err error) {
	s, g := &p.primitive, &p.primitive.geometry
	g.Kind = geometry.Polygon
	if g.Points, err = parsePoints(p.row.cell[Points], g.Points); err != nil {
		return at(Points, err)
	}
	g.Rings = append(g.Rings, len(g.Points))
	if s.radius, err = p.row.optional(R); err != nil || !p.row.any(X, Y, Angle) {
		return err
	}
	for _, f := range []Field{X, Y} {
		if !p.row.any(f) {
			return fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
		}
	}
	s.kind = posedPolygon
	s.pose, err = p.pose()
	return err
}
