// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
	"daylight/internal/testenv"
)

// tiedRows are shapes of several parts, on a grid of hundredths, whose parts share corners: what is
// nearest to one part, or met first, is so for another, too.
func tiedRows(r *rand.Rand, name string, n int) []string {
	rows := make([]string, n)
	for i := range rows {
		x, y := float64(r.IntN(2400))/100, float64(r.IntN(2400))/100
		u, v := float64(1+r.IntN(8))/4, float64(1+r.IntN(8))/4
		if r.IntN(2) == 0 {
			u = -u
		}
		at := func(p ...float64) string {
			var list []string
			for k := 0; k < len(p); k += 2 {
				list = append(list, fmt.Sprintf("%.2f %.2f", x+p[k], y+p[k+1]))
			}
			return "(" + strings.Join(list, ",") + ")"
		}
		wkt := ""
		switch i % 4 {
		case 0, 1:
			wkt = "LINESTRING" + at(-u, -v, 0, 0, v, u)
		case 2:
			wkt = "MULTIPOLYGON((" + at(0, 0, 1, -1, 1, 1, 0, 0) + "),(" + at(0, 0, -1, 1, -1, -1, 0, 0) + "))"
		case 3:
			wkt = "POLYGON(" + at(0, 0, 2, 0, .5, .5, 0, 2, 0, 0) + ")"
		}
		rows[i] = fmt.Sprintf("w%d,%s%d,\"%s\",0,%d,%d\n", i%4, name, i, wkt, r.IntN(9)-4, r.IntN(9)-4)
	}
	return rows
}

// TestQueryAnswersAreOfTwoShapes: the row of a question and a shape is the same as without other
// questions and shapes. It holds for any order of these, also where parts of the two are equally
// near.
func TestQueryAnswersAreOfTwoShapes(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(21, 22))
	n, asked := 800, 200
	if testing.Short() {
		n, asked = 400, 100
	}
	const head = "world,id,wkt,r,vx,vy\n"
	place := func() (x, y float64) { return float64(r.IntN(2400)) / 100, float64(r.IntN(2400)) / 100 }
	shapes, questions, places := tiedRows(r, "s", n), tiedRows(r, "q", asked), make([]string, asked)
	for i := range questions {
		if i/4%3 > 0 { // of one part
			x, y := place()
			questions[i] = fmt.Sprintf("w%d,q%d,\"POLYGON((%.2f %.2f,%.2f %.2f,%.2f %.2f,%.2f %.2f))\",0,3,-3\n", i%4, i, x, y, x+1, y, x+.5, y+.5, x, y)
		}
		x, y := place()
		places[i] = fmt.Sprintf("w%d,p%d,\"POINT(%.2f %.2f)\",0,%d,%d\n", i%4, i, x, y, r.IntN(9)-4, r.IntN(9)-4)
	}
	// Each row without its world.
	rowOf := map[string]string{}
	for _, row := range slices.Concat(shapes, questions, places) {
		_, rest, _ := strings.Cut(row, ",")
		id, _, _ := strings.Cut(rest, ",")
		rowOf[id] = rest
	}
	write(t, "q.csv", head+strings.Join(questions, ""))
	write(t, "p.csv", head+strings.Join(places, ""))
	for k, kind := range []string{
		"nearest --count 1 --ask q.csv", "nearest --count 2 --ask q.csv", "nearest --count 3 --near 1.5 --ask q.csv", "nearest --count 2 --ask p.csv",
		"rays --dt 3 --ask p.csv", "rays --all --dt 3 --ask p.csv", "rays --holding --dt 3 --ask p.csv",
		"casts --dt 3 --ask q.csv", "points --ask q.csv", "boxes --near 1 --ask q.csv", "within --near 0.5", "inside --ask p.csv",
	} {
		if testenv.Race && k%3 != 0 { // ten times as slow, and the rows are seen without
			continue
		}
		r.Shuffle(n, func(i, j int) { shapes[i], shapes[j] = shapes[j], shapes[i] })
		write(t, "s.csv", head+strings.Join(shapes, ""))
		run := func(kind, table string) []string {
			r := done(t, "", append(append([]string{"query"}, strings.Fields(kind)...), "--verify", table)...)
			if !strings.Contains(r.stderr, "; the same as brute force finds") {
				t.Errorf("%s: does not say that it was verified: %s", kind, r.stderr)
			}
			return strings.Split(strings.TrimSpace(r.out), "\n")[1:]
		}
		got := run(kind, "s.csv")
		if len(got) < 10 {
			t.Errorf("%s: %d rows", kind, len(got))
		}
		got = got[:min(len(got), 1000)]
		// The two shapes of each row have a world to themselves.
		var one, two strings.Builder
		for i, row := range got {
			c := strings.Split(row, ",")
			if strings.HasPrefix(kind, "within") {
				fmt.Fprintf(&two, "w%d,%s", i, rowOf[c[1]])
			}
			fmt.Fprintf(&one, "w%d,%s", i, rowOf[c[1]])
			fmt.Fprintf(&two, "w%d,%s", i, rowOf[c[2]])
		}
		write(t, "one.csv", head+one.String())
		write(t, "two.csv", head+two.String())
		want := run(strings.NewReplacer("q.csv", "one.csv", "p.csv", "one.csv").Replace(kind), "two.csv")
		if len(want) != len(got) {
			t.Errorf("%s: %d rows, %d of two shapes alone", kind, len(got), len(want))
			continue
		}
		for i, row := range got {
			_, a, _ := strings.Cut(row, ",")
			if _, b, _ := strings.Cut(want[i], ","); a != b {
				t.Errorf("%s: got %s, of the two alone %s", kind, a, b)
			}
		}
	}
}

// TestNearestTiles: questions of a tile find the nearest shapes wherever these are, also where the
// nearest do not count.
func TestNearestTiles(t *testing.T) {
	t.Chdir(t.TempDir())
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
		shape, question func(i int) string
	}{
		{"static", func(i int) string { return fmt.Sprintf("w,%v", i%100 > 0) }, func(int) string { return "w,true" }},
		{"worlds of one number", func(i int) string { return []string{"liquid,", "costarring,"}[min(i%75, 1)] }, func(int) string { return "liquid," }},
	} {
		circles("shapes.csv", 1500, c.shape)
		circles("asking.csv", 60, c.question)
		for _, near := range []string{"", "--near 9 ", "--near 30 "} {
			d := doing{t, r, "query", strings.Fields("nearest --count 2 " + near + "--ask asking.csv shapes.csv"), output.CSV, "", 1}
			want := d.rows(d.answer())
			if n := len(want); near == "" && n != 121 || n < 10 {
				t.Errorf("%s %s: %d lines", c.name, near, n)
			}
			if got := d.inTiles(quarters(40, 60)); !slices.Equal(got, want) {
				t.Errorf("%s %s: %s", c.name, near, first(strings.Join(got, ""), strings.Join(want, "")))
			}
		}
	}
}
