// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"daylight/soa"
)

type point = soa.Point

// shape adds the row's shape to the set.
func (l *Loader) shape() error {
	r := &l.row
	kind, w, err := r.way()
	if err != nil {
		return err
	}
	if err := r.complete(w); err != nil {
		return err
	}
	switch w {
	case &byWKT:
		return l.wkt(kind)
	case &byPoints:
		return l.polygon()
	case &byCorners:
		return l.corners()
	case &byEnds:
		return l.ends(kind)
	case &byHalf, &byLength:
		return l.capsule(kind, w == &byHalf)
	case &byHXHY:
		return l.box(HX, HY, 1)
	case &byWidthHeight:
		return l.box(Width, Height, 0.5)
	case &byLengthWidth:
		return l.box(Length, Width, 0.5)
	}
	return l.circle()
}

// radius reads the rounding radius of a core; a segment has none.
func (l *Loader) radius(kind string) (float64, error) {
	if kind == "segment" {
		return 0, nil
	}
	return l.row.optional(R)
}

// circleRadius reads the radius of a circle, which is not optional.
func (l *Loader) circleRadius() (float64, error) {
	switch {
	case l.row.cell[R] != "":
		return l.row.size(R)
	case l.c.HasRadius:
		return l.c.Radius, nil
	}
	if l.row.have[R] {
		return 0, at(R, errors.New("the cell is empty; a circle needs a radius (--radius gives one to all)"))
	}
	return 0, errors.New("a circle needs a radius, and there is no r (--radius gives one to all)")
}

// pose reads x, y and an angle that may be missing.
func (l *Loader) pose() (p soa.Pose, err error) {
	var x, y float64
	if err := l.row.numbers([]Field{X, Y}, &x, &y); err != nil {
		return p, err
	}
	if l.row.cell[Angle] == "" {
		return soa.At(x, y, 0), nil
	}
	a, err := l.row.number(Angle)
	if err != nil {
		return p, err
	}
	if l.c.Degrees {
		return turned(x, y, a), nil
	}
	return soa.At(x, y, a), nil
}

// turned is a pose with its angle in degrees. Whole quarter turns are exact.
func turned(x, y, degrees float64) soa.Pose {
	d := math.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	p := soa.Pose{X: x, Y: y}
	switch d {
	case 0, 360:
		p.C = 1
	case 90:
		p.S = 1
	case 180:
		p.C = -1
	case 270:
		p.S = -1
	default:
		return soa.At(x, y, d*(math.Pi/180))
	}
	return p
}

func (l *Loader) circle() error {
	var x, y float64
	if err := l.row.numbers(byRadius.needs, &x, &y); err != nil {
		return err
	}
	radius, err := l.circleRadius()
	if err != nil {
		return err
	}
	l.id, err = l.set.Shapes.AddCircle(soa.At(x, y, 0), radius, l.attrs...)
	return geometry("a circle", err)
}

func (l *Loader) capsule(kind string, half bool) error {
	p, err := l.pose()
	if err != nil {
		return err
	}
	f, scale := HalfLength, 1.0
	if !half {
		f, scale = Length, 0.5
	}
	h, err := l.row.size(f)
	if err != nil {
		return err
	}
	radius, err := l.radius(kind)
	if err != nil {
		return err
	}
	l.id, err = l.set.Shapes.AddCapsule(p, h*scale, radius, l.attrs...)
	return geometry("a capsule", err)
}

func (l *Loader) ends(kind string) error {
	var a, b point
	if err := l.row.numbers(byEnds.needs, &a.X, &a.Y, &b.X, &b.Y); err != nil {
		return err
	}
	radius, err := l.radius(kind)
	if err != nil {
		return err
	}
	l.id, err = l.set.Shapes.AddSegmentBetween(a, b, radius, l.attrs...)
	return geometry("a capsule", err)
}

// box adds a box whose half extents are the cells of w and h times scale.
func (l *Loader) box(w, h Field, scale float64) error {
	p, err := l.pose()
	if err != nil {
		return err
	}
	hx, err := l.row.size(w)
	if err != nil {
		return err
	}
	hy, err := l.row.size(h)
	if err != nil {
		return err
	}
	return l.addBox(p, hx*scale, hy*scale)
}

// corners adds an axis-aligned box. Centre and half extents are sums and differences
// times a half, so they are exact whenever the corners have a few bits to spare: all
// whole numbers up to 2^23 do, and then boxes that abut have a separation of zero.
func (l *Loader) corners() error {
	var x0, y0, x1, y1 float64
	if err := l.row.numbers(byCorners.needs, &x0, &y0, &x1, &y1); err != nil {
		return err
	}
	if x1 < x0 {
		return at(MaxX, fmt.Errorf("%s is less than min_x, which is %s", l.row.cell[MaxX], l.row.cell[MinX]))
	}
	if y1 < y0 {
		return at(MaxY, fmt.Errorf("%s is less than min_y, which is %s", l.row.cell[MaxY], l.row.cell[MinY]))
	}
	return l.addBox(soa.At(x0/2+x1/2, y0/2+y1/2, 0), x1/2-x0/2, y1/2-y0/2)
}

