// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/klauspost/compress/zstd"

	"daylight/internal/must"
)

// numeric are the columns of tables of tests that are numbers.
var numeric = strings.Fields("x y x1 y1 x2 y2 angle r hx hy half_length vx vy omega")

// record makes a table of Arrow of one of CSV; empty cells are null.
func record(t *testing.T, text string) arrow.RecordBatch {
	t.Helper()
	rows := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	var fields []arrow.Field
	for _, name := range rows[0] {
		f := arrow.Field{Name: name, Type: arrow.BinaryTypes.String, Nullable: true}
		for _, n := range numeric {
			if n == name {
				f.Type = arrow.PrimitiveTypes.Float64
			}
		}
		if name == "body" {
			f.Type = arrow.PrimitiveTypes.Int64
		}
		fields = append(fields, f)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	for _, row := range rows[1:] {
		for k, cell := range row {
			if cell == "" {
				b.Field(k).AppendNull()
			} else if err := b.Field(k).AppendValueFromString(cell); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.NewRecordBatch()
}

// parquetOf is a record as a file of Parquet, so many rows in a group.
func parquetOf(t *testing.T, r arrow.RecordBatch, each int64) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(r.Schema(), []arrow.RecordBatch{r}), &b, each, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(each)), pqarrow.DefaultWriterProps()))
	return b.String()
}

// arrowOf is a record as a file of Arrow.
func arrowOf(t *testing.T, r arrow.RecordBatch) string {
	t.Helper()
	var b bytes.Buffer
	w := must.Get(ipc.NewFileWriter(&b, ipc.WithSchema(r.Schema())))(t)
	must.Do(t, errors.Join(w.Write(r), w.Close()))
	return b.String()
}

// byColumns writes a record in Parquet and Arrow.
func byColumns(t *testing.T, name string, r arrow.RecordBatch) []string {
	t.Helper()
	return []string{write(t, name+".parquet", parquetOf(t, r, 50)), write(t, name+".arrow", arrowOf(t, r))}
}

// TestColumnar: the same shapes in Parquet and Arrow give the same answer to the last byte.
func TestColumnar(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = 1500
	text := moving("s", rows, 5)
	write(t, "in.csv", text)
	r := record(t, text)
	pq := parquetOf(t, r, 350)
	var stream, file bytes.Buffer
	sw := ipc.NewWriter(&stream, ipc.WithSchema(r.Schema()), ipc.WithZstd())
	fw, err := ipc.NewFileWriter(&file, ipc.WithSchema(r.Schema()))
	for from := int64(0); from < rows; from += 250 {
		part := r.NewSlice(from, from+250)
		err = errors.Join(err, sw.Write(part), fw.Write(part))
	}
	must.Do(t, errors.Join(err, sw.Close(), fw.Close()))
	write(t, "in.parquet", pq)
	write(t, "in.arrow", file.String())
	write(t, "in.arrows", stream.String())
	z, _ := zstd.NewWriter(nil)
	write(t, "packed.zst", string(z.EncodeAll([]byte(pq), nil)))
	for mode, workers := range map[string]string{"manifold": "1", "swept": "4"} {
		want := done(t, "", "collide", "--mode", mode, "in.csv")
		for _, name := range []string{"in.parquet", "in.arrow", "in.arrows", "packed.zst"} {
			if got := done(t, "", "collide", "--mode", mode, "--workers", workers, name); got.out != want.out {
				t.Errorf("%s: %d bytes, want %d", name, len(got.out), len(want.out))
			}
		}
		if got := done(t, pq, "collide", "--mode", mode, "--workers", workers, "-"); got.out != want.out {
			t.Errorf("standard input: %d bytes, want %d", len(got.out), len(want.out))
		}
	}
	for name, want := range map[string]string{
		"short.parquet": "daylight: short.parquet:1: damaged Parquet data: ",
		"short.arrow":   "daylight: short.arrow:1: damaged Arrow data: ",
	} {
		data := pq
		if strings.HasSuffix(name, "arrow") {
			data = file.String()[:200]
		}
		write(t, name, data[:len(data)-9])
		if r := call(t, "", "collide", name); r.code != exitBad || !strings.HasPrefix(r.stderr, want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", name, r.code, r.stderr)
		}
	}
}

// TestColumnarErrors: rows of files without lines are told by number, cells by value.
func TestColumnarErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ text, want string }{
		{"id,x,y,r\na,0,0,1\nb,0,0,-2\n", "2: id \"b\": column r: \"-2\" is negative"},
		{"id,x,y,r\na,0,0,1\nb,NaN,0,2\n", "2: id \"b\": column x: \"NaN\" is not a finite number"},
		{"id,x,y,r\na,0,0,1\na,0,0,2\n", "2: id \"a\" is in world \"0\" already, from in:1; --rename id=_ names rows by their numbers, and --keep ID carries the ids along"},
		{"id,x,y,r\na,0,0,1\nb,,0,2\n", "2: id \"b\": column x: the cell is empty; a circle needs x and y"},
		{"id,x,r\na,0,0\n", "1: no shape can be made of the columns id, x, r: there is no y"},
	} {
		write(t, "in", parquetOf(t, record(t, c.text), 700))
		if r := call(t, "", "collide", "in"); r.code != exitBad || r.stderr != "daylight: in:"+c.want+"\n" {
			t.Errorf("%q: exit %d, %s", c.text, r.code, r.stderr)
		}
	}
}

// TestArrowStream: Arrow is read from standard input and written to standard output as a stream,
// whole, by every command that reads or writes tables; in a file it is a file.
func TestArrowStream(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "circles", "-q", "-n", "3000", "--frames", "2", "-o", "in.csv")
	stream := done(t, "", "gen", "circles", "-q", "-n", "3000", "--frames", "2", "--format", "arrow").out
	done(t, "", "gen", "circles", "-q", "-n", "3000", "--frames", "2", "-o", "in.arrow")
	if !strings.HasPrefix(read(t, "in.arrow"), "ARROW1") {
		t.Error("a file is a stream")
	}
	rows := func(text string) (n int) {
		t.Helper()
		r := must.Get(ipc.NewReader(strings.NewReader(text)))(t)
		for r.Next() {
			n += int(r.RecordBatch().NumRows())
		}
		if r.Err() != nil || !strings.HasSuffix(text, "\xff\xff\xff\xff\x00\x00\x00\x00") || strings.HasPrefix(text, "ARROW1") {
			t.Errorf("no whole stream: %v", r.Err())
		}
		return n
	}
	if n := rows(stream); n != 6000 {
		t.Errorf("%d shapes", n)
	}
	for _, call := range []string{
		"collide", "collide --mode manifold", "collide --exact", "collide --join in.csv", "collide --tile 2,-inf,inf,inf", "query nearest --tile 2,2,inf,inf", "query within --near 0.5", "query nearest --count 2", "query points --ask in.csv",
	} {
		args := append(strings.Fields(call), "-q")
		want := strings.Count(done(t, "", append(args, "in.csv")...).out, "\n") - 1
		got := done(t, stream, append(args, "--format", "arrow", "-")...).out
		if n := rows(got); n != want {
			t.Errorf("%s: %d rows of %d", call, n, want)
		}
	}
	done(t, stream, "draw", "-q", "--out", "drawn.svg", "-")
}
