// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNearestTiles: questions for the nearest shapes find them in whichever tiles these are, also where the nearest
// do not count.
func TestNearestTiles(t *testing.T) {
	t.Chdir(t.TempDir())
	defer func(n int) { leastTiles = n }(leastTiles)
	leastTiles = 5
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
		shapes          int
		shape, question func(i int) string
	}{
		{"static", 1500, func(i int) string { return fmt.Sprintf("w,%v", i%100 > 0) }, func(int) string { return "w,true" }},
		{"worlds of one number", 1500, func(i int) string { return []string{"liquid,", "costarring,"}[min(i%75, 1)] }, func(int) string { return "liquid," }},
	} {
		circles("shapes.csv", c.shapes, c.shape)
		circles("asking.csv", 60, c.question)
		args := strings.Fields("nearest -q --count 2 --ask asking.csv --format csv shapes.csv")
		want := done(t, "", append([]string{"query"}, args...)...).out
		if n := strings.Count(want, "\n"); n != 121 {
			t.Errorf("%s: %d lines", c.name, n)
		}
		for driver, ways := range queryDrivers {
			if got := ways(t, args); got != want {
				t.Errorf("%s by %s: %s", c.name, driver, first(got, want))
			}
		}
	}
}
