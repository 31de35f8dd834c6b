// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels"

// Table is one implementation of all kernels. Do not change the tables that this package returns.
// Every table gives the same bits as "go".
type Table = kernels.Table

// Variant is a known table and whether it can run in this program on this machine.
type Variant = kernels.Variant

var (
	// ErrUnknown marks a name that no table ever had.
	ErrUnknown = kernels.ErrUnknown
	// ErrUnsupported marks a known table that cannot run here.
	ErrUnsupported = kernels.ErrUnsupported
)

// Variants lists every known table, slowest first.
func Variants() []Variant { return kernels.Variants() }

// All returns the tables that can run here, the fastest last. "go" is always the first.
func All() []*Table { return kernels.All() }

// ByName returns the named table. The error is ErrUnknown or ErrUnsupported and says
// what to use instead.
func ByName(name string) (*Table, error) { return kernels.ByName(name) }

// Choose returns the table that the environment variable DAYLIGHT_KERNELS names, or if that is
// unset or empty, the last of All. Wherever a table is asked for, nil stands for this one.
func Choose() (*Table, error) { return kernels.Choose() }

// Class tells how the core of a shape is stored, and so which kernel decides its pairs. A segment
// is a Capsule of radius zero, and a rounded box is a Polygon with a radius.
type Class = kernels.Class

// The classes.
const (
	Circle  = kernels.Circle
	Capsule = kernels.Capsule
	Box     = kernels.Box
	Polygon = kernels.Polygon
)

// Pair names two boxes or shapes of a list by their index.
type Pair = kernels.Pair

// Manifolds are columns of contact points, one entry for each contact.
type Manifolds = kernels.Manifolds

// Feature names the vertices and edges that make a contact point. A solver uses it to find the
// same point among those of the step before.
type Feature = kernels.Feature
