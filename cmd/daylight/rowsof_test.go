// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
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

// saysOfItself is what a part of Parquet or Arrow says which plan and shard it is of.
func saysOfItself(t *testing.T, data string, format output.Format) (plan, shard string) {
	t.Helper()
	if format == output.Parquet {
		f := must.Get(file.NewParquetReader(strings.NewReader(data)))(t)
		meta := f.MetaData().KeyValueMetadata()
		if p, s := meta.FindValue("daylight:plan"), meta.FindValue("daylight:shard"); p != nil && s != nil {
			return *p, *s
		}
		return "", ""
	}
	r := must.Get(ipc.NewFileReader(bytes.NewReader([]byte(data))))(t)
	meta := r.Schema().Metadata()
	plan, _ = meta.GetValue("daylight:plan")
	shard, _ = meta.GetValue("daylight:shard")
	return plan, shard
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
