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
	for range n {
		addRandom(t, r, s, randomAttrs(r))
	}
}

// TestAppend: appended shapes equal added ones, wherever the other store's shapes lie, and with any
// columns of either.
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

// TestAppendRefuses: what is not there, and the store itself.
func TestAppendRefuses(t *testing.T) {
	s, o := New(), New()
	addSome(t, o, 5, 1)
	for _, r := range [][2]int{{-1, 2}, {3, 2}, {0, 6}, {6, 6}} {
		if _, err := s.Append(nil, o, r[0], r[1]); !errors.Is(err, ErrRange) {
			t.Errorf("%v: %v", r, err)
		}
	}
	for name, f := range map[string]func() ([]ID, error){
		"to itself":  func() ([]ID, error) { return o.Append(nil, o, 0, 1) },
		"of nothing": func() ([]ID, error) { return s.Append(nil, nil, 0, 0) },
	} {
		if _, err := f(); !errors.Is(err, ErrForeign) || o.Len() != 5 {
			t.Errorf("%s: %v", name, err)
		}
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
	must.Do(t, s.check())
	if err := s.GrowVertices(-1); !errors.Is(err, errNegative) {
		t.Errorf("got %v", err)
	}
}
