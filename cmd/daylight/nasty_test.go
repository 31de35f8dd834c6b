// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// Circles a and b touch, c is alone; nastyWant is what collide says of them.
const (
	nastyRows = "id,x,y,r\na,0,0,1\nb,1.5,0,1\nc,9,9,1\n"
	nastyWant = "world,id_a,id_b,depth,nx,ny\n0,a,b,0.5,1,0\n"
)

func members(texts ...string) string {
	var b bytes.Buffer
	for _, text := range texts {
		z := gzip.NewWriter(&b)
		io.WriteString(z, text)
		z.Close()
	}
	return b.String()
}

func zstdFrames(texts ...string) string {
	z, _ := zstd.NewWriter(nil)
	var b []byte
	for _, text := range texts {
		b = z.EncodeAll([]byte(text), b)
	}
	return string(b)
}

// nastyRecord has the circles, ids as a dictionary, and columns that no circle needs: a list of
// structures and one that is all null. With gaps a row of nothing is among them.
func nastyRecord(t *testing.T, gaps bool) arrow.RecordBatch {
	t.Helper()
	f64 := arrow.PrimitiveTypes.Float64
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, Nullable: true},
		{Name: "tags", Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "k", Type: arrow.BinaryTypes.String, Nullable: true}, arrow.Field{Name: "v", Type: f64, Nullable: true})), Nullable: true},
		{Name: "x", Type: f64, Nullable: true}, {Name: "y", Type: f64, Nullable: true}, {Name: "void", Type: f64, Nullable: true}, {Name: "r", Type: f64, Nullable: true},
	}, nil)
	text := `{"id":"a","tags":[{"k":"p","v":1},{"k":null,"v":2}],"x":0,"y":0,"r":1},{"id":"b","tags":null,"x":1.5,"y":0,"r":1},{"id":"c","tags":[],"x":9,"y":9,"r":1}`
	if gaps {
		text = strings.Replace(text, `,{"id":"b"`, `,{"id":"n","tags":[null],"x":null,"y":1,"r":1},{"id":"b"`, 1)
	}
	r, _ := must.Both(array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader("["+text+"]")))(t)
	return r
}

