// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/format"

	"daylight/cmd/internal/geometry"
)

// geo takes what GeoParquet says of a file's geometries: which column is the first of them,
// and in which system of coordinates it is.
func (r *Reader) geo() {
	k := slices.IndexFunc(r.parquet.KeyValueMetadata, func(m format.KeyValue) bool { return m.Key == "geo" && m.Value != "" })
	if k < 0 {
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
	if err := json.Unmarshal([]byte(r.parquet.KeyValueMetadata[k].Value), &geo); err != nil {
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
func crsOf(text string) (crs geometry.CRS) {
	var meta struct {
		CRS json.RawMessage `json:"crs"`
	}
	var code string
	if json.Unmarshal([]byte(text), &meta) != nil || len(meta.CRS) == 0 {
		return crs
	}
	if json.Unmarshal(meta.CRS, &code) != nil {
		return geometry.FromJSON(string(meta.CRS))
	}
	crs, _ = geometry.ParseCRS(code) // such as EPSG:25832; it may be WKT
	return crs
}

var errNested = errors.New("the column holds no geometries: want text, WKB, or points, lines and polygons as lists of x and y")

// geometry reads a geometry that is stored as points, or as lists of them.
func (a *vector) geometry(i int, g *geometry.Geometry) error {
	g.Reset()
	depth := 0
	for b := a; b.kind == arrowList; b = b.fields[0] {
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

// geometrySize is the size of geometry i in bytes.
func (a *vector) geometrySize(i int) int {
	if a.isText() {
		return len(a.bytes(i))
	}
	from, to := i, i+1
	for ; a.kind == arrowList; a = a.fields[0] {
		from, to = int(a.starts[from]), int(a.starts[to])
	}
	return 16 * (to - from)
}

// nested reads element i of lists in lists.
func (a *vector) nested(g *geometry.Geometry, i, depth int) error {
	switch {
	case a.missing(i):
		return errors.New("a part of the geometry is null")
	case depth == 0 && slices.Contains(a.names, "xmin"):
		return a.box(g, i)
	case depth == 0:
		p, err := a.numbers(i, "x", "y")
		g.Add(p[0], p[1])
		return err
	}
	begin := len(g.Points)
	for k := a.starts[i]; k < a.starts[i+1]; k++ {
		if err := a.fields[0].nested(g, int(k), depth-1); err != nil {
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

// numbers reads coordinates: the fields of a structure with these names, or the first elements of a
// list of fixed length.
func (a *vector) numbers(i int, names ...string) (p [4]float64, err error) {
	for k, name := range names {
		f, at := a, slices.Index(a.names, name)
		switch {
		case at >= 0:
			f, at = a.fields[at], i
		case a.kind == arrowFixedList && a.width >= len(names):
			f, at = a.fields[0], int(a.starts[i])+k
		default:
			return p, errNested
		}
		switch {
		case f.kind != arrowFloat:
			return p, errNested
		case f.missing(at):
			return p, errors.New("a coordinate is null")
		}
		p[k] = f.number(at)
	}
	return p, nil
}

// box reads a box of GeoArrow as a polygon.
func (a *vector) box(g *geometry.Geometry, i int) error {
	p, err := a.numbers(i, "xmin", "ymin", "xmax", "ymax")
	switch {
	case err != nil:
		return err
	case p[2] < p[0] || p[3] < p[1]:
		return fmt.Errorf("xmax and ymax of the box, %v and %v, are less than xmin and ymin, %v and %v", p[2], p[3], p[0], p[1])
	}
	g.Kind = geometry.Polygon
	g.Add(p[0], p[1])
	g.Add(p[2], p[1])
	g.Add(p[2], p[3])
	g.Add(p[0], p[3])
	g.Rings = append(g.Rings, 4)
	return nil
}
