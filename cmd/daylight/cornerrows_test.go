// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// TestCornerRows: a table with a row for each corner gives the same answer as a table of polygons,
// in every format, no matter which rows end a block or a row group.
func TestCornerRows(t *testing.T) {
	t.Chdir(t.TempDir())
	var corners, polygons strings.Builder
	var objects strings.Builder
	corners.WriteString("id,x,y\n")
	polygons.WriteString("id,points\n")
	for k := range 3000 {
		var points []string
		for _, p := range [][2]int{{0, 0}, {5, 0}, {6, 3}, {0, 4}}[:3+k%2] {
			x, y := float64(4*(k%50)+p[0])+0.25, float64(3*(k/50)+p[1])
			fmt.Fprintf(&corners, "%d,%v,%v\n", k, x, y)
			fmt.Fprintf(&objects, "{\"id\":%d,\"x\":%v,\"y\":\"%v\"}\n", k, x, y)
			points = append(points, fmt.Sprint(x, " ", y))
		}
		fmt.Fprintf(&polygons, "%d,%s\n", k, strings.Join(points, ";"))
	}
	write(t, "polygons.csv", polygons.String())
	write(t, "corners.csv", corners.String())
	write(t, "corners.ndjson", objects.String())
	all := record(t, corners.String())
	write(t, "corners.parquet", parquetOf(t, all, 500))
	write(t, "corners.arrow", arrowOf(t, all))
	want := done(t, "", "collide", "-q", "polygons.csv").out
	for _, name := range []string{"corners.csv", "corners.ndjson", "corners.parquet", "corners.arrow"} {
		if got := done(t, "", "collide", "-q", "--rename", "x=vertex_x,y=vertex_y", name).out; got != want || strings.Count(want, "\n") < 3000 {
			t.Errorf("%s: got %d bytes, want %d", name, len(got), len(want))
		}
	}
}

// TestCornersTold: what is wrong with a corner is told with its polygon, and columns of a table of
// corners can be kept.
func TestCornersTold(t *testing.T) {
	t.Chdir(t.TempDir())
	const head, square = "cell_id,vertex_x,vertex_y,note\n", "a,0,0,n\na,4,0,\na,4,4,\na,0,4,\n"
	write(t, "good.csv", head+square+"b,3,3,m\nb,7,3,\nb,7,7,\n")
	if r := done(t, "", "collide", "-q", "--keep", "cell_id,note", "good.csv"); !strings.HasSuffix(r.out, ",b,a,m,n\n") && !strings.HasSuffix(r.out, ",a,b,n,m\n") {
		t.Errorf("got %s", r.out)
	}
	for text, want := range map[string]string{
		head + square + "b,3,3,\nb,x,3,\nb,7,7,\n":                              `in.csv:6: id "b": column vertex_x: corner 2: "x" is not a number`,
		head + square + "b,3,3,\nb,,3,\nb,7,7,\n":                               `in.csv:6: id "b": column vertex_x: corner 2: the cell is empty`,
		head + square + "b,3,3,\nb,7,7,\n":                                      `in.csv:6: id "b": a polygon needs three distinct points`,
		head + "b,3,3,\nb,7,3,\nb,7,7,\n" + square + "b,3,4,\nb,4,4,\nb,4,5,\n": `in.csv:9: id "b" is in world "0" already, from in.csv:2; the corners of a polygon must stand in rows that follow each other`,
		head + square + "b,3,3\n":                                               `in.csv:6: the row has 3 cells`,
		"vertex_x,vertex_y\n1,1\n":                                              "needs a column id or cell_id",
		`{"vertex_x":1,"vertex_y":1}`:                                           "needs a column id or cell_id",
		`{"id":1,"vertex_x":1,"vertex_y":1}` + "\n" + `{"vertex_x":1}`:          "",
	} {
		write(t, "in.csv", text)
		if r := call(t, "", "collide", "-q", "in.csv"); r.code != exitBad || !strings.Contains(r.stderr, want) {
			t.Errorf("%q: exit %d: %s, want %s", text, r.code, r.stderr, want)
		}
	}
	// Bad rows are left out with their whole polygon, which may stand in several places: that
	// cannot be.
	again := "b,3,3,\nb,7,3,\nb,7,7,\n"
	for _, text := range []string{
		head + again + square + again,
		head + again + square + "b,x,3,\n",
		head + "b,3,3,\nb,7,3,\n" + square + again,
		head + "b,3,x,\n" + square + "b,3,3,\n",
	} {
		write(t, "in.csv", text)
		r := call(t, "", "collide", "--skip-bad", "in.csv")
		if r.code != exitBad || !strings.Contains(r.stderr, `id "b" comes again`) || !strings.Contains(r.stderr, "sort the table by its ids") {
			t.Errorf("%q: exit %d: %s%s", text, r.code, r.out, r.stderr)
		}
	}
	write(t, "worlds.csv", "id,world,vertex_x,vertex_y\n"+strings.ReplaceAll("b,w,3,3\nb,w,7,3\nb,w,7,x\n", "w", "1")+"b,2,3,3\nb,2,7,3\nb,2,7,7\n")
	if r := done(t, "", "collide", "--skip-bad", "worlds.csv", "worlds.csv"); !strings.Contains(r.stderr, "left out 3 bad of 4 polygons") {
		t.Error(r.stderr)
	}
	// A bad polygon is left out, wherever a block ends: each thousandth has a corner that is none,
	// or that has another note.
	var text strings.Builder
	text.WriteString(head)
	for k := range 30000 {
		y, note := "1", "a"
		switch k % 1000 {
		case 999:
			y = "bad"
		case k / 1000 * 30: // also the last polygon of a block, or the first
			note = "b"
		}
		fmt.Fprintf(&text, "%[1]d,%[2]d,0,a\n%[1]d,%[3]d,0,\n%[1]d,%[2]d,%[4]s,%[5]s\n", k, 2*k, 2*k+2, y, note)
	}
	write(t, "many.csv", text.String())
	r := done(t, "", "collide", "--skip-bad", "many.csv")
	if n := strings.Count(r.out, "\n"); !strings.Contains(r.stderr, "left out 30 bad of 30000 polygons") || n != 29941 {
		t.Errorf("%d lines; %s", n, r.stderr)
	}
	r = done(t, "", "collide", "--skip-bad", "--keep", "note", "many.csv")
	if !strings.Contains(r.stderr, "left out 60 bad of 30000 polygons") || strings.Contains(r.out, ",b") {
		t.Error(r.stderr)
	}
}

