// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/outline"
	"daylight/region"
	"daylight/soa"
)

type point = soa.Point

// Form is what the input says a shape is.
type Form uint8

// The forms.
const (
	Circle Form = iota
	Capsule
	Box
	Polygon
	Collection // of several geometries, or of segments
	NumForms
)

// primitive is the shape of one row, in float64, whatever the notation. The engine's shape and the exact one
// are both made of it, so that they cannot differ.
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
	if g := &s.geometry; p.c.Rays && s.kind == geometric && g.Kind == geometry.LineString {
		from := WKT
		if p.columns.notation == byEnds {
			from = X2
		}
		err := p.ray(i, g.Points[0], g.Points[1], from)
		return err
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
	s.kind, s.form, s.pose = w.kind, w.form, soa.Pose{C: 1}
	s.p, s.q, s.radius, s.pointRadius = 0, 0, 0, 0
	switch w {
	case byWKT:
		return p.readGeometry(i)
	case byPoints:
		return p.readPoints(i)
	}
	if c.radius != nil {
		s.radius = c.radius[i]
	}
	x, y := c.at[0][i], c.at[1][i]
	switch s.kind {
	case circle:
		s.pose.X, s.pose.Y, s.p, s.radius = x, y, s.radius, 0
	case corneredBox:
		s.low, s.high = point{X: x, Y: y}, point{X: c.at[2][i], Y: c.at[3][i]}
	case geometric:
		g := &s.geometry
		g.Reset()
		g.Kind, g.Points = geometry.LineString, append(g.Points, point{X: x, Y: y}, point{X: c.at[2][i], Y: c.at[3][i]})
	default:
		s.pose = soa.Pose{X: x, Y: y, C: c.c[i], S: c.s[i]}
		if s.p = c.at[2][i] * w.scale; s.kind == posedBox {
			s.q = c.at[3][i] * w.scale
		}
	}
	return nil
}

// errFailed is of a row whose mistake has been told, and ends a batch whose first mistake has been found.
var errFailed = errors.New("a row is bad")

// readPoints reads the points of a polygon: local ones if the row has a position, else where they are.
func (p *parser) readPoints(i int) (err error) {
	b, s, g := &p.batch, &p.primitive, &p.primitive.geometry
	if b.packed {
		if err := g.ReadBinary(b.records[i]); err != nil || g.Kind != geometry.Polygon || len(g.Rings) != 1 {
			return errors.Join(ErrSpill, err)
		}
	} else {
		g.Reset()
		g.Kind = geometry.Polygon
		if g.Points, err = parsePoints(b.text[Points][i], g.Points); err != nil {
			return at(Points, err)
		}
		g.Rings = append(g.Rings, len(g.Points))
	}
	filled, ok := p.columns.filled, true
	if filled.has(R) {
		if s.radius, ok = p.readOne(R, i); !ok {
			return errFailed
		}
	}
	if filled&setOf(X, Y, Angle) == 0 {
		return nil
	}
	for _, f := range []Field{X, Y} {
		if !filled.has(f) {
			return fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
		}
	}
	s.kind = posedPolygon
	x, y := p.read(X, i, i+1), p.read(Y, i, i+1)
	p.turn(i, i+1)
	s.pose = soa.Pose{X: x[i], Y: y[i], C: p.columns.c[i], S: p.columns.s[i]}
	if b.failed[i] != nil {
		return errFailed
	}
	return nil
}

