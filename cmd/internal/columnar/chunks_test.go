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
	if err := pqarrow.WriteTable(array.NewTableFromRecords(schema, []arrow.RecordBatch{record}), &out, group, properties, pqarrow.DefaultWriterProps()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestBare: columns as they lie in the file are what the library makes of them, of every way to
// write them down, with and without missing values; and so are damaged ones, errors included.
func TestBare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	for _, w := range []struct {
		rows    int
		group   int64
		missing int
		options []parquet.WriterProperty
	}{
		{0, 100, 0, nil}, {1, 100, 0, nil}, {700, 250, 0, nil}, {lotRows + 1, lotRows, 0, nil}, {3 * lotRows / 2, 1 << 20, 0, nil},
		{700, 700, 0, []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithCompression(compress.Codecs.Zstd)}},
		{700, 300, 0, []parquet.WriterProperty{parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithCompression(compress.Codecs.Snappy)}},
		{700, 700, 0, []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("i64", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("text", parquet.Encodings.DeltaByteArray), parquet.WithEncodingFor("f64", parquet.Encodings.ByteStreamSplit)}},
		{700, 100, 2, nil}, {700, 250, 400, nil}, {700, 250, 1000, nil},
	} {
		data := plainFile(t, r, w.rows, w.group, w.missing, w.options...)
		for _, want := range []func(int) bool{nil, func(i int) bool { return i == 0 || i == 4 }, func(i int) bool { return i == 2 }} {
			rows, err, by := bareAndNot(data, want)
			if err[0] != nil || err[1] != nil || !slices.Equal(rows[0], rows[1]) || len(rows[0]) != w.rows {
				t.Errorf("%+v: %d rows, want %d, %d of the library; %v, %v", w, len(rows[0]), w.rows, len(rows[1]), err[0], err[1])
			}
			if w.missing == 0 && w.rows > 0 && !by {
				t.Errorf("%+v: the columns were not read as they lie", w)
			}
		}
		tries := 20
		if testing.Short() || w.rows > 1000 {
			tries = 2
		}
		for range tries {
			bad := bytes.Clone(data)
			bad[r.IntN(len(bad))] ^= byte(1 << r.IntN(8))
			rows, err, _ := bareAndNot(bad, nil)
			if fmt.Sprint(err[0]) != fmt.Sprint(err[1]) || (err[0] == nil && !slices.Equal(rows[0], rows[1])) {
				t.Fatalf("%+v, damaged: %d rows, %v; of the library %d, %v", w, len(rows[0]), err[0], len(rows[1]), err[1])
			}
		}
	}
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
	b, err := r.Next()
	if err != nil || !r.bare {
		t.Fatal(r.bare, err)
	}
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

// bareAndNot reads a file as it lies and by the library alone. By says whether the first did not
// go back to the library.
func bareAndNot(data []byte, want func(int) bool) (rows [2][]string, err [2]error, by bool) {
	for k := range rows {
		var r *Reader
		rows[k], r, err[k] = readBy(data, Parquet, want, func(r *Reader) { r.bare = r.bare && k == 0 })
		if k == 0 && r != nil {
			by = r.bare && !r.sparse.Load()
		}
	}
	return rows, err, by
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