// TestGeoArrowBox: a column of GeoArrow boxes gives the same answer as a column of polygons.
func TestGeoArrowBox(t *testing.T) {
	t.Chdir(t.TempDir())
	var sides []arrow.Field
	for _, name := range []string{"xmin", "ymin", "xmax", "ymax"} {
		sides = append(sides, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64})
	}
	box := arrow.StructOf(sides...)
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int32},
		{Name: "area", Type: box, Nullable: true, Metadata: arrow.NewMetadata([]string{"ARROW:extension:name", "ARROW:extension:metadata"}, []string{"geoarrow.box", `{"crs":"EPSG:25832"}`})},
	}, nil)
	rows := func(boxes ...[4]float64) string {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for k, v := range boxes {
			b.Field(0).(*array.Int32Builder).Append(int32(k))
			s := b.Field(1).(*array.StructBuilder)
			if v == [4]float64{} {
				s.AppendNull()
				continue
			}
			s.Append(true)
			for i := range v {
				s.FieldBuilder(i).(*array.Float64Builder).Append(v[i])
			}
		}
		return arrowOf(t, b.NewRecordBatch())
	}
	write(t, "boxes.arrow", rows([4]float64{0, 0, 4, 4}, [4]float64{3, 1, 7, 3}, [4]float64{}, [4]float64{7, 3, 8, 8}))
	r := done(t, "", "collide", "boxes.arrow")
	if r.out != "world,id_a,id_b,depth,nx,ny\n0,0,1,1,1,0\n0,1,3,0,1,0\n" && r.out != "world,id_a,id_b,depth,nx,ny\n0,0,1,1,1,0\n0,1,3,0,0,1\n" {
		t.Errorf("got %s", r.out)
	}
	if !strings.Contains(r.stderr, "left out 1 feature without a geometry (empty or null)") {
		t.Errorf("got %s", r.stderr)
	}
	write(t, "bad.arrow", rows([4]float64{3, 0, 2, 4}))
	if r := call(t, "", "collide", "-q", "bad.arrow"); r.code != exitBad || !strings.Contains(r.stderr, "xmax and ymax of the box, 2 and 4, are less than xmin and ymin, 3 and 0") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}
