// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// stars is a table of stars of so many corners. Each star lies in some others.
func stars(corners, n int) string {
	r := rand.New(rand.NewPCG(22, 4))
	var b strings.Builder
	b.WriteString("id,world,wkt\n")
	for i := range n {
		x, y := 12*float64(i%4), 9*float64(i/4)
		var points []string
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(corners))
			d := 10 - 5*float64(k%2) - 1.5*r.Float64()
			points = append(points, fmt.Sprintf("%v %v", x+d*cos, y+d*sin))
		}
		fmt.Fprintf(&b, "s%d,w%d,\"POLYGON((%s,%s))\"\n", i, i%2, strings.Join(points, ","), points[0])
	}
	return b.String()
}

// TestEffort: pushes whose search is given up are bounded by what two parts ask for, counted and
// told of, and the same in tiles; with more effort there are none.
func TestEffort(t *testing.T) {
	testenv.Sequential(t) // but for the workers that TestConcaveModes has search the same pushes
	t.Chdir(t.TempDir())
	table := stars(20, 12)
	write(t, "a.csv", table)
	write(t, "b.csv", strings.ReplaceAll(table, "\ns", "\nt"))
	ask := func(args ...string) (depths []float64, bounded int, out string) {
		t.Helper()
		r := done(t, "", append(args, "--stats", "stats.json")...)
		text := must.Get(os.ReadFile("stats.json"))(t)
		stats := map[string]any{}
		must.Do(t, json.Unmarshal(text, &stats))
		bounded = int(stats["bounded"].(float64))
		all, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
		if err != nil || len(all) < 10 {
			t.Fatalf("%v: %d rows, %v", args, len(all), err)
		}
		column := map[string]int{}
		for k, name := range all[0] {
			column[name] = k
		}
		less := 0
		for _, row := range all[1:] {
			v := map[string]float64{}
			for _, name := range []string{"depth", "deepest", "least"} {
				v[name] = must.Get(strconv.ParseFloat(row[column[name]], 64))(t)
			}
			if v["least"] < v["depth"] {
				less++
			}
			if v["least"] > v["depth"] || v["least"] < v["deepest"]-1e-5 || v["least"] < v["depth"] && v["least"] < v["deepest"] {
				t.Errorf("%v: depth %v, least %v, deepest %v", args, v["depth"], v["least"], v["deepest"])
			}
			depths = append(depths, v["depth"])
		}
		if less > bounded {
			t.Errorf("%v: %d rows have a bound, %d are counted", args, less, bounded)
		}
		told := fmt.Sprintf("%d of %d rows: the push parts the shapes, but may not be the shortest", bounded, len(all)-1)
		if bounded == len(all)-1 {
			told = told[strings.Index(told, "of ")+3:]
		}
		if strings.Contains(r.stderr, told) != (bounded > 0) {
			t.Errorf("%v: %d bounded, and stderr is %s", args, bounded, r.stderr)
		}
		return depths, bounded, r.out
	}
	for _, command := range []string{"collide --verify", "collide --mode manifold --verify", "collide --mode distance", "collide --join b.csv --verify", "query boxes --ask b.csv --verify"} {
		args := append(strings.Fields(command), "a.csv")
		best, none, _ := ask(args...)
		some, n, _ := ask(append(args, "--effort", "2000")...)
		if none != 0 || n == 0 || len(some) != len(best) {
			t.Errorf("%v: %d rows, %d given up; with less effort %d rows, %d given up", args, len(best), none, len(some), n)
			continue
		}
		for i := range best {
			if some[i] < best[i]*(1-1e-6) {
				t.Errorf("%v: row %d is pushed by %v, and with less effort by %v", args, i, best[i], some[i])
			}
		}
	}
	// A run in tiles has the same rows, counts and notes.
	_, n, want := ask("collide", "--effort", "2000", "a.csv")
	rows, counted, told := "", 0, 0
	for k, tile := range []string{"-inf,-inf,13,inf", "13,-inf,inf,9", "13,9,inf,inf"} {
		r := done(t, "", "collide", "--effort", "2000", "--tile", tile, "--stats", "stats.json", "a.csv")
		var stats struct{ Bounded int }
		must.Do(t, json.Unmarshal([]byte(read(t, "stats.json")), &stats))
		counted, told = counted+stats.Bounded, told+strings.Count(r.stderr, "may not be the shortest")
		if k > 0 {
			_, r.out, _ = strings.Cut(r.out, "\n")
		}
		rows += r.out
	}
	if sortedLines(rows) != sortedLines(want) || counted != n || told == 0 {
		t.Errorf("%d tiles tell of %d bounds, want %d, and write\n%s\nwant\n%s", told, counted, n, rows, want)
	}
	if r := done(t, "", "collide", "--verify", "--effort", "2000", "a.csv"); !strings.Contains(r.stderr, "part whole shapes, and along 32 directions no push that is 3 % shorter does, but for ") {
		t.Errorf("--verify does not say what it verified: %s", r.stderr)
	}
}
