// SPDX-License-Identifier: MIT

package kernels

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Contact decides a block of pairs: it writes those whose separation is at most
// a.Limit to a.Out, in the order of a.Pairs, and says how many they are. It does not
// allocate, keeps nothing of a, and may run at once on different Args that share a
// Block.
type Contact func(a *Args) Count

// Family is one kernel for each kind of pair. Either shape of a pair may be the
// first-named class. Convex decides every pair of capsules, boxes and polygons;
// where a narrower kernel exists, that one is to be used.
type Family struct {
	CircleCircle, CircleCapsule, CircleBox, CirclePolygon Contact
	CapsuleCapsule, BoxBox, Convex                        Contact
}

// Table is one implementation of all kernels. It is a value: copy it to change it,
// and treat the tables that this package returns as read-only. Every table gives the
// same bits as "go".
type Table struct {
	Name  string // lower case: "go", "avx2", "avx512"
	Lanes int    // pairs a vector holds; 1 for go

	// The contact kernels report separation and normal.
	Family
	// Overlap are the same kernels without them: they report exactly the pairs that
	// the contact kernels report, with a separation of 0 (or NaN, for Resolve), and
	// leave Out.NX and Out.NY alone, which may be nil.
	Overlap Family

	// Rotate turns the n lanes from off of one polygon's vertices and normals by the
	// rotation (c, s) from local into world, leaves D alone, and returns the extremes
	// of the turned vertices.
	Rotate func(local, world *Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32)

	// Sweep writes the pairs (A < B, rows of the strip) whose boxes overlap,
	// touching included, to out, and returns how many and where to go on. It stops
	// early when fewer than Group entries of out are free before the next Group
	// partners of a row; the strip is done when next.I is len(s.End). A J of zero in
	// from means the row's first partner.
	Sweep func(s *Strip, from Cursor, out []Pair) (n int, next Cursor)

	// SinCos32 and SinCos64 write SinCos of every angle to sin and cos, which must be
	// at least as long. Either may be the column of angles itself.
	SinCos32 func(angle, sin, cos []float32)
	SinCos64 func(angle []float64, sin, cos []float32)

	// Refresh turns shapes lo to hi-1, at most PoseBlock, to their rotations. It does
	// so for boxes and capsules that are sound and whose rotation is of unit length
	// and has changed: it writes RC, RS and the bounds, and counts them. Sound shapes
	// that did not turn, and sound circles, it leaves alone. All others are todo,
	// counted from lo. A shape is sound if Fault is 0 and X and Y are within PoseRange.
	// Nothing outside [lo, hi) is written.
	Refresh func(p Poses, lo, hi int) (todo PoseSet, rotated int)
}

// Contacts returns the contact kernel for a pair of classes, in either order.
func (t *Table) Contacts(a, b Class) Contact { return t.Family.of(a, b) }

// Overlaps returns the overlap kernel for a pair of classes, in either order.
func (t *Table) Overlaps(a, b Class) Contact { return t.Overlap.of(a, b) }

func (f *Family) of(a, b Class) Contact {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == Circle && b == Circle:
		return f.CircleCircle
	case a == Circle && b == Capsule:
		return f.CircleCapsule
	case a == Circle && b == Box:
		return f.CircleBox
	case a == Circle:
		return f.CirclePolygon
	case a == Capsule && b == Capsule:
		return f.CapsuleCapsule
	case a == Box && b == Box:
		return f.BoxBox
	}
	return f.Convex
}

var portable = Table{
	Name:  "go",
	Lanes: 1,
	Family: Family{
		CircleCircle:   circleCircle,
		CircleCapsule:  circleCapsule,
		CircleBox:      circleBox,
		CirclePolygon:  circlePolygon,
		CapsuleCapsule: capsuleCapsule,
		BoxBox:         boxBox,
		Convex:         convex,
	},
	Overlap: Family{
		CircleCircle:   circleCircleOverlap,
		CircleCapsule:  circleCapsuleOverlap,
		CircleBox:      circleBoxOverlap,
		CirclePolygon:  circlePolygonOverlap,
		CapsuleCapsule: capsuleCapsuleOverlap,
		BoxBox:         boxBoxOverlap,
		Convex:         convexOverlap,
	},
	Rotate:   rotate,
	Sweep:    sweep,
	SinCos32: sinCos32,
	SinCos64: sinCos64,
	Refresh:  refresh,
}

// EnvKernels is the environment variable that Choose obeys.
const EnvKernels = "DAYLIGHT_KERNELS"

var (
	// ErrUnknown marks a name that no table ever had.
	ErrUnknown = errors.New("unknown kernels")
	// ErrUnsupported marks a known table that cannot run here.
	ErrUnsupported = errors.New("unsupported kernels")
)

// Variant is a known table and whether it can run in this program on this machine.
type Variant struct {
	Name      string
	Table     *Table // nil unless Supported
	Supported bool
	Reason    string // one line: why it is not supported, or what it runs on
}

// Variants lists every known table, slowest first.
func Variants() []Variant {
	v := []Variant{{Name: portable.Name, Table: &portable, Supported: true, Reason: "portable Go, runs everywhere"}}
	return append(v, vectorVariants()...)
}

// All returns the tables that can run here, slowest first. "go" is always among
// them.
func All() []*Table {
	var all []*Table
	for _, v := range Variants() {
		if v.Supported {
			all = append(all, v.Table)
		}
	}
	return all
}

// Best returns the fastest table that can run here.
func Best() *Table {
	all := All()
	return all[len(all)-1]
}

// ByName returns the named table. The error is ErrUnknown or ErrUnsupported and says
// what to use instead.
func ByName(name string) (*Table, error) {
	var known []string
	for _, v := range Variants() {
		if v.Name == name && v.Supported {
			return v.Table, nil
		}
		if v.Name == name {
			return nil, fmt.Errorf("%w: %q: %s; use %q", ErrUnsupported, name, v.Reason, Best().Name)
		}
		known = append(known, v.Name)
	}
	return nil, fmt.Errorf("%w: %q; the known names are %s", ErrUnknown, name, strings.Join(known, ", "))
}

// Choose returns the table that the environment variable DAYLIGHT_KERNELS names, or
// Best if it is unset or empty. A name that cannot be had is an error, never a quiet
// fallback.
func Choose() (*Table, error) {
	name := os.Getenv(EnvKernels)
	if name == "" {
		return Best(), nil
	}
	t, err := ByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", EnvKernels, err)
	}
	return t, nil
}
