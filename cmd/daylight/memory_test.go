// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"daylight/batch"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/output"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// zipped writes a gzipped file.
func zipped(t *testing.T, name string, text func(w io.Writer)) string {
	t.Helper()
	var buf bytes.Buffer
	z, _ := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	text(z)
	must.Do(t, z.Close())
	return write(t, name, buf.String())
}

// again writes a text so many times over, each a gzip member of its own: the text is packed once.
func again(t *testing.T, text string, times int) string {
	t.Helper()
	var buf bytes.Buffer
	z, _ := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	io.WriteString(z, text)
	must.Do(t, z.Close())
	return strings.Repeat(buf.String(), times)
}

// piles writes circles of one size in piles of so many.
func piles(w io.Writer, n, each int) {
	fmt.Fprintln(w, "x,y,r")
	for i := range n {
		fmt.Fprintf(w, "%d,0,1\n", i/each*100)
	}
}

// Linux counts as memory of a process, for the one that started it, what that one had itself until
// then. The memory that a process reads of itself is its own.
func init() {
	watched = func(file string) int {
		code := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		var use syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
			panic(err)
		}
		most := int64(use.Maxrss)
		if status, err := os.ReadFile("/proc/self/status"); err == nil {
			_, peak, _ := strings.Cut(string(status), "\nVmHWM:")
			fmt.Sscan(peak, &most)
			most <<= 10
		}
		if err := os.WriteFile(file, strconv.AppendInt(nil, most, 10), 0o666); err != nil {
			panic(err)
		}
		return code
	}
}

// watch has the program leave the most memory it had, which peak tells when it has ended.
func watch(t *testing.T, c *exec.Cmd) (peak func() int64) {
	file := filepath.Join(t.TempDir(), "peak")
	c.Env = append(c.Env, peakFile+"="+file)
	return func() int64 {
		t.Helper()
		most, err := strconv.ParseInt(read(t, file), 10, 64)
		if err != nil || most == 0 {
			t.Fatalf("the program took %d bytes, %v", most, err)
		}
		return most
	}
}

// readingMiB is by how much a program with little memory may exceed it while it reads: for the
// pieces of a table that are being read at a time.
const readingMiB = 40

