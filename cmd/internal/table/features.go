// SPDX-License-Identifier: MIT

package table

import (
	"io"
	"slices"
	"strings"
)

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
	c.inner.cells, c.inner.strings = append(c.inner.cells, shape), append(c.inner.strings, false)
	if withID {
		c.inner.cells, c.inner.strings = append(c.inner.cells, id), append(c.inner.strings, c.strings[own])
	}
	return c.flat, c.inner.cells, line, nil
}
