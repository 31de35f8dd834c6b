// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/scratch"
)

// reset empties all columns and keeps their memory.
func (c *Contacts) reset() {
	c.resize(0, false)
	c.Time = c.Time[:0]
	c.resizePoints(0)
}

// resize sets the length of the columns that most modes have, keeping what is there; new entries are
// not cleared. Depths and normals are emptied unless the mode finds them.
func (c *Contacts) resize(n int, depths bool) {
	c.A, c.B = scratch.Resize(c.A, n), scratch.Resize(c.B, n)
	if depths {
		c.Depth, c.NX, c.NY = scratch.Resize(c.Depth, n), scratch.Resize(c.NX, n), scratch.Resize(c.NY, n)
	} else {
		c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	}
}

// resizePoints is resize for the columns of points.
func (c *Contacts) resizePoints(n int) {
	for k := range c.Points {
		c.Points[k] = scratch.Resize(c.Points[k], n)
	}
}

// resizeAll sets the length of every column that a mode has.
func (c *Contacts) resizeAll(n int, m Mode) {
	c.resize(n, m.depths())
	switch m {
	case ModeSwept:
		c.Time = scratch.Resize(c.Time, n)
	case ModeManifolds, ModeDistance:
		c.resizePoints(n)
	}
}

// permute makes entry i that of src which order names.
func (c *Contacts) permute(src *Contacts, order []uint32) {
	c.A, c.B = permuted(c.A, src.A, order), permuted(c.B, src.B, order)
	c.Depth = permuted(c.Depth, src.Depth, order)
	c.NX, c.NY = permuted(c.NX, src.NX, order), permuted(c.NY, src.NY, order)
	c.Time = permuted(c.Time, src.Time, order)
	for k := range c.Points {
		c.Points[k] = permuted(c.Points[k], src.Points[k], order)
	}
	c.of, c.with = src.of, src.with
}

// permuted returns the entries of a column in the given order, in the memory of dst. An empty column
// stays empty.
func permuted[T any](dst, src []T, order []uint32) []T {
	if len(src) == 0 {
		return dst[:0]
	}
	dst = scratch.Resize(dst, len(order))
	for k, i := range order {
		dst[k] = src[i]
	}
	return dst
}

// copyAt writes the n entries of src from lo on to c from at on.
func (c *Contacts) copyAt(at int, src *Contacts, lo, n int) {
	copyEntries(c.A, at, src.A, lo, n)
	copyEntries(c.B, at, src.B, lo, n)
	copyEntries(c.Depth, at, src.Depth, lo, n)
	copyEntries(c.NX, at, src.NX, lo, n)
	copyEntries(c.NY, at, src.NY, lo, n)
	copyEntries(c.Time, at, src.Time, lo, n)
	for k := range c.Points {
		copyEntries(c.Points[k], at, src.Points[k], lo, n)
	}
}

func copyEntries[T any](dst []T, at int, src []T, lo, n int) {
	if len(src) > 0 {
		copy(dst[at:at+n], src[lo:lo+n])
	}
}

// capacity is how many contacts fit without another column growing.
func (c *Contacts) capacity() int {
	n := cap(c.A)
	if cap(c.Depth) > 0 {
		n = min(n, cap(c.Depth))
	}
	return n
}

// bytes is how much memory the columns take.
func (c *Contacts) bytes() int64 {
	return 8*int64(cap(c.A)+cap(c.B)) + 4*int64(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)) +
		pointBytes*int64(cap(c.Points[0])+cap(c.Points[1]))
}