// TestMemory: the promise that memory is bounded. Inputs that are small and would take far more
// memory than there is end in one line and exit code 2, with what it would take, and the process
// stays within the limit: by GOMEMLIMIT as well as by --memory, of 128 MiB and of 64 MiB. Every
// command that takes data, every kind of question and every mode has a case; what refuses is the
// same in many, and the larger limit is tried once, and where a row needs it, at full strength for
// all.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it unpacks gigabytes")
	}
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	zipped(t, file("piles.csv.gz"), func(w io.Writer) { piles(w, 60_000, 3072) })
	zipped(t, file("spot.csv.gz"), func(w io.Writer) { piles(w, 60_000, 60_000) })
	write(t, file("rows.csv.gz"), again(t, "x,y,r\n", 1)+again(t, strings.Repeat("1,2,3\n", 100_000), 200))
	done(t, "", "gen", "-n", "400000", "-o", file("rows.parquet"), "boxes")
	worlds := 200_000
	if testenv.Full() {
		worlds = 1_000_000
	}
	zipped(t, file("worlds.csv.gz"), func(w io.Writer) {
		io.WriteString(w, "x,y,r,world,body\n")
		for i := range worlds {
			fmt.Fprintf(w, "1,2,3,%d,%d\n", i, i)
		}
	})
	write(t, file("plane.txt"), "-inf,-inf,inf,inf\n")
	write(t, file("wide.csv"), "x,y,r\n1,2,3\n"+strings.Repeat(",", 24<<20)+"\n")
	write(t, file("head.csv"), strings.Repeat(",", 24<<20)+"\n1,2\n")
	write(t, file("wide.ndjson"), "{"+strings.Repeat(`"k":1,`, 4<<20)+`"x":1}`+"\n")
	comb := []byte("wkt\n\"POLYGON((0 0")
	for k := 1; len(comb) < 48<<20; k++ {
		comb = append(strconv.AppendInt(append(comb, ','), int64(k), 10), ".25 "...)
		comb = append(comb, '0'+byte(k%2))
	}
	write(t, file("wide-comb.csv"), string(comb)+",-1 -1,0 0))\"\n")
	random := rand.New(rand.NewPCG(41, 42))
	corners, squares := "", ""
	for i := range 4000 {
		x, y := random.Float64(), random.Float64()
		corners += fmt.Sprintf("%v %v,", x, y)
		if i < 1000 {
			squares += fmt.Sprintf("((%v %v,%[3]v %[2]v,%[3]v %[4]v,%[1]v %[4]v,%[1]v %[2]v)),", x, y, x+.5, y+.5)
		}
	}
	first, _, _ := strings.Cut(corners, ",")
	write(t, file("corners.csv"), "wkt\n\"POLYGON(("+corners+first+"))\"\n")
	write(t, file("squares.csv"), "wkt\n\"MULTIPOLYGON("+strings.TrimSuffix(squares, ",")+")\"\n")
	write(t, file("heap.csv"), "x,y,r\n"+strings.Repeat("0,0,1\n", 20_000))
	write(t, file("few.csv"), "x,y,r\n"+strings.Repeat("0,0,1\n", 3000))
	write(t, file("rays.csv"), "x,y,vx,vy\n"+strings.Repeat("-5,0,9,0\n", 20_000))
	star := "\"POLYGON((0 0,4 1,8 0,7 4,8 8,4 7,0 8,1 4,0 0))\"\n"
	write(t, file("stars.csv"), "wkt\n"+strings.Repeat(star, 2500))
	write(t, file("few-stars.csv"), "wkt\n"+strings.Repeat(star, 500))
	cases := []struct{ args, says string }{
		{"collide piles.csv.gz", "crowded"},
		{"collide --mode manifold piles.csv.gz", "crowded"},
		{"collide --verify --mode overlap spot.csv.gz", "crowded"},
		{"collide spot.csv.gz", "crowded"},
		{"collide --join spot.csv.gz piles.csv.gz", "crowded"},
		{"draw -o spot.svg spot.csv.gz", "crowded"},
		{"collide rows.csv.gz", "the tables are too large"},
		{"collide worlds.csv.gz", "the tables are too large"},
		{"collide wide.csv", "more than a million cells"},
		{"collide head.csv", "more than a million cells"},
		{"collide wide.ndjson", "more than a million cells"},
		{"collide wide-comb.csv", "the tables are too large"},
		{"draw --size 8192 -o large.png shapes.csv", "the picture is too large"},
		{"sim --frames 1 -n 16777216 boxes", "16,777,216 shapes"},
		{"gen -n 16777216 boxes", "16,777,216 shapes"},
		{"demo -n 16777216 --scene boxes", "16,777,216 shapes"},
		{"sim --frames 100000 --gif film.gif boxes -n 10", "is too large"},
		{"collide --mend corners.csv", "outlines of 4000 points that cross more than "},
		{"collide --exact --mend squares.csv", "outlines of 4000 points that cross more than "},
		{"query inside --mend --ask squares.csv squares.csv", "outlines of 4000 points that cross more than "},
		{"collide --mode pairs heap.csv", "crowded"},
		{"collide --mode contact --verify heap.csv", "crowded"},
		{"collide --mode distance --margin 1 heap.csv", "crowded"},
		{"collide --mode swept --radius 1 rays.csv", "crowded"},
		{"collide --mode area heap.csv", "crowded"},
		{"collide --mode area --join stars.csv heap.csv", "crowded"},
		{"collide --relation intersects heap.csv", "crowded"},
		{"collide --exact stars.csv", "crowded"},
		{"query rays --all --ask rays.csv heap.csv", "too many answers"},
		{"query rays --all --ask rays.csv stars.csv", "too many answers"},
		{"query casts --ask rows.csv.gz heap.csv", "the tables are too large"},
		{"query points --near 9 --ask rays.csv heap.csv", "too many answers"},
		{"query points --near 9 --ask rays.csv stars.csv", "too many answers"},
		{"query boxes --ask heap.csv heap.csv", "too many answers"},
		{"query boxes --ask stars.csv stars.csv", "too many answers"},
		{"query nearest --count 3000 --ask rays.csv few.csv", "too many answers"},
		{"query nearest --count 400 --ask rays.csv few-stars.csv", "too many answers"},
		{"query nearest --count 2 stars.csv", "too many answers"},
		{"query within --near 1 heap.csv", "too many answers"},
		{"query within --near 1 --both --centres --radius 0 rays.csv", "too many answers"},
		{"query inside heap.csv", "too many answers"},
		{"query inside stars.csv", "too many answers"},
		{"collide --tile -5,-5,inf,inf piles.csv.gz", "crowded"},
		{"collide --tile -inf,-inf,5,5 --exact rows.csv.gz", "the tables are too large"},
		{"collide --workers 16 --tile -inf,-inf,5,5 --exact rows.csv.gz", "the tables are too large"},
		{"collide --workers 16 rows.parquet", "the tables are too large"},
		{"query nearest --tile 0,0,inf,inf rows.csv.gz", "the tables are too large"},
		{"query within --near 1 --tile -inf,-inf,1,1 heap.csv", "too many answers"},
		{"tiles wide.csv", "more than a million cells"},
		{"tiles --deal plane.txt rows.csv.gz", "for rows and their tiles"},
		{"bench --sizes 16777216 --scenes boxes", "16,777,216 shapes"},
	}
	// A command, a kind of question or a mode that has no case here has none that says its memory
	// is bounded.
	asked := func(what string) bool {
		return slices.ContainsFunc(cases, func(c struct{ args, says string }) bool { return strings.HasPrefix(c.args+" ", what+" ") })
	}
	small := []string{"kernels", "man", "help", "formats"} // they take no data
	for _, c := range newRoot().Commands() {
		if !slices.Contains(small, c.Name()) && !asked(c.Name()) {
			t.Errorf("no case asks daylight %s", c.Name())
		}
	}
	for _, kind := range answer.Kinds {
		if !asked("query " + string(kind)) {
			t.Errorf("no case asks daylight query %s", kind)
		}
	}
	for mode := batch.ModeContacts; ; mode++ {
		if _, err := batch.ParseMode(mode.String()); err != nil {
			break
		}
		if !asked("collide --mode "+mode.String()) && !asked("collide --verify --mode "+mode.String()) {
			t.Errorf("no case asks daylight collide --mode %v", mode)
		}
	}
	for k, c := range cases {
		long := strings.Contains(c.args, "wide") || strings.Contains(c.args, "head") // one row is half of the smaller limit
		large := long || k == 0 || testenv.Full()
		t.Run(c.args, func(t *testing.T) {
			write(t, file("shapes.csv"), "x,y,r\n0,0,1\n")
			for _, by := range []string{"128 MiB", "64 MiB", "environment"} {
				args, most, limit := strings.Fields(c.args), "128 MiB", int64(128+readingMiB)<<20
				switch {
				case by != "environment":
					most = by
					args = append(args, "--memory", by)
				case k > 0:
					continue
				}
				if by == "128 MiB" && !large || by == "64 MiB" && long {
					continue
				}
				if most == "64 MiB" {
					limit = (64 + readingMiB + testTextMiB) << 20
				}
				var env []string
				if by == "environment" {
					env = []string{"GOMEMLIMIT=128MiB"}
				}
				cmd := command(t, dir, args...)
				cmd.Env = append(cmd.Env, env...)
				peak := watch(t, cmd)
				code, out, stderr := exitCode(t, cmd)
				last := strings.TrimSuffix(stderr, "\n")
				if code != exitBad || strings.Contains(last, "\n") || out != "" || !strings.HasPrefix(last, "daylight: ") || !strings.Contains(last, c.says) ||
					!long && (!strings.Contains(last, most) || !strings.Contains(last, " it would take ")) {
					t.Errorf("by %s: exit %d, %q, %.2000s", by, code, out, stderr)
				}
				used := peak()
				if used > limit { // on a busy machine the collector may be late, which it is not each time
					cmd = command(t, dir, args...)
					cmd.Env = append(cmd.Env, env...)
					peak = watch(t, cmd)
					if code, _, stderr := exitCode(t, cmd); code != exitBad || peak() > limit {
						t.Errorf("by %s: it took %d MiB, and then %d: exit %d, %.200s", by, used>>20, peak()>>20, code, stderr)
					}
				}
				t.Logf("by %s: %.1f s of CPU, %d MiB: %s", by, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), used>>20, last)
			}
		})
	}
	if names := files(t, dir); strings.Contains(names, ".tmp") || strings.Contains(names, "svg") {
		t.Errorf("left behind: %s", names)
	}
}

