// SPDX-License-Identifier: MIT

package shapes

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/internal/livetest"
	"daylight/internal/must"
)

// columnsFile writes a table of numbers, and of names in column id and world, in groups of so many
// rows.
func columnsFile(t *testing.T, names []string, rows int, group int64, cell func(name string, i int) any) []byte {
	t.Helper()
	var fields []arrow.Field
	for _, name := range names {
		f := arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64, Nullable: true}
		switch cell(name, 0).(type) {
		case int64:
			f.Type = arrow.PrimitiveTypes.Int64
		case string:
			f.Type = arrow.BinaryTypes.String
		}
		fields = append(fields, f)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	for i := range rows {
		for k, name := range names {
			switch v := cell(name, i).(type) {
			case int64:
				b.Field(k).(*array.Int64Builder).Append(v)
			case string:
				b.Field(k).(*array.StringBuilder).Append(v)
			case float64:
				b.Field(k).(*array.Float64Builder).Append(v)
			case nil:
				b.Field(k).AppendNull()
			default:
				t.Fatalf("a cell of %T", v)
			}
		}
	}
	var out bytes.Buffer
	all := array.NewTableFromRecords(b.Schema(), []arrow.RecordBatch{b.NewRecordBatch()})
	must.Do(t, pqarrow.WriteTable(all, &out, group, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(group)), pqarrow.DefaultWriterProps()))
	return out.Bytes()
}

// TestBulk: what is made of whole columns is what is made row by row, to the last bit, mistakes
// included. A column of kinds, all empty, has rows looked at one by one.
func TestBulk(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 15))
	const rows = 400
	for _, names := range [][]string{
		{"x", "y", "r"}, {"id", "x", "y", "r"}, {"id", "world", "x", "y", "angle", "hx", "hy", "note"}, {"name", "x", "y", "width", "height"},
		{"frame", "x", "y", "angle", "length", "width"}, {"id", "min_x", "min_y", "max_x", "max_y"}, {"x", "y", "hx", "hy", "r"}, {"id", "x1", "y1", "x2", "y2"},
		{"name", "world_name", "x", "y", "r"}, {"x", "y"}, {"x", "y", "height"},
		{"id", "x", "y", "r", "height"}, {"id", "min_x", "min_y", "max_x", "max_y", "width"},
	} {
		for _, mistakes := range []int{0, 3, 80} {
			values := map[string][]any{}
			for _, name := range names {
				for i := range rows {
					v, wrong := any(math.Abs(r.NormFloat64())+0.01), any(-r.Float64())
					switch name {
					case "x", "y", "min_x", "min_y", "angle":
						v, wrong = any(r.NormFloat64()*9-20), []any{math.NaN(), math.Inf(1), 1e300}[r.IntN(3)]
					case "id":
						v, wrong = any(int64(i)*int64(i)*int64(i)-20), any(int64(7))
					case "world", "frame":
						v, wrong = any(int64(r.IntN(3)-1)), any(int64(1)<<62)
					case "name":
						v, wrong = any(fmt.Sprintf("né %d", i)), any([]string{"", "\xff", "né 3"}[r.IntN(3)])
					case "world_name":
						v, wrong = any(fmt.Sprint("w", r.IntN(3))), any("")
					case "hx", "width":
						wrong = any(0.0)
					}
					if r.IntN(rows) < mistakes {
						v = wrong
					}
					values[name] = append(values[name], v)
				}
			}
			values["kind"] = make([]any, rows)
			for i := range rows {
				values["kind"][i] = ""
			}
			cell := func(name string, i int) any { return values[name][i] }
			bulk, single := columnsFile(t, names, rows, 120, cell), columnsFile(t, append(slices.Clone(names), "kind"), rows, 120, cell)
			for _, skip := range []bool{true, false} {
				for _, degrees := range []bool{false, true} {
					c := Config{Degrees: degrees, SkipBad: skip, Workers: 1 + r.IntN(3), Radius: 0.5, HasRadius: names[0] == "x"}
					if slices.Contains(names, "note") {
						c.Keep = []string{"note", "hx"}
					}
					a, b := toldOf(t, bulk, c), toldOf(t, single, c)
					if a != b {
						t.Fatalf("%v, %d mistakes, %+v:\n%.600s\nbut row by row\n%.600s", names, mistakes, c, a, b)
					}
				}
			}
		}
	}
}

