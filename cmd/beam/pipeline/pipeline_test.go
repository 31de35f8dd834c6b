// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
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

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

func TestMain(m *testing.M) {
	partBytes = 4 << 10 // so that tables are read in parts
	beam.Init()
	os.Exit(m.Run())
}

// task is a job that both the pipeline and the command are given.
type task struct {
	files, join []string
	spec        Spec
}

func (q *task) format() output.Format { return q.spec.format() }

// command is what daylight collide writes, by the code that it is made of.
func (q *task) command(t *testing.T) string {
	t.Helper()
	ctx := t.Context()
	what, err := q.spec.work(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := what.read
	c.Tiling = nil
	read := func(l *shapes.Loader, patterns []string) *shapes.Set {
		files, err := match(ctx, patterns, 0)
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
	l := shapes.NewLoader(c)
	set := read(l, q.files)
	var other *shapes.Set
	if len(q.join) > 0 {
		other = read(l.Beside(nil), q.join)
	}
	rows, err := what.Tile(ctx, nil, set, other)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := output.WriteContacts(ctx, &text, rows, output.Writing{Format: q.format(), Workers: 1, Draw: what.drawn(set.CRS), CRS: set.CRS}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// onPrism has the pipeline write its files, and returns what is in them.
func (q *task) onPrism(t *testing.T) (files []string, err error) {
	t.Helper()
	ctx := t.Context()
	spec := q.spec
	spec.Prefix = filepath.Join(t.TempDir(), "new", "found") // in a directory that is yet to be made
	if err := spec.Match(ctx, q.files, q.join); err != nil {
		return nil, err
	}
	if err := errors.Join(spec.Check(nil), spec.CheckOutputs(ctx)); err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	collide(s, retrying, spec)
	if _, err := prism.Execute(ctx, p); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(spec.Prefix + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, q.format().Ending()) {
			t.Errorf("it left %s", name)
		}
		files = append(files, string(text))
	}
	if len(names) > 0 && spec.CheckOutputs(ctx) == nil {
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
	rows := func(texts ...string) (list []string) {
		for _, text := range texts {
			lines := strings.SplitAfter(text, "\n")
			if q.format() == output.CSV {
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
	if len(want) == 0 || len(want) > 20 && len(files) < 2 {
		t.Fatalf("%d contacts in %d tiles", len(want), len(files))
	}
	if !slices.Equal(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%d rows, want %d; row %d is %q, want %q", len(got), len(want), i, got[i], want[i])
			}
		}
		t.Fatalf("%d rows, want %d", len(got), len(want))
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
		q := task{files: []string{write(t, name, table)}, spec: Spec{Tiles: 4}}
		q.check(t)
		want := 2*n*(n-1) + 2*(n-1)*(n-1)
		if name == "triangles.csv" {
			want -= (n - 1) * (n - 1) // those to the lower right
		}
		if got := strings.Count(q.command(t), "\n") - 1; got != want {
			t.Errorf("%s: %d pairs, want %d", name, got, want)
		}
		q.spec.Strict = true
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
		spec:  Spec{Asked: job.Asked{Mode: "manifold", Margin: 0.1}, Tiles: 9},
	}
	q.check(t)
	q.join, q.spec.Mode, q.spec.Format = []string{write(t, "third.parquet", columns(t, r))}, "distance", output.NDJSON
	q.check(t)
	q.spec.Format = output.Parquet
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

// TestKinds: shapes of every kind, convex and not, with filters, bodies and velocities, in several tables and
// worlds, in every mode and as exact answers, also joined: the rows of one run, whatever bundles are done again.
func TestKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	scene := func(name string, n int) string {
		text := "id,world,x,y,angle,r,hx,hy,half_length,points,vx,vy,omega,category,mask,group,body,static,sensor,note\n"
		for i := range n {
			size := 0.5 + r.Float64()
			shape := []string{ // angle,r,hx,hy,half_length,points
				fmt.Sprintf(",%.2f,,,,", size), fmt.Sprintf("0.3,,%.2f,0.5,,", size), fmt.Sprintf(",0.2,,,%.2f,", size),
				fmt.Sprintf(`,,,,,"0 0;%.2[1]f 0;%.2[1]f %.2[1]f;0.4 0.2;0 %.2[1]f"`, 2*size)}[i%4]
			attrs := []string{",,,,,", ",,,b%d,,", "3,1,,,,", ",,-2,,,", ",,,,1,", ",,,,,1", ",,,,,"}[i%7]
			if strings.Contains(attrs, "%d") {
				attrs = fmt.Sprintf(attrs, i%20)
			}
			text += fmt.Sprintf("%s%d,%s,%.3f,%.3f,%s,%.2f,%.2f,%.2f,%s,note %d\n", name, i, []string{"0", "north", "a b"}[i%3],
				r.Float64()*20, r.Float64()*20, shape, r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), attrs, i)
		}
		return text
	}
	note := job.Tables{Keep: []string{"note"}}
	one, two, walls := write(t, "one.csv", scene("a", 300)), write(t, "two.csv", scene("b", 200)), write(t, "walls.csv", scene("c", 150))
	for _, spec := range []Spec{
		{Tables: note}, {Asked: job.Asked{Mode: "overlap", Strict: true}}, {Asked: job.Asked{Mode: "manifold", Margin: 0.2}, Format: output.NDJSON}, {Asked: job.Asked{Mode: "distance", Margin: 1}},
		{Asked: job.Asked{Mode: "swept", DT: 0.5}}, {Asked: job.Asked{Parts: true}}, {Asked: job.Asked{Exact: true}}, {Asked: job.Asked{Relation: "contains"}, Tables: note},
		{Asked: job.Asked{Mode: "area", Outline: true, Verify: true}, Tables: job.Tables{SkipBad: true}}, {Asked: job.Asked{Verify: true}},
	} {
		spec.Tiles = 5
		q := task{files: []string{one, two}, spec: spec}
		q.check(t)
		q.files, q.join = []string{one}, []string{walls, two}
		q.check(t)
	}
	q := task{files: []string{one, write(t, "other.csv", "id,x,y,r\nz,3,3,2\n")}, spec: Spec{Tiles: 5, Tables: note}}
	q.check(t)
	for _, format := range []output.Format{output.GeoJSON, output.Arrow} {
		q := task{files: []string{one}, spec: Spec{Tiles: 5, Format: format}}
		if files, err := q.onPrism(t); err != nil || len(files) < 2 {
			t.Errorf("%s: %d files, %v", format, len(files), err)
		}
	}
	if died.Load() == 0 {
		t.Error("no instance died")
	}
}

// TestSkipped: bad rows are left out, and those whose id is in their world already, in whichever part or table, and by number
// as by text: the rows of one run.
func TestSkipped(t *testing.T) {
	first, second := "id,world,x,y,r\n", "id,world,x,y,r\n"
	for i := range 900 {
		radius := "0.6"
		if i%50 == 7 {
			radius = "-1"
		}
		first += fmt.Sprintf("%d,%d,%d,%d,%s\n", i%800, i%2, i%30, i/30, radius)
		second += fmt.Sprintf("%s%d,%d,%d,%d,0.7\n", []string{"", "b"}[i%2], i%700, i%2, i/30, i%30)
	}
	q := task{files: []string{write(t, "first.csv", first), write(t, "second.csv", second)}, spec: Spec{Tiles: 4, Tables: job.Tables{SkipBad: true}}}
	q.check(t)
	q.files, q.join = q.files[:1], q.files[1:]
	q.check(t)
	q.spec.SkipBad = false
	q.files[0] = write(t, "good.csv", strings.ReplaceAll(first, "-1", "1"))
	if files, err := q.onPrism(t); err == nil || len(files) > 0 || !strings.Contains(err.Error(), "already, from ") {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// TestSkippedConcave: if the only concave shape is of a row that is left out, rows are as those of convex shapes.
func TestSkippedConcave(t *testing.T) {
	table := `id,wkt
1,"POLYGON((0 0,2 0,2 2,0 2,0 0))"
2,"POLYGON((1 1,3 1,3 3,1 3,1 1))"
2,"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))"
`
	q := task{files: []string{write(t, "shapes.csv", table)}, spec: Spec{Tiles: 3, Tables: job.Tables{SkipBad: true}}}
	q.check(t)
}

// TestRefused: what is wrong with a table is an error of the pipeline, and leaves no files.
func TestRefused(t *testing.T) {
	for _, text := range []string{
		"id,x,y,r\na,0,0,-1\n",
		"id,wkt\na,\"POLYGON((0 0,4 4,4 0,0 4,0 0))\"\n",
		"id,x,y,r\na,0,0,1\na,1,0,1\n",
		"id,wkt,r\na,\"LINESTRING(0 0)\",1\n",
	} {
		q := task{files: []string{write(t, "bad.csv", text)}, spec: Spec{Tiles: 1}}
		if files, err := q.onPrism(t); err == nil || len(files) > 0 {
			t.Errorf("%q: %v, and %d files", text, err, len(files))
		}
	}
	q := task{files: []string{filepath.Join(t.TempDir(), "nothing-*.csv")}, spec: Spec{Tiles: 1}}
	if _, err := q.onPrism(t); err == nil {
		t.Error("a pattern that names no file is not refused")
	}
	for name, spec := range map[string]Spec{
		"no tiles": {}, "pairs": {Tiles: 1, Asked: job.Asked{Mode: "pairs"}}, "a margin of exact answers": {Tiles: 1, Asked: job.Asked{Exact: true, Margin: 1}},
		"an effort of exact answers": {Tiles: 1, Asked: job.Asked{Exact: true, Effort: 5}}, "workers": {Tiles: 1, Asked: job.Asked{Workers: -3}},
		"an outline of no area": {Tiles: 1, Asked: job.Asked{Outline: true}}, "a geometry of CSV": {Tiles: 1, Draw: output.Both},
	} {
		if spec.Check(nil) == nil {
			t.Errorf("%s: not refused", name)
		}
	}
}
