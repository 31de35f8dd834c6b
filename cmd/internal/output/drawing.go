// SPDX-License-Identifier: MIT

package output

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
)

// Drawing is what geometry the rows of a table have, in formats that know geometries.
type Drawing string

// The drawings. Points are those where shapes meet, of modes that find them.
const (
	NoDrawing Drawing = "none"
	Points    Drawing = "points"
	ShapeA    Drawing = "a"
	ShapeB    Drawing = "b"
	Both      Drawing = "both"
)

// Drawings lists the drawings.
var Drawings = []Drawing{Points, Both, ShapeA, ShapeB, NoDrawing}

// ParseDrawing finds a drawing by name.
func ParseDrawing(name string) (Drawing, error) {
	if d := Drawing(strings.ToLower(name)); slices.Contains(Drawings, d) {
		return d, nil
	}
	return "", fmt.Errorf("%q is not a geometry of a row: want points, both, a, b or none", name)
}

// Pairs are contacts of which it is known which shapes they are of.
type Pairs interface {
	Drawn
	// Pair gives the shapes of row i, each by its place in the set it is from.
	Pair(i int) (a, b int)
	// Parts gives which parts of them the row is about, 0 for whole shapes.
	Parts(i int) (a, b uint32)
}

// Drawn are contacts whose shapes have outlines.
type Drawn interface {
	Contacts
	// Outlines gives the outlines of the shapes of contact i that are asked for.
	Outlines(i int, a, b bool) (geom.Geometry, geom.Geometry)
}

// ErrNoOutlines says that there is nothing that could be drawn.
var ErrNoOutlines = errors.New("these rows have no outlines")

// drawer makes the geometries of rows. It is used by any number of goroutines.
type drawer struct {
	what   Drawing
	at     places
	shapes Drawn
}

func newDrawer(c Contacts, what Drawing) (d *drawer, err error) {
	d = &drawer{what: what}
	switch what {
	case NoDrawing, "":
		d.what = NoDrawing
		return d, nil
	case Points:
		d.at, err = placesOf(c.Columns())
		return d, err
	}
	var ok bool
	if d.shapes, ok = c.(Drawn); !ok {
		return nil, ErrNoOutlines
	}
	return d, nil
}

// outlines is the geometry of row i where it is not Points.
func (d *drawer) outlines(i int) geom.Geometry {
	a, b := d.shapes.Outlines(i, d.what != ShapeB, d.what != ShapeA)
	switch d.what {
	case ShapeA:
		return a
	case ShapeB:
		return b
	}
	return geom.NewGeometryCollection([]geom.Geometry{a, b}).AsGeometry()
}

// json appends the geometry of row i, which has such values.
func (d *drawer) json(dst []byte, values []Value, i int) []byte {
	switch d.what {
	case NoDrawing:
		return append(dst, "null"...)
	case Points:
		return d.at.append(dst, values)
	}
	text, err := d.outlines(i).MarshalJSON()
	if err != nil { // not for coordinates that are finite
		return append(dst, "null"...)
	}
	return append(dst, text...)
}

// binary appends the geometry of row i as Well-Known Binary, or nothing if it has none.
func (d *drawer) binary(dst []byte, values []Value, i int) []byte {
	if d.what != Points {
		return d.outlines(i).AppendWKB(dst)
	}
	pts := d.at.coordinates(values)
	switch {
	case len(pts) == 0:
		return dst
	case len(pts) == 1:
		return geom.NewPoint(geom.Coordinates{XY: pts[0]}).AppendWKB(dst)
	case d.at.line:
		return geom.NewLineString(geom.NewSequence([]float64{pts[0].X, pts[0].Y, pts[1].X, pts[1].Y}, geom.DimXY)).AppendWKB(dst)
	}
	list := make([]geom.Point, len(pts))
	for k, p := range pts {
		list[k] = geom.NewPoint(geom.Coordinates{XY: p})
	}
	return geom.NewMultiPoint(list).AppendWKB(dst)
}

// types are the names of the geometries that rows may have, for GeoParquet; none stands for
// any.
func (d *drawer) types() []string {
	switch {
	case d.what == Both:
		return []string{"GeometryCollection"}
	case d.what != Points:
		return []string{}
	case d.at.line:
		return []string{"LineString", "Point"}
	case len(d.at.x) > 1:
		return []string{"MultiPoint", "Point"}
	}
	return []string{"Point"}
}

// geometryName is the column of geometries.
const geometryName = "geometry"

// field is the column of geometries, in GeoArrow's manner.
func (d *drawer) field(crs geometry.CRS) columnar.Field {
	meta := "{}"
	if crs.JSON != "" {
		meta = `{"crs":` + crs.JSON + `}`
	} else if authority, code, ok := strings.Cut(strings.TrimPrefix(crs.Name, "urn:ogc:def:crs:"), "::"); ok {
		meta = `{"crs":"` + authority + ":" + code + `","crs_type":"authority_code"}`
	}
	return columnar.Field{Name: geometryName, Type: columnar.Binary, Nullable: true,
		Meta: [][2]string{{"ARROW:extension:name", "geoarrow.wkb"}, {"ARROW:extension:metadata", meta}}}
}

// geoParquet is what a file of GeoParquet says of its geometries. It names systems of
// coordinates by PROJJSON alone; null is one that is not known.
func (d *drawer) geoParquet(crs geometry.CRS) string {
	column := map[string]any{"encoding": "WKB", "geometry_types": d.types()}
	switch {
	case crs.JSON != "":
		column["crs"] = json.RawMessage(crs.JSON)
	case crs.Name != geometry.Longitudes:
		column["crs"] = nil
	}
	text, _ := json.Marshal(map[string]any{"version": "1.1.0", "primary_column": geometryName, "columns": map[string]any{geometryName: column}})
	return string(text)
}

// Named reports whether a format can name a system of coordinates.
func Named(format Format, crs geometry.CRS) bool {
	switch format {
	case GeoJSON:
		return crs.Name != ""
	case Parquet:
		return crs.JSON != "" || crs.Name == geometry.Longitudes
	}
	return format == Arrow
}
