// SPDX-License-Identifier: MIT

package view

import (
	"math"

	"daylight/soa"
)

// figure is a shape where it lies: the corners of its core, counter-clockwise, and
// the radius by which the core is grown.
type figure struct {
	core   []soa.Point
	radius float64
	centre soa.Point
	touch  bool // it has a contact
	hidden bool // under other shapes
}

// whole is a shape that was given: figures from to to-1.
type whole struct {
	from, to int
	label    string
}

// parts are the figures of shape k.
func (d *drawing) parts(k int) []figure { return d.figures[d.wholes[k].from:d.wholes[k].to] }

// bounds is the bounding box of shape k.
func (d *drawing) bounds(k int) Area {
	v := nothing
	for i := range d.parts(k) {
		v = v.union(d.parts(k)[i].bounds())
	}
	return v
}

func newFigure(sh soa.Shape) figure {
	f := figure{radius: sh.Radius, centre: soa.Point{X: sh.Pose.X, Y: sh.Pose.Y}}
	for _, v := range sh.Vertices {
		f.core = append(f.core, sh.Pose.Transform(v))
	}
	return f
}

// reach is the radius of a circle about the middle of the figure's bounds that is
// about as large as the figure.
func (f *figure) reach() float64 {
	b := f.bounds()
	return math.Hypot(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y) / (2 * math.Sqrt2)
}

// bounds is the figure's axis-aligned bounding box.
func (f *figure) bounds() Area {
	v := nothing
	for _, p := range f.core {
		v.Min.X, v.Min.Y = math.Min(v.Min.X, p.X-f.radius), math.Min(v.Min.Y, p.Y-f.radius)
		v.Max.X, v.Max.Y = math.Max(v.Max.X, p.X+f.radius), math.Max(v.Max.Y, p.Y+f.radius)
	}
	return v
}

// outline is the figure's boundary relative to origin as a polygon, counter-clockwise, its rounding
// cut into about per points for a full turn.
func (f *figure) outline(origin soa.Point, per int) (dst []soa.Point) {
	n := len(f.core)
	at := func(p soa.Point, angle float64) soa.Point {
		sin, cos := math.Sincos(angle)
		return soa.Point{X: p.X - origin.X + f.radius*cos, Y: p.Y - origin.Y + f.radius*sin}
	}
	for i, p := range f.core {
		from, turn := 0.0, 2*math.Pi
		steps := per - 1 // of a circle the last is not the first
		switch {
		case f.radius == 0:
			dst = append(dst, soa.Point{X: p.X - origin.X, Y: p.Y - origin.Y})
			continue
		case n == 1:
			turn *= float64(steps) / float64(per)
		default:
			from = normal(f.core[(i+n-1)%n], p)
			turn = math.Mod(normal(p, f.core[(i+1)%n])-from+4*math.Pi, 2*math.Pi)
			steps = max(1, int(math.Ceil(turn/(2*math.Pi)*float64(per))))
		}
		for k := 0; k <= steps; k++ {
			dst = append(dst, at(p, from+turn*float64(k)/float64(steps)))
		}
	}
	return dst
}

// normal is the angle of the outward normal of the edge from p to q.
func normal(p, q soa.Point) float64 { return math.Atan2(-(q.X - p.X), q.Y-p.Y) }

// clip is the part of convex polygon a that lies within convex polygon b, both
// counter-clockwise (I. E. Sutherland and G. W. Hodgman, 1974).
func clip(a, b []soa.Point) []soa.Point {
	for i, p := range b {
		q := b[(i+1)%len(b)]
		side := func(r soa.Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
		var out []soa.Point
		for k, r := range a {
			s := a[(k+1)%len(a)]
			dr, ds := side(r), side(s)
			if dr >= 0 {
				out = append(out, r)
			}
			if (dr > 0 && ds < 0) || (dr < 0 && ds > 0) {
				t := dr / (dr - ds)
				out = append(out, soa.Point{X: r.X + (s.X-r.X)*t, Y: r.Y + (s.Y-r.Y)*t})
			}
		}
		if a = out; len(a) == 0 {
			return nil
		}
	}
	return a
}

// thin reports whether the figure is a point or a line.
func (f *figure) thin() bool { return f.radius == 0 && len(f.core) < 3 }

// centroid is the centre of a polygon's area, or of its corners if it has none, and
// that area.
func centroid(a []soa.Point) (c soa.Point, area float64) {
	for i, p := range a {
		q := a[(i+1)%len(a)]
		w := (p.X-a[0].X)*(q.Y-a[0].Y) - (p.Y-a[0].Y)*(q.X-a[0].X)
		area += w
		c.X += w * (p.X + q.X - 2*a[0].X)
		c.Y += w * (p.Y + q.Y - 2*a[0].Y)
	}
	if area > 0 {
		return soa.Point{X: a[0].X + c.X/(3*area), Y: a[0].Y + c.Y/(3*area)}, area / 2
	}
	c = soa.Point{}
	for _, p := range a {
		c.X += p.X / float64(len(a))
		c.Y += p.Y / float64(len(a))
	}
	return c, 0
}

// support is the middle of the part of the figure that lies farthest along (nx, ny).
func (f *figure) support(nx, ny float64) soa.Point {
	best, n := math.Inf(-1), 0.0
	var sum soa.Point
	slack := 1e-4 * f.reach()
	for range 2 { // first the greatest distance, then those within the slack of it
		n, sum = 0, soa.Point{}
		top := best
		for _, p := range f.core {
			d := (p.X-f.centre.X)*nx + (p.Y-f.centre.Y)*ny
			best = math.Max(best, d)
			if d >= top-slack {
				n++
				sum.X += p.X - f.centre.X
				sum.Y += p.Y - f.centre.Y
			}
		}
	}
	return soa.Point{X: f.centre.X + sum.X/n + f.radius*nx, Y: f.centre.Y + sum.Y/n + f.radius*ny}
}
