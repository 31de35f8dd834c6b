// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// TestSpilled: shapes that come back from a temporary file are those that went there, with all of
// their attributes.
func TestSpilled(t *testing.T) {
	const text = "id,world,wkt,x,y,hx,hy,angle,r,category,mask,group,static,sensor,body,dx,dy\n" +
		"a,w,,1,2,,,,3,,,,,,,0,1\n" +
		"b,w,,1,2,3,4,0.5,,,,,,yes,,0,0\n" +
		"c,v,,1,2,,,,3,2,6,-7,yes,,,1,0\n" +
		"d,w,,1,2,,,,3,,,,yes,yes,,0,0\n" +
		"e,v,\"POLYGON((0 0,4 0,5 3,1 4,0 0))\",,,,,,0.5,,,,,no,one,0,0\n" +
		"f,v,\"LINESTRING(0 0,4 0)\",,,,,,,,,,,1,one,0,0\n"
	c := Config{Time: 1}
	attrs := func(s *Set) (all []soa.Attrs) {
		for _, id := range livetest.IDs(s.Shapes) {
			a := must.Get(s.Shapes.Attrs(id))(t)
			all = append(all, a)
		}
		return all
	}
	whole := load(t, text, c)
	want := attrs(whole)
	var sensors []bool
	for _, a := range want {
		sensors = append(sensors, a.Sensor)
	}
	if !slices.Equal(sensors, []bool{false, true, false, true, false, true}) {
		t.Fatalf("sensors %v", sensors)
	}

	back := spilledAndRead(t, text, c, func(Scanned) {})
	sound(t, back)
	got := attrs(back)
	if len(got) != len(want) {
		t.Fatalf("%d shapes come back of %d", len(got), len(want))
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("shape %d comes back with %+v, went with %+v", k, got[k], want[k])
		}
		if g, w := fmt.Sprint(describe(t, back, k), " ", string(back.Label(k))), fmt.Sprint(describe(t, whole, k), " ", string(whole.Label(k))); g != w {
			t.Errorf("shape %d comes back as %s, went as %s", k, g, w)
		}
	}
}

// spilledAndRead is the set of a table of which all shapes were written to memory, and read again.
func spilledAndRead(t *testing.T, text string, c Config, look func(Scanned)) *Set {
	t.Helper()
	var block []byte
	cut := false
	mode := batch.ModeContacts
	if c.Time > 0 {
		mode = batch.ModeSwept
	}
	scan := c
	scan.Tiling = &Tiling{Reach: Reach{Mode: mode}, Records: true, Scan: func(s Scanned) error {
		block = s.AppendSpilled(block)
		for k := range s.Boxes {
			cut = cut || s.Cut(k)
		}
		look(s)
		return nil
	}}
	first := NewLoader(scan)
	must.Do(t, first.Read(strings.NewReader(text), "in"))
	scanned := must.Get(first.Set())(t)
	again := c
	again.Tiling = &Tiling{Reach: Reach{Mode: mode}, Worlds: scanned.Worlds(), Cut: cut}
	l := NewLoader(again)
	from := &Origin{Name: "temporary file", Numbers: l.Numbers(first.Numbering())}
	must.Do(t, l.ReadSpilled(1, func(room []byte) ([]byte, *Origin, error) {
		if block == nil {
			return nil, nil, io.EOF
		}
		room, block = append(room, block...), nil
		return room, from, nil
	}))
	return must.Get(l.Set())(t)
}

