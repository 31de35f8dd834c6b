// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/output"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// A driver does a job, whose answer in one run is known, and returns what comes of it. A column of the tables in
// docs/scale.md says of which jobs it does so; the others it refuses.
type driver struct {
	name    string
	columns [2]string // of the tables of collide and of query; "" for none
	do      func(d *doing, whole string) string
	try     func(d *doing) result
	once    bool // slow: it does one job of each mode and kind, unless all are to be tried
}

// drivers are all that the program has. Another joins by a line here, and by its column in docs/scale.md.
var drivers = []driver{
	{"kernels", [2]string{}, func(d *doing, _ string) string {
		var flags []string
		for flag, value := range map[string]string{"--kernels": variants()[d.nth%len(variants())], "--workers": strconv.Itoa(1 + d.nth%3), "--verify": ""} {
			if !slices.Contains(d.args, flag) {
				flags = append(flags, strings.Fields(flag+" "+value)...)
			}
		}
		return d.answer(flags...)
	}, nil, false},
	{"--spill", [2]string{"--spill", "--spill"}, func(d *doing, _ string) string {
		return d.answer("--spill", d.dir, "--memory", []string{"64MiB", "1GiB"}[min(d.r.IntN(4), 1)])
	}, func(d *doing) result { return call(d.T, d.stdin, d.whole("--spill", d.dir)...) }, false},
	{"--resume", [2]string{"--spill", "--spill"}, func(d *doing, whole string) string {
		if slices.Contains(d.args, "--resume") || slices.Contains(d.args, "-") { // which cannot be read again
			return whole
		}
		return d.resumed()
	}, func(d *doing) result { return call(d.T, d.stdin, d.whole("--resume", "-o", d.in("out"))...) }, false},
	{"plan", [2]string{"plan", "plan"}, func(d *doing, _ string) string {
		n, _ := d.plan(0)
		return d.merged(n, nil, false)
	}, (*doing).unplanned, true},
	{"route", [2]string{"plan", "plan"}, func(d *doing, _ string) string {
		n, from := d.plan(1 + d.r.IntN(4))
		return d.merged(n, from, d.r.IntN(2) == 0)
	}, (*doing).unplanned, false},
	{"plan --cut", [2]string{"plan --cut", "plan --cut"}, func(d *doing, _ string) string {
		n, from := d.cut()
		return d.merged(n, from, true)
	}, func(d *doing) result {
		plan, _ := d.planning("--cut", d.in("cut"))
		return call(d.T, d.stdin, plan...)
	}, false},
	{"tables", [2]string{"plan", "tables of shards"}, func(d *doing, whole string) string {
		n, from := d.plan(d.r.IntN(3))
		got, want := d.tables(n, from, whole)
		if slices.Equal(got, want) {
			return whole
		}
		return strings.Join(got, "\n")
	}, func(d *doing) result {
		if d.of == "collide" {
			return d.unplanned()
		}
		n, _ := d.plan(0)
		return d.shard(fmt.Sprintf("0-%d/%d", n-1, n), d.format, d.in("tables"))
	}, false},
}

func (d *doing) unplanned() result {
	plan, _ := d.planning()
	return call(d.T, d.stdin, plan...)
}

// matrixJob is a job of the matrix, with what can be said of it by the columns of its line in docs/scale.md.
type matrixJob struct {
	of, what string // of query the kind, of collide the mode or what stands for it
	args     []string
	format   string
	can      map[string]string
}

// documented are the lines of a table in docs/scale.md.
func documented(t *testing.T, of string) (list []matrixJob) {
	t.Helper()
	_, table, _ := strings.Cut(read(t, filepath.Join("..", "..", "docs", "scale.md")), "| `daylight "+of+"` |")
	lines := strings.Split(table, "\n")
	cells := func(line string) (list []string) {
		for _, cell := range strings.Split(strings.Trim(line, "| "), " | ") {
			list = append(list, strings.Trim(cell, "`"))
		}
		return list
	}
	columns := cells(strings.ReplaceAll(lines[0], " "+of, ""))
	for _, line := range lines[2:slices.Index(lines, "")] {
		c := cells(line)
		j := jobOf(of, c[0])
		for i, name := range columns {
			if j.can[name] = c[i+1]; c[i+1] != "yes" && c[i+1] != "refused" {
				t.Fatalf("%s: neither yes nor refused", line)
			}
		}
		list = append(list, j)
	}
	if len(list) < 10 {
		t.Fatalf("%d lines, of the columns %q", len(list), columns)
	}
	return list
}

