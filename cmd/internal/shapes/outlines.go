// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"math"
	"slices"
	"sort"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/region"
	"daylight/soa"
)

// corners are those of shapes as they were given, in float64, by slot; of other shapes there are
// none.
type corners struct {
	slots []kept   // slots behind the last have none
	ends  []uint32 // where in words each outline ends
	words []uint64
}

// kept is what is kept of a slot: of a box along the axes what was lost when it was stored in
// float32, and else the number of its outline.
type kept struct{ x, y int32 }

const (
	outlined = math.MinInt32 // in x: y is the number of an outline with two words a corner, its coordinates, or none
	asStored = outlined + 1  // in x: y is that of one with a word a corner, what was lost when it was stored
	none     = -1
)

// isOutline reports whether a slot has an outline.
func (k kept) isOutline() bool { return k.x <= asStored && k.y != none }

func (c *corners) clear() { c.slots, c.ends, c.words = c.slots[:0], c.ends[:0], c.words[:0] }

// begin is where in words the outline of a number begins.
func (c *corners) begin(n int) uint32 {
	if n == 0 {
		return 0
	}
	return c.ends[n-1]
}

// of are those of a slot, which in some shapes is that of an ID. They are put into room.
func (c *corners) of(slot int, shapes *soa.Shapes, id soa.ID, room []region.Point) []region.Point {
	if slot >= len(c.slots) || c.slots[slot] == (kept{outlined, none}) {
		return nil
	}
	k := c.slots[slot]
	var words []uint64
	if k.isOutline() {
		words = c.words[c.begin(int(k.y)):c.ends[k.y]]
	}
	room = room[:0]
	if k.x == outlined {
		for ; len(words) > 0; words = words[2:] {
			room = append(room, region.Point{X: math.Float64frombits(words[0]), Y: math.Float64frombits(words[1])})
		}
		return room
	}
	x, y, bad := shapes.Position(id)
	core, err := shapes.AppendVertices(room, id)
	if err != nil || bad != nil || len(core) < len(words) {
		return nil // which is of another shape
	}
	if k.x == asStored {
		for i, w := range words {
			core[i].X = math.Float64frombits(math.Float64bits(x+core[i].X) + uint64(int32(w>>32)))
			core[i].Y = math.Float64frombits(math.Float64bits(y+core[i].Y) + uint64(int32(w)))
		}
		return core
	}
	half := farthest(core)
	x0, x1 := restored(k.x, x, half.X)
	y0, y1 := restored(k.y, y, half.Y)
	return append(room, region.Point{X: x0, Y: y0}, region.Point{X: x1, Y: y1})
}

// farthest has the greatest coordinates of some points.
func farthest(pts []point) (most point) {
	for _, q := range pts {
		most.X, most.Y = max(most.X, q.X), max(most.Y, q.Y)
	}
	return most
}

// reach makes slot the next.
func (c *corners) reach(slot int) {
	for len(c.slots) < slot {
		c.slots = append(c.slots, kept{outlined, none})
	}
}

// cut leaves those of the slots before one.
func (c *corners) cut(slot int) {
	if slot >= len(c.slots) {
		return
	}
	if first, end := c.outlines(slot, len(c.slots)); first < end {
		c.words, c.ends = c.words[:c.begin(first)], c.ends[:first]
	}
	c.slots = c.slots[:slot]
}

// outlines are those of slots from to to-1, by their numbers.
func (c *corners) outlines(from, to int) (first, end int) {
	for _, k := range c.slots[from:to] {
		if k.isOutline() {
			if end == 0 {
				first = int(k.y)
			}
			end = int(k.y) + 1
		}
	}
	return first, end
}

// add keeps an outline as that of the next slot, whose words have been added, or are those of some
// points.
func (c *corners) add(as int32, points ...region.Point) {
	for _, q := range points {
		c.words = append(c.words, math.Float64bits(q.X), math.Float64bits(q.Y))
	}
	c.slots = append(c.slots, kept{as, int32(len(c.ends))})
	c.ends = append(c.ends, uint32(len(c.words)))
}

// addLost keeps an outline as that of the next slot, whose shape is stored at (x, y) with these
// vertices: by what was lost of each corner, if that is little. Clockwise corners are stored in the
// other order, but for the first.
func (c *corners) addLost(x, y float64, vertices, points []point, clockwise bool) bool {
	if len(vertices) != len(points) {
		return false
	}
	words := c.words
	for i, v := range vertices {
		q := points[i]
		if clockwise && i > 0 {
			q = points[len(points)-i]
		}
		dx, dy := math.Float64bits(q.X)-math.Float64bits(x+v.X), math.Float64bits(q.Y)-math.Float64bits(y+v.Y)
		if dx != uint64(int32(dx)) || dy != uint64(int32(dy)) {
			return false
		}
		words = append(words, dx<<32|uint64(uint32(dy)))
	}
	c.words = words
	c.add(asStored)
	return true
}

