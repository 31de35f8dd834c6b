// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/tiles"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// doing is a job: collide or query with its arguments, but for the format.
type doing struct {
	*testing.T
	r      *rand.Rand
	of     string
	args   []string
	format output.Format
	stdin  string
	nth    int // of jobs
}

// answer does the job with further flags, and returns what it writes.
func (d *doing) answer(flags ...string) string {
	d.Helper()
	args := slices.Concat([]string{d.of, "-q", "--format", string(d.format)}, flags, d.args)
	if d.format != output.Arrow {
		return done(d.T, d.stdin, args...).out
	}
	done(d.T, d.stdin, append(args, "-o", "out.arrow")...) // to standard output it is a stream
	return read(d.T, "out.arrow")
}

// rows are those of an answer, its header first if it has one, and the others in order.
func (d *doing) rows(text string) []string {
	d.Helper()
	list := rowsIn(d.T, text, d.format)
	if from := d.headers(); len(list) > from {
		slices.Sort(list[from:])
	}
	return list
}

func (d *doing) headers() int {
	if d.format == output.NDJSON || d.format == output.GeoJSON {
		return 0
	}
	return 1
}

// another does the job with other kernels and workers, and holds it against brute force.
func (d *doing) another() string {
	var flags []string
	for flag, value := range map[string]string{"--kernels": variants()[d.nth%len(variants())], "--workers": strconv.Itoa(1 + d.nth%3), "--verify": ""} {
		if !slices.Contains(d.args, flag) {
			flags = append(flags, strings.Fields(flag+" "+value)...)
		}
	}
	return d.answer(flags...)
}

// inTiles does the job tile by tile, one of them held against brute force, and returns the rows of
// all.
func (d *doing) inTiles(list []region.Box) (rows []string) {
	d.Helper()
	for k, tile := range list {
		flags := []string{"--tile", tileText(tile)}
		if k == 1 && !slices.Contains(d.args, "--verify") {
			flags = append(flags, "--verify")
		}
		one := d.rows(d.answer(flags...))
		if from := d.headers(); k > 0 && from > 0 {
			if one[0] != rows[0] {
				d.Errorf("%s %q: the header of tile %v is %q, and of the first %q", d.of, d.args, tile, one[0], rows[0])
			}
			one = one[from:]
		}
		rows = append(rows, one...)
	}
	slices.Sort(rows[min(d.headers(), len(rows)):])
	return rows
}

// someTiles are tiles that fill the plane: of a grid along whole numbers, where shapes have their
// edges, of cuts at random, and of daylight tiles.
func (d *doing) someTiles() []region.Box {
	d.Helper()
	inf := math.Inf(1)
	if d.nth%3 == 0 {
		s := tiles.NewSampler(5, 1<<30)
		for range 60 {
			x, y := d.r.Float64()*30, d.r.Float64()*30
			s.Add("0", region.Box{MinX: x, MinY: y, MaxX: x + d.r.Float64(), MaxY: y + 1})
		}
		list, _, err := s.Cut(d.Context(), 5)
		must.Do(d.T, err)
		return list
	}
	x, y := float64(5+d.r.IntN(20)), float64(5+d.r.IntN(20))
	if d.nth%3 == 1 {
		x, y = d.r.Float64()*30, d.r.Float64()*30
	}
	far := x + 1 + float64(d.r.IntN(9))
	return []region.Box{
		{MinX: -inf, MinY: -inf, MaxX: x, MaxY: inf}, {MinX: x, MinY: -inf, MaxX: far, MaxY: y},
		{MinX: x, MinY: y, MaxX: far, MaxY: inf}, {MinX: far, MinY: -inf, MaxX: inf, MaxY: y + 0.5}, {MinX: far, MinY: y + 0.5, MaxX: inf, MaxY: inf},
	}
}

// matrixJob is a job of the matrix.
type matrixJob struct {
	of     string
	args   []string
	format string // "": any
	whole  bool   // it is not done in tiles
}