var modeOf = regexp.MustCompile(`--(?:mode (\w+)|(exact|relation|fold|parts)\b)`)

func jobOf(of, line string) matrixJob {
	j := matrixJob{of: of, args: strings.Fields(line), can: map[string]string{}}
	if i := slices.Index(j.args, "--format"); i >= 0 {
		j.format = j.args[i+1]
		j.args = slices.Delete(j.args, i, i+2)
	}
	if m := modeOf.FindStringSubmatch(line); of == "query" {
		if j.what = j.args[0]; slices.Contains(j.args, "--all") {
			j.what += " --all"
		}
	} else if m != nil {
		j.what = m[1] + m[2]
	} else {
		j.what = "contact"
	}
	return j
}

// modes are those of collide.
func modes() (list []string) {
	for mode := batch.ModeContacts; ; mode++ {
		if _, err := batch.ParseMode(mode.String()); err != nil {
			return append(list, "area")
		}
		list = append(list, mode.String())
	}
}

// matrixJobs are all lines of docs/scale.md, each mode that they have of each kind of shapes, each kind of questions
// asked in all its ways, and what is odd.
func matrixJobs(t *testing.T) []matrixJob {
	list := documented(t, "collide")
	add := func(of, line string) {
		j := jobOf(of, line)
		like := slices.IndexFunc(list, func(d matrixJob) bool { return d.of == of && d.what == j.what })
		if like < 0 {
			t.Fatalf("docs/scale.md has no line such as daylight %s %s", of, line)
		}
		j.can = list[like].can
		list = append(list, j)
	}
	for _, mode := range modes() {
		flags := "--mode " + mode + map[string]string{"swept": " --dt 0.7"}[mode] + " "
		for _, of := range []string{"--keep note --join b.csv a.csv", "all.csv b.csv", "rings.csv --join a.csv"} {
			add("collide", flags+of)
		}
	}
	for _, line := range []string{
		"--relation within --join b.csv a.csv", "--exact --strict rings.csv a.csv", "--exact --join plain.csv a.csv", "--margin -1000 a.csv", "--join b.csv --margin -0.1 a.csv rings.csv", "frames.ndjson", "a.csv none.csv", "none.csv", "--keep world,sort hive", "--skip-bad bad.csv doubled.csv",
		"--effort 2000 stars.csv", "--fold body --mode manifold --join b.csv a.csv", "--fold body --margin 0.2 rings.csv", "--mode manifold --geometry-out points --format parquet a.csv", "--bbox 3,3,20,20 a.csv rings.csv",
		"--mode swept --dt 2 --verify rings.csv",
	} {
		add("collide", line)
	}
	list = append(list, documented(t, "query")...)
	n := 0
	for _, kind := range kinds {
		flags := askedOf[kind]
		if flags == nil {
			flags = []string{"--ask b.csv"}
		}
		for _, flag := range flags {
			rings := "all.csv"
			if kind == ask.Inside || strings.Contains(flag, "--centres") { // which are not for points in several places
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

// askedOf are flags for each kind of question, beside those of a kind that has no more to say.
var askedOf = map[ask.Kind][]string{
	ask.Rays:    {"--ask b.csv", "--ask b.csv --all", "--ask b.csv --holding --dt 3", "--ask rings.csv --all --holding --dt 3", "--ask b.csv --verify"},
	ask.Casts:   {"--ask b.csv", "--ask rings.csv --dt 2", "--ask b.csv --solid"},
	ask.Points:  {"--ask b.csv", "--ask rings.csv --near 0.7", "--ask rings.csv"},
	ask.Boxes:   {"--ask b.csv --near 0.5", "--ask rings.csv --keep world"},
	ask.Nearest: {"", "--ask b.csv --count 3", "--ask rings.csv --count 4 --near 2", "--ask plain.csv --count 2", "--count 3"},
	ask.Within:  {"--near 0.8", "--near 0.5 --both", "--near 2 --centres"},
	ask.Inside:  {"", "--ask b.csv"},
}

// matrixScenes writes the tables of all jobs to the current directory: convex shapes of all kinds with filters, circles
// without, and polygons that are not convex; they move, and lie in the same worlds.
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
	var plain strings.Builder
	plain.WriteString("id,world,x,y,r,vx,vy\n2000,north,15,15,9,1,1\n") // large enough to hold some of the others
	for i := range 270 {
		fmt.Fprintf(&plain, "%d,%s,%v,%v,%v,%v,%v\n", 1000-3*i, []string{"north", "south"}[i%4/3], r.Float64()*30, r.Float64()*30, r.Float64(), 20*r.Float64()-10, 20*r.Float64()-10)
	}
	write(t, "plain.csv", plain.String())
	done(t, "", "gen", "mixed", "-n", "150", "--frames", "3", "-o", "frames.ndjson")
}

// TestMatrix: every driver gives the bytes of one run, of every mode and kind of question, of every kind of shape, in
// every format, or refuses what docs/scale.md says that it does, and then leaves nothing. By default each job is of one
// format, and a driver that has done one of a mode or kind does every other; with -short it does that one.
func TestMatrix(t *testing.T) {
	jobs := matrixJobs(t)
	t.Chdir(t.TempDir())
	matrixScenes(t)
	defer func(n int) { leastTiles = n }(leastTiles)
	leastTiles = 5
	inParts(t, 100)
	r := rand.New(rand.NewPCG(1, 2))
	tried := map[string]bool{}
	for k, j := range jobs {
		formats := output.OfContacts
		if j.format != "" {
			formats = []output.Format{output.Format(j.format)}
		} else if !testenv.Full() {
			formats = formats[k%len(formats):][:1]
		}
		for _, format := range formats {
			d := &doing{t, r, "work", j.of, j.args, string(format), "", 3, k}
			if slices.Contains(j.args, "-") {
				d.stdin = read(t, "a.csv")
			}
			whole := ""
			for i := range drivers {
				driver := &drivers[i]
				pair := j.what + " by " + driver.name
				few := (testing.Short() || testenv.Race || !testenv.Full() && (driver.once || (k+i)%2 != 0)) && tried[pair]
				column := driver.columns[map[string]int{"query": 1}[j.of]]
				if j.can[column] == "refused" {
					d.refused(driver)
				}
				if j.can[column] == "refused" || few {
					continue
				}
				if j.can[column] == "" && column != "" {
					t.Fatalf("docs/scale.md has no column %s of %s", column, j.of)
				}
				must.Do(t, os.RemoveAll("work"))
				must.Do(t, os.Mkdir("work", 0o777))
				if tried[pair] = true; whole == "" {
					once := *d
					once.args = slices.DeleteFunc(slices.Clone(d.args), func(a string) bool { return a == "--resume" })
					if whole = once.answer(); len(rowsIn(t, whole, format)) < 2 && !slices.Contains(j.args, "-1000") && j.args[0] != "none.csv" {
						t.Errorf("%s %q finds nothing", j.of, j.args)
					}
				}
				if got := driver.do(d, whole); got != whole {
					t.Errorf("%s %q by %s: %s", j.of, j.args, driver.name, first(got, whole))
				}
				if left := files(t, "work"); strings.Contains(left, "tmp") {
					t.Errorf("%s %q by %s leaves %s", j.of, j.args, driver.name, left)
				}
			}
		}
	}
}

// refused checks that a driver refuses a job in words that name a flag, and leaves nothing.
func (d *doing) refused(by *driver) {
	d.Helper()
	must.Do(d, os.RemoveAll("work"))
	must.Do(d, os.Mkdir("work", 0o777))
	r := by.try(d)
	if r.code != exitBad || !strings.Contains(r.stderr, "-") && !strings.Contains(r.stderr, "daylight merge the table") {
		d.Errorf("%s %q by %s: exit %d: %s", d.of, d.args, by.name, r.code, r.stderr)
	}
	if left := files(d.T, "work"); left != "" && by.name != "tables" {
		d.Errorf("%s %q by %s leaves %s", d.of, d.args, by.name, left)
	}
}
