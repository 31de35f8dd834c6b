// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// shapes are what an index needs of a store, in the order of places: copies, or the columns of the
// store themselves.
type shapes struct {
	from     *store.Columns // nil for copies; else of the store, whose slots are places; then slot, rec, bound and attrs are not used
	id       []soa.ID
	slot     []uint32
	rec      []kernels.Record
	class    []kernels.Class
	bound    []box // about the position
	off      []uint32
	num      []uint32
	lanes    kernels.Lanes
	attrs    []soa.Attrs   // of copies
	polygons bool          // there may be polygons
	most     kernels.Class // of more than half of them; NumClasses if there is none
	only     kernels.Class // of all, if they are of one; else kernels.NumClasses
	has      attributes
}

// attributes says which attributes some shape may have that are not the default ones.
type attributes struct{ category, mask, group, body, static, sensor bool }

func attributesIn(c *store.Columns) attributes {
	return attributes{c.Category != nil, c.Mask != nil, c.Group != nil, c.Body != nil, c.Static != nil, c.Sensor != nil}
}

// matter reports whether the attributes of a shape may keep it from answering a question of its
// world.
func (h *attributes) matter(f *filter) bool {
	return f.Ignore != 0 || h.category || h.mask || h.group && f.Group != 0 || h.body && f.Body != 0 ||
		h.static && f.Static || h.sensor && f.ignoreSensors
}

// record returns the record of a place.
func (s *shapes) record(place uint32) kernels.Record {
	if s.from != nil {
		return s.from.Record(place)
	}
	return s.rec[place]
}

// aabb returns the AABB of a place, relative to the position.
func (s *shapes) aabb(place uint32) box {
	if c := s.from; c != nil {
		return boxOf(c.MinX[place], c.MinY[place], c.MaxX[place], c.MaxY[place])
	}
	return s.bound[place]
}

// attrsOf returns the attributes of a place.
func (s *shapes) attrsOf(place uint32) soa.Attrs {
	switch {
	case s.has == attributes{}:
		return soa.Attrs{}
	case s.from != nil:
		return attrsAt(s.from, place)
	}
	return s.attrs[place]
}

// slotOf returns the slot of a place.
func (s *shapes) slotOf(place uint32) uint32 {
	if s.from != nil {
		return place
	}
	return s.slot[place]
}

// radii returns the least and the greatest of the radii of circles.
func (s *shapes) radii() (least, most float32) {
	least = inf
	add := func(r float32) {
		if r < least {
			least = r
		}
		if r > most {
			most = r
		}
	}
	if s.from != nil {
		for _, r := range s.from.P {
			add(r)
		}
		return least, most
	}
	for i := range s.rec {
		add(s.rec[i].P)
	}
	return least, most
}

// positions returns the least and the greatest coordinates of positions. There must be at least one
// position.
func (s *shapes) positions() (lo, hi [2]float64) {
	lo = [2]float64{math.Inf(1), math.Inf(1)}
	hi = [2]float64{math.Inf(-1), math.Inf(-1)}
	add := func(x, y float64) {
		lo[0], lo[1] = min(lo[0], x), min(lo[1], y)
		hi[0], hi[1] = max(hi[0], x), max(hi[1], y)
	}
	if c := s.from; c != nil {
		for i, x := range c.X {
			add(x, c.Y[i])
		}
		return lo, hi
	}
	for i := range s.rec {
		add(s.rec[i].X, s.rec[i].Y)
	}
	return lo, hi
}

func (s *shapes) len() int { return len(s.id) }

// block returns the shapes as kernels read them.
func (s *shapes) block() pair.Block {
	return pair.Block{Rec: s.rec, Class: s.class, Off: s.off, Num: s.num, Lanes: s.lanes}
}

// load fetches the shapes in the given slots.
func (s *shapes) load(t *isa.Table, c *store.Columns, slots []uint32) {
	s.size(c, len(slots))
	s.copy(t, c, slots, 0, len(slots))
	s.copyLanes(c, slots)
	s.copyAttrs(c, slots, c.Filtered())
}

// size makes room for n shapes.
func (s *shapes) size(c *store.Columns, n int) {
	if s.from != nil {
		*s = shapes{}
	}
	s.slot = scratch.Resize(s.slot, n)
	s.id = scratch.Resize(s.id, n)
	s.rec, s.class = scratch.Resize(s.rec, n), scratch.Resize(s.class, n)
	s.bound = scratch.Resize(s.bound, n)
	s.kinds(c)
}

// kinds notes which classes the shapes of a store are of.
func (s *shapes) kinds(c *store.Columns) {
	s.polygons, s.most, s.only = c.Count[kernels.Polygon] > 0, kernels.NumClasses, kernels.NumClasses
	for class, n := range c.Count {
		if 2*n > len(c.X) {
			s.most = kernels.Class(class)
		}
		if n == len(c.X) {
			s.only = kernels.Class(class)
		}
	}
}

// copy fetches places lo to hi-1 of the shapes in the given slots.
func (s *shapes) copy(t *isa.Table, c *store.Columns, slots []uint32, lo, hi int) {
	copy(s.slot[lo:hi], slots[lo:hi])
	c.Gather(t, s.rec[lo:hi], slots[lo:hi])
	for k := lo; k < hi; k++ {
		i := slots[k]
		s.id[k], s.class[k] = soa.ID(c.ID[i]), c.Class[i]
		s.bound[k] = boxOf(c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i])
	}
}

