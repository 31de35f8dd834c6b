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

// TestClosestOfParts: shapes of several parts have closest points. The points are as far apart as
// the distance says. If the shapes overlap, they coincide once the push has moved one shape.
func TestClosestOfParts(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(5, 38))
	var b strings.Builder
	b.WriteString("id,wkt,r\n")
	for k := range 60 {
		x, y, s := 40*r.Float64(), 40*r.Float64(), 2+3*r.Float64()
		point := func(dx, dy float64) string { return fmt.Sprintf("%v %v", x+s*dx, y+s*dy) }
		radius := [2]string{"", "0.25"}[k%2]
		fmt.Fprintf(&b, "%d,\"POLYGON((%s,%s,%s,%s,%s,%s,%s))\",%s\n", k, point(0, 0), point(3, 0), point(3, 1), point(1, 1), point(1, 3), point(0, 3), point(0, 0), radius)
	}
	write(t, "in.csv", b.String())
	for what, sign := range map[string]float64{"collide --mode distance --margin 1": 1, "query nearest --count 5": -1} {
		out := done(t, "", append(strings.Fields(what), "-q", "--verify", "in.csv")...).out
		overlapping := 0
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			cells := strings.Split(line, ",")
			columns := []int{3, 4, 5, 6, 7, 8, 9} // distance, nx, ny, ax, ay, bx, by
			if sign > 0 {
				columns = []int{6, 4, 5, 7, 8, 9, 10}
			}
			var v [7]float64
			for i, column := range columns {
				var err error
				if v[i], err = strconv.ParseFloat(cells[column], 64); err != nil {
					t.Fatalf("%s: %s: %v", what, line, err)
				}
			}
			push := max(0, -v[0])
			ax, ay, bx, by := v[3], v[4], v[5], v[6]
			if sign > 0 { // b is moved, else a
				bx, by = bx+push*v[1], by+push*v[2]
			} else {
				ax, ay = ax+push*v[1], ay+push*v[2]
			}
			if gap := math.Hypot(ax-bx, ay-by); math.Abs(gap-max(0, v[0])) > 1e-4 {
				t.Errorf("%s: %s: the points are %v apart", what, line, gap)
			}
			if push > 0 {
				overlapping++
			}
		}
		if overlapping < 30 {
			t.Errorf("%s: only %d overlap", what, overlapping)
		}
	}
}
