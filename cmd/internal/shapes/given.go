// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/region"
	"daylight/soa"
)

// give adds the row's shape as it is given, in float64, for exact decisions: what shape
// does, for whatever polygons there are. In Shapes its bounding box holds its place, and its
// filters. So what lies out of the range that the engine takes is refused here, with its row.
func (p *parser) give() error {
	shape, err := p.given()
	if err != nil {
		return err
	}
	b := shape.Bounds()
	pose, hx, hy := cornered(b.MinX, b.MinY, b.MaxX, b.MaxY)
	least := max(hx, hy)*0x1p-20 + math.SmallestNonzeroFloat32 // as float32 can tell
	if _, err := p.part.shapes.AddBox(pose, max(hx, least), max(hy, least), p.attrs); err != nil {
		return refused("the shape's bounding box", err)
	}
	p.part.given = append(p.part.given, shape)
	return nil
}

func (p *parser) given() (shape region.Shape, err error) {
	r := &p.row
	kind, w, err := p.way()
	if err != nil {
		return shape, err
	}
	switch w {
	case &byWKT:
		return p.givenGeometry(kind)
	case &byPoints:
		return p.givenPoints()
	case &byCorners:
		var x0, y0, x1, y1 float64
		if err := r.numbers(byCorners.needs, &x0, &y0, &x1, &y1); err != nil {
			return shape, err
		}
		if !(x0 < x1 && y0 < y1) {
			return shape, fmt.Errorf("a box needs an area: min_x and min_y must be less than max_x and max_y")
		}
		radius, err := r.optional(R)
		if err != nil {
			return shape, err
		}
		return p.convex([]region.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}, radius)
	case &byEnds:
		var a, b region.Point
		if err := r.numbers(byEnds.needs, &a.X, &a.Y, &b.X, &b.Y); err != nil {
			return shape, err
		}
		radius, err := p.radius(kind)
		if err != nil {
			return shape, err
		}
		return p.segment(a, b, radius)
	case &byHalf, &byLength:
		return p.givenCapsule(kind, w == &byHalf)
	case &byHXHY:
		return p.givenBox(HX, HY, 1)
	case &byWidthHeight:
		return p.givenBox(Width, Height, 0.5)
	case &byLengthWidth:
		return p.givenBox(Length, Width, 0.5)
	}
	var at region.Point
	if err := r.numbers(byRadius.needs, &at.X, &at.Y); err != nil {
		return shape, err
	}
	radius, err := p.circleRadius()
	if err != nil {
		return shape, err
	}
	return p.convex([]region.Point{at}, radius)
}

// transformed are local points where a pose puts them: products and sums of float64,
// each rounded, which is the rule for turned shapes.
func transformed(pose soa.Pose, points ...region.Point) []region.Point {
	for i, v := range points {
		points[i] = pose.Transform(v)
	}
	return points
}

func (p *parser) segment(a, b region.Point, radius float64) (region.Shape, error) {
	if a == b {
		return p.convex([]region.Point{a}, radius)
	}
	return p.convex([]region.Point{a, b}, radius)
}

func (p *parser) givenCapsule(kind string, half bool) (shape region.Shape, err error) {
	pose, err := p.pose()
	if err != nil {
		return shape, err
	}
	f, scale := HalfLength, 1.0
	if !half {
		f, scale = Length, 0.5
	}
	h, err := p.row.size(f)
	if err != nil {
		return shape, err
	}
	radius, err := p.radius(kind)
	if err != nil {
		return shape, err
	}
	ends := transformed(pose, region.Point{X: -h * scale}, region.Point{X: h * scale})
	return p.segment(ends[0], ends[1], radius)
}

func (p *parser) givenBox(w, h Field, scale float64) (shape region.Shape, err error) {
	pose, err := p.pose()
	if err != nil {
		return shape, err
	}
	hx, err := p.row.size(w)
	if err != nil {
		return shape, err
	}
	hy, err := p.row.size(h)
	if err != nil {
		return shape, err
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return shape, err
	}
	hx, hy = hx*scale, hy*scale
	if hx == 0 || hy == 0 {
		return shape, fmt.Errorf("a box needs an area: half extents (%v, %v); what is thin is a segment or a capsule", hx, hy)
	}
	return p.polygons([][][]region.Point{{transformed(pose,
		region.Point{X: -hx, Y: -hy}, region.Point{X: hx, Y: -hy}, region.Point{X: hx, Y: hy}, region.Point{X: -hx, Y: hy})}}, radius)
}

