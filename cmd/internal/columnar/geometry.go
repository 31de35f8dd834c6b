// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/geometry"
)

// geo takes what GeoParquet says of a file's geometries: which column is the first of them,
// and in which system of coordinates it is.
func (r *Reader) geo() {
	text := ""
	for _, m := range r.parquet.KeyValueMetadata {
		if m.Key == "geo" {
			text = m.Value
		}
	}
	if text == "" {
		return
	}
	var geo struct {
		Primary string `json:"primary_column"`
		Columns map[string]struct {
			Encoding string          `json:"encoding"`
			Types    []string        `json:"geometry_types"`
			CRS      json.RawMessage `json:"crs"`
			Covering struct {
				BBox struct {
					XMin []string `json:"xmin"`
					YMin []string `json:"ymin"`
					XMax []string `json:"xmax"`
					YMax []string `json:"ymax"`
				} `json:"bbox"`
			} `json:"covering"`
		} `json:"columns"`
	}
	if err := json.Unmarshal([]byte(text), &geo); err != nil {
		fail("its description of geometries is no JSON: %w", err)
	}
	of, known := geo.Columns[geo.Primary]
	if !known {
		return
	}
	r.Geometry = geo.Primary
	r.Points = len(of.Types) > 0 && !slices.ContainsFunc(of.Types, func(t string) bool { return t != "Point" && t != "Point Z" })
	cover := of.Covering.BBox
	r.covering = [4][]string{cover.XMin, cover.YMin, cover.XMax, cover.YMax}
	// The format's default is longitudes and latitudes.
	if r.CRS = geometry.FromName(geometry.Longitudes); len(of.CRS) > 0 {
		r.CRS = geometry.FromJSON(string(of.CRS))
	}
	for name := range geo.Columns {
		if name != geo.Primary {
			r.Others = append(r.Others, name)
		}
	}
	slices.Sort(r.Others)
}

// extensions takes the geometries from the fields of Arrow that are of types of GeoArrow.
func (r *Reader) extensions() {
	for _, f := range r.arrow.schema {
		r.Names = append(r.Names, f.name)
		switch {
		case !strings.HasPrefix(f.extension, "geoarrow."):
		case r.Geometry == "":
			r.Geometry, r.CRS = f.name, crsOf(f.metadata)
		case f.name != r.Geometry:
			r.Others = append(r.Others, f.name)
		}
	}
}

// crsOf takes the system of coordinates from the metadata of a column of GeoArrow. One that
// is neither PROJJSON nor the name of an authority's is left alone.
func crsOf(text string) geometry.CRS {
	var meta struct {
		CRS json.RawMessage `json:"crs"`
	}
	if json.Unmarshal([]byte(text), &meta) != nil || len(meta.CRS) == 0 {
		return geometry.CRS{}
	}
	var code string
	if json.Unmarshal(meta.CRS, &code) == nil { // such as EPSG:25832
		crs, _ := geometry.ParseCRS(code) // which may be WKT
		return crs
	}
	return geometry.FromJSON(string(meta.CRS))
}

var errNested = errors.New("the column holds no geometries: want text, WKB, or points, lines and polygons as lists of x and y")

// geometry reads a geometry that is stored as points, or as lists of them.
func (a *vector) geometry(i int, g *geometry.Geometry) error {
	g.Reset()
	depth := 0
	for b := a; b.form == lists && b.width == 0; b = b.fields[0] {
		depth++
	}
	if depth > int(geometry.MultiPolygon) {
		return errNested
	}
	g.Kind = geometry.Kind(depth)
	if err := a.nested(g, i, depth); err != nil {
		return err
	}
	if len(g.Points) == 0 {
		return fmt.Errorf("the %v %w", g.Kind, geometry.ErrEmpty)
	}
	return g.Finite()
}

// nested reads element i of lists in lists.
func (a *vector) nested(g *geometry.Geometry, i, depth int) error {
	if a.missing(i) {
		return errors.New("a part of the geometry is null")
	}
	if depth == 0 && a.form == structs && slices.Contains(a.names, "xmin") {
		return a.box(g, i)
	}
	if depth == 0 {
		return a.coordinates(g, i)
	}
	begin := len(g.Points)
	from, to := a.span(i)
	for k := from; k < to; k++ {
		if err := a.fields[0].nested(g, k, depth-1); err != nil {
			return err
		}
		if depth == 3 {
			g.Parts = append(g.Parts, len(g.Rings))
		}
	}
	// A ring is a list of points in a list.
	if depth == 1 && g.Kind >= geometry.Polygon {
		return g.CloseRing(begin)
	}
	return nil
}

// coordinates reads a point: a structure of x and y, in whichever order, or a list of fixed length.
func (a *vector) coordinates(g *geometry.Geometry, i int) error {
	var v [2]*vector
	at := [2]int{i, i}
	switch {
	case a.form == structs:
		for k, name := range []string{"x", "y"} {
			i := slices.Index(a.names, name)
			if i < 0 {
				return errNested
			}
			v[k] = a.fields[i]
		}
	case a.form == lists && a.width >= 2:
		v = [2]*vector{a.fields[0], a.fields[0]}
		at[0], _ = a.span(i)
		at[1] = at[0] + 1
	default:
		return errNested
	}
	var p [2]float64
	for k, f := range v {
		if err := f.coordinate(&p[k], at[k]); err != nil {
			return err
		}
	}
	g.Add(p[0], p[1])
	return nil
}

// coordinate reads one coordinate.
func (a *vector) coordinate(to *float64, i int) error {
	if a.form != numbers || a.ids != NoType || a.width != 8 || a.spell != nil {
		return errNested
	}
	if a.missing(i) {
		return errors.New("a coordinate is null")
	}
	*to = a.number(i)
	return nil
}

// box reads a box of GeoArrow as a polygon.
func (a *vector) box(g *geometry.Geometry, i int) error {
	var b [4]float64
	for k, name := range []string{"xmin", "ymin", "xmax", "ymax"} {
		at := slices.Index(a.names, name)
		if at < 0 {
			return errNested
		}
		if err := a.fields[at].coordinate(&b[k], i); err != nil {
			return err
		}
	}
	if b[2] < b[0] || b[3] < b[1] {
		return fmt.Errorf("xmax and ymax of the box, %v and %v, are less than xmin and ymin, %v and %v", b[2], b[3], b[0], b[1])
	}
	g.Kind = geometry.Polygon
	g.Add(b[0], b[1])
	g.Add(b[2], b[1])
	g.Add(b[2], b[3])
	g.Add(b[0], b[3])
	g.Rings = append(g.Rings, 4)
	return nil
}
