// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"daylight/batch/tile"
	"daylight/internal/must"
	"daylight/region"
)

// TestNothingMovesInShards: of tables too large for plan to read, too, nobody answers what is asked about motion if nothing
// moves: plan says so if the header tells, and else the shards, also those that read the tables themselves.
func TestNothingMovesInShards(t *testing.T) {
	t.Chdir(t.TempDir())
	var csv, ndjson strings.Builder
	csv.WriteString("id,x,y,r\n")
	for i := range 60_000 {
		fmt.Fprintf(&csv, "shape-%d,%d.5,%d.25,0.5\n", i, i%200, i/200)
		fmt.Fprintf(&ndjson, "{\"id\":%d,\"x\":%d,\"y\":%d,\"r\":0.5}\n", i, i%200, i/200)
	}
	write(t, "still.csv", csv.String())
	write(t, "still.ndjson", ndjson.String())
	write(t, "few.csv", "id,x,y,r,vx\na,0,0,1,1\nb,5,5,1,1\n")
	for _, job := range []struct{ of, plan, says string }{
		{"collide", "--mode swept", "--mode swept: no table has a column vx, vy or omega, so nothing moves"},
		{"query", "query casts --ask", "query casts: the questions have no column vx, vy or omega, so nothing moves"},
		{"query", "query rays --ask", "query rays: the questions have no column vx, vy or omega, and no x1, y1, x2, y2, so nothing moves"},
	} {
		for _, table := range []string{"still.csv", "still.ndjson"} {
			args := append(append([]string{"plan"}, strings.Fields(job.plan)...), table, "--tiles", "2", "-o", "plan.json")
			if job.of == "query" {
				args = append(args, "few.csv")
			}
			r := call(t, "", args...)
			if table == "still.ndjson" && r.code == exitDone {
				r = call(t, "", job.of, "-q", "--plan", "plan.json", "--shard", "0/2", "--format", "part", "-o", "part")
			}
			if r.code != exitBad || !strings.Contains(r.stderr, job.says) {
				t.Errorf("%s %s: exit %d: %s", job.plan, table, r.code, r.stderr)
			}
		}
	}
}

// TestTilesNameTables: what is wrong with a shape is said of its line of its table by every driver.
func TestTilesNameTables(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "id,wkt,r\nin,POINT(0 0),0\nout,POINT(30 30),0\n")
	write(t, "grown.csv", "id,wkt,r\nfar,POINT(90 90),0\nell,\"POLYGON((0 0,9 0,9 1,1 1,1 9,0 9,0 0))\",0.5\nsmall,\"POLYGON((0 0,1 0,0 1,0 0))\",0\n")
	const args = "inside -q good.csv grown.csv"
	says := call(t, "", append([]string{"query"}, strings.Fields(args)...)...).stderr
	if !strings.HasPrefix(says, `daylight: grown.csv:3: id "ell": what a concave shape`) {
		t.Fatal(says)
	}
	for _, driver := range []string{"--spill .", "--resume -o out.csv"} {
		if r := call(t, "", append(append([]string{"query"}, strings.Fields(args)...), strings.Fields(driver)...)...); r.code != exitBad || r.stderr != says {
			t.Errorf("%s: exit %d: %s", driver, r.code, r.stderr)
		}
	}
	for _, cut := range [][]string{nil, {"--cut", "cut"}} {
		done(t, "", append(append([]string{"plan", "query"}, append(strings.Fields(args), "--tiles", "1", "-o", "plan.json")...), cut...)...)
		if r := call(t, "", "query", "-q", "--plan", "plan.json", "--shard", "0/1"); r.code != exitBad || r.stderr != says {
			t.Errorf("plan %q: exit %d: %s", cut, r.code, r.stderr)
		}
	}
}

