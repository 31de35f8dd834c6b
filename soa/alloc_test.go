// SPDX-License-Identifier: MIT

package soa

import (
	"runtime"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

func TestWarmCallsAllocateNothing(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := withRoom(2000)
	tag := Attach[float64](s)
	for range 1000 {
		addRandom(t, r, s, Attrs{Group: 1, Static: true})
	}
	perm := make([]uint32, s.Len())
	for k, i := range r.Perm(len(perm)) {
		perm[k] = uint32(i)
	}
	recs := make([]kernels.Record, len(perm))
	pts := regular(20, 1)
	refreshAll(s)
	must.Do(t, s.reorder(perm))
	c, sn := s.col.C, s.col.S
	last := s.ids()[s.Len()-1]
	angle := 0.0
	for _, f := range []struct {
		name string
		run  func()
	}{
		{"Refresh", func() {
			angle++
			c, sn = s.col.C, s.col.S
			for i := range c {
				sn[i], c[i] = SinCos(angle)
			}
			refreshAll(s)
		}},
		{"Gather", func() { s.gather(chosen(), recs, perm) }},
		{"Reorder", func() { must.Do(t, s.reorder(perm)) }},
		{"store.Columns", func() { _, _ = s.columns(), tag.data() }},
		{"SetPose", func() { must.Do(t, s.SetPose(last, At(1, 2, 3))) }},
		{"Add and Remove", func() {
			id := must.Get(s.AddPolygon(At(0, 0, 0), pts, 0, Attrs{}))(t)
			must.Do(t, s.Remove(id))
			id = must.Get(s.AddBox(At(0, 0, 0), 1, 2, Attrs{}))(t)
			must.Do(t, s.Remove(id))
			id = must.Get(s.AddOutline(pts, 0, Attrs{}))(t)
			must.Do(t, s.Remove(id))
		}},
	} {
		f.run()
		if n := testing.AllocsPerRun(20, f.run); n != 0 {
			t.Errorf("%s allocates %v times", f.name, n)
		}
	}
}

// The bytes a shape takes, as the package comment states them.
func TestMemory(t *testing.T) {
	const n = 100_000
	measure := func(fill func() *Shapes) float64 {
		before := testenv.Heap()
		s := fill()
		took := testenv.Heap() - before
		runtime.KeepAlive(s)
		return float64(took) / n
	}
	for _, c := range []struct {
		name   string
		states float64
		slack  float64
		fill   func() *Shapes
	}{
		// The index is not reserved, so a quarter of its 8 bytes may be idle.
		{"boxes", 87, 1.1, func() *Shapes {
			s := withRoom(n)
			for range n {
				must.Get(s.AddBox(At(0, 0, 0), 1, 1, Attrs{}))(t)
			}
			return s
		}},
		{"boxes, all filters", 87 + 21, 1.1, func() *Shapes {
			s := withRoom(n)
			for range n {
				must.Get(s.AddBox(At(0, 0, 0), 1, 1, Attrs{World: 1, Category: 2, Ignore: ^uint32(3), Group: 4, Body: 5, Static: true}))(t)
			}
			return s
		}},
		{"boxes, grown", 87, 1.3, func() *Shapes {
			s := New()
			for range n {
				must.Get(s.AddBox(At(0, 0, 0), 1, 1, Attrs{}))(t)
			}
			return s
		}},
		{"hexagons", 87 + 8*36, 1.3, func() *Shapes {
			s := withRoom(n)
			pts := regular(6, 1)
			for range n {
				must.Get(s.AddPolygon(At(0, 0, 0), pts, 0, Attrs{}))(t)
			}
			return s
		}},
		{"boxes, reordered", 87 + 27, 1.1, func() *Shapes {
			s := withRoom(n)
			perm := make([]uint32, n)
			for i := range perm {
				perm[i] = uint32(n - 1 - i)
				must.Get(s.AddBox(At(0, 0, 0), 1, 1, Attrs{}))(t)
			}
			must.Do(t, s.reorder(perm))
			return s
		}},
	} {
		got := measure(c.fill)
		t.Logf("%s: %.1f bytes a shape, %v stated", c.name, got, c.states)
		if got > c.states*c.slack || got < c.states*0.97 {
			t.Errorf("%s: %.1f bytes a shape, %v stated", c.name, got, c.states)
		}
	}
}
