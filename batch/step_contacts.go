// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/hash"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/soa"
)

// contactColumns are the contacts of a step. batch.Contacts says what the columns mean; those that the
// mode does not fill are empty.
type contactColumns struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Time   []float32
	Points [2][]pair.Point
}

// Len is the number of contacts.
func (c *contactColumns) Len() int { return len(c.A) }

// reset empties all columns and keeps their memory.
func (c *contactColumns) reset() {
	c.resize(0, false)
	c.Time = c.Time[:0]
	for k := range c.Points {
		c.Points[k] = c.Points[k][:0]
	}
}

// resize sets the length of the columns that most modes have, keeping what is there; new entries are
// not cleared. Depths and normals are emptied unless the mode finds them.
func (c *contactColumns) resize(n int, depths bool) {
	c.A, c.B = scratch.Resize(c.A, n), scratch.Resize(c.B, n)
	if depths {
		c.Depth, c.NX, c.NY = scratch.Resize(c.Depth, n), scratch.Resize(c.NX, n), scratch.Resize(c.NY, n)
	} else {
		c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	}
}

// resizePoints is resize for the columns of points.
func (c *contactColumns) resizePoints(n int) {
	for k := range c.Points {
		c.Points[k] = scratch.Resize(c.Points[k], n)
	}
}

// resizeAll sets the length of every column that a mode has.
func (c *contactColumns) resizeAll(n int, m stepMode) {
	c.resize(n, m.depths())
	switch m {
	case stepSwept:
		c.Time = scratch.Resize(c.Time, n)
	case stepManifolds, stepDistance:
		c.resizePoints(n)
	}
}

// reserve makes room for n contacts of a mode.
func (c *contactColumns) reserve(n int, m stepMode) {
	c.A, c.B = withRoom(c.A, n), withRoom(c.B, n)
	if m.depths() {
		c.Depth, c.NX, c.NY = withRoom(c.Depth, n), withRoom(c.NX, n), withRoom(c.NY, n)
	}
	if m == stepManifolds || m == stepDistance {
		for k := range c.Points {
			c.Points[k] = withRoom(c.Points[k], n)
		}
	}
	if m == stepSwept {
		c.Time = withRoom(c.Time, n)
	}
}

// withRoom returns a column with room for n entries.
func withRoom[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(scratch.Make[T](0, n), s...)
}

// clone returns a copy in new memory.
func (c *contactColumns) clone() contactColumns {
	return contactColumns{
		A: slices.Clone(c.A), B: slices.Clone(c.B),
		Depth: slices.Clone(c.Depth), NX: slices.Clone(c.NX), NY: slices.Clone(c.NY), Time: slices.Clone(c.Time),
		Points: [2][]pair.Point{slices.Clone(c.Points[0]), slices.Clone(c.Points[1])},
	}
}

// permute makes entry i that of src which order names.
func (c *contactColumns) permute(src *contactColumns, order []uint32) {
	c.A, c.B = permuted(c.A, src.A, order), permuted(c.B, src.B, order)
	c.Depth = permuted(c.Depth, src.Depth, order)
	c.NX, c.NY = permuted(c.NX, src.NX, order), permuted(c.NY, src.NY, order)
	c.Time = permuted(c.Time, src.Time, order)
	for k := range c.Points {
		c.Points[k] = permuted(c.Points[k], src.Points[k], order)
	}
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
func (c *contactColumns) copyAt(at int, src *contactColumns, lo, n int) {
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

// copyOne makes entry at that of entry k of src.
func (c *contactColumns) copyOne(at int, src *contactColumns, k int) {
	c.A[at], c.B[at] = src.A[k], src.B[k]
	if len(src.Depth) > 0 {
		c.Depth[at], c.NX[at], c.NY[at] = src.Depth[k], src.NX[k], src.NY[k]
	}
	if len(src.Points[0]) > 0 {
		c.Points[0][at], c.Points[1][at] = src.Points[0][k], src.Points[1][k]
	}
}

func copyEntries[T any](dst []T, at int, src []T, lo, n int) {
	if len(src) > 0 {
		copy(dst[at:at+n], src[lo:lo+n])
	}
}

// sum returns a checksum of the columns. It never returns 0.
func (c *contactColumns) sum() (h uint64) {
	add := func(v uint64) { h = hash.Mix64(h ^ v) }
	for i := range c.A {
		add(uint64(c.A[i]))
		add(uint64(c.B[i]))
	}
	for _, column := range [...][]float32{c.Depth, c.NX, c.NY, c.Time} {
		for _, v := range column {
			add(uint64(math.Float32bits(v)))
		}
	}
	for _, points := range c.Points {
		for _, p := range points {
			add(uint64(math.Float32bits(p.X))<<32 | uint64(math.Float32bits(p.Y)))
			add(uint64(math.Float32bits(p.Depth))<<32 | uint64(p.Feature))
		}
	}
	return h | 1
}

// capacity is how many contacts fit without another column growing.
func (c *contactColumns) capacity() int {
	n := cap(c.A)
	if cap(c.Depth) > 0 {
		n = min(n, cap(c.Depth))
	}
	return n
}

// bytes is how much memory the columns take.
func (c *contactColumns) bytes() int64 {
	return 8*int64(cap(c.A)+cap(c.B)) + 4*int64(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)) +
		pointBytes*int64(cap(c.Points[0])+cap(c.Points[1]))
}

// pairColumns are pairs of shapes, as columns: A[i] < B[i].
type pairColumns struct {
	A, B []soa.ID
}

// len is the number of pairs.
func (p *pairColumns) len() int { return len(p.A) }

func (p *pairColumns) reset() { p.A, p.B = p.A[:0], p.B[:0] }

func (p *pairColumns) push(a, b soa.ID) {
	p.A, p.B = append(p.A, a), append(p.B, b)
}

func (p *pairColumns) bytes() int64 { return 8 * int64(cap(p.A)+cap(p.B)) }

func (p *pairColumns) clone() pairColumns { return pairColumns{slices.Clone(p.A), slices.Clone(p.B)} }

// compare orders pairs by A, then B.
func compare(a, b, c, d soa.ID) int {
	if k := cmp.Compare(a, c); k != 0 {
		return k
	}
	return cmp.Compare(b, d)
}