// TestHostileColumns: files of columns that are small, or that are large and empty, and claim far
// more than there is, end in one line and exit code 2, within the limit.
func TestHostileColumns(t *testing.T) {
	if testenv.Race {
		t.Skip("under the race detector a process takes more than the limit it was given")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	number, text := arrow.PrimitiveTypes.Float64, arrow.BinaryTypes.StringView
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: text}, {Name: "x", Type: number}, {Name: "y", Type: number}, {Name: "r", Type: number}}, nil)
	stream := func(schema *arrow.Schema, columns ...arrow.Array) string {
		var out bytes.Buffer
		w := ipc.NewWriter(&out, ipc.WithSchema(schema), ipc.WithZstd())
		if err := errors.Join(w.Write(array.NewRecordBatch(schema, columns, int64(columns[0].Len()))), w.Close()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	zeros := func(n int) arrow.Array {
		return array.NewFloat64Data(array.NewData(number, n, []*memory.Buffer{nil, memory.NewBufferBytes(make([]byte, 8*n))}, nil, 0, 0))
	}
	// One buffer of texts is all there is; the count of them stands behind the length of its
	// vector.
	names := array.NewStringViewBuilder(memory.DefaultAllocator)
	names.Append("a text of more than twelve bytes")
	views := stream(schema, names.NewArray(), zeros(1), zeros(1), zeros(1))
	one := string(binary.LittleEndian.AppendUint64([]byte{1, 0, 0, 0}, 1))
	if strings.Count(views, one) != 1 {
		t.Fatalf("%q", views)
	}
	write(t, file("views.arrow"), strings.Replace(views, one, one[:4]+string(binary.LittleEndian.AppendUint64(nil, 1<<40)), 1))
	plain := arrow.NewSchema(schema.Fields()[1:], nil)
	z := zeros(8 << 20)
	alike := stream(plain, z, z, z)
	write(t, file("alike.arrow"), alike)
	if len(alike) > 64<<10 {
		t.Errorf("%d bytes", len(alike))
	}
	for name, size := range map[string]int64{"sparse.parquet": 3 << 30, "sparse.arrow": 3 << 30} {
		f, err := os.Create(file(name))
		if err != nil {
			t.Fatal(err)
		}
		tail := "\x00\x00\x00\x80PAR1"
		_, err = f.WriteString("PAR1")
		if name == "sparse.arrow" { // a message of almost all that may be, and a table of contents of 2 GiB
			tail = "\x00\x00\x00\x80ARROW1"
			_, err = f.WriteAt([]byte("ARROW1\x00\x00\xff\xff\xff\xff\xff\xff\xff\x03"), 0)
		}
		_, err2 := f.WriteAt([]byte(tail), size-int64(len(tail)))
		if err := errors.Join(err, err2, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, says string }{
		{"views.arrow", "damaged Arrow data: column id: it says that it has 1099511627776 buffers, and there are "},
		{"alike.arrow", "the tables are too large: it would take "},
		{"sparse.parquet", "the tables are too large: it would take "},
		{"sparse.arrow", "the tables are too large: it would take "},
	} {
		for limit, name := range map[int64]string{512 << 20: "512MiB", 64 << 20: "64MiB"} {
			cmd := command(t, dir, "collide", "--memory", name, c.name)
			peak := watch(t, cmd)
			code, out, stderr := exitCode(t, cmd)
			if code != exitBad || out != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "daylight: "+c.name+":") || !strings.Contains(stderr, c.says) {
				t.Errorf("%s, %s: exit %d, %q, %.2000s", c.name, name, code, out, stderr)
			}
			if used := peak(); used > limit {
				t.Errorf("%s, %s: it took %d MiB", c.name, name, used>>20)
			}
		}
	}
}

// testTextMiB is how much more the text of these tests takes than the program's, 50 MB in place of
// 20. Some of it is resident.
const testTextMiB = 16

// TestTileMemory: daylight tiles, and each tile of a job that is larger than memory, stay within
// --memory, the program's own text included. One run says what it would take.
func TestTileMemory(t *testing.T) {
	if testenv.Race {
		t.Skip("under the race detector a process takes more than the limit it was given")
	}
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	done(t, "", "gen", "boxes", "-n", "300000", "-o", in)
	do := func(args ...string) (code int, out, stderr string) {
		t.Helper()
		c := command(t, dir, append(args, "-q", "--memory", "48MiB", in)...)
		peak := watch(t, c)
		if code, out, stderr = exitCode(t, c); peak() > (48+testTextMiB)<<20 {
			t.Errorf("%q: exit %d, %d MiB: %s", args, code, peak()>>20, stderr)
		}
		return code, out, stderr
	}
	if code, _, stderr := do("collide"); code != exitBad || !strings.Contains(stderr, "the tables are too large: it would take ") {
		t.Errorf("as a whole: exit %d: %s", code, stderr)
	}
	code, tiles, stderr := do("tiles", "--count", "10")
	if list := strings.Fields(tiles); code != exitDone || len(list) != 10 {
		t.Fatalf("exit %d, %d tiles: %s", code, len(list), stderr)
	}
	rows := 0
	for tile := range strings.FieldsSeq(tiles) {
		code, out, stderr := do("collide", "--tile", tile)
		if rows += strings.Count(out, "\n") - 1; code != exitDone {
			t.Errorf("tile %s: exit %d: %s", tile, code, stderr)
		}
	}
	if want := strings.Count(done(t, "", "collide", "-q", in).out, "\n") - 1; rows != want {
		t.Errorf("%d rows in tiles, want %d", rows, want)
	}
}

// TestMemoryAdvice: the error of too little memory says what takes less, if anything does.
func TestMemoryAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "100000", "-o", "in.csv")
	const cut, more = "; daylight tiles cuts the job into tiles that take less\n", "; a greater --count of daylight tiles makes tiles that take less\n"
	for args, want := range map[string]string{
		"collide": cut, "collide --join in.csv --mode manifold": cut, "collide --exact": cut, "collide -o o.geojson": cut, "query nearest --near 1": cut,
		"collide --tile=-inf,-inf,inf,inf": more, "query nearest --near 1 --tile=-inf,-inf,inf,inf": more,
		"collide --mode pairs": "\n", "query nearest": "\n", "query nearest --tile=-inf,-inf,inf,inf": "\n",
	} {
		r := call(t, "", append(strings.Fields(args), "--memory", "32MiB", "in.csv")...)
		if r.code != exitBad || strings.Count(r.stderr, "\n") != 1 || !strings.HasSuffix(r.stderr, "(--memory says how much to use)"+want) {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
}

// TestDrawCrowd: of 500 circles on one spot a picture shows what an eye can tell apart,
// and says what it left out.
func TestDrawCrowd(t *testing.T) {
	if testenv.Race {
		t.Skip("under the race detector a process takes more than the limit it was given")
	}
	t.Parallel()
	dir := t.TempDir()
	var in bytes.Buffer
	fmt.Fprintln(&in, "x,y,r")
	for i := range 500 {
		fmt.Fprintf(&in, "%g,%g,%g\n", float64(i%7)/100, float64(i%11)/100, 1+float64(i%13)/100)
	}
	write(t, filepath.Join(dir, "in.csv"), in.String())
	for _, name := range []string{"out.svg", "out.png"} {
		if testing.Short() && name != "out.svg" {
			continue
		}
		c := command(t, dir, "draw", "--size", "600", "--memory", "128MiB", "--out", name, "in.csv")
		peak := watch(t, c)
		code, _, stderr := exitCode(t, c)
		info, err := os.Stat(filepath.Join(dir, name))
		if code != exitDone || err != nil || !strings.Contains(stderr, "500 shapes and 124,750 contacts (hidden under others and left out: ") {
			t.Fatalf("%s: exit %d, %v: %s", name, code, err, stderr)
		}
		if info.Size() > 1<<20 || peak() > 128<<20 {
			t.Errorf("%s: %d bytes, %d MiB", name, info.Size(), peak()>>20)
		}
		t.Logf("%d bytes, %d MiB: %s", info.Size(), peak()>>20, stderr)
	}
	if svg := read(t, filepath.Join(dir, "out.svg")); !strings.Contains(svg, "left out: 4") {
		t.Error("the picture does not say what it leaves out")
	}
}

// TestExactMemory: exact answers take at most 600 bytes for each building of five corners. Half of
// the buildings are concave.
func TestExactMemory(t *testing.T) {
	if testenv.Race {
		t.Skip("under the race detector a process takes more than it does without")
	}
	const n, each = 300_000, 600
	dir := t.TempDir()
	var in bytes.Buffer
	in.WriteString("wkt\n")
	for i := range n {
		x, y := i%600*10, i/600*10
		fmt.Fprintf(&in, "\"POLYGON((%d %d,%d %[2]d,%[3]d %[4]d,%d %d,%[1]d %[4]d,%[1]d %[2]d))\"\n", x, y, x+8, y+6, x+4, y+3+i%2*5)
	}
	write(t, filepath.Join(dir, "in.csv"), in.String())
	peak := func(args ...string) int64 {
		c := command(t, dir, args...)
		least := watch(t, c)
		if code, _, stderr := exitCode(t, c); code != exitDone {
			t.Fatalf("%q: exit %d: %s", args, code, stderr)
		}
		return least()
	}
	write(t, filepath.Join(dir, "one.csv"), "wkt\n\"POLYGON((0 0,8 0,8 6,4 8,0 6,0 0))\"\n")
	nothing := peak("collide", "--exact", "-q", "one.csv")
	took := peak("collide", "--exact", "-q", "in.csv") - nothing
	t.Logf("%d bytes a building", took/n)
	if took > n*each+readingMiB<<20/4 { // reading takes memory, too
		t.Errorf("%d bytes a building", took/n)
	}
}

// TestLongCells: long ids, kept cells and outlines take no more memory if they are in many rows.
// Every command that reads tables and every kind of question ends within the limit. The formats
// take turns: each input of a command is written in one of them. The test fails if a command that
// reads tables has no case here.
func TestLongCells(t *testing.T) {
	if testenv.Race || testing.Short() {
		t.Skip("it writes gigabytes, within a limit that the race detector does not keep")
	}
	dir := t.TempDir()
	ids, notes, outlines := "id,x,y,r,vx,vy\n", "x,y,r,vx,vy,note\n", "wkt,vx,vy\n"
	for i := range 100 {
		at, tail := fmt.Sprintf("%g,0,1,1,0", float64(i)/2), fmt.Sprint(i, "\n")
		ids += strings.Repeat("i", 150_000) + strings.Replace(tail, "\n", ","+at+"\n", 1)
		notes += at + "," + strings.Repeat("n", 150_000) + tail
		var ring strings.Builder
		for k := range 2001 {
			sin, cos := math.Sincos(math.Pi * float64(k%2000) / 1000)
			fmt.Fprintf(&ring, ",%v %v", float64(i)/2+cos, sin)
		}
		outlines += "\"POLYGON((" + ring.String()[1:] + "))\",1,0\n"
	}
	inputs := []struct{ name, flags, drawn string }{{"ids.csv", "", ""}, {"notes.csv", " --keep note", ""}, {"outlines.csv", "", " --geometry-out both"}}
	for k, text := range []string{ids, notes, outlines} {
		write(t, filepath.Join(dir, inputs[k].name), text)
	}
	write(t, filepath.Join(dir, "plane.txt"), "-inf,-inf,inf,inf\n")
	cases := []string{
		"collide FLAGS FORMAT IN", "collide --exact FLAGS FORMAT IN", "collide --relation intersects --join IN FLAGS FORMAT IN", "collide --mode manifold FLAGS FORMAT IN",
		"tiles IN", "draw -o out.svg IN", "tiles --deal plane.txt -o out IN",
	}
	more := map[answer.Kind]string{answer.Rays: "--all --ask IN", answer.Casts: "--ask IN", answer.Points: "--near 1 --ask IN", answer.Boxes: "--ask IN", answer.Nearest: "--count 4", answer.Within: "--near 1"}
	for _, kind := range answer.Kinds {
		cases = append(cases, fmt.Sprintf("query %s %s FLAGS FORMAT IN", kind, more[kind]))
	}
	none := []string{"kernels", "man", "help", "formats", "sim", "gen", "demo", "bench"} // they read no tables
	for _, c := range newRoot().Commands() {
		if !slices.Contains(none, c.Name()) && !slices.ContainsFunc(cases, func(args string) bool { return strings.HasPrefix(args, c.Name()+" ") }) {
			t.Errorf("no case asks daylight %s", c.Name())
		}
	}
	for n, args := range cases {
		for k, in := range inputs {
			for j, format := range output.OfContacts {
				if (n+k)%3 != 0 && !testenv.Full() || (n/3+k+j)%5 != 0 {
					continue // each command has an input and a format, and at full strength all inputs
				}
				drawn := in.drawn
				if format == output.CSV || format == output.NDJSON {
					drawn = ""
				}
				args := strings.NewReplacer("FLAGS", in.flags+drawn, "FORMAT", "-o out --format "+string(format), "IN", in.name).Replace(args)
				c := command(t, dir, append(strings.Fields(args), "--quiet", "--memory", "128MiB")...)
				peak := watch(t, c)
				code, _, stderr := exitCode(t, c)
				if used := peak(); code != exitDone || used > (128+testTextMiB)<<20 {
					t.Errorf("%s: exit %d, %d MiB: %s", args, code, used>>20, stderr)
				} else {
					t.Logf("%s: %.1f s of CPU, %d MiB", args, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), used>>20)
				}
			}
		}
	}
}