// box keeps the box from low to high as that of the next slot, which is stored with that middle and
// those half sides.
func (c *corners) box(low, high region.Point, x, y, hx, hy float64) {
	kx, okx := lost(low.X, high.X, x, hx)
	if ky, oky := lost(low.Y, high.Y, y, hy); okx && oky {
		c.slots = append(c.slots, kept{kx, ky})
		return
	}
	c.add(outlined, low, high)
}

// lost is what is lost of an interval that is stored as its middle and half its length in float32:
// with it restored finds the same two numbers. It is not ok if that is too much, as it may be
// beside zero.
func lost(low, high, middle, half float64) (n int32, ok bool) {
	d := ordinal(high) - ordinal(middle+half)
	e := ordinal(low) - ordinal(middle-(high-middle)) + 4
	return int32(d<<3 | e), -1<<28 < d && d < 1<<28 && 0 <= e && e < 8
}

func restored(n int32, middle, half float64) (low, high float64) {
	high = numbered(ordinal(middle+half) + int64(n>>3))
	return numbered(ordinal(middle-(high-middle)) + int64(n&7) - 4), high
}

// ordinal numbers the float64 numbers in their order; both zeros are 0.
func ordinal(v float64) int64 {
	if n := int64(math.Float64bits(v)); n >= 0 {
		return n
	} else {
		return math.MinInt64 - n
	}
}

// numbered is the number of an ordinal.
func numbered(n int64) float64 {
	if n < 0 {
		n = math.MinInt64 - n
	}
	return math.Float64frombits(uint64(n))
}

