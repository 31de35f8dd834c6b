// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"strings"
)

// The reasons for which a call is refused, to be tested with errors.Is.
var (
	// ErrRange is of a value that the call does not take: beyond its limits, negative, not finite,
	// not a rotation, or the ID of a part where that of its region is wanted.
	ErrRange = errors.New("out of range")
	// ErrNotConvex is of an outline that bends inward or crosses itself.
	ErrNotConvex = errors.New("not convex")
	// ErrZeroArea is of an outline without an area: on one line, or of fewer than three distinct
	// points.
	ErrZeroArea = errors.New("zero area")
	// ErrNoShape is of an ID that names no shape of the store.
	ErrNoShape = errors.New("no such shape")
	// ErrFull is of a store that has no room for more.
	ErrFull = errors.New("full")
	// ErrInUse is of a store that an engine's step, Update or another change is at work on.
	ErrInUse = errors.New("in use")
	// ErrForeign is of a column or a store that is not the one that the call is about.
	ErrForeign = errors.New("of another store, or of none")
)

// The same reasons in more detail.
var (
	errNotFinite      error = &detail{"not finite", ErrRange}
	errNegative       error = &detail{"negative", ErrRange}
	errRotation       error = &detail{"not a rotation", ErrRange}
	errPart           error = &detail{"a part of a region", ErrRange}
	errTooFewVertices error = &detail{"too few distinct vertices", ErrZeroArea}
	errNotNamed             = errors.New("written, but not named")
)

// detail is a reason that says more than the one it wraps.
type detail struct {
	text   string
	reason error
}

func (d *detail) Error() string { return d.text }

func (d *detail) Unwrap() error { return d.reason }

// Error is the type of all errors of this package. It says which call failed, about which shape
// and which part of it, for which reason, and what to do about it. A call that fails has changed
// nothing.
type Error struct {
	Row    int    // the entry of columns, counted from 0; -1: the call is about none
	Vertex int    // the vertex, counted from 0 as in the caller's slice; -1: none
	Of     int    // how many vertices were given, when Vertex >= 0
	What   string // the argument and its value; may be empty
	Reason error  // one of the Err values above, or an error that wraps one and says more
	Advice string // more about the reason, or what to do; may be empty

	op string // the method, for example "AddPolygon"
	id ID     // the shape, when it exists already; else 0
}

// Error returns for example
//
//	soa: AddPolygon: vertex 3 of 7: not convex (the outline bends inward here); AddRegion and AddRegionAt take concave outlines, AddHull their convex hull
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("soa: ")
	b.WriteString(e.op)
	if e.id != 0 {
		fmt.Fprintf(&b, ": shape %v", e.id)
	}
	if e.Row >= 0 {
		fmt.Fprintf(&b, ": row %d", e.Row)
	}
	if e.Vertex >= 0 {
		fmt.Fprintf(&b, ": vertex %d of %d", e.Vertex, e.Of)
	}
	if e.What != "" {
		fmt.Fprintf(&b, ": %s", e.What)
	}
	fmt.Fprintf(&b, ": %v", e.Reason)
	if e.Advice != "" {
		if !strings.HasPrefix(e.Advice, " ") {
			b.WriteString("; ")
		}
		b.WriteString(e.Advice)
	}
	return b.String()
}

// Unwrap returns the reason, for errors.Is.
func (e *Error) Unwrap() error { return e.Reason }

// inRow says of an error which row of columns it is about.
func inRow(err error, row int) error {
	if e, ok := err.(*Error); ok {
		e.Row = row
	}
	return err
}

// refuse makes an error that is about no vertex.
func refuse(op, what string, reason error, advice string) error {
	return &Error{op: op, Row: -1, Vertex: -1, What: what, Reason: reason, Advice: advice}
}

func noShape(op string, id ID) error {
	return &Error{op: op, id: id, Row: -1, Vertex: -1, Reason: ErrNoShape, Advice: "it was removed, or the ID is of another store"}
}

func noRoom(op string) error {
	return refuse(op, "", ErrFull, "a store holds up to 2^32-1 shapes and 2^32 lanes of polygons")
}

func inUse(op string) error {
	return refuse(op, "", ErrInUse, "another call is at work on the store: an engine's step, the building of an index, Update, or a change; wait until it returns. Inside of Update collect what to add and remove, and do it afterwards")
}

func pair(name string, x, y float64) string { return fmt.Sprintf("%s (%v, %v)", name, x, y) }

func named(name string, v float64) string { return fmt.Sprintf("%s %v", name, v) }

// outward rounds a distance up, by 2^-20 of it, which covers the rounding of a
// rotation and of what it is applied to.
func outward(v float64) float32 {
	return float32(v * (1 + 0x1p-20))
}
