// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestStrictRows: --strict leaves rows out and changes none, in any column of any mode. The
// outlines are bent and lie on a grid, so that parts touch and overlap in many ways, also within
// two wholes that overlap.
func TestStrictRows(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(38, 7))
	var table strings.Builder
	table.WriteString("id,body,wkt\n")
	for k := range 110 {
		x, y := float64(r.IntN(34))/4, float64(r.IntN(34))/4
		ring := [][2]float64{{0, 0}, {2, 0}, {2, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}, {1, 1.5}, {0, 1.5}}
		if k%3 == 0 {
			ring = [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
		}
		var at []string
		for i := range len(ring) + 1 {
			p := ring[i%len(ring)]
			at = append(at, fmt.Sprint(x+p[0], " ", y+p[1]))
		}
		fmt.Fprintf(&table, "%d,%d,\"POLYGON((%s))\"\n", k, k/2, strings.Join(at, ","))
	}
	write(t, "in.csv", table.String())
	write(t, "round.csv", strings.ReplaceAll(strings.Replace(table.String(), "wkt\n", "wkt,r\n", 1), ")\"\n", ")\",0.125\n"))
	left := 0
	for _, how := range []string{"contact", "manifold", "distance --margin 0.25", "manifold --fold body", "contact --margin -0.125", "overlap"} {
		for _, name := range []string{"in.csv", "round.csv"} {
			args := append(strings.Fields("collide -q --verify "+name+" --mode"), strings.Fields(how)...)
			all := map[string]bool{}
			for row := range strings.Lines(done(t, "", args...).out) {
				all[row] = true
			}
			n := 0
			for row := range strings.Lines(done(t, "", append(args, "--strict")...).out) {
				if n++; !all[row] {
					t.Errorf("%s: only --strict has %s", args, row)
				}
			}
			if left += len(all) - n; n < 20 {
				t.Errorf("%s: %d rows", args, n)
			}
		}
	}
	if left < 50 {
		t.Errorf("--strict leaves out %d rows", left)
	}
}
