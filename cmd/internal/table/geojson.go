// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// documents walks over a stream of GeoJSON: documents one after the other, each a feature, a
// geometry or a collection. The elements of the list of a collection are rows. documents overwrites
// the rest of a collection with blanks, so that only the elements are left, in their places.
type documents struct {
	at     int // how far the text at hand has been looked at
	end    int // of the last whole element, or of what stands behind a list
	depth  int // of brackets
	quoted bool

	// State of the current document:
	begin       int    // its place
	list, tail  bool   // within its list of features or geometries, and behind it
	of          string // the name of that list
	key         bool   // a name follows, and no value
	string      int    // where the last name or text of a member begins
	name, kind  string // the name of the member at hand, and the value of the member type
	lists       int    // how many members have the name of a list
	coordinates bool   // a member is
	shell       []byte // a collection without its features

	// first ends the walk where the list of the first document begins, or else where it ends.
	first bool
	// systems are the members crs of all collections, as JSON, which are empty where there is none.
	systems []string
}

// lists maps the name of each list whose elements are rows to the type of its collection.
var lists = map[string]string{"features": "FeatureCollection", "geometries": "GeometryCollection"}

// isGeoJSON says whether a text is GeoJSON that is not one feature on each line: those are
// rows of NDJSON. The text goes on from line with rest.
func isGeoJSON(line, rest []byte) bool {
	if line[0] != '{' {
		return false
	}
	d := documents{first: true}
	if d.walk(slices.Concat(line, []byte("\n"), rest)) != nil || d.list {
		return true
	}
	// A feature or a geometry of several lines.
	return d.kind == "Feature" && nestedEnd(string(line), 0) < 0 || d.coordinates && slices.Contains(geometryTypes, d.kind)
}

// walk looks at what has been added to the text since it was called before. An error is about the
// byte before at.
func (d *documents) walk(text []byte) *Error {
	for d.at < len(text) {
		b := text[d.at]
		d.at++
		switch {
		case d.quoted && b == '\\':
			d.at++ // may lie beyond what there is, which is where to go on
		case b == '"':
			if d.quoted = !d.quoted; d.depth == 1 {
				d.text(text)
			}
		case d.quoted:
		case b == '{' || b == '[':
			if d.open(text, b) {
				return nil
			}
		case b == '}' || b == ']':
			if d.depth--; d.depth > 2 || d.depth == 2 && !d.list {
				continue
			}
			if err := d.close(text, b); err != nil || d.first && d.depth == 0 {
				return err
			}
		case d.depth == 0 && b == ',':
			return &Error{Msg: "a feature must stand here, and the text goes on with ','", Fatal: true}
		case d.depth != 1:
		case b == ':':
			d.key = false
		case b == ',':
			if d.key, d.name = true, ""; d.tail {
				if d.pass(text, d.end); len(d.shell) > MaxRow {
					return &Error{Msg: "what a collection has beside its features is longer than 64 MiB", Fatal: true}
				}
			}
		}
	}
	return nil
}

// open takes a bracket that begins a document, its list of features or something within them, and
// reports whether it is the first list, if that is all that is looked for.
func (d *documents) open(text []byte, b byte) bool {
	if d.depth == 0 {
		*d = documents{at: d.at, end: d.end, begin: d.at - 1, key: b == '{', shell: d.shell[:0], first: d.first, systems: d.systems}
	}
	if d.depth == 1 && b == '[' && lists[d.name] != "" && d.lists == 1 && (d.kind == "" || d.kind == lists[d.name]) {
		if d.list, d.of = true, d.name; d.first {
			return true
		}
		d.pass(text, d.begin)
	}
	d.depth++
	return false
}

