// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/table"
)

// wktKinds are the geometry types that may become a shape. Others are refused by
// name before they are parsed, so that nested collections cost nothing.
var wktKinds = []string{"POINT", "LINESTRING", "POLYGON", "MULTIPOLYGON"}

// looksLikeWKT says whether text begins as a geometry does, as far as its first comma.
func looksLikeWKT(text string) bool {
	tag, _, found := strings.Cut(strings.ToUpper(text), "(")
	tag, _, _ = strings.Cut(strings.TrimSpace(tag), " ") // without Z or M
	return found && slices.Contains(wktKinds, tag)
}

// parseWKT reads a Well-Known Text geometry: a point, the two ends of a line, or the
// outline of a polygon, the closing vertex dropped. Z and M are left out. It appends
// to dst.
func parseWKT(cell string, dst []point) (kind string, _ []point, err error) {
	// Words are read in any case; the numbers stay as they are for messages.
	words := len(cell)
	if i := strings.IndexByte(cell, '('); i >= 0 {
		words = i
	}
	tag := strings.ToUpper(cell[:words])
	text := tag + cell[words:]
	if i := strings.IndexAny(tag, "( \t\r\n"); i >= 0 {
		tag = tag[:i]
	}
	known := false
	for _, k := range wktKinds {
		known = known || tag == k
	}
	switch {
	case strings.HasPrefix(tag, "SRID="):
		return "", dst, fmt.Errorf("this is EWKT: take the %s off", table.Quote(strings.SplitN(cell, ";", 2)[0]+";"))
	case !known:
		return "", dst, fmt.Errorf("%s is not a geometry that can be a shape: want POINT, LINESTRING of two points, or POLYGON", table.Quote(tag))
	}
	g, err := geom.UnmarshalWKT(text, geom.NoValidate{})
	if err != nil {
		return "", dst, errors.New(strings.ReplaceAll(err.Error(), "strconv.ParseFloat: parsing ", ""))
	}
	if g.IsEmpty() {
		return "", dst, fmt.Errorf("the %s is empty", tag)
	}
	switch tag {
	case "POINT":
		c, _ := g.MustAsPoint().Coordinates()
		return tag, append(dst, point{X: c.X, Y: c.Y}), nil
	case "LINESTRING":
		seq := g.MustAsLineString().Coordinates()
		if n := seq.Length(); n != 2 {
			return "", dst, fmt.Errorf("a line of %d points is no convex shape: give each of its segments a row of its own", n)
		}
		return tag, sequence(dst, seq, 2), nil
	case "MULTIPOLYGON":
		m := g.MustAsMultiPolygon()
		if n := m.NumPolygons(); n != 1 {
			return "", dst, fmt.Errorf("a multipolygon of %d parts is no convex shape: give each part a row of its own, with the same body", n)
		}
		dst, err = outline(dst, m.PolygonN(0))
	default:
		dst, err = outline(dst, g.MustAsPolygon())
	}
	return "POLYGON", dst, err
}

func outline(dst []point, p geom.Polygon) ([]point, error) {
	if n := p.NumInteriorRings(); n > 0 {
		return dst, fmt.Errorf("the polygon has %s: a shape with a hole is not convex", plural(n, "hole"))
	}
	seq := p.ExteriorRing().Coordinates()
	n := seq.Length()
	if n < 4 || seq.GetXY(0) != seq.GetXY(n-1) {
		return dst, fmt.Errorf("the polygon's ring is not closed: its last point must repeat the first")
	}
	return sequence(dst, seq, n-1), nil
}

func sequence(dst []point, seq geom.Sequence, n int) []point {
	for i := range n {
		c := seq.GetXY(i)
		dst = append(dst, point{X: c.X, Y: c.Y})
	}
	return dst
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
