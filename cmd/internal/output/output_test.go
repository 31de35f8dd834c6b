// SPDX-License-Identifier: MIT

package output

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/internal/must"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	list := must.Get(os.ReadDir(dir))(t)
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	var stdout bytes.Buffer
	var files []*File
	for _, name := range []string{filepath.Join(dir, "a"), filepath.Join(dir, "b.gz"), "-"} {
		f := must.Get(Create(name, &stdout))(t)
		defer f.Discard()
		must.Get(io.WriteString(f, strings.Repeat("text ", 100000)))(t)
		files = append(files, f)
	}
	for _, n := range names(t, dir) {
		if !strings.HasPrefix(n, ".") || !strings.HasSuffix(n, ".tmp") {
			t.Errorf("%s is there before the commit", n)
		}
	}
	must.Do(t, Commit(files[0], nil, files[1], files[2]))
	for _, f := range files {
		f.Discard() // does nothing after a commit
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a", "b.gz"}) {
		t.Errorf("files: %q", got)
	}
	packed := must.Get(os.Open(filepath.Join(dir, "b.gz")))(t)
	defer packed.Close()
	z := must.Get(gzip.NewReader(packed))(t)
	text, err := io.ReadAll(z)
	if err != nil || len(text) != 500000 || stdout.Len() != 500000 {
		t.Errorf("%d bytes packed, %v, %d bytes to standard output", len(text), err, stdout.Len())
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestCommitTogether: if one output fails, none appears.
func TestCommitTogether(t *testing.T) {
	dir := t.TempDir()
	good := must.Get(Create(filepath.Join(dir, "good"), nil))(t)
	bad := must.Get(Create("-", full{}))(t)
	io.WriteString(good, "x")
	io.WriteString(bad, "x")
	if err := Commit(good, bad); !errors.Is(err, errFull) || err.Error() != "cannot write stdout: no room" {
		t.Errorf("got %v", err)
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
}

// named has files have names from the beginning, as on other systems than Linux.
func named(t *testing.T) {
	was := nameless
	nameless = func(string, fs.FileMode) (*os.File, error) { return nil, errNamed }
	t.Cleanup(func() { nameless = was })
}

func TestAbandon(t *testing.T) {
	named(t)
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		must.Get(Create(filepath.Join(dir, name), nil))(t)
	}
	if got := names(t, dir); len(got) != 2 {
		t.Fatalf("files: %q", got)
	}
	Abandon()
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestNameless: on Linux nothing has a name before the commit, so that nothing is left of a process
// that is killed.
func TestNameless(t *testing.T) {
	dir := t.TempDir()
	if f, err := nameless(dir, 0o600); err != nil {
		t.Skip(err)
	} else {
		f.Close()
	}
	f := must.Get(Create(filepath.Join(dir, "a"), nil))(t)
	io.WriteString(f, "text")
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("before the commit: %q", got)
	}
	if err := Commit(f); err != nil || !slices.Equal(names(t, dir), []string{"a"}) {
		t.Errorf("after it: %q, %v", names(t, dir), err)
	}
}

// TestSynced: a file is on the disk whole before it has its name, and has none if that fails.
func TestSynced(t *testing.T) {
	for _, without := range []string{"a name", "nothing"} {
		if without == "nothing" {
			named(t)
		}
		dir := t.TempDir()
		put := func(text string) error {
			f := must.Get(Create(filepath.Join(dir, "a"), nil))(t)
			defer f.Discard()
			must.Get(io.WriteString(f, text))(t)
			return Commit(f)
		}
		var seen []string
		var fails error
		syncFile = func(f *os.File) error {
			info, err := f.Stat()
			_, there := os.Stat(filepath.Join(dir, "a"))
			seen = append(seen, fmt.Sprint(info.Size(), err, there == nil))
			return fails
		}
		defer func() { syncFile = (*os.File).Sync }()
		if err := put("first"); err != nil || !slices.Equal(seen, []string{"5 <nil> false"}) {
			t.Errorf("without %s: synced %q, %v", without, seen, err)
		}
		fails = errFull
		if err := put("second"); !errors.Is(err, errFull) {
			t.Errorf("without %s: %v", without, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "a")); string(text) != "first" || !slices.Equal(names(t, dir), []string{"a"}) {
			t.Errorf("without %s: %q, %v, %q", without, text, err, names(t, dir))
		}
	}
}

// list is a table of contacts made of its values.
type list struct {
	labels []string
	values []float32
	full   bool
	wide   int
}

func (l *list) Len() int    { return len(l.values) }
func (l *list) Widest() int { return l.wide }
func (l *list) Fields() []Field {
	list := []Field{Text("world"), Text("id_a"), Text("id_b")}
	if l.full {
		for _, name := range []string{"depth", "nx", "ny"} {
			list = append(list, Number(name, columnar.Float32))
		}
	}
	return list
}
func (l *list) Row(i int) (string, []byte, []byte) {
	n := len(l.labels)
	return l.labels[i%n], []byte(l.labels[(i+1)%n]), []byte(l.labels[(i+2)%n])
}
func (l *list) Fill(cells []columnar.Cells, from, to int) {
	for i := from; i < to; i++ {
		world, a, b := l.Row(i)
		columnar.AppendText(&cells[0], world)
		columnar.AppendText(&cells[1], a)
		columnar.AppendText(&cells[2], b)
		if l.full {
			for k, v := range []float32{l.values[i], -l.values[i], 1} {
				cells[3+k].Float(float64(v) + 0)
			}
		}
	}
}

// TestContacts writes awkward labels and numbers and reads them back with other
// readers: every float32 returns with the same bits.
func TestContacts(t *testing.T) {
	l := &list{
		labels: []string{"plain", "with,comma", "with \"quotes\"", "two\nlines", "ümlaut ☀", "<&>", `back\slash`, "", " blanks "},
		values: []float32{0, 1, -1, 0.1, 1e-45, math.MaxFloat32, 1.0 / 3, 123456789, 1e-7, 2.5e10},
		full:   true,
	}
	var out bytes.Buffer
	must.Do(t, Write(context.Background(), &out, l, Writing{Format: CSV, Workers: 3}))
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != l.Len()+1 || strings.Join(rows[0], ",") != "world,id_a,id_b,depth,nx,ny" {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	for i, row := range rows[1:] {
		world, a, b := l.Row(i)
		v, err := strconv.ParseFloat(row[3], 32)
		if err != nil || float32(v) != l.values[i] || row[0] != world || row[1] != string(a) || row[2] != string(b) || row[5] != "1" {
			t.Errorf("row %d is %q", i, row)
		}
	}
	out.Reset()
	must.Do(t, Write(context.Background(), &out, l, Writing{Format: NDJSON, Workers: 3}))
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var o struct {
			World, IDA, IDB string
			Depth, NX, NY   float32
		}
		line = strings.NewReplacer(`"id_a"`, `"ida"`, `"id_b"`, `"idb"`).Replace(line)
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		world, a, b := l.Row(i)
		if err := d.Decode(&o); err != nil || o.World != world || o.IDA != string(a) || o.IDB != string(b) || o.Depth != l.values[i] || o.NX != -l.values[i] {
			t.Errorf("line %d: %v: %s", i, err, line)
		}
	}
	l.full = false
	out.Reset()
	if err := Write(context.Background(), &out, l, Writing{Format: CSV, Workers: 3}); err != nil || !strings.HasPrefix(out.String(), "world,id_a,id_b\nplain,") {
		t.Errorf("%v: %s", err, out.String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f := range []Format{CSV, NDJSON} {
		if err := Write(ctx, io.Discard, l, Writing{Format: f}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: after cancelling: %v", f, err)
		}
		if err := Write(context.Background(), full{}, l, Writing{Format: f, Workers: 3}); f == NDJSON && !errors.Is(err, errFull) {
			t.Errorf("%s: without room: %v", f, err)
		}
	}
}

// TestZero: a zero has no sign, and no other number loses its own.
func TestZero(t *testing.T) {
	minus := float32(math.Copysign(0, -1))
	l := &list{labels: []string{"a"}, values: []float32{0, minus}, full: true}
	for f, want := range map[Format]string{
		CSV:    "world,id_a,id_b,depth,nx,ny\na,a,a,0,0,1\na,a,a,0,0,1\n",
		NDJSON: strings.Repeat(`{"world":"a","id_a":"a","id_b":"a","depth":0,"nx":0,"ny":1}`+"\n", 2),
	} {
		var out bytes.Buffer
		if err := Write(context.Background(), &out, l, Writing{Format: f, Workers: 3}); err != nil || out.String() != want {
			t.Errorf("%s: %v, %q", f, err, out.String())
		}
	}
	if got := FloatText(-math.SmallestNonzeroFloat32) + FloatText(minus); got != "-1e-450" {
		t.Errorf("got %q", got)
	}
}

// TestCommitNames: if the first file cannot be given its name, the others do not stay
// behind under their temporary ones.
func TestCommitNames(t *testing.T) {
	dir := t.TempDir()
	var files []*File
	for _, name := range []string{"a", "b", "c"} {
		f := must.Get(Create(filepath.Join(dir, name), nil))(t)
		defer f.Discard()
		files = append(files, f)
	}
	must.Do(t, os.MkdirAll(filepath.Join(dir, "a", "full"), 0o777))
	err := Commit(files...)
	if err == nil || !strings.Contains(err.Error(), "cannot write "+filepath.Join(dir, "a")+": ") {
		t.Errorf("error %v", err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a"}) {
		t.Errorf("left behind: %q", got)
	}
}

// TestCreateAwkward: names as long as a file system allows, and files that their owner
// has protected from writing.
func TestCreateAwkward(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, strings.Repeat("ü", 125)+".csv")
	f := must.Get(Create(long, nil))(t)
	must.Do(t, Commit(f))
	if got := names(t, dir); len(got) != 1 || got[0] != filepath.Base(long) {
		t.Errorf("files: %q", got)
	}
	must.Do(t, os.Chmod(long, 0o444))
	if w, err := os.OpenFile(long, os.O_WRONLY, 0); err == nil {
		w.Close()
		t.Skip("nothing is protected from this user")
	}
	if f, err := Create(long, nil); err == nil || !strings.Contains(err.Error(), "permission denied") {
		f.Discard()
		t.Errorf("a protected file: error %v", err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("files: %q", got)
	}
}

// awkward is a table of cells of every type, some of them missing. Each value appends itself.
type awkward struct {
	fields []Field
	rows   [][]func(c *columnar.Cells)
}

func (a awkward) Len() int        { return len(a.rows) }
func (a awkward) Fields() []Field { return a.fields }
func (a awkward) Widest() int     { return 9 }
func (a awkward) Fill(cells []columnar.Cells, from, to int) {
	for _, row := range a.rows[from:to] {
		for k := range cells {
			row[k](&cells[k])
		}
	}
}

func null(c *columnar.Cells) { c.Null() }
func cell(v string) func(c *columnar.Cells) {
	return func(c *columnar.Cells) { columnar.AppendText(c, v) }
}
func whole(v int64) func(c *columnar.Cells)    { return func(c *columnar.Cells) { c.Whole(v) } }
func number(v float64) func(c *columnar.Cells) { return func(c *columnar.Cells) { c.Float(v) } }

// TestValues: values of every type as text, and missing values as empty cells.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		of   columnar.Type
		v    func(c *columnar.Cells)
		want string
	}{
		{columnar.Float32, null, ""}, {columnar.Float32, number(float64(float32(0.1))), "0.1"}, {columnar.Float64, number(0.1), "0.1"}, {columnar.Float64, number(float64(float32(0.1))), "0.10000000149011612"},
		{columnar.Uint32, whole(0), "0"}, {columnar.Uint32, whole(7), "7"}, {columnar.Uint32, whole(math.MaxUint32), "4294967295"},
		{columnar.Int32, whole(-7), "-7"}, {columnar.Int64, whole(math.MinInt64), "-9223372036854775808"},
		{columnar.Float64, number(1e21), "1e+21"}, {columnar.Float64, number(-12345678.5), "-1.23456785e+07"}, {columnar.Float32, number(math.MaxFloat32), "3.4028235e+38"},
	} {
		var out bytes.Buffer
		must.Do(t, Write(t.Context(), &out, awkward{[]Field{Number("v", c.of)}, [][]func(c *columnar.Cells){{c.v}}}, Writing{Format: CSV, Further: true}))
		if got := strings.TrimSuffix(out.String(), "\n"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestSparse: objects leave out missing values and values that JSON cannot write. Zeros keep their
// signs if the table gives them.
func TestSparse(t *testing.T) {
	plain := func(name string) Field {
		f := Number(name, columnar.Text)
		f.Plain = true
		return f
	}
	rows := awkward{[]Field{Number("id", columnar.Int64), Number("x", columnar.Float32), plain("points"), plain("static"), Number("name", columnar.Text)}, [][]func(c *columnar.Cells){
		{whole(-7), number(math.Copysign(0, -1)), cell("[[0,1]]"), cell("true"), cell("")},
		{null, number(math.NaN()), null, null, cell("a")},
		{null, number(float64(float32(0.1))), cell("0"), null, null},
		{null, null, null, cell("false"), null},
		{null, null, null, null, null},
	}}
	for f, want := range map[Format]string{
		CSV: "id,x,points,static,name\n-7,-0,[[0,1]],true,\n,NaN,,,a\n,0.1,0,,\n,,,false,\n,,,,\n",
		NDJSON: `{"id":-7,"x":-0,"points":[[0,1]],"static":true,"name":""}` + "\n" + `{"name":"a"}` + "\n" +
			`{"x":0.1,"points":0}` + "\n" + `{"static":false}` + "\n{}\n",
	} {
		var out bytes.Buffer
		if err := Write(t.Context(), &out, rows, Writing{Format: f, Sparse: true}); err != nil || out.String() != want {
			t.Errorf("%s: %v: got\n%swant\n%s", f, err, out.String(), want)
		}
	}
}

// TestLongCells: Write hands rows over by their bytes. With labels of 10 KB, one write has at most
// 10 MiB, for any number of rows, and the budget is charged for all of it.
func TestLongCells(t *testing.T) {
	l := &list{labels: []string{strings.Repeat("a", 10_000), strings.Repeat("b", 9_999), "c"}, values: make([]float32, textPass.span+100), full: true, wide: 20_000}
	for _, f := range []Format{CSV, NDJSON, Parquet, Arrow} {
		for _, workers := range []int{1, 3} {
			budget := memory.NewBudget(512 << 20)
			most, rows := int64(0), 0
			if err := Write(t.Context(), writerFunc(func(p []byte) (int, error) {
				most = max(most, int64(len(p)))
				return len(p), nil
			}), l, Writing{Format: f, Workers: workers, Memory: budget, Tell: func(done, _ int) {
				if rows = done; budget.Held() < most {
					t.Errorf("%s: %d bytes are charged while %d are written", f, budget.Held(), most)
				}
			}}); err != nil || rows != l.Len() || most > 10<<20 || budget.Held() != 0 {
				t.Errorf("%s, %d workers: %d rows, %d bytes in one go, %d held, %v", f, workers, rows, most, budget.Held(), err)
			}
			if err := Write(t.Context(), io.Discard, l, Writing{Format: f, Workers: workers, Memory: memory.NewBudget(1 << 18)}); !errors.Is(err, memory.ErrLimit) {
				t.Errorf("%s, %d workers, in 256 KiB: %v", f, workers, err)
			}
		}
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestCells: cells are quoted where encoding/csv quotes them, and rows come in order
// for any number of workers.
func TestCells(t *testing.T) {
	l := &list{labels: []string{"plain", "", " a", "a ", "a,b", `a"b`, "a\nb", "a\rb", `\.`, `a\.`, "\u00a0x", "\u00e9", "#1", "'", "\t", "\x85", "\xff", `"`, "a;b"}, full: true}
	for i := range 3*textPass.span + 17 {
		l.values = append(l.values, float32(i)/3)
	}
	var want bytes.Buffer
	w := csv.NewWriter(&want)
	w.Write([]string{"world", "id_a", "id_b", "depth", "nx", "ny"})
	for i, v := range l.values {
		world, a, b := l.Row(i)
		w.Write([]string{world, string(a), string(b), FloatText(v), FloatText(-v), "1"})
	}
	w.Flush()
	for _, workers := range []int{0, 1, 2, 8} {
		var out bytes.Buffer
		last := 0
		if err := Write(t.Context(), &out, l, Writing{Format: CSV, Workers: workers, Tell: func(done, total int) {
			if done <= last || total != l.Len() {
				t.Errorf("%d of %d rows after %d", done, total, last)
			}
			last = done
		}}); err != nil || !bytes.Equal(out.Bytes(), want.Bytes()) || last != l.Len() {
			t.Errorf("%d workers: %v, %d bytes, want %d", workers, err, out.Len(), want.Len())
		}
	}
}
