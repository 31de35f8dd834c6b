// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"daylight/region"
	"daylight/soa"
)

type point = soa.Point

// shape adds the row's shape to the part.
func (p *parser) shape() error {
	if p.c.Exact {
		return p.give()
	}
	kind, w, err := p.way()
	if err != nil {
		return err
	}
	switch w {
	case &byWKT:
		return p.geometry(kind)
	case &byPoints:
		return p.polygon()
	case &byCorners:
		return p.corners()
	case &byEnds:
		return p.ends(kind)
	case &byHalf, &byLength:
		return p.capsule(kind, w == &byHalf)
	case &byHXHY:
		return p.box(HX, HY, 1)
	case &byWidthHeight:
		return p.box(Width, Height, 0.5)
	case &byLengthWidth:
		return p.box(Length, Width, 0.5)
	}
	return p.circle()
}

// radius reads the rounding radius of a core; a segment has none.
func (p *parser) radius(kind string) (float64, error) {
	if kind == "segment" {
		return 0, nil
	}
	return p.row.optional(R)
}

// circleRadius reads the radius of a circle, which is not optional.
func (p *parser) circleRadius() (float64, error) {
	switch {
	case p.row.any(R):
		return p.row.size(R)
	case p.c.HasRadius:
		return p.c.Radius, nil
	}
	if p.row.have[R] {
		return 0, at(R, errors.New("the cell is empty; a circle needs a radius (--radius gives one to all)"))
	}
	return 0, errors.New("a circle needs a radius, and there is no r (--radius gives one to all)")
}

// pose reads x, y and an angle that may be missing.
func (p *parser) pose() (soa.Pose, error) {
	var x, y float64
	if err := p.row.numbers([]Field{X, Y}, &x, &y); err != nil {
		return soa.Pose{}, err
	}
	if !p.row.any(Angle) {
		return soa.At(x, y, 0), nil
	}
	a, err := p.row.number(Angle)
	switch {
	case err != nil:
		return soa.Pose{}, err
	case p.c.Degrees:
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

func (p *parser) circle() error {
	var x, y float64
	if err := p.row.numbers(byRadius.needs, &x, &y); err != nil {
		return err
	}
	radius, err := p.circleRadius()
	if err != nil {
		return err
	}
	_, err = p.part.shapes.AddCircle(soa.At(x, y, 0), radius, p.attrs...)
	return refused("a circle", err)
}

func (p *parser) capsule(kind string, half bool) error {
	pose, err := p.pose()
	if err != nil {
		return err
	}
	f, scale := HalfLength, 1.0
	if !half {
		f, scale = Length, 0.5
	}
	h, err := p.row.size(f)
	if err != nil {
		return err
	}
	radius, err := p.radius(kind)
	if err != nil {
		return err
	}
	_, err = p.part.shapes.AddCapsule(pose, h*scale, radius, p.attrs...)
	return refused("a capsule", err)
}

func (p *parser) ends(kind string) error {
	var a, b point
	if err := p.row.numbers(byEnds.needs, &a.X, &a.Y, &b.X, &b.Y); err != nil {
		return err
	}
	radius, err := p.radius(kind)
	if err != nil {
		return err
	}
	_, err = p.part.shapes.AddSegmentBetween(a, b, radius, p.attrs...)
	return refused("a capsule", err)
}

// box adds a box whose half extents are the cells of w and h times scale.
func (p *parser) box(w, h Field, scale float64) error {
	pose, err := p.pose()
	if err != nil {
		return err
	}
	hx, err := p.row.size(w)
	if err != nil {
		return err
	}
	hy, err := p.row.size(h)
	if err != nil {
		return err
	}
	return p.addBox(pose, hx*scale, hy*scale)
}

// corners adds an axis-aligned box. Centre and half extents are sums and differences
// times a half, so they are exact whenever the corners have a few bits to spare: all
// whole numbers up to 2^23 do, and then boxes that abut have a separation of zero.
func (p *parser) corners() error {
	var x0, y0, x1, y1 float64
	if err := p.row.numbers(byCorners.needs, &x0, &y0, &x1, &y1); err != nil {
		return err
	}
	if x1 < x0 {
		return at(MaxX, fmt.Errorf("%s is less than min_x, which is %s", p.row.text(MaxX), p.row.text(MinX)))
	}
	if y1 < y0 {
		return at(MaxY, fmt.Errorf("%s is less than min_y, which is %s", p.row.text(MaxY), p.row.text(MinY)))
	}
	return p.addBox(soa.At(x0/2+x1/2, y0/2+y1/2, 0), x1/2-x0/2, y1/2-y0/2)
}

func (p *parser) addBox(pose soa.Pose, hx, hy float64) error {
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	if radius > 0 {
		_, err = p.part.shapes.AddRoundedBox(pose, hx, hy, radius, p.attrs...)
	} else {
		_, err = p.part.shapes.AddBox(pose, hx, hy, p.attrs...)
	}
	return refused("a box", err)
}

// polygon adds a polygon from its points: local ones if the row has a position,
// else in world coordinates.
func (p *parser) polygon() (err error) {
	if p.points, err = parsePoints(p.row.cell[Points], p.points[:0]); err != nil {
		return at(Points, err)
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	if !p.row.any(X, Y, Angle) {
		p.part.polygon(len(p.points))
		_, err = p.part.shapes.AddOutline(p.points, radius, p.attrs...)
		if p.cuttable(err) {
			return p.concave([][][]region.Point{{ring(p.points)}}, nil, radius)
		}
		return refused("a polygon", err)
	}
	for _, f := range []Field{X, Y} {
		if !p.row.any(f) {
			return fmt.Errorf("a polygon with a pose needs x and y, and there is no %s (without x, y and angle its points are in world coordinates)", f)
		}
	}
	pose, err := p.pose()
	if err != nil {
		return err
	}
	p.part.polygon(len(p.points))
	_, err = p.part.shapes.AddPolygon(pose, p.points, radius, p.attrs...)
	if p.cuttable(err) {
		return p.concave([][][]region.Point{{ring(p.points)}}, &pose, radius)
	}
	return refused("a polygon", err)
}

// refused puts what package soa found wrong with a shape in the words of a table:
// no function's name, and points counted from 1.
func refused(noun string, err error) error {
	if err == nil {
		return nil
	}
	var e *soa.Error // which is allocated
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
		var n, distinct int
		if _, err := fmt.Sscanf(e.What, "%d vertices, %d of them distinct", &n, &distinct); err == nil && distinct < n {
			advice = "points nearer to each other than 1 part in 4 million of the polygon's size are one"
		}
	case soa.ErrZeroArea:
		msg, advice = noun+" needs an area: "+e.What, "what is thin is a segment or a capsule"
	case soa.ErrRange:
		msg, advice = place+" is out of range: "+e.What, e.Advice
		if about, _, found := strings.Cut(advice, ": give a position near them"); found {
			advice = about + ": give a position near them, or leave x, y and angle out if the points are where they say"
		}
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
