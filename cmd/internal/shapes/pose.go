// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/soa"
)

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

// radius reads the rounding radius of a core; a segment has none.
func (p *parser) radius(kind string) (float64, error) {
	if kind == "segment" {
		return 0, nil
	}
	return p.row.optional(R)
}

// radiusIn reads the radius of a point in a geometry.
func (p *parser) radiusIn(kind geometry.Kind) (float64, error) {
	switch {
	case p.row.any(R):
		return p.row.size(R)
	case p.c.HasRadius:
		return p.c.Radius, nil
	}
	what := "a circle"
	if kind != geometry.Point {
		what = "each point of a " + kind.String()
	}
	if p.row.have[R] {
		return 0, at(R, fmt.Errorf("the cell is empty; %s needs a radius (--radius gives one to all)", what))
	}
	return 0, fmt.Errorf("%s needs a radius, and there is no r (--radius gives one to all)", what)
}

// cornered is the pose and the half extents of an axis-aligned box.
func cornered(x0, y0, x1, y1 float64) (pose soa.Pose, hx, hy float64) {
	return soa.At(x0/2+x1/2, y0/2+y1/2, 0), x1/2 - x0/2, y1/2 - y0/2
}