// readGeometry reads a geometry, however it is written. A point is a circle, a line of two points a
// capsule, a polygon a polygon; lines of more points and geometries that have members are shapes of
// several parts. The kind, if the row has one, must fit. Points are exact in their own right, so that an
// exact one needs no radius.
func (p *parser) readGeometry(i int) (err error) {
	b, s, g := &p.batch, &p.primitive, &p.primitive.geometry
	kind := p.columns.kind
	switch {
	case b.geometries != nil:
		err = b.geometries.Geometry(b.base+i, g)
	case b.packed:
		if err = g.ReadBinary(b.records[i]); err == nil && g.Kind == geometry.LineString && g.Members == nil && len(g.Points) < 2 {
			err = ErrSpill // which is never written
		}
	default:
		err = g.Read(b.text[WKT][i])
	}
	if err != nil {
		return at(WKT, err)
	}
	if g.SRID != 0 && !slices.Contains(p.part.systems, g.SRID) {
		p.part.systems = append(p.part.systems, g.SRID)
	}
	if b.geoJSON && p.part.extent != planar {
		if p.part.extent = planar; g.Within(180, 90) {
			p.part.extent = onGlobe
		}
	}
	s.form = formOf(g)
	if err := p.checkGeometry(g, kind); err != nil {
		return at(WKT, err)
	}
	hasR, own := p.columns.filled.has(R), 0.0 // the radius of the row
	if points := g.Kind == geometry.Point || hasPoints(g.Members); points && !hasR && !p.c.Exact && !p.c.HasRadius {
		if g.Kind == geometry.Point {
			return p.noRadius("a circle")
		}
		return p.noRadius("each point of a " + g.Kind.String())
	} else if points && !hasR && p.c.HasRadius {
		s.pointRadius = p.c.Radius
	} else if hasR && (points || kind != "segment") {
		var ok bool
		if own, ok = p.readOne(R, i); !ok {
			return errFailed
		}
		if points {
			s.pointRadius = own
		}
	}
	if g.Kind == geometry.Point {
		s.kind, s.pose, s.p, s.pointRadius = circle, soa.At(g.Points[0].X, g.Points[0].Y, 0), s.pointRadius, 0
	} else if kind != "segment" {
		s.radius = own
	}
	return nil
}

// formOf is what a geometry is.
func formOf(g *geometry.Geometry) Form {
	switch {
	case g.Kind == geometry.Point:
		return Circle
	case g.Kind == geometry.LineString && len(g.Points) <= 2:
		return Capsule
	case g.Kind == geometry.Polygon || g.Kind == geometry.MultiPolygon:
		return Polygon
	}
	return Collection
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
	return slices.ContainsFunc(members, func(m geometry.Geometry) bool { return m.Kind == geometry.Point })
}

// addEngine adds the primitive as a shape of the engine.
func (p *parser) addEngine() error {
	s := &p.primitive
	switch s.kind {
	case circle:
		return p.addCircle(s.pose, s.p)
	case posedCapsule:
		_, err := p.part.shapes.AddCapsule(s.pose, s.p, s.radius, p.attrs)
		return refused("a capsule", err)
	case posedBox:
		return p.addBox(s.pose, s.p, s.q)
	case corneredBox:
		return p.addCorners()
	}
	g := &s.geometry
	switch {
	case g.Members != nil || g.Kind == geometry.LineString && len(g.Points) > 2:
		return p.addSeveral()
	case g.Kind == geometry.LineString:
		_, err := p.part.shapes.AddSegmentBetween(g.Points[0], g.Points[1], s.radius, p.attrs)
		return refused("a capsule", err)
	}
	return p.addPolygon(g)
}

func (p *parser) addCircle(at soa.Pose, radius float64) error {
	_, err := p.part.shapes.AddCircle(at, radius, p.attrs)
	return refused("a circle", err)
}

func (p *parser) addBox(pose soa.Pose, hx, hy float64) (err error) {
	if radius := p.primitive.radius; radius > 0 {
		_, err = p.part.shapes.AddRoundedBox(pose, hx, hy, radius, p.attrs)
	} else {
		_, err = p.part.shapes.AddBox(pose, hx, hy, p.attrs)
	}
	return refused("a box", err)
}

