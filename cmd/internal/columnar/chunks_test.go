// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/decimal"
	"daylight/internal/must"
)

// plainFile writes rows of the types that bare columns can be of, in groups of so many. One
// value of missing in a thousand is missing.
func plainFile(t testing.TB, r *rand.Rand, rows int, group int64, missing int, options ...parquet.WriterProperty) []byte {
	t.Helper()
	null := missing > 0
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "f64", Type: arrow.PrimitiveTypes.Float64, Nullable: null}, {Name: "f32", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
		{Name: "i64", Type: arrow.PrimitiveTypes.Int64}, {Name: "i32", Type: arrow.PrimitiveTypes.Int32, Nullable: true}, {Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := range rows {
		if null && r.IntN(1000) < missing {
			b.Field(0).AppendNull()
		} else {
			b.Field(0).(*array.Float64Builder).Append(r.NormFloat64())
		}
		b.Field(1).(*array.Float32Builder).Append(float32(r.IntN(9)) / 4)
		b.Field(2).(*array.Int64Builder).Append(int64(i) - 5)
		b.Field(3).(*array.Int32Builder).Append(r.Int32() >> r.IntN(32))
		b.Field(4).(*array.StringBuilder).Append(fmt.Sprint("é", r.IntN(rows)))
	}
	record := b.NewRecordBatch()
	var out bytes.Buffer
	properties := parquet.NewWriterProperties(append(options, parquet.WithMaxRowGroupLength(group), parquet.WithDataPageSize(3000))...)
	must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(schema, []arrow.RecordBatch{record}), &out, group, properties, pqarrow.DefaultWriterProps()))
	return out.Bytes()
}

// TestEncodings: columns are what another reader makes of them, of every way to write them down,
// with and without missing values.
func TestEncodings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	differences := []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("i64", parquet.Encodings.DeltaBinaryPacked), parquet.WithEncodingFor("i32", parquet.Encodings.DeltaBinaryPacked),
		parquet.WithEncodingFor("text", parquet.Encodings.DeltaByteArray), parquet.WithEncodingFor("f64", parquet.Encodings.ByteStreamSplit), parquet.WithEncodingFor("f32", parquet.Encodings.ByteStreamSplit)}
	packed := func(c compress.Compression, version parquet.DataPageVersion) []parquet.WriterProperty {
		return []parquet.WriterProperty{parquet.WithCompression(c), parquet.WithDataPageVersion(version)}
	}
	for _, w := range []struct {
		rows    int
		group   int64
		missing int
		options []parquet.WriterProperty
	}{
		{0, 100, 0, nil}, {1, 100, 0, nil}, {700, 250, 0, nil}, {sliceRows + 1, sliceRows, 0, nil}, {3 * sliceRows / 2, 1 << 20, 0, nil}, {3 * sliceRows / 2, 1 << 20, 20, nil},
		{700, 700, 0, append(packed(compress.Codecs.Zstd, parquet.DataPageV1), parquet.WithDictionaryDefault(false))},
		{700, 300, 0, packed(compress.Codecs.Snappy, parquet.DataPageV2)}, {700, 300, 300, packed(compress.Codecs.Snappy, parquet.DataPageV2)},
		{700, 300, 30, packed(compress.Codecs.Gzip, parquet.DataPageV1)}, {700, 300, 30, packed(compress.Codecs.Brotli, parquet.DataPageV2)}, {700, 300, 30, packed(compress.Codecs.Lz4Raw, parquet.DataPageV1)},
		{3 * sliceRows / 2, 9000, 0, differences}, {700, 700, 100, differences},
		{700, 700, 0, []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("text", parquet.Encodings.DeltaLengthByteArray)}},
		{700, 100, 2, nil}, {700, 250, 400, nil}, {700, 250, 1000, nil},
	} {
		data := plainFile(t, r, w.rows, w.group, w.missing, w.options...)
		for _, want := range []func(int) bool{nil, func(i int) bool { return i == 0 || i == 4 }, func(i int) bool { return i == 2 }} {
			rows, _, err := readAll(data, Parquet, want)
			if others := byTheLibrary(t, data, want); err != nil || !slices.Equal(rows, others) || len(rows) != w.rows {
				t.Errorf("%+v: %d rows, want %d, %d of the library; %v", w, len(rows), w.rows, len(others), err)
				for i := range min(len(rows), len(others)) {
					if rows[i] != others[i] {
						t.Fatalf("row %d: %s, want %s", i, rows[i], others[i])
					}
				}
			}
		}
	}
}

// byTheLibrary tells every row of a file as readAll does, by another reader.
func byTheLibrary(t *testing.T, data []byte, want func(int) bool) (rows []string) {
	table := must.Get(pqarrow.ReadTable(t.Context(), bytes.NewReader(data), parquet.NewReaderProperties(nil), pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
	lots := array.NewTableReader(table, -1)
	for lots.Next() {
		for i := range int(lots.RecordBatch().NumRows()) {
			row := fmt.Sprint(len(rows), ":")
			for k, c := range lots.RecordBatch().Columns() {
				if want != nil && !want(k) {
					continue
				}
				if c.IsNull(i) {
					row += " -"
					continue
				}
				switch c := c.(type) {
				case *array.Float64:
					row += fmt.Sprintf(" %s=%v", decimal.AppendText(nil, c.Value(i), 64), c.Value(i))
				case *array.Float32:
					row += fmt.Sprintf(" %s=%v", decimal.AppendText(nil, float64(c.Value(i)), 32), float64(c.Value(i)))
				case *array.Int64:
					row += fmt.Sprintf(" %d=%v", c.Value(i), float64(c.Value(i)))
				case *array.Int32:
					row += fmt.Sprintf(" %d=%v", c.Value(i), float64(c.Value(i)))
				default:
					row += " " + c.ValueStr(i)
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// TestPanicsOfTheCaller: what panics is told as it is, not taken for a damaged file, and not tried
// again.
func TestPanicsOfTheCaller(t *testing.T) {
	data := plainFile(t, rand.New(rand.NewPCG(2, 15)), 700, 250, 0)
	r, err := Open(bytes.NewReader(data), int64(len(data)), Parquet, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Want(nil)
	b := must.Get(r.Next())(t)
	calls := 0
	defer func() {
		if p := recover(); p != "a slip" || calls != 1 {
			t.Errorf("%v after %d calls", p, calls)
		}
	}()
	err = r.Load(context.Background(), b, func(int64, []*Column, int) error {
		calls++
		panic("a slip")
	})
	t.Errorf("no panic, but %v", err)
}

// BenchmarkBare reads columns of numbers into memory, and no more.
func BenchmarkBare(b *testing.B) {
	data := plainFile(b, rand.New(rand.NewPCG(1, 2)), 1_000_000, 122_880, 0, parquet.WithCompression(compress.Codecs.Snappy), parquet.WithDictionaryDefault(false))
	if name := os.Getenv("DAYLIGHT_PARQUET"); name != "" {
		var err error
		if data, err = os.ReadFile(name); err != nil {
			b.Fatal(err)
		}
	}
	rows := 0
	for b.Loop() {
		rows += readColumns(b, data)
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