// collideJobs are the modes, the kinds of shapes and the flags of collide. Jobs behind a bar are
// not done in tiles.
var collideJobs = []string{
	"a.csv", "--margin 2 a.csv b.csv", "--mode overlap --strict a.csv", "--mode manifold a.csv", "--mode distance --margin 2 a.csv",
	"--mode swept --dt 0.7 a.csv", "--mode swept --dt 2 --margin 0.5 --join b.csv a.csv", "--join b.csv --mode manifold a.csv",
	"--exact a.csv", "--relation contains a.csv", "--mode area --outline --skip-bad rings.csv", "--exact --join rings.csv a.csv", "rings.csv",
	"--mode manifold --margin 0.5 --join a.csv rings.csv", "--mode swept --dt 2 --join a.csv rings.csv", "--parts rings.csv",
	"--keep note a.csv", "--skip-bad bad.csv", "--bad-rows list.csv bad.csv", "--degrees --radius 2 a.csv", "--kernels go --workers 2 a.csv",
	"--format parquet a.csv", "--format arrow a.csv", "--format geojson a.csv", "--format geojson --mode manifold a.csv",
	"--geometry-out both --format parquet a.csv", "--verify a.csv", "-",
	"--relation within --join b.csv a.csv", "--exact --strict rings.csv a.csv", "--exact --join plain.csv a.csv", "--margin -1000 a.csv",
	"--join b.csv --margin -0.1 a.csv rings.csv", "frames.ndjson", "a.csv none.csv", "none.csv", "--keep world,sort hive",
	"--effort 2000 stars.csv", "--mode manifold --geometry-out points --format parquet a.csv", "--bbox 3,3,20,20 a.csv rings.csv",
	"--mode swept --dt 2 --verify rings.csv", "far.csv", "--margin 0.5 far.csv", "--mode swept --dt 2 far.csv", "edges.csv", "--strict edges.csv", "--exact edges.csv",
	"few.csv", "--mode contact --skip-bad nan.csv",
	"| --mode pairs a.csv", "| --fold body a.csv", "| --fold body --mode manifold --join b.csv a.csv", "| --fold body --margin 0.2 rings.csv",
	"| --skip-bad doubled.csv",
}

// askedOf are flags for each kind of question.
var askedOf = map[answer.Kind][]string{
	answer.Rays:    {"--ask b.csv", "--ask b.csv --all", "--ask b.csv --holding --dt 3", "--ask rings.csv --all --holding --dt 3", "--ask b.csv --verify"},
	answer.Casts:   {"--ask b.csv", "--ask rings.csv --dt 2", "--ask b.csv --solid"},
	answer.Points:  {"--ask b.csv", "--ask rings.csv --near 0.7", "--ask rings.csv"},
	answer.Boxes:   {"--ask b.csv --near 0.5", "--ask rings.csv --keep world"},
	answer.Nearest: {"", "--ask b.csv --count 3", "--ask rings.csv --count 4 --near 2", "--ask plain.csv --count 2", "--count 3"},
	answer.Within:  {"--near 0.8", "--near 0.5 --both", "--near 2 --centres"},
	answer.Inside:  {"", "--ask b.csv", "--verify --ask b.csv", "--keep world"},
}

// matrixJobs are those, and each mode of each kind of shapes, and each kind of question in all its
// ways.
func matrixJobs() (list []matrixJob) {
	add := func(of, line string) {
		j := matrixJob{of: of, args: strings.Fields(line)}
		if j.args[0] == "|" {
			j.whole, j.args = true, j.args[1:]
		}
		if i := slices.Index(j.args, "--format"); i >= 0 {
			j.format = j.args[i+1]
			j.args = slices.Delete(j.args, i, i+2)
		}
		list = append(list, j)
	}
	for _, line := range collideJobs {
		add("collide", line)
	}
	modes := []string{"area"}
	for m := batch.ModeContacts; m <= batch.ModeDistance; m++ {
		modes = append(modes, m.String())
	}
	for _, mode := range modes {
		flags := "--mode " + mode + map[string]string{"swept": " --dt 0.7", "area": " --skip-bad"}[mode] + " "
		if mode == "pairs" {
			flags = "| " + flags
		}
		for _, of := range []string{"--keep note --join b.csv a.csv", "all.csv b.csv", "rings.csv --join a.csv"} {
			add("collide", flags+of)
		}
	}
	n := 0
	for _, kind := range answer.Kinds {
		for _, flag := range askedOf[kind] {
			rings := "all.csv"
			if kind == answer.Inside || strings.Contains(flag, "--centres") { // which are not for points in several places
				rings = "rings.csv"
			}
			for _, table := range []string{"--radius 0.1 a.csv", "--radius 0.1 plain.csv", rings} {
				if n++; n%3 == n/9%3 || testenv.Full() {
					add("query", string(kind)+" "+flag+" "+table)
				}
			}
		}
	}
	return list
}

