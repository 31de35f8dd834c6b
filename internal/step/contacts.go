// SPDX-License-Identifier: MIT

package step

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Contacts are the contacts of a step. batch.Contacts says what the columns mean. Columns that the
// mode does not fill are empty.
type Contacts struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Time   []float32
	Points [2][]pair.Point
}

// Len is the number of contacts.
func (c *Contacts) Len() int { return len(c.A) }

// Reset empties all columns and keeps their memory.
func (c *Contacts) Reset() {
	c.resize(0, false)
	c.Time = c.Time[:0]
	for k := range c.Points {
		c.Points[k] = c.Points[k][:0]
	}
}

// resize sets the length of the columns that most modes have, keeping what is there; new entries
// are not cleared. Depths and normals are emptied unless the mode finds them.
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

// ResizeAll sets the length of every column that a mode has.
func (c *Contacts) ResizeAll(n int, m Mode) {
	c.resize(n, m.Depths())
	switch m {
	case ModeSwept:
		c.Time = scratch.Resize(c.Time, n)
	case ModeManifolds, ModeDistance:
		c.resizePoints(n)
	}
}

// reserve makes room for n contacts of a mode.
func (c *Contacts) reserve(n int, m Mode) {
	c.A, c.B = withRoom(c.A, n), withRoom(c.B, n)
	if m.Depths() {
		c.Depth, c.NX, c.NY = withRoom(c.Depth, n), withRoom(c.NX, n), withRoom(c.NY, n)
	}
	if m == ModeManifolds || m == ModeDistance {
		for k := range c.Points {
			c.Points[k] = withRoom(c.Points[k], n)
		}
	}
	if m == ModeSwept {
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

// Clone returns a copy in new memory.
func (c *Contacts) Clone() Contacts {
	return Contacts{
		A: slices.Clone(c.A), B: slices.Clone(c.B),
		Depth: slices.Clone(c.Depth), NX: slices.Clone(c.NX), NY: slices.Clone(c.NY), Time: slices.Clone(c.Time),
		Points: [2][]pair.Point{slices.Clone(c.Points[0]), slices.Clone(c.Points[1])},
	}
}

// permute makes entry i that of src which order names.
func (c *Contacts) permute(src *Contacts, order []uint32) {
	c.A, c.B = Permuted(c.A, src.A, order), Permuted(c.B, src.B, order)
	c.Depth = Permuted(c.Depth, src.Depth, order)
	c.NX, c.NY = Permuted(c.NX, src.NX, order), Permuted(c.NY, src.NY, order)
	c.Time = Permuted(c.Time, src.Time, order)
	for k := range c.Points {
		c.Points[k] = Permuted(c.Points[k], src.Points[k], order)
	}
}

// Permuted returns the entries of a column in the given order, in the memory of dst. An empty
// column stays empty.
func Permuted[T any](dst, src []T, order []uint32) []T {
	if len(src) == 0 {
		return dst[:0]
	}
	dst = scratch.Resize(dst, len(order))
	for k, i := range order {
		dst[k] = src[i]
	}
	return dst
}

// CopyAt writes the n entries of src from lo on to c from at on.
func (c *Contacts) CopyAt(at int, src *Contacts, lo, n int) {
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

// CopyOne makes entry at that of entry k of src.
func (c *Contacts) CopyOne(at int, src *Contacts, k int) {
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

// Sum returns a checksum of the columns. It never returns 0.
func (c *Contacts) Sum() (h uint64) {
	add := func(v uint64) { h = kernels.Mix64(h ^ v) }
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

// Capacity is how many contacts fit without another column growing.
func (c *Contacts) Capacity() int {
	n := cap(c.A)
	if cap(c.Depth) > 0 {
		n = min(n, cap(c.Depth))
	}
	return n
}

// Bytes is how much memory the columns take.
func (c *Contacts) Bytes() int64 {
	return 8*int64(cap(c.A)+cap(c.B)) + 4*int64(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)) +
		pointBytes*int64(cap(c.Points[0])+cap(c.Points[1]))
}

// Pairs are pairs of shapes, as columns: A[i] < B[i].
type Pairs struct {
	A, B []soa.ID
}

// len is the number of pairs.
func (p *Pairs) len() int { return len(p.A) }

func (p *Pairs) reset() { p.A, p.B = p.A[:0], p.B[:0] }

func (p *Pairs) push(a, b soa.ID) {
	p.A, p.B = append(p.A, a), append(p.B, b)
}

func (p *Pairs) bytes() int64 { return 8 * int64(cap(p.A)+cap(p.B)) }

func (p *Pairs) clone() Pairs { return Pairs{slices.Clone(p.A), slices.Clone(p.B)} }

// compare orders pairs by A, then B.
func compare(a, b, c, d soa.ID) int {
	if k := cmp.Compare(a, c); k != 0 {
		return k
	}
	return cmp.Compare(b, d)
}
