// SPDX-License-Identifier: MIT

package batch

import (
	"iter"
	"slices"

	"daylight/kernels"
	"daylight/soa"
)

// Contacts are the touching pairs of a step, as columns: entry i says that shapes
// A[i] < B[i] touch, that moving B by Depth[i] along the unit normal (NX[i], NY[i])
// ends the overlap, and that A lies on the other side. Depth is in the units of the
// positions; it is negative for a near miss within a positive margin.
//
// After such a move the two touch, and touching counts: a loop that moves shapes until there
// is no contact may never end, since what is left is a rounding error of either sign. End it
// when no depth exceeds what you can bear, or step with a Margin of minus that, such as
// -1e-5 for shapes of a size of about 1: then one move is enough. With OpenSets it takes a
// few, ten at most in our tests.
//
// In ModeOverlaps and ModePairs, Depth, NX and NY are empty.
//
// ModeManifolds also fills Points: entry i holds where A[i] and B[i] touch. ModeSwept
// also fills Time, and the other columns are those at Time[i], the share of the step in
// [0, 1] after which the pair first touches: the depth of a pair that does not touch at
// the start is then that of a touching one, 0, or minus the margin.
type Contacts struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Points kernels.Manifolds
	Time   []float32
	Witness

	of     *soa.Shapes // which shapes A is of; nil if a caller made the contacts
	joined bool        // A and B are of two stores, in which an ID means two shapes
}

// Contact is one entry of Contacts.
type Contact struct {
	A, B          soa.ID
	Depth, NX, NY float32
	Time          float32
}

// Len is the number of contacts.
func (c *Contacts) Len() int { return len(c.A) }

// At is entry i. Without depths and normals (see Mode) those are zero.
func (c *Contacts) At(i int) Contact {
	k := Contact{A: c.A[i], B: c.B[i]}
	if len(c.Depth) > 0 {
		k.Depth, k.NX, k.NY = c.Depth[i], c.NX[i], c.NY[i]
	}
	if len(c.Time) > 0 {
		k.Time = c.Time[i]
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
		Points:  clonePoints(&c.Points),
		Time:    slices.Clone(c.Time),
		Witness: c.Witness.clone(),
		of:      c.of, joined: c.joined,
	}
}

func (c *Contacts) reset() {
	c.A, c.B = c.A[:0], c.B[:0]
	c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	resizePoints(&c.Points, 0)
	c.Time = c.Time[:0]
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
	copyPoints(&c.Points, at, &src.Points, lo, n)
	if len(src.Time) > 0 {
		copy(c.Time[at:at+n], src.Time[lo:lo+n])
	}
}
