// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
)

// recordSeparator begins each text of a sequence of GeoJSON texts (RFC 8142).
const recordSeparator = 0x1e

// GeometryName is the name of the cell that holds a feature's geometry, as GeoJSON.
const GeometryName = "geometry"

// isGeoJSON says whether a text is GeoJSON that is not one feature on each line: those are
// rows of NDJSON. The text goes on from line with rest.
func isGeoJSON(line, rest []byte) bool {
	if line[0] != '{' {
		return false
	}
	p := prefix{in: bufio.NewReader(io.MultiReader(strings.NewReader(string(line)+"\n"), strings.NewReader(string(rest))))}
	if err := p.features(); err == nil {
		return true
	}
	// A feature or a geometry of several lines.
	return p.kind == "Feature" && nestedEnd(string(line), 0) < 0 || p.coordinates && slices.Contains(geometryTypes, p.kind)
}

var geometryTypes = []string{"Point", "LineString", "Polygon", "MultiPolygon", "MultiPoint", "MultiLineString", "GeometryCollection"}

// prefix reads an object up to a member of it.
type prefix struct {
	in   *bufio.Reader
	line int
	kind string // value of the member type
	// coordinates says that there is such a member.
	coordinates bool
	crs         string // the name of a system of coordinates, as GeoJSON of 2008 has it
}

var errNoFeatures = errors.New("the object has no list of features")

// features reads up to the first element of the list of features.
func (p *prefix) features() error {
	depth, key, name := 0, true, ""
	for {
		b, err := p.in.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = errNoFeatures
			}
			return err
		}
		switch b {
		case '\n':
			p.line++
		case '{', '[':
			if b == '[' && depth == 1 && name == "features" {
				return nil
			}
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return errNoFeatures
			}
		case ':':
			key = key && depth != 1
		case ',':
			if depth == 1 {
				key, name = true, ""
			}
		case '"':
			text, err := p.text()
			if err != nil {
				return err
			}
			if depth == 1 && key {
				name = text
				p.coordinates = p.coordinates || text == "coordinates"
			} else if depth == 1 && name == "type" {
				p.kind = text
			} else if depth > 1 && name == "crs" && strings.Contains(text, ":") {
				p.crs = text
			}
		}
	}
}

// text reads the rest of a string. What is long is not what is looked for.
func (p *prefix) text() (string, error) {
	var b []byte
	for {
		c, err := p.in.ReadByte()
		if err != nil {
			return "", errNoFeatures
		}
		switch {
		case c == '"':
			return string(b), nil
		case c == '\\':
			if c, err = p.in.ReadByte(); err != nil {
				return "", errNoFeatures
			}
			fallthrough
		case len(b) < 64:
			b = append(b, c)
		}
	}
}

// begin moves to the first feature of the stream. A stream that is no collection is read
// as a sequence of features or geometries from its beginning.
func (s *splitter) begin(in *bufio.Reader) error {
	s.nested = true
	head, _ := in.Peek(sniffLen)
	probe := prefix{in: bufio.NewReader(strings.NewReader(string(head)))}
	if err := probe.features(); err != nil && (err != errNoFeatures || probe.kind != "FeatureCollection") {
		return nil
	}
	p := prefix{in: in}
	s.list = true
	err := p.features()
	s.line += p.line
	s.crs = p.crs
	return err
}

// nest finds where the last whole element of a list, or of a sequence, ends.
type nest struct {
	at, end int
	depth   int
	quoted  bool
	over    bool // the list is closed, at end
}

// find returns the length of the whole elements that text begins with, what stands
// between them included.
func (n *nest) find(text []byte) int {
	for n.at < len(text) && !n.over {
		b := text[n.at]
		n.at++
		switch {
		case n.quoted && b == '\\':
			n.at++ // may lie beyond what there is, which is where to go on
		case b == '"':
			n.quoted = !n.quoted
		case n.quoted:
		case b == '{' || b == '[':
			n.depth++
		case b == '}' || b == ']':
			if n.depth == 0 {
				n.over, n.end = true, n.at-1
				return n.end
			}
			if n.depth--; n.depth == 0 {
				n.end = n.at
			}
		}
	}
	return n.end
}

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

// What the cells of an object are.
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
	c.inner.scratch, c.inner.cells = c.inner.scratch[:0], c.inner.cells[:0]
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
	// A property of the name id is more likely to be meant than what a program numbered.
	withID := own >= 0 && !slices.Contains(c.inner.fields, "id")
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
	c.inner.cells = append(c.inner.cells, shape)
	if withID {
		c.inner.cells = append(c.inner.cells, id)
	}
	return c.flat, c.inner.cells, line, nil
}
