// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"fmt"
)

// Reasons for which outlines are refused. An *Error wraps one of them.
var (
	ErrNotFinite     = errors.New("not a finite number")
	ErrTooFewPoints  = errors.New("fewer than three different points")
	ErrZeroArea      = errors.New("no area is left")
	ErrRepeatedPoint = errors.New("a point stands twice")
	ErrSpike         = errors.New("goes back along itself")
	ErrCrossing      = errors.New("outlines cross")
	ErrTouching      = errors.New("outlines touch")
	ErrOverlapping   = errors.New("outlines run along each other")
	ErrHoleOutside   = errors.New("a hole lies outside its outline")
	ErrNested        = errors.New("a polygon lies inside another one")
	ErrTooLarge      = errors.New("too many points")
	ErrNotMended     = errors.New("crossings remain after mending")
	ErrOption        = errors.New("unknown option value")
)

// A Place names a point, or the edge from it to the next point, in what was given to New.
type Place struct {
	Polygon, Ring, Point int
}

func (p Place) String() string {
	return fmt.Sprintf("polygon %d, ring %d, point %d", p.Polygon, p.Ring, p.Point)
}

// An Error says why outlines were refused, and where.
type Error struct {
	Reason error // one of the above
	At     Place
	Where  Point  // the point at fault, or the beginning of the edge
	Other  *Place // the other one of two
	Advice string
}

func (e *Error) Error() string {
	s := fmt.Sprintf("region: %v: %v, at (%v, %v)", e.At, e.Reason, e.Where.X, e.Where.Y)
	if e.Other != nil {
		s += fmt.Sprintf(", with %v", *e.Other)
	}
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return s
}

func (e *Error) Unwrap() error { return e.Reason }

const adviseMend = "mend the outlines or ask for Mend"
