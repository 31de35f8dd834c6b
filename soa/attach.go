// SPDX-License-Identifier: MIT

package soa

import "slices"

// Column is a column of the caller's own, one entry per shape of a store: velocities,
// say. Its entries stay with their shapes, wherever those are stored.
type Column[T any] struct {
	data, spare []T
	shapes      *Shapes // nil once detached
}

// Attach adds a column to the store, with zero entries for the shapes that are there.
// Shapes added later begin with a zero entry.
func Attach[T any](s *Shapes) *Column[T] {
	c := &Column[T]{data: make([]T, s.Len(), cap(s.col.ID)), shapes: s}
	s.attached = append(s.attached, c)
	return c
}

// Detach takes a column off the store, which follows its shapes no longer. A column of
// another store is left alone.
func Detach[T any](s *Shapes, c *Column[T]) {
	if s == nil || c.Shapes() != s {
		return
	}
	s.attached = slices.DeleteFunc(s.attached, func(f follower) bool { return f == follower(c) })
	c.shapes = nil
}

// Shapes returns the store that the column is attached to, nil if there is none.
func (c *Column[T]) Shapes() *Shapes {
	if c == nil {
		return nil
	}
	return c.shapes
}

// Get returns a shape's entry.
func (c *Column[T]) Get(id ID) (v T, err error) {
	i, err := c.find("Column.Get", id)
	if err != nil {
		return v, err
	}
	return c.data[i], nil
}

// Set writes a shape's entry.
func (c *Column[T]) Set(id ID, v T) error {
	i, err := c.find("Column.Set", id)
	if err != nil {
		return err
	}
	c.data[i] = v
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

// Data returns the column by slot, as l shows its store: read and write it in place. It is
// valid as long as l is. It returns nil if l is no longer valid or shows another store.
func (c *Column[T]) Data(l Live) []T {
	if l.shapes == nil || c.Shapes() != l.shapes || l.shapes.use.n.Load() == 0 {
		return nil
	}
	return c.data[:len(c.data):len(c.data)]
}

// follower is what the store does to an attached column of any type.
type follower interface {
	len() int
	push()
	extend(n int)
	remove(i int)
	grow(n int)
	truncate()
	permute(perm []uint32)
	elsewhere()
}

func (c *Column[T]) len() int { return len(c.data) }

func (c *Column[T]) push() {
	var zero T
	c.data = append(c.data, zero)
}

func (c *Column[T]) extend(n int) {
	c.data = slices.Grow(c.data, n)
	c.data = c.data[:len(c.data)+n]
	clear(c.data[len(c.data)-n:])
}

func (c *Column[T]) remove(i int) { c.data = drop(c.data, i) }

func (c *Column[T]) grow(n int) { c.data = slices.Grow(c.data, n) }

func (c *Column[T]) truncate() {
	clear(c.data)
	c.data = c.data[:0]
}

func (c *Column[T]) permute(perm []uint32) {
	permute(&c.data, &c.spare, perm)
	clear(c.spare[:len(perm)]) // let go of what its entries point to
}

func (c *Column[T]) elsewhere() { move(&c.data) }
