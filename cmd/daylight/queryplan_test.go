// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

// TestQueryDryRun: what a run would find is told within a tenth, for every kind, and nothing is
// written.
func TestQueryDryRun(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "15000", "--seed", "4", "-o", "m.csv")
	var b strings.Builder
	b.WriteString("x,y,r,vx,vy\n")
	for i := range 12_000 {
		b.WriteString(strconv.Itoa(i%113) + ".5," + strconv.Itoa(i%107) + ".25,0.3,3,-2\n")
	}
	write(t, "q.csv", b.String())
	kinds := []string{"rays", "casts", "points", "boxes", "nearest --count 3", "inside", "nearest", "within --near 0.3"}
	if testenv.Race {
		kinds = []string{"casts"}
	}
	for _, kind := range kinds {
		args := append([]string{"query"}, strings.Fields(kind)...)
		if kind != "nearest" && !strings.HasPrefix(kind, "within") {
			args = append(args, "--ask", "q.csv")
		}
		args = append(args, "m.csv")
		found := strings.Count(done(t, "", args...).out, "\n") - 1
		r := done(t, "", append(args, "--dry-run", "-o", "o.csv")...)
		var told int
		for _, line := range strings.Split(r.out, "\n") {
			if text, ok := strings.CutPrefix(line, "answers        about "); ok {
				told, _ = strconv.Atoi(strings.ReplaceAll(text, ",", ""))
			}
		}
		if found < 100 || 10*told < 9*found-100 || 10*told > 11*found+100 {
			t.Errorf("query %s: tells of about %d answers, there are %d\n%s", kind, told, found, r.out)
		}
		for _, want := range []string{"rows           15,000\n", "shapes         15,000: ", "worlds         1\n", "memory         ", "time           "} {
			if !strings.Contains(r.out, want) {
				t.Errorf("query %s: there is no %q in\n%s", kind, want, r.out)
			}
		}
	}
	// Shapes of several parts, which are decided as they were given, and never hold themselves.
	var cut strings.Builder
	cut.WriteString("wkt,r\n\"MULTIPOINT((-5 -5),(-9 -9))\",0.1\n")
	for i := range 400 {
		x, y := 5*(i%20), 5*(i/20)
		fmt.Fprintf(&cut, "\"POLYGON((%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d))\",\n", x, y, x+4, y, x+4, y+1, x+1, y+1, x+1, y+4, x, y+4, x, y)
		fmt.Fprintf(&cut, "\"POLYGON((%d %d,%d %d,%d.5 %d.5,%d %d))\",\n", x, y, x+1, y, x, y, x, y)
	}
	write(t, "cut.csv", cut.String())
	if r := done(t, "", "query", "inside", "--dry-run", "cut.csv"); !strings.Contains(r.out, "answers        about 400\n") {
		t.Errorf("of 400 triangles in corners:\n%s", r.out)
	}
	if n := strings.Count(done(t, "", "query", "inside", "cut.csv").out, "\n") - 1; n != 400 {
		t.Errorf("%d triangles lie in corners, want 400", n)
	}
	if _, err := os.Stat("o.csv"); err == nil {
		t.Error("the output was written")
	}
}
