// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"fmt"
)

// Reasons for which New, NewShape and NewConvex refuse what they are given, which errors.Is finds.
// There are others, such as a coordinate that is not finite, that have a text only.
var (
	// ErrNotClean is what Config.Mend is for: outlines that cross, touch or run along each other,
	// that run back along themselves, or that lie where they must not. The text says which of
	// these.
	ErrNotClean = errors.New("outlines are not clean")
	// ErrCrossing wraps ErrNotClean; Error.Where is the crossing, as far as it is one point.
	ErrCrossing error = &reason{"outlines cross"}

	ErrTooFewPoints     = errors.New("fewer than three different points")
	ErrZeroArea         = errors.New("no area is left")
	ErrTooManyCrossings = errors.New("outlines cross too often to be mended")
)

// Other reasons.
var (
	errSpike        error = &reason{"goes back along itself"}
	errTouching     error = &reason{"outlines touch"}
	errOverlapping  error = &reason{"outlines run along each other"}
	errDisconnected error = &reason{"holes divide the inside into separate pieces"}
	errHoleOutside  error = &reason{"a hole lies outside its outline"}
	errNested       error = &reason{"a polygon lies inside another one"}
	errNotFinite          = errors.New("not a finite number")
	errTooLarge           = errors.New("too many points")
	errNotMended          = errors.New("crossings remain after mending")
	errConfig             = errors.New("a Config that makes no sense")
	errNotConvex          = errors.New("not a convex polygon with its corners counter-clockwise, none of them on a line between others")
	errRadius             = errors.New("a radius must be finite and not negative")
)

// A reason is a kind of ErrNotClean.
type reason struct{ text string }

func (r *reason) Error() string { return r.text }
func (r *reason) Unwrap() error { return ErrNotClean }

// A Place names a point that was given to New, or the edge from that point to the next one.
// All three numbers are indices and count from 0.
type Place struct {
	Polygon, Ring, Point int
}

// An Error says why New refused something, and where it is. New returns no other type of error.
type Error struct {
	At    []Place // the point or edge at fault, and the other if two are involved; none if all that was given is
	Where Point   // where edges cross, to the nearest float64; else the point at fault, or the one where the edge begins

	reason error
	advice string // what to do, or ""
}

// Error says in one line where what is wrong, and what to do about it.
func (e *Error) Error() string {
	place := func(p Place) string { return fmt.Sprintf("polygon %d, ring %d, point %d", p.Polygon, p.Ring, p.Point) }
	s := "region: " + e.reason.Error()
	if len(e.At) > 0 {
		s = fmt.Sprintf("region: %s: %v, at (%v, %v)", place(e.At[0]), e.reason, e.Where.X, e.Where.Y)
	}
	if len(e.At) > 1 {
		s += ", with " + place(e.At[1])
	}
	if e.advice != "" {
		s += "; " + e.advice
	}
	return s
}

// Unwrap returns the reason: one of the errors above, or another whose text says what is wrong.
func (e *Error) Unwrap() error { return e.reason }

const (
	adviseMend = "mend the outlines or ask for Mend"
	adviseRule = "write it as a polygon of its own, or mend the outlines"
)