// copyLanes fetches polygons.
func (s *shapes) copyLanes(c *store.Columns, slots []uint32) {
	to, from := &s.lanes, &c.Lanes
	s.off, s.num = s.off[:0], s.num[:0]
	for _, p := range []*[]float32{&to.VX, &to.VY, &to.NX, &to.NY, &to.D} {
		*p = (*p)[:0]
	}
	if !s.polygons {
		return
	}
	s.off, s.num = scratch.Resize(s.off, len(slots)), scratch.Resize(s.num, len(slots))
	at := uint32(0)
	for k, i := range slots {
		n := c.Num[i]
		if s.num[k] = n; n == 0 {
			s.off[k] = 0
			continue
		}
		// As in a store, lanes begin at a multiple of their number or of sixteen.
		a := min(n, fan)
		at = (at + a - 1) &^ (a - 1)
		s.off[k] = at
		at += n
	}
	for _, p := range []*[]float32{&to.VX, &to.VY, &to.NX, &to.NY, &to.D} {
		*p = scratch.Resize(*p, int(at))
	}
	for k, i := range slots {
		lo, hi, a, b := c.Off[i], c.Off[i]+c.Num[i], s.off[k], s.off[k]+c.Num[i]
		copy(to.VX[a:b], from.VX[lo:hi])
		copy(to.VY[a:b], from.VY[lo:hi])
		copy(to.NX[a:b], from.NX[lo:hi])
		copy(to.NY[a:b], from.NY[lo:hi])
		copy(to.D[a:b], from.D[lo:hi])
	}
}

// copyAttrs fetches attributes, unless all are the default ones.
func (s *shapes) copyAttrs(c *store.Columns, slots []uint32, any bool) {
	s.has = attributesIn(c)
	if !any {
		s.attrs = nil
		return
	}
	s.attrs = scratch.Resize(s.attrs, len(slots))
	for k, i := range slots {
		s.attrs[k] = attrsAt(c, i)
	}
}

// worlds are the worlds that an index holds shapes of, in order, and where the places of
// each begin; nil if there is one only.
type worlds struct {
	name  []uint32
	start []uint32
}

// group sorts slots by world, keeping their order within each.
func (w *worlds) group(world []uint32, slots []uint32) {
	w.name, w.start = w.name[:0], w.start[:0]
	if len(slots) == 0 {
		return
	}
	if world == nil {
		w.name, w.start = append(w.name, 0), append(w.start, 0, uint32(len(slots)))
		return
	}
	if !slices.IsSortedFunc(slots, func(a, b uint32) int { return cmp.Compare(world[a], world[b]) }) {
		slices.SortStableFunc(slots, func(a, b uint32) int { return cmp.Compare(world[a], world[b]) })
	}
	for k, i := range slots {
		if k == 0 || world[i] != world[slots[k-1]] {
			w.name, w.start = append(w.name, world[i]), append(w.start, uint32(k))
		}
	}
	w.start = append(w.start, uint32(len(slots)))
}

// find returns the places of a world.
func (w *worlds) find(name uint32) (lo, hi int) {
	k, ok := slices.BinarySearch(w.name, name)
	if !ok {
		return 0, 0
	}
	return int(w.start[k]), int(w.start[k+1])
}

// laneBytes is what a lane of a polygon takes.
const laneBytes = 5 * 4

// lanesOf returns the bytes of copies of the lanes of shapes.
func lanesOf(c *store.Columns, slots []uint32) (bytes int64) {
	if c.Count[kernels.Polygon] == 0 {
		return 0
	}
	for _, i := range slots {
		bytes += laneBytes * int64(c.Num[i])
	}
	return bytes
}

// attrsAt returns the attributes of the shape in a slot.
func attrsAt(c *store.Columns, slot uint32) soa.Attrs {
	return soa.Attrs{
		World: entry(c.World, slot, 0), Category: entry(c.Category, slot, store.DefaultCategory),
		Ignore: ^entry(c.Mask, slot, store.DefaultMask), Group: entry(c.Group, slot, 0), Body: entry(c.Body, slot, 0),
		Static: entry(c.Static, slot, false), Sensor: entry(c.Sensor, slot, false),
	}
}

// entry returns the entry of a slot in a column, or initial if the store does not have the column.
func entry[T any](col []T, slot uint32, initial T) T {
	if col == nil {
		return initial
	}
	return col[slot]
}

// filter says which shapes may answer a question.
type filter struct {
	soa.Attrs
	skip          soa.ID // one that does not answer; 0 for none
	self          soa.ID // the shape that asks, if it may be in the index; 0 for none
	ignoreSensors bool
	active        bool // it may keep a shape of its world from answering
	attributes    bool // by its attributes
	all           bool // all attributes pass, but for sensors
}

// passes reports whether the shape in a place of the question's world may answer.
func (f *filter) passes(of *shapes, place uint32) bool { return !f.active || f.allows(of, place) }

func (f *filter) allows(of *shapes, place uint32) bool {
	id := of.id[place]
	if id == f.skip || id == f.self { // no ID is 0
		return false
	}
	if !f.attributes {
		return true
	}
	b := of.attrsOf(place)
	if f.ignoreSensors && b.Sensor {
		return false
	}
	b.World = f.World
	return f.all || f.Meets(&b)
}
