// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpillConcave: polygons that are not convex go through temporary files, and through cuts, from every
// format.
func TestSpillConcave(t *testing.T) {
	t.Chdir(t.TempDir())
	inAll(t, "in", "id,wkt\na,\"POLYGON((0 0,4 0,4 4,0 4,0 0))\"\nb,\"POLYGON((0 0,4 0,4 4,2 1,0 4,0 0))\"\n")
	for _, format := range sameTables {
		for _, flags := range [][]string{nil, {"--exact"}, {"--mode", "area"}} {
			table := append(flags, "in."+format)
			want := done(t, "", append([]string{"collide", "-q"}, table...)...).out
			if !strings.Contains(want, ",a,b,") {
				t.Fatal(want)
			}
			if got := done(t, "", append([]string{"collide", "-q", "--spill", "."}, table...)...).out; got != want {
				t.Errorf("%v --spill: %s", table, first(got, want))
			}
			done(t, "", append([]string{"plan", "-q", "--cut", "in.cut", "-o", "p.json"}, table...)...)
			done(t, "", "collide", "-q", "--plan", "p.json", "--shard", "0/1", "-o", "part")
			if got := done(t, "", "merge", "-q", "--plan", "p.json", "part").out; got != want {
				t.Errorf("%v --cut: %s", table, first(got, want))
			}
		}
	}
}

// TestSpillBodies: shapes of several members, each of which is a body of its own, meet regions that went through
// temporary files and cuts with them, however many there are of each.
func TestSpillBodies(t *testing.T) {
	t.Chdir(t.TempDir())
	table, rows := "id,wkt,r\n", 0
	for k, shape := range []string{
		"\"POLYGON((0 0,3 0,3 3,0 3,0 0),(1 1,1 2,2 2,2 1,1 1))\",0", "\"LINESTRING(0 0,1 1,2 0)\",0.2", "\"LINESTRING(0 3,0 0,2 0)\",0.1",
		"\"POLYGON((0 0,4 0,4 4,2 1,0 4,0 0))\",0", "\"MULTIPOINT(0 0,2 2,3 3)\",0.5", "\"GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0)),LINESTRING(0 0,2 2))\",0.1",
	} {
		table, rows = table+fmt.Sprintf("s%d,%s\n", k, shape), rows+k
		write(t, "in.csv", table)
		want := done(t, "", "collide", "-q", "--verify", "in.csv").out
		if strings.Count(want, "\n") != 1+rows {
			t.Fatal(want)
		}
		if got := done(t, "", "collide", "-q", "--verify", "--spill", ".", "in.csv").out; got != want {
			t.Errorf("%d shapes --spill: %s", k+1, first(got, want))
		}
		done(t, "", "plan", "-q", "--tiles", "1", "--cut", "in.cut", "-o", "p.json", "in.csv")
		if got := done(t, "", "collide", "-q", "--plan", "p.json", "--shard", "0/1", "--format", "csv").out; got != want {
			t.Errorf("%d shapes --cut: %s", k+1, first(got, want))
		}
	}
}

// TestSpillEmpty: where there is nothing to do the statistics are those of a run without --spill.
func TestSpillEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "empty.csv", "id,x,y,r,vx\n")
	write(t, "one.csv", "id,x,y,r,vx\na,1,1,1,1\n")
	write(t, "far.csv", "id,x,y,r,vx,world\na,1,1,1,1,far\n")
	for _, args := range []string{"empty.csv", "--mode swept --dt 2 empty.csv", "--join one.csv empty.csv", "--join empty.csv one.csv", "--join far.csv one.csv", "--strict --margin -1 --mode overlap empty.csv", "one.csv"} {
		run := append([]string{"collide", "--workers", "1", "--kernels", "go", "--stats", "s.json"}, strings.Fields(args)...)
		plain := done(t, "", run...)
		want := counts(t, read(t, "s.json"))
		spilled := done(t, "", append(run, "--spill", ".")...)
		if got := counts(t, read(t, "s.json")); got != want || plain.out != spilled.out {
			t.Errorf("%s: %s%s\nwant %s%s", args, spilled.out, got, plain.out, want)
		}
		if !strings.Contains(spilled.stderr, "(kernels go, 1 worker)") {
			t.Errorf("%s: %s", args, spilled.stderr)
		}
	}
}

// counts are statistics without what hangs on time, and on what is in both of two tables.
func counts(t *testing.T, stats string) string {
	t.Helper()
	i := strings.Index(stats, "\"seconds\"")
	if i < 0 {
		t.Fatal(stats)
	}
	var lines []string
	for _, line := range strings.Split(stats[:i], "\n") {
		if !strings.Contains(line, "\"joined\"") && !strings.Contains(line, "\"rows\"") && !strings.Contains(line, "\"shapes\"") && !strings.Contains(line, "\"worlds\"") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// TestMemoryAdvice: who has too little memory is told what takes less, where that can be had.
func TestMemoryAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "100000", "-o", "in.csv")
	const spill, plan = "; --spill DIR does it in parts on disk, and daylight plan cuts", "; daylight plan cuts"
	for _, c := range []struct{ args, want string }{
		{"collide", spill}, {"collide --join in.csv --mode manifold", spill},
		{"collide --exact", spill}, {"collide --verify", spill}, {"collide --resume -o out.csv", plan}, {"collide -o o.geojson", spill}, {"collide -o o.geojson --mode manifold", spill},
		{"collide --mode pairs", "\n"}, {"collide --parts", spill}, {"collide --fold body", "\n"}, {"query nearest", "\n"}, {"draw -o o.svg", "\n"},
	} {
		r := call(t, "", append(strings.Fields(c.args), "--memory", "32MiB", "in.csv")...)
		if r.code != exitBad || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "(--memory says how much to use)"+c.want) {
			t.Errorf("%s: exit %d: %s", c.args, r.code, r.stderr)
		}
	}
	// A dry run is an answer to that question.
	write(t, "heap.csv", "x,y,r\n"+strings.Repeat("0,0,1\n", 6000))
	for args, want := range map[string]string{
		"collide in.csv": "memory         too little for the shapes: it would take ", "query nearest in.csv": "memory         too little for the shapes: it would take ",
		"collide heap.csv": "more than is left for the contacts: ", "query within --near 1 heap.csv": "more than is left for the answers: ",
	} {
		r := done(t, "", append(strings.Fields(args), "--dry-run", "--memory", "32MiB")...)
		if !strings.Contains(r.out, want) || strings.Contains(args, "collide in") && !strings.Contains(r.out, spill) {
			t.Errorf("%s --dry-run:\n%s%s", args, r.out, r.stderr)
		}
	}
}
