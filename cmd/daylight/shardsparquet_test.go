// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestShardsOfColumns: tables that are stored by columns, in groups of rows that lie in order of
// place. Of Parquet a shard reads the groups that hold something for it: it does not see that
// another is damaged.
func TestShardsOfColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	t.Chdir(t.TempDir())
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String}, {Name: "x", Type: arrow.PrimitiveTypes.Float64},
		{Name: "y", Type: arrow.PrimitiveTypes.Float64}, {Name: "r", Type: arrow.PrimitiveTypes.Float32}}, nil)
	var batches []arrow.RecordBatch
	var text strings.Builder
	text.WriteString("id,x,y,r\n")
	const groups, each = 8, 1500
	for g := range groups {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for k := range each {
			id, x, y, size := fmt.Sprintf("s%d-%d", g, k), r.Float64()*40, float64(g*40)+r.Float64()*40, 0.3+r.Float32()
			b.Field(0).(*array.StringBuilder).Append(id)
			b.Field(1).(*array.Float64Builder).Append(x)
			b.Field(2).(*array.Float64Builder).Append(y)
			b.Field(3).(*array.Float32Builder).Append(size)
			fmt.Fprintf(&text, "%s,%v,%v,%v\n", id, x, y, size)
		}
		batches = append(batches, b.NewRecordBatch())
	}
	write(t, "in.csv", text.String())
	want := done(t, "", "collide", "-q", "in.csv").out

	var pq, ar bytes.Buffer
	file := must.Get(pqarrow.NewFileWriter(schema, &pq, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(each)), pqarrow.NewArrowWriterProperties()))(t)
	stream := must.Get(ipc.NewFileWriter(&ar, ipc.WithSchema(schema)))(t)
	for _, b := range batches {
		must.Do(t, file.Write(b))
		must.Do(t, stream.Write(b))
	}
	must.Do(t, file.Close())
	must.Do(t, stream.Close())
	write(t, "in.parquet", pq.String())
	write(t, "in.arrow", ar.String())
	for _, name := range []string{"in.parquet", "in.arrow"} {
		if got := done(t, "", "collide", "-q", name).out; got != want {
			t.Fatalf("%s: %s", name, first(got, want))
		}
		for _, n := range []int{1, 4, 9} {
			if (testenv.Race || testing.Short()) && n != 4 {
				continue
			}
			if got, made := sharded(t, r, n, "csv", name); got != want {
				t.Errorf("%s in %d shards: %s", name, made, first(got, want))
			}
		}
	}
	// A share reads some groups of rows, and does not see what is damaged in another.
	damaged := bytes.Clone(pq.Bytes())
	if len(damaged) < 5<<16 {
		t.Fatalf("the file has only %d bytes", len(damaged))
	}
	for at := 1 << 16; at < 1<<16+256; at++ {
		damaged[at] ^= 0x5a
	}
	done(t, "", "plan", "-q", "--tiles", "6", "-o", "plan.json", "in.parquet")
	failed, pieces := 0, map[int]string{}
	for _, data := range [][]byte{pq.Bytes(), damaged} {
		write(t, "in.parquet", string(data))
		for i := range groups {
			r := call(t, "", "route", "-q", "--plan", "plan.json", "--share", fmt.Sprintf("%d/%d", i, groups), "-o", "pieces", "in.parquet")
			text := read(t, fmt.Sprintf("pieces/share-%05d-of-%05d.pieces", i, groups))
			text, _, _ = strings.Cut(text, `{"daylight":`)
			if was, known := pieces[i]; known && (r.code != exitDone || was != text) {
				failed++
			}
			pieces[i] = text
		}
	}
	if failed < 1 || failed > 2 {
		t.Errorf("%d of %d shares have read what is damaged", failed, groups)
	}
}
