// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"fmt"
)

// Reasons for which New and OfRegion refuse what they are given. An *Error wraps one of
// them, so errors.Is finds it. NewConvex also returns ErrNotFinite.
var (
	ErrNotFinite        = errors.New("not a finite number")
	ErrTooFewPoints     = errors.New("fewer than three different points")
	ErrZeroArea         = errors.New("no area is left")
	ErrSpike            = errors.New("goes back along itself")
	ErrCrossing         = errors.New("outlines cross")
	ErrTouching         = errors.New("outlines touch")
	ErrOverlapping      = errors.New("outlines run along each other")
	ErrDisconnected     = errors.New("holes divide the inside into separate pieces")
	ErrHoleOutside      = errors.New("a hole lies outside its outline")
	ErrNested           = errors.New("a polygon lies inside another one")
	ErrTooLarge         = errors.New("too many points")
	ErrNotMended        = errors.New("crossings remain after mending")
	ErrTooManyCrossings = errors.New("outlines cross too often to be mended")
	ErrOption           = errors.New("a Config that makes no sense")
)

// A Place names a point that was given to New, or the edge from that point to the next one.
// All three numbers are indices and count from 0.
type Place struct {
	Polygon, Ring, Point int
}

// An Error says why New or OfRegion refused something, and where it is. New returns no other
// type of error.
//
// At is the zero Place if the reason is ErrZeroArea, ErrNotMended, ErrTooManyCrossings or ErrOption, or if there
// is no point at all: these concern everything that was given.
type Error struct {
	Reason error // one of the errors above
	At     Place
	Where  Point  // where edges cross, to the nearest float64; else the point at fault, or the one where the edge begins
	Other  *Place // the other point or edge, if two are involved; otherwise nil
	Advice string // what to do, or ""
}

// Error says in one line where what is wrong, and what to do about it.
func (e *Error) Error() string {
	place := func(p Place) string { return fmt.Sprintf("polygon %d, ring %d, point %d", p.Polygon, p.Ring, p.Point) }
	s := fmt.Sprintf("region: %s: %v, at (%v, %v)", place(e.At), e.Reason, e.Where.X, e.Where.Y)
	if e.Other != nil {
		s += ", with " + place(*e.Other)
	}
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return s
}

// Unwrap returns the Reason.
func (e *Error) Unwrap() error { return e.Reason }

const (
	adviseMend = "mend the outlines or ask for Mend"
	adviseRule = "mend the outlines, or take the rings by EvenOdd"
)
