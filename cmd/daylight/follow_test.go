// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

const followColumns = "id,world,kind,x,y,angle,r,hx,hy,half_length,points,wkt,body,static,vx,vy,omega"

// followed is a table of some worlds that come one after the other, with shapes of every kind: of most worlds the ids
// are those of the one before, of some they are not, and one has a single shape.
func followed(t *testing.T, worlds int, named bool) string {
	t.Helper()
	all := strings.Split(followColumns, ",")
	var b strings.Builder
	b.WriteString(followColumns + "\n")
	out := csv.NewWriter(&b)
	for w := range worlds {
		prefix := "a"
		if w%4 == 3 {
			prefix = "other"
		}
		for _, text := range []string{moving(prefix, 60, uint64(w/2)), shapesOfAllWays} {
			rows := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
			for i, row := range rows[1:] {
				if w == 2 && (text == shapesOfAllWays || i > 0) || len(rows) < 50 && row[1] == "1" {
					continue
				}
				cells := make([]string, len(all))
				for k, name := range rows[0] {
					cells[slices.Index(all, name)] = row[k]
				}
				if cells[1] = fmt.Sprint(100 - 7*w); named {
					cells[1] = fmt.Sprintf("w, %d", w*w)
				}
				must.Do(t, out.Write(cells))
			}
		}
	}
	out.Flush()
	return b.String()
}

// arrowStream is a table as a stream of Arrow with so many rows in each batch.
func arrowStream(t *testing.T, text string, rows int) string {
	t.Helper()
	all := record(t, text)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(all.Schema()))
	for from := int64(0); from < all.NumRows(); from += int64(rows) {
		must.Do(t, w.Write(all.NewSlice(from, min(from+int64(rows), all.NumRows()))))
	}
	must.Do(t, w.Close())
	return out.String()
}

// arrowText is what a stream or a file of Arrow holds, a line for each row below their names and types.
func arrowText(t *testing.T, data string) string {
	t.Helper()
	var b strings.Builder
	show := func(r arrow.RecordBatch) {
		for i := range int(r.NumRows()) {
			for k := range int(r.NumCols()) {
				b.WriteString(r.Column(k).ValueStr(i) + "|")
			}
			b.WriteByte('\n')
		}
	}
	if strings.HasPrefix(data, "ARROW1") {
		f := must.Get(ipc.NewFileReader(strings.NewReader(data)))(t)
		b.WriteString(f.Schema().String() + "\n")
		for k := range f.NumRecords() {
			show(must.Get(f.RecordBatch(k))(t))
		}
		return b.String()
	}
	r := must.Get(ipc.NewReader(strings.NewReader(data)))(t)
	b.WriteString(r.Schema().String() + "\n")
	for r.Next() {
		show(r.RecordBatch())
	}
	must.Do(t, r.Err())
	return b.String()
}

