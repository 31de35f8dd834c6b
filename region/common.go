// SPDX-License-Identifier: MIT

package region

import "math"

// A Common tells about the area that two regions or shapes have in common.
type Common struct {
	Area     float64 // in the square of the unit of coordinates
	Centroid Point   // of the common area; meaningless if Area is 0
	Bound    float64 // the true area differs from Area by no more than this
}

// intersect adds up the common areas of those parts that overlap; exact arithmetic decides which
// do. It allocates a few blocks of memory, however many parts there are, as long as compare would
// allocate none.
func (r *Region) intersect(o *Region) Common {
	var sum moments
	partPairs(r, o, func(i, k int) bool {
		sum.add(r.Part(i), r.boxes[i], o.Part(k), o.boxes[k])
		return true
	})
	return sum.common()
}

func (r *Region) appendIntersection(dst [][]Point, other *Region) [][]Point {
	var c clipper
	partPairs(r, other, func(i, k int) bool {
		p, q := r.Part(i), other.Part(k)
		if cores(p, r.boxes[i], q, other.boxes[k], Touching) != Overlapping {
			return true
		}
		o := origin(r.boxes[i], other.boxes[k])
		piece := c.clip(p, q, o)
		if len(piece) < 3 {
			return true
		}
		out := make([]Point, len(piece))
		for n, v := range piece {
			out[n] = Point{v.X + o.X, v.Y + o.Y}
		}
		dst = append(dst, out)
		return true
	})
	return dst
}

// moments adds up areas and centroids times area.
type moments struct {
	clipper
	area, x, y, bound float64
}

// add adds what two convex polygons have in common.
func (s *moments) add(a []Point, boxA Box, b []Point, boxB Box) {
	if cores(a, boxA, b, boxB, Touching) != Overlapping {
		return
	}
	o := origin(boxA, boxB)
	piece := s.clip(a, b, o)
	long := max(max(boxA.MaxX, boxB.MaxX)-min(boxA.MinX, boxB.MinX), max(boxA.MaxY, boxB.MaxY)-min(boxA.MinY, boxB.MinY))
	short := max(min(boxA.MaxX, boxB.MaxX)-max(boxA.MinX, boxB.MinX), min(boxA.MaxY, boxB.MaxY)-max(boxA.MinY, boxB.MinY))
	s.bound += float64(0x1p-53 * 32 * float64(len(a)+len(b)) * float64(long*short))
	area, x, y := 0.0, 0.0, 0.0
	for i := 2; i < len(piece); i++ {
		p, q, r := piece[0], piece[i-1], piece[i]
		t := float64((q.X-p.X)*(r.Y-p.Y)) - float64((q.Y-p.Y)*(r.X-p.X))
		area += t
		x += float64(t * (p.X + q.X + r.X))
		y += float64(t * (p.Y + q.Y + r.Y))
	}
	// Interiors meet, so there is some area, however little came of it.
	area = max(area/2, math.SmallestNonzeroFloat64)
	s.area += area
	s.x += float64(x/6) + float64(area*o.X)
	s.y += float64(y/6) + float64(area*o.Y)
}

func (s *moments) common() Common {
	c := Common{Area: s.area, Bound: s.bound}
	if s.area > 0 {
		c.Centroid = Point{s.x / s.area, s.y / s.area}
	}
	return c
}

// origin returns the corner of two boxes' common box, to which clip relates coordinates.
func origin(a, b Box) Point { return Point{max(a.MinX, b.MinX), max(a.MinY, b.MinY)} }

// A clipper holds the memory that clipping takes, to be used again.
type clipper struct {
	front, back []Point
	room        [2][32]Point
}

// clip returns what is common to two convex polygons, relative to o (I. E. Sutherland and
// G. W. Hodgman, Reentrant polygon clipping, 1974). The slice is good until the next call.
//
// Let u be 2^-53, L the longest side of the box around both, and l that of what is
// common to their boxes. Relative coordinates are off by u L. A new corner is off by at
// most 4 u L across the edge it is on, as it lies between the ends, rounded; and as
// much across the edge that made it, however the two lie to each other, since that is
// how far the distances of the ends from that edge are off. So every edge of the
// result lies within 8 u L of where it should, for each time it was cut, and edges
// within the common box are 4 l long in sum, at most: 32 u L l for each of the n + m
// edges. Adding up triangles is off by 3 u of L l for each, which is less than the
// slack of these bounds.
func (c *clipper) clip(a, b []Point, o Point) []Point {
	if c.front == nil {
		c.front, c.back = c.room[0][:0], c.room[1][:0]
	}
	from, to := c.front[:0], c.back[:0]
	for _, p := range a {
		from = append(from, Point{p.X - o.X, p.Y - o.Y})
	}
	e := b[len(b)-1]
	ex, ey := e.X-o.X, e.Y-o.Y
	for _, f := range b {
		fx, fy := f.X-o.X, f.Y-o.Y
		dx, dy := fx-ex, fy-ey
		to = to[:0]
		if len(from) > 0 {
			p := from[len(from)-1]
			d := float64(dx*(p.Y-ey)) - float64(dy*(p.X-ex))
			for _, q := range from {
				g := float64(dx*(q.Y-ey)) - float64(dy*(q.X-ex))
				if d < 0 && g > 0 || d > 0 && g < 0 {
					t := d / (d - g)
					to = append(to, Point{p.X + float64(t*(q.X-p.X)), p.Y + float64(t*(q.Y-p.Y))})
				}
				if g >= 0 {
					to = append(to, q)
				}
				p, d = q, g
			}
		}
		from, to = to, from
		ex, ey = fx, fy
	}
	c.front, c.back = from, to
	return from
}