// text takes a quote that begins or ends the name or the text of a member.
func (d *documents) text(text []byte) {
	if d.quoted {
		d.string = d.at - 1
		return
	}
	s := ""
	switch value := text[d.string:d.at]; {
	case len(value) > 64: // none that is looked for
	case bytes.IndexByte(value, '\\') < 0:
		s = string(value[1 : len(value)-1])
	case json.Unmarshal(value, &s) != nil:
		s = ""
	}
	if d.key {
		d.name = s
		d.coordinates = d.coordinates || s == "coordinates"
		if lists[s] != "" {
			d.lists++
		}
	} else if d.name == "type" {
		d.kind = s
	}
}

// pass moves what has been looked at since from to the shell.
func (d *documents) pass(text []byte, from int) {
	d.shell = append(d.shell, text[from:d.at]...)
	for i, b := range text[from:d.at] {
		if b != '\n' {
			text[from+i] = ' '
		}
	}
	d.end = d.at
}

// close takes a bracket that ends an element, the list or the document.
func (d *documents) close(text []byte, b byte) *Error {
	switch {
	case d.list && d.depth == 2:
		d.end = d.at
	case d.list:
		d.list, d.tail, d.name = false, true, ""
		d.pass(text, d.at-1)
	case d.depth > 0:
	case d.depth < 0:
		return &Error{Msg: fmt.Sprintf("a feature must stand here, and the text goes on with %q", b), Fatal: true}
	case d.lists > 1 && (d.tail || d.kind == "FeatureCollection"):
		return &Error{Msg: "the collection has more than one list of " + cmp.Or(d.of, "features"), Fatal: true}
	case d.tail:
		d.tail = false
		d.pass(text, d.end)
		return d.collection()
	case d.kind == "FeatureCollection":
		return &Error{Msg: "the object has no list of features", Fatal: true}
	default:
		d.end = d.at
	}
	return nil
}

// collection looks at a collection without its features.
func (d *documents) collection() *Error {
	var c struct {
		CRS json.RawMessage `json:"crs"`
	}
	switch err := json.Unmarshal(d.shell, &c); {
	case err != nil:
		return &Error{Msg: fmt.Sprintf("not valid JSON: the collection without its features has %v", err), Fatal: true, Err: err}
	case d.kind != "" && d.kind != lists[d.of]:
		return &Error{Msg: fmt.Sprintf("an object with a list of %s is a %s, and this one is a %s", d.of, lists[d.of], Quote(d.kind)), Fatal: true}
	}
	if !slices.Contains(d.systems, string(c.CRS)) {
		d.systems = append(d.systems, string(c.CRS))
	}
	return nil
}

// cut makes the text at hand begin at end.
func (d *documents) cut() {
	d.at, d.begin, d.string, d.end = d.at-d.end, d.begin-d.end, d.string-d.end, 0
}

// recordSeparator begins each text of a sequence of GeoJSON texts (RFC 8142).
const recordSeparator = 0x1e

// GeometryName is the name of the cell that holds a feature's geometry, as GeoJSON.
const GeometryName = "geometry"

var geometryTypes = []string{"Point", "LineString", "Polygon", "MultiPolygon", "MultiPoint", "MultiLineString", "GeometryCollection"}

// element reads the next feature or geometry.
func (c *Rows) element() (names, cells []string, line int, err error) {
	for c.at < len(c.text) {
		switch b := c.text[c.at]; b {
		case '\n':
			c.line++
			fallthrough
		case ' ', '\t', '\r', ',', recordSeparator:
			c.at++
			continue
		}
		break
	}
	if c.at == len(c.text) {
		if c.end != nil {
			return nil, nil, c.line, c.end
		}
		return nil, nil, c.line, io.EOF
	}
	line = c.line
	rest := c.text[c.at:]
	end := -1
	if rest[0] == '{' {
		end = nestedEnd(rest, 0)
	}
	if end < 0 {
		switch {
		case rest[0] == '{' && c.end != nil:
			return nil, nil, line, c.end
		case rest[0] != '{':
			return nil, nil, line, &Error{Msg: "a feature must stand here, and the text goes on with " + Quote(rest[:1]), Fatal: true}
		}
		return nil, nil, line, &Error{Msg: "not valid GeoJSON: a bracket or a quote is not closed", Fatal: true}
	}
	text := rest[:end]
	c.at += end
	c.line += strings.Count(text, "\n")
	if err := c.all(text); err != nil {
		return nil, nil, line, err
	}
	names, cells, line, err = c.feature(text, line)
	if err == nil && c.shown == objectCells {
		err = &Error{Msg: "the object is neither a feature nor a geometry of GeoJSON"}
	}
	return names, cells, line, err
}