// TestFollow: what --follow writes of worlds that come in order is what collide writes of all of them at once, to the
// last byte, in every mode, of every format and kind of shape.
func TestFollow(t *testing.T) {
	t.Chdir(t.TempDir())
	worlds := 9
	if testing.Short() || testenv.Race {
		worlds = 5
	}
	modes := []string{
		"", "--mode overlap --strict", "--mode manifold", "--mode distance --margin 0.5", "--mode swept --dt 0.5", "--margin -0.25 --workers 3",
		"--exact", "--relation overlaps", "--relation contains", "--mode area --outline --skip-bad", "--parts", "--fold body --keep body", "--keep kind,wkt --verify",
		"--bbox 0,0,20,20", "--format ndjson", "--format geojson", "--format geojson --mode manifold", "--format arrow", "--format arrow --mode distance --margin 1 --keep kind --geometry-out both",
	}
	joined := tableLike(t, moving("j", 40, 77), nil)
	write(t, "static.csv", joined)
	for k, named := range []bool{false, true} {
		name := fmt.Sprintf("in%d", k)
		text := followed(t, worlds, named)
		inAll(t, name, text)
		write(t, name+".stream", arrowStream(t, text, 37))
		var each []string
		for w := range worlds {
			each = append(each, map[bool]string{false: fmt.Sprint(100 - 7*w), true: fmt.Sprintf("w, %d", w*w)}[named])
		}
		write(t, "each.csv", tableLike(t, moving("j", 40, 77), each))
		for i, mode := range modes {
			for _, join := range []string{"", "static.csv"} {
				if !testenv.Full() && (join == "") == ((i+k)%2 == 0) { // each mode of both, and both names of worlds
					continue
				}
				args := append([]string{"collide", "-q"}, strings.Fields(mode)...)
				once, follow := slices.Clone(args), append(slices.Clone(args), "--follow")
				if join != "" {
					once, follow = append(once, "--join", "each.csv"), append(follow, "--join", join)
				}
				want := done(t, "", append(once, name+".csv")...).out
				if strings.Count(want, "\n") < 3 && !strings.Contains(mode, "contains") {
					t.Errorf("%s finds %q", mode, want)
				}
				isArrow := strings.Contains(mode, "arrow")
				if isArrow {
					want = arrowText(t, want)
				}
				for n, format := range append(slices.Clone(sameTables), "stream") {
					if strings.Contains(mode, "arrow") && format == "ndjson" {
						continue // of ids of NDJSON the type is that of the first world
					}
					some := (i+n+k)%2 == 0 // each mode of each format
					if testing.Short() || testenv.Race {
						some = (i+n)%3 == 0
					}
					if !some && !testenv.Full() {
						continue
					}
					ways := [][]string{{"", name + "." + format}}
					if format != "parquet" && format != "arrow" {
						ways = append(ways, []string{read(t, name+"."+format), "-"})
					}
					for _, way := range ways {
						r := done(t, way[0], append(slices.Clone(follow), way[1])...)
						got := r.out
						if isArrow {
							got = arrowText(t, got)
						}
						if got != want {
							t.Errorf("%q %s: %s", follow, way[1]+" "+format, first(got, want))
						}
					}
				}
			}
		}
	}
}

// tableLike is a table without its worlds, or with all its rows in each of some.
func tableLike(t *testing.T, text string, worlds []string) string {
	t.Helper()
	rows := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	at := slices.Index(rows[0], "world")
	var b strings.Builder
	w := csv.NewWriter(&b)
	if worlds == nil {
		for _, row := range rows {
			must.Do(t, w.Write(slices.Delete(row, at, at+1)))
		}
	}
	if worlds != nil {
		must.Do(t, w.Write(rows[0]))
	}
	for _, world := range worlds {
		for _, row := range rows[1:] {
			row[at] = world
			must.Do(t, w.Write(row))
		}
	}
	w.Flush()
	return b.String()
}

// TestFollowEvents: a pair begins when it has a row and had none in the world before, and ends when it had one and has
// none, as the rows of collide say.
func TestFollowEvents(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", followed(t, 9, false))
	write(t, "static.csv", tableLike(t, moving("j", 40, 77), nil))
	for _, mode := range []string{"", "--mode overlap", "--mode distance --margin 1", "--exact", "--relation contains", "--mode area --skip-bad", "--parts", "--join static.csv"} {
		args := append([]string{"collide", "-q", "--follow", "in.csv"}, strings.Fields(mode)...)
		rows := must.Get(csv.NewReader(strings.NewReader(done(t, "", args...).out)).ReadAll())(t)
		var want strings.Builder
		want.WriteString("world,id_a,id_b,event\n")
		type pair [2]string
		var last []pair
		for w := range 9 {
			world := fmt.Sprint(100 - 7*w)
			var now []pair
			same := func(p pair) func(pair) bool {
				return func(q pair) bool {
					return p == q || mode != "--relation contains" && mode != "--join static.csv" && p == pair{q[1], q[0]}
				}
			}
			for _, row := range rows[1:] {
				p := pair{row[1], row[2]}
				if row[0] != world || slices.ContainsFunc(now, same(p)) {
					continue
				}
				if k := slices.IndexFunc(last, same(p)); k >= 0 {
					p = last[k]
				} else {
					fmt.Fprintf(&want, "%s,%s,%s,begin\n", world, p[0], p[1])
				}
				now = append(now, p)
			}
			for _, p := range last {
				if !slices.ContainsFunc(now, same(p)) {
					fmt.Fprintf(&want, "%s,%s,%s,end\n", world, p[0], p[1])
				}
			}
			last = now
		}
		if !strings.Contains(want.String(), ",end\n") {
			t.Errorf("%s: nothing ends", mode)
		}
		got := done(t, read(t, "in.csv"), append([]string{"collide", "-q", "--events", "--workers", "3", "-"}, strings.Fields(mode)...)...).out
		if got != want.String() {
			t.Errorf("%s: %s", mode, first(got, want.String()))
		}
	}
	got := done(t, "id,world,x,y,r,name\na,1,0,0,1,A\nb,1,1,0,1,B\nb,2,0,0,1,C\na,2,1,0,1,A\na,3,9,9,1,A\n", "collide", "-q", "--events", "--keep", "name", "--format", "ndjson", "-")
	if want := `{"world":"1","id_a":"a","id_b":"b","event":"begin","name_a":"A","name_b":"B"}` + "\n" + `{"world":"3","id_a":"a","id_b":"b","event":"end","name_a":"A","name_b":"B"}` + "\n"; got.out != want {
		t.Error(got.out)
	}
}

