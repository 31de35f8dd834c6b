// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels"

// Table is one implementation of all kernels. Treat the tables that this package returns as
// read-only. Every table gives the same bits as "go".
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

// Choose returns the table that the environment variable DAYLIGHT_KERNELS names, or
// the last of All if it is unset or empty. Wherever a table is asked for, nil means this one.
func Choose() (*Table, error) { return kernels.Choose() }

// Class says how a shape's core is stored and so which kernel decides its pairs. A segment
// is a Capsule of radius zero, a rounded box a Polygon with a radius.
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

// Feature names what made a contact point, so that a solver finds the point of the step
// before by it.
type Feature = kernels.Feature
