// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"daylight/cmd/internal/table"
	"daylight/internal/testenv"
)

// longRows writes tables of one row that is long, in every notation and format, and returns their
// names and the flags that they need. The outline has n corners; ids and notes are as long as its
// text.
func longRows(t *testing.T, dir string, n int) (names []string) {
	t.Helper()
	put := func(name, text string) {
		write(t, filepath.Join(dir, name), text)
		names = append(names, name)
	}
	number := func(name string) arrow.Field { return arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64} }
	var wkt, geojson, points, corners []byte
	wkb := binary.LittleEndian.AppendUint32([]byte{1, 3, 0, 0, 0, 1, 0, 0, 0}, uint32(n+1))
	nested := array.NewListBuilder(memory.DefaultAllocator, arrow.ListOf(arrow.StructOf(number("x"), number("y"))))
	nested.Append(true)
	ring := nested.ValueBuilder().(*array.ListBuilder)
	ring.Append(true)
	point := ring.ValueBuilder().(*array.StructBuilder)
	for k := range n + 1 {
		y, x := math.Sincos(2 * math.Pi * float64(k%n) / float64(n))
		east, north := strconv.FormatFloat(x, 'f', 7, 64), strconv.FormatFloat(y, 'f', 7, 64) // once for all notations
		wkt = append(append(append(append(wkt, ','), east...), ' '), north...)
		points = append(append(append(append(points, ';'), east...), ' '), north...)
		geojson = append(append(append(append(append(geojson, ",["...), east...), ','), north...), ']')
		corners = append(append(append(append(append(corners, "1,"...), east...), ','), north...), '\n')
		point.Append(true)
		for i, v := range [2]float64{x, y} {
			wkb = binary.LittleEndian.AppendUint64(wkb, math.Float64bits(v))
			point.FieldBuilder(i).(*array.Float64Builder).Append(v)
		}
	}
	text := "POLYGON((" + string(wkt[1:]) + "))"
	object := `{"type":"Polygon","coordinates":[[` + string(geojson[1:]) + `]]}`
	put("wkt.csv", "wkt\n\""+text+"\"\n")
	put("wkt.tsv", "wkt\n"+text+"\n")
	put("hex.csv", fmt.Sprintf("wkt\n%x\n", wkb))
	put("points.csv", "points\n\""+string(points[1:])+"\"\n")
	put("corners.csv", "id,vertex_x,vertex_y\n"+string(corners))
	put("wkt.ndjson", `{"wkt":"`+text+`"}`+"\n")
	put("object.ndjson", `{"geometry":`+object+`}`+"\n")
	put("in.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":`+object+`,"properties":{}}]}`)
	cell := strings.Repeat("c", len(text))
	put("ids.csv", "id,x,y,r\n"+cell+",0,0,1\n")
	put("notes.csv", "note,x,y,r\n"+cell+",0,0,1\n")
	put("notes.ndjson", `{"note":"`+cell+`","x":0,"y":0,"r":1}`+"\n")
	texts, raw := array.NewStringBuilder(memory.DefaultAllocator), array.NewBinaryBuilder(memory.DefaultAllocator, arrow.BinaryTypes.Binary)
	texts.Append(text)
	raw.Append(wkb)
	columns := func(name string, a arrow.Array, more ...arrow.Field) {
		fields, arrays := []arrow.Field{{Name: strings.Split(name, "-")[0], Type: a.DataType()}}, []arrow.Array{a}
		for _, f := range more {
			b := array.NewFloat64Builder(memory.DefaultAllocator)
			b.Append(1)
			fields, arrays = append(fields, f), append(arrays, b.NewArray())
		}
		r := array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, 1)
		for _, file := range byColumns(t, filepath.Join(dir, name), r) {
			names = append(names, filepath.Base(file))
		}
	}
	columns("wkt-text", texts.NewArray())
	columns("geometry-wkb", raw.NewArray())
	columns("geometry-lists", nested.NewArray())
	for _, name := range []string{"id", "note"} {
		texts.Append(cell)
		columns(name, texts.NewArray(), number("x"), number("y"), number("r"))
	}
	return names
}

// TestLongRows: a row may be as long as there is memory for. A longer one ends in one line and exit
// code 2. The process stays within the limit, whether the row has an outline, an id or a note, in
// any notation and format.
func TestLongRows(t *testing.T) {
	if testenv.Race || testing.Short() {
		t.Skip("it writes tables of many megabytes, within a limit that the race detector does not keep")
	}
	for n, refused := range map[int]bool{50_000: false, 1_200_000: true} {
		dir := t.TempDir()
		names := longRows(t, dir, n)
		for _, f := range table.FormatNames() {
			if ext := "." + f; !slices.Contains([]string{"auto", "semicolon", "blank"}, f) && !slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, ext) }) {
				t.Errorf("no table is %s", f)
			}
		}
		for _, name := range names {
			for _, args := range []string{"collide --keep note", "collide --exact", "tiles"} {
				if keeps := strings.Contains(args, "keep"); keeps != strings.HasPrefix(name, "note") && args != "tiles" {
					continue
				}
				c := command(t, dir, append(strings.Fields(args), "--quiet", "--memory", "64MiB", name)...)
				peak := watch(t, c)
				code, _, stderr := exitCode(t, c)
				used := peak()
				done := !refused || args == "tiles" && strings.HasPrefix(name, "note.") // a column that nobody asks for
				if done && code != exitDone || !done && (code != exitBad || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, " it would take ")) {
					t.Errorf("%d: %s %s: exit %d: %.300s", n, args, name, code, stderr)
				}
				if used > (64+testTextMiB)<<20 {
					t.Errorf("%d: %s %s: %d MiB: exit %d: %.300s", n, args, name, used>>20, code, stderr)
				}
				t.Logf("%d: %s %s: exit %d, %.1f s of CPU, %d MiB: %.200s", n, args, name, code, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), used>>20, stderr)
			}
		}
	}
}
