// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"

	"daylight/cmd/internal/geometry"
	"daylight/soa"
)

// read reads the row's geometry, and what it says of its system of coordinates.
func (p *parser) read() error {
	g := &p.primitive.geometry
	if !p.row.read { // else whoever made the row has read it already
		if err := g.Read(p.row.cell[WKT]); err != nil {
			return at(WKT, err)
		}
	}
	if g.SRID != 0 && !slices.Contains(p.part.systems, g.SRID) {
		p.part.systems = append(p.part.systems, g.SRID)
	}
	if p.geoJSON && p.part.extent != planar {
		if p.part.extent = planar; g.Within(180, 90) {
			p.part.extent = onGlobe
		}
	}
	return nil
}

// readGeometry reads a geometry, however it is written. A point is a circle, a line of two points a
// capsule, a polygon a polygon; lines of more points and geometries that have members are shapes of
// several parts. The kind, if the row has one, must fit. Points are exact in their own right, so that an
// exact one needs no radius.
func (p *parser) readGeometry(kind string) (err error) {
	s, g := &p.primitive, &p.primitive.geometry
	if err := p.read(); err != nil {
		return err
	}
	s.form = p.form(&byWKT)
	several := g.Members != nil || g.Kind == geometry.LineString && len(g.Points) != 2
	is := "polygon"
	switch {
	case p.c.Rays && g.Kind == geometry.LineString && len(g.Points) != 2:
		return at(WKT, fmt.Errorf("a ray is a line of two points, and this one has %d", len(g.Points)))
	case several && !p.c.Exact && !p.c.Concave:
		return at(WKT, notConvex(g))
	case several && kind != "" && (g.Kind != geometry.LineString && g.Kind != geometry.MultiLineString || kind != "capsule" && kind != "segment"):
		return at(WKT, fmt.Errorf("a %v is no %s", g.Kind, kind))
	case several && g.Kind == geometry.LineString && len(g.Points) == 1:
		return at(WKT, errors.New("a line needs two points; one alone is a POINT"))
	case several:
		is = kind
	case g.Kind == geometry.Point:
		is = "circle"
	case g.Kind == geometry.LineString:
		is = "capsule"
	case len(g.Rings) > 1 && !p.c.Exact && !p.c.Concave:
		return at(WKT, notConvex(g))
	}
	if kind != "" && kind != is && !(kind == "segment" && is == "capsule") {
		return at(WKT, fmt.Errorf("a %v is no %s", min(g.Kind, geometry.Polygon), kind))
	}
	radius := 0.0 // of points
	if points := g.Kind == geometry.Point || hasPoints(g.Members); points && !(p.c.Exact && !p.row.any(R) && !p.c.HasRadius) {
		if radius, err = p.radiusIn(g.Kind); err != nil {
			return err
		}
	}
	if g.Kind == geometry.Point {
		s.kind, s.pose, s.p = circle, soa.At(g.Points[0].X, g.Points[0].Y, 0), radius
		return nil
	}
	s.pointRadius = radius
	s.radius, err = p.radius(kind)
	return err
}

// notConvex says what to do about a geometry that is no convex shape.
func notConvex(g *geometry.Geometry) error {
	switch {
	case g.Members != nil:
		return fmt.Errorf("a %v is no convex shape: give each of its members a row of its own, with the same body", g.Kind)
	case g.Kind == geometry.LineString && len(g.Points) < 2:
		return errors.New("a line needs two points; one alone is a POINT")
	case g.Kind == geometry.LineString:
		return fmt.Errorf("a line of %d points is no convex shape: give each of its segments a row of its own", len(g.Points))
	case len(g.Parts) > 1:
		return fmt.Errorf("a multipolygon of %d parts is no convex shape: give each part a row of its own, with the same body", len(g.Parts))
	}
	return fmt.Errorf("the polygon has %s: a shape with a hole is not convex", plural(len(g.Rings)-1, "hole"))
}

func hasPoints(members []geometry.Geometry) bool {
	for i := range members {
		if members[i].Kind == geometry.Point {
			return true
		}
	}
	return false
}