// addCorners adds an axis-aligned box. Its centre and half extents are sums and differences
// times a half, so they are exact whenever the corners have a few bits to spare: all
// whole numbers up to 2^23 do, and then boxes that abut have a separation of zero. Where
// the centre is not even exact as float32 has it, which at 1e15 it may be far from, the box is
// stored as a polygon: its corners relative to any position are exact there.
func (p *parser) addCorners() error {
	s := &p.primitive
	pose, hx, hy := cornered(s.low.X, s.low.Y, s.high.X, s.high.Y)
	if hx == 0 || hy == 0 || exactly(pose, hx, hy, s.high.X, s.high.Y) {
		err := p.addBox(pose, hx, hy)
		if err == nil && p.c.Corners && s.radius == 0 {
			c := &p.part.corners
			c.reach(p.part.shapes.Len() - 1)
			c.box(s.low, s.high, pose.X, pose.Y, float32(hx), float32(hy))
		}
		return err
	}
	p.part.polygon(4)
	outline := []point{s.low, {X: s.high.X, Y: s.low.Y}, s.high, {X: s.low.X, Y: s.high.Y}}
	_, err := p.part.shapes.AddOutline(outline, s.radius, p.attrs)
	if err == nil {
		keepOutline(p, outline, s.radius)
	}
	return refused("a box", err)
}

// addPolygon adds a polygon or several, cut into convex parts if that is needed and asked for.
func (p *parser) addPolygon(g *geometry.Geometry) (err error) {
	s := &p.primitive
	var pose *soa.Pose
	if s.kind == posedPolygon {
		pose = &s.pose
	}
	if len(g.Rings) == 1 {
		p.part.polygon(len(g.Points))
		if pose != nil {
			_, err = p.part.shapes.AddPolygon(*pose, g.Points, s.radius, p.attrs)
		} else if _, err = p.part.shapes.AddOutline(g.Points, s.radius, p.attrs); err == nil {
			keepOutline(p, g.Points, s.radius)
		}
		if !p.cuttable(err) {
			return refused("a polygon", err)
		}
	}
	return p.concave(polygonsOf(g), pose, s.radius)
}

// addSeveral adds a geometry that is more than one polygon: a line of several segments, each of
// which becomes a capsule, or one that has members. All are one shape, which is a body.
func (p *parser) addSeveral() error {
	g := &p.primitive.geometry
	if p.motion.turn != 0 {
		return at(Omega, fmt.Errorf("a %v cannot turn: each of its parts would about a place of its own", g.Kind))
	}
	slots := p.part.shapes.Len()
	var gone error
	err := p.addMember(g, &gone)
	if err == nil && p.part.shapes.Len() == slots {
		err = gone
	}
	if err != nil {
		// What has been added of it goes again.
		var left error
		for id := range p.part.shapes.All() {
			if slots > 0 {
				slots--
			} else if p.part.shapes.Region(id) == id && p.part.shapes.Has(id) {
				p.spare = append(p.spare, id)
			}
		}
		for _, id := range p.spare {
			left = errors.Join(left, p.part.shapes.Remove(id))
		}
		p.spare = p.spare[:0]
		return errors.Join(err, left)
	}
	return nil
}

// addMember adds a geometry, or all its members. A polygon of which mending leaves nothing is put into gone.
func (p *parser) addMember(g *geometry.Geometry, gone *error) error {
	switch {
	case g.Members != nil:
		for i := range g.Members {
			if err := p.addMember(&g.Members[i], gone); err != nil {
				return err
			}
		}
		return nil
	case g.Kind == geometry.Point:
		return p.addCircle(soa.At(g.Points[0].X, g.Points[0].Y, 0), p.primitive.pointRadius)
	case g.Kind == geometry.LineString:
		return p.addLine(g)
	}
	err := p.addPolygon(g)
	if p.vanished(err) {
		*gone, err = err, nil
	}
	return err
}

// addLine adds a capsule for each segment of a line.
func (p *parser) addLine(g *geometry.Geometry) error {
	if len(g.Points) == 1 {
		return at(WKT, errors.New("a line needs two points"))
	}
	from, radius := p.part.shapes.Len(), p.primitive.radius
	for i, q := range g.Points[1:] {
		if q == g.Points[i] && len(g.Points) > 2 {
			continue // a repeated point
		}
		if _, err := p.part.shapes.AddSegmentBetween(g.Points[i], q, radius, p.attrs); err != nil {
			return refused("a capsule", err)
		}
	}
	if p.c.Outlines {
		p.part.vertices += len(g.Points) + outlineCorners
	}
	return p.draw(from, radius, func() (geom.Geometry, error) { return outline.Line(g.Points), nil })
}
