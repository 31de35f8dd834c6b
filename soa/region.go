// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"slices"

	"daylight/region"
)

// AddRegion adds a region in world coordinates, grown by radius. The store keeps it as several
// polygons, one for each of its convex parts; it copies them and does not keep r. The position of
// the region becomes the middle of its AABB, and its rotation (1, 0).
//
// A region has one ID, that of its first part. SetPose, SetPosition, SetAngle, SetAttrs and Remove,
// called with that ID, act on all parts; called with the ID of another part, they fail with
// ErrRange. Column.Set with that ID writes the entries of all parts. All parts have the same pose.
// Contacts are between parts; Region returns the region that a part belongs to. The parts of a
// region never meet each other, because they are a body. If attrs name no body, the region gets a
// body number from 2^31 on that no other region of the process has.
//
// Like all shapes, the parts are stored in float32, relative to the position of the region. A part
// that is too thin for float32 is made thicker, by 2^-21 of the greatest coordinate (2^-60 at
// least) on each side. If all parts are, or if the region is nil or empty, AddRegion returns
// ErrZeroArea. There is a part for each of r, in their order. It refuses coordinates and radii as
// AddPolygon does, and calls inside of Update or during a step with ErrInUse. If it returns an
// error, it has added nothing. To decide by the float64 coordinates see package batch/exact.
func (s *Shapes) AddRegion(r *region.Region, radius float64, attrs Attrs) (ID, error) {
	return s.addRegion("AddRegion", r, radius, attrs, func(c *checks) (p Pose, origin Point) {
		b := r.Box()
		low, high := Point{X: b.MinX, Y: b.MinY}, Point{X: b.MaxX, Y: b.MaxY}
		c.points(low, high)
		origin = between(low, high)
		return Pose{X: origin.X, Y: origin.Y, C: 1}, origin
	})
}

// AddRegionAt is AddRegion for a region in local coordinates, which the pose places in the world.
// The region turns about the local origin.
func (s *Shapes) AddRegionAt(p Pose, r *region.Region, radius float64, attrs Attrs) (ID, error) {
	return s.addRegion("AddRegionAt", r, radius, attrs, func(c *checks) (Pose, Point) {
		c.pose(p)
		return p, Point{}
	})
}

// addRegion adds a region whose pose, and the origin of whose coordinates, place checks and
// returns.
func (s *Shapes) addRegion(op string, r *region.Region, radius float64, attrs Attrs, place func(c *checks) (p Pose, origin Point)) (ID, error) {
	if err := s.resize(op); err != nil {
		return 0, err
	}
	defer s.use.release()
	if r == nil || r.Parts() == 0 {
		return 0, refuse(op, "an empty region", ErrZeroArea, "make it with region.New")
	}
	c := checks{op: op}
	p, origin := place(&c)
	length := c.length("radius", radius)
	if c.err != nil {
		return 0, c.err
	}
	given := uint32(0)
	if attrs.Body == 0 {
		var ok bool
		if given, ok = takeBodies(1); !ok {
			return 0, noBodies(op)
		}
		attrs.Body = given
	}
	var parts []ID
	thin := 0
	undo := func(err error) (ID, error) { return 0, s.undo(parts, err) }
	for k := range r.Parts() {
		s.local = s.local[:0]
		for _, q := range r.Part(k) {
			s.local = append(s.local, Point{X: q.X - origin.X, Y: q.Y - origin.Y})
		}
		if err := s.outline.build(op, s.local, length); err != nil {
			// Rounding may bend a part that is nearly flat.
			if err := s.outline.buildHull(op, s.local, length); err != nil {
				if !errors.Is(err, ErrZeroArea) {
					return undo(err)
				}
				thin++
				s.thicken()
				if err := s.outline.buildHull(op, s.local, length); err != nil {
					return undo(err)
				}
			}
		}
		id, err := s.addOutline(op, p, length, attrs)
		if err != nil {
			return undo(err)
		}
		parts = append(parts, id)
	}
	if thin == len(parts) {
		return undo(refuse(op, "all parts are thinner than float32 can tell", ErrZeroArea, "use AddSegmentBetween"))
	}
	s.regions.enter(parts, given)
	return parts[0], nil
}

// thicken puts a square about each local point. The hull is then four times as thick as the
// tolerance of outlines.
func (s *Shapes) thicken() {
	low, high := bounds(s.local)
	const least = 0x1p-60 // of a part that is nothing in float32, at the position itself
	h := max(float64(2*snap*max(-low.X, high.X, -low.Y, high.Y)), least)
	for _, q := range slices.Clone(s.local) {
		s.local = append(s.local, Point{X: q.X - h, Y: q.Y - h}, Point{X: q.X + h, Y: q.Y - h}, Point{X: q.X + h, Y: q.Y + h}, Point{X: q.X - h, Y: q.Y + h})
	}
}

// Parts appends the IDs of the parts of a region to dst; the first is the ID of the region. For a
// shape of no region it appends the shape's own ID.
func (s *Shapes) Parts(dst []ID, id ID) ([]ID, error) {
	if !s.Has(id) {
		return dst, noShape("Parts", id)
	}
	if parts, ok := s.regions.parts[id]; ok {
		return append(dst, parts...), nil
	}
	return append(dst, id), nil
}

// divides reports whether some region has parts in slots from to to-1 and others elsewhere.
func (s *Shapes) divides(from, to int) bool {
	for _, id := range s.ids()[from:to] {
		first := s.Region(id)
		parts := []ID{first}
		if first == id { // only the first part looks for all parts
			parts = s.regions.parts[id]
		}
		for _, part := range parts {
			if slot, ok := s.index.find(part); ok && (int(slot) < from || int(slot) >= to) {
				return true
			}
		}
	}
	return false
}

// givenBody returns the body that AddRegion gave a region, or 0 if the region has another one.
func (s *Shapes) givenBody(id ID) uint32 {
	given := s.regions.given[id]
	if slot, ok := s.index.find(id); !ok || given == 0 || s.col.Body[slot] != given {
		return 0
	}
	return given
}

// countGivenBodies returns how many regions in slots from to to-1 have the body that AddRegion gave
// them.
func (s *Shapes) countGivenBodies(from, to int) (n int) {
	for _, id := range s.ids()[from:to] {
		if s.givenBody(id) != 0 {
			n++
		}
	}
	return n
}

// copyRegions enters the regions of another store whose shapes, from slot from on, are now
// called ids and lie last. Regions with automatic bodies get new ones, from body on.
func (s *Shapes) copyRegions(o *Shapes, from int, ids []ID, body uint32) {
	bodies := map[uint32]uint32{} // the other store's, and what they are here
	for _, id := range o.ids()[from : from+len(ids)] {
		parts := o.regions.parts[id]
		if parts == nil {
			continue
		}
		var copies []ID
		for _, part := range parts {
			slot, _ := o.index.find(part)
			copies = append(copies, ids[int(slot)-from])
		}
		given := uint32(0)
		if old := o.givenBody(id); old != 0 {
			given = body
			bodies[old] = given
			body++
		}
		s.regions.enter(copies, given)
	}
	if len(bodies) == 0 {
		return
	}
	copied := s.col.Body[len(s.col.Body)-len(ids):]
	for i, old := range copied {
		if given, ok := bodies[old]; ok {
			copied[i] = given
		}
	}
}
