// SPDX-License-Identifier: MIT

package kernels

import (
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pair"
)

// Table is one implementation of all kernels. Its field Name is "go", "avx2" or "avx512", and Lanes
// is how many pairs a vector of it holds; all other fields are for the engine. Every table gives
// the same bits as "go". Tables are shared by all goroutines: do not change those that this package
// returns.
type Table = isa.Table

// Variant is a known table: its Name, the Table itself, whether it is Supported in this program on
// this machine (if not, Table is nil), and in Reason why it is not, or what it runs on.
type Variant = isa.Variant

var (
	// ErrUnknown is the error for a name that belongs to no table.
	ErrUnknown = isa.ErrUnknown
	// ErrUnsupported is the error for a table that cannot run in this program on this machine.
	ErrUnsupported = isa.ErrUnsupported
)

// Variants returns every known table, the slowest first, in a new slice.
func Variants() []Variant { return isa.Variants() }

// All returns the tables that can run here, the fastest last, in a new slice. The first is always
// "go".
func All() []*Table { return isa.All() }

// ByName returns the table of that name. If there is none, or it cannot run here, the error wraps
// ErrUnknown or ErrUnsupported and says what to use instead.
func ByName(name string) (*Table, error) { return isa.ByName(name) }

// Choose returns the table that the environment variable DAYLIGHT_KERNELS names, or the fastest
// that can run here if the variable is unset or empty. If the variable names no table, or one that
// cannot run here, Choose returns the error of ByName. Wherever a table is asked for, nil stands
// for this one.
func Choose() (*Table, error) { return isa.Choose() }

// Class says how a shape is stored: as one of the four classes below. The classes of two shapes
// decide which kernel their pair goes to. A segment is a Capsule of radius zero, and a rounded box
// is a Polygon with a radius.
type Class = simd.Class

// The classes.
const (
	Circle  = simd.Circle
	Capsule = simd.Capsule
	Box     = simd.Box
	Polygon = simd.Polygon
)

// Pair names two boxes, or two shapes, by their indices A and B in a list. Both are uint32.
type Pair = simd.Pair

// Manifolds are columns of contact points, with one entry for each contact:
//
//	N           []uint8      // how many points the contact has, 1 or 2
//	X, Y, Depth [2][]float32 // of the first and of the second point
//	Feature     [2][]Feature
//
// (X, Y) is the place of the point relative to the position of A, in the units of the positions and
// along the axes of the world. Depth is how far the shapes overlap there, along the normal of the
// contact. Where a contact has one point, the entries of the second are zero.
// batch.Contacts.Manifold returns the points of one contact.
type Manifolds = pair.Manifolds

// Feature names the vertex or edge of A and the vertex or edge of B that make a contact point; at
// least one of them is a vertex. The methods A and B return their indices and whether they are
// vertices. A feature does not depend on the rotation of the shapes or on where they are stored, so
// a solver uses it to find the same point among those of the step before (warm starting). The zero
// Feature stands for no point.
type Feature = pair.Feature
