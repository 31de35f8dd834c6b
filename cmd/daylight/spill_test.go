// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// TestMemoryAdvice: who has too little memory is told what takes less, where that can be had.
func TestMemoryAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "100000", "-o", "in.csv")
	const spill, plan = "; --spill DIR does it in parts on disk, and daylight plan cuts", "; daylight plan cuts"
	for _, c := range []struct{ args, want string }{
		{"collide", spill}, {"collide --join in.csv --mode manifold", spill},
		{"collide --exact", spill}, {"collide --verify", spill}, {"collide -o o.geojson", spill}, {"collide -o o.geojson --mode manifold", spill},
		{"collide --mode pairs", "\n"}, {"collide --parts", spill}, {"collide --fold body", spill}, {"query nearest", spill}, {"draw -o o.svg", "\n"},
	} {
		r := call(t, "", append(strings.Fields(c.args), "--memory", "32MiB", "in.csv")...)
		if r.code != exitBad || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "(--memory says how much to use)"+c.want) {
			t.Errorf("%s: exit %d: %s", c.args, r.code, r.stderr)
		}
	}
	write(t, "heap.csv", "x,y,r,vx\n"+strings.Repeat("0,0,1,1\n", 6000))
	for _, asked := range []string{"rays --all --holding", "points --near 1"} {
		r := call(t, "", append(append([]string{"query"}, strings.Fields(asked)...), "--memory", "32MiB", "--ask", "heap.csv", "heap.csv")...)
		if r.code != exitBad || !strings.Contains(r.stderr, "too many answers: it would take ") || !strings.Contains(r.stderr, spill) {
			t.Errorf("%s: exit %d: %s", asked, r.code, r.stderr)
		}
	}
}
