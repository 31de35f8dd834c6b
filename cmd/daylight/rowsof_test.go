// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
	"daylight/region"
)

// rowsIn are the rows of a table in any format, its header first if it has one, in one order.
func rowsIn(t *testing.T, data string, format output.Format) (rows []string) {
	t.Helper()
	switch format {
	case output.Parquet, output.Arrow:
		for _, row := range columnsOf(t, []byte(data), format == output.Parquet) {
			rows = append(rows, strings.Join(row, ","))
		}
	case output.GeoJSON:
		var list struct{ Features []json.RawMessage }
		must.Do(t, json.Unmarshal([]byte(data), &list))
		for _, f := range list.Features {
			rows = append(rows, string(f))
		}
	default:
		rows = slices.Collect(strings.Lines(data)) // none of NDJSON without rows
	}
	return rows
}

// sortedLines is a text with its lines in order.
func sortedLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// quarters are the four tiles about a point.
func quarters(x, y float64) []region.Box {
	inf := math.Inf(1)
	return []region.Box{{MinX: -inf, MinY: -inf, MaxX: x, MaxY: y}, {MinX: x, MinY: -inf, MaxX: inf, MaxY: y}, {MinX: -inf, MinY: y, MaxX: x, MaxY: inf}, {MinX: x, MinY: y, MaxX: inf, MaxY: inf}}
}

// feature is one of GeoJSON. Its geometry need not be valid: parts that are grown overlap.
type feature struct {
	Properties map[string]any
	Geometry   json.RawMessage
}

func featuresOf(t *testing.T, data string) []feature {
	t.Helper()
	var list struct{ Features []feature }
	must.Do(t, json.Unmarshal([]byte(data), &list))
	return list.Features
}

// shape is the geometry of a feature, or one of its two if it is a collection of them.
func (f *feature) shape(t *testing.T) geom.Geometry {
	t.Helper()
	return must.Get(geom.UnmarshalGeoJSON(f.Geometry, geom.NoValidate{}))(t)
}

func (f *feature) shapes(t *testing.T) [2]geom.Geometry {
	t.Helper()
	all := f.shape(t).MustAsGeometryCollection()
	return [2]geom.Geometry{all.GeometryN(0), all.GeometryN(1)}
}
