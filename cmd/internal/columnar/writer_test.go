// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/internal/must"
)

var typeNames = []string{"", "text", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "binary"}

func (t Type) String() string { return typeNames[t] }

// TestWritten: another reader finds every value of what is written, of every type, missing ones,
// pages and dictionaries of all sizes, and what is said of the least and the greatest.
func TestWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 17))
	var fields []Field
	for _, typ := range []Type{Text, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64, Float32, Float64, Binary} {
		fields = append(fields, Field{Name: typ.String(), Type: typ}, Field{Name: "some " + typ.String(), Type: typ, Nullable: true})
	}
	fields = append(fields, Field{Name: "repeats", Type: Text, Repeats: true, Meta: [][2]string{{"ARROW:extension:name", "x"}}})
	for _, rows := range [][]int{{}, {1}, {700, 9}, {70_000}} {
		var pq, ar bytes.Buffer
		p, err := NewWriter(&pq, Parquet, fields, [2]string{"geo", "{}"})
		a, err2 := NewWriter(&ar, ArrowFile, fields)
		must.Do(t, errors.Join(err, err2))
		var want []string
		for _, n := range rows {
			cells := NewCells(fields, n)
			few, run := 1+r.IntN(1<<r.IntN(17)), 1+r.IntN(40)
			for i := range n {
				var row []string
				for k := range cells {
					c := &cells[k]
					v := r.Int64() >> r.IntN(64)
					switch typ := fields[k].Type; {
					case fields[k].Nullable && (n == 9 || r.IntN(3) == 0):
						c.Null()
						row = append(row, "(null)")
					case fields[k].Repeats:
						row = append(row, fmt.Sprint("w", i/run%few))
						AppendText(c, row[len(row)-1])
					case typ == Float32:
						c.Float(float64(float32(v) / 4))
						row = append(row, fmt.Sprint(float32(v)/4))
					case typ == Float64:
						c.Float(float64(v) / 8)
						row = append(row, fmt.Sprint(float64(v)/8))
					case typ.Whole():
						v >>= 64 - 8*typ.bytes()
						text := fmt.Sprint(v)
						if typ >= Uint8 {
							text = fmt.Sprint(uint64(v) & (math.MaxUint64 >> (64 - 8*typ.bytes())))
						}
						if typ == Uint64 {
							c.Whole(v)
						} else {
							AppendText(c, text)
						}
						row = append(row, text)
					default:
						text := strings.Repeat("é", r.IntN(30))
						AppendText(c, text)
						row = append(row, text)
					}
				}
				want = append(want, strings.Join(row, " "))
			}
			must.Do(t, errors.Join(p.Write(p.Encode(cells)), a.Write(a.Encode(cells))))
		}
		must.Do(t, errors.Join(p.Close(), a.Close()))
		var got [2][]string
		see := func(k int, n int, cell func(column, i int) string) {
			for i := range n {
				var row []string
				for c := range fields {
					row = append(row, cell(c, i))
				}
				got[k] = append(got[k], strings.Join(row, " "))
			}
		}
		tell := func(c any, i int) string {
			if c.(interface{ IsNull(int) bool }).IsNull(i) {
				return "(null)"
			}
			if b, ok := c.(*array.Binary); ok {
				return string(b.Value(i))
			}
			return fmt.Sprint(c.(interface{ GetOneForMarshal(int) any }).GetOneForMarshal(i))
		}
		table := must.Get(pqarrow.ReadTable(t.Context(), bytes.NewReader(pq.Bytes()), parquet.NewReaderProperties(nil), pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
		lots := array.NewTableReader(table, -1)
		for lots.Next() {
			b := lots.RecordBatch()
			see(0, int(b.NumRows()), func(c, i int) string { return tell(b.Column(c), i) })
		}
		f := must.Get(ipc.NewFileReader(bytes.NewReader(ar.Bytes())))(t)
		for k := range f.NumRecords() {
			b := must.Get(f.RecordBatchAt(k))(t)
			see(1, int(b.NumRows()), func(c, i int) string { return tell(b.Column(c), i) })
		}
		for k, kind := range []string{"Parquet", "Arrow"} {
			if !slices.Equal(got[k], want) {
				t.Errorf("%s of %v rows: %d rows, want %d", kind, rows, len(got[k]), len(want))
			}
		}
		if meta, ok := f.Schema().Field(len(fields) - 1).Metadata.GetValue("ARROW:extension:name"); !ok || meta != "x" {
			t.Error("the metadata of a column are lost")
		}
		extremes(t, pq.Bytes())
	}
}

// extremes: the least and the greatest that a file says there are of whole numbers and numbers.
func extremes(t *testing.T, data []byte) {
	f := must.Get(file.NewParquetReader(bytes.NewReader(data)))(t)
	for g := range f.NumRowGroups() {
		group := f.RowGroup(g)
		for k := range f.MetaData().Schema.NumColumns() {
			chunk := must.Get(group.MetaData().ColumnChunk(k))(t)
			stats, err := chunk.Statistics()
			if err != nil || stats == nil || !stats.HasMinMax() {
				continue
			}
			column := must.Get(group.Column(k))(t)
			n := group.NumRows()
			switch s := stats.(type) {
			case *metadata.Float64Statistics:
				values := make([]float64, n)
				_, read, _ := column.(*file.Float64ColumnChunkReader).ReadBatch(n, values, make([]int16, n), nil)
				if values = values[:read]; slices.Min(values) != s.Min() || slices.Max(values) != s.Max() {
					t.Errorf("%v to %v, and it says %v to %v", slices.Min(values), slices.Max(values), s.Min(), s.Max())
				}
			case *metadata.Int64Statistics:
				values := make([]int64, n)
				_, read, _ := column.(*file.Int64ColumnChunkReader).ReadBatch(n, values, make([]int16, n), nil)
				values = values[:read]
				if strings.Contains(column.Descriptor().Name(), "uint") {
					slices.SortFunc(values, func(a, b int64) int { return map[bool]int{true: -1, false: 1}[uint64(a) < uint64(b)] })
				} else {
					slices.Sort(values)
				}
				if values[0] != s.Min() || values[len(values)-1] != s.Max() {
					t.Errorf("%s: %v to %v, and it says %v to %v", column.Descriptor().Name(), values[0], values[len(values)-1], s.Min(), s.Max())
				}
			}
		}
	}
}

// TestNoText: a text that is not UTF-8 is refused, because readers refuse the file or read another
// text. Bytes are not refused.
func TestNoText(t *testing.T) {
	for _, kind := range []Kind{Parquet, ArrowFile, ArrowStream} {
		for _, typ := range []Type{Text, Binary} {
			for _, texts := range [][]string{{"a", "\xff"}, {"\xc3", "\xa9"}, {"é", ""}} {
				fields := []Field{{Name: "note", Type: typ}}
				w, err := NewWriter(io.Discard, kind, fields)
				cells := NewCells(fields, 2)
				for _, text := range texts {
					AppendText(&cells[0], text)
				}
				err = errors.Join(err, w.Write(w.Encode(cells)))
				if bad := typ == Text && texts[1] != ""; bad != (err != nil) || bad && !strings.HasPrefix(err.Error(), "column note: \"\\x") {
					t.Errorf("%v of %q as %v: %v", kind, texts, typ, err)
				}
			}
		}
	}
}
