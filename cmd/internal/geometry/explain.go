// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// explainText says where text, which is no Well-Known Text, stops being some, and what should
// stand there; or nil if it finds nothing wrong. The geometry begins offset characters into the
// cell. However deep brackets are nested, it goes no deeper than collections may.
func explainText(text string, offset int) error {
	e := explainer{scanner: scanner{text: text}}
	e.geometry()
	if e.space(); e.what == "" && e.at < len(text) {
		e.wrong("nothing more should stand here")
	}
	switch {
	case e.deep:
		return errDeep
	case e.what == "":
		return nil
	}
	place := fmt.Sprintf("at character %d (%s)", utf8.RuneCountInString(text[:e.at])+offset+1, quote(text[e.at:]))
	if e.at == len(text) {
		place = "at its end"
	}
	return errors.New("not valid WKT " + place + ": " + e.what)
}

// explainer reads geometries by the grammar alone, and stays where it first is at a loss.
type explainer struct {
	scanner
	coordinates int    // of each point
	open        int    // brackets
	collections int    // within which it is
	deep        bool   // they are too many
	what        string // is wrong at the place where it stays
}

func (e *explainer) wrong(what string) bool {
	if e.what == "" {
		e.what = what
	}
	return false
}

// depths are the brackets within which the points of each kind stand.
var depths = [...]int{Point: 1, LineString: 1, Polygon: 2, MultiPolygon: 3, MultiPoint: 1, MultiLineString: 2}

// forms are what geometries look like, for advice.
var forms = [...]string{
	"POINT(0 0)", "LINESTRING(0 0, 4 0)", "POLYGON((0 0, 4 0, 4 4, 0 0))", "MULTIPOLYGON(((0 0, 4 0, 4 4, 0 0)))",
	"MULTIPOINT(0 0, 4 0)", "MULTILINESTRING((0 0, 4 0))", "GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(0 0, 4 0))",
}

func (e *explainer) geometry() bool {
	e.space()
	begin := e.at
	word, kind := e.word(), -1
	ring := strings.EqualFold(word, linearRing)
	if ring {
		word = kindNames[LineString]
	}
	for k, name := range kindNames {
		if strings.EqualFold(word, name) {
			kind = k
		}
	}
	if kind < 0 {
		e.at = begin
		return e.wrong("want the name of a geometry, such as POINT or POLYGON")
	}
	e.space()
	e.coordinates = 2
	before := e.at
	switch strings.ToUpper(e.word()) {
	case "":
	case "Z", "M":
		e.coordinates = 3
	case "ZM":
		e.coordinates = 4
	case "EMPTY":
		return true
	default:
		e.at = before
		return e.wrong("want an opening bracket: " + forms[kind])
	}
	if Kind(kind) == Collection {
		if e.collections++; e.collections > nested {
			e.deep = true
			return e.wrong(errDeep.Error())
		}
		ok := e.list(forms[kind], e.geometry)
		e.collections--
		return ok
	}
	begin = e.at
	if !e.nested(depths[kind], Kind(kind)) || !ring {
		return e.what == ""
	}
	if line := strings.Split(strings.Trim(e.text[begin:e.at], " \t\r\n()"), ","); !slices.Equal(numbers(line[0]), numbers(line[len(line)-1])) {
		e.at = begin
		return e.wrong("a LINEARRING is closed: its last point must repeat the first")
	}
	return true
}

// numbers are those of a point that has been read.
func numbers(point string) (list []float64) {
	for _, word := range strings.Fields(point) {
		v, _ := strconv.ParseFloat(word, 64)
		list = append(list, v)
	}
	return list
}

// nested reads points within so many brackets.
func (e *explainer) nested(depth int, kind Kind) bool {
	if depth > 1 {
		return e.list(forms[kind], func() bool { return e.nested(depth-1, kind) })
	}
	return e.list(forms[kind], func() bool {
		if kind == MultiPoint && (e.follows("(") || e.follows("EMPTY")) {
			return e.list(forms[Point], e.point)
		}
		return e.point()
	})
}

// follows reports whether the text goes on with that, in any letters.
func (e *explainer) follows(word string) bool {
	e.space()
	return len(e.text)-e.at >= len(word) && strings.EqualFold(e.text[e.at:e.at+len(word)], word)
}

// list reads elements between brackets, or EMPTY.
func (e *explainer) list(form string, element func() bool) bool {
	e.space()
	before := e.at
	if strings.EqualFold(e.word(), "EMPTY") {
		return true
	}
	e.at = before
	if !e.take('(') {
		return e.wrong("want an opening bracket: " + form)
	}
	e.open++
	for element() {
		switch {
		case e.take(','):
		case e.take(')'):
			e.open--
			return true
		case e.at == len(e.text):
			return e.unclosed()
		default:
			return e.wrong("want a comma or a closing bracket: " + form)
		}
	}
	return false
}

func (e *explainer) unclosed() bool {
	return e.wrong(count(e.open, "bracket") + " not closed; is the text cut short?")
}

// point reads as many numbers as each point has, with blanks between them.
func (e *explainer) point() bool {
	for n := 0; ; n++ {
		e.space()
		begin := e.at
		for e.at < len(e.text) && !strings.ContainsRune(" \t\r\n(),;", rune(e.text[e.at])) {
			e.at++
		}
		word := e.text[begin:e.at]
		switch {
		case word == "" && n == e.coordinates:
			return true
		case word == "" && e.at == len(e.text):
			return e.unclosed()
		case word == "" && n == 0:
			return e.wrong("want a point: numbers with a blank between them")
		case word == "":
			return e.wrong(fmt.Sprintf("the point has %s, not %d: a blank stands between x and y, and a comma between points", count(n, "number"), e.coordinates))
		case n == e.coordinates:
			e.at = begin
			return e.wrong(fmt.Sprintf("the point has more than %d numbers: a comma stands between points, and Z, M or ZM after the geometry's name if points have three or four", n))
		}
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || v-v != 0 || strings.ContainsAny(word, "_xX") { // Go's own ways to write numbers
			e.at = begin
			if errors.Is(err, strconv.ErrRange) {
				return e.wrong("the number is too large for a float64")
			}
			return e.wrong("want a number")
		}
	}
}

// count is so many things in words.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
