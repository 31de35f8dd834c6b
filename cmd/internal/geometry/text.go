// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"daylight/cmd/internal/decimal"
	"daylight/soa"
)

// ReadText reads Well-Known Text. SRID=number; may stand in front, as PostGIS writes it. Words are
// in any case. An error says where the text stops being Well-Known Text, and what should stand
// there.
func (g *Geometry) ReadText(text string) error {
	g.Reset()
	srid, rest, err := cutSRID(text)
	if err != nil {
		return err
	}
	g.SRID = srid
	t := reader{scanner: scanner{text: rest}}
	t.space()
	name := t.name()
	ring, known := kindOf(name, g)
	if !known {
		return unknown(quote(strings.ToUpper(name)))
	}
	if t.content(g, ring); t.what == "" && !t.ended() {
		t.wrong("nothing more should stand here")
	}
	switch {
	case t.err == errDeep:
		return errDeep
	case t.what != "":
		place := "at its end"
		if t.at < len(t.text) {
			begin := utf8.RuneCountInString(text) - utf8.RuneCountInString(t.text[t.at:])
			place = fmt.Sprintf("at character %d (%s)", begin+1, quote(t.text[t.at:]))
		}
		return errors.New("not valid WKT " + place + ": " + t.what)
	case t.err == nil && (t.empty || g.Members != nil):
		return g.Finite()
	}
	return t.err
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

// forms are what geometries look like, for advice.
var forms = [...]string{
	"POINT(0 0)", "LINESTRING(0 0, 4 0)", "POLYGON((0 0, 4 0, 4 4, 0 0))", "MULTIPOLYGON(((0 0, 4 0, 4 4, 0 0)))",
	"MULTIPOINT(0 0, 4 0)", "MULTILINESTRING((0 0, 4 0))", "GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(0 0, 4 0))",
}

// reader reads geometries, and stays where it first is at a loss.
type reader struct {
	scanner
	coordinates int    // of each point
	open        int    // brackets
	collections int    // within which it is
	empty       bool   // something is
	what        string // is wrong at the place where it stays
	err         error  // what is wrong with a geometry that is written well, or too deep
}

// wrong says what is wrong, unless that is known.
func (t *reader) wrong(what string) {
	if t.what == "" {
		t.what = what
	}
}

// name takes what stands before a bracket or a blank.
func (t *reader) name() string {
	begin := t.at
	for t.word(); t.at < len(t.text) && t.text[t.at] != '(' && !blank(t.text[t.at]); {
		t.at++
	}
	return t.text[begin:t.at]
}

// content reads a geometry behind its name, which may be LINEARRING.
func (t *reader) content(g *Geometry, ring bool) {
	form := forms[g.Kind]
	t.space()
	t.coordinates = 2
	begin := t.at
	switch strings.ToUpper(t.word()) {
	case "":
	case "Z", "M":
		t.coordinates = 3
	case "ZM":
		t.coordinates = 4
	case "EMPTY":
		t.empty = true
		return
	default:
		t.at = begin
		t.wrong("want an opening bracket: " + form)
		return
	}
	begin = t.at
	switch g.Kind {
	case Point, LineString:
		switch t.points(g, form); {
		case t.what != "":
		case g.Kind == Point && len(g.Points) > 1:
			t.at = begin
			t.wrong("a POINT has one point")
		case ring && len(g.Points) > 0 && g.Points[0] != g.Points[len(g.Points)-1]:
			t.at = begin
			t.wrong("a LINEARRING is closed: its last point must repeat the first")
		}
	case Polygon:
		t.rings(g, form)
	case MultiPolygon:
		for more := t.begin(form); more; more = t.more(form) {
			t.rings(g, form)
			g.Parts = append(g.Parts, len(g.Rings))
		}
	default:
		t.members(g, form)
	}
}

// members reads the members of a geometry. It goes no deeper than collections may.
func (t *reader) members(g *Geometry, form string) {
	if g.Kind == Collection {
		if t.collections++; t.collections > nested {
			t.err = errDeep
			t.wrong(errDeep.Error())
			return
		}
		defer func() { t.collections-- }()
	}
	for more := t.begin(form); more; more = t.more(form) {
		var m Geometry
		switch t.space(); {
		case g.Kind == MultiLineString:
			m.Kind = LineString
			t.points(&m, form)
		case g.Kind == Collection:
			begin := t.at
			if ring, known := kindOf(t.name(), &m); known {
				t.content(&m, ring)
			} else {
				t.at = begin
				t.wrong("want the name of a geometry, such as POINT or POLYGON")
			}
		case t.at < len(t.text) && (t.text[t.at] == '(' || t.text[t.at]|0x20 == 'e'): // EMPTY
			t.content(&m, false)
		default:
			t.point(&m)
		}
		g.member(&m)
	}
}

// begin takes the bracket that begins a list, and reports whether one does, and not EMPTY.
func (t *reader) begin(form string) bool {
	if t.take('(') {
		t.open++
		return true
	}
	begin := t.at
	if t.empty = strings.EqualFold(t.word(), "EMPTY"); !t.empty {
		t.at = begin
		t.wrong("want an opening bracket: " + form)
	}
	return false
}

// more reports whether a list goes on behind an element.
func (t *reader) more(form string) bool {
	switch {
	case t.what != "":
	case t.take(','):
		return true
	case t.take(')'):
		t.open--
	case t.at == len(t.text):
		t.unclosed()
	default:
		t.wrong("want a comma or a closing bracket: " + form)
	}
	return false
}

func (t *reader) unclosed() {
	t.wrong(count(t.open, "bracket") + " not closed; is the text cut short?")
}

func (t *reader) rings(g *Geometry, form string) {
	for more := t.begin(form); more; more = t.more(form) {
		begin := len(g.Points)
		t.points(g, form)
		if err := g.CloseRing(begin); t.err == nil {
			t.err = err
		}
	}
}

func (t *reader) points(g *Geometry, form string) {
	first, head := len(g.Points), ""
	for more := t.begin(form); more; more = t.what == "" && t.take(',') || t.more(form) {
		t.space()
		begin := t.at
		// The point that closes a ring is mostly the text of the first once more.
		if end := begin + len(head); head != "" && end < len(t.text) && t.text[end] == ')' && t.text[begin:end] == head {
			g.Points, t.at = append(g.Points, g.Points[first]), end
			continue
		}
		if t.point(g); head == "" {
			head = t.text[begin:t.at]
		}
	}
}

// point reads as many numbers as each point has, with blanks between them.
func (t *reader) point(g *Geometry) {
	if x, end, ok := decimal.Scan(t.text, t.at); ok && t.coordinates == 2 && end < len(t.text) && t.text[end] == ' ' {
		if y, end, ok := decimal.Scan(t.text, end+1); ok && end < len(t.text) && (t.text[end] == ',' || t.text[end] == ')') {
			g.Points, t.at = append(g.Points, soa.Point{X: x, Y: y}), end
			return // as most are written
		}
	}
	p := soa.Point{X: t.coordinate(0), Y: t.coordinate(1)}
	for n := 2; n < t.coordinates; n++ {
		t.coordinate(n)
	}
	g.Points = append(g.Points, p)
	if t.at < len(t.text) && t.text[t.at] != ',' && t.text[t.at] != ')' && !t.ended() && !ends(t.text[t.at]) {
		t.wrong(fmt.Sprintf("the point has more than %d numbers: a comma stands between points, and Z, M or ZM after the geometry's name if points have three or four", t.coordinates))
	}
}

// coordinate reads number n of a point.
func (t *reader) coordinate(n int) float64 {
	t.space()
	v, end, ok := decimal.Scan(t.text, t.at)
	if !ok || end < len(t.text) && !ends(t.text[end]) {
		v, end = t.number(n)
	}
	t.at = end
	return v
}

// ends reports whether a sign ends a number.
func ends(sign byte) bool {
	return sign == ',' || sign == ')' || blank(sign) || sign == '(' || sign == ';'
}

// number reads number n of a point that is not written as JSON has it, or says what is wrong, and
// stays there.
func (t *reader) number(n int) (v float64, end int) {
	for end = t.at; end < len(t.text) && !ends(t.text[end]); {
		end++
	}
	word := t.text[t.at:end]
	v, err := strconv.ParseFloat(word, 64)
	switch {
	case word == "" && end == len(t.text):
		t.unclosed()
	case word == "" && n == 0:
		t.wrong("want a point: numbers with a blank between them")
	case word == "":
		t.wrong(fmt.Sprintf("the point has %s, not %d: a blank stands between x and y, and a comma between points", count(n, "number"), t.coordinates))
	case errors.Is(err, strconv.ErrRange):
		t.wrong("the number is too large for a float64")
	case err != nil || v-v != 0 || strings.ContainsAny(word, "_xX"): // Go's own ways to write numbers
		t.wrong("want a number")
	default:
		return v, end
	}
	return 0, t.at
}

// count is so many things in words.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// scanner reads text sign by sign and word by word.
type scanner struct {
	text string
	at   int
}

func blank(sign byte) bool { return sign == ' ' || sign-'\t' <= 1 || sign == '\r' }

func (t *scanner) space() {
	for t.at < len(t.text) && blank(t.text[t.at]) {
		t.at++
	}
}

// ended reports whether nothing but blanks is left.
func (t *scanner) ended() bool {
	t.space()
	return t.at == len(t.text)
}

func (t *scanner) word() string {
	begin := t.at
	for t.at < len(t.text) && t.text[t.at]|0x20-'a' < 26 {
		t.at++
	}
	return t.text[begin:t.at]
}

// take takes a sign, if it is the next.
func (t *scanner) take(sign byte) bool {
	t.space()
	if t.at == len(t.text) || t.text[t.at] != sign {
		return false
	}
	t.at++
	return true
}