// TestLots: a group of many rows, which becomes shapes some of them at a time, is what the same
// rows in small groups are, with any number of workers, mistakes and missing values in its midst
// included.
func TestLots(t *testing.T) {
	const rows = 2*partRows + 100
	for _, unknown := range []map[int]any{{7: math.NaN(), partRows: nil, partRows + 5: math.Inf(1), rows - 1: nil}, {rows - 1: math.NaN()}} {
		cell := func(name string, i int) any {
			v, found := unknown[i]
			switch {
			case name == "id":
				return int64(i % (rows - 50)) // the last are there twice
			case name == "x" && found:
				return v
			case name == "r":
				return 0.5
			}
			return float64(i%97) / 3
		}
		small, large := columnsFile(t, []string{"id", "x", "y", "r"}, rows, 3000, cell), columnsFile(t, []string{"id", "x", "y", "r"}, rows, rows, cell)
		for _, skip := range []bool{true, false} {
			want := toldOf(t, small, Config{SkipBad: skip, Workers: 1})
			for _, workers := range []int{1, 3} {
				if got := toldOf(t, large, Config{SkipBad: skip, Workers: workers}); got != want {
					t.Errorf("%v, %v, %d workers: %.300s\nwant %.300s", unknown, skip, workers, got, want)
				}
			}
		}
	}
}

// toldOf is all that is known of a table: its shapes, and what is wrong with it.
func toldOf(t *testing.T, data []byte, c Config) string {
	t.Helper()
	var out bytes.Buffer
	c.Bad = func(e *table.Error) { fmt.Fprintln(&out, e) }
	names := must.Get(schema.NewNames([]string{"name=id", "world_name=world"}))(t)
	c.Names = names
	l := NewLoader(c)
	if err := l.Read(bytes.NewReader(data), "in"); err != nil {
		fmt.Fprintln(&out, err)
	}
	s := l.set
	must.Do(t, livetest.Check(s.Shapes))
	fmt.Fprintln(&out, s.Rows, s.Skipped, s.Worlds())
	for k, id := range livetest.IDs(s.Shapes) {
		shape := must.Get(s.Shapes.Shape(id))(t)
		fmt.Fprintf(&out, "%s %v %+v %s", s.Label(k), s.World(k), shape, s.Place(k))
		for n := range c.Keep {
			fmt.Fprintf(&out, " %s", s.kept[n].at(k))
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

// TestColumnsRead: of a file only the columns that are used are read.
func TestColumnsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 16))
	names := []string{"x", "y", "r", "note", "note_2", "note_3", "note_4", "note_5", "note_6"}
	data := columnsFile(t, names, 20_000, 20_000, func(string, int) any { return r.Float64() })
	for keep, most := range map[string]float64{"": 0.4, "note": 0.51} {
		in := &counted{Reader: bytes.NewReader(data)}
		c := Config{Workers: 1, Names: must.Get(schema.NewNames(nil))(t)}
		if keep != "" {
			c.Keep = []string{keep}
		}
		l := NewLoader(c)
		must.Do(t, l.Read(in, "in"))
		if s := must.Get(l.Set())(t); s.Len() != 20_000 {
			t.Errorf("%d shapes", s.Len())
		}
		if part := float64(in.read.Load()) / float64(len(data)); part > most || part < 0.3 {
			t.Errorf("with %q: %.2f of the file was read", keep, part)
		}
	}
}
