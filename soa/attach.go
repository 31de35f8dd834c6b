// SPDX-License-Identifier: MIT

package soa

import "slices"

// Column is a column of the caller's own, one entry per slot, that follows its
// shapes: adding a shape appends a zero entry, and removing and reordering move
// entries as they move slots.
type Column[T any] struct {
	data, spare []T
}

// Attach adds a column to the store, with zero entries for the shapes that are there.
func Attach[T any](s *Shapes) *Column[T] {
	c := &Column[T]{data: make([]T, s.Len(), cap(s.col.ID))}
	s.attached = append(s.attached, c)
	return c
}

// Detach takes a column off the store. Its data stays as it is from then on.
func Detach[T any](s *Shapes, c *Column[T]) {
	s.attached = slices.DeleteFunc(s.attached, func(f follower) bool { return f == follower(c) })
}

// Data returns the live column, by slot: read and write it in place. It is valid
// until the next Add, Remove, Grow or Clear; a Reorder keeps it live.
func (c *Column[T]) Data() []T { return c.data[:len(c.data):len(c.data)] }

// follower is what the store does to an attached column of any type.
type follower interface {
	len() int
	push()
	remove(i int)
	grow(n int)
	truncate()
	permute(perm []uint32)
}

func (c *Column[T]) len() int { return len(c.data) }

func (c *Column[T]) push() {
	var zero T
	c.data = append(c.data, zero)
}

func (c *Column[T]) remove(i int) { c.data = drop(c.data, i) }

func (c *Column[T]) grow(n int) { c.data = slices.Grow(c.data, n) }

func (c *Column[T]) truncate() {
	clear(c.data)
	c.data = c.data[:0]
}

func (c *Column[T]) permute(perm []uint32) {
	permuteInPlace(c.data, &c.spare, perm)
	clear(c.spare[:len(perm)]) // let go of what its entries point to
}
