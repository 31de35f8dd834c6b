// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/decimal"
	"daylight/soa"
)

// ReadText reads Well-Known Text, in front of which may stand SRID=number; as PostGIS
// writes it. Words are in any case. What it does not understand at a glance it leaves to a
// library, and with it the words about what is wrong.
func (g *Geometry) ReadText(text string) error {
	srid, rest, err := cutSRID(text)
	if err != nil {
		return err
	}
	g.Reset()
	t := scanner{text: rest}
	if !t.geometry(g) {
		g.Reset()
		err = g.slowText(rest, len([]rune(text))-len([]rune(rest)))
	}
	g.SRID = srid
	return err
}

// cutSRID takes the number of a coordinate system off the front of a text.
func cutSRID(text string) (srid int, rest string, err error) {
	if len(text) < 5 || !strings.EqualFold(text[:5], "SRID=") {
		return 0, text, nil
	}
	number, rest, found := strings.Cut(text[5:], ";")
	srid, err = strconv.Atoi(strings.TrimSpace(number))
	if !found || err != nil {
		return 0, text, errors.New("after SRID= a whole number and a semicolon must stand: " + quote(text))
	}
	return srid, strings.TrimLeft(rest, " \t\r\n"), nil
}

// geometry reads all of the text. It is not ok where it is at a loss.
func (t *scanner) geometry(g *Geometry) (ok bool) {
	word := t.word()
	known := false
	for k, name := range kindNames[:MultiPolygon+1] {
		if len(word) == len(name) && strings.EqualFold(word, name) {
			g.Kind, known = Kind(k), true
		}
	}
	if !known {
		return false
	}
	coordinates := 2
	t.space()
	if more := t.word(); more != "" {
		switch strings.ToUpper(more) {
		case "Z", "M":
			coordinates = 3
		case "ZM":
			coordinates = 4
		default:
			return false
		}
	}
	switch g.Kind {
	case Point:
		ok = t.take('(') && t.point(g, coordinates) && t.take(')')
	case LineString:
		ok = t.points(g, coordinates)
	case Polygon:
		ok = t.rings(g, coordinates)
	case MultiPolygon:
		if !t.take('(') {
			return false
		}
		for {
			if !t.rings(g, coordinates) {
				return false
			}
			g.Parts = append(g.Parts, len(g.Rings))
			if t.take(',') {
				continue
			}
			ok = t.take(')')
			break
		}
	}
	t.space()
	return ok && t.at == len(t.text)
}

func (t *scanner) rings(g *Geometry, coordinates int) bool {
	if !t.take('(') {
		return false
	}
	for {
		begin := len(g.Points)
		if !t.points(g, coordinates) {
			return false
		}
		if g.CloseRing(begin) != nil {
			return false // the library says what else is wrong, if anything is
		}
		if !t.take(',') {
			break
		}
	}
	return t.take(')')
}

func (t *scanner) points(g *Geometry, coordinates int) bool {
	if !t.take('(') {
		return false
	}
	t.space()
	first, begin := len(g.Points), t.at
	if !t.point(g, coordinates) {
		return false
	}
	head := t.text[begin:t.at]
	for t.take(',') {
		t.space()
		// The point that closes a ring is mostly the text of the first once more.
		if end := t.at + len(head); end < len(t.text) && t.text[end] == ')' && t.text[t.at:end] == head {
			g.Points, t.at = append(g.Points, g.Points[first]), end+1
			return true
		}
		if !t.point(g, coordinates) {
			return false
		}
	}
	return t.take(')')
}

func (t *scanner) point(g *Geometry, coordinates int) bool {
	var p soa.Point
	var ok bool
	if p.X, ok = t.number(); !ok {
		return false
	}
	if p.Y, ok = t.number(); !ok {
		return false
	}
	for range coordinates - 2 {
		if _, ok = t.number(); !ok {
			return false
		}
	}
	g.Points = append(g.Points, p)
	return true
}

// number reads a number as the library does: it has another opinion than JSON of none of
// those that are accepted here, of 007, .5, 5. and +5.
func (t *scanner) number() (v float64, ok bool) {
	t.space()
	if v, t.at, ok = decimal.Scan(t.text, t.at); !ok || t.at == len(t.text) {
		return v, ok
	}
	switch c := t.text[t.at]; c { // the text may go on in a way that Scan has no eye for
	case ' ', ',', ')', '\t', '\n', '\r':
		return v, true
	}
	return 0, false
}

var closed = regexp.MustCompile("(?i)" + linearRing)

// slowText reads text by the library. It begins offset characters into the cell, for messages.
func (g *Geometry) slowText(text string, offset int) error {
	words := len(text)
	if i := strings.IndexByte(text, '('); i >= 0 {
		words = i
	}
	tag := strings.ToUpper(text[:words]) // the numbers stay as they are for messages
	text = tag + text[words:]
	line := closed.ReplaceAllString(text, kindNames[LineString]) // which the library knows
	if i := strings.IndexAny(tag, "( \t\r\n"); i >= 0 {
		tag = tag[:i]
	}
	known := false
	for k, name := range kindNames {
		if tag == name || tag == linearRing && Kind(k) == LineString {
			g.Kind, known = Kind(k), true
		}
	}
	if !known {
		return unknown(quote(tag))
	}
	// The library calls itself for each collection within another, without end, and takes numbers
	// that only Go has, and 1.5.5 for two: it gets what is Well-Known Text for certain.
	if err := explainText(text, offset); err != nil {
		return err
	}
	is, err := geom.UnmarshalWKT(line, geom.NoValidate{})
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "strconv.ParseFloat: parsing ", ""))
	}
	if err := g.take(is); err != nil {
		return err
	}
	return g.Finite()
}
