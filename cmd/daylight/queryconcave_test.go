// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestQueryConcaveMatchesCollide: what meets whole shapes, and by how much, is what a join says,
// and what they hold is what exact relations say.
func TestQueryConcaveMatchesCollide(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(17, 18))
	write(t, "s.csv", concaveTable(r, "s", 120))
	write(t, "q.csv", concaveTable(r, "q", 120))
	same := func(query, collide string) {
		t.Helper()
		a := done(t, "", strings.Fields(query)...).out
		b := done(t, "", strings.Fields(collide)...).out
		cells := func(out string) map[string]string {
			rows := map[string]string{}
			for _, row := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
				c := strings.Split(row, ",")
				rows[strings.Join(c[:3], ",")] = strings.Join(c[3:4], ",")
			}
			return rows
		}
		p, q := cells(a), cells(b)
		for key, depth := range q {
			if _, found := p[key]; !found && depth == "0" { // it touches: collide decides by the corners, query in float32
				delete(q, key)
			}
		}
		if len(p) != len(q) || len(p) < 20 {
			t.Errorf("%s: %d rows, collide has %d", query, len(p), len(q))
		}
		for key, value := range p {
			x, errX := strconv.ParseFloat(value, 64)
			y, errY := strconv.ParseFloat(q[key], 64) // no number if there is no row
			if errX != nil || errY != nil || math.Abs(x-y) > 1e-6 {
				t.Errorf("%s: %s is %s, collide says %s", query, key, value, q[key])
			}
		}
	}
	same("query points --ask q.csv s.csv", "collide --join s.csv q.csv")
	same("query boxes --near 2 --ask q.csv s.csv", "collide --margin 2 --join s.csv q.csv")
	// On a grid float32 holds all that was given.
	onGrid := func(name string) string {
		var b strings.Builder
		b.WriteString("id,wkt\n")
		for i := range 150 {
			x, y := r.IntN(12), r.IntN(12)
			b.WriteString(ringRow(name, i, x, y))
		}
		return b.String()
	}
	write(t, "gs.csv", onGrid("s"))
	write(t, "gq.csv", onGrid("q"))
	held := func(out string) string {
		var keys []string
		for _, row := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			keys = append(keys, strings.Join(strings.Split(row, ",")[:3], ","))
		}
		return strings.Join(keys, "\n")
	}
	got := held(done(t, "", "query", "inside", "--verify", "--ask", "gq.csv", "gs.csv").out)
	want := held(done(t, "", "collide", "--relation", "covered-by", "--join", "gs.csv", "gq.csv").out)
	if got != want || strings.Count(want, "\n") < 20 {
		t.Errorf("inside has\n%s\nrelations say\n%s", got, want)
	}
	if alone := held(done(t, "", "query", "inside", "--verify", "gs.csv").out); strings.Count(alone, "\n") < 20 {
		t.Errorf("of themselves\n%s", alone)
	}
}

// ringRow is a row with a polygon of some kind.
func ringRow(name string, i, x, y int) string {
	at := func(points ...int) string {
		var list []string
		for k := 0; k < len(points); k += 2 {
			list = append(list, strconv.Itoa(x+points[k])+" "+strconv.Itoa(y+points[k+1]))
		}
		return "(" + strings.Join(append(list, list[0]), ",") + ")"
	}
	wkt := []string{
		"POLYGON(" + at(0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4) + ")",
		"POLYGON(" + at(0, 0, 6, 0, 6, 6, 0, 6) + "," + at(2, 2, 4, 2, 4, 4, 2, 4) + ")",
		"POLYGON(" + at(0, 0, 1, 0, 1, 1, 0, 1) + ")",
		"MULTIPOLYGON((" + at(0, 0, 2, 0, 2, 2, 0, 2) + "),(" + at(3, 0, 5, 0, 5, 2, 3, 2) + "))",
		"POLYGON(" + at(0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2) + ")",
	}[i%5]
	return name + strconv.Itoa(i) + ",\"" + wkt + "\"\n"
}

// TestInsideCorners: triangles in the corners of concave shapes lie inside, and no shape lies in
// itself.
func TestInsideCorners(t *testing.T) {
	t.Chdir(t.TempDir())
	var cut strings.Builder
	cut.WriteString("wkt,r\n\"MULTIPOINT((-5 -5),(-9 -9))\",0.1\n")
	for i := range 400 {
		x, y := 5*(i%20), 5*(i/20)
		fmt.Fprintf(&cut, "\"POLYGON((%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d))\",\n", x, y, x+4, y, x+4, y+1, x+1, y+1, x+1, y+4, x, y+4, x, y)
		fmt.Fprintf(&cut, "\"POLYGON((%d %d,%d %d,%d.5 %d.5,%d %d))\",\n", x, y, x+1, y, x, y, x, y)
	}
	write(t, "cut.csv", cut.String())
	if n := strings.Count(done(t, "", "query", "inside", "cut.csv").out, "\n") - 1; n != 400 {
		t.Errorf("%d triangles lie in corners, want 400", n)
	}
}
