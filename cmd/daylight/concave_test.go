// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// concaveTable has a shape of each kind of polygon at places on a grid and off it.
func concaveTable(r *rand.Rand, prefix string, n int) string {
	var b strings.Builder
	b.WriteString("id,world,body,wkt,points,x,y,angle,r,vx,vy,omega\n")
	for i := range n {
		x, y := float64(r.IntN(40)), float64(r.IntN(40))
		if i%2 == 0 {
			x, y = x+r.Float64(), y+r.Float64()
		}
		at := func(points ...float64) string {
			var list []string
			for k := 0; k < len(points); k += 2 {
				list = append(list, fmt.Sprintf("%v %v", x+points[k], y+points[k+1]))
			}
			return "(" + strings.Join(append(list, list[0]), ",") + ")"
		}
		fmt.Fprintf(&b, "%s%d,w%d,", prefix, i, i%2)
		if i%11 == 0 {
			fmt.Fprintf(&b, "b%d", i%3)
		}
		wkt, points, pose, radius := "", "", ",,", ""
		switch i % 8 {
		case 0:
			wkt = "POLYGON(" + at(0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4) + ")"
		case 1:
			wkt = "POLYGON(" + at(0, 0, 4, 0, 4, 4, 0, 4) + "," + at(1, 1, 3, 1, 3, 3, 1, 3) + ")"
		case 2:
			wkt = "MULTIPOLYGON((" + at(0, 0, 1, 0, 0, 2) + "),(" + at(2, 0, 4, 0, 3, 3, 3, 1) + "))"
		case 3:
			points, pose = "-2 -2;2 -2;2 2;1 2;1 -1;-2 -1", fmt.Sprintf("%v,%v,%v", x, y, 7*r.Float64())
			radius = fmt.Sprint(r.IntN(2))
		case 4:
			wkt, radius = fmt.Sprintf("POINT(%v %v)", x, y), ".7"
		case 5:
			wkt = "POLYGON(" + at(0, 0, 2, 0, 1, 2) + ")"
		case 6:
			wkt, radius = fmt.Sprintf("GEOMETRYCOLLECTION(POINT(%v %v),POLYGON(%s))", x, y, at(1, 1, 4, 0, 2, 2, 0, 4)), ".2"
		case 7:
			wkt, radius = "LINESTRING"+at(0, 0, 4, 0, 3, 3), "0.1"
		}
		fmt.Fprintf(&b, ",\"%s\",%s,%s,%s,%d,%d,%v\n", wkt, points, pose, radius, r.IntN(5)-2, r.IntN(5)-2, []any{r.Float64(), ""}[i%8/6])
	}
	return b.String()
}

// TestConcaveModes: every mode has one row for each two shapes, and stands up to brute force, alone
// and joined, with any number of workers.
func TestConcaveModes(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(5, 6))
	write(t, "a.csv", concaveTable(r, "a", 240))
	write(t, "b.csv", concaveTable(r, "b", 160))
	for k, mode := range []string{"pairs", "overlap", "contact", "manifold", "distance --margin 1", "swept --dt .5", "contact --strict", "contact --margin -.5"} {
		if testenv.Race && k%3 != 0 { // ten times as slow, and the rows are seen without
			continue
		}
		var first string
		for _, more := range []string{"--workers 1", "--workers 3", "--join b.csv", "--parts"} {
			args := strings.Fields("collide --verify --mode " + mode + " " + more + " a.csv")
			out := done(t, "", args...).out
			rows := strings.Split(strings.TrimSpace(out), "\n")
			head := strings.Split(rows[0], ",")
			if len(rows) < 40 {
				t.Fatalf("%v: %d rows", args, len(rows))
			}
			seen := map[string]bool{}
			for _, row := range rows[1:] {
				cells := strings.Split(row, ",")
				if key := strings.Join(cells[:3], ","); more != "--parts" {
					if seen[key] {
						t.Fatalf("%v: %s stands twice", args, key)
					}
					seen[key] = true
				}
				if head[len(head)-1] != "least" {
					continue
				}
				number := func(i int) float64 {
					return must.Get(strconv.ParseFloat(cells[i], 64))(t)
				}
				n, deepest, least := number(len(cells)-3), number(len(cells)-2), number(len(cells)-1)
				if depth := number(3); n < 1 || least > depth || depth < deepest-1e-5 || math.Abs(math.Hypot(number(4), number(5))-1) > 1e-5 {
					t.Fatalf("%v: %s", args, row)
				}
			}
			switch more {
			case "--workers 1":
				first = out
			case "--workers 3":
				if out != first {
					t.Errorf("%v: the answer depends on the number of workers", args)
				}
			}
		}
	}
}