// TestFollowRealData: people and cars frame by frame have the pairs that are known of them.
func TestFollowRealData(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	for name, radius := range map[string]string{"bottleneck_AO_300": "0.2", "bi_corr_400_b_03": "20"} {
		rows := crowdRows(t, dir, name)
		slices.SortStableFunc(rows, func(a, b []string) int { return int(num(t, a[1])) - int(num(t, b[1])) })
		var b strings.Builder
		b.WriteString("id,world,x,y\n")
		for _, f := range rows {
			b.WriteString(strings.Join(f, ",") + "\n")
		}
		got := done(t, b.String(), "collide", "-q", "--follow", "--strict", "--radius", radius, "-").out
		pairs := map[string]int{}
		for _, line := range strings.Split(strings.TrimSpace(got), "\n")[1:] {
			world, _, _ := strings.Cut(line, ",")
			pairs[world]++
		}
		countedPairs(t, dir, name, 1, pairs)
		if again := done(t, "", "collide", "-q", "--strict", "--radius", radius, write(t, "in.csv", b.String())).out; again != got {
			t.Errorf("%s: at once: %s", name, first(got, again))
		}
	}
	files := must.Get(filepath.Glob(filepath.Join(dir, "traffic", "*.xml.gz")))(t)
	for k, name := range files {
		rows := must.Get(csv.NewReader(strings.NewReader(carTable(t, name))).ReadAll())(t)
		slices.SortStableFunc(rows[1:], func(a, b []string) int { return int(num(t, a[1])) - int(num(t, b[1])) })
		var b strings.Builder
		must.Do(t, csv.NewWriter(&b).WriteAll(rows))
		in := write(t, fmt.Sprintf("cars%d.csv", k), b.String())
		for _, mode := range []string{"--strict", "--mode distance --margin 0.5", "--exact", "--mode area"} {
			args := append([]string{"collide", "-q", in}, strings.Fields(mode)...)
			if want, got := done(t, "", args...).out, done(t, "", append(args, "--follow")...).out; got != want {
				t.Errorf("%s %s: %s", name, mode, first(got, want))
			}
		}
	}
}

