// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/region"
	"daylight/soa"
)

// TestSpilled: shapes that come back from a temporary file are those that went there, with all of
// their attributes, and so are those that Plain gives.
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
			a, err := s.Shapes.Attrs(id)
			if err != nil {
				t.Fatal(err)
			}
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

	var block []byte
	scan := c
	scan.Tiling = &Tiling{Mode: batch.ModeSwept, Scan: func(s Scanned) error {
		block = s.AppendSpilled(block)
		for k := range s.Boxes {
			p, a := s.Plain(k), want[k]
			if p.Category != a.Category || p.Mask != ^a.Ignore || p.Group != a.Group || p.Static != a.Static || p.Sensor != a.Sensor {
				t.Error(s.Refuse(k, fmt.Sprintf("Plain is %+v, want %+v", p, a)))
			}
		}
		return nil
	}}
	first := NewLoader(scan)
	if err := first.Read(strings.NewReader(text), "in"); err != nil {
		t.Fatal(err)
	}
	scanned, err := first.Set()
	if err != nil {
		t.Fatal(err)
	}
	again := c
	again.Tiling = &Tiling{Mode: batch.ModeSwept, Worlds: scanned.Worlds(), Keep: func(uint32, region.Box) bool { return true }}
	l := NewLoader(again)
	if err := l.ReadSpilled("temporary file", 1, func(room []byte) ([]byte, error) {
		if block == nil {
			return nil, io.EOF
		}
		room, block = append(room, block...), nil
		return room, nil
	}); err != nil {
		t.Fatal(err)
	}
	back, err := l.Spilled()
	if err != nil {
		t.Fatal(err)
	}
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