// TestSpilledOfAnyKind: what comes back is of the same convex parts, or the same exact shape, as what was
// read, in every notation, with filters and poses.
func TestSpilledOfAnyKind(t *testing.T) {
	const text = "id,wkt,points,x,y,angle,r,half_length,hx,hy,min_x,min_y,max_x,max_y,x1,y1,x2,y2,category,mask,body,kind\n" +
		"ring,\"POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,1 2,1 1))\",,,,,,,,,,,,,,,,,,,,\n" +
		"l,,\"[[0,0],[4,0],[4,1],[1,1],[1,4],[0,4]]\",5,6,0.3,0.25,,,,,,,,,,,,2,3,b,\n" +
		"open,,\"0 0;4 0;4 1;1 1;1 4;0 4\",,,,,,,,,,,,,,,,,,,\n" +
		"many,\"MULTIPOLYGON(((0 0,1 0,0 1,0 0)),((3 3,9 3,9 9,3 3),(5 4,6 4,6 5,5 4)))\",,,,,0.1,,,,,,,,,,,,,,,\n" +
		"line,\"LINESTRING(0 0,1 1,2 0)\",,,,,,,,,,,,,,,,,,,,segment\n" +
		"lines,\"MULTILINESTRING((0 0,1 1),(5 5,7 6,8 8))\",,,,,0.5,,,,,,,,,,,,,,,\n" +
		"all,\"GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(3 3,4 4),POLYGON((6 6,8 6,6 8,6 6)))\",,,,,0.125,,,,,,,,,,,,,,b,\n" +
		"point,POINT(1 2),,,,,0.7,,,,,,,,,,,,,,,\n" +
		"circle,,,1,2,,3,,,,,,,,,,,,,,,\n" +
		"capsule,,,1,2,0.7,0.1,4,,,,,,,,,,,,,,\n" +
		"box,,,1,2,0.7,,,0.1,0.7,,,,,,,,,,,,\n" +
		"round,,,1,2,,0.3,,0.1,0.7,,,,,,,,,,,,\n" +
		"corners,,,,,,,,,,0.1,0.2,0.30000000000000004,0.7,,,,,,,,\n" +
		"far,,,,,,,,,,1000000000000001,0,1000000000000002,1,,,,,,,,\n" +
		"ends,,,,,,0.2,,,,,,,,0.1,0.2,0.3,0.7,,,,\n"
	for _, c := range []Config{{Concave: true, Corners: true}, {Concave: true, Mend: true}, {Exact: true}, {Exact: true, Mend: true}, {Concave: true, Given: true}} {
		want := load(t, text, c)
		got := spilledAndRead(t, text, c, func(Scanned) {})
		sound(t, got)
		if got.Len() != want.Len() || got.Shapes.Len() != want.Shapes.Len() {
			t.Fatalf("%+v: %d shapes, %d parts; want %d, %d", c, got.Len(), got.Shapes.Len(), want.Len(), want.Shapes.Len())
		}
		ids := livetest.IDs(want.Shapes)
		for k := range want.Len() {
			if got.Given != nil && !reflect.DeepEqual(got.Given[k], want.Given[k]) {
				t.Errorf("%s comes back as %+v, went as %+v", want.Label(k), got.Given[k], want.Given[k])
			}
			from, to := want.Slots(k)
			if a, b := got.Slots(k); a != from || b != to {
				t.Fatalf("%s has slots %d to %d, want %d to %d", want.Label(k), a, b, from, to)
			}
			for slot := from; slot < to; slot++ {
				g, w := exactText(t, got, slot), exactText(t, want, slot)
				if g != w {
					t.Errorf("%s, part %d, comes back as %s, went as %s", want.Label(k), slot-from, g, w)
				}
				id := ids[slot]
				if g, w := fmt.Sprint(got.Corners(id, make([]region.Point, 4))), fmt.Sprint(want.Corners(id, make([]region.Point, 4))); g != w {
					t.Errorf("%s, part %d, comes back with corners %s, went with %s", want.Label(k), slot-from, g, w)
				}
			}
		}
	}
}

// exactText is the geometry in a slot, bit for bit, with its attributes.
func exactText(t *testing.T, s *Set, slot int) string {
	t.Helper()
	id := livetest.IDs(s.Shapes)[slot]
	sh := must.Get(s.Shapes.Shape(id))(t)
	a := must.Get(s.Shapes.Attrs(id))(t)
	a.Body = min(a.Body, 1) // numbers of bodies may be others
	return fmt.Sprintf("%v %v %v %v %v", sh.Class, sh.Pose, sh.Radius, sh.Vertices, a)
}
