// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
)

// TestQueryMatchesCollide: pairs within a distance are those with a margin.
func TestQueryMatchesCollide(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "400", "-o", "m.csv")
	within, _ := answerOf(t, done(t, "", "query", "within", "--near", "0.5", "m.csv").out)
	collide, _ := answerOf(t, done(t, "", "collide", "--margin", "0.5", "m.csv").out)
	slices.Sort(within)
	slices.Sort(collide)
	if !slices.Equal(within, collide) || len(within) < 100 {
		t.Errorf("within has %d pairs, collide %d", len(within), len(collide))
	}
}

// TestQueryWithinBothWays: --both lists each pair that is within a distance for each of its shapes,
// in the order of the input, of shapes of several parts, too.
func TestQueryWithinBothWays(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "200", "-o", "plain.csv")
	write(t, "cut.csv", "id,wkt\na,\"POLYGON((0 0,4 0,4 4,2 1,0 4,0 0))\"\nb,\"LINESTRING(2 2,2 6,4 6)\"\nc,POINT(9 9)\nd,POINT(2 3)\n")
	for _, args := range [][]string{{"plain.csv"}, {"cut.csv", "--radius", "0"}, {"plain.csv", "--centres"}, {"plain.csv", "--tile", "-inf,-inf,inf,inf"}} {
		args = append([]string{"query", "within", "--near", "0.75", "-q"}, args...)
		rows := func(more ...string) []string {
			r := done(t, "", append(args, more...)...)
			return strings.Split(strings.TrimSpace(r.out), "\n")[1:]
		}
		want := map[string]bool{}
		for _, row := range rows() {
			cells := strings.Split(row, ",")
			want[row], want[cells[0]+","+cells[2]+","+cells[1]] = true, true
		}
		got, last := rows("--both", "--verify"), ""
		seen := map[string]bool{}
		for _, row := range got {
			if !want[row] {
				t.Errorf("%v: the row %s is of no pair", args, row)
			}
			delete(want, row)
			if shape := strings.Join(strings.Split(row, ",")[:2], ","); shape != last {
				if seen[shape] {
					t.Errorf("%v: the rows of %s do not follow each other", args, shape)
				}
				seen[shape], last = true, shape
			}
		}
		if len(got) < 4 || len(want) > 0 {
			t.Errorf("%v: %d rows, and %d are missing", args, len(got), len(want))
		}
	}
}

// TestQueryFormats: answers in every format hold what the table says, compressed or not, and
// the geometries that were asked for.
func TestQueryFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "300", "-o", "m.csv")
	write(t, "rays.csv", "id,x,y,vx,vy\nr1,0,0,30,30\nr2,25,0,-1,40\nr3,0,-900,1,0\n")
	for kind, geometry := range map[string]string{
		"rays --all --ask rays.csv":             "Point",
		"nearest --count 4 --ask rays.csv":      "LineString",
		"points --near 3 --ask rays.csv":        "GeometryCollection",
		"within --near 0.3 --geometry-out b":    "Polygon",
		"inside --geometry-out none":            "",
		"casts --ask rays.csv --radius 0.5":     "Point",
		"boxes --ask m.csv --geometry-out both": "GeometryCollection",
	} {
		args := append(append([]string{"query"}, strings.Fields(kind)...), "m.csv")
		plain := []string{}
		for i := 0; i < len(args); i++ {
			if args[i] == "--geometry-out" {
				i++
				continue
			}
			plain = append(plain, args[i])
		}
		rows := strings.Count(done(t, "", plain...).out, "\n") - 1
		if rows < 1 && geometry != "" {
			t.Errorf("%s: no answers", kind)
			continue
		}
		list := featuresOf(t, done(t, "", append(args, "--format", "geojson")...).out)
		if len(list) != rows {
			t.Errorf("%s: %d features, %d rows", kind, len(list), rows)
		}
		found := geometry == ""
		for _, f := range list {
			found = found || strings.HasPrefix(string(f.Geometry), `{"type":"`+geometry+`"`)
			if f.Properties["id_a"] == nil || geometry == "" && string(f.Geometry) != "null" {
				t.Errorf("%s: %+v", kind, f)
			}
		}
		if !found {
			t.Errorf("%s: no feature is a %s", kind, geometry)
		}
		for _, name := range []string{"a.parquet", "a.arrow"} {
			done(t, "", append(args, "-o", name)...)
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
	}
	// Columns written by query can be read again.
	done(t, "", "query", "rays", "--all", "--ask", "rays.csv", "m.csv", "-o", "hits.parquet")
	want := strings.Count(done(t, "", "query", "rays", "--all", "--ask", "rays.csv", "m.csv").out, "\n")
	if got := strings.Count(done(t, "", "query", "nearest", "--ask", "hits.parquet", "--rename", "id_a=id", "--skip-bad", "m.csv").out, "\n"); got < 2 || want < 2 {
		t.Errorf("%d rows of %d came back", got-1, want-1)
	}
	for _, args := range []string{
		"--format geojson --geometry-out points", "--geometry-out b", "--out m.csv", "--stats rays.csv",
	} {
		r := call(t, "", append(strings.Fields("query points --ask rays.csv m.csv"), strings.Fields(args)...)...)
		if r.code != 2 {
			t.Errorf("%s: exit code %d, %s", args, r.code, r.stderr)
		}
	}
}

// TestInsideBorders: convex zones hold their own borders, despite rounding to float32.
func TestInsideBorders(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	lines := func(at float64) (v []float64) {
		for range 9 {
			v = append(v, at)
			at += 0.01 + 0.3*r.Float64()
		}
		return v
	}
	x, y := lines(8.1), lines(47.1)
	zones, points := "id,min_x,min_y,max_x,max_y\n", "id,x,y\n"
	for i := range x {
		for k := range y {
			points += fmt.Sprintf("p%d.%d,%v,%v\n", i, k, x[i], y[k])
			if i > 0 && k > 0 {
				zones += fmt.Sprintf("z%d.%d,%v,%v,%v,%v\n", i, k, x[i-1], y[k-1], x[i], y[k])
			}
		}
	}
	for name, text := range map[string]string{"zones.csv": zones, "points.csv": points} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, verify := range []string{"", "--verify"} {
		args := append([]string{"query", "inside", "-q", "--ask", filepath.Join(dir, "points.csv"), filepath.Join(dir, "zones.csv")}, strings.Fields(verify)...)
		if got := strings.Count(done(t, "", args...).out, "\n") - 1; got != 4*64 {
			t.Errorf("%d corners of zones are in them, want %d", got, 4*64)
		}
	}
}