// The sources of an object's cells.
const (
	objectCells   = iota // its members
	featureCells         // the properties of a feature, its geometry and its id
	geometryCells        // the object itself, which is a geometry
)

// feature makes cells of the object that text is, whose members have been read: of a
// feature its properties, its geometry and its id, of a geometry the text.
func (c *Rows) feature(text string, line int) (names, cells []string, _ int, err error) {
	before := c.shown
	kind := slices.Index(c.fields, "type")
	switch {
	case kind >= 0 && c.cells[kind] == "Feature":
		c.shown = featureCells
	case kind >= 0 && slices.Contains(geometryTypes, c.cells[kind]) && (slices.Contains(c.fields, "coordinates") || slices.Contains(c.fields, "geometries")):
		c.shown = geometryCells
		c.same = before == geometryCells
		c.flat, c.cells = append(c.flat[:0], GeometryName), append(c.cells[:0], text)
		return c.flat, c.cells, line, nil
	default:
		c.shown = objectCells
		c.same = c.same && before == objectCells
		return c.fields, c.cells, line, nil
	}
	shape, id, own := "", "", -1
	if c.inner == nil {
		c.inner = &Rows{format: NDJSON}
	}
	c.inner.cells, c.inner.strings = c.inner.cells[:0], c.inner.strings[:0]
	same := c.same && before == featureCells
	found := false
	for k, name := range c.fields {
		cell := c.cells[k]
		switch name {
		case "geometry":
			shape = cell
		case "id":
			id, own = cell, k
		case "properties":
			if cell == "" {
				continue // null
			}
			if cell[0] != '{' {
				return nil, nil, line, &Error{Column: name, Msg: "the properties of a feature are an object"}
			}
			twice, _ := c.inner.members(cell)
			if twice > 0 {
				return nil, nil, line, &Error{Column: c.inner.fields[twice], Msg: "the feature has this property twice"}
			}
			same, found = same && c.inner.same, true
		}
	}
	if !found {
		same = same && len(c.inner.fields) == 0
		c.inner.fields = c.inner.fields[:0]
	}
	// A property named id is more likely to be intended than a number that a program gave.
	withID := own >= 0 && !c.inner.identified(id, c.strings[own])
	clash := slices.Index(c.inner.fields, GeometryName)
	if clash >= 0 {
		return nil, nil, line, &Error{Column: GeometryName, Msg: "a property of the feature has the name of its geometry"}
	}
	if !same {
		c.flat = append(append(c.flat[:0], c.inner.fields...), GeometryName)
		if withID {
			c.flat = append(c.flat, "id")
		}
	}
	c.same = same
	c.inner.cells, c.inner.strings = append(c.inner.cells, shape), append(c.inner.strings, false)
	if withID {
		c.inner.cells, c.inner.strings = append(c.inner.cells, id), append(c.inner.strings, c.strings[own])
	}
	return c.flat, c.inner.cells, line, nil
}

// identified reports whether an object has a member id. If the member is null, it gets the given
// id, which may be a string.
func (c *Rows) identified(id string, isString bool) bool {
	k := slices.Index(c.fields, "id")
	if k >= 0 && c.cells[k] == "" && !c.strings[k] {
		c.cells[k], c.strings[k] = id, isString
	}
	return k >= 0
}
