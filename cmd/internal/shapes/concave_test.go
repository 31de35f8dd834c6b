// SPDX-License-Identifier: MIT

package shapes

import (
	"strings"
	"testing"

	"daylight/internal/must"
)

const concave = "id,world,body,wkt,points,x,y,vx\n" +
	"a,u,,\"POLYGON((0 0,1 0,0 1,0 0))\",,,,1\n" +
	"L,u,,\"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))\",,,,2\n" +
	"ring,v,k,\"POLYGON((0 0,9 0,9 9,0 9,0 0),(3 3,3 6,6 6,6 3,3 3))\",,,,3\n" +
	"two,u,,\"MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((5 5,6 5,6 6,5 5)))\",,,,4\n" +
	"V,v,,,0 0;4 3;0 1;-4 3,10,20,5\n" +
	"b,v,k,\"POLYGON((0 0,1 0,0 1,0 0))\",,,,6\n"

// TestConcave: a shape of several parts is one row of a set.
func TestConcave(t *testing.T) {
	s := load(t, concave, Config{Concave: true, Time: 1})
	if !s.Cut() || s.Len() != 6 {
		t.Fatalf("%d shapes, cut: %v", s.Len(), s.Cut())
	}
	var got, in []string
	for k := range s.Len() {
		vx := float32(k + 1)
		got, in = append(got, string(s.Label(k))), append(in, s.Worlds()[s.World(k)])
		from, to := s.Slots(k)
		if parts := to - from; (parts > 1) != (vx > 1 && vx < 6) {
			t.Errorf("shape %d has %d parts", k, parts)
		}
		i := 0
		for id := range s.Shapes.All() {
			if s.Of(i) != k {
				i++
				continue
			}
			i++
			a, err := s.Shapes.Attrs(id)
			if err != nil || a.World != s.World(k) || (a.Body == 1) != (vx == 3 || vx == 6) || a.Body == 0 && to-from > 1 {
				t.Errorf("shape %d: %+v, %v", k, a, err)
			}
			if v, err := s.Moves.VX.Get(id); err != nil || v != vx {
				t.Errorf("shape %d moves by %v, %v", k, v, err)
			}
		}
	}
	if labels, worlds := strings.Join(got, " "), strings.Join(in, " "); labels != "a L ring two V b" || worlds != "u u v u v v" || s.Place(4) != "in:6" {
		t.Errorf("%s in %s, %s of %s", labels, worlds, s.Label(4), s.Place(4))
	}
	if from, to := s.Slots(2); to-from < 4 || s.Of(from-1) != 1 || s.Of(to-1) != 2 || s.Of(to) != 3 {
		t.Errorf("the ring is in slots %d to %d", from, to)
	}
	// One that does not cross the edge, in parts of its own: the pose is all parts'.
	from, to := s.Slots(4)
	for i := range to - from {
		if text := describe(t, s, from+i); !strings.Contains(text, "10,20") {
			t.Errorf("a part of V: %s", text)
		}
	}
}

// TestConcaveRefused: without Concave, what is not convex is refused with advice.
func TestConcaveRefused(t *testing.T) {
	for text, want := range map[string]string{
		"points\n0 0;4 0;4 4;2 1;0 4\n":                                    "in:2: the polygon is not convex: it bends inward at point 4 of 5; split it into convex parts, one row each, with the same body",
		"points\n0 0;4 4;4 0;0 4\n":                                        "in:2: the polygon crosses itself or goes round more than once (seen at point 2 of 4); list its corners once, in order",
		"wkt\n\"POLYGON((0 0,4 0,4 4,2 1,0 4,0 0))\"\n":                    "in:2: the polygon is not convex: it bends inward at point 4 of 5; split it into convex parts, one row each, with the same body",
		"wkt\n\"POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))\"\n":          "in:2: column wkt: the polygon has 1 hole: a shape with a hole is not convex",
		"wkt\n\"MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((5 5,6 5,6 6,5 5)))\"\n": "in:2: column wkt: a multipolygon of 2 parts is no convex shape: give each part a row of its own, with the same body",
		"wkt\n\"LINESTRING(0 0,1 1,2 0)\"\n":                               "in:2: column wkt: a line of 3 points is no convex shape: give each of its segments a row of its own",
		"wkt\n\"MULTIPOINT((0 0),(1 1))\"\n":                               "in:2: column wkt: a MULTIPOINT is no convex shape: give each of its members a row of its own, with the same body",
		"points,r\n0 0;4 0;4 4;2 1;0 4,-1\n":                               "in:2: column r: \"-1\" is negative; --rename r=_ leaves the column out",
	} {
		err := NewLoader(Config{}).Read(strings.NewReader(text), "in")
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestSeveral: lines of many points and geometries with members are one shape each, whose
// parts never meet, and what is refused leaves nothing behind.
func TestSeveral(t *testing.T) {
	const text = "id,body,wkt,r\n" +
		"line,,\"LINESTRING(0 0,4 0,4 0,4 4)\",1\n" +
		"bad,,\"GEOMETRYCOLLECTION(POINT(1 1),POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0)),POLYGON((0 0,4 4,4 0,0 4,0 0)))\",1\n" +
		"all,k,\"GEOMETRYCOLLECTION(POINT(1 1),POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0)),LINESTRING(0 0,1 1))\",1\n" +
		"points,,\"MULTIPOINT((1 1),(2 2))\",1\n" +
		"one,k,POINT(0 0),1\n"
	s := load(t, text, Config{Concave: true, SkipBad: true})
	var parts []int
	bodies := map[uint32]int{}
	for k := range s.Len() {
		from, to := s.Slots(k)
		parts = append(parts, to-from)
		i := 0
		seen := map[uint32]bool{}
		for id := range s.Shapes.All() {
			if s.Of(i) == k {
				a := must.Get(s.Shapes.Attrs(id))(t)
				seen[a.Body] = true
			}
			i++
		}
		for b := range seen {
			bodies[b]++
		}
		if len(seen) != 1 {
			t.Errorf("shape %d is in the bodies %v", k, seen)
		}
	}
	if len(parts) != 4 || parts[0] != 2 || parts[1] != 4 || parts[2] != 2 || parts[3] != 1 || s.Skipped != 1 {
		t.Errorf("shapes of %v parts, %d skipped", parts, s.Skipped)
	}
	if len(bodies) != 3 || bodies[0] != 0 {
		t.Errorf("bodies %v", bodies)
	}
}