// keepOutline keeps the corners of the shape that was added last, if that is asked for: what is
// grown by a radius is not given by its corners.
func (p *parser) keepOutline(id soa.ID, pts []point, radius float64) {
	if !p.c.Corners || radius != 0 {
		return
	}
	c, shapes := &p.part.corners, p.part.shapes
	c.reach(shapes.Len() - 1)
	x, y, _ := shapes.Position(id) // it is there
	p.vertices, _ = shapes.AppendVertices(p.vertices[:0], id)
	if low, high, is := boxOf(pts); is {
		half := farthest(p.vertices)
		c.box(low, high, x, y, half.X, half.Y)
	} else if !c.addLost(x, y, p.vertices, pts, false) && !c.addLost(x, y, p.vertices, pts, true) {
		c.add(outlined, pts...)
	}
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

// source is the region or line, without a radius, that was given for slots from to to-1. There may
// be one for each shape, so it is small.
type source struct {
	from, to uint32
	region   *region.Region
	rare     *rareSource // nil for a region whose points are absolute
}

// rareSource is the pose of a region, or a line.
type rareSource struct {
	pose soa.Pose
	line []point
}

// keepSource keeps the source of the slots from from on, if the Config asks for sources.
func (p *parser) keepSource(s source, radius float64) {
	cornered := p.c.Corners && s.region != nil && s.rare == nil
	if s.to = uint32(p.part.shapes.Len()); radius == 0 && s.to > s.from && (p.c.Outlines || cornered) {
		p.part.sources = append(p.part.sources, s)
	}
}

// behind returns the sources of a list that begin in slot or after it.
func behind(list []source, slot int) []source {
	return list[sort.Search(len(list), func(i int) bool { return int(list[i].from) >= slot }):]
}

// stretch are the corners of the slots of a Set from first on, as a part has them from its slot
// from on.
type stretch struct {
	first, from int
	*corners
}

// keepCorners takes over the corners and sources that a part has in slots from to to-1, which lie
// from first on here.
func (s *Set) keepCorners(p *part, first, from, to int) {
	for _, one := range behind(p.sources, from) {
		if int(one.from) >= to {
			break
		}
		one.from, one.to = one.from+uint32(first-from), one.to+uint32(first-from) // modulo 2^32
		s.sources = append(s.sources, one)
	}
	c := &p.corners
	if from >= len(c.slots) {
		return
	}
	if p.handed == nil { // one copy for all corners of the part
		p.handed = &corners{slices.Clone(c.slots), slices.Clone(c.ends), slices.Clone(c.words)}
	}
	s.corners = append(s.corners, stretch{first, from, p.handed})
}

// Cornered reports whether the Set has shapes that are given by their corners, if Config.Corners.
func (s *Set) Cornered() bool { return s.cornered && len(s.corners)+len(s.sources) > 0 }

// Region returns the region that consists of exactly these convex parts of the Set, in this order.
// It returns nil if there is no such region, or if its corners are not known.
func (s *Set) Region(parts []soa.ID) *region.Region {
	if len(parts) == 0 {
		return nil
	}
	slot := int(parts[0].Index())
	if r := s.regionAt(slot); r != nil && int(r.from) == slot && r.region.Parts() == len(parts) {
		return r.region
	}
	return nil
}

// regionAt returns the region to which a slot belongs, if its corners are known.
func (s *Set) regionAt(slot int) *source {
	n := len(s.sources) - len(behind(s.sources, slot+1))
	if n == 0 || !s.cornered {
		return nil
	}
	if r := &s.sources[n-1]; slot < int(r.to) && r.region != nil && r.rare == nil {
		return r
	}
	return nil
}

// Corners returns the corners of a convex part of the Set in float64, as it was given. Their order
// is counter-clockwise or the given one; a box along the axes has two opposite corners. Corners
// puts them into room, or returns a list that is read only. It returns none if the shape is not
// given by its corners alone.
func (s *Set) Corners(id soa.ID, room []region.Point) []region.Point {
	slot := int(id.Index())
	if r := s.regionAt(slot); r != nil {
		return r.region.Part(slot - int(r.from))
	}
	i := sort.Search(len(s.corners), func(i int) bool { return s.corners[i].first > slot }) - 1
	if i < 0 {
		return nil
	}
	one := &s.corners[i]
	return one.of(slot-one.first+one.from, s.Shapes, id, room)
}

// exactly reports whether a box is stored as it is given, but for float32: at 1e15 its middle
// may be no float64.
func exactly(pose soa.Pose, hx, hy, x1, y1 float64) bool {
	const tiny = 0x1p-26
	return math.Abs((x1-pose.X)-hx) <= tiny*hx && math.Abs((y1-pose.Y)-hy) <= tiny*hy
}

// cornered is the pose and the half extents of an axis-aligned box.
func cornered(x0, y0, x1, y1 float64) (pose soa.Pose, hx, hy float64) {
	return soa.Pose{X: x0/2 + x1/2, Y: y0/2 + y1/2, C: 1}, x1/2 - x0/2, y1/2 - y0/2
}

// addCornered adds boxes by their corners, up to the first that is not stored exactly, or cannot be
// one.
func (p *parser) addCornered(x0, y0, x1, y1 []float64) int {
	t, n := &p.scratch, len(x0)
	for i := range n {
		pose, hx, hy := cornered(x0[i], y0[i], x1[i], y1[i])
		if !exactly(pose, hx, hy, x1[i], y1[i]) {
			n = i // it is added by itself
			break
		}
		t.x[i], t.y[i], t.c[i], t.s[i], t.p[i], t.q[i] = pose.X, pose.Y, pose.C, pose.S, hx, hy
	}
	n = p.addUpTo(n, func(n int) ([]soa.ID, error) {
		return p.part.shapes.AddBoxes(p.spare, soa.Poses{X: t.x[:n], Y: t.y[:n], C: t.c[:n], S: t.s[:n]}, t.p[:n], t.q[:n], nil)
	})
	if c := &p.part.corners; p.c.Corners {
		c.reach(p.part.shapes.Len() - n)
		for i := range n {
			c.box(region.Point{X: x0[i], Y: y0[i]}, region.Point{X: x1[i], Y: y1[i]}, t.x[i], t.y[i], float64(float32(t.p[i])), float64(float32(t.q[i])))
		}
	}
	return n
}

// addUpTo has add add n shapes, or those before the first that it refuses, and returns how many.
func (p *parser) addUpTo(n int, add func(n int) ([]soa.ID, error)) int {
	for {
		var e *soa.Error
		ids, err := add(n)
		switch p.spare = ids[:0]; {
		case err == nil:
			return n
		case !errors.As(err, &e) || e.Row < 0:
			return 0 // it is told of the first row
		}
		n = e.Row
	}
}

// outline is the geometry of a source.
func (s *source) outline() geom.Geometry {
	if s.region == nil {
		return outline.Line(s.rare.line)
	}
	shape, err := region.NewShape(s.region, nil, 0)
	if err != nil {
		return geom.Geometry{} // a region is a shape
	}
	g := outline.Given(&shape)
	if s.rare == nil {
		return g
	}
	return g.TransformXY(func(v geom.XY) geom.XY {
		q := s.rare.pose.Transform(soa.Point(v))
		return geom.XY{X: q.X + 0, Y: q.Y + 0} // a zero has no sign
	})
}

// Outline is the outline of shape k. If that is of several convex parts, and Config.Outlines, it
// is the outline as it was given; part draws all else by its slot. Several members are one
// geometry.
func (s *Set) Outline(k int, part func(slot int) geom.Geometry) geom.Geometry {
	from, to := s.Slots(k)
	if to-from == 1 {
		return part(from)
	}
	var members []geom.Geometry
	sources := behind(s.sources, from)
	for slot := from; slot < to; {
		if len(sources) > 0 && int(sources[0].from) == slot {
			members = append(members, sources[0].outline())
			slot, sources = int(sources[0].to), sources[1:]
			continue
		}
		members = append(members, part(slot))
		slot++
	}
	return outline.Several(members)
}
