// SPDX-License-Identifier: MIT

package kernels

//go:generate env GOWORK=off go run -C _asm . -dir ..

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
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

	// Points find the contact points of what the contact kernels report.
	Points ManifoldFamily

	// BoxImpact decides when pairs of boxes in motion meet, Impact pairs of any
	// classes.
	BoxImpact, Impact Impact
	// Cover widens the bounds of shapes lo to hi-1, at most PoseBlock, by their motion in
	// a frame that moves by (FrameX, FrameY), rounded outward. Todo, counted from lo, are
	// those that move by more than Long along both axes, and those whose motion is beyond
	// Most or NaN: the bounds of these mean nothing.
	Cover func(c Covers, lo, hi int) (todo PoseSet)

	// Rotate turns polygons to the rotations RC, RS: their vertices and normals, from
	// local lanes into world lanes, D being left alone, and their bounds. They are those
	// of the set, counted from lo.
	Rotate func(p Poses, local, world *Lanes, lo int, set PoseSet)

	// Measure finds the extent of the boxes that take part and that skip, unless it is
	// nil, does not name. Infinite bounds stand for no boxes.
	Measure func(b Bounds, skip []bool) Extent
	// Quantise maps boxes to codes: a lower side to that of its coordinate (see
	// Scale), an upper side to one more. Boxes that take no part become {0, -1, -1, -1}.
	Quantise func(dst []Codes, b Bounds, skip []bool, s Scale)

	// Sweep writes the pairs (A < B, rows of the strip) whose boxes overlap,
	// touching included, to out, and returns how many and where to go on. It stops
	// early when fewer than Group entries of out are free before the next Group
	// partners of a row; the strip is done when next.I is len(s.End). A J of zero in
	// from means the row's first partner.
	Sweep func(s *Strip, from Cursor, out []Pair) (n int, next Cursor)

	// Lefts, Order and Reach put a strip's rows in order by cell of X0; all columns of
	// a call are as long as its entries or rows, or longer. Lefts fetches X0 of the
	// boxes that entries name (see GatherBoxes) and returns the least and the greatest.
	Lefts func(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32)
	// Order writes the entries to rows by cell, (left - lo) >> shift, keeping their
	// order within a cell, and to starts where each cell begins: one entry for each
	// and one more, where the last ends. ranks is scratch.
	Order func(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32)
	// Reach finds where the partners of rows end: where the cell of X1 does, or that of
	// hi if X1 lies beyond. It returns the sum.
	Reach func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64)

	// GatherBoxes fetches the boxes of a strip's rows: row r becomes that of
	// entries[r], an index into boxes that may have the bit Visitor. It writes the
	// strip's four columns of boxes and Apart, which then holds that bit, and the bare
	// indices to slots; all of them are at least as long as entries.
	GatherBoxes func(s *Strip, slots, entries []uint32, boxes []Codes)

	// GatherRecords fetches the shapes in the given slots into records next to each
	// other. dst is at least as long as slots.
	GatherRecords func(dst []Record, c RecordColumns, slots []uint32)

	// Children writes the numbers of the children that meet b, of the listed nodes of a
	// level, to out, in order, and returns how many they are. out has room for all.
	Children func(level []Node, list []uint32, b *NodeBox, out []uint32) int
	// Slabs is the set of children of a node whose boxes a beam meets at most limit from
	// its start, and where it enters them; near means nothing for others.
	Slabs func(n *Node, b *Beam, limit float32, near *[Fan]float32) (mask uint32)
	// Distances is the set of children of a node whose boxes may be as near to b as limit,
	// and how near at least, up to rounding: three roundings of 2^-24 of the distance and
	// one of each coordinate.
	Distances func(n *Node, b *NodeBox, limit float32, far *[Fan]float32) (mask uint32)

	// SinCos32 and SinCos64 write SinCos of every angle to sin and cos, which must be
	// at least as long. Either may be the column of angles itself.
	SinCos32 func(angle, sin, cos []float32)
	SinCos64 func(angle []float64, sin, cos []float32)

	// Align finds keys in an old list whose order they have for the most part. old holds
	// len(seen) keys, none twice, with AlignReach zeros before and behind; no key is 0.
	// A key i is looked for at the places within AlignReach of i+off, where off changes
	// only when one is found near the rim. Its place goes to was, and seen there becomes
	// 1; if it is not found, -1 goes to was and i to missed. It stops after AlignBlock
	// keys, or behind the eighth in a row that is missing, and says how far it got, how
	// many are missing and what off has become. was and missed are at least as long as keys.
	Align func(keys, old []uint64, was, missed []int32, seen []byte, off int) (done, lost, next int)

	// Refresh turns shapes lo to hi-1, at most PoseBlock, to their rotations. It looks
	// at those that are sound and whose rotation is of unit length and has changed, and
	// counts them: it writes RC and RS, and the bounds of boxes and capsules. Polygons are
	// turned, a set for Rotate. Sound shapes that did not turn, and sound circles, it
	// leaves alone. All others are todo. Both sets count from lo. A shape is sound if Fault
	// is 0 and X and Y are within PoseRange. Nothing outside [lo, hi) is written.
	Refresh func(p Poses, lo, hi int) (todo, turned PoseSet, rotated int)
}

// Contacts returns the contact kernel for a pair of classes, in either order.
func (t *Table) Contacts(a, b Class) Contact { return t.Family.of(a, b) }

// Overlaps returns the overlap kernel for a pair of classes, in either order.
func (t *Table) Overlaps(a, b Class) Contact { return t.Overlap.of(a, b) }

// Impacts returns the impact kernel for a pair of classes, in either order.
func (t *Table) Impacts(a, b Class) Impact {
	if a == Box && b == Box {
		return t.BoxImpact
	}
	return t.Impact
}

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
	Points:        ManifoldFamily{BoxBox: boxManifolds, Convex: manifolds},
	BoxImpact:     boxImpacts,
	Impact:        impacts,
	Cover:         cover,
	Rotate:        rotate,
	Measure:       measure,
	Quantise:      quantise,
	Sweep:         sweep,
	Lefts:         lefts,
	Order:         order,
	Reach:         reach,
	GatherBoxes:   gatherBoxes,
	GatherRecords: gatherRecords,
	SinCos32:      sinCos32,
	SinCos64:      sinCos64,
	Refresh:       refresh,
	Align:         align,
	Children:      children,
	Slabs:         slabs,
	Distances:     distances,
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
func All() []*Table { return slices.Clone(supported()) }

// Best returns the fastest table that can run here. It does not allocate.
func Best() *Table {
	all := supported()
	return all[len(all)-1]
}

// supported is what All lists; a processor does not change.
var supported = sync.OnceValue(func() []*Table {
	var all []*Table
	for _, v := range Variants() {
		if v.Supported {
			all = append(all, v.Table)
		}
	}
	return all
})

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
