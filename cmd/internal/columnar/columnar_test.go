// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/geometry"
	"daylight/internal/must"
)

var point = arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, arrow.Field{Name: "y", Type: arrow.PrimitiveTypes.Float64, Nullable: true})

// sample is a table of every type that columns may have; the second row is missing
// wherever it can be.
func sample(t testing.TB) arrow.RecordBatch {
	t.Helper()
	null := func(name string, of arrow.DataType) arrow.Field {
		return arrow.Field{Name: name, Type: of, Nullable: true}
	}
	schema := arrow.NewSchema([]arrow.Field{
		null("f64", arrow.PrimitiveTypes.Float64), null("f32", arrow.PrimitiveTypes.Float32), null("i64", arrow.PrimitiveTypes.Int64),
		null("u8", arrow.PrimitiveTypes.Uint8), null("text", arrow.BinaryTypes.String), null("bool", arrow.FixedWidthTypes.Boolean),
		null("word", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}),
		null("wkb", arrow.BinaryTypes.Binary), null("point", point), null("line", arrow.ListOf(point)),
		null("polygon", arrow.ListOf(arrow.ListOf(point))), null("pair", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float64)), null("day", arrow.FixedWidthTypes.Date32),
	}, nil)
	nothing := "null"
	text := `{"f64":1.5,"f32":0.25,"i64":9007199254740993,"u8":200,"text":"é","bool":true,"word":"w","wkb":"AQEAAAAAAAAAAADwPwAAAAAAAABA","point":{"x":1,"y":2},"line":[{"x":0,"y":0},{"x":1,"y":1}],` +
		`"polygon":[[{"x":0,"y":0},{"x":4,"y":0},{"x":4,"y":4},{"x":0,"y":0}],[{"x":1,"y":1},{"x":2,"y":1},{"x":2,"y":2},{"x":1,"y":1}]],"pair":[1,2],"day":"2020-02-29"}`
	var missing []string
	for _, f := range schema.Fields() {
		missing = append(missing, fmt.Sprintf("%q:%s", f.Name, nothing))
	}
	record, _ := must.Both(array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader("["+text+",{"+strings.Join(missing, ",")+"},"+text+"]")))(t)
	return record
}

// files writes the sample in every format.
func files(t testing.TB) map[Kind][]byte {
	t.Helper()
	record := sample(t)
	table := array.NewTableFromRecords(record.Schema(), []arrow.RecordBatch{record})
	var pq, file, stream bytes.Buffer
	w, err := pqarrow.NewFileWriter(record.Schema(), &pq, parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy), parquet.WithMaxRowGroupLength(2)), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err == nil {
		err = w.AppendKeyValueMetadata("geo", `{"version":"1.1.0","primary_column":"polygon","columns":{"polygon":{"encoding":"polygon","crs":{"id":4326}},"point":{"encoding":"point"}}}`)
	}
	if err == nil {
		err = w.WriteTable(table, 2)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	fw := must.Get(ipc.NewFileWriter(&file, ipc.WithSchema(record.Schema())))(t)
	sw := ipc.NewWriter(&stream, ipc.WithSchema(record.Schema()))
	must.Do(t, errors.Join(fw.Write(record), fw.Close(), sw.Write(record), sw.Write(record.NewSlice(0, 0)), sw.Close()))
	return map[Kind][]byte{Parquet: pq.Bytes(), ArrowFile: file.Bytes(), ArrowStream: stream.Bytes()}
}

// readAll tells every row of a file.
func readAll(data []byte, kind Kind, want func(int) bool) (rows []string, r *Reader, err error) {
	return readBy(data, kind, want, func(*Reader) {})
}

