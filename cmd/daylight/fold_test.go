// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// foldScene is a table of shapes of all kinds in two worlds, some in bodies, with filters and
// velocities, and the names by which bodies are called, by world and body.
func foldScene(r *rand.Rand, n int) (table string, called map[string]string) {
	var b strings.Builder
	b.WriteString("id,world,body,category,mask,group,static,sensor,vx,vy,omega,x,y,angle,r,hx,hy,x1,y1,x2,y2,wkt\n")
	called = map[string]string{}
	side := 2.5 * math.Sqrt(float64(n)/2)
	for i := range n {
		id, world, body := fmt.Sprint("s", i), fmt.Sprint("w", r.IntN(2)), ""
		if r.IntN(3) > 0 {
			body = fmt.Sprint("b", r.IntN(1+n/4))
			if key := world + body; called[key] == "" {
				called[key] = id
			}
		}
		called[world+" "+id] = id
		row := []string{id, world, body}
		row = append(row, fmt.Sprint(1+r.IntN(3)), "3", fmt.Sprint(max(0, r.IntN(12)-9)-max(0, r.IntN(12)-10)), fmt.Sprint(r.IntN(6) == 0), fmt.Sprint(r.IntN(8) == 0))
		for range 2 {
			row = append(row, fmt.Sprintf("%.2f", float64(r.IntN(3)/2)*3*(r.Float64()-.5)))
		}
		row = append(row, "0", "", "", "", "", "", "", "", "", "", "", "")
		x, y := side*r.Float64(), side*r.Float64()
		if r.IntN(2) == 0 { // so that some just touch
			x, y = math.Round(x), math.Round(y)
		}
		at := func(dx, dy float64) string { return fmt.Sprintf("%v %v", x+dx, y+dy) }
		ring := func(xy ...float64) string {
			var points []string
			for k := 0; k < len(xy); k += 2 {
				points = append(points, at(xy[k], xy[k+1]))
			}
			return "(" + strings.Join(append(points, points[0]), ",") + ")"
		}
		set := func(at int, v ...float64) {
			for k := range v {
				row[at+k] = fmt.Sprint(v[k])
			}
		}
		switch r.IntN(8) {
		case 0:
			set(11, x, y)
			set(14, .2+r.Float64())
		case 1:
			set(11, x, y, 3*r.Float64(), 0, .5+r.Float64(), .5)
			set(10, float64(r.IntN(2)))
		case 2:
			set(14, .25)
			set(17, x, y, x+1, y+float64(r.IntN(2)))
		case 3:
			row[21] = "POLYGON(" + ring(0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2) + ")"
		case 4:
			row[21] = "POLYGON(" + ring(0, 0, 3, 0, 3, 3, 0, 3) + "," + ring(0, 0, 2, 1, 1, 2) + ")"
		case 5:
			row[21] = "LINESTRING(" + at(0, 0) + "," + at(1, 1) + "," + at(2, 0) + ")"
			set(14, .125)
		case 6:
			row[21] = "GEOMETRYCOLLECTION(POLYGON(" + ring(0, 0, 1, 0, 1, 1) + "),LINESTRING(" + at(1, 1) + "," + at(2, 2) + "))"
			set(14, .0625)
		default:
			set(11, x, y, 0, 0, .5, .5)
		}
		b.WriteString(strings.Join(row[:21], ","))
		fmt.Fprintf(&b, ",%q\n", row[21])
	}
	return b.String(), called
}

// TestFoldModes: the rows of bodies are those of their members put together, in every mode, world
// and join, with any other options, and brute force agrees.
func TestFoldModes(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(25, 26))
	table, called := foldScene(r, 120)
	other, calledB := foldScene(r, 60)
	write(t, "a.csv", table)
	write(t, "b.csv", other)
	type sum struct {
		contacts            int
		deepest, least, dep float64
		time                float64
	}
	at := func(id string) int {
		return must.Get(strconv.Atoi(id[1:]))(t)
	}
	rows := func(out string, a, b map[string]string, joined, folded bool) map[string]sum {
		records := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
		column := map[string]int{}
		for k, name := range records[0] {
			column[name] = k
		}
		number := func(row []string, name string, otherwise float64) float64 {
			k, ok := column[name]
			if !ok {
				return otherwise
			}
			v, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				t.Fatalf("%v: %v", row, err)
			}
			return v
		}
		sums := map[string]sum{}
		for _, row := range records[1:] {
			name := func(of map[string]string, side string) string {
				if body := row[column["body_"+side]]; body != "" {
					return of[row[0]+body]
				}
				return of[row[0]+" "+row[column["id_"+side]]]
			}
			p, q := name(a, "a"), name(b, "b")
			if folded && (p != row[1] || q != row[2]) {
				t.Fatalf("%v: bodies are called %s and %s", row, p, q)
			}
			if i, k := at(p), at(q); !joined && k < i { // the one that comes first in the table stands first
				p, q = q, p
			}
			s := sum{int(number(row, "part_contacts", 1)), number(row, "deepest", 0), number(row, "least", 0), number(row, "depth", 0), number(row, "time", 0)}
			key := row[0] + " " + p + " " + q
			if old, ok := sums[key]; ok {
				if folded {
					t.Fatalf("%v is there twice", row)
				}
				if s.contacts += old.contacts; old.time < s.time || old.time == s.time && old.deepest > s.deepest {
					s.time, s.deepest = old.time, old.deepest
				}
			}
			sums[key] = s
		}
		return sums
	}
	for _, mode := range []string{"pairs", "overlap", "contact", "manifold", "distance", "swept", "swept --dt .25"} {
		for _, flags := range []string{"", "--margin .3", "--strict", "--margin -.05", "--join b.csv", "--join b.csv --margin .2 --strict", "--workers 3 --kernels go"} {
			if strings.Contains(flags, "margin") && (mode == "pairs" || mode == "overlap") && strings.Contains(flags, "-.05") {
				continue
			}
			if testenv.Race && !strings.Contains(flags, "workers") { // ten times as slow, and the rows are seen without
				continue
			}
			args := strings.Fields("collide --keep body --mode " + mode + " " + flags + " a.csv")
			b, joined := called, strings.Contains(flags, "join")
			if joined {
				b = calledB
			}
			plain := call(t, "", args...)
			fold := call(t, "", append(args, "--fold", "body", "--verify")...)
			if plain.code != fold.code {
				t.Errorf("%v: exit %d, folded %d: %s", args, plain.code, fold.code, fold.stderr)
				continue
			}
			if plain.code != 0 {
				t.Logf("%v: %s", args, plain.stderr)
				continue
			}
			want, got := rows(plain.out, called, b, joined, false), rows(fold.out, called, b, joined, true)
			for key, s := range want {
				f, ok := got[key]
				switch {
				case !ok:
					t.Errorf("%v: %s is missing", args, key)
				case f.contacts != s.contacts && strings.Contains(fold.out, "part_contacts"):
					t.Errorf("%v: %s has %d contacts of parts, want %d", args, key, f.contacts, s.contacts)
				case f.time != s.time || f.deepest != s.deepest && !strings.HasPrefix(mode, "swept"):
					t.Errorf("%v: %s is %v, want %v", args, key, f, s)
				case f.least > f.dep || f.deepest > 0 && f.time == 0 && f.dep < f.deepest-1e-5:
					t.Errorf("%v: %s is %v", args, key, f)
				}
				delete(got, key)
			}
			if len(got) > 0 || len(want) < 20 {
				t.Errorf("%v: %d rows of %d that should not be, such as %v", args, len(got), len(want), got)
			}
		}
	}
}
