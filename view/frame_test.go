// SPDX-License-Identifier: MIT

package view

import (
	"encoding/binary"
	"net/http/httptest"
	"testing"
	"time"

	"daylight/soa"
)

// TestFrameUnwatched: while shapes come and go and nobody watches, at most twice as many are kept
// as there are; who comes then sees those there are.
func TestFrameUnwatched(t *testing.T) {
	v, err := newView(Config{})
	if err != nil {
		t.Fatal(err)
	}
	shapes := soa.New()
	var there []soa.ID
	replace := func(n, corners int) {
		for _, id := range there {
			if err := shapes.Remove(id); err != nil {
				t.Fatal(err)
			}
		}
		there = there[:0]
		for k := range n {
			id, err := shapes.AddEllipse(soa.At(float64(k), 0, 0), 1, 2, corners, 0, soa.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			there = append(there, id)
		}
		v.copied = time.Time{} // long ago
		if err := v.Frame(shapes, nil); err != nil {
			t.Fatal(err)
		}
		if kept := len(v.next.fresh); kept > 2*n {
			t.Fatalf("frame %d: %d shapes are kept of %d", v.frame, kept, n)
		}
	}
	for frame := range 50 {
		replace(500, 3+frame%5)
	}
	replace(0, 3)
	for frame := range 20 {
		replace(300, 3+frame%6)
	}
	corners := 3 + 19%6

	go v.show()
	web := httptest.NewServer(v.handler())
	defer web.Close()
	defer v.Close()
	p := (&stage{t: t, view: v, web: web}).join()
	p.until("DLS1", nil)
	p.until("DLF1", nil)
	if p.number() != v.frame {
		t.Errorf("frame %d is shown after %d", p.number(), v.frame)
	}
	want := map[uint32]soa.ID{}
	for _, id := range there {
		want[id.Index()] = id
	}
	n := binary.LittleEndian.Uint32(p.scene[8:])
	if n > 500 {
		t.Errorf("there are %d indices: they are not reused, and the test shows nothing", n)
	}
	for i := range n {
		absent := p.frame[frameHeader+i*frameShape+15]&flagAbsent != 0
		id, ok := want[i]
		if absent == ok {
			t.Fatalf("shape %d: absent is %v", i, absent)
		}
		still := p.scene[sceneHeader+i*sceneShape:]
		generation, vertices := binary.LittleEndian.Uint32(still[28:]), binary.LittleEndian.Uint32(still[24:])&0xffffff
		if ok && (generation != uint32(id) || int(vertices) != corners) {
			t.Fatalf("shape %d is of generation %d with %d corners, want %d with %d", i, generation, vertices, uint32(id), corners)
		}
		delete(want, i)
	}
	if len(want) > 0 {
		t.Errorf("%d shapes are not shown", len(want))
	}
}