func (l *Loader) addBox(p soa.Pose, hx, hy float64) error {
	radius, err := l.row.optional(R)
	if err != nil {
		return err
	}
	if radius > 0 {
		l.id, err = l.set.Shapes.AddRoundedBox(p, hx, hy, radius, l.attrs...)
	} else {
		l.id, err = l.set.Shapes.AddBox(p, hx, hy, l.attrs...)
	}
	return geometry("a box", err)
}

// polygon adds a polygon from its points: local ones if the row has a position,
// else in world coordinates.
func (l *Loader) polygon() (err error) {
	if l.points, err = parsePoints(l.row.cell[Points], l.points[:0]); err != nil {
		return at(Points, err)
	}
	radius, err := l.row.optional(R)
	if err != nil {
		return err
	}
	if !l.row.filled(X, Y, Angle) {
		l.id, err = l.set.Shapes.AddOutline(l.points, radius, l.attrs...)
		return geometry("a polygon", err)
	}
	for _, f := range []Field{X, Y} {
		if l.row.cell[f] == "" {
			return fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
		}
	}
	p, err := l.pose()
	if err != nil {
		return err
	}
	l.id, err = l.set.Shapes.AddPolygon(p, l.points, radius, l.attrs...)
	return geometry("a polygon", err)
}

// wktKind is the kind of shape that each geometry becomes.
var wktKind = map[string]string{"POINT": "circle", "LINESTRING": "capsule", "POLYGON": "polygon"}

func (l *Loader) wkt(kind string) error {
	tag, points, err := parseWKT(l.row.cell[WKT], l.points[:0])
	l.points = points
	if err != nil {
		return at(WKT, err)
	}
	is := wktKind[tag]
	if kind != "" && kind != is && !(kind == "segment" && is == "capsule") {
		return at(WKT, fmt.Errorf("a %s is no %s", tag, kind))
	}
	switch is {
	case "circle":
		radius, err := l.circleRadius()
		if err != nil {
			return err
		}
		l.id, err = l.set.Shapes.AddCircle(soa.At(points[0].X, points[0].Y, 0), radius, l.attrs...)
		return geometry("a circle", err)
	case "capsule":
		radius, err := l.radius(kind)
		if err != nil {
			return err
		}
		l.id, err = l.set.Shapes.AddSegmentBetween(points[0], points[1], radius, l.attrs...)
		return geometry("a capsule", err)
	}
	radius, err := l.row.optional(R)
	if err != nil {
		return err
	}
	l.id, err = l.set.Shapes.AddOutline(points, radius, l.attrs...)
	return geometry("a polygon", err)
}

// geometry puts what package soa found wrong with a shape in the words of a table:
// no function's name, and points counted from 1.
func geometry(noun string, err error) error {
	var e *soa.Error
	if !errors.As(err, &e) {
		return err
	}
	place, advice := noun, ""
	if e.Vertex >= 0 {
		place = fmt.Sprintf("point %d of %d of %s", e.Vertex+1, e.Of, noun)
	}
	msg := ""
	switch e.Reason {
	case soa.ErrNotConvex:
		msg = fmt.Sprintf("the polygon is not convex: it bends inward at point %d of %d", e.Vertex+1, e.Of)
		advice = "split it into convex parts, one row each, with the same body"
		if strings.Contains(e.Advice, "crosses") {
			msg = fmt.Sprintf("the polygon crosses itself or goes round more than once (seen at point %d of %d)", e.Vertex+1, e.Of)
			advice = "list its corners once, in order"
		}
	case soa.ErrTooFewVertices:
		msg = "a polygon needs three distinct points, and it has " + e.What
	case soa.ErrZeroArea:
		msg, advice = noun+" needs an area: "+e.What, "what is thin is a segment or a capsule"
	case soa.ErrRange:
		msg, advice = place+" is out of range: "+e.What, e.Advice
	default:
		msg = place + " is " + e.Reason.Error()
		if e.What != "" {
			msg += ": " + e.What
		}
	}
	if advice != "" {
		msg += "; " + advice
	}
	return &shapeError{msg: msg, err: err}
}

// shapeError keeps the reason of package soa for errors.Is.
type shapeError struct {
	msg string
	err error
}

func (e *shapeError) Error() string { return e.msg }
func (e *shapeError) Unwrap() error { return e.err }
