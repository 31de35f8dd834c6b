// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"iter"
	"slices"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/step"
	"daylight/internal/store"
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
// A column that the mode does not fill is empty. ModeOverlaps and ModePairs fill A and B only.
// Beyond depth and normal,
//
//   - ModeSwept fills Time: the share of the step, from 0 to 1, after which the pair first touches.
//     The other columns are about that moment, so if a pair does not touch at the start, its depth
//     is 0, or minus the margin.
//   - ModeManifolds fills Points: the pair touches in Points[0][i], and edge to edge in
//     Points[1][i], too; where it touches in one point only, the second is the zero Point, whose
//     Feature is 0.
//   - ModeDistance fills Points with the closest points: Points[0][i] is that of A, Points[1][i]
//     that of B.
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

// Point is a point of a contact, relative to the position of A, along the axes of the world.
//
// In ModeManifolds it is where two shapes touch. Depth is how far the shapes overlap there, along
// the contact's normal. The point lies halfway between A's surface and B's. Where a shape has a
// radius, the edge of its core, moved along the normal by the radius, stands for the surface. That
// is exact at the deepest point. At the other point of an edge that is tilted against the normal by
// an angle w, it lies inside the true surface, by radius*(1-cos w) at most.
//
// Feature names the vertex or edge of A and the vertex or edge of B that make the point; at least
// one of them is a vertex. It does not depend on the rotation of the shapes or on where they are
// stored, so a solver can find the same point in the next step (warm starting). The low half is
// about A, the high half about B. A half is twice the index of the edge, or twice the index of the
// vertex plus one. Edge i leads from vertex i on; of a capsule edge 0 faces -y and edge 1 +y; a
// circle has vertex 0, its centre. 0 stands for no point.
//
// In ModeDistance it is the point of A, or of B, that is nearest to the other shape; Depth and
// Feature are 0. Both points are on the boundaries of their shapes. If the shapes overlap, they are
// the points that touch after B is moved by the depth along the normal. In both cases Points[1] -
// Points[0] is the normal times the distance, to within kernels.Bounds.Witness. If two parallel
// edges face each other, the points are not unique; then they are in the middle of the stretch that
// the edges share.
type Point struct {
	X, Y, Depth float32
	Feature     uint32
}

// Contact is one entry of Contacts, with the units that the columns have. Fields that the mode does
// not find are 0.
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

// Fit returns a *daylight.ArgumentError if a call cannot use the contacts for shapes a and b. A
// call about one set passes it twice. Fit refuses contacts of other shapes (also a soa.ErrForeign),
// contacts between two sets for a call about one, and contacts without depths and normals. If flat
// is set, it also refuses contacts on a torus, for calls that look at positions. Contacts that a
// caller made fit any shapes. If a and b are nil, Fit does not check the shapes. Only packages of
// this module can call it.
func (c *Contacts) Fit(_ store.Key, a, b *soa.Shapes, flat bool) error {
	if c == nil {
		return unfit("they are nil; pass what a step returned", nil)
	}
	n := len(c.A)
	switch {
	case flat && c.torus:
		return unfit("they were found on a torus (Period), and this call does not know images of shapes; a separate.Separator without SmoothSeams knows them, and a solver.Solver without Spin", nil)
	case a != b && c.of != nil && (c.of != a || c.with != b), a == b && c.with == nil && a != nil && c.of != nil && c.of != a:
		return unfit(fmt.Sprintf("they are %v; pass the shapes that were stepped", soa.ErrForeign), soa.ErrForeign)
	case a == b && c.with != nil:
		return unfit("they are of a Join, whose A and B are of two sets; separate.NewJoin and solver.NewJoin know both, for others put all shapes in one and step that", nil)
	case len(c.B) != n || len(c.Depth) != n || len(c.NX) != n || len(c.NY) != n:
		return unfit("they have no depths; find them in ModeContacts or ModeDistance", nil)
	}
	return nil
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

// show makes the columns of c those of a step.
func (c *Contacts) show(found *step.Contacts) {
	c.A, c.B, c.Depth, c.NX, c.NY, c.Time = found.A, found.B, found.Depth, found.NX, found.NY, found.Time
	for k, p := range found.Points {
		// That the conversion compiles proves that both types of points have the same fields.
		c.Points[k] = unsafe.Slice((*Point)(unsafe.SliceData(p)), cap(p))[:len(p)]
	}
}

// Pairs are pairs of shapes, as columns: A[i] < B[i].
type Pairs struct {
	A, B []soa.ID
}

// Changes say how the contacts of a step differ from those of the step before.
//
// Begin lists the pairs that are contacts now and were not before. End lists the pairs that were
// contacts and are not any more: the shapes parted, a filter or the margin changed, or one of them
// was removed or put in quarantine. So End may hold the ID of a shape that no longer exists; if
// another shape has its index now, that shape has another ID. Both lists are sorted by (A, B). They
// do not depend on the order in which shapes are stored, on kernels or on the number of workers.
//
// All other contacts persist. Was has an entry for each contact of the step: its place among the
// contacts of the step before, or -1 if the contact begins. So a solver finds its data of a contact
// with one look-up.
type Changes struct {
	Begin, End Pairs
	Was        []int32
}

// show makes the columns of c those of a step.
func (c *Changes) show(t *step.Changes) {
	c.Begin, c.End, c.Was = Pairs(t.Begin), Pairs(t.End), t.Was
}
