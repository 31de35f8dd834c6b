// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// The reasons for which a call is refused, to be tested with errors.Is.
var (
	ErrNotFinite      = errors.New("not finite")
	ErrNegative       = errors.New("negative")
	ErrRange          = errors.New("out of range")
	ErrRotation       = errors.New("not a rotation")
	ErrTooFewVertices = errors.New("too few distinct vertices")
	ErrNotConvex      = errors.New("not convex")
	ErrZeroArea       = errors.New("zero area")
	ErrNoShape        = errors.New("no such shape")
	ErrFull           = errors.New("full")
	ErrInUse          = errors.New("in use")
	ErrPart           = errors.New("a part of a region")
	ErrForeign        = errors.New("of another store, or of none")
)

// Error is the type of all errors of this package. It says which call failed, about which shape
// and which part of it, for which reason, and what to do about it. A call that fails has changed
// nothing.
type Error struct {
	Op     string // the method, for example "AddPolygon"
	ID     ID     // the shape, when it exists already; else 0
	Row    int    // the entry of columns, counted from 0; -1: the call is about none
	Vertex int    // the vertex, counted from 0 as in the caller's slice; -1: none
	Of     int    // how many vertices were given, when Vertex >= 0
	What   string // the argument and its value; may be empty
	Reason error  // one of the Err values above
	Advice string // more about the reason, or what to do; may be empty
}

// Error returns for example
//
//	soa: AddPolygon: vertex 3 of 7: not convex (the outline bends inward here); AddRegion and AddRegionAt take concave outlines, AddHull their convex hull
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("soa: ")
	b.WriteString(e.Op)
	if e.ID != 0 {
		fmt.Fprintf(&b, ": shape %v", e.ID)
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
	return &Error{Op: op, Row: -1, Vertex: -1, What: what, Reason: reason, Advice: advice}
}

func noShape(op string, id ID) error {
	return &Error{Op: op, ID: id, Row: -1, Vertex: -1, Reason: ErrNoShape, Advice: "it was removed, or the ID is of another store"}
}

func noRoom(op string) error {
	return refuse(op, "", ErrFull, "a store holds up to 2^32-1 shapes and 2^32 lanes of polygons")
}

func inUse(op string) error {
	return refuse(op, "", ErrInUse, "another call is at work on the store: an engine's step, the building of an index, Update, or a change; wait until it returns. Inside of Update collect what to add and remove, and do it afterwards")
}

func pair(name string, x, y float64) string { return fmt.Sprintf("%s (%v, %v)", name, x, y) }

func named(name string, v float64) string { return fmt.Sprintf("%s %v", name, v) }

// maxLocal bounds a shape's own coordinates plus its radius.
const maxLocal = 1 << 60

// length checks a radius, a half length or a half extent and rounds it to what is stored.
func length(op, name string, v float64) (float32, error) {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, refuse(op, named(name, v), ErrNotFinite, "")
	case v < 0:
		return 0, refuse(op, named(name, v), ErrNegative, "")
	case v > maxLocal:
		return 0, refuse(op, named(name, v), ErrRange, "a shape may reach 2^60 from its position; change the unit of length")
	}
	return float32(v), nil
}

// total checks that the parts of a shape's reach stay in range together.
func total(op string, core, radius float32) error {
	if float64(core)+float64(radius) > maxLocal {
		return refuse(op, named("half size plus radius", float64(core)+float64(radius)), ErrRange,
			"a shape may reach 2^60 from its position; change the unit of length")
	}
	return nil
}