// givenPoints is a polygon of points: local ones if the row has a position.
func (p *parser) givenPoints() (shape region.Shape, err error) {
	if p.points, err = parsePoints(p.row.cell[Points], p.points[:0]); err != nil {
		return shape, at(Points, err)
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return shape, err
	}
	ring := ring(p.points)
	if p.row.any(X, Y, Angle) {
		for _, f := range []Field{X, Y} {
			if !p.row.any(f) {
				return shape, fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
			}
		}
		pose, err := p.pose()
		if err != nil {
			return shape, err
		}
		transformed(pose, ring...)
	}
	return p.polygons([][][]region.Point{{ring}}, radius)
}

func (p *parser) givenGeometry(kind string) (shape region.Shape, err error) {
	g := &p.geom
	if err := p.read(); err != nil {
		return shape, err
	}
	points := ring(g.Points)
	if g.Members != nil || g.Kind == geometry.LineString && len(points) != 2 {
		return p.givenMembers(kind)
	}
	is := "polygon"
	switch g.Kind {
	case geometry.Point:
		is = "circle"
	case geometry.LineString:
		is = "capsule"
	}
	if kind != "" && kind != is && !(kind == "segment" && is == "capsule") {
		return shape, at(WKT, fmt.Errorf("a %v is no %s", min(g.Kind, geometry.Polygon), kind))
	}
	switch is {
	case "circle":
		radius, err := p.pointRadius()
		if err != nil {
			return shape, err
		}
		return p.convex(points, radius)
	case "capsule":
		radius, err := p.radius(kind)
		if err != nil {
			return shape, err
		}
		return p.segment(points[0], points[1], radius)
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return shape, err
	}
	return p.polygons(polygonsOf(g), radius)
}

// pointRadius is the radius of a point of a geometry, which may be a point in its own right.
func (p *parser) pointRadius() (float64, error) {
	if p.row.any(R) || p.c.HasRadius {
		return p.circleRadius()
	}
	return 0, nil
}

// givenMembers makes one shape of a line of several segments, or of a geometry that has members.
func (p *parser) givenMembers(kind string) (shape region.Shape, err error) {
	g := &p.geom
	if kind != "" && (g.Kind != geometry.LineString && g.Kind != geometry.MultiLineString || kind != "capsule" && kind != "segment") {
		return shape, at(WKT, fmt.Errorf("a %v is no %s", g.Kind, kind))
	}
	members := g.Members
	if members == nil {
		members = []geometry.Geometry{*g}
	}
	var polygons [][][]region.Point
	var lines [][]region.Point
	radius := -1.0
	for i := range members {
		m := &members[i]
		var own float64
		switch m.Kind {
		case geometry.Point:
			own, err = p.pointRadius()
		case geometry.LineString:
			if len(m.Points) == 1 {
				return shape, at(WKT, errors.New("a line needs two points"))
			}
			own, err = p.radius(kind)
		default:
			own, err = p.row.optional(R)
		}
		switch {
		case err != nil:
			return shape, err
		case radius >= 0 && own != radius:
			return shape, at(WKT, fmt.Errorf("the points of a %v would have the radius %v and what else is in it %v, but it has one: give the points a row of their own, or a radius in a column r", g.Kind, max(own, radius), min(own, radius)))
		case !(own <= math.MaxFloat32):
			return shape, at(R, fmt.Errorf("the radius %v is out of range", own))
		}
		radius = own
		if points := ring(m.Points); m.Kind == geometry.Point || m.Kind == geometry.LineString {
			lines = append(lines, points)
		} else {
			polygons = append(polygons, polygonsOf(m)...)
		}
		p.part.vertices += 8 * len(m.Points) // outline, and corners of parts, or segments
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
func (p *parser) convex(core []region.Point, radius float64) (region.Shape, error) {
	if !(radius <= math.MaxFloat32) {
		return region.Shape{}, at(R, fmt.Errorf("the radius %v is out of range", radius))
	}
	s, err := region.NewConvex(core, radius)
	return s, inWords(err)
}

// polygons makes a shape of polygons of any kind.
func (p *parser) polygons(polygons [][][]region.Point, radius float64) (region.Shape, error) {
	for _, rings := range polygons {
		for _, ring := range rings {
			p.part.vertices += 4 * len(ring) // outline, and corners of parts
		}
	}
	if len(polygons) == 1 && len(polygons[0]) == 1 && len(polygons[0][0]) > 2 {
		if _, err := region.NewConvex(polygons[0][0], 0); err == nil {
			return p.convex(polygons[0][0], radius)
		}
	}
	r, err := p.region(polygons)
	if err != nil {
		return region.Shape{}, err
	}
	s, err := region.NewShape(r, nil, radius)
	return s, inWords(err)
}
