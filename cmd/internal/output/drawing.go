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

// Drawn is a table of pairs of shapes, which have outlines.
type Drawn interface {
	Table
	// Outlines returns the outlines of shapes a and b of row i, if they are asked for.
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

func newDrawer(t Table, what Drawing) (d *drawer, err error) {
	d = &drawer{what: what}
	switch what {
	case NoDrawing, "":
		d.what = NoDrawing
		return d, nil
	case Points:
		var names []string
		for _, f := range t.Fields() {
			names = append(names, f.Name)
		}
		d.at, err = placesOf(names)
		return d, err
	}
	var ok bool
	if d.shapes, ok = t.(Drawn); !ok {
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

// json appends the geometry of row i of r.
func (d *drawer) json(dst []byte, r *rows, i int) []byte {
	switch d.what {
	case NoDrawing:
		return append(dst, "null"...)
	case Points:
		return d.at.append(dst, r.cells, i)
	}
	text, err := d.outlines(r.from + i).MarshalJSON()
	if err != nil { // not for coordinates that are finite
		return append(dst, "null"...)
	}
	return append(dst, text...)
}

// fill appends the geometries of rows from to to-1 of a table to the last column. The other columns
// already have these rows, as their last ones.
func (d *drawer) fill(cells []columnar.Cells, from, to int) {
	if d.what == NoDrawing {
		return
	}
	last := &cells[len(cells)-1]
	var wkb []byte
	for i := from; i < to; i++ {
		if d.what == Points {
			wkb = d.at.binary(wkb[:0], cells, last.Len())
		} else {
			wkb = d.outlines(i).AppendWKB(wkb[:0])
		}
		if len(wkb) == 0 {
			last.Null()
		} else {
			columnar.AppendText(last, wkb)
		}
	}
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

// ErrUndrawn is the error of a geometry that is asked of a format without any.
var ErrUndrawn = errors.New("goes with the formats geojson, parquet and arrow")

// Draws finds what geometry the rows of a table have, if they have such columns: the one that is
// asked for, or else, if that is empty, what fits, which may depend on the system of coordinates
// that the tables name.
func Draws(asked Drawing, format Format, columns []string) (func(geometry.CRS) Drawing, error) {
	always := func(d Drawing) func(geometry.CRS) Drawing { return func(geometry.CRS) Drawing { return d } }
	if format != GeoJSON && format != Parquet && format != Arrow {
		if asked != "" {
			return nil, fmt.Errorf("%w, not %s", ErrUndrawn, format)
		}
		return always(NoDrawing), nil
	}
	placed := Placed(columns)
	switch {
	case asked == Points && placed != nil:
		return nil, placed
	case asked != "":
		return always(asked), nil
	}
	best := Both
	if placed == nil {
		best = Points
	}
	if format == GeoJSON {
		return always(best), nil
	}
	return func(crs geometry.CRS) Drawing {
		if crs.Known() && !crs.Implied {
			return best
		}
		return NoDrawing
	}, nil
}

// Outlined reports whether rows may have outlines, in some system of coordinates.
func Outlined(draw func(geometry.CRS) Drawing) bool {
	switch draw(geometry.CRS{Name: geometry.Longitudes}) { // the system with most to draw
	case ShapeA, ShapeB, Both:
		return true
	}
	return false
}

// ErrNoPlace says that contacts have no places that GeoJSON could show.
var ErrNoPlace = errors.New("the contacts have no places: points are of modes manifold, distance, whose closest points are joined, and area, whose centres they are")

// Placed says whether contacts with such columns have places.
func Placed(columns []string) error {
	_, err := placesOf(columns)
	return err
}

// places are where among the values of a contact its points are.
type places struct {
	x, y []int
	line bool // they are the ends of a line
}

func placesOf(columns []string) (p places, err error) {
	for _, names := range [][2]string{{"x1", "y1"}, {"x2", "y2"}, {"ax", "ay"}, {"bx", "by"}, {"x", "y"}} {
		x, y := slices.Index(columns, names[0]), slices.Index(columns, names[1])
		if x >= 0 && y >= 0 {
			p.x, p.y = append(p.x, x), append(p.y, y)
			p.line = p.line || names[0] == "ax"
		}
	}
	if len(p.x) == 0 {
		return p, ErrNoPlace
	}
	return p, nil
}

// at gives the points of row i, two at most.
func (p *places) at(cells []columnar.Cells, i int) (pts [2]geom.XY, n int) {
	for k := range p.x {
		if x, y := &cells[p.x[k]], &cells[p.y[k]]; !x.IsNull(i) && !y.IsNull(i) {
			pts[n] = geom.XY{X: x.Number(i), Y: y.Number(i)}
			n++
		}
	}
	return pts, n
}

// append appends the geometry of row i as GeoJSON.
func (p *places) append(dst []byte, cells []columnar.Cells, i int) []byte {
	pts, n := p.at(cells, i)
	open, end := `{"type":"MultiPoint","coordinates":[`, "]}"
	switch {
	case n == 0:
		return append(dst, "null"...)
	case n == 1:
		open, end = `{"type":"Point","coordinates":`, "}"
	case p.line:
		open = `{"type":"LineString","coordinates":[`
	}
	dst = append(dst, open...)
	for k, q := range pts[:n] {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = appendFloat(append(dst, '['), q.X, 64)
		dst = append(appendFloat(append(dst, ','), q.Y, 64), ']')
	}
	return append(dst, end...)
}

// binary appends the geometry of row i as Well-Known Binary, or nothing if it has none.
func (p *places) binary(dst []byte, cells []columnar.Cells, i int) []byte {
	pts, n := p.at(cells, i)
	switch {
	case n == 0:
		return dst
	case n == 1:
		return geom.NewPoint(geom.Coordinates{XY: pts[0]}).AppendWKB(dst)
	case p.line:
		return geom.NewLineString(geom.NewSequence([]float64{pts[0].X, pts[0].Y, pts[1].X, pts[1].Y}, geom.DimXY)).AppendWKB(dst)
	}
	return geom.NewMultiPoint([]geom.Point{geom.NewPoint(geom.Coordinates{XY: pts[0]}), geom.NewPoint(geom.Coordinates{XY: pts[1]})}).AppendWKB(dst)
}
