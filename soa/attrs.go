// SPDX-License-Identifier: MIT

package soa

import "daylight/internal/store"

// Attrs are the filter attributes of a shape, which decide which shapes it may meet. Two shapes
// meet only if they are in the same World, are not both Static, and are not parts of the same
// Body (0 stands for no body). If they are then in the same Group other than 0, they meet if it
// is positive, and do not if it is negative. Otherwise each one's Category must have a bit in
// common with the other's Mask.
//
// Sensor has no influence on that; see the function Sensor.
type Attrs struct {
	World    uint32
	Category uint32 // default 1
	Mask     uint32 // default all bits
	Group    int32
	Body     uint32
	Static   bool
	Sensor   bool
}

// Attr sets one attribute of a shape. The zero Attr sets none.
type Attr struct {
	kind  attrKind
	value uint32
}

type attrKind uint8

const (
	noAttr attrKind = iota
	worldAttr
	categoryAttr
	maskAttr
	groupAttr
	bodyAttr
	staticAttr
	sensorAttr
)

// InWorld puts a shape into world w; shapes in different worlds never meet.
func InWorld(w uint32) Attr { return Attr{worldAttr, w} }

// Category sets the bits that are compared with the masks of other shapes.
func Category(bits uint32) Attr { return Attr{categoryAttr, bits} }

// Mask sets the categories that a shape meets.
func Mask(bits uint32) Attr { return Attr{maskAttr, bits} }

// Group puts a shape into a group. If g is positive, members of the group always meet; if it is
// negative, they never do. Group(0) takes the shape out of its group.
func Group(g int32) Attr { return Attr{groupAttr, uint32(g)} }

// Body makes a shape a part of body b. Parts of one body never meet. Body(0) makes it a part of
// none.
func Body(b uint32) Attr { return Attr{bodyAttr, b} }

// Static says whether a shape is static; two static shapes never meet. The default is false.
func Static(on bool) Attr { return flag(staticAttr, on) }

// Sensor says whether a shape is a sensor, which has contacts but does not push: a trigger, a zone,
// a field of view. The default is false. Its other attributes decide which shapes it meets, other
// sensors included, and it has contacts and events like any other shape. But package separate and
// batch.Config.OpposeWithin pass over its contacts, so it pushes nothing and nothing pushes it. Rays and other
// questions of batch/query find it, unless the option query.Sensors says otherwise.
func Sensor(on bool) Attr { return flag(sensorAttr, on) }

func flag(kind attrKind, on bool) Attr {
	if on {
		return Attr{kind, 1}
	}
	return Attr{kind, 0}
}

// SetAttrs changes the given attributes of a shape or a region and leaves its others as they are.
// A region is always a body, so Body(0) is refused for it.
func (s *Shapes) SetAttrs(id ID, attrs ...Attr) error {
	if err := s.write("SetAttrs"); err != nil {
		return err
	}
	defer s.use.end()
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetAttrs", id)
	}
	if _, ok := s.regions.parts[id]; ok {
		for _, a := range attrs {
			if a == Body(0) {
				return &Error{Op: "SetAttrs", ID: id, Vertex: -1, What: "body 0", Reason: ErrRange, Advice: "the parts of a region must not meet; give it another number"}
			}
		}
	}
	return s.each("SetAttrs", id, i, func(i uint32) {
		s.apply(int(i), attrs)
		s.journal.note(i, s.Len())
	})
}

// Attrs returns a shape's attributes.
func (s *Shapes) Attrs(id ID) (Attrs, error) {
	i, ok := s.index.find(id)
	if !ok {
		return Attrs{}, noShape("Attrs", id)
	}
	return s.attrs(int(i)), nil
}

func (s *Shapes) attrs(i int) Attrs {
	return Attrs{
		World:    entry(s.col.World, i, 0),
		Category: entry(s.col.Category, i, store.DefaultCategory),
		Mask:     entry(s.col.Mask, i, store.DefaultMask),
		Group:    entry(s.col.Group, i, 0),
		Body:     entry(s.col.Body, i, 0),
		Static:   entry(s.col.Static, i, false),
		Sensor:   entry(s.col.Sensor, i, false),
	}
}

// MakeAttrs returns the attributes of a shape that is given attrs.
func MakeAttrs(attrs ...Attr) Attrs {
	a := Attrs{Category: store.DefaultCategory, Mask: store.DefaultMask}
	for _, v := range attrs {
		switch v.kind {
		case worldAttr:
			a.World = v.value
		case categoryAttr:
			a.Category = v.value
		case maskAttr:
			a.Mask = v.value
		case groupAttr:
			a.Group = int32(v.value)
		case bodyAttr:
			a.Body = v.value
		case staticAttr:
			a.Static = v.value != 0
		case sensorAttr:
			a.Sensor = v.value != 0
		}
	}
	return a
}

// Meets reports whether the attributes let two shapes meet. It is symmetric.
func (a *Attrs) Meets(b *Attrs) bool {
	switch {
	case a.World != b.World, a.Static && b.Static, a.Body == b.Body && a.Body != 0:
		return false
	case a.Group == b.Group && a.Group != 0:
		return a.Group > 0
	}
	return a.Category&b.Mask != 0 && b.Category&a.Mask != 0
}

func (s *Shapes) apply(i int, attrs []Attr) {
	c := &s.col
	for _, a := range attrs {
		switch a.kind {
		case worldAttr:
			set(&c.World, c, i, a.value, 0)
		case categoryAttr:
			set(&c.Category, c, i, a.value, store.DefaultCategory)
		case maskAttr:
			set(&c.Mask, c, i, a.value, store.DefaultMask)
		case groupAttr:
			set(&c.Group, c, i, int32(a.value), 0)
		case bodyAttr:
			set(&c.Body, c, i, a.value, 0)
		case staticAttr:
			set(&c.Static, c, i, a.value != 0, false)
		case sensorAttr:
			set(&c.Sensor, c, i, a.value != 0, false)
		}
	}
}

func entry[T any](col []T, i int, def T) T {
	if col == nil {
		return def
	}
	return col[i]
}

// set writes one entry of a filter column, which comes into being with the first
// value that is not the default.
func set[T comparable](col *[]T, c *store.Columns, i int, v, def T) {
	if *col == nil {
		if v == def {
			return
		}
		*col = make([]T, len(c.ID), cap(c.ID))
		for k := range *col {
			(*col)[k] = def
		}
	}
	(*col)[i] = v
}
