// SPDX-License-Identifier: MIT

package batch

import (
	"iter"
	"slices"

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
// In ModeOverlaps and ModePairs, Depth, NX and NY are empty.
//
// ModeManifolds also fills Points: entry i says where A[i] and B[i] touch. ModeSwept also fills
// Time: Time[i] is the share of the step, from 0 to 1, after which the pair first touches. The
// other columns are about that moment, so if a pair does not touch at the start, its depth is 0,
// or minus the margin.
type Contacts struct {
	A, B   []soa.ID
	Depth  []float32
	NX, NY []float32
	Points Manifolds
	Time   []float32
	Witness

	of   *soa.Shapes // which shapes A is of; nil if a caller made the contacts
	with *soa.Shapes // which shapes B is of, if those are others: an ID then means two shapes
}

// Contact is one entry of Contacts, with the units that the columns have.
type Contact struct {
	A, B          soa.ID
	Depth, NX, NY float32
	Time          float32
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

// At returns entry i. In modes without depths and normals those are zero.
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
		Depth: slices.Clone(c.Depth), NX: slices.Clone(c.NX), NY: slices.Clone(c.NY),
		Points:  clonePoints(&c.Points),
		Time:    slices.Clone(c.Time),
		Witness: c.Witness.clone(),
		of:      c.of, with: c.with,
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
	c.A, c.B = scratch.Resize(c.A, n), scratch.Resize(c.B, n)
	if full {
		c.Depth, c.NX, c.NY = scratch.Resize(c.Depth, n), scratch.Resize(c.NX, n), scratch.Resize(c.NY, n)
	} else {
		c.Depth, c.NX, c.NY = c.Depth[:0], c.NX[:0], c.NY[:0]
	}
}

// resizeAll sets the length of every column that a mode has.
func (c *Contacts) resizeAll(n int, m Mode) {
	c.resize(n, m.depths())
	switch m {
	case ModeManifolds:
		resizePoints(&c.Points, n)
	case ModeSwept:
		c.Time = scratch.Resize(c.Time, n)
	case ModeDistance:
		c.Witness.resize(n)
	}
}

// permute makes entry i that of src which order names.
func (c *Contacts) permute(src *Contacts, order []uint32) {
	full := len(src.Depth) > 0
	c.resize(len(order), full)
	c.Time = scratch.Resize(c.Time, len(src.Time))
	if len(src.Time) > 0 {
		permute(c.Time, src.Time, order)
	}
	for k, i := range order {
		c.A[k], c.B[k] = src.A[i], src.B[i]
		if full {
			c.Depth[k], c.NX[k], c.NY[k] = src.Depth[i], src.NX[i], src.NY[i]
		}
	}
	permutePoints(&c.Points, &src.Points, order)
	c.Witness.pick(&src.Witness, order)
	c.of, c.with = src.of, src.with
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

// Check returns an *ArgumentError if the contacts cannot be used as those of shapes a and b, for a
// call about one set the same twice: they are of other shapes (a soa.ErrForeign, too), they are of
// two sets and not of one, or they have no depths and normals. Contacts that a caller has put together
// can be used with any shapes. If both are nil, Check does not look whose contacts they are.
func (c *Contacts) Check(a, b *soa.Shapes) error {
	if c == nil {
		return unfit("they are nil; pass what a step returned", nil)
	}
	n := c.Len()
	switch {
	case a != b && c.of != nil && (c.of != a || c.with != b), a == b && c.with == nil && c.foreign(a):
		return foreign()
	case a == b && c.with != nil:
		return joined()
	case len(c.B) != n || len(c.Depth) != n || len(c.NX) != n || len(c.NY) != n:
		return unfit("they have no depths; find them in ModeContacts or ModeDistance", nil)
	}
	return nil
}

// foreign reports whether the contacts are of other shapes.
func (c *Contacts) foreign(shapes *soa.Shapes) bool {
	return c.of != nil && shapes != nil && c.of != shapes
}

// Manifold returns the contact points of entry i. In modes other than ModeManifolds it returns
// none.
func (c *Contacts) Manifold(i int) Manifold {
	if i >= len(c.Points.N) {
		return Manifold{}
	}
	p := &c.Points
	m := Manifold{N: int(p.N[i])}
	for k := range m.Points {
		m.Points[k] = ManifoldPoint{p.X[k][i], p.Y[k][i], p.Depth[k][i], p.Feature[k][i]}
	}
	return m
}

// World returns the place of contact point k of entry i in the world. shapes are those that A
// belongs to, and must not have moved since the step.
func (c *Contacts) World(shapes *soa.Shapes, i, k int) (x, y float64, err error) {
	switch {
	case c == nil || shapes == nil:
		return 0, 0, wrong("World", "the contacts or the shapes are nil; pass those of a step")
	case i < 0 || i >= c.Len():
		return 0, 0, wrong("World", "no contact %d among %d", i, c.Len())
	case len(c.Points.N) != c.Len():
		return 0, 0, wrong("World", "the contacts have no points; ModeManifolds finds them")
	case k < 0 || k >= int(c.Points.N[i]):
		return 0, 0, wrong("World", "no point %d of contact %d, which has %d", k, i, c.Points.N[i])
	}
	if c.foreign(shapes) {
		return 0, 0, foreign()
	}
	pose, err := shapes.Pose(c.A[i])
	if err != nil {
		return 0, 0, err
	}
	return pose.X + float64(c.Points.X[k][i]), pose.Y + float64(c.Points.Y[k][i]), nil
}

// Closest returns the closest points of entry i in world coordinates. shapes must hold both
// shapes of the contact. So it refuses the contacts of a Join: there, add AX, AY to the position
// of A, and BX, BY to that of B. It fails in modes other than ModeDistance, which find no closest
// points. The sums are rounded to float64; if shapes are far from the origin, the columns are
// more exact.
func (c *Contacts) Closest(shapes *soa.Shapes, i int) (a, b soa.Point, err error) {
	if c == nil || shapes == nil {
		return a, b, wrong("Closest", "the contacts or the shapes are nil; pass those of a step")
	}
	if c.with != nil {
		return a, b, joined()
	}
	if i < 0 || i >= c.Len() {
		return a, b, wrong("Closest", "no contact %d among %d", i, c.Len())
	}
	if len(c.AX) != c.Len() {
		return a, b, wrong("Closest", "the contacts have no closest points; ModeDistance finds them")
	}
	if c.foreign(shapes) {
		return a, b, foreign()
	}
	pa, err := shapes.Pose(c.A[i])
	if err != nil {
		return a, b, err
	}
	pb, err := shapes.Pose(c.B[i])
	if err != nil {
		return a, b, err
	}
	a = soa.Point{X: pa.X + float64(c.AX[i]), Y: pa.Y + float64(c.AY[i])}
	b = soa.Point{X: pb.X + float64(c.BX[i]), Y: pb.Y + float64(c.BY[i])}
	return a, b, nil
}

// Bytes returns how many bytes of memory the columns take.
func (c *Contacts) Bytes() int64 {
	n := 8*(cap(c.A)+cap(c.B)) + 4*(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)+
		cap(c.AX)+cap(c.AY)+cap(c.BX)+cap(c.BY)) + cap(c.Points.N)
	for k := range 2 {
		p := &c.Points
		n += 4 * (cap(p.X[k]) + cap(p.Y[k]) + cap(p.Depth[k]) + cap(p.Feature[k]))
	}
	return int64(n)
}

// room is how many contacts fit without another column growing.
func (c *Contacts) room() int {
	n := cap(c.A)
	if cap(c.Depth) > 0 {
		n = min(n, cap(c.Depth))
	}
	return n
}
