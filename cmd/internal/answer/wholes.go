// SPDX-License-Identifier: MIT

package answer

import (
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// wholes are what rows are about: the shapes of a set, each of one or several convex parts; or
// bodies, the shapes of one world with the same body, which take the name of the first of them. A
// shape without a body is a body by itself.
type wholes struct {
	set     *shapes.Set
	ids     []soa.ID            // of each slot
	first   []uint32            // of each shape, the first of its body; nil if rows are about shapes
	members map[uint32][]uint32 // by first shape: those of a body that has several
	mixed   map[uint32]bool     // by first shape: whether its body has different filters
}

func wholesOf(set *shapes.Set, bodies bool) (*wholes, error) {
	w := &wholes{set: set, ids: slices.Collect(set.Shapes.All())}
	if !bodies {
		return w, nil
	}
	type body struct{ world, body uint32 }
	firsts := map[body]uint32{}
	w.members, w.mixed = map[uint32][]uint32{}, map[uint32]bool{}
	attrs := func(k int) (soa.Attrs, error) {
		from, _ := set.Slots(k)
		a, err := set.Shapes.Attrs(w.ids[from])
		a.Sensor = false
		return a, err
	}
	for k := range set.Len() {
		a, err := attrs(k)
		if err != nil {
			return nil, err
		}
		key := body{a.World, a.Body}
		f, known := firsts[key]
		switch {
		case a.Body == 0:
			f = uint32(k)
		case !known:
			f = uint32(k)
			firsts[key] = f
		default:
			if w.members[f] == nil {
				w.members[f] = []uint32{f}
			}
			w.members[f] = append(w.members[f], uint32(k))
			b, err := attrs(int(f))
			if err != nil {
				return nil, err
			}
			if a != b || set.Sides(k) != set.Sides(int(f)) {
				w.mixed[f] = true
			}
		}
		w.first = append(w.first, f)
	}
	return w, nil
}

// of is the whole of the shape in a slot, by its first shape.
func (w *wholes) of(slot int) int {
	k := w.set.Of(slot)
	if w.first != nil {
		return int(w.first[k])
	}
	return k
}

// count is how many convex parts a whole has.
func (w *wholes) count(k int) (n int) {
	members := w.members[uint32(k)]
	if members == nil {
		from, to := w.set.Slots(k)
		return to - from
	}
	for _, m := range members {
		from, to := w.set.Slots(int(m))
		n += to - from
	}
	return n
}

// parts are the convex parts of a whole, which the caller does not change.
func (w *wholes) parts(k int) []soa.ID {
	from, to := w.set.Slots(k)
	list := w.ids[from:to:to]
	if members := w.members[uint32(k)]; members != nil {
		for _, m := range members[1:] {
			from, to := w.set.Slots(int(m))
			list = append(list, w.ids[from:to]...)
		}
	}
	return list
}

// name is the part whose name a whole has.
func (w *wholes) name(part soa.ID) soa.ID {
	from, _ := w.set.Slots(w.of(int(part.Index())))
	return w.ids[from]
}

// outline is the outline of a whole, as it was given.
func (w *wholes) outline(k uint32) geom.Geometry {
	members := w.members[k]
	if members == nil {
		return whole(w.set, w.ids, k)
	}
	var list []geom.Geometry
	for _, m := range members {
		list = append(list, whole(w.set, w.ids, m))
	}
	return outline.Several(list)
}

// whole is the outline of shape k of a set with the given IDs in its slots. A shape that is cut
// into parts has its original outline.
func whole(s *shapes.Set, ids []soa.ID, k uint32) geom.Geometry {
	return s.Outline(int(k), func(slot int) geom.Geometry { return convex(s, ids[slot]) })
}

// convex is the outline of a convex shape at its place, as it is stored: corners in float32
// relative to the position, and round parts as straight lines.
func convex(s *shapes.Set, id soa.ID) geom.Geometry {
	sh, err := s.Shapes.Shape(id)
	if err != nil { // not for a shape of a contact
		return geom.Geometry{}
	}
	core := sh.Vertices
	for i, v := range core {
		core[i] = sh.Pose.Transform(v)
	}
	return outline.Convex(core, sh.Radius)
}
