// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/region"
	"daylight/soa"
)

type point = soa.Point

// primitive is the shape of one row, in float64, for any notation. The engine's shape and the exact
// one are both made of it, so that they cannot differ.
type primitive struct {
	kind   schema.Form
	pose   soa.Pose // of all but a box by corners and a geometry whose points are where they say
	p, q   float64  // the radius of a circle; half the length of a capsule; half the sides of a box
	radius float64  // by which the shape is grown; of a geometry, its lines and polygons
	// pointRadius is the radius of the points that are members of a geometry.
	pointRadius float64
	low, high   point // corners of a box
	geometry    geometry.Geometry
}

// addOne adds the shape of a row to the part.
func (p *parser) addOne(i int) error {
	b, s := &p.batch, &p.primitive
	p.attrs, p.motion = soa.Attrs{}, motion{}
	if b.filtered {
		p.attrs = b.attrs[i]
	}
	if b.motions != nil {
		p.motion = b.motions[i]
	}
	if err := p.readPrimitive(i); err != nil {
		return err
	}
	if p.c.boxed() {
		if err := p.place(i); err != nil {
			p.part.cut = err == errElsewhere && p.cutsOutside() || p.part.cut
			return err
		}
		if p.c.Scan != nil {
			return nil
		}
	}
	if g := &s.geometry; p.isRay() {
		from := schema.WKT
		if p.columns.notation == schema.ByEnds {
			from = schema.X2
		}
		return p.ray(i, g.Points[0], g.Points[1], from)
	}
	switch {
	case p.c.Exact:
		return p.addGiven()
	case p.c.Given:
		given, wrong := p.given()
		if wrong != nil && p.c.SkipBad {
			return wrong // nobody can tell yet whether a question is about it
		}
		if wrong != nil {
			given = region.Shape{}
		}
		err := p.addEngine()
		if err == nil {
			p.part.given = append(p.part.given, given)
		}
		return err
	}
	return p.addEngine()
}

// readPrimitive makes a primitive of a row.
func (p *parser) readPrimitive(i int) error {
	s, c := &p.primitive, &p.columns
	w := c.notation
	s.kind, s.pose = w.Form, soa.Pose{C: 1}
	s.p, s.q, s.radius, s.pointRadius = 0, 0, 0, 0
	switch w {
	case schema.ByWKT:
		return p.readGeometry(i)
	case schema.ByPoints:
		return p.readPoints(i)
	}
	if c.radius != nil {
		s.radius = c.radius[i]
	}
	x, y := c.at[0][i], c.at[1][i]
	switch s.kind {
	case schema.Circle:
		s.pose.X, s.pose.Y, s.p, s.radius = x, y, s.radius, 0
	case schema.CorneredBox:
		s.low, s.high = point{X: x, Y: y}, point{X: c.at[2][i], Y: c.at[3][i]}
	case schema.Geometry:
		g := &s.geometry
		g.Reset()
		g.Kind, g.Points = geometry.LineString, append(g.Points, point{X: x, Y: y}, point{X: c.at[2][i], Y: c.at[3][i]})
	default:
		s.pose = soa.Pose{X: x, Y: y, C: c.c[i], S: c.s[i]}
		if s.p = c.at[2][i] * w.Scale; s.kind == schema.PosedBox {
			s.q = c.at[3][i] * w.Scale
		}
	}
	return nil
}

// errFailed marks a row whose error has already been reported.
var errFailed = errors.New("a row is bad")

// readPoints reads the points of a polygon: local ones if the row has a position, else where they
// are.
func (p *parser) readPoints(i int) (err error) {
	b, s, g := &p.batch, &p.primitive, &p.primitive.geometry
	g.Reset()
	g.Kind = geometry.Polygon
	if p.head.Corners {
		g.Points = schema.Opened(append(g.Points, b.cornersOf(i)...))
	} else if g.Points, err = schema.ParsePoints(b.text[schema.Points][i], g.Points); err != nil {
		return schema.At(schema.Points, err)
	}
	g.Rings = append(g.Rings, len(g.Points))
	filled, ok := p.columns.filled, true
	if filled.Has(schema.R) {
		if s.radius, ok = p.readOne(schema.R, i); !ok {
			return errFailed
		}
	}
	if filled&schema.SetOf(schema.X, schema.Y, schema.Angle) == 0 {
		return nil
	}
	for _, f := range []schema.Field{schema.X, schema.Y} {
		if !filled.Has(f) {
			return fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
		}
	}
	s.kind = schema.LocalPolygon
	x, y := p.read(schema.X, i, i+1), p.read(schema.Y, i, i+1)
	p.turn(i, i+1)
	s.pose = soa.Pose{X: x[i], Y: y[i], C: p.columns.c[i], S: p.columns.s[i]}
	if b.failed[i] != nil {
		return errFailed
	}
	return nil
}

// readGeometry reads a geometry. A point is a circle, a line of two points a capsule, a polygon a
// polygon; lines of more points and geometries that have members are shapes of several parts. The
// kind, if the row has one, must fit. Points are exact in their own right, so that an exact one
// needs no radius.
func (p *parser) readGeometry(i int) error {
	s, g, kind := &p.primitive, &p.primitive.geometry, p.columns.kind
	err := p.parseGeometry(i)
	if err == nil {
		err = p.checkGeometry(g, kind)
	}
	if err != nil {
		return schema.At(schema.WKT, err)
	}
	points, own := g.Kind == geometry.Point || hasPoints(g.Members), 0.0 // the radius of the row
	switch hasR := p.columns.filled.Has(schema.R); {
	case hasR && (points || kind != "segment"):
		var ok bool
		if own, ok = p.readOne(schema.R, i); !ok {
			return errFailed
		}
		s.pointRadius = own
	case points && !hasR && p.c.HasRadius:
		s.pointRadius = p.c.Radius
	case points && !hasR && !p.c.Exact:
		what := "a circle"
		if g.Kind != geometry.Point {
			what = "each point of a " + g.Kind.String()
		}
		return p.noRadius(what)
	}
	if g.Kind == geometry.Point {
		s.kind, s.pose, s.p = schema.Circle, soa.At(g.Points[0].X, g.Points[0].Y, 0), s.pointRadius
	} else if kind != "segment" {
		s.radius = own
	}
	return nil
}

// parseGeometry reads the geometry of a row, however it is written.
func (p *parser) parseGeometry(i int) (err error) {
	b, g := &p.batch, &p.primitive.geometry
	if b.geometries != nil {
		err = b.geometries.Geometry(b.base+i, g)
	} else {
		err = g.Read(b.text[schema.WKT][i])
	}
	if err != nil {
		return err
	}
	if g.SRID != 0 && !slices.Contains(p.part.systems, g.SRID) {
		p.part.systems = append(p.part.systems, g.SRID)
	}
	if b.geoJSON && p.part.extent != planar {
		if p.part.extent = planar; g.Within(180, 90) {
			p.part.extent = onGlobe
		}
	}
	return nil
}

// checkGeometry refuses a geometry that cannot be a shape of the given kind, if any. For rays it
// refuses lines of more or fewer than two points. Where only convex shapes are wanted, it refuses
// others.
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
	return fmt.Errorf("the polygon has %s: a shape with a hole is not convex", schema.Plural(len(g.Rings)-1, "hole"))
}

func hasPoints(members []geometry.Geometry) bool {
	return slices.ContainsFunc(members, func(m geometry.Geometry) bool { return m.Kind == geometry.Point })
}