// matrixScenes writes the tables of all jobs to the current directory: convex shapes of all kinds
// with filters, circles without, and polygons that are not convex; they move, and lie in the same
// worlds.
func matrixScenes(t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 3))
	scattered(t, "a.csv", r, 250)
	scattered(t, "b.csv", r, 150)
	convex := regexp.MustCompile(`(?m)^.*(COLLECTION|LINESTRING|,1,-?\d,-?\d,).*\n`) // some questions and answers are not for them
	all := strings.NewReplacer(",w0,", ",north,", ",w1,", ",south,").Replace(concaveTable(r, "p", 130))
	write(t, "all.csv", all)
	write(t, "rings.csv", convex.ReplaceAllString(all, "")+"big,north,,\"POLYGON((0 0,40 0,40 40,30 40,30 30,0 30,0 0))\",,,,,,0,0,0\n")
	write(t, "stars.csv", stars(16, 10))
	write(t, "doubled.csv", doubledIDs(r, 400, false, true))
	write(t, "none.csv", "id,x,y,r\n")
	inDirs(t, "hive", "ndjson", map[string]string{"world=0/sort=x%3Dy": "id,x,y,r\na,0,0,1\nb,1.5,0,1\n", "world=a%20b/sort=": "id,x,y,r\na,0,0,1\nb,1.5,0,1\nc,3,0.25,1\n"})
	write(t, "bad.csv", "x,y,r\n0,0,1\n5,5,1\nbad,row,1\n1,1,1\n0.5,0.5,2\n")
	write(t, "nan.csv", "x,y,r\n0,0,3\n9,9,nan\nnan,9,1\n2,2,3\n12,nan,1\n12,12,3\n13,13,3\n")
	var plain, far, edges, few strings.Builder
	plain.WriteString("id,world,x,y,r,vx,vy\n2000,north,15,15,9,1,1\n") // large enough to hold some of the others
	for i := range 270 {
		fmt.Fprintf(&plain, "%d,%s,%v,%v,%v,%v,%v\n", 1000-3*i, []string{"north", "south"}[i%4/3], r.Float64()*30, r.Float64()*30, r.Float64(), 20*r.Float64()-10, 20*r.Float64()-10)
	}
	write(t, "plain.csv", plain.String())
	far.WriteString("id,x,y,hx,hy,angle,vx,vy,omega\n") // 1e9 off; tiles cut only one half plane
	for i := range 200 {
		fmt.Fprintf(&far, "f%d,%v,%v,%v,%v,%v,%v,%v,%v\n", i, 1e9+r.Float64()*20, r.Float64()*30, 0.2+r.Float64(), 0.2+r.Float64(), r.Float64(), r.NormFloat64()*3, r.NormFloat64()*3, r.NormFloat64())
	}
	write(t, "far.csv", far.String())
	edges.WriteString("id,min_x,min_y,max_x,max_y\n") // they touch on the cuts, and corner to corner
	for i := range 30 {
		for k := range 30 {
			if r.IntN(3) > 0 {
				fmt.Fprintf(&edges, "e%d-%d,%d,%d,%d,%d\n", i, k, i, k, i+1, k+1)
			}
		}
	}
	write(t, "edges.csv", edges.String())
	few.WriteString("id,wkt\n") // one is concave, so that most tiles have none
	for i := range 40 {
		x, y := r.Float64()*30, r.Float64()*30
		fmt.Fprintf(&few, "t%d,\"POLYGON((%v %v,%v %v,%v %v,%v %v))\"\n", i, x, y, x+3, y, x, y+3, x, y)
	}
	few.WriteString("bent,\"POLYGON((1 1,4 1,2 2,1 4,1 1))\"\n")
	write(t, "few.csv", few.String())
	done(t, "", "gen", "mixed", "-n", "150", "--frames", "3", "-o", "frames.ndjson")
}

