// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"sort"

	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// corners are those of shapes as they were given, in float64, by slot; of other shapes there are none.
type corners struct {
	ends   []uint32 // where those of each slot end; slots behind the last have none
	points []region.Point
}

func (c *corners) clear() { c.ends, c.points = c.ends[:0], c.points[:0] }

// begin is where those of a slot begin.
func (c *corners) begin(slot int) int {
	switch n := len(c.ends); {
	case n == 0 || slot == 0:
		return 0
	default:
		return int(c.ends[min(slot, n)-1])
	}
}

// of are those of a slot.
func (c *corners) of(slot int) []region.Point { return c.points[c.begin(slot):c.begin(slot+1)] }

// reach makes slot the next.
func (c *corners) reach(slot int) {
	for len(c.ends) < slot {
		c.ends = append(c.ends, uint32(len(c.points)))
	}
}

// cut leaves those of the slots before one.
func (c *corners) cut(slot int) {
	if slot < len(c.ends) {
		c.points = c.points[:c.begin(slot)]
		c.ends = c.ends[:slot]
	}
}

// copy gives the slots from at on those that o has in slots from to to-1.
func (c *corners) copy(at int, o *corners, from, to int) {
	low := o.begin(from)
	if o.begin(to) == low {
		return
	}
	c.reach(at)
	shift := len(c.points) - low
	c.points = append(c.points, o.points[low:o.begin(to)]...)
	for slot := from; slot < to; slot++ {
		c.ends = append(c.ends, uint32(o.begin(slot+1)+shift))
	}
}

// given keeps the corners of the shape that was added last, if that is asked for: what is grown by
// a radius is not given by its corners.
func given(p *parser, pts []point, radius float64) {
	if !p.c.Corners || radius != 0 {
		return
	}
	c := &p.part.corners
	c.reach(p.part.shapes.Len() - 1)
	if low, high, is := boxOf(pts); is {
		c.points = append(c.points, low, high)
	} else {
		for _, q := range pts {
			c.points = append(c.points, region.Point(q))
		}
	}
	c.ends = append(c.ends, uint32(len(c.points)))
}

// boxOf is the box along the axes that an outline is, if it is one.
func boxOf(pts []point) (low, high region.Point, is bool) {
	if len(pts) != 4 {
		return low, high, false
	}
	a, b, c, d := pts[0], pts[1], pts[2], pts[3]
	is = a.X == b.X && b.Y == c.Y && c.X == d.X && d.Y == a.Y || a.Y == b.Y && b.X == c.X && c.Y == d.Y && d.X == a.X
	return region.Point{X: min(a.X, c.X), Y: min(a.Y, c.Y)}, region.Point{X: max(a.X, c.X), Y: max(a.Y, c.Y)}, is
}

// stretch are the corners of the slots of a Set from first on.
type stretch struct {
	first int
	corners
}

// keepCorners takes over the corners that a part has in slots from to to-1, which lie from first on
// here. Where there is no room a new stretch begins, so that nothing is copied as a Set grows.
func (s *Set) keepCorners(p *part, first, from, to int) {
	n, slots := p.corners.begin(to)-p.corners.begin(from), to-from
	if n == 0 {
		return
	}
	var last *stretch
	if k := len(s.corners); k > 0 {
		last = &s.corners[k-1]
	}
	if last == nil || cap(last.points)-len(last.points) < n || cap(last.ends)-(first-last.first) < slots {
		more := cap(s.world) - len(s.world) // as many shapes are expected
		s.corners = append(s.corners, stretch{first, corners{
			store.Room[uint32](nil, slots+more), store.Room[region.Point](nil, n+min(n*more/slots, 4*more)),
		}})
		last = &s.corners[len(s.corners)-1]
	}
	last.copy(first-last.first, &p.corners, from, to)
}

// Cornered reports whether the Set, or that which it is a part of, has shapes that are given by their
// corners, if Config.Corners.
func (s *Set) Cornered() bool { return len(s.corners) > 0 || s.whole != nil && s.whole.Cornered() }

// Corners are those of the convex part in a slot, as it was given, in float64: two opposite ones of a
// box along the axes. There are none if the shape is not given by its corners alone.
func (s *Set) Corners(slot int) []region.Point {
	if s.whole != nil {
		k := s.Of(slot)
		from, _ := s.Slots(k)
		begin, _ := s.whole.Slots(int(s.slots[k]))
		return s.whole.Corners(begin + slot - from)
	}
	i := sort.Search(len(s.corners), func(i int) bool { return s.corners[i].first > slot }) - 1
	if i < 0 {
		return nil
	}
	return s.corners[i].of(slot - s.corners[i].first)
}

// parts keeps those of the parts of a region, each in a slot of its own, from one on.
func (c *corners) parts(slot int, r *region.Region) {
	c.reach(slot)
	for k := range r.Parts() {
		c.points = append(c.points, r.Part(k)...)
		c.ends = append(c.ends, uint32(len(c.points)))
	}
}

// boxes keeps those of the n boxes that were added last.
func (c *corners) boxes(slots int, x0, y0, x1, y1 []float64) {
	c.reach(slots - len(x0))
	for i := range x0 {
		c.points = append(c.points, region.Point{X: x0[i], Y: y0[i]}, region.Point{X: x1[i], Y: y1[i]})
		c.ends = append(c.ends, uint32(len(c.points)))
	}
}

// exactly reports whether a box is stored as it is given, but for float32: at 1e15 its middle
// may be no float64.
func exactly(pose soa.Pose, hx, hy, x1, y1 float64) bool {
	const tiny = 0x1p-26
	return math.Abs((x1-pose.X)-hx) <= tiny*hx && math.Abs((y1-pose.Y)-hy) <= tiny*hy
}