// nastyFile writes records in a format, an empty one between any two: an empty row group.
func nastyFile(t *testing.T, format string, records ...arrow.RecordBatch) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	put := func(write func(arrow.RecordBatch) error) {
		for _, r := range records {
			for _, part := range []arrow.RecordBatch{r.NewSlice(0, 0), r.NewSlice(0, 2), r.NewSlice(2, 2), r.NewSlice(2, r.NumRows())} {
				if err == nil {
					err = write(part)
				}
			}
		}
	}
	switch format {
	case "parquet":
		var w *pqarrow.FileWriter
		if w, err = pqarrow.NewFileWriter(records[0].Schema(), &b, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps()); err == nil {
			put(func(r arrow.RecordBatch) error { w.NewBufferedRowGroup(); return w.WriteBuffered(r) })
			err = w.Close()
		}
	case "arrow":
		var w *ipc.FileWriter
		if w, err = ipc.NewFileWriter(&b, ipc.WithSchema(records[0].Schema())); err == nil {
			put(w.Write)
			err = w.Close()
		}
	default:
		w := ipc.NewWriter(&b, ipc.WithSchema(records[0].Schema()))
		put(w.Write)
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// over returns a text with bytes written over those at a place, from the end if it is less than 0.
func over(text string, at int, with string) string {
	if at < 0 {
		at += len(text)
	}
	return text[:at] + with + text[at+len(with):]
}

func little(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }

// TestNasty: files as they come from clumsy tools and torn disks, of every format. They give their
// rows, or one line with the file, the place and the fault.
func TestNasty(t *testing.T) {
	t.Chdir(t.TempDir())
	pq, file, stream := nastyFile(t, "parquet", nastyRecord(t, false)), nastyFile(t, "arrow", nastyRecord(t, false)), nastyFile(t, "arrows", nastyRecord(t, false))
	head, rest, _ := strings.Cut(nastyRows, "b,")
	rest = "b," + rest
	geo := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a","r":1},"geometry":{"type":"Point","coordinates":[0,0]}},
{"type":"Feature","properties":{"id":"b","r":1,"more":{"deep":[[[1]]]}},"geometry":{"type":"Point","coordinates":[1.5,0]}},{"type":"Feature","properties":{"id":"c","r":1},"geometry":{"type":"Point","coordinates":[9,9]}}]}`
	json := `{"id":"a","x":0,"y":0,"r":1}` + "\n" + `{"id":"b","x":1.5,"y":0,"r":1,"tags":[{"k":null}],"z":null}` + "\n" + `{"id":"c","x":9,"y":9,"r":1}` + "\n"
	wide := func(n uint32) string { return over(pq, -8, little(n)) } // length of the footer
	for _, c := range []struct{ name, text, want string }{
		// Nothing wanted: it is read as the circles are.
		{"bom.csv", "\xef\xbb\xbf" + nastyRows, ""},
		{"ends.csv", "id,x,y,r\r\na,0,0,1\nb,1.5,0,1\r\n\n\r\nc,9,9,1", ""},
		{"quotes.csv", "\"id\",\"x\",\"y\",\"r\"\r\n\"a\",\"0\",0,\"1\"\nb,\" 1.5 \",0,1\nc,9,9,1", ""},
		{"nul.csv", strings.Replace(nastyRows, "1.5", "1\x005", 1), `1: this is binary data, not text`},
		{"members.csv.gz", members(head, "", rest), ""},
		{"torn.csv.gz", members(head, rest)[:len(members(head))+20], `3: cannot read on: damaged gzip data: the data ends too early`},
		{"end.csv.gz", members(nastyRows)[:len(members(nastyRows))-1], `5: cannot read on: damaged gzip data: the data ends too early`},
		{"header.csv.gz", members(nastyRows)[:5], `1: damaged gzip header: the data ends too early`},
		{"sum.csv.gz", over(members(nastyRows), -8, "\x00\x00\x00\x00"), `5: cannot read on: damaged gzip data: gzip: invalid checksum`},
		{"tail.csv.gz", members(nastyRows) + "\x00\x00", `5: cannot read on: damaged gzip data: behind what is packed stand bytes that are not: the file was damaged, or something was appended to it`},
		{"junk.csv.gz", members(head, rest) + "junk behind the last of them\n", `5: cannot read on: damaged gzip data: behind what is packed stand bytes that are not: the file was damaged, or something was appended to it`},
		{"junk.csv.zst", zstdFrames(nastyRows) + "junk behind it\n", `5: cannot read on: damaged Zstandard data: behind what is packed stand bytes that are not: the file was damaged, or something was appended to it`},
		{"frames.csv.zst", zstdFrames(head, "", rest), ""},
		{"torn.csv.zst", zstdFrames(nastyRows)[:30], `1: cannot read on: damaged Zstandard data: the data ends too early`},
		{"bad.csv.zst", over(zstdFrames(nastyRows), -2, "\xff\xff"), `5: cannot read on: damaged Zstandard data: CRC check failed`},
		{"inside.gz", members(members(nastyRows)), `1: this is gzip inside gzip: unpack it once first`},
		{"bom.ndjson", "\xef\xbb\xbf" + json, ""},
		{"ends.ndjson", strings.Replace(json, "\n", "\r\n \n", 1), ""},
		{"torn.ndjson", json[:len(json)-9], `3: the JSON object does not end on this line: NDJSON has one object on each line`},
		{"types.ndjson", strings.Replace(json, "1.5", "[1.5]", 1), `2: id "b": column x: "[1.5]" is not a number`},
		{"twice.ndjson", strings.Replace(json, `"x":1.5`, `"x":1.5,"x":2`, 1), `2: column x: the object has this field twice`},
		{"list.json", "[" + strings.ReplaceAll(strings.TrimSpace(json), "\n", ",") + "]", `1: this is a JSON array; NDJSON has one object on each line (jq -c '.[]' makes it so)`},
		{"deep.ndjson", `{"id":"a","x":` + strings.Repeat("[", 20000) + "\n", `1: not valid JSON: invalid character '[' exceeded max depth`},
		{"one.geojson", geo, ""},
		{"torn.geojson", geo[:len(geo)-40], `2: the GeoJSON ends too early: its list of features is not closed`},
		{"open.geojson", geo[:len(geo)-2], `2: the GeoJSON ends too early: its list of features is not closed`},
		{"null.geojson", strings.Replace(geo, `{"type":"Point","coordinates":[9,9]}`, "null", 1), ""},
		{"type.geojson", strings.Replace(geo, `"Point","coordinates":[9,9]`, `"Blob","coordinates":[9,9]`, 1), `2: feature 3: id "c": column geometry: "Blob" is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`},
		{"short.geojson", strings.Replace(geo, "[9,9]", "[9]", 1), `2: feature 3: id "c": column geometry: a position has two coordinates, and this one has 1`},
		{"in.parquet", pq, ""},
		{"gaps.parquet", nastyFile(t, "parquet", nastyRecord(t, true)), `2: id "n": column x: the cell is empty; a circle needs x and y`},
		{"torn.parquet", pq[:len(pq)-200], `1: damaged Parquet data: it does not end as such a file does: it may have been cut off`},
		{"empty.parquet", "PAR1", `1: damaged Parquet data: it has only 4 bytes`},
		{"twice.parquet", "PAR1PAR1", `1: damaged Parquet data: it has only 8 bytes`},
		{"magic.parquet", over(pq, -4, "PARE"), `1: damaged Parquet data: it is encrypted`},
		{"large.parquet", wide(1 << 31), `1: damaged Parquet data: the description of its columns has 2147483648 bytes, more than the file`},
		{"none.parquet", wide(0), `1: damaged Parquet data: the description of its columns: it ends too early`},
		{"one.parquet", wide(1), `1: damaged Parquet data: the description of its columns: it is no such description: missing required field: 1:FIELD<I32>`},
		{"footer.parquet", over(pq, -60, strings.Repeat("\xff", 40)), `1: damaged Parquet data: the description of its columns: it is no such description: decoding thrift payload: 5:FIELD<LIST>: list size varint overflow`},
		{"page.parquet", over(pq, len(pq)/3, strings.Repeat("\xff", 20)), `3: damaged Parquet data: column r: page 1: its header: it is no such description: decoding thrift payload: 15:FIELD<?>: skipping unsupported thrift type 15`},
		{"in.arrow", file, ""},
		{"gaps.arrow", nastyFile(t, "arrow", nastyRecord(t, true)), `2: id "n": column x: the cell is empty; a circle needs x and y`},
		{"torn.arrow", file[:len(file)/2], `1: damaged Arrow data: it does not end as such a file does: it may have been cut off`},
		{"magic.arrow", "ARROW1", `1: damaged Arrow data: it does not end as such a file does: it may have been cut off`},
		{"large.arrow", over(file, 12, little(1<<31-1)), `1: damaged Arrow data: a message's lengths contradict each other`},
		{"in.arrows", stream, ""},
		{"torn.arrows", stream[:len(stream)/2], `1: damaged Arrow data: it does not end as such a file does: it may have been cut off`},
		{"large.arrows", over(stream, 4, little(1<<30)), `1: damaged Arrow data: a message's lengths contradict each other`},
		{"negative.arrows", over(stream, 4, little(1<<31)), `1: damaged Arrow data: a message's lengths contradict each other`},
		{"land.shp", "\x00\x00\x27\x0a" + strings.Repeat("\x00", 96), `1: this is a shapefile: make it GeoJSON first (ogr2ogr -f GeoJSON NAME.geojson FILE)`},
		{"land.dbf", "\x03\x7a\x01\x1f" + strings.Repeat("\x00", 4) + "\x41\x00" + strings.Repeat("\x00", 54) + "\r  abc \r", `1: this is a dBase file, a part of a shapefile: make it GeoJSON first (ogr2ogr -f GeoJSON NAME.geojson FILE)`},
		{"land.json", "{\n\"type\": \"Topology\",\"arcs\":[[[0,0],[1,1]]],\"objects\":{}}", `1: this is TopoJSON: make it GeoJSON first (topo2geo OBJECT=NAME.geojson < FILE, of npm's topojson-client, or ogr2ogr -f GeoJSON NAME.geojson FILE)`},
		{"land.gpkg", "SQLite format 3\x00\x10\x00", `1: this is an SQLite database, such as a GeoPackage: make it GeoJSON (ogr2ogr -f GeoJSON NAME.geojson FILE) or CSV first`},
		{"picture.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", `1: this is a PNG picture`},
		{"sixteen.csv", "\xff\xfei\x00d\x00,\x00x\x00\n\x00", `1: this is UTF-16 text: convert it to UTF-8 first`},
	} {
		write(t, c.name, c.text)
		args := []string{"collide", "-q", c.name}
		if strings.HasSuffix(c.name, ".geojson") {
			args = append(args, "--rename", "r=r")
		}
		r := call(t, "", args...)
		switch {
		case c.want == "" && (r.code != exitDone || r.out != nastyWant):
			t.Errorf("%s: exit %d, %s%s", c.name, r.code, r.out, r.stderr)
		case c.want != "" && (r.code != exitBad || r.out != "" || r.stderr != "daylight: "+c.name+":"+c.want+"\n"):
			t.Errorf("%s: exit %d, %sgot  %swant daylight: %[1]s:%[5]s", c.name, r.code, r.out, r.stderr, c.want)
		}
		if strings.Contains(c.want, "cannot read on") { // for which no row is to blame
			if again := call(t, "", "collide", "-q", "--skip-bad", c.name); again != r {
				t.Errorf("%s with --skip-bad: exit %d, %s%s", c.name, again.code, again.out, again.stderr)
			}
		}
	}
}

