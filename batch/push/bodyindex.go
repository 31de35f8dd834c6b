// SPDX-License-Identifier: MIT

package push

import (
	"cmp"
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// A bodyIndex says which shapes of a store are of one body, and names the body: a region by its ID,
// shapes of one world and one soa.Attrs.Body by the lowest of their IDs.
type bodyIndex struct {
	shapes  *soa.Shapes
	named   []soa.ID // body by index of a shape; empty if all shapes are bodies of their own
	parts   []part   // of bodies that may have several, in order of their bodies
	senses  bool     // there are sensors, which push nothing
	lowest  map[bodyKey]soa.ID
	cols    store.Columns
	places  nearby
	corners [2][]soa.Point // memory for the cores of two parts
}

type part struct{ body, shape soa.ID }

// nearby finds the parts of a body that lie at a point. The parts of a body are sorted by its first
// query.
type nearby struct {
	runs map[soa.ID]run // by body
	all  []place
}

// A run of places is those of one body's solid parts, in ascending order of lo[axis].
type run struct{ first, end, axis int }

// place is the AABB of a part. No part up to this one in its run extends beyond upto.
type place struct {
	lo, hi [2]float64
	upto   float64
	part   soa.ID
}

// find indexes all shapes of a store. The function, unless nil, names the body of each.
func (x *bodyIndex) find(shapes *soa.Shapes, of func(soa.ID) soa.ID) {
	x.shapes, x.named, x.parts = shapes, x.named[:0], x.parts[:0]
	x.cols = store.Of(shapes).Columns()
	clear(x.places.runs)
	x.places.all = x.places.all[:0]
	cols := &x.cols
	x.senses = cols.Sensor != nil
	switch {
	case of != nil:
		most := uint32(0)
		for _, id := range cols.ID {
			most = max(most, soa.ID(id).Index())
		}
		x.resize(most)
		for _, id := range cols.ID {
			id := soa.ID(id)
			body := of(id)
			x.named[id.Index()] = body
			x.parts = append(x.parts, part{body, id})
		}
		x.sort()
		return
	case cols.Body == nil:
		return // regions too have bodies
	}
	if x.lowest == nil {
		x.lowest = map[bodyKey]soa.ID{}
	}
	clear(x.lowest)
	key := func(slot int) bodyKey {
		k := bodyKey{body: cols.Body[slot]}
		if cols.World != nil {
			k.world = cols.World[slot]
		}
		return k
	}
	most := uint32(0)
	for slot, id := range cols.ID {
		most = max(most, soa.ID(id).Index())
		if cols.Body[slot] == 0 {
			continue
		}
		k := key(slot)
		if low, found := x.lowest[k]; !found || soa.ID(id) < low {
			x.lowest[k] = soa.ID(id)
		}
	}
	x.resize(most)
	for slot, id := range cols.ID {
		id := soa.ID(id)
		x.named[id.Index()] = id
		if cols.Body[slot] != 0 {
			body := shapes.Region(x.lowest[key(slot)])
			x.named[id.Index()] = body
			x.parts = append(x.parts, part{body, id})
		}
	}
	x.sort()
}

// resize makes room for the shapes up to an index, and clears the entries of an earlier call.
func (x *bodyIndex) resize(most uint32) {
	x.named = scratch.Resize(x.named, int(most)+1)
	clear(x.named)
}

func (x *bodyIndex) sort() {
	slices.SortFunc(x.parts, func(p, q part) int { return cmp.Or(cmp.Compare(p.body, q.body), cmp.Compare(p.shape, q.shape)) })
}

// body returns the ID that names the body of a shape. A shape that was removed is a body of its
// own.
func (x *bodyIndex) body(id soa.ID) soa.ID {
	if int(id.Index()) >= len(x.named) || x.named[id.Index()] == 0 {
		return id
	}
	return x.named[id.Index()]
}

// sensor reports whether a shape is one.
func (x *bodyIndex) sensor(id soa.ID) bool {
	if !x.senses {
		return false
	}
	a, err := x.shapes.Attrs(id)
	return err == nil && a.Sensor
}

// thin reports whether a shape is a point or a segment, without area.
func (x *bodyIndex) thin(id soa.ID) bool {
	s, err := x.shapes.Shape(id)
	return err == nil && len(s.Vertices) < 3 && s.Radius == 0
}

// extent returns the position of a shape, and how far the shape reaches from it.
func (x *bodyIndex) extent(id soa.ID) (at soa.Point, reach float64) {
	c := &x.cols
	i, found := store.Of(x.shapes).Slot(uint64(id))
	if !found {
		return at, 0
	}
	radius := eachCorner(c, i, func(_, _ float32) {})
	return soa.Point{X: c.X[i], Y: c.Y[i]}, float64(c.Reach[i]) + radius
}

// several reports whether a body has more than one part.
func (x *bodyIndex) several(body soa.ID) bool {
	at, found := slices.BinarySearchFunc(x.parts, body, func(p part, b soa.ID) int { return cmp.Compare(p.body, b) })
	return found && at+1 < len(x.parts) && x.parts[at+1].body == body
}

// each yields the shapes of a body in ascending order.
func (x *bodyIndex) each(body soa.ID, yield func(soa.ID)) {
	at, found := slices.BinarySearchFunc(x.parts, body, func(p part, b soa.ID) int { return cmp.Compare(p.body, b) })
	if !found {
		yield(body)
		return
	}
	for ; at < len(x.parts) && x.parts[at].body == body; at++ {
		yield(x.parts[at].shape)
	}
}

// bodyKey identifies a body. Its parts are in one world.
type bodyKey struct{ world, body uint32 }
