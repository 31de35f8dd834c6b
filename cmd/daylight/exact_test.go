// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

// Circles have areas as they are: a disc in the corner of a square, a quarter of it within, and two
// discs. Capsules and rounded corners are bad rows.
func TestRoundedArea(t *testing.T) {
	const table = `id,x,y,r,wkt
disc,0,0,2,
square,,,,"POLYGON((0 0,5 0,5 5,0 5,0 0))"
one,10,0,1,
other,12,0,1,
third,11,0,1,
`
	lens := 2*math.Pi/3 - math.Sqrt(3)/2
	want := map[string][2]float64{
		"disc,square": {math.Pi, 1. / 4}, "one,third": {lens, lens / math.Pi},
		"other,third": {lens, lens / math.Pi},
	}
	lines := strings.Split(strings.TrimSpace(done(t, table, "collide", "--mode", "area", "--verify", "-").out), "\n")[1:]
	if len(lines) != len(want) {
		t.Fatalf("%d rows: %q", len(lines), lines)
	}
	for _, l := range lines {
		c := strings.Split(l, ",")
		area, _ := strconv.ParseFloat(c[4], 64)
		share, _ := strconv.ParseFloat(c[8], 64)
		if w := want[c[1]+","+c[2]]; math.Abs(area-w[0]) > 1e-14*w[0] || math.Abs(share-w[1]) > 1e-14 {
			t.Errorf("%s: want area and share_a %v", l, w)
		}
	}
	for _, wkt := range []string{"LINESTRING(0 0,1 0)", "LINESTRING(0 0,1 0,1 1)", "POLYGON((0 0,1 0,1 1,0 0))", "MULTIPOINT(0 0,1 1)"} {
		row := fmt.Sprintf("round,,,1,\"%s\"\n", wkt)
		r := call(t, table+row, "collide", "--mode", "area", "-")
		if r.code != 2 || r.out != "" || !strings.HasPrefix(r.stderr, `daylight: stdin:7: id "round": --mode area takes circles, `) {
			t.Errorf("%s: %d: %s%s", wkt, r.code, r.out, r.stderr)
		}
		if r := done(t, table+row, "collide", "--mode", "area", "--skip-bad", "-"); strings.Count(r.out, "\n") != 1+len(want) {
			t.Errorf("%s: with --skip-bad %s", wkt, r.out)
		}
	}
}

func TestExactVerify(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	rows, wide := 130, 20
	if testenv.Full() {
		rows, wide = 300, 30
	}
	if testenv.Race {
		rows, wide = 60, 13
	}
	table := func(prefix string) string {
		var b strings.Builder
		b.WriteString("id,world,body,static,kind,x,y,angle,r,hx,hy,half_length,points,wkt\n")
		for i := range rows {
			x, y := r.IntN(wide), r.IntN(wide)
			fmt.Fprintf(&b, "%s%d,w%d,b%d,%d,", prefix, i, i%2, i%40, i%7/6)
			switch i % 5 {
			case 0:
				fmt.Fprintf(&b, "circle,%d,%d,,%d,,,,,\n", x, y, r.IntN(3))
			case 1:
				fmt.Fprintf(&b, "box,%d,%d,%d,,%d,%d,,,\n", x, y, 90*r.IntN(4), 1+r.IntN(2), 1+r.IntN(3))
			case 2:
				fmt.Fprintf(&b, "capsule,%d,%d,%d,%d,,,%d,,\n", x, y, 45*r.IntN(8), r.IntN(2), 1+r.IntN(2))
			case 3:
				fmt.Fprintf(&b, "polygon,%d,%d,%d,,,,,0 0;3 0;3 1;1 1;1 3;0 3,\n", x, y, r.IntN(360))
			case 4:
				fmt.Fprintf(&b, ",,,,,,,,,\"POLYGON((%d %d,%d %d,%d %d,%d %d,%d %d),(%d %d,%d %d,%d %d,%d %d))\"\n",
					x, y, x+4, y, x+4, y+4, x, y+4, x, y, x+1, y+1, x+2, y+1, x+1, y+2, x+1, y+1)
			}
		}
		return b.String()
	}
	write(t, "a.csv", table("a"))
	write(t, "b.csv", table("b"))
	for _, flags := range []string{"--exact", "--exact --strict", "--relation intersects", "--relation covers", "--mode area --skip-bad"} {
		for _, join := range []string{"", "--join b.csv"} {
			args := strings.Fields("collide --degrees " + flags + " " + join + " a.csv")
			one := done(t, "", append(args, "--workers", "1", "--verify")...)
			if n := strings.Count(one.out, "\n"); n < rows/9 && flags != "--relation covers" {
				t.Errorf("%v: only %d rows", args, n)
			}
			if many := done(t, "", append(args, "--workers", "3", "--kernels", "go")...); many.out != one.out {
				t.Errorf("%v: other rows with other kernels and workers", args)
			}
		}
	}
}
