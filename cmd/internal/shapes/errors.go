// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"strings"

	"daylight/region"
	"daylight/soa"
)

// inWords puts what package region found wrong in the words of a table, points and rings
// counted from 1.
func inWords(err error) error {
	var e *region.Error
	if !errors.As(err, &e) {
		return err
	}
	place := func(p region.Place) string {
		s := fmt.Sprintf("point %d", p.Point+1)
		if p.Ring > 0 {
			s += fmt.Sprintf(" of hole %d", p.Ring)
		}
		if p.Polygon > 0 {
			s += fmt.Sprintf(" of polygon %d", p.Polygon+1)
		}
		return s
	}
	reason := errors.Unwrap(e)
	at := e.At
	if len(at) == 0 { // all that was given
		at = []region.Place{{}}
	}
	msg := fmt.Sprintf("%v at %s (%v, %v)", reason, place(at[0]), e.Where.X, e.Where.Y)
	switch {
	case len(at) == 2 && reason == region.ErrCrossing:
		msg = fmt.Sprintf("%v at (%v, %v), on the edges that begin at %s and %s", reason, e.Where.X, e.Where.Y, place(at[0]), place(at[1]))
	case len(at) == 2:
		msg += " and " + place(at[1])
	}
	return &shapeError{msg: msg + mends(e), err: err}
}

// mends is what --mend does about it, if anything: the rings of a polygon are taken by the
// even-odd rule, several polygons for all that any of them covers.
func mends(e *region.Error) string {
	switch {
	case errors.Is(e, region.ErrTooFewPoints):
		return "; --mend leaves out rings without an area"
	case !errors.Is(e, region.ErrNotClean):
		return ""
	case len(e.At) == 2 && e.At[0].Polygon != e.At[1].Polygon:
		return "; --mend takes polygons that overlap for all that they cover together"
	}
	return "; --mend takes such outlines by the even-odd rule"
}

// refused puts what package soa found wrong with a shape in the words of a table:
// no function's name, and points counted from 1.
func refused(noun string, err error) error {
	if err == nil {
		return nil
	}
	var e *soa.Error // which is allocated
	if !errors.As(err, &e) {
		return err
	}
	place, advice := noun, ""
	if e.Vertex >= 0 {
		place = fmt.Sprintf("point %d of %d of %s", e.Vertex+1, e.Of, noun)
	}
	msg := ""
	switch e.Reason {
	case soa.ErrNotConvex:
		msg = fmt.Sprintf("the polygon is not convex: it bends inward at point %d of %d", e.Vertex+1, e.Of)
		advice = "split it into convex parts, one row each, with the same body"
		if strings.Contains(e.Advice, "crosses") {
			msg = fmt.Sprintf("the polygon crosses itself or goes round more than once (seen at point %d of %d)", e.Vertex+1, e.Of)
			advice = "list its corners once, in order"
		}
	case soa.ErrZeroArea:
		msg, advice = noun+" needs an area: "+e.What, "what is thin is a segment or a capsule"
	case soa.ErrRange:
		msg, advice = place+" is out of range: "+e.What, e.Advice
		if about, _, found := strings.Cut(advice, ": give a position near them"); found {
			advice = about + ": give a position near them, or leave x, y and angle out if the points are where they say"
		}
	default:
		if errors.Is(e, soa.ErrZeroArea) { // the reason says more: too few vertices
			msg = "a polygon needs three distinct points, and it has " + e.What
			var n, distinct int
			if _, err := fmt.Sscanf(e.What, "%d vertices, %d of them distinct", &n, &distinct); err == nil && distinct < n {
				advice = "points nearer to each other than 1 part in 4 million of the polygon's size are one"
			}
			break
		}
		msg = place + " is " + e.Reason.Error()
		if e.What != "" {
			msg += ": " + e.What
		}
	}
	if advice != "" {
		msg += "; " + advice
	}
	return &shapeError{msg: msg, err: err}
}

// shapeError keeps the reason of package soa for errors.Is.
type shapeError struct {
	msg string
	err error
}

func (e *shapeError) Error() string { return e.msg }

func (e *shapeError) Unwrap() error { return e.err }
