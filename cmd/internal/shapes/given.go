// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"

	"daylight/batch/exact"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/region"
	"daylight/soa"
)

// addGiven adds the primitive as it is given, in float64, for exact decisions. It also adds it to
// Shapes, with its filters, in the form that an exact.Scene needs. So a shape outside the range of
// the engine is refused here, with its row.
func (p *parser) addGiven() error {
	shape, err := p.given()
	if err != nil {
		return err
	}
	if p.c.Areas && shape.Radius() > 0 && len(shape.Core()) != 1 {
		return errors.New("--mode area takes circles, and shapes without a radius: this one is a capsule or has rounded corners")
	}
	if _, err := exact.Put(p.part.shapes, &shape, p.attrs); err != nil {
		return refused("the shape's bounding box", err)
	}
	p.part.given = append(p.part.given, shape)
	return nil
}

// given makes an exact shape of the primitive.
func (p *parser) given() (shape region.Shape, err error) {
	s := &p.primitive
	switch s.kind {
	case schema.Circle:
		return convex([]region.Point{{X: s.pose.X, Y: s.pose.Y}}, s.p)
	case schema.PosedCapsule:
		ends := transformed(s.pose, region.Point{X: -s.p}, region.Point{X: s.p})
		return segment(ends[0], ends[1], s.radius)
	case schema.PosedBox:
		if s.p == 0 || s.q == 0 {
			return shape, fmt.Errorf("a box needs an area: half extents (%v, %v); what is thin is a segment or a capsule", s.p, s.q)
		}
		return p.givenPolygons([][][]region.Point{{transformed(s.pose,
			region.Point{X: -s.p, Y: -s.q}, region.Point{X: s.p, Y: -s.q}, region.Point{X: s.p, Y: s.q}, region.Point{X: -s.p, Y: s.q})}})
	case schema.CorneredBox:
		if s.low.X == s.high.X || s.low.Y == s.high.Y {
			return shape, fmt.Errorf("a box needs an area: min_x and min_y must be less than max_x and max_y")
		}
		return convex([]region.Point{s.low, {X: s.high.X, Y: s.low.Y}, s.high, {X: s.low.X, Y: s.high.Y}}, s.radius)
	}
	g := &s.geometry
	switch points := ring(g.Points); {
	case g.Members != nil || g.Kind == geometry.LineString && len(g.Points) != 2:
		return p.givenMembers()
	case g.Kind == geometry.LineString:
		return segment(points[0], points[1], s.radius)
	case s.kind == schema.LocalPolygon:
		return p.givenPolygons([][][]region.Point{{transformed(s.pose, points...)}})
	}
	return p.givenPolygons(polygonsOf(g))
}

// transformed are local points where a pose puts them: products and sums of float64,
// each rounded, which is the rule for turned shapes.
func transformed(pose soa.Pose, points ...region.Point) []region.Point {
	for i, v := range points {
		points[i] = pose.Transform(v)
	}
	return points
}

func segment(a, b region.Point, radius float64) (region.Shape, error) {
	if a == b {
		return convex([]region.Point{a}, radius)
	}
	return convex([]region.Point{a, b}, radius)
}

// givenMembers makes one shape of a line of several segments, or of a geometry that has members.
func (p *parser) givenMembers() (shape region.Shape, err error) {
	s, g := &p.primitive, &p.primitive.geometry
	members := g.Members
	if members == nil {
		members = []geometry.Geometry{*g}
	}
	var polygons [][][]region.Point
	var lines [][]region.Point
	radius := -1.0
	for i := range members {
		m := &members[i]
		own := s.radius
		if m.Kind == geometry.Point {
			own = s.pointRadius
		}
		switch {
		case m.Kind == geometry.LineString && len(m.Points) == 1:
			return shape, schema.At(schema.WKT, errors.New("a line needs two points"))
		case radius >= 0 && own != radius:
			return shape, schema.At(schema.WKT, fmt.Errorf("the points of a %v would have the radius %v and what else is in it %v, but it has one: give the points a row of their own, or a radius in a column r", g.Kind, max(own, radius), min(own, radius)))
		case !(own <= math.MaxFloat32):
			return shape, schema.At(schema.R, fmt.Errorf("the radius %v is out of range", own))
		}
		radius = own
		if points := ring(m.Points); m.Kind == geometry.Point || m.Kind == geometry.LineString {
			lines = append(lines, points)
		} else {
			polygons = append(polygons, polygonsOf(m)...)
		}
	}
	var area *region.Region
	if polygons != nil {
		if area, err = p.region(polygons); err != nil && !(p.vanished(err) && lines != nil) {
			return shape, err
		}
	}
	shape, err = region.NewShape(area, lines, max(radius, 0))
	return shape, inWords(err)
}

// convex makes a shape of what is convex.
func convex(core []region.Point, radius float64) (region.Shape, error) {
	if !(radius <= math.MaxFloat32) {
		return region.Shape{}, schema.At(schema.R, fmt.Errorf("the radius %v is out of range", radius))
	}
	s, err := region.NewConvex(core, radius)
	return s, inWords(err)
}

// givenPolygons makes a shape of polygons of any kind, grown by the primitive's radius.
func (p *parser) givenPolygons(polygons [][][]region.Point) (region.Shape, error) {
	radius := p.primitive.radius
	if len(polygons) == 1 && len(polygons[0]) == 1 && len(polygons[0][0]) > 2 {
		if _, err := region.NewConvex(polygons[0][0], 0); err == nil {
			return convex(polygons[0][0], radius)
		}
	}
	r, err := p.region(polygons)
	if err != nil {
		return region.Shape{}, err
	}
	s, err := region.NewShape(r, nil, radius)
	return s, inWords(err)
}