// TestMatrix: every mode and kind of question, of every kind of shape, in every format, gives the
// same bytes with any kernels and workers, agrees with brute force, and gives the same rows in
// tiles. By default each job is of one format, and with -short half of the jobs are in tiles.
func TestMatrix(t *testing.T) {
	t.Chdir(t.TempDir())
	matrixScenes(t)
	r := rand.New(rand.NewPCG(1, 2))
	for k, j := range matrixJobs() {
		formats := output.OfContacts
		if j.format != "" {
			formats = []output.Format{output.Format(j.format)}
		} else if !testenv.Full() {
			formats = formats[k%len(formats):][:1]
		}
		for _, format := range formats {
			d := &doing{t, r, j.of, j.args, format, "", k}
			if slices.Contains(j.args, "-") {
				d.stdin = read(t, "a.csv")
			}
			whole, line := d.answer(), strings.Join(j.args, " ")
			if len(rowsIn(t, whole, format)) < 2 && !slices.Contains(j.args, "-1000") && line != "none.csv" && line != "--strict edges.csv" {
				t.Errorf("%s %q finds nothing", j.of, j.args)
			}
			if got := d.another(); got != whole {
				t.Errorf("%s %q with other kernels: %s", j.of, j.args, first(got, whole))
			}
			if j.whole || (testing.Short() || testenv.Race) && k%2 != 0 {
				continue
			}
			if got, want := d.inTiles(d.someTiles()), d.rows(whole); !slices.Equal(got, want) {
				t.Errorf("%s %q in tiles: %s", j.of, j.args, first(strings.Join(got, "\n"), strings.Join(want, "\n")))
			}
		}
	}
}

// TestTilesOfCommand: what daylight tiles writes is what --tile reads, and those tiles together
// have the rows of one run: of circles, in worlds, and of shapes at one place.
func TestTilesOfCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	matrixScenes(t)
	write(t, "spot.csv", "id,x,y,r\na,1,1,1\nb,1,1,1\nc,1,1,1\n")
	for _, table := range []string{"plain.csv", "a.csv", "few.csv", "spot.csv", "none.csv"} {
		list := strings.Fields(done(t, "", "tiles", "-q", "--count", "9", table).out)
		if table == "plain.csv" && len(list) != 9 {
			t.Errorf("%d tiles", len(list))
		}
		want := strings.Split(sortedLines(done(t, "", "collide", "-q", table).out), "\n")
		var got []string
		for k, tile := range list {
			rows := slices.Collect(strings.Lines(done(t, "", "collide", "-q", "--tile", tile, table).out))
			if k > 0 {
				rows = rows[1:]
			}
			got = append(got, rows...)
		}
		if text := sortedLines(strings.Join(got, "")); text != strings.Join(want, "\n") {
			t.Errorf("%s: %s", table, first(text, strings.Join(want, "\n")))
		}
	}
}

// TestNearAtTheEdge: the engine compares distances in float32. So an answer may be farther than
// --near by a rounding, also in a tile.
func TestNearAtTheEdge(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "q.csv", "id,x,y\nq,0,0\n")
	write(t, "s.csv", "id,x,y,r\ns,1.00000001,0,0\n")
	write(t, "both.csv", "id,x,y,r\nq,0,0,0\ns,1.00000001,0,0\n")
	for _, line := range []string{
		"points --near 1 --ask q.csv s.csv", "nearest --near 1 --ask q.csv s.csv", "nearest --count 2 --near 1 both.csv", "within --near 1 both.csv", "within --both --near 1 both.csv",
	} {
		args := append([]string{"query", "-q"}, strings.Fields(line)...)
		whole := done(t, "", args...).out
		if !strings.Contains(whole, "q,s") {
			t.Errorf("%s: %s", line, whole)
		}
		var got strings.Builder
		for k, tile := range []string{"-inf,-inf,0.5,inf", "0.5,-inf,inf,inf"} {
			header, rows, _ := strings.Cut(done(t, "", append(args, "--tile", tile)...).out, "\n")
			if k == 0 {
				got.WriteString(header + "\n")
			}
			got.WriteString(rows)
		}
		if got := sortedLines(got.String()); got != sortedLines(whole) {
			t.Errorf("%s: %s", line, first(got, sortedLines(whole)))
		}
	}
}

