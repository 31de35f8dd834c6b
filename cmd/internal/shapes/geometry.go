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
	if err := p.checkGeometry(g, kind); err != nil {
		return at(WKT, err)
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

// checkGeometry finds what a geometry cannot be: of that kind, unless none is given, a ray, or where only
// convex shapes are wanted what is not.
func (p *parser) checkGeometry(g *geometry.Geometry, kind string) error {
	convex := !p.c.Exact && !p.c.Concave
	line := g.Kind == geometry.LineString
	if g.Members != nil || line && len(g.Points) != 2 {
		lines := (line || g.Kind == geometry.MultiLineString) && (kind == "capsule" || kind == "segment")
		switch {
		case p.c.Rays && line:
			return fmt.Errorf("a ray is a line of two points, and this one has %d", len(g.Points))
		case convex:
			return notConvex(g)
		case kind != "" && !lines:
			return fmt.Errorf("a %v is no %s", g.Kind, kind)
		case line && len(g.Points) == 1:
			return errors.New("a line needs two points; one alone is a POINT")
		}
		return nil
	}
	is := "polygon"
	switch {
	case g.Kind == geometry.Point:
		is = "circle"
	case line:
		is = "capsule"
	case len(g.Rings) > 1 && convex:
		return notConvex(g)
	}
	if kind != "" && kind != is && !(kind == "segment" && is == "capsule") {
		return fmt.Errorf("a %v is no %s", min(g.Kind, geometry.Polygon), kind)
	}
	return nil
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
