// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"slices"

	"daylight/internal/store"
)

// Column is a column of the caller's own, such as velocities, with one entry for each shape of a
// store. An entry stays with its shape, wherever that is stored. Each part of a region has an
// entry.
type Column[T any] struct {
	field  *store.Field[T]
	shapes *Shapes // nil once detached
}

// Attach adds a column to the store, with zero entries for the shapes that are there.
// Shapes added later begin with a zero entry.
func Attach[T any](s *Shapes) *Column[T] {
	s.prepare()
	f := store.NewField[T]()
	f.Grow(cap(s.col.ID))
	f.Push(s.Len())
	s.list = append(s.list, f)
	return &Column[T]{f, s}
}

// Detach removes a column from the store. From then on its entries do not follow the shapes.
// Detach does nothing to a column of another store.
func Detach[T any](s *Shapes, c *Column[T]) {
	if s == nil || c.Shapes() != s {
		return
	}
	s.list = slices.DeleteFunc(s.list, func(f store.Column) bool { return f == store.Column(c.field) })
	c.shapes = nil
}

// Shapes returns the store that the column is attached to, nil if there is none.
func (c *Column[T]) Shapes() *Shapes {
	if c == nil {
		return nil
	}
	return c.shapes
}

// Get returns a shape's entry. That of a region's ID is the entry of its first part.
func (c *Column[T]) Get(id ID) (v T, err error) {
	i, err := c.find("Column.Get", id)
	if err != nil {
		return v, err
	}
	return (*c.field.Data)[i], nil
}

// Set writes a shape's entry. With the ID of a region it writes those of all its parts, as SetPose
// moves all of them; with the ID of another part, that of this part alone.
func (c *Column[T]) Set(id ID, v T) error {
	i, err := c.find("Column.Set", id)
	if err != nil {
		return err
	}
	data := *c.field.Data
	data[i] = v
	c.shapes.wrote(i)
	for _, part := range c.shapes.regions.parts[id] {
		if i, ok := c.shapes.index.find(part); ok {
			data[i] = v
			c.shapes.wrote(i)
		}
	}
	return nil
}

func (c *Column[T]) find(op string, id ID) (uint32, error) {
	if c == nil || c.shapes == nil {
		return 0, refuse(op, "", ErrForeign, "the column is attached to no store")
	}
	i, ok := c.shapes.index.find(id)
	if !ok {
		return 0, noShape(op, id)
	}
	return i, nil
}

// Motion has columns of velocities. An engine (batch.Columns) and a solver (solver.Columns) can use
// the same Motion. A nil column stands for zeros.
type Motion struct {
	// VX and VY are the velocity of a shape, in units of the positions per unit of time.
	VX, VY *Column[float32]
	// Spin is the rate at which a shape turns, in radians per unit of time, counter-clockwise.
	Spin *Column[float32]
}

// AttachMotion adds the three columns of a Motion to the store, as Attach does.
func AttachMotion(s *Shapes) Motion {
	return Motion{VX: Attach[float32](s), VY: Attach[float32](s), Spin: Attach[float32](s)}
}

var errEnded = errors.New("no longer valid")

// Data returns the column as a slice by slot, like the columns of l, to be read and written in
// place. It is valid as long as l is.
//
// If l shows another store, or is no longer valid, Data panics with an *Error that says so. Like
// an index out of range, that is a mistake in the program, and if Data returned an empty slice, a
// loop over it would silently do nothing. Shapes returns the store that a column is attached to.
func (c *Column[T]) Data(l Live) []T {
	const op = "Column.Data"
	switch s := c.Shapes(); {
	case s == nil:
		panic(refuse(op, "", ErrForeign, "the column is attached to no store"))
	case l.index != &s.index:
		panic(refuse(op, "", ErrForeign, "the Live shows another store than the column's"))
	case s.use.n.Load() == 0:
		panic(refuse(op, "what Update showed", errEnded, "call Data inside of Update, with the Live that it shows"))
	}
	data := *c.field.Data
	return data[:len(data):len(data)]
}