// TestCutArrow: wherever a file or a stream of Arrow was cut off, it says so, unless only the end
// of a stream is missing, so that all rows are there.
func TestCutArrow(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, kind := range []string{"arrow", "arrows"} {
		text := nastyFile(t, kind, nastyRecord(t, false))
		mark, between := strings.LastIndex(text, "\xff\xff\xff\xff\x00\x00\x00\x00"), 0
		for end := 8; end < len(text); end += 1 + max(mark-end, 0)/24 {
			write(t, "cut", text[:end])
			r := call(t, "", "collide", "cut")
			if kind == "arrows" && strings.Contains(r.stderr, "cut: the stream has no mark at its end") { // it ends between two messages
				between++
				continue
			}
			if r.code != exitBad || r.stderr != "daylight: cut:1: damaged Arrow data: it does not end as such a file does: it may have been cut off\n" {
				t.Fatalf("%s, %d of %d bytes: exit %d, %s", kind, end, len(text), r.code, r.stderr)
			}
		}
		if kind == "arrows" && between == 0 {
			t.Error("no cut was between two messages")
		}
	}
}

// TestLongLines: a line of a gigabyte, in any format, is refused in one line and in bounded memory.
// It is made as it is read.
func TestLongLines(t *testing.T) {
	if !testenv.Full() {
		t.Skip("DAYLIGHT_FULL is not set: it reads gigabytes")
	}
	chunk := strings.Repeat("0123456789abcdef", 1<<16)
	for _, c := range []struct{ head, says, flags string }{
		{"id,x,y,r\na,0,0,", "stdin:2: cannot read on: the row is longer than 64 MiB: are its line ends missing?", ""},
		{"id,x,y,r\n\"a", "stdin:2: cannot read on: the row is longer than 64 MiB: is a quote not closed?", ""},
		{"a 0 0 ", "stdin:1: the line is longer than 64 MiB", "--columns id,x,y,r --input blank"},
		{`{"id":"`, "stdin:1: the line is longer than 64 MiB", ""},
		{`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"`, "stdin:1: a feature is longer than 64 MiB", ""},
	} {
		parts := []io.Reader{strings.NewReader(c.head)}
		for range 1 << 30 / len(chunk) {
			parts = append(parts, strings.NewReader(chunk))
		}
		var out, stderr bytes.Buffer
		args := append(strings.Fields("collide -q --memory 512MiB - "), strings.Fields(c.flags)...)
		code := run(context.Background(), args, io.MultiReader(parts...), &out, &stderr)
		if code != exitBad || stderr.String() != "daylight: "+c.says+"\n" || out.Len() > 0 {
			t.Errorf("%.20q...: exit %d, %.200s", c.head, code, stderr.String())
		}
	}
}
