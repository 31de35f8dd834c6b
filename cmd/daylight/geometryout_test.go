// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/peterstace/simplefeatures/geom"

	"daylight/internal/must"
)

// eachKind has a shape of every kind.
const eachKind = `id,wkt,r
a,"POLYGON((0 0,4 0,4 4,0 4,0 0))",
b,POINT(4.5 2),1
c,"LINESTRING(1 3,3 5)",0.5
d,"POLYGON((0 -3,4 -3,2 0.5,0 -3))",0.25
`

// geometries reads the column geometry of a file of Parquet or Arrow, and what it says of it.
func geometries(t *testing.T, data string) (list [][]byte, geo, field string) {
	t.Helper()
	take := func(c *array.Binary) {
		for i := range c.Len() {
			if c.IsNull(i) {
				list = append(list, nil)
			} else {
				list = append(list, c.Value(i))
			}
		}
	}
	if strings.HasPrefix(data, "PAR1") {
		f := must.Get(file.NewParquetReader(bytes.NewReader([]byte(data))))(t)
		if v := f.MetaData().KeyValueMetadata().FindValue("geo"); v != nil {
			geo = *v
		}
		r := must.Get(pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
		table := must.Get(r.ReadTable(t.Context()))(t)
		if k := table.Schema().FieldIndices("geometry"); len(k) == 1 {
			for _, chunk := range table.Column(k[0]).Data().Chunks() {
				take(chunk.(*array.Binary))
			}
		}
		return list, geo, ""
	}
	r := must.Get(ipc.NewFileReader(bytes.NewReader([]byte(data))))(t)
	k := r.Schema().FieldIndices("geometry")
	if len(k) == 0 {
		return nil, "", ""
	}
	for i := range r.NumRecords() {
		b := must.Get(r.RecordBatch(i))(t)
		take(b.Column(k[0]).(*array.Binary))
	}
	meta, _ := r.Schema().Field(k[0]).Metadata.GetValue("ARROW:extension:metadata")
	return list, "", meta
}

// TestOutlines: the outlines of shapes of every kind, in every format that knows geometries,
// as they were given but for their arcs.
func TestOutlines(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", eachKind)
	area := map[string]float64{"a": 16, "b": math.Pi, "c": math.Sqrt(8) + math.Pi/4, "d": 7 + 0.25*(4+2*math.Hypot(2, 3.5)) + math.Pi/16}
	for _, exact := range []string{"", "--exact"} {
		run := append([]string{"collide", "in.csv"}, strings.Fields(exact)...)
		list := featuresOf(t, done(t, "", append(run, "--format", "geojson")...).out)
		if len(list) != 3 {
			t.Fatalf("%d rows", len(list))
		}
		for _, name := range []string{"o.parquet", "o.arrow"} {
			for _, what := range []string{"both", "a", "b"} {
				done(t, "", append(run, "-o", name, "--geometry-out", what)...)
				cells, _, _ := geometries(t, read(t, name))
				for i, f := range list {
					want, got := f.shapes(t), must.Get(geom.UnmarshalWKB(cells[i]))(t)
					if what == "both" {
						if both := f.shape(t); !geom.ExactEquals(got, both) {
							t.Errorf("%s, row %d: %s, want %s", name, i, got.AsText(), both.AsText())
						}
					} else if w := want[what[0]-'a']; !geom.ExactEquals(got, w) {
						t.Errorf("%s %s, row %d: %s, want %s", name, what, i, got.AsText(), w.AsText())
					}
					for k, id := range []string{"id_a", "id_b"} {
						name := f.Properties[id].(string)
						if got := want[k].Area(); !(got <= area[name]+1e-6 && got >= area[name]*0.995) {
							t.Errorf("%s%s has an area of %v, want about %v", exact, name, got, area[name])
						}
						if err := want[k].Validate(); err != nil {
							t.Errorf("%s%s: %v", exact, name, err)
						}
					}
				}
			}
		}
	}
	// Holes, several parts, and no arcs where there is no radius.
	const given = "MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0),(1 1,1 8,8 8,8 1,1 1)),((2 2,3 2,3 3,2 3,2 2)))"
	write(t, "in.csv", "id,wkt\na,\""+given+"\"\nb,POINT(0 0)\nc,\"LINESTRING(8 0,10 1)\"\n")
	list := featuresOf(t, done(t, "", "collide", "--exact", "--format", "geojson", "in.csv").out)
	if len(list) != 2 {
		t.Fatalf("%d rows", len(list))
	}
	shape, want := list[0].shapes(t)[0], must.Get(geom.UnmarshalWKT(given))(t)
	if !geom.ExactEquals(shape, want, geom.IgnoreOrder) {
		t.Errorf("got %s", shape.AsText())
	}
	for i, want := range []string{"POINT(0 0)", "LINESTRING(8 0,10 1)"} {
		if got := list[i].shapes(t)[1].AsText(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// cutKinds has shapes that are cut into convex parts, in every way there is, and some that are not.
const cutKinds = `id,wkt,points,x,y,angle,r,vx
u,"POLYGON((0 0,4 0,4 4,3 4,3 1,1 1,1 4,0 4,0 0))",,,,,,
ring,"POLYGON((-4 0,0 0,0 4,-4 4,-4 0),(-3 1,-3 3,-1 3,-1 1,-3 1))",,,,,,
two,"MULTIPOLYGON(((4 0,6 0,6 2,4 2,4 0)),((7 0,9 0,9 3,7.5 1,7 3,7 0)))",,,,,,
box,"POLYGON((4 3,5 3,5 4,4 4,4 3))",,,,,,
turned,,-2 -2;2 -2;2 2;1 2;1 -1;-2 -1,2,-1.5,0.3,,0.25
grown,"POLYGON((-4 4,0 4,0 5,-3 5,-3 8,-4 8,-4 4))",,,,,0.5,
`

// TestOutlinesOfWholes: a row of shapes that are cut into parts has the outlines of the shapes, in
// every mode and format, as exact answers have them; with --parts it has those of the parts.
func TestOutlinesOfWholes(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", cutKinds)
	features := func(args ...string) []feature {
		t.Helper()
		return featuresOf(t, done(t, "", append([]string{"collide", "-q", "--format", "geojson"}, args...)...).out)
	}
	want := map[string]geom.Geometry{}
	for _, f := range features("--exact", "in.csv") {
		for k, id := range []string{"id_a", "id_b"} {
			want[f.Properties[id].(string)] = f.shapes(t)[k]
		}
	}
	if len(want) != 6 {
		t.Fatalf("exact answers have %d shapes", len(want))
	}
	same := func(name string, got geom.Geometry) {
		t.Helper()
		if w := want[name]; name == "grown" { // made of its parts, in float32
			if w.Type() != got.Type() || math.Abs(w.Area()-got.Area()) > 1e-4 {
				t.Errorf("%s: %s, want %s", name, got.AsText(), w.AsText())
			}
		} else if !geom.ExactEquals(got, w, geom.IgnoreOrder) {
			t.Errorf("%s: %s, want %s", name, got.AsText(), w.AsText())
		}
	}
	both := func(list []feature) {
		t.Helper()
		if len(list) < 5 {
			t.Fatalf("%d rows", len(list))
		}
		for _, f := range list {
			all := f.shapes(t)
			for k, id := range []string{"id_a", "id_b"} {
				same(f.Properties[id].(string), all[k])
			}
		}
	}
	for _, mode := range []string{"contact", "overlap", "pairs", "manifold", "distance --margin 0.5", "swept"} {
		run := append(strings.Fields("--mode "+mode), "in.csv")
		rows := features(append(run, "--geometry-out", "both")...)
		both(rows)
		both(features(append(run, "--geometry-out", "both", "--join", "in.csv")...))
		for k, what := range []string{"a", "b"} {
			for _, name := range []string{"o.parquet", "o.arrow"} {
				done(t, "", append([]string{"collide", "-q", "-o", name, "--geometry-out", what}, run...)...)
				cells, _, _ := geometries(t, read(t, name))
				if len(cells) != len(rows) {
					t.Fatalf("%d geometries of %d rows", len(cells), len(rows))
				}
				for i, f := range rows {
					got := must.Get(geom.UnmarshalWKB(cells[i], geom.NoValidate{}))(t)
					same(f.Properties["id_"+what].(string), got)
					if w := f.shapes(t)[k]; !geom.ExactEquals(got, w) {
						t.Errorf("%s: %s, want %s", name, got.AsText(), w.AsText())
					}
				}
			}
		}
		for _, f := range features(append(run, "--geometry-out", "both", "--parts")...) {
			for _, part := range f.shapes(t) {
				if hull := part.ConvexHull(); !part.IsPolygon() || math.Abs(part.Area()-hull.Area()) > 1e-6 {
					t.Errorf("--mode %s --parts: %s is no convex part", mode, part.AsText())
				}
			}
		}
	}
	both(features("in.csv"))
	both(features("--mode", "overlap", "in.csv"))

	// Lines and members; bad rows leave nothing behind.
	const members = `id,wkt,r
line,"LINESTRING(0.1 0.1,4.3 0,3 3)",0
many,"MULTILINESTRING((0 0,1 2,3 4),(1 0,2 1))",0
drops,"MULTIPOINT((0 0),(1 2))",0
all,"GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,4 0,2 1,0 4,0 0)),LINESTRING(0 0,1 2))",0
bad,"GEOMETRYCOLLECTION(POLYGON((0 0,4 0,2 1,0 4,0 0)),POLYGON((0 0,1 1,1 0,0 1,0 0)))",0
crossed,"POLYGON((0 0,1 2,3 3,0 1,4 0,0 0))",0
last,"POLYGON((0 0,4 0,2 1,0 4,0 0))",0
`
	write(t, "in.csv", members)
	clear(want)
	for _, line := range strings.Split(strings.TrimSpace(members), "\n")[1:] {
		cells := strings.Split(line, "\"")
		name := strings.TrimSuffix(cells[0], ",")
		if name == "bad" || name == "crossed" {
			continue
		}
		g := must.Get(geom.UnmarshalWKT(cells[1]))(t)
		want[name] = g
	}
	both(features("--skip-bad", "in.csv"))
}

// TestCRS: a coordinate system is passed on from every input that names it to every output that
// can.
func TestCRS(t *testing.T) {
	t.Chdir(t.TempDir())
	const json25832 = `{"type":"ProjectedCRS","name":"ETRS89 / UTM zone 32N","id":{"authority":"EPSG","code":25832}}`
	// First a GeoParquet file: what the program writes of a table that it is told of.
	geoParquet := func(name, crs string) {
		write(t, "in.csv", eachKind)
		done(t, "", "collide", "-q", "--geometry-out", "a", "-o", "o.parquet", "in.csv")
		f := must.Get(file.NewParquetReader(bytes.NewReader([]byte(read(t, "o.parquet")))))(t)
		r := must.Get(pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
		table := must.Get(r.ReadTable(t.Context()))(t)
		var out bytes.Buffer
		w := must.Get(pqarrow.NewFileWriter(table.Schema(), &out, nil, pqarrow.DefaultWriterProps()))(t)
		must.Do(t, w.WriteTable(table, 100))
		must.Do(t, w.AppendKeyValueMetadata("geo", `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":[]`+crs+`}}}`))
		must.Do(t, w.Close())
		write(t, name, out.String())
	}
	geoParquet("utm.parquet", `,"crs":`+json25832)
	geoParquet("degrees.parquet", "")
	geoParquet("unknown.parquet", `,"crs":null`)
	write(t, "utm.geojson", `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features":[`+
		`{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[0,0]}},{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[1,0]}}]}`)
	write(t, "srid.csv", "wkt,r\nSRID=25832;POINT(0 0),1\nPOINT(1 0),1\n")
	const urn = `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features"`
	for _, c := range []struct{ in, json, geo, arrow string }{
		{"utm.parquet", urn, `"crs":` + json25832, `{"crs":` + json25832 + `}`},
		{"degrees.parquet", `{"type":"FeatureCollection","features"`, `"geometry":{"encoding":"WKB","geometry_types":["GeometryCollection"]}`, `{"crs":"OGC:CRS84","crs_type":"authority_code"}`},
		{"unknown.parquet", `{"type":"FeatureCollection","features"`, "", ""},
		{"utm.geojson", urn, `"crs":null`, `{"crs":"EPSG:25832","crs_type":"authority_code"}`},
		{"srid.csv", urn, `"crs":null`, `{"crs":"EPSG:25832","crs_type":"authority_code"}`},
	} {
		run := []string{"collide", "--rename", "id_a=_,id_b=_", c.in}
		if !strings.HasSuffix(c.in, "parquet") {
			run = []string{"collide", "--rename", "r=r", c.in}
		}
		if got := done(t, "", append(run, "--format", "geojson")...).out; !strings.Contains(got, c.json) {
			t.Errorf("%s: GeoJSON is %.200s", c.in, got)
		}
		r := done(t, "", append(run, "-o", "out.parquet")...)
		cells, geo, _ := geometries(t, read(t, "out.parquet"))
		if (c.geo == "") != (geo == "") || !strings.Contains(geo, c.geo) || (c.geo != "") != (len(cells) > 0) {
			t.Errorf("%s: GeoParquet says %s", c.in, geo)
		}
		if lost := strings.Contains(c.geo, "null"); strings.Contains(r.stderr, "by PROJJSON alone") != lost {
			t.Errorf("%s: a system that is lost: %v, %s", c.in, lost, r.stderr)
		}
		done(t, "", append(run, "-o", "out.arrow")...)
		if _, _, field := geometries(t, read(t, "out.arrow")); !strings.Contains(field, c.arrow) {
			t.Errorf("%s: GeoArrow says %s", c.in, field)
		}
	}
	if r := done(t, "", "collide", "-q", "utm.geojson", "utm.parquet", "--rename", "id_a=_,id_b=_,r=r"); r.out == "" {
		t.Error("no rows")
	}
}
