// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"daylight/batch/tile"
	"daylight/internal/must"
	"daylight/region"
)

// TestWhole: without its cuts a plan has each world in one tile, and tiles without gaps.
func TestWhole(t *testing.T) {
	p, err := tile.New(7, []tile.Part{{From: 1, To: 1, Tile: 0, Y: []float64{5}, X: [][]float64{{1, 2}, {}}}, {From: 2, To: 4, Tile: 4}, {From: 5, To: 5, Tile: 5, X: [][]float64{{3}}}, {From: 6, To: 9, Tile: 4}})
	if err != nil {
		t.Fatal(err)
	}
	w := must.Get(whole(p))(t)
	for world, want := range map[uint32]int{1: 0, 2: 1, 4: 1, 5: 2, 7: 1} {
		for _, x := range []float64{-10, 1.5, 2.5, 4} {
			b := region.Box{MinX: x, MinY: x, MaxX: 20, MaxY: 20}
			if got := w.AppendTiles(nil, world, b); len(got) != 1 || got[0] != want || w.Owner(world, b, b) != want || w.Early(want, world, b) != 0 {
				t.Errorf("world %d is in %v, want %d", world, got, want)
			}
		}
	}
	if w.Tiles() != 3 || p.Tiles() != 7 || must.Get(whole(new(tile.Plan)))(t).Tiles() != 1 {
		t.Errorf("%d tiles of %d", w.Tiles(), p.Tiles())
	}
}

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
		args := strings.Fields("nearest --count 2 --ask asking.csv shapes.csv")
		want := done(t, "", append([]string{"query"}, args...)...).out
		if n := strings.Count(want, "\n"); n != 121 {
			t.Errorf("%s: %d lines", c.name, n)
		}
		d := doing{t, r, t.TempDir(), "query", args, "csv", "", 6, 0}
		if got := d.answer("--spill", "."); got != want {
			t.Errorf("%s by --spill: %s", c.name, first(got, want))
		}
		n, from := d.plan(2)
		if got := d.merged(n, from, true); got != want {
			t.Errorf("%s by shards: %s", c.name, first(got, want))
		}
		n, from = d.cut()
		if got := d.merged(n, from, true); got != want {
			t.Errorf("%s by shards of shapes that were cut: %s", c.name, first(got, want))
		}
	}
}
