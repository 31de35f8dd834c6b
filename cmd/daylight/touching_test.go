// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

// locks are pairs of shapes that lie in each other like pieces of a puzzle, and only touch: no decimal coordinate of
// theirs is a float32.
var locks = map[string]string{
	"plug": `round,"POLYGON((0 0,1 0,1 1,0 1,0 0),(0.31 0.33,0.29 0.71,0.69 0.73,0.71 0.31,0.31 0.33))"
fill,"POLYGON((0.31 0.33,0.71 0.31,0.69 0.73,0.29 0.71,0.31 0.33))"
`,
	"T slot": `slot,"POLYGON((0 0,1 0,1 0.9,0.6 0.9,0.6 0.7,0.8 0.7,0.8 0.3,0.2 0.3,0.2 0.7,0.4 0.7,0.4 0.9,0 0.9,0 0))"
key,"POLYGON((0.2 0.3,0.8 0.3,0.8 0.7,0.6 0.7,0.6 0.9,0.4 0.9,0.4 0.7,0.2 0.7,0.2 0.3))"
`,
	"dovetail": `board,"POLYGON((0 0,1 0,1 0.6,0.7 0.6,0.8 0.1,0.2 0.1,0.3 0.6,0 0.6,0 0))"
tail,"POLYGON((0.2 0.1,0.8 0.1,0.7 0.6,0.3 0.6,0.2 0.1))"
`,
}

// TestLocked: shapes that lock and only touch have depth 0, whatever flags there are, and are not searched. Moved into each
// other by a hair they overlap, and are pushed apart.
func TestLocked(t *testing.T) {
	t.Chdir(t.TempDir())
	column := func(out, name string) (list []float64) {
		rows := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
		for k, cell := range rows[0] {
			for _, row := range rows[1:] {
				if cell == name {
					list = append(list, num(t, row[k]))
				}
			}
		}
		return list
	}
	for name, table := range locks {
		write(t, "a.csv", "id,wkt\n"+table)
		for _, flags := range []string{"", "--verify", "--margin 0.125", "--mode manifold", "--mode distance", "--mode swept", "--effort 1"} {
			of := "a.csv"
			if strings.Contains(flags, "swept") { // which needs a column of velocities
				of = write(t, "still.csv", "vx,id,wkt\n0,"+strings.TrimSuffix(strings.ReplaceAll(table, "\n", "\n0,"), "0,"))
			}
			out := done(t, "", append(append([]string{"collide", "-q"}, strings.Fields(flags)...), of)...).out
			for _, c := range []string{"depth", "deepest", "least"} {
				if got := column(out, c); len(got) != 1 || got[0] != 0 {
					t.Errorf("%s %s: %s is %v", name, flags, c, got)
				}
			}
		}
		for _, flags := range []string{"--strict", "--margin -0.01"} {
			if out := done(t, "", append(append([]string{"collide", "-q"}, strings.Fields(flags)...), "a.csv")...).out; strings.Count(out, "\n") != 1 {
				t.Errorf("%s %s: %s", name, flags, out)
			}
		}
		first, second, _ := strings.Cut(table, "\n")
		write(t, "one.csv", "id,wkt\n"+first+"\n")
		write(t, "two.csv", "id,wkt\n"+second)
		for _, kind := range []string{"boxes", "points"} {
			if got := column(done(t, "", "query", kind, "-q", "--verify", "--ask", "one.csv", "two.csv").out, "depth"); len(got) != 1 || got[0] != 0 {
				t.Errorf("%s, query %s: %v", name, kind, got)
			}
		}
		if got := column(done(t, "", "query", "nearest", "-q", "--verify", "--ask", "one.csv", "two.csv").out, "distance"); len(got) != 1 || got[0] != 0 {
			t.Errorf("%s, query nearest: %v", name, got)
		}
		// The second shape a thousandth larger: it no longer fits, and has to be taken out whole.
		write(t, "a.csv", "id,wkt\n"+first+"\n"+larger(second, 1.001))
		out := done(t, "", "collide", "-q", "--verify", "a.csv").out
		if got := column(out, "depth"); len(got) != 1 || got[0] < 0.1 {
			t.Errorf("%s, larger: %s", name, out)
		}
	}
}

// larger is a row with a polygon of one ring, which grows about its middle.
func larger(row string, by float64) string {
	head, text, _ := strings.Cut(row, "((")
	text, tail, _ := strings.Cut(text, "))")
	var x, y []float64
	for _, p := range strings.Split(text, ",") {
		a, b, _ := strings.Cut(p, " ")
		u, _ := strconv.ParseFloat(a, 64)
		v, _ := strconv.ParseFloat(b, 64)
		x, y = append(x, u), append(y, v)
	}
	middle := func(v []float64) (low, high float64) {
		low, high = math.Inf(1), math.Inf(-1)
		for _, c := range v {
			low, high = min(low, c), max(high, c)
		}
		return low, high
	}
	x0, x1 := middle(x)
	y0, y1 := middle(y)
	var points []string
	for i := range x {
		points = append(points, fmt.Sprintf("%v %v", (x0+x1)/2+(x[i]-(x0+x1)/2)*by, (y0+y1)/2+(y[i]-(y0+y1)/2)*by))
	}
	return head + "((" + strings.Join(points, ",") + "))" + tail
}