// TestRepeatedPoints: points that stand twice in a row, rings without points, and with --mend rings
// without an area, change no answer.
func TestRepeatedPoints(t *testing.T) {
	t.Chdir(t.TempDir())
	table := concaveTable(rand.New(rand.NewPCG(7, 8)), "a", 80)
	twice := regexp.MustCompile(`([(,])(-?[\d.]+ -?[\d.]+),`).ReplaceAllString(table, "$1$2,$2,")
	twice = regexp.MustCompile(`(-?[\d.]+ -?[\d.]+);`).ReplaceAllString(twice, "$1;$1;")
	twice = regexp.MustCompile(`("(MULTI)?POLYGON\([^"]*)\)"`).ReplaceAllString(twice, `$1,EMPTY)"`)
	vanish := regexp.MustCompile(`("POLYGON[^"]*)EMPTY\)`).ReplaceAllString(twice, "$1(2 2,2 2),(7 7,8 8,7 7))")
	write(t, "once.csv", table)
	write(t, "twice.csv", twice)
	write(t, "vanish.csv", strings.ReplaceAll(vanish, "EMPTY", "((2 2,2 2),(7 7,8 8,7 7))"))
	for _, args := range []string{
		"collide", "collide --mode manifold", "collide --exact", "collide --relation intersects", "collide --mode area --skip-bad",
		"query within --near 1", "query inside --skip-bad --ask %", "query boxes --ask %",
	} {
		call := func(file, more string) string {
			return done(t, "", strings.Fields(strings.ReplaceAll(args, "%", file)+more+" -q "+file)...).out
		}
		once := call("once.csv", "")
		if got := call("twice.csv", ""); len(once) < 500 || got != once && !strings.Contains(args, "area") { // rounded in another order
			t.Errorf("%s: another answer where points stand twice", args)
		}
		if strings.Count(call("vanish.csv", " --mend"), "\n") != strings.Count(once, "\n") {
			t.Errorf("%s: another answer where rings have no area", args)
		}
	}
}

// stairs is the outline of a staircase of n boxes.
func stairs(n int, x, y float64) string {
	var up, down []string
	for k := range n {
		at := float64(k)
		up = append(up, fmt.Sprintf("%v %v,%v %v", x+at, y+at, x+at+1, y+at))
		down = append(down, fmt.Sprintf("%v %v,%v %v", x+at, y+at+1.2, x+at+1, y+at+1.2))
	}
	for k := len(down) - 1; k >= 0; k-- {
		p, q, _ := strings.Cut(down[k], ",")
		up = append(up, q+","+p)
	}
	return fmt.Sprintf("\"POLYGON((%s,%v %v))\"\n", strings.Join(up, ","), x, y)
}

// TestConcaveManyParts: two shapes of so many parts that not all sums of two are looked at are
// pushed by no more than they overlap, and what that takes is charged to --memory.
func TestConcaveManyParts(t *testing.T) {
	if testenv.Race {
		t.Skip("TestConcaveModes has several workers do the same with fewer parts")
	}
	t.Chdir(t.TempDir())
	const n = 740
	write(t, "a.csv", "id,wkt\na,"+stairs(n, 0, 0))
	write(t, "b.csv", "id,wkt\nb,"+stairs(n, 1-1./1024, -.5)+"c,"+stairs(n, -1, .5))
	for _, c := range []struct {
		args string
		sign float64
	}{{"collide --join b.csv a.csv", 1}, {"query boxes --ask a.csv b.csv", 1}, {"query nearest --count 2 --ask a.csv b.csv", -1}} {
		args := strings.Fields(c.args)
		lines := strings.Split(strings.TrimSpace(done(t, "", args...).out), "\n")
		head := strings.Split(lines[0], ",")
		if len(lines) != 3 {
			t.Errorf("%s: %q", c.args, lines)
			continue
		}
		for _, line := range lines[1:] {
			f := strings.Split(line, ",")
			want := 0.
			if strings.Contains(line, "b,") {
				want = 1. / 1024
			}
			for k, name := range head {
				if v, err := strconv.ParseFloat(f[k], 64); (name == "depth" || name == "distance" || name == "least") && (err != nil || math.Abs(c.sign*v-want) > 1e-6) {
					t.Errorf("%s: %s of %s, want %v", c.args, name, line, want)
				}
			}
		}
		if r := call(t, "", append(args, "--memory", "128MiB")...); r.code != 2 || !strings.Contains(r.stderr, "many parts: ") {
			t.Errorf("%s within 128 MiB: exit %d, %.300s", c.args, r.code, r.stderr)
		}
	}
}
