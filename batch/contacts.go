// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"daylight/internal/hash"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Contacts are the pairs that touch, as columns. Entry i says that shapes A[i] and B[i] touch,
// where A[i] < B[i], and that the overlap ends if B is moved by Depth[i] along the unit normal
// (NX[i], NY[i]), which points away from A. Depth is in the units of the positions. With a
// positive margin, it is negative if the pair does not touch but is within the margin.
//
// After such a move the two shapes still touch, which counts as a contact, and the depth that is
// left is a rounding error of either sign. So a loop that moves shapes until there is no contact
// may never end. End it when no depth is more than you can accept, or set Config.Margin to
// minus that, such as -1e-5 for shapes of a size of about 1; then one move is enough. With
// Config.Strict it takes a few moves, ten at most in our tests.
//
// A column that the mode does not fill is empty. ModeOverlaps and ModePairs fill A and B only. Beyond
// depth and normal,
//
//   - ModeSwept fills Time: the share of the step, from 0 to 1, after which the pair first touches.
//     The other columns are about that moment, so if a pair does not touch at the start, its depth is
//     0, or minus the margin.
//   - ModeManifolds fills Points: the pair touches in Points[0][i], and edge to edge in Points[1][i],
//     too; where it touches in one point only, the second is the zero Point, whose Feature is 0.
//   - ModeDistance fills Points with the closest points: Points[0][i] is that of A, Points[1][i] that
//     of B.
type Contacts struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Time   []float32
	Points [2][]Point

	of   *soa.Shapes // which shapes A is of; nil if a caller made the contacts
	with *soa.Shapes // which shapes B is of, if those are others: an ID then means two shapes

	torus bool // found on one
}

// Point is a point of a contact, along the axes of the world.
//
// In ModeManifolds it is where two shapes touch, relative to the position of A. Depth is how far the
// shapes overlap there, along the contact's normal. The point lies halfway between A's surface and B's. Where a shape
// has a radius, the edge of its core, moved along the normal by the radius, stands for the surface.
// That is exact at the deepest point. At the other point of an edge that is tilted against the normal
// by an angle w, it lies inside the true surface, by radius*(1-cos w) at most.
//
// Feature names the vertex or edge of A and the vertex or edge of B that make the point; at least one of
// them is a vertex. It does not depend on the rotation of the shapes or on where they are stored, so a
// solver finds the same point in the next step by it (warm starting). The low half is about A, the high
// half about B: twice the index of the edge, or twice that of the vertex plus one. Edge i leads from vertex i on; of a
// capsule edge 0 faces -y and edge 1 +y; a circle has vertex 0, its centre. 0 stands for no point.
//
// In ModeDistance it is the point of A, or of B, that is nearest to the other shape, relative to the
// position of its own shape; Depth and Feature are 0. Both points are on the boundaries of their
// shapes. If the shapes overlap, they are the points that touch after B is moved by the depth along
// the normal. In both cases the vector from A's point to B's point is the normal times the distance,
// to within kernels.Bounds.Witness. If two parallel edges face each other, so that the points are not unique, they are in
// the middle of what the edges share.
type Point struct {
	X, Y, Depth float32
	Feature     uint32
}

// Contact is one entry of Contacts, with the units that the columns have. What its mode does not find
// is 0.
type Contact struct {
	A, B                soa.ID
	Depth, NX, NY, Time float32
	Points              [2]Point
	N                   int // of Points, how many are contact points: 1 or 2 in ModeManifolds
}

// Shapes returns the shapes that A and B belong to: of a Join both sets, else one set twice. If a
// caller has put the contacts together, both are nil.
func (c *Contacts) Shapes() (a, b *soa.Shapes) {
	if c == nil {
		return nil, nil
	}
	if c.with != nil {
		return c.of, c.with
	}
	return c.of, c.of
}

// Len returns the number of contacts.
func (c *Contacts) Len() int { return len(c.A) }

// At returns entry i, with all that its mode has found. It allocates nothing.
func (c *Contacts) At(i int) Contact {
	k := Contact{A: c.A[i], B: c.B[i]}
	if len(c.Depth) > 0 {
		k.Depth, k.NX, k.NY = c.Depth[i], c.NX[i], c.NY[i]
	}
	if len(c.Time) > 0 {
		k.Time = c.Time[i]
	}
	if len(c.Points[0]) > 0 {
		k.Points = [2]Point{c.Points[0][i], c.Points[1][i]}
		for _, p := range k.Points {
			k.N += kernels.One(p.Feature != 0)
		}
	}
	return k
}

// All ranges over the indices and the entries, in order.
func (c *Contacts) All() iter.Seq2[int, Contact] {
	return func(yield func(int, Contact) bool) {
		for i := range c.A {
			if !yield(i, c.At(i)) {
				return
			}
		}
	}
}

// Clone returns a copy in new memory, which later steps do not change.
func (c *Contacts) Clone() *Contacts {
	return &Contacts{
		A: slices.Clone(c.A), B: slices.Clone(c.B),
		Depth: slices.Clone(c.Depth), NX: slices.Clone(c.NX), NY: slices.Clone(c.NY), Time: slices.Clone(c.Time),
		Points: [2][]Point{slices.Clone(c.Points[0]), slices.Clone(c.Points[1])},
		of:     c.of, with: c.with, torus: c.torus,
	}
}

// reset empties all columns and keeps their memory.
func (c *Contacts) reset() {
	c.resize(0, false)
	c.Time = c.Time[:0]
	for k := range c.Points {
		c.Points[k] = c.Points[k][:0]
	}
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

// reserve makes room for n contacts of a mode.
func (c *Contacts) reserve(n int, m Mode) {
	c.A, c.B = reserved(c.A, n), reserved(c.B, n)
	if m.depths() {
		c.Depth, c.NX, c.NY = reserved(c.Depth, n), reserved(c.NX, n), reserved(c.NY, n)
	}
	if m == ModeManifolds || m == ModeDistance {
		for k := range c.Points {
			c.Points[k] = reserved(c.Points[k], n)
		}
	}
	if m == ModeSwept {
		c.Time = reserved(c.Time, n)
	}
}

// reserved returns a column with room for n entries.
func reserved[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(scratch.Make[T](0, n), s...)
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
	c.of, c.with, c.torus = src.of, src.with, src.torus
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

// copyOne makes entry at that of entry k of src.
func (c *Contacts) copyOne(at int, src *Contacts, k int) {
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
func (c *Contacts) sum() (h uint64) {
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

// compare orders pairs by A, then B.
func compare(a, b, c, d soa.ID) int {
	if k := cmp.Compare(a, c); k != 0 {
		return k
	}
	return cmp.Compare(b, d)
}
