// SPDX-License-Identifier: MIT

package outline

import (
	"math"
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/region"
	"daylight/soa"
)

// PerTurn is how many points a circle has as a polygon: it is off by at most 1/800 of its
// radius.
const PerTurn = 64

// Convex is the geometry of a convex core grown by a radius: a point, a line or a polygon.
func Convex(core []soa.Point, radius float64) geom.Geometry {
	if radius == 0 {
		switch len(core) {
		case 1:
			return geom.NewPoint(geom.Coordinates{XY: geom.XY(core[0])}).AsGeometry()
		case 2:
			return line(core).AsGeometry()
		}
	}
	return geom.NewPolygon([]geom.LineString{ring(Ring(nil, core, radius, soa.Point{}, PerTurn))}).AsGeometry()
}

// Line is the geometry of a line of points.
func Line(pts []soa.Point) geom.Geometry { return line(pts).AsGeometry() }

// Several is the geometry of what has such members: a multipolygon, lines or points if all are, a
// collection if they are of several kinds, and the member if there is one.
func Several(members []geom.Geometry) geom.Geometry {
	if len(members) == 1 {
		return members[0]
	}
	var polygons []geom.Polygon
	var lines []geom.LineString
	var points []geom.Point
	for _, g := range members {
		switch {
		case g.IsPolygon():
			polygons = append(polygons, g.MustAsPolygon())
		case g.IsMultiPolygon():
			polygons = append(polygons, g.MustAsMultiPolygon().Dump()...)
		case g.IsLineString():
			lines = append(lines, g.MustAsLineString())
		case g.IsPoint():
			points = append(points, g.MustAsPoint())
		}
	}
	switch {
	case len(lines)+len(points) == 0:
		return geom.NewMultiPolygon(polygons).AsGeometry()
	case len(polygons)+len(points) == 0:
		return geom.NewMultiLineString(lines).AsGeometry()
	case len(polygons)+len(lines) == 0:
		return geom.NewMultiPoint(points).AsGeometry()
	}
	return geom.NewGeometryCollection(members).AsGeometry()
}

// Given is the geometry of a shape as it was given. A region that is grown is a
// multipolygon of its convex parts, each grown, which overlap. So is a line that is grown.
func Given(s *region.Shape) geom.Geometry {
	r := s.Region()
	if lines := s.Lines(); lines != nil {
		return collected(r, lines, s.Radius())
	}
	switch {
	case r == nil:
		return Convex(s.Core(), s.Radius())
	case s.Radius() == 0:
		return regionOf(r)
	}
	return geom.NewMultiPolygon(grown(r, s.Radius())).AsGeometry()
}

// grown are the parts of a region, each grown.
func grown(r *region.Region, radius float64) (parts []geom.Polygon) {
	for i := range r.Parts() {
		parts = append(parts, Convex(r.Part(i), radius).MustAsPolygon())
	}
	return parts
}

// collected is the geometry of an area, which may be nil, and lines.
func collected(r *region.Region, lines [][]region.Point, radius float64) geom.Geometry {
	var members []geom.Geometry
	switch {
	case r == nil:
	case radius == 0:
		members = append(members, regionOf(r))
	default:
		for _, p := range grown(r, radius) {
			members = append(members, p.AsGeometry())
		}
	}
	for _, l := range lines {
		if radius == 0 && len(l) > 1 {
			members = append(members, line(l).AsGeometry())
			continue
		}
		for k := range max(len(l)-1, 1) {
			members = append(members, Convex(l[k:min(k+2, len(l))], radius))
		}
	}
	return Several(members)
}

// regionOf puts each hole into the smallest outline that it is in.
func regionOf(r *region.Region) geom.Geometry {
	type polygon struct {
		outer []region.Point
		area  float64
		rings []geom.LineString
	}
	var all []polygon
	for i := range r.Rings() {
		if pts := r.Ring(i); area(pts) > 0 {
			all = append(all, polygon{pts, area(pts), []geom.LineString{ring(pts)}})
		}
	}
	for i := range r.Rings() {
		pts := r.Ring(i)
		if area(pts) > 0 {
			continue
		}
		in := region.Point{X: pts[0].X/2 + pts[1].X/2, Y: pts[0].Y/2 + pts[1].Y/2} // on no other ring
		best := -1
		for k := range all {
			if (best < 0 || all[k].area < all[best].area) && holds(all[k].outer, in) {
				best = k
			}
		}
		if best >= 0 {
			all[best].rings = append(all[best].rings, ring(pts))
		}
	}
	var polygons []geom.Polygon
	for _, p := range all {
		polygons = append(polygons, geom.NewPolygon(p.rings))
	}
	if len(polygons) == 1 {
		return polygons[0].AsGeometry()
	}
	return geom.NewMultiPolygon(polygons).AsGeometry()
}

// area is twice the area of a ring, negative if it runs clockwise, to tell rings apart by.
func area(ring []region.Point) (sum float64) {
	o := ring[0]
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum += (p.X-o.X)*(q.Y-o.Y) - (q.X-o.X)*(p.Y-o.Y)
	}
	return sum
}

// holds reports whether a point is inside of a ring, on which it is not.
func holds(ring []region.Point, at region.Point) (in bool) {
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		if (p.Y > at.Y) != (q.Y > at.Y) && at.X < p.X+(q.X-p.X)*((at.Y-p.Y)/(q.Y-p.Y)) {
			in = !in
		}
	}
	return in
}

func ring(pts []soa.Point) geom.LineString { return line(append(slices.Clip(pts), pts[0])) }

func line(pts []soa.Point) geom.LineString {
	flat := make([]float64, 0, 2*len(pts))
	for _, p := range pts {
		flat = append(flat, p.X+0, p.Y+0) // a zero has no sign
	}
	return geom.NewLineString(geom.NewSequence(flat, geom.DimXY))
}

// Ring appends the boundary of a convex core, counter-clockwise, grown by a radius, relative
// to origin, with its rounding cut into about per points for a full turn.
func Ring(dst []soa.Point, core []soa.Point, radius float64, origin soa.Point, per int) []soa.Point {
	n := len(core)
	at := func(p soa.Point, angle float64) soa.Point {
		sin, cos := math.Sincos(angle)
		return soa.Point{X: p.X - origin.X + radius*cos, Y: p.Y - origin.Y + radius*sin}
	}
	if n == 1 {
		for k := range per {
			dst = append(dst, at(core[0], 2*math.Pi*float64(k)/float64(per)))
		}
		return dst
	}
	for i, p := range core {
		if radius == 0 {
			dst = append(dst, soa.Point{X: p.X - origin.X, Y: p.Y - origin.Y})
			continue
		}
		from, to := Normal(core[(i+n-1)%n], p), Normal(p, core[(i+1)%n])
		turn := math.Mod(to-from+4*math.Pi, 2*math.Pi)
		steps := max(1, int(math.Ceil(turn/(2*math.Pi)*float64(per))))
		for k := 0; k <= steps; k++ {
			dst = append(dst, at(p, from+turn*float64(k)/float64(steps)))
		}
	}
	return dst
}

// Normal is the angle of the outward normal of the edge from p to q.
func Normal(p, q soa.Point) float64 { return math.Atan2(-(q.X - p.X), q.Y-p.Y) }
