// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"

	"daylight/region"
	"daylight/soa"
)

type point = soa.Point

// shape adds the row's shape to the part.
func (p *parser) shape() error {
	switch {
	case p.c.Exact:
		return p.give()
	case p.c.Given:
		given, wrong := p.given()
		if wrong != nil && p.c.SkipBad {
			return wrong // nobody can tell yet whether a question is about it
		}
		if wrong != nil {
			given = region.Shape{}
		}
		err := p.geometric()
		if err == nil {
			p.part.given = append(p.part.given, given)
		}
		return err
	}
	return p.geometric()
}

// geometric adds the row's shape as geometry.
func (p *parser) geometric() error {
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

func (p *parser) circle() error {
	var x, y float64
	if err := p.row.numbers(byRadius.needs, &x, &y); err != nil {
		return err
	}
	radius, err := p.circleRadius()
	if err != nil {
		return err
	}
	_, err = p.part.shapes.AddCircle(soa.At(x, y, 0), radius, p.attrs)
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
	_, err = p.part.shapes.AddCapsule(pose, h*scale, radius, p.attrs)
	return refused("a capsule", err)
}

func (p *parser) ends(kind string) error {
	var a, b point
	if err := p.row.numbers(byEnds.needs, &a.X, &a.Y, &b.X, &b.Y); err != nil {
		return err
	}
	if p.c.Rays {
		return p.ray(a, b, X2)
	}
	radius, err := p.radius(kind)
	if err != nil {
		return err
	}
	_, err = p.part.shapes.AddSegmentBetween(a, b, radius, p.attrs)
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
// whole numbers up to 2^23 do, and then boxes that abut have a separation of zero. Where
// the centre is not even exact as float32 has it, which at 1e15 it may be far from, the box is
// stored as a polygon: its corners relative to any position are exact there.
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
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	pose, hx, hy := cornered(x0, y0, x1, y1)
	if hx == 0 || hy == 0 || exactly(pose, hx, hy, x1, y1) {
		if err = p.addBox(pose, hx, hy); err == nil && p.c.Corners && radius == 0 {
			c := &p.part.corners
			c.reach(p.part.shapes.Len() - 1)
			c.box(region.Point{X: x0, Y: y0}, region.Point{X: x1, Y: y1}, pose.X, pose.Y, float32(hx), float32(hy))
		}
		return err
	}
	p.part.polygon(4)
	outline := []point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
	if _, err = p.part.shapes.AddOutline(outline, radius, p.attrs); err == nil {
		given(p, outline, radius)
	}
	return refused("a box", err)
}

func (p *parser) addBox(pose soa.Pose, hx, hy float64) error {
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	if radius > 0 {
		_, err = p.part.shapes.AddRoundedBox(pose, hx, hy, radius, p.attrs)
	} else {
		_, err = p.part.shapes.AddBox(pose, hx, hy, p.attrs)
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
		_, err = p.part.shapes.AddOutline(p.points, radius, p.attrs)
		if p.cuttable(err) {
			return p.concave([][][]region.Point{{ring(p.points)}}, nil, radius)
		}
		if err == nil {
			given(p, p.points, radius)
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
	_, err = p.part.shapes.AddPolygon(pose, p.points, radius, p.attrs)
	if p.cuttable(err) {
		return p.concave([][][]region.Point{{ring(p.points)}}, &pose, radius)
	}
	return refused("a polygon", err)
}