// TestFollowDelay: a world is answered as soon as a row of the next has come, in every format that comes bit by bit, and
// at the end of what was written so far nothing waits.
func TestFollowDelay(t *testing.T) {
	const table = "id,world,x,y,r\na,1,0,0,1\nb,1,1,0,1\na,2,0,0,1\n"
	ndjson := `{"id":"a","world":1,"x":0,"y":0,"r":1}` + "\n" + `{"id":"b","world":1,"x":1,"y":0,"r":1}` + "\n" + `{"id":"a","world":2,"x":0,"y":0,"r":1}` + "\n"
	feature := `{"type":"Feature","properties":{"id":"%s","world":%d,"r":1},"geometry":{"type":"Point","coordinates":[%d,0]}}` + "\n"
	features := fmt.Sprintf(feature, "a", 1, 0) + fmt.Sprintf(feature, "b", 1, 1) + fmt.Sprintf(feature, "a", 2, 0)
	stream := arrowStream(t, table, 2)
	stream = stream[:len(stream)-8] // without its end
	for name, c := range map[string]struct{ args, in, want string }{
		"CSV":       {"", table, "1,a,b,1,1,0\n"},
		"CRLF":      {"", strings.ReplaceAll(table, "\n", "\r\n"), "1,a,b,1,1,0\n"},
		"NDJSON":    {"", ndjson, "1,a,b,1,1,0\n"},
		"features":  {"", features, "1,a,b,1,1,0\n"},
		"sequence":  {"", "\x1e" + strings.TrimSuffix(strings.ReplaceAll(features, "\n", "\n\x1e"), "\x1e"), "1,a,b,1,1,0\n"},
		"Arrow":     {"", stream, "1,a,b,1,1,0\n"},
		"to NDJSON": {"--format ndjson", table, `{"world":"1","id_a":"a","id_b":"b","depth":1,"nx":1,"ny":0}` + "\n"},
		"events":    {"--events --workers 1", table, "1,a,b,begin\n"},
		"blanks":    {"", strings.ReplaceAll(table, ",", " "), "1,a,b,1,1,0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, feed := io.Pipe()
			take, out := io.Pipe()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			ended := make(chan int)
			var stderr bytes.Buffer
			go func() {
				code := run(ctx, append([]string{"collide", "-q", "--follow", "-"}, strings.Fields(c.args)...), in, out, &stderr)
				out.Close()
				ended <- code
			}()
			go io.WriteString(feed, c.in)
			got := make(chan string)
			go func() {
				var text []byte
				for buf := make([]byte, 100); !bytes.HasSuffix(text, []byte(c.want)); {
					n, err := take.Read(buf)
					if text = append(text, buf[:n]...); err != nil {
						break
					}
				}
				got <- string(text)
				io.Copy(io.Discard, take)
			}()
			select {
			case text := <-got:
				if !strings.HasSuffix(text, c.want) {
					t.Errorf("it writes %q", text)
				}
			case <-time.After(time.Minute):
				t.Error("it waits for what comes next")
			}
			feed.Close()
			if code := <-ended; code != exitDone {
				t.Errorf("exit %d: %s", code, stderr.String())
			}
		})
	}
}

// TestFollowRefuses: worlds that come again after very many others, and streams of Arrow without worlds or damaged.
func TestFollowRefuses(t *testing.T) {
	var many strings.Builder
	many.WriteString("id,world,x,y,r\n")
	for w := range 20_000 {
		fmt.Fprintf(&many, "a,%d,0,0,1\n", w)
	}
	stream := arrowStream(t, "id,x,y,r\na,0,0,1\nb,0,0,1\n", 1)
	for stdin, says := range map[string]string{
		many.String() + "a,17000,0,0,1\n": `stdin:20002: world "17000" has come before`, stream: "stdin:1: no column world or frame", stream[:600]: "damaged Arrow data",
	} {
		if r := call(t, stdin, "collide", "-q", "--follow", "-"); r.code != exitBad || !strings.Contains(r.stderr, says) {
			t.Errorf("exit %d: %s, want %s", r.code, r.stderr, says)
		}
	}
}

// TestFollowOddStreams: a world of very many rows, and lines of any length.
func TestFollowOddStreams(t *testing.T) {
	n := testenv.Rounds(30_000, 150_000, 1_000_000)
	var b strings.Builder
	b.WriteString("id,world,x,y,r\na,0,0,0,1\nb,0,1,0,1\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,1,%d,%d,0.5\n", i, i%1000, i/1000)
	}
	b.WriteString("a,2,0,0,1\nb,2,1,0,1\n")
	if want, got := done(t, b.String(), "collide", "-q", "-").out, done(t, b.String(), "collide", "-q", "--follow", "-").out; got != want || strings.Count(got, "\n") < n {
		t.Errorf("a world of %d rows: %s", n, first(got, want))
	}
	long := "id,world,x,y,r\na,1,0,0,1\n" + strings.Repeat("y", 1<<20) + ",1,0.5,0,1\nb,2,0,0,1\n#" + strings.Repeat("long", 1<<18) + "\nc,2,0,0,1\n"
	if want, got := done(t, long, "collide", "-q", "-").out, done(t, long, "collide", "-q", "--follow", "-").out; got != want || len(got) < 1<<20 {
		t.Errorf("long lines: %s", first(got, want))
	}
}

