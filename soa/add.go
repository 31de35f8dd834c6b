// SPDX-License-Identifier: MIT

package soa

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// AddCircle adds the disc of the given radius about the position of the pose; a disc of radius 0
// is a point. The pose must be valid when the circle is added; after that the rotation of a
// circle is ignored.
func (s *Shapes) AddCircle(p Pose, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddCircle"}
	r := c.circle(p, radius)
	return s.add(&c, kernels.Circle, p, r, 0, 0, attrs)
}

func (c *checks) circle(p Pose, radius float64) (r float32) {
	c.pose(p)
	return c.length("radius", radius)
}

// AddCapsule adds the segment from (-halfLength, 0) to (halfLength, 0), in local coordinates,
// grown by radius, which may be 0. If halfLength is 0, it is stored as a circle.
func (s *Shapes) AddCapsule(p Pose, halfLength, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddCapsule"}
	return s.addCapsule(&c, p, halfLength, radius, attrs)
}

// AddSegmentBetween adds the segment from a to b, in world coordinates, grown by radius. It is a
// capsule whose position is the middle of the segment, and whose rotation is the direction from a
// to b.
func (s *Shapes) AddSegmentBetween(a, b Point, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddSegmentBetween"}
	c.points(a, b)
	p, h := segment(a, b)
	return s.addCapsule(&c, p, h, radius, attrs)
}

// segment is the pose and the half length of the segment from a to b.
func segment(a, b Point) (p Pose, h float64) {
	// Halves first: exact, and nothing overflows.
	hx, hy := float64(b.X/2)-float64(a.X/2), float64(b.Y/2)-float64(a.Y/2)
	p = Pose{X: a.X + hx, Y: a.Y + hy, C: 1}
	h = math.Sqrt(float64(hx*hx) + float64(hy*hy))
	if h > 0 {
		p.C, p.S = float32(hx/h)+0, float32(hy/h)+0
	}
	if float32(h) == 0 {
		p.C, p.S = 1, 0
	}
	return p, h
}

func (s *Shapes) addCapsule(c *checks, p Pose, halfLength, radius float64, attrs Attrs) (ID, error) {
	c.pose(p)
	h, r := c.length("half length", halfLength), c.length("radius", radius)
	c.total(h, r)
	class, a, b, reach := capsule(h, r)
	return s.add(c, class, p, a, b, reach, attrs)
}

// capsule returns what is stored of a capsule: a circle if it has no length.
func capsule(h, r float32) (class kernels.Class, a, b, reach float32) {
	if h == 0 {
		return kernels.Circle, r, 0, 0
	}
	return kernels.Capsule, h, r, outward(float64(h))
}

// AddBox adds the box with corners (±hx, ±hy) in local coordinates.
func (s *Shapes) AddBox(p Pose, hx, hy float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddBox"}
	x, y := c.halfExtents(p, hx, hy)
	return s.add(&c, kernels.Box, p, x, y, diagonal(x, y), attrs)
}

// AddRoundedBox adds the box with corners (±hx, ±hy) in local coordinates, grown by radius, so
// that it reaches hx + radius along the x axis. It is stored as a polygon of four vertices, or as
// a box if radius is 0.
func (s *Shapes) AddRoundedBox(p Pose, hx, hy, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddRoundedBox"}
	x, y := c.halfExtents(p, hx, hy)
	r := c.length("radius", radius)
	c.total(max(x, y), r)
	if r == 0 {
		return s.add(&c, kernels.Box, p, x, y, diagonal(x, y), attrs)
	}
	if err := s.begin(&c); err != nil {
		return 0, err
	}
	defer s.use.release()
	o := &s.outline
	a, b := float64(x), float64(y)
	o.out = append(o.out[:0], Point{X: -a, Y: -b}, Point{X: a, Y: -b}, Point{X: a, Y: b}, Point{X: -a, Y: b})
	return s.addOutline(c.op, p, r, attrs)
}

func (c *checks) halfExtents(p Pose, hx, hy float64) (x, y float32) {
	c.pose(p)
	if x, y = c.length("half width", hx), c.length("half height", hy); x == 0 || y == 0 {
		c.refuse(pair("half extents", hx, hy), ErrZeroArea, "use AddCapsule")
	}
	return x, y
}

// diagonal is the reach of a box.
func diagonal(x, y float32) float32 {
	a, b := float64(x), float64(y)
	return outward(math.Sqrt(float64(a*a) + float64(b*b)))
}

// AddPolygon adds a convex polygon in local coordinates, grown by radius. The polygon turns about
// the local origin, which should lie in it or near it, since vertices are stored as float32. The
// vertices may be listed in either direction; they are stored counter-clockwise. AddPolygon drops
// vertices that coincide with the one before, or that lie on the line between their neighbours,
// to within 2^-22 of the greatest coordinate. If fewer than three are left, the polygon is
// refused. There is no limit on their number, but of a regular polygon that tolerance leaves
// about 9,000 at most. If all vertices are float32 values and strictly convex as given, all are
// kept, so that a polygon which Shape has returned can always be added again.
//
// The vertices are relative to the pose. If a small polygon lies far from its position, its
// vertices lose digits, and it may be refused with ErrRange. For vertices in world coordinates
// use AddOutline.
func (s *Shapes) AddPolygon(p Pose, pts []Point, radius float64, attrs Attrs) (ID, error) {
	const op = "AddPolygon"
	if err := s.resize(op); err != nil {
		return 0, err
	}
	defer s.use.release()
	return s.addLocal(op, p, pts, radius, attrs)
}

