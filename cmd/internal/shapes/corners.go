// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"sort"

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
func given[P region.Point | soa.Point](p *parser, pts []P, radius float64) {
	if !p.c.Corners || radius != 0 {
		return
	}
	c := &p.part.corners
	c.reach(p.part.shapes.Len() - 1)
	for _, q := range pts {
		c.points = append(c.points, region.Point(q))
	}
	c.ends = append(c.ends, uint32(len(c.points)))
}

// stretch are the corners of the slots of a Set from first on.
type stretch struct {
	first int
	corners
}

// keepCorners takes over the corners that a part has in slots from to to-1, which lie from first on
// here.
func (s *Set) keepCorners(p *part, first, from, to int) {
	if n := p.corners.begin(to) - p.corners.begin(from); n > 0 {
		one := stretch{first, corners{make([]uint32, 0, to-from), make([]region.Point, 0, n)}}
		one.copy(0, &p.corners, from, to)
		s.corners = append(s.corners, one)
	}
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
