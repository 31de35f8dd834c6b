// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// TestSensorColumn: a sensor has contacts like any other shape, and answers questions unless
// --solid is given, the parts of a concave one too.
func TestSensorColumn(t *testing.T) {
	t.Chdir(t.TempDir())
	const ell = `"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))"`
	write(t, "shapes.csv", "id,x,y,r,wkt,sensor\n"+
		"zone,0.5,0.5,1,,true\nwall,0.5,0.5,2,,no\nell,,,,"+ell+",yes\nstone,,,,\"POINT(9 9)\",\n")
	write(t, "ask.csv", "id,x,y,r,vx,vy\nq,0.5,0.5,0,2,0.1\n")
	const radius = "--radius=0.5"
	contacts := done(t, "", "collide", radius, "shapes.csv").out
	for _, pair := range []string{"zone,wall", "zone,ell", "wall,ell"} {
		if !strings.Contains(contacts, ","+pair+",") {
			t.Errorf("collide does not find %s: %s", pair, contacts)
		}
	}
	for _, kind := range []string{
		"points", "boxes", "nearest --count 4 --near 3", "rays --all --holding", "casts", "inside", "points --near 0.25", "within --near 1",
	} {
		args := append([]string{"query"}, strings.Fields(kind)...)
		if !strings.HasPrefix(kind, "within") {
			args = append(args, "--ask", "ask.csv")
		}
		args = append(args, radius, "--verify", "shapes.csv")
		all := done(t, "", args...).out
		if kind != "casts" && (!strings.Contains(all, "zone") || !strings.Contains(all, "ell")) {
			t.Errorf("query %s does not find sensors: %s", kind, all)
		}
		solid := done(t, "", append(args, "--solid")...).out
		if strings.Contains(solid, "zone") || strings.Contains(solid, "ell") {
			t.Errorf("query %s --solid finds sensors: %s", kind, solid)
		}
		if kind != "casts" && !strings.HasPrefix(kind, "within") && !strings.Contains(solid, "wall") {
			t.Errorf("query %s --solid does not find the wall: %s", kind, solid)
		}
	}
	// Shapes of many parts have the contacts that they have as solids, too.
	const parts = "id,body,x,y,r,wkt,vx,vy,sensor\n" +
		"zone,,,,,\"POLYGON((20 0,30 0,30 5,25 5,25 10,20 10,20 0))\",,,true\nroom,,,,,\"POLYGON((24 4,26 4,26 6,24 6,24 4))\",1,0,\n" +
		"a1,A,0,0,1,,,,\na2,A,0,5,2,,,,true\nb1,B,1.5,0,1,,,,\nb2,B,1.5,5,1,,,,\n"
	write(t, "parts.csv", parts)
	write(t, "solid.csv", strings.ReplaceAll(parts, "true", ""))
	for _, mode := range []string{"overlap", "contact", "manifold", "distance", "swept"} {
		args := []string{"collide", "--fold", "body", "--mode", mode, "--verify"}
		is := done(t, "", append(args, "parts.csv")...).out
		if want := done(t, "", append(args, "solid.csv")...).out; is != want || strings.Count(want, "\n") != 3 {
			t.Errorf("mode %s: %s\nas solids %s", mode, is, want)
		}
	}
	write(t, "odd.csv", "x,y,r,sensor\n0,0,1,maybe\n")
	if r := call(t, "", "collide", "odd.csv"); r.code == exitDone || !strings.Contains(r.stderr, `column sensor: "maybe" is neither true nor false`) {
		t.Errorf("sensor maybe: %d, %s", r.code, r.stderr)
	}
}
