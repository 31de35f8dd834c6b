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
	g := &p.geom
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

// geometry adds the shape that the row's geometry is. It is the one place where a geometry,
// however it was written, becomes a shape: a point is a circle, a line of two points a
// capsule, a polygon without holes a polygon. With Concave, other polygons, longer lines and
// geometries that have members are shapes of several parts.
func (p *parser) geometry(kind string) error {
	g := &p.geom
	if err := p.read(); err != nil {
		return err
	}
	is := "polygon"
	switch {
	case p.c.Rays && g.Kind == geometry.LineString && len(g.Points) != 2:
		return at(WKT, fmt.Errorf("a ray is a line of two points, and this one has %d", len(g.Points)))
	case p.c.Concave && (g.Members != nil || g.Kind == geometry.LineString && len(g.Points) > 2):
		return p.several(kind)
	case g.Members != nil:
		return at(WKT, fmt.Errorf("a %v is no convex shape: give each of its members a row of its own, with the same body", g.Kind))
	case g.Kind == geometry.Point:
		is = "circle"
	case g.Kind == geometry.LineString && len(g.Points) < 2:
		return at(WKT, errors.New("a line needs two points; one alone is a POINT"))
	case g.Kind == geometry.LineString && len(g.Points) > 2:
		return at(WKT, fmt.Errorf("a line of %d points is no convex shape: give each of its segments a row of its own", len(g.Points)))
	case g.Kind == geometry.LineString:
		is = "capsule"
	case p.c.Concave && len(g.Rings) > 1:
	case len(g.Parts) > 1:
		return at(WKT, fmt.Errorf("a multipolygon of %d parts is no convex shape: give each part a row of its own, with the same body", len(g.Parts)))
	case len(g.Rings) > 1:
		return at(WKT, fmt.Errorf("the polygon has %s: a shape with a hole is not convex", plural(len(g.Rings)-1, "hole")))
	}
	if kind != "" && kind != is && !(kind == "segment" && is == "capsule") {
		return at(WKT, fmt.Errorf("a %v is no %s", min(g.Kind, geometry.Polygon), kind))
	}
	switch is {
	case "circle":
		radius, err := p.circleRadius()
		if err != nil {
			return err
		}
		_, err = p.part.shapes.AddCircle(soa.At(g.Points[0].X, g.Points[0].Y, 0), radius, p.attrs)
		return refused("a circle", err)
	case "capsule":
		if p.c.Rays {
			return p.ray(g.Points[0], g.Points[1], WKT)
		}
		radius, err := p.radius(kind)
		if err != nil {
			return err
		}
		_, err = p.part.shapes.AddSegmentBetween(g.Points[0], g.Points[1], radius, p.attrs)
		return refused("a capsule", err)
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	if len(g.Rings) > 1 {
		return p.concave(polygonsOf(g), nil, radius)
	}
	p.part.polygon(len(g.Points))
	_, err = p.part.shapes.AddOutline(g.Points, radius, p.attrs)
	if p.cuttable(err) {
		return p.concave(polygonsOf(g), nil, radius)
	}
	if err == nil {
		given(p, g.Points, radius)
	}
	return refused("a polygon", err)
}
