// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
)

// addSome adds n shapes of every kind to a store, some with attributes.
func addSome(t *testing.T, s *Shapes, n int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		p := At(r.Float64()*100, r.Float64()*100, r.Float64()*7)
		var attrs Attrs
		if r.IntN(3) == 0 {
			attrs.World = r.Uint32()
			attrs.Category = 3
			attrs.Group = -2
		}
		if r.IntN(9) == 0 {
			attrs.Ignore = ^uint32(7)
			attrs.Body = 4
			attrs.Static = true
		}
		var err error
		switch i % 5 {
		case 0:
			_, err = s.AddCircle(p, r.Float64(), attrs)
		case 1:
			_, err = s.AddCapsule(p, r.Float64(), r.Float64(), attrs)
		case 2:
			_, err = s.AddBox(p, 1+r.Float64(), 1, attrs)
		case 3:
			_, err = s.AddEllipse(p, 1, 1, 3+r.IntN(30), 0.5, attrs)
		default:
			_, err = s.AddPolygon(p, []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: r.Float64() + 0.1}}, 0, attrs)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAppend: what is appended is what would have been added, wherever the other store's
// shapes lie, and with whatever columns either has.
func TestAppend(t *testing.T) {
	for seed := range uint64(20) {
		part, whole := New(), New()
		addSome(t, part, 100, seed)
		if seed%2 == 0 { // runs that are used again lie out of order
			for _, k := range []int{3, 8, 4, 33} {
				must.Do(t, part.Remove(part.ids()[k]))
			}
			addSome(t, part, 10, seed+100)
		}
		part.refresh(nil, 0, part.Len())
		addSome(t, whole, int(seed%3)*7, seed+50)
		col := Attach[int](whole)
		for k := range col.data() {
			col.data()[k] = k
		}
		before := whole.Len()
		from, to := int(seed), part.Len()-int(seed)
		ids, err := whole.Append(make([]ID, 1), part, from, to)
		if err != nil || !slices.Equal(ids[1:], whole.ids()[before:]) {
			t.Fatal(err, ids)
		}
		must.Do(t, whole.check())
		if whole.Len() != before+to-from || len(col.data()) != whole.Len() {
			t.Fatalf("%d shapes, %d entries", whole.Len(), len(col.data()))
		}
		for k := from; k < to; k++ {
			want := must.Get(part.Shape(part.ids()[k]))(t)
			at := before + k - from
			got, err := whole.Shape(whole.ids()[at])
			if err != nil || got.Class != want.Class || got.Pose != want.Pose || got.Radius != want.Radius || got.Attrs != want.Attrs ||
				!slices.Equal(got.Vertices, want.Vertices) || col.data()[at] != 0 {
				t.Fatalf("shape %d: %+v, want %+v, %v", k, got, want, err)
			}
		}
		whole.refresh(nil, 0, whole.Len())
		must.Do(t, whole.check())
	}
}

func TestAppendRefuses(t *testing.T) {
	s, o := New(), New()
	addSome(t, o, 5, 1)
	for _, r := range [][2]int{{-1, 2}, {3, 2}, {0, 6}, {6, 6}} {
		if _, err := s.Append(nil, o, r[0], r[1]); !errors.Is(err, ErrRange) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if _, err := o.Append(nil, o, 0, 1); !errors.Is(err, ErrForeign) || o.Len() != 5 {
		t.Errorf("to itself: %v", err)
	}
	if _, err := s.Append(nil, o, 2, 2); err != nil || s.Len() != 0 {
		t.Errorf("nothing: %v", err)
	}
}

// TestGrowVertices: the room that is asked for is there, and no more is asked for than can be.
func TestGrowVertices(t *testing.T) {
	s := New()
	must.Do(t, s.GrowVertices(4000))
	room := cap(s.col.Lanes.VX)
	for range 1000 {
		must.Get(s.AddPolygon(At(0, 0, 0), []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}, 0, Attrs{}))(t)
	}
	if cap(s.col.Lanes.VX) != room || room < 4000 {
		t.Errorf("room for %d lanes, then for %d", room, cap(s.col.Lanes.VX))
	}
	if err := s.check(); err != nil {
		t.Error(err)
	}
	if err := s.GrowVertices(-1); !errors.Is(err, errNegative) {
		t.Errorf("got %v", err)
	}
}
