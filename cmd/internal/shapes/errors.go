// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
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

// fatal ends reading at a line of the table at hand.
func (l *Loader) fatal(line int, msg string, err error) *table.Error {
	return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: msg, Fatal: true, Err: err}
}

// unlessSkipped counts a row of the current table that failed with err. It returns an error if
// reading must stop. One bad row does not stop it: the loader first looks for more, see faults.
func (l *Loader) unlessSkipped(err error) error {
	var e *table.Error
	if l.number(err); !errors.As(err, &e) || e.Fatal {
		return err
	}
	if l.set.faults.noun = "row"; l.Corners {
		l.set.faults.noun = polygon
	}
	l.set.faults.add(e)
	if !l.c.SkipBad {
		return l.set.faults.enough(l.set.Rows)
	}
	l.set.Skipped++
	if l.c.Bad != nil {
		l.c.Bad(e)
	}
	return nil
}

// refused reports whether a bad row makes the loader refuse the current table. If so, the loader
// reads on only to find more bad rows.
func (l *Loader) refused() bool { return !l.c.SkipBad && l.set.faults.rows > 0 }

// passBy counts rows whose shapes are outside of the box or tile.
func (l *Loader) passBy(rows int) {
	l.set.Rows += rows
	l.set.Outside += rows
}

// refuse handles a row that made no shape.
func (l *Loader) refuse(f *failure) error {
	if f.outside > 0 {
		l.passBy(f.outside)
		return nil
	}
	if f.nowhere != "" {
		n := l.nowhere[f.nowhere]
		if n == nil {
			n = &nowhere{first: fmt.Sprintf(":%d", f.line)}
			if l.features {
				n.first += fmt.Sprintf(": feature %d", l.set.Rows-l.first+1)
			}
			l.nowhere[f.nowhere] = n
		}
		n.n++
		l.set.Nowhere++
		l.set.Rows++
		return nil
	}
	var bad *table.Error
	if l.partial() && errors.As(f.err, &bad) && bad.ID != "" {
		if err := l.unbroken(cmp.Or(f.world, DefaultWorld), bad.ID, bad.Line); err != nil {
			return err
		}
	}
	err := l.unlessSkipped(f.err)
	l.set.Rows++
	if _, known := l.bad[f.world]; f.world != "" && err == nil && (known || l.roomForLost(f.world)) {
		l.bad[f.world]++
	}
	return err
}

// partial reports whether leaving out a bad row could leave a part of a polygon.
func (l *Loader) partial() bool { return l.Corners && l.c.SkipBad }

// unbroken returns a fatal error if the table has named that polygon before. It is called if one of
// the two may be left out, so that a part of the polygon would stay.
func (l *Loader) unbroken(world, id string, line int) error {
	name := [2]string{world, id}
	if l.polygons[name] {
		return l.fatal(line, "id "+table.Quote(id)+" comes again, so that --skip-bad could leave a part of a polygon"+scattered(l.set.named), nil)
	}
	bytes := nameBytes + int64(len(world)+len(id))
	if err := l.c.Memory.Reserve(bytes); err != nil {
		return l.fatal(line, "no memory for the names of polygons", err)
	}
	l.polygons[name] = true
	l.polygonBytes += bytes
	return nil
}

// mostLost is the greatest number of worlds in Loader.bad. lostBytes is the memory of a world
// there, beside its name.
const (
	mostLost  = 1 << 16
	lostBytes = 100
)

// roomForLost reserves memory for one more world in Loader.bad, which may take a sixteenth of the
// memory that is left.
func (l *Loader) roomForLost(world string) bool {
	bytes, room := lostBytes+int64(len(world)), l.c.Memory.Left()+l.lostBytes
	if len(l.bad) >= mostLost || l.lostBytes+bytes > room/16 || l.c.Memory.Reserve(bytes) != nil {
		return false
	}
	l.lostBytes += bytes
	return true
}

// number tells which feature of a collection is to blame, if the table at hand is one.
func (l *Loader) number(err error) {
	var e *table.Error
	if l.features && errors.As(err, &e) && !e.Fatal {
		e.Feature = l.set.Rows - l.first + 1
	}
}

func (l *Loader) twice(label string, world uint32, line int, from string) *table.Error {
	msg := fmt.Sprintf("id %s is in world %s already, from %s", table.Quote(label), table.Quote(l.common.names[world]), from)
	if l.Corners {
		msg += scattered(l.set.named)
	} else if c := l.c.Names.Moment(); c != "" && !l.set.named {
		msg += fmt.Sprintf("; there is a column %s: --rename %s=world makes a world of each %s", c, c, c)
	}
	if c := l.c.Names.IDColumn(); c != "" && !l.Corners && !l.c.SkipBad && !strings.Contains(msg, "--rename") {
		kept := c
		if c == schema.ID.String() {
			kept = strings.ToUpper(c)
		}
		msg += fmt.Sprintf("; --rename %s=_ names rows by their numbers, and --keep %s carries the ids along", c, kept)
	}
	return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: msg, Err: errors.New(msg)}
}
