// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"daylight/batch"
	"daylight/cmd/beam/contacts"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

func TestMain(m *testing.M) {
	beam.Init()
	os.Exit(m.Run())
}

// task is a job that both the pipeline and the command are given.
type task struct {
	files, join []string
	reading     Reading
	mode        batch.Mode
	margin      float64
	strict      bool
	tiles       int
	format      output.Format
}

// command is what daylight collide writes, by the code that it is made of.
func (q *task) command(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	c := shapes.Config{Table: table.Options{Columns: q.reading.Columns}, Time: q.reading.Time, Degrees: q.reading.Degrees, Corners: q.margin == 0}
	if r := q.reading.Radius; r != nil {
		c.Radius, c.HasRadius = *r, true
	}
	l := shapes.NewLoader(c)
	read := func(l *shapes.Loader, patterns []string) *shapes.Set {
		files, err := Match(ctx, patterns, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			in, err := table.Open(ctx, f.Name, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			l.Constants(f.Columns)
			if err := l.Read(in, f.Name); err != nil {
				t.Fatal(err)
			}
		}
		set, err := l.Set()
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	set := read(l, q.files)
	cfg := job.Config{Mode: q.mode, Margin: q.margin, Strict: q.strict}
	var r *job.Result
	var err error
	if len(q.join) == 0 {
		r, err = job.Run(ctx, set, cfg)
	} else {
		r, err = job.Join(ctx, set, read(l.Beside(c.Table), q.join), cfg)
	}
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := output.WriteContacts(ctx, &text, r, output.Writing{Format: q.format, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// onPrism has the pipeline write its files, and returns what is in them.
func (q *task) onPrism(t *testing.T) (files []string, err error) {
	t.Helper()
	ctx := context.Background()
	prefix := filepath.Join(t.TempDir(), "found")
	first, err := Match(ctx, q.files, 0)
	if err != nil {
		return nil, err
	}
	w := Writing{Prefix: prefix, Format: string(q.format), Mode: q.mode}
	p, s := beam.NewPipelineWithRoot()
	opts := []contacts.Option{contacts.InMode(q.mode), contacts.Margin(q.margin), contacts.OpenSets(q.strict), contacts.Tiles(q.tiles), contacts.UniqueNames(true)}
	list, rows := Read(s, first, q.reading)
	var found beam.PCollection
	if len(q.join) == 0 {
		found = contacts.CollideTiles(s, list, opts...)
	} else {
		second, err := Match(ctx, q.join, len(first))
		if err != nil {
			return nil, err
		}
		w.Joined = int64(len(first))
		others, more := Read(s, second, q.reading)
		found, rows = contacts.JoinTiles(s, list, others, opts...), beam.Flatten(s, rows, more)
	}
	if err := w.Check(ctx); err != nil {
		return nil, err
	}
	Write(s, found, rows, w)
	if _, err := prism.Execute(ctx, p); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(prefix + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "."+string(q.format)) {
			t.Errorf("it left %s", name)
		}
		files = append(files, string(text))
	}
	if len(names) > 0 && w.Check(ctx) == nil {
		t.Error("files that are there already are not refused")
	}
	return files, nil
}

// check compares the rows of the pipeline, of all tiles, with those of the command.
func (q *task) check(t *testing.T) {
	t.Helper()
	files, err := q.onPrism(t)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 2 {
		t.Errorf("%d tiles have contacts", len(files))
	}
	rows := func(texts ...string) (list []string) {
		for _, text := range texts {
			lines := strings.SplitAfter(text, "\n")
			if q.format == output.CSV {
				if !strings.HasPrefix(lines[0], "world,id_a,id_b") {
					t.Fatalf("the first line is %q", lines[0])
				}
				lines = lines[1:]
			}
			list = append(list, lines[:len(lines)-1]...)
		}
		slices.Sort(list)
		return list
	}
	got, want := rows(files...), rows(q.command(t))
	if len(want) == 0 {
		t.Fatal("there are no contacts")
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%d rows, want %d; the first: %q, %q", len(got), len(want), got[:min(len(got), 1)], want[0])
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSharedBorders: boxes and triangles whose corners float32 does not have, and which share their
// sides, all meet their neighbours; and none does where touching does not count.
func TestSharedBorders(t *testing.T) {
	const n = 12
	at := func(i int) float64 { return 1e5 + float64(i)*0.1 }
	boxes, triangles := "min_x,min_y,max_x,max_y\n", "wkt\n"
	for i := range n * n {
		x, y, p, q := at(i%n), at(i/n), at(i%n+1), at(i/n+1)
		boxes += fmt.Sprintf("%v,%v,%v,%v\n", x, y, p, q)
		triangles += fmt.Sprintf("\"POLYGON((%v %v,%v %v,%v %v,%v %v))\"\n", x, y, p, y, p, q, x, y)
	}
	for name, table := range map[string]string{"boxes.csv": boxes, "triangles.csv": triangles} {
		q := task{files: []string{write(t, name, table)}, tiles: 4, format: output.CSV}
		q.check(t)
		want := 2*n*(n-1) + 2*(n-1)*(n-1)
		if name == "triangles.csv" {
			want -= (n - 1) * (n - 1) // those to the lower right
		}
		if got := strings.Count(q.command(t), "\n") - 1; got != want {
			t.Errorf("%s: %d pairs, want %d", name, got, want)
		}
		q.strict = true
		if got, err := q.onPrism(t); err != nil || len(got) > 0 {
			t.Errorf("%s: strictly %q, %v", name, got, err)
		}
	}
}

// TestTables: two tables without ids, one packed, whose rows are counted over both, in CSV and
// NDJSON, against a third in Parquet.
func TestTables(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var first, second strings.Builder
	first.WriteString("world,x,y,width,height,angle,body\n")
	for i := range 400 {
		fmt.Fprintf(&first, "%s,%v,%v,%v,%v,%v,%d\n", []string{"a", "b c", "0"}[i%3], r.Float64()*20, r.Float64()*20, 0.5+r.Float64(), 1, r.Float64(), r.IntN(50))
	}
	for i := range 300 {
		fmt.Fprintf(&second, `{"x":%v,"y":%v,"points":[[0,0],[1,0],[0.%d,1]]}`+"\n", r.Float64()*20, r.Float64()*20, i)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(second.String())); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	q := task{
		files: []string{write(t, "first.csv", first.String()), write(t, "second.ndjson.gz", packed.String())},
		mode:  batch.ModeManifolds, margin: 0.1, tiles: 9, format: output.CSV,
	}
	q.check(t)
	q.join, q.mode, q.format = []string{write(t, "third.parquet", columns(t, r))}, batch.ModeDistance, output.NDJSON
	q.check(t)
	q.format = output.Parquet
	files, err := q.onPrism(t)
	if err != nil || len(files) == 0 || !strings.HasPrefix(files[0], "PAR1") {
		t.Errorf("%d files of Parquet, %v", len(files), err)
	}
}

// columns is a table of circles as Parquet.
func columns(t *testing.T, r *rand.Rand) string {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String}, {Name: "x", Type: arrow.PrimitiveTypes.Float64},
		{Name: "y", Type: arrow.PrimitiveTypes.Float64}, {Name: "r", Type: arrow.PrimitiveTypes.Float32}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for k := range 200 {
		b.Field(0).(*array.StringBuilder).Append(fmt.Sprintf("circle %d", k))
		b.Field(1).(*array.Float64Builder).Append(r.Float64() * 20)
		b.Field(2).(*array.Float64Builder).Append(r.Float64() * 20)
		b.Field(3).(*array.Float32Builder).Append(0.3 + r.Float32())
	}
	var text bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &text, parquet.NewWriterProperties(), pqarrow.NewArrowWriterProperties())
	if err == nil {
		err = errors.Join(w.Write(b.NewRecordBatch()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestAttributes: elements have the attributes that the rows of their shapes say.
func TestAttributes(t *testing.T) {
	name := write(t, "in.csv", "id,x,y,r,category,mask,group,static,sensor,body\n"+
		"a,0,0,1,,,,,,\nb,1,0,1,6,3,-2,yes,,\nc,2,0,1,,,,,yes,\nd,3,0,1,,,,1,1,one\n")
	want := []contacts.Shape{
		{Category: 1, Mask: 1<<32 - 1},
		{Category: 6, Mask: 3, Group: -2, Static: true},
		{Category: 1, Mask: 1<<32 - 1, Sensor: true},
		{Category: 1, Mask: 1<<32 - 1, Static: true, Sensor: true, Body: "one"},
	}
	var got []contacts.Shape
	err := (&readFn{}).ProcessElement(context.Background(), File{Name: name}, func(s contacts.Shape) {
		got = append(got, contacts.Shape{Category: s.Category, Mask: s.Mask, Group: s.Group, Static: s.Static, Sensor: s.Sensor, Body: s.Body})
	}, func(int64, Summary) {})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRefused: what is wrong with a table is an error of the pipeline, and leaves no files.
func TestRefused(t *testing.T) {
	for _, text := range []string{
		"id,x,y,r\na,0,0,-1\n",
		"id,wkt\na,\"POLYGON((0 0,4 0,4 4,2 1,0 0))\"\n",
		"id,x,y,r\na,0,0,1\na,1,0,1\n",
	} {
		q := task{files: []string{write(t, "bad.csv", text)}, tiles: 1, format: output.CSV}
		if files, err := q.onPrism(t); err == nil || len(files) > 0 {
			t.Errorf("%q: %v, and %d files", text, err, len(files))
		}
	}
	q := task{files: []string{filepath.Join(t.TempDir(), "nothing-*.csv")}, format: output.CSV}
	if _, err := q.onPrism(t); err == nil {
		t.Error("a pattern that names no file is not refused")
	}
	for _, format := range []string{"geojson", "arrow", "xls"} {
		w := Writing{Prefix: filepath.Join(t.TempDir(), "x"), Format: format}
		if w.Check(context.Background()) == nil {
			t.Errorf("the format %s is not refused", format)
		}
	}
}
