// SPDX-License-Identifier: MIT

package batch

import (
	"iter"
	"slices"

	"daylight/soa"
)

// Contacts are the touching pairs of a step, as columns: entry i says that shapes
// A[i] < B[i] touch, that moving B by Depth[i] along the unit normal (NX[i], NY[i])
// ends the overlap, and that A lies on the other side. Depth is in the units of the
// positions; it is negative for a near miss within a positive margin.
//
// In ModeOverlaps and ModePairs, Depth, NX and NY are empty.
type Contacts struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Witness
}

// Contact is one entry of Contacts.
type Contact struct {
	A, B          soa.ID
	Depth, NX, NY float32
}

// Len is the number of contacts.
func (c *Contacts) Len() int { return len(c.A) }

// At is entry i. Without depths and normals (see Mode) those are zero.
func (c *Contacts) At(i int) Contact {
	k := Contact{A: c.A[i], B: c.B[i]}
	if len(c.Depth) > 0 {
		k.Depth, k.NX, k.NY = c.Depth[i], c.NX[i], c.NY[i]
	}
	return k
}

// All yields every entry in order.
func (c *Contacts) All() iter.Seq2[int, Contact] {
	return func(yield func(int, Contact) bool) {
		for i := range c.A {
			if !yield(i, c.At(i)) {
				return
			}
		}
	}
}

// Clone is a copy that later steps do not touch.
func (c *Contacts) Clone() *Contacts {
	return &Contacts{
		A: slices.Clone(c.A), B: slices.Clone(c.B),
		Depth: slices.Clone(c.Depth), NX: slices.Clone(c.NX), NY: slices.Clone(c.NY),
		Witness: c.Witness.clone(),
	}
}

func (c *Contacts) reset() {
	c.A, c.B = c.A[:0], c.B[:0]
	c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	c.Witness.resize(0)
}

// resize sets the length, keeping what is there; new entries are not cleared.
func (c *Contacts) resize(n int, full bool) {
	c.A, c.B = resize(c.A, n), resize(c.B, n)
	if full {
		c.Depth, c.NX, c.NY = resize(c.Depth, n), resize(c.NX, n), resize(c.NY, n)
	} else {
		c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	}
}

// resize sets the length of s, growing its array by a quarter at least.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	t := make([]T, n, n+n/4)
	copy(t, s)
	return t
}

// copyAt writes the n entries of src from lo on to c from at on.
func (c *Contacts) copyAt(at int, src *Contacts, lo, n int) {
	copy(c.A[at:at+n], src.A[lo:lo+n])
	copy(c.B[at:at+n], src.B[lo:lo+n])
	c.Witness.copyAt(at, &src.Witness, lo, n)
	if len(src.Depth) > 0 {
		copy(c.Depth[at:at+n], src.Depth[lo:lo+n])
		copy(c.NX[at:at+n], src.NX[lo:lo+n])
		copy(c.NY[at:at+n], src.NY[lo:lo+n])
	}
}