// TestFollowSlowly: what comes byte by byte, behind comments or over several lines, is told as what it is.
func TestFollowSlowly(t *testing.T) {
	const blanks = "id world x y r\na 1 0 0 1\nb 1 1 0 1\n"
	for _, in := range []string{
		"# people\n# fps 25\n\n" + blanks, "# people\n\n# fps\n" + strings.ReplaceAll(blanks, " ", "\t"),
		"# people\n\n" + `{"id":"a","world":1,"x":0,"y":0,"r":1}` + "\n" + `{"id":"b","world":1,"x":1,"y":0,"r":1}` + "\n",
		"{\n\"type\": \"FeatureCollection\",\n\"features\": [\n" + `{"type":"Feature","properties":{"id":"a","world":1,"r":1},"geometry":{"type":"Point","coordinates":[0,0]}},` + "\n" +
			`{"type":"Feature","properties":{"id":"b","world":1,"r":1},"geometry":{"type":"Point","coordinates":[1,0]}}` + "\n]}\n",
	} {
		var out, stderr bytes.Buffer
		code := run(context.Background(), []string{"collide", "-q", "--follow", "-"}, iotest.OneByteReader(strings.NewReader(in)), &out, &stderr)
		if code != exitDone || !strings.HasSuffix(out.String(), "\n1,a,b,1,1,0\n") {
			t.Errorf("%q: exit %d: %s%s", in, code, &out, &stderr)
		}
	}
}

// TestFollowMemory: the memory that --follow takes does not grow with the worlds that have been.
func TestFollowMemory(t *testing.T) {
	testenv.Sequential(t) // but for what TestFollow has, too
	// Names of the last worlds are kept, 16,384 to 32,768 of them: as many at both times. Eight bytes kept of each world
	// would be too much.
	const names, first = 1 << 14, 1<<14 + 200
	const worlds, most = first + names + 1, 8 * names
	for _, c := range []struct{ args, head, row string }{
		{"", "id,world,x,y,r,body\n", "%[1]d,%[2]d,%[3]d,0,1,%[2]d\n"},
		{"--events --format arrow --exact", "id,world,wkt\n", "n%[1]d-%[2]d,w%[2]d,\"POLYGON((0 0,%[3]d 0,3 3,0 2,0 0))\"\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			in, feed := io.Pipe()
			var early, late uint64
			go func() {
				rows := bufio.NewWriter(feed)
				rows.WriteString(c.head)
				for w := range worlds {
					if w == first || w == worlds-1 {
						late = math.MaxUint64
						for again := 0; again < 10; again++ { // the program may be at work
							time.Sleep(5 * time.Millisecond)
							runtime.GC()
							var m runtime.MemStats
							if runtime.ReadMemStats(&m); m.HeapAlloc+most/8 < late {
								late, again = m.HeapAlloc, 0
							}
						}
						if w == first {
							early = late
						}
					}
					for i := range 3 {
						fmt.Fprintf(rows, c.row, i, w, (i*w)%7+1)
					}
					rows.Flush() // so that hardly more than a world waits
				}
				feed.Close()
			}()
			var stderr bytes.Buffer
			if code := run(context.Background(), append([]string{"collide", "--follow", "-"}, strings.Fields(c.args)...), in, io.Discard, &stderr); code != exitDone {
				t.Fatalf("exit %d: %s", code, stderr.String())
			}
			t.Logf("%d KiB after %d worlds, %d KiB after %d; %s", early>>10, first, late>>10, worlds-1, strings.TrimSpace(stderr.String()))
			if late > early+most {
				t.Errorf("%d bytes more", late-early)
			}
		})
	}
}