// readColumns has every batch of a file of Parquet converted, and counts the rows.
func readColumns(t testing.TB, data []byte) (rows int) {
	r := must.Get(Open(bytes.NewReader(data), int64(len(data)), Parquet, nil))(t)
	for {
		b, err := r.Next()
		if err == io.EOF {
			return rows
		}
		if err == nil {
			err = r.Load(context.Background(), b, func(_ int64, _ []*Column, n int) error {
				rows += n
				return nil
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// readBy is readAll for a Reader that is set in some way.
func readBy(data []byte, kind Kind, want func(int) bool, set func(*Reader)) (rows []string, r *Reader, err error) {
	r, err = Open(bytes.NewReader(data), int64(len(data)), kind, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Want(want)
	set(r)
	for {
		b, err := r.Next()
		if err == io.EOF {
			return rows, r, nil
		}
		if err != nil {
			return rows, r, err
		}
		before := len(rows)
		err = r.Load(context.Background(), b, func(first int64, columns []*Column, n int) error {
			if first == b.First {
				rows = rows[:before]
			}
			for i := range n {
				row := fmt.Sprint(first+int64(i), ":")
				for _, c := range columns {
					if c == nil {
						continue
					}
					if c.Null(i) {
						row += " -"
						continue
					}
					var g geometry.Geometry
					if err := c.Geometry(i, &g); err == nil {
						row += fmt.Sprintf(" %v%v%v", g.Kind, g.Points, g.Rings)
						continue
					}
					text, _ := c.Text(i, nil)
					row += " " + text
					if c.Numbers != nil {
						row += fmt.Sprint("=", c.Numbers[i])
					}
				}
				rows = append(rows, row)
			}
			return nil
		})
		if err != nil {
			return rows, r, err
		}
	}
}

func TestTypes(t *testing.T) {
	row := ` 1.5=1.5 0.25=0.25 9007199254740993=9.007199254740992e+15 200=200 é true w POINT[{1 2}][] POINT[{1 2}][] LINESTRING[{0 0} {1 1}][] POLYGON[{0 0} {4 0} {4 4} {1 1} {2 1} {2 2}][3 6] POINT[{1 2}][] 2020-02-29`
	want := []string{"0:" + row, "1:" + strings.Repeat(" -", 13), "2:" + row}
	for kind, data := range files(t) {
		if Detect(data) != kind {
			t.Errorf("%v is taken for %v", kind, Detect(data))
		}
		want := slices.Clone(want)
		if kind == Parquet { // which has no lists of fixed length
			for i := range want {
				want[i] = strings.Replace(want[i], "POINT[{1 2}][] 2020", "[1,2] 2020", 1)
			}
		}
		rows, r, err := readAll(data, kind, nil)
		if err != nil || strings.Join(rows, "\n") != strings.Join(want, "\n") {
			t.Errorf("%d: %v\n%s\nwant\n%s", kind, err, strings.Join(rows, "\n"), strings.Join(want, "\n"))
		}
		if kind == Parquet && (r.Geometry != "polygon" || fmt.Sprint(r.Others) != "[point]" || r.CRS.JSON != `{"id":4326}` || r.Rows != 3) {
			t.Errorf("geometry %s, others %v, CRS %s, %d rows", r.Geometry, r.Others, r.CRS, r.Rows)
		}
		rows, _, err = readAll(data, kind, func(i int) bool { return i == 4 || i == 8 })
		if err != nil || strings.Join(rows, "\n") != "0: é POINT[{1 2}][]\n1: - -\n2: é POINT[{1 2}][]" {
			t.Errorf("%d, two columns: %v, %s", kind, err, rows)
		}
	}
}

// TestMeanings: what Parquet says that values mean is told as another reader of the same file tells
// it.
func TestMeanings(t *testing.T) {
	null := func(name string, of arrow.DataType) arrow.Field {
		return arrow.Field{Name: name, Type: of, Nullable: true}
	}
	schema := arrow.NewSchema([]arrow.Field{
		null("id", extensions.NewUUIDType()), null("i8", arrow.PrimitiveTypes.Int8), null("u16", arrow.PrimitiveTypes.Uint16), null("u32", arrow.PrimitiveTypes.Uint32), null("u64", arrow.PrimitiveTypes.Uint64),
		null("money", &arrow.Decimal128Type{Precision: 9, Scale: 2}), null("large", &arrow.Decimal128Type{Precision: 30, Scale: 5}), null("at", arrow.FixedWidthTypes.Timestamp_ns), null("local", &arrow.TimestampType{Unit: arrow.Millisecond}),
		null("clock", arrow.FixedWidthTypes.Time64us), null("half", arrow.FixedWidthTypes.Float16), null("yes", arrow.FixedWidthTypes.Boolean), null("names", arrow.ListOf(arrow.BinaryTypes.String)),
		null("box", arrow.StructOf(null("low", arrow.PrimitiveTypes.Float64), null("high", arrow.ListOf(arrow.PrimitiveTypes.Int32)))),
	}, nil)
	text := `[{"id":"00112233-4455-6677-8899-aabbccddeeff","i8":-5,"u16":65535,"u32":4294967295,"u64":18446744073709551615,"money":"-0.05","large":"12345678901234567890.12345","at":"2020-02-29T12:00:00.000000001Z","local":"1969-12-31T23:59:59.999",` +
		`"clock":"23:59:59.000001","half":-2.5,"yes":false,"names":["a",null,"ü"],"box":{"low":1.5,"high":[1,2]}},{},{"names":[],"box":{"high":null},"yes":true},{"names":["z"],"box":{"low":2,"high":[]}}]`
	want := []string{`0: 00112233-4455-6677-8899-aabbccddeeff -5=-5 65535=65535 4294967295=4.294967295e+09 18446744073709551615=1.8446744073709552e+19 -0.05 12345678901234567890.12345 2020-02-29T12:00:00.000000001Z 1969-12-31T23:59:59.999` +
		` 23:59:59.000001 -2.5=-2.5 false ["a",null,"ü"] {"low":1.5,"high":[1,2]}`,
		"1:" + strings.Repeat(" -", 14), "2:" + strings.Repeat(" -", 11) + ` true [] {"low":null,"high":null}`, "3:" + strings.Repeat(" -", 12) + ` ["z"] {"low":2,"high":[]}`}
	record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	// The Arrow library makes another number of 25 digits as text in a 32-bit program: it is given
	// in two halves.
	large := array.NewDecimal128Builder(memory.DefaultAllocator, schema.Field(6).Type.(*arrow.Decimal128Type))
	large.Append(decimal128.New(66926, 1096246371337559929))
	large.AppendNulls(3)
	if record, err = record.SetColumn(6, large.NewArray()); err != nil {
		t.Fatal(err)
	}
	for _, version := range []parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2} {
		var out bytes.Buffer
		must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(schema, []arrow.RecordBatch{record}), &out, 3, parquet.NewWriterProperties(parquet.WithDataPageVersion(version)), pqarrow.DefaultWriterProps()))
		rows, _, err := readAll(out.Bytes(), Parquet, nil)
		if err != nil || !slices.Equal(rows, want) {
			t.Errorf("%v\n%s\nwant\n%s", err, strings.Join(rows, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestSchemaAtTheEnd: a file may have its schema in its table of contents alone, like the files of
// Apache Arrow's own library for JavaScript.
func TestSchemaAtTheEnd(t *testing.T) {
	data := files(t)[ArrowFile]
	length := 8 + int64(binary.LittleEndian.Uint32(data[12:])) // of the first message, which is the schema
	if rows, _, err := readAll(slices.Concat(data[:8], data[8+length:]), ArrowFile, nil); err != nil || len(rows) != 3 {
		t.Errorf("%q, %v", rows, err)
	}
}

// TestCutOff: of a file that ends between two batches, or within a group of rows, no rows are taken
// for all.
func TestCutOff(t *testing.T) {
	data := files(t)[ArrowFile]
	for n := range data {
		if rows, _, err := readAll(data[:n], ArrowFile, nil); err == nil || err.Error() != "damaged Arrow data: "+errCut.Error() {
			t.Errorf("%d bytes of %d: %q, %v", n, len(data), rows, err)
		}
	}
	data = files(t)[Parquet]
	for i := range 13 {
		_, r, err := readBy(data, Parquet, func(k int) bool { return k == i }, func(r *Reader) { r.parquet.RowGroups[0].NumRows = 1 })
		if err == nil || !strings.Contains(err.Error(), " for 1 rows") {
			t.Errorf("column %s of fewer rows than values: %v", r.Names[i], err)
		}
	}
	if _, err := Open(bytes.NewReader(data[:len(data)-1]), int64(len(data)), Parquet, nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file that has become shorter: %v", err)
	}
}

// TestDamaged: files that were cut or changed are errors, or other values, and no more.
func TestDamaged(t *testing.T) {
	given := files(t)
	for _, kind := range slices.Sorted(maps.Keys(given)) {
		data, r := given[kind], rand.New(rand.NewPCG(1, 2))
		for n := 0; n < len(data); n += 1 + len(data)/200 {
			_, _, err := readAll(data[:n], kind, nil)
			if err != nil && (!errors.Is(err, errDamaged) || !strings.HasPrefix(err.Error(), "damaged "+kind.String()+" data: ")) {
				t.Fatalf("%d bytes of %v: %v", n, kind, err)
			}
			if err == nil && kind == Parquet {
				t.Errorf("%d bytes of %d of Parquet are enough", n, len(data))
			}
		}
		rounds := 300
		if os.Getenv("DAYLIGHT_FULL") != "" {
			rounds = 10_000 // and as FuzzOpen thinks fit
		}
		for range rounds {
			bad := bytes.Clone(data)
			for range 1 + r.IntN(4) {
				bad[r.IntN(len(bad))] ^= byte(1 << r.IntN(8))
			}
			_, _, _ = readAll(bad, kind, nil) // no panic
		}
	}
}

func FuzzOpen(f *testing.F) {
	for kind, data := range files(f) {
		f.Add(data, int(kind-Parquet))
	}
	for _, data := range streams(f) {
		f.Add(data, int(ArrowStream-Parquet))
	}
	for _, options := range [][]parquet.WriterProperty{
		{parquet.WithCompression(compress.Codecs.Zstd)},
		{parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithCompression(compress.Codecs.Snappy)},
		{parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("i64", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("text", parquet.Encodings.DeltaByteArray), parquet.WithEncodingFor("f64", parquet.Encodings.ByteStreamSplit)},
	} {
		f.Add(plainFile(f, rand.New(rand.NewPCG(1, 2)), 200, 100, 10, options...), 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, kind int) {
		_, _, _ = readAll(data, Parquet+Kind(uint(kind)%3), nil)
	})
}