// TestTileRefuses: a job that tiles cannot do is refused in one line that says why, before a table
// is read.
func TestTileRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
	for _, c := range [][]string{
		{"--mode pairs goes", "collide", "--mode", "pairs", "--tile", "0,0,1,1"}, {"--fold body", "collide", "--fold", "body", "--tile", "0,0,1,1"},
		{"--tile", "collide", "--tile", "0,0,0,1"}, {"--tile", "collide", "--tile", "0,0,1"}, {"--tile", "collide", "--tile", "0,nan,1,1"}, {"--tile", "collide", "--tile", "2,0,1,1"},
		{"--tile", "query", "inside", "--tile", "x"}, {"--count", "tiles", "--count", "0"},
	} {
		r := call(t, "", append(c[1:], "a.csv")...)
		why, _, _ := strings.Cut(c[0], " goes")
		if r.code != exitBad || !strings.Contains(r.stderr, why) || r.out != "" {
			t.Errorf("%q: exit %d: %s", c[1:], r.code, r.stderr)
		}
	}
	must.Do(t, os.Remove("a.csv"))
}

// TestTileOfNothing: a tile without questions has no answers, however questions move. Rows that
// --bbox leaves out do not change the columns of tiles.
func TestTileOfNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "one.csv", "id,x,y,r\na,3,0,1\n")
	for _, rays := range []string{"id,x1,y1,x2,y2\nq,0,0,4,0\n", "id,wkt\nq,\"LINESTRING(0 0,4 0)\"\n", "id,x,y,vx\nq,0,0,4\n"} {
		write(t, "rays.csv", rays)
		for tile, rows := range map[string]int{"100,-inf,inf,inf": 1, "-inf,-inf,100,inf": 2} {
			if out := done(t, "", "query", "rays", "-q", "--ask", "rays.csv", "--tile", tile, "one.csv").out; strings.Count(out, "\n") != rows {
				t.Errorf("%s in %s: %s", rays, tile, out)
			}
		}
	}
	write(t, "bent.csv", "id,wkt\n1,\"POLYGON((0 0,2 0,2 2,0 2,0 0))\"\n2,\"POLYGON((1 1,3 1,3 3,1 3,1 1))\"\nell,\"POLYGON((20 0,28 0,28 4,24 4,24 10,20 10,20 0))\"\n")
	args := strings.Fields("collide -q --format ndjson --bbox 0,0,9,9 bent.csv")
	if got, want := done(t, "", append(args, "--tile", "-inf,-inf,inf,inf")...).out, done(t, "", args...).out; got != want {
		t.Errorf("with --tile %s, without %s", got, want)
	}
}

// TestTileReadsWhatItNeeds: a tile's memory is that of the shapes that touch it, and its row
// numbers and bad rows are those of the tables.
func TestTileReadsWhatItNeeds(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", "x,y,r\n100,0,1\n0,0,1\nbad,0,1\n1,0,1\n100.5,0,1\n")
	r := call(t, "", "collide", "--skip-bad", "--tile", "-inf,-inf,50,inf", "--bad-rows", "bad.csv", "--stats", "stats.json", "a.csv")
	if want := "world,id_a,id_b,depth,nx,ny\n0,1,3,1,1,0\n"; r.code != exitDone || r.out != want {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.stderr)
	}
	if bad := read(t, "bad.csv"); !strings.Contains(bad, "a.csv,4,,x,") {
		t.Errorf("bad rows: %s", bad)
	}
	if stats := read(t, "stats.json"); !strings.Contains(stats, `"shapes": 2,`) {
		t.Errorf("not two shapes: %s", stats)
	}
	if !strings.Contains(r.stderr, "2 of 5 rows are outside of --tile") {
		t.Errorf("%s", r.stderr)
	}
}
