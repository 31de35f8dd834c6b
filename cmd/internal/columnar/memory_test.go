// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	arrowmemory "github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/geometry"
	budget "daylight/cmd/internal/memory"
	"daylight/internal/must"
)

// TestRoom: what a file needs and the program has no memory left for is an error, and one
// of memory, not of the file.
func TestRoom(t *testing.T) {
	for kind, data := range files(t) {
		for _, left := range []int64{8, 1 << 20} {
			r, err := Open(bytes.NewReader(data), int64(len(data)), kind, budget.NewBudget(left))
			for err == nil {
				var b Batch
				if b, err = r.Next(); err == nil {
					err = r.Load(context.Background(), b, func(int64, []*Column, int) error { return nil })
				}
			}
			if short := errors.Is(err, budget.ErrLimit); short != (left == 8) || !short && err != io.EOF {
				t.Errorf("%v, %d bytes left: %v", kind, left, err)
			}
		}
	}
}

// TestReplacedDictionaries: a dictionary is released when another has replaced it and its batches
// were read.
func TestReplacedDictionaries(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: typ}}, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	for n := range 50 {
		var words []string
		for range 20 {
			words = append(words, fmt.Sprintf("%q", strings.Repeat(fmt.Sprint(n, ",", len(words), " "), 100)))
		}
		a, _ := must.Both(array.FromJSON(arrowmemory.DefaultAllocator, typ, strings.NewReader("["+strings.Join(words, ",")+"]")))(t)
		must.Do(t, w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len()))))
	}
	must.Do(t, w.Close())
	room := budget.NewBudget(64 << 20)
	r := must.Get(Open(bytes.NewReader(out.Bytes()), int64(out.Len()), ArrowStream, room))(t)
	most, rows := int64(0), 0
	for {
		b, err := r.Next()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		must.Do(t, r.Load(context.Background(), b, func(_ int64, columns []*Column, n int) error {
			for i := range n {
				if text, _ := columns[0].Text(i, nil); len(text) < 300 {
					t.Fatal(text)
				}
			}
			most, rows = max(most, room.Held()), rows+n
			return nil
		}))
	}
	if whole := int64(50 * 20 * 600); most >= whole/10 || rows < 1000 {
		t.Errorf("%d bytes are charged at the most, for %d of words, and %d rows", most, whole, rows)
	}
	if r.Close(); room.Held() != 0 {
		t.Errorf("%d bytes are charged at the end", room.Held())
	}
}

// TestListsOfManyPages: lists of a large group of rows are read a lot at a time, whichever pages
// they lie in.
func TestListsOfManyPages(t *testing.T) {
	const rows, corners = 100_000, 5
	schema := arrow.NewSchema([]arrow.Field{{Name: "line", Type: arrow.ListOf(point), Nullable: true}, {Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "names", Type: arrow.ListOf(arrow.BinaryTypes.String)}, {Name: "note", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	b := array.NewRecordBuilder(arrowmemory.DefaultAllocator, schema)
	lines := b.Field(0).(*array.ListBuilder)
	points := lines.ValueBuilder().(*array.StructBuilder)
	names, note := b.Field(2).(*array.ListBuilder), b.Field(3).(*array.StringBuilder)
	for i := range rows {
		names.Append(true)
		for k := range i % 3 {
			names.ValueBuilder().(*array.StringBuilder).Append(fmt.Sprint("name ", i, k))
		}
		if note.Append(fmt.Sprint("note ", int64(i)*int64(i))); i%5 == 0 {
			note.SetNull(i)
		}
		if b.Field(1).(*array.Int64Builder).Append(int64(i)); i%7 == 0 {
			lines.AppendNull()
			continue
		}
		lines.Append(true)
		for k := range corners {
			points.Append(true)
			points.FieldBuilder(0).(*array.Float64Builder).Append(float64(i))
			points.FieldBuilder(1).(*array.Float64Builder).Append(float64(k))
		}
	}
	var out bytes.Buffer
	properties := parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(rows), parquet.WithDataPageSize(50_000), parquet.WithDictionaryDefault(false))
	must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(schema, []arrow.RecordBatch{b.NewRecordBatch()}), &out, rows, properties, pqarrow.DefaultWriterProps()))
	room := budget.NewBudget(1 << 30)
	r := must.Get(Open(bytes.NewReader(out.Bytes()), int64(out.Len()), Parquet, room))(t)
	lot := must.Get(r.Next())(t)
	most, seen := int64(0), 0
	var g geometry.Geometry
	must.Do(t, r.Load(context.Background(), lot, func(first int64, columns []*Column, n int) error {
		most = max(most, room.Held())
		for i := range n {
			id := columns[1].Int64s[i]
			if id != first+int64(i) || columns[0].Null(i) != (id%7 == 0) || columns[3].Null(i) != (id%5 == 0) {
				t.Fatalf("row %d has id %d, null: %v, %v", first+int64(i), id, columns[0].Null(i), columns[3].Null(i))
			}
			list := []string{}
			for k := range id % 3 {
				list = append(list, fmt.Sprintf("%q", fmt.Sprint("name ", id, k)))
			}
			if text, _ := columns[2].Text(i, nil); text != "["+strings.Join(list, ",")+"]" {
				t.Fatalf("row %d: %s, want %s", id, text, list)
			}
			if text, _ := columns[3].Text(i, nil); id%5 != 0 && text != fmt.Sprint("note ", id*id) {
				t.Fatalf("row %d: %s", id, text)
			}
			if columns[0].Null(i) {
				continue
			}
			if err := columns[0].Geometry(i, &g); err != nil || len(g.Points) != corners || g.Points[4].X != float64(id) || g.Points[4].Y != 4 {
				t.Fatalf("row %d: %v, %v", id, g.Points, err)
			}
		}
		seen += n
		return nil
	}))
	if whole := int64(rows * corners * 16); seen != rows || most > whole/2 {
		t.Errorf("%d rows; %d bytes are charged at the most, for %d of points", seen, most, whole)
	}
	if r.Close(); room.Held() != 0 {
		t.Errorf("%d bytes are charged at the end", room.Held())
	}
}