// addLocal is AddPolygon for who holds the store.
func (s *Shapes) addLocal(op string, p Pose, pts []Point, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: op}
	c.pose(p)
	r := c.length("radius", radius)
	if c.err != nil {
		return 0, c.err
	}
	if err := s.outline.build(op, pts, r); err != nil {
		return 0, s.outline.explain(op, pts, r, s.outline.build, err)
	}
	return s.addOutline(op, p, r, attrs)
}

// AddOutline is AddPolygon for vertices in world coordinates. The position of the shape becomes
// the centre of their AABB, its rotation (1, 0).
func (s *Shapes) AddOutline(pts []Point, radius float64, attrs Attrs) (ID, error) {
	const op = "AddOutline"
	if err := s.resize(op); err != nil {
		return 0, err
	}
	defer s.use.release()
	return s.addWorld(op, pts, radius, attrs)
}

// addWorld is AddOutline for who holds the store.
func (s *Shapes) addWorld(op string, pts []Point, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: op}
	r := c.length("radius", radius)
	if len(pts) == 0 {
		c.refuse("no vertices", errTooFewVertices, "")
	}
	if c.err != nil {
		return 0, c.err
	}
	low, high := bounds(pts)
	if c.points(low, high); c.err != nil { // one of them has what is wrong with any
		c.err = nil
		c.points(pts...)
		return 0, c.err
	}
	middle := between(low, high)
	p := Pose{X: middle.X, Y: middle.Y, C: 1}
	s.local = about(s.local[:0], pts, middle)
	if err := s.outline.build(op, s.local, r); err != nil {
		return 0, err
	}
	return s.addOutline(op, p, r, attrs)
}

// addOutline adds the polygon in s.outline.out, for who holds the store.
func (s *Shapes) addOutline(op string, p Pose, r float32, attrs Attrs) (ID, error) {
	v := s.outline.out
	num := runLength(len(v))
	if s.index.full() || !s.lanes.fits(num) {
		return 0, noRoom(op)
	}
	off := s.lanes.take(num)
	reach, sharp := s.lanes.write(off, num, v)
	q := float32(0)
	if sharp {
		q = 1
	}
	return s.insert(kernels.Polygon, p, r, q, reach, off, num, attrs), nil
}

// begin is resize for a call whose arguments were checked before.
func (s *Shapes) begin(c *checks) error {
	if c.err != nil {
		return c.err
	}
	return s.resize(c.op)
}

// add adds a shape without lanes.
func (s *Shapes) add(c *checks, class kernels.Class, p Pose, a, b, reach float32, attrs Attrs) (ID, error) {
	if err := s.begin(c); err != nil {
		return 0, err
	}
	defer s.use.release()
	if s.index.full() {
		return 0, noRoom(c.op)
	}
	return s.insert(class, p, a, b, reach, 0, 0, attrs), nil
}

// insert writes a shape to the end of every column. The columns that every store has are
// written out, since calling each through its interface takes three times as long; check
// finds one that was forgotten.
func (s *Shapes) insert(class kernels.Class, p Pose, a, b, reach float32, off, num uint32, attrs Attrs) ID {
	c, i := &s.col, len(s.col.ID)
	id := s.index.take(uint32(i))
	c.ID = append(c.ID, uint64(id))
	c.Class = append(c.Class, class)
	c.Count[class]++
	c.X, c.Y = append(c.X, p.X), append(c.Y, p.Y)
	c.C, c.S = append(c.C, p.C), append(c.S, p.S)
	rc := store.Unrotated
	if class == kernels.Circle {
		rc = 1
	}
	c.RC, c.RS = append(c.RC, rc), append(c.RS, 0)
	c.P, c.Q, c.Reach = append(c.P, a), append(c.Q, b), append(c.Reach, reach)
	c.Off, c.Num = append(c.Off, off), append(c.Num, num)
	c.MinX, c.MinY = append(c.MinX, 0), append(c.MinY, 0)
	c.MaxX, c.MaxY = append(c.MaxX, 0), append(c.MaxY, 0)
	if class == kernels.Circle {
		c.SetBounds(i, 0, 0, a)
	}
	c.Skip, c.Fault = append(c.Skip, false), append(c.Fault, store.Fresh)
	if c.Filtered() || len(s.list) > s.own {
		for _, column := range s.list[store.Always:] {
			column.Push(1)
		}
	}
	if attrs != (Attrs{}) {
		s.setAttrs(i, attrs)
	}
	s.journal.note(uint32(i), len(c.ID))
	return id
}
