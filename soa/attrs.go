// SPDX-License-Identifier: MIT

package soa

import "daylight/internal/store"

// Attrs are the filter attributes of a shape, which decide which shapes it may meet. The zero value
// is the default: a shape that meets all others in world 0.
//
// Two shapes meet only if they are in the same World, are not both Static, and are not parts of the
// same Body. If they are then in the same Group other than 0, they meet if it is positive, and do
// not if it is negative. Otherwise they meet unless one of them ignores all categories of the
// other.
type Attrs struct {
	// World is the world that the shape is in. Shapes in different worlds never meet.
	World uint32
	// Category has a bit for each category that the shape is in. 0 stands for 1, the category of
	// shapes that name none; Shapes.Attrs returns it as 1.
	Category uint32
	// Ignore has the bits of the categories that the shape does not meet: the complement of
	// Box2D's maskBits. A shape that ignores all 32 meets none, and none meets it.
	Ignore uint32
	// Group puts the shape into a group, whose members always meet if it is positive, and never
	// if it is negative. 0 is no group.
	Group int32
	// Body makes the shape a part of a body, whose parts never meet. 0 is no body. A region
	// always is one; see Shapes.AddRegion.
	Body uint32
	// Static shapes never meet each other.
	Static bool
	// Sensor makes the shape a sensor, which has contacts but does not push: a trigger, a zone, a
	// field of view. The other attributes decide which shapes it meets, other sensors included, and
	// it has contacts and events like any other shape. But packages separate and
	// solver ignore its contacts, so it pushes nothing and nothing pushes it.
	// Rays and other questions of batch/query find it, unless query.Options.IgnoreSensors
	// is set.
	Sensor bool
}

// Meets reports whether the attributes let two shapes meet. It is symmetric.
func (a *Attrs) Meets(b *Attrs) bool {
	switch {
	case a.World != b.World, a.Static && b.Static, a.Body == b.Body && a.Body != 0:
		return false
	case a.Group == b.Group && a.Group != 0:
		return a.Group > 0
	}
	return a.category()&^b.Ignore != 0 && b.category()&^a.Ignore != 0
}

func (a *Attrs) category() uint32 {
	if a.Category == 0 {
		return store.DefaultCategory
	}
	return a.Category
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
		Ignore:   ^entry(s.col.Mask, i, store.DefaultMask),
		Group:    entry(s.col.Group, i, 0),
		Body:     entry(s.col.Body, i, 0),
		Static:   entry(s.col.Static, i, false),
		Sensor:   entry(s.col.Sensor, i, false),
	}
}

func (s *Shapes) setAttrs(i int, a Attrs) {
	c := &s.col
	set(&c.World, c, i, a.World, 0)
	set(&c.Category, c, i, a.category(), store.DefaultCategory)
	set(&c.Mask, c, i, ^a.Ignore, store.DefaultMask)
	set(&c.Group, c, i, a.Group, 0)
	set(&c.Body, c, i, a.Body, 0)
	set(&c.Static, c, i, a.Static, false)
	set(&c.Sensor, c, i, a.Sensor, false)
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