// TestLimitOfShards: a limit of answers is of all tiles together, and refused of shards which do not know their answers.
func TestLimitOfShards(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "circles", "-n", "500", "-o", "in.csv")
	done(t, "", "plan", "query", "nearest", "-q", "--tiles", "2", "-o", "plan.json", "in.csv")
	r := call(t, "", "query", "-q", "--plan", "plan.json", "--shard", "0/2", "--format", "part", "-o", "part", "--limit", "10")
	if r.code != exitBad || !strings.Contains(r.stderr, "--limit: how many of the nearest that a shard finds are answers is known when those of all shards are together") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if r := call(t, "", "query", "nearest", "-q", "--spill", ".", "--limit", "10", "in.csv"); r.code != exitBad || !strings.Contains(r.stderr, "more than 10 answers (500 found so far)") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

// TestWhole: without its cuts a plan has each world in one tile, and tiles without gaps.
func TestWhole(t *testing.T) {
	p, err := tile.New(7, []tile.Part{{From: 1, To: 1, Tile: 0, Y: []float64{5}, X: [][]float64{{1, 2}, {}}}, {From: 2, To: 4, Tile: 4}, {From: 5, To: 5, Tile: 5, X: [][]float64{{3}}}, {From: 6, To: 9, Tile: 4}})
	if err != nil {
		t.Fatal(err)
	}
	w := must.Get(whole(p))(t)
	for world, want := range map[uint32]int{1: 0, 2: 1, 4: 1, 5: 2, 7: 1} {
		for _, x := range []float64{-10, 1.5, 2.5, 4} {
			b := region.Box{MinX: x, MinY: x, MaxX: 20, MaxY: 20}
			if got := w.AppendTiles(nil, world, b); len(got) != 1 || got[0] != want || w.Owner(world, b, b) != want || w.Early(want, world, b) != 0 {
				t.Errorf("world %d is in %v, want %d", world, got, want)
			}
		}
	}
	if w.Tiles() != 3 || p.Tiles() != 7 || must.Get(whole(new(tile.Plan)))(t).Tiles() != 1 {
		t.Errorf("%d tiles of %d", w.Tiles(), p.Tiles())
	}
}

// TestNearestTiles: questions for the nearest shapes find them in whichever tiles these are, also where the nearest
// do not count.
func TestNearestTiles(t *testing.T) {
	t.Chdir(t.TempDir())
	defer func(n int) { leastTiles = n }(leastTiles)
	leastTiles = 5
	r := rand.New(rand.NewPCG(7, 2))
	circles := func(name string, n int, of func(i int) string) {
		var b strings.Builder
		b.WriteString("world,static,x,y,r\n")
		for i := range n {
			fmt.Fprintf(&b, "%s,%v,%v,0.2\n", of(i), 100*r.Float64(), 100*r.Float64())
		}
		write(t, name, b.String())
	}
	for _, c := range []struct {
		name            string
		shapes          int
		shape, question func(i int) string
	}{
		{"static", 1500, func(i int) string { return fmt.Sprintf("w,%v", i%100 > 0) }, func(int) string { return "w,true" }},
		{"worlds of one number", 1500, func(i int) string { return []string{"liquid,", "costarring,"}[min(i%75, 1)] }, func(int) string { return "liquid," }},
	} {
		circles("shapes.csv", c.shapes, c.shape)
		circles("asking.csv", 60, c.question)
		args := strings.Fields("nearest --count 2 --ask asking.csv shapes.csv")
		want := done(t, "", append([]string{"query"}, args...)...).out
		if n := strings.Count(want, "\n"); n != 121 {
			t.Errorf("%s: %d lines", c.name, n)
		}
		d := doing{t, r, t.TempDir(), "query", args, "csv", "", 6, 0}
		if got := d.answer("--spill", "."); got != want {
			t.Errorf("%s by --spill: %s", c.name, first(got, want))
		}
		n, from := d.plan(2)
		if got := d.merged(n, from, true); got != want {
			t.Errorf("%s by shards: %s", c.name, first(got, want))
		}
		n, from = d.cut()
		if got := d.merged(n, from, true); got != want {
			t.Errorf("%s by shards of shapes that were cut: %s", c.name, first(got, want))
		}
	}
}
