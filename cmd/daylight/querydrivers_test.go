// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/output"
	"daylight/internal/testenv"
)

// askedOf are flags for each kind of question, beside those of a kind that has no more to say.
var askedOf = map[ask.Kind][]string{
	ask.Rays:    {"--ask b.csv", "--ask b.csv --all", "--ask b.csv --holding --dt 3", "--ask b.csv --verify"},
	ask.Casts:   {"--ask b.csv", "--ask rings.csv --dt 2", "--ask b.csv --solid"},
	ask.Points:  {"--ask b.csv", "--ask rings.csv --near 0.7", "--ask rings.csv"},
	ask.Boxes:   {"--ask b.csv --near 0.5", "--ask rings.csv --keep world"},
	ask.Nearest: {"", "--ask b.csv --count 3", "--ask rings.csv --count 4 --near 2", "--ask plain.csv --count 2", "--count 3"},
	ask.Within:  {"--near 0.8", "--near 0.5 --both", "--near 2 --centres"},
	ask.Inside:  {"", "--ask b.csv"},
}

// asScenes writes tables that questions are asked of: with filters, without, and of concave shapes that move.
func asScenes(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(8, 3))
	scattered(t, "a.csv", r, 250)
	scattered(t, "b.csv", r, 150)
	var rings, plain strings.Builder
	rings.WriteString("id;world;wkt;vx;vy;omega\n")
	plain.WriteString("id,world,x,y,r,vx,vy\n")
	for i := range 90 {
		x, y, world := r.Float64()*30, r.Float64()*30, []string{"north", "south"}[i%4/3]
		fmt.Fprintf(&rings, "p%d;%s;POLYGON ((%v %v, %v %v, %v %v, %v %v, %v %v));%v;%v;%v\n", i, world, x, y, x+3, y, x+1, y+1, x, y+3, x, y, 9*r.Float64()-4, r.Float64(), r.Float64())
		for k := range 3 {
			fmt.Fprintf(&plain, "c%d-%d,%s,%v,%v,%v,%v,%v\n", i, k, world, r.Float64()*30, r.Float64()*30, r.Float64(), 20*r.Float64()-10, 20*r.Float64()-10)
		}
	}
	write(t, "rings.csv", rings.String())
	write(t, "plain.csv", plain.String())
}

// TestQueryDrivers: questions of every kind, about shapes of every kind, in every format have the same bytes of
// one run, of tiles on disk, of shards that read tables and of those that read shapes cut by tile. Another kind is
// asked as soon as there is one.
func TestQueryDrivers(t *testing.T) {
	asScenes(t)
	defer func(n int) { leastTiles = n }(leastTiles)
	leastTiles = 5
	n := 0
	for _, kind := range kinds {
		flags := askedOf[kind]
		if flags == nil {
			flags = []string{"--ask b.csv"}
		}
		for _, flag := range flags {
			for _, table := range []string{"a.csv", "plain.csv", "rings.csv"} {
				if n++; testenv.Race && n%5 != 0 {
					continue
				}
				args := append([]string{string(kind), "-q", "--format", string(output.OfContacts[n%len(output.OfContacts)])}, append(strings.Fields(flag), table)...)
				if table != "rings.csv" {
					args = append(args, "--radius", "0.1")
				}
				want := done(t, "", append([]string{"query"}, args...)...).out
				for driver, ways := range queryDrivers {
					if driver == []string{"plan", "plan --cut"}[n%2] && !testenv.Full() {
						continue // the other job of two is cut this way
					}
					if got := ways(t, args); got != want {
						t.Errorf("query %q by %s: %s", args, driver, first(got, want))
					}
				}
			}
		}
	}
}

// queryDrivers do a job of query in tiles, and return what comes of it.
var queryDrivers = map[string]func(t *testing.T, args []string) string{
	"--spill": func(t *testing.T, args []string) string {
		return done(t, "", append([]string{"query", "--spill", "."}, args...)...).out
	},
	"plan":       func(t *testing.T, args []string) string { return queryShards(t, args) },
	"plan --cut": func(t *testing.T, args []string) string { return queryShards(t, args, "--cut", "s.cut") },
}

func queryShards(t *testing.T, args []string, more ...string) string {
	t.Helper()
	done(t, "", slices.Concat([]string{"plan", "query", "--tiles", "6", "-o", "plan.json"}, more, args)...)
	n := tilesOf(t, "plan.json")
	if n < 3 {
		t.Fatalf("%d tiles", n)
	}
	if len(more) > 0 { // one process does all of them
		done(t, "", "query", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("0-%d/%d", n-1, n), "--format", "part", "-o", "parts")
		return done(t, "", "merge", "-q", "--plan", "plan.json", "parts").out
	}
	var parts []string
	for _, i := range rand.Perm(n) {
		parts = append(parts, fmt.Sprintf("part-%d", i))
		done(t, "", "query", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/%d", i, n), "--format", "part", "-o", parts[len(parts)-1])
	}
	return done(t, "", append([]string{"merge", "-q", "--plan", "plan.json"}, parts...)...).out
}

// TestQueryCut runs each line of the table of questions in docs/scale.md.
func TestQueryCut(t *testing.T) {
	_, table, _ := strings.Cut(read(t, filepath.Join("..", "..", "docs", "scale.md")), "| `daylight query` | `plan query` |")
	asScenes(t)
	lines := 0
	for _, line := range strings.Split(table, "\n")[2:] {
		if line == "" {
			break
		}
		lines++
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		args := strings.Fields(strings.Trim(cells[0], "`"))
		want := done(t, "", append([]string{"query", "-q"}, args...)...).out
		for i, driver := range []string{"plan", "plan --cut", "--spill"} {
			if cells[i+1] != "yes" {
				t.Errorf("%s by %s: %s", cells[0], driver, cells[i+1])
			} else if got := queryDrivers[driver](t, append(args, "-q")); got != want {
				t.Errorf("%s by %s: %s", cells[0], driver, first(got, want))
			}
		}
		dir := t.TempDir()
		n := tilesOf(t, "plan.json")
		r := call(t, "", "query", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("0-%d/%d", n-1, n), "--format", "csv", "-o", dir)
		if cells[4] != "yes" {
			if cells[4] != "refused" || r.code != exitBad || !strings.Contains(r.stderr, "daylight merge the table") {
				t.Errorf("%s by tables of shards: %d %s", cells[0], r.code, r.stderr)
			}
			continue
		}
		rows := strings.SplitAfter(want, "\n")
		var got []string
		for i := range n {
			got = append(got, strings.SplitAfter(read(t, filepath.Join(dir, fmt.Sprintf("part-%05d.csv", i))), "\n")[1:]...)
		}
		rows, got = slices.DeleteFunc(rows[1:], func(s string) bool { return s == "" }), slices.DeleteFunc(got, func(s string) bool { return s == "" })
		slices.Sort(rows)
		slices.Sort(got)
		if r.code != exitDone || !slices.Equal(rows, got) {
			t.Errorf("%s by tables of shards: %d %s, %d rows, want %d", cells[0], r.code, r.stderr, len(got), len(rows))
		}
	}
	if lines < 10 {
		t.Errorf("%d lines", lines)
	}
}
