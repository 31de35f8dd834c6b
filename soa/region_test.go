// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/region"
)

func frame(t testing.TB, x, y float64) *region.Region {
	t.Helper()
	square := func(lo, hi float64) []region.Point {
		return []region.Point{{X: x + lo, Y: y + lo}, {X: x + hi, Y: y + lo}, {X: x + hi, Y: y + hi}, {X: x + lo, Y: y + hi}}
	}
	return must.Get(region.New([][][]region.Point{{square(0, 4), square(1, 3)}}, region.Config{}))(t)
}

// Parts that float32 has no thickness for are stored all the same, as long as there are others.
func TestThinParts(t *testing.T) {
	square := []region.Point{{X: 10, Y: 10}, {X: 11, Y: 10}, {X: 11, Y: 11}, {X: 10, Y: 11}}
	for _, thin := range [][]region.Point{
		{{X: 0, Y: 0}, {X: 1000, Y: 1e-9}, {X: 0, Y: 2e-9}},
		{{X: 1, Y: 1}, {X: 1 + 1e-12, Y: 1}, {X: 1, Y: 1 + 1e-12}},
		{{X: 0, Y: 0}, {X: 1e-60, Y: 0}, {X: 0, Y: 1e-60}},
	} {
		r := must.Get(region.New([][][]region.Point{{square}, {thin}}, region.Config{}))(t)
		s := New()
		id := must.Get(s.AddRegionAt(At(0, 0, 0), r, 0, Attrs{}))(t)
		if parts, err := s.Parts(nil, id); err != nil || len(parts) != r.Parts() {
			t.Errorf("%v: %d parts of %d: %v", thin, len(parts), r.Parts(), err)
		}
	}
}

// A region is moved, turned, filtered and removed as one.
func TestRegionIsOne(t *testing.T) {
	s := New()
	disc := must.Get(s.AddCircle(At(100, 0, 0), 1, Attrs{}))(t)
	id := must.Get(s.AddRegion(frame(t, 1e7, -1e7), .25, Attrs{World: 3}))(t)
	other := must.Get(s.AddRegionAt(At(5, 6, 1), frame(t, 0, 0), 0, Attrs{Body: 7}))(t)
	parts, err := s.Parts(nil, id)
	if err != nil || len(parts) != 4 || parts[0] != id || s.Len() != 9 {
		t.Fatal(parts, s.Len(), err)
	}
	a, _ := s.Attrs(id)
	b, _ := s.Attrs(other)
	if a.Body < 1<<31 || a.World != 3 || b.Body != 7 {
		t.Errorf("%+v, %+v", a, b)
	}
	for _, part := range parts {
		if s.Region(part) != id {
			t.Errorf("%v is a part of %v", part, s.Region(part))
		}
		if x, y, _ := s.Position(part); x != 1e7+2 || y != 2-1e7 {
			t.Errorf("%v lies at %v, %v", part, x, y)
		}
	}
	if s.Region(disc) != disc {
		t.Error("a disc is a part of a region")
	}
	for name, f := range map[string]func(id ID) error{
		"SetPose":     func(id ID) error { return s.SetPose(id, At(1, 2, 3)) },
		"SetPosition": func(id ID) error { return s.SetPosition(id, 3, 4) },
		"SetAngle":    func(id ID) error { return s.SetAngle(id, .5) },
		"SetAttrs":    func(id ID) error { return s.SetAttrs(id, Attrs{Static: true, Category: 9}) },
	} {
		if err := f(id); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := f(parts[2]); !errors.Is(err, errPart) {
			t.Errorf("%s of a part: %v", name, err)
		}
		want, _ := s.Pose(id)
		attrs, _ := s.Attrs(id)
		for _, part := range parts {
			if p, _ := s.Pose(part); p != want {
				t.Errorf("%s: a part at %v, the region at %v", name, p, want)
			}
			if a, _ := s.Attrs(part); a != attrs {
				t.Errorf("%s: a part with %v, the region with %v", name, a, attrs)
			}
		}
	}
	own, _ := s.Attrs(id)
	for _, body := range []uint32{0, 5, 0} {
		if err := s.SetAttrs(id, Attrs{Body: body}); err != nil {
			t.Error(err)
		}
		want := cmp.Or(body, own.Body)
		if a, _ := s.Attrs(parts[2]); a.Body != want {
			t.Errorf("body %d of a region became %d, want %d", body, a.Body, want)
		}
	}
	// Copied into another store it is one there.
	o := New()
	ids := must.Get(o.Append(nil, s, 0, s.Len()))(t)
	if copies, err := o.Parts(nil, ids[1]); err != nil || !slices.Equal(copies, ids[1:5]) {
		t.Error(copies, err)
	}
	if _, err := o.Append(nil, s, 0, 3); !errors.Is(err, errPart) {
		t.Errorf("half a region: %v", err)
	}
	if err := s.Remove(parts[1]); !errors.Is(err, errPart) {
		t.Error(err)
	}
	if err := s.Remove(id); err != nil || s.Len() != 5 || s.Has(parts[3]) {
		t.Error(err, s.Len())
	}
	if s.Region(parts[1]) != parts[1] {
		t.Error("a region that is gone has parts")
	}
	if _, err := s.Parts(nil, id); !errors.Is(err, ErrNoShape) {
		t.Error(err)
	}
	must.Do(t, s.check())
}

// TestCopiesOfARegionMeet: a copy of a region that was given a body is given one of its own,
// which what is copied along with it and is of the same body follows. A body that somebody
// named stays.
func TestCopiesOfARegionMeet(t *testing.T) {
	o, s := New(), New()
	add := func(attrs Attrs) ID {
		t.Helper()
		return must.Get(o.AddRegion(frame(t, 0, 0), 0, attrs))(t)
	}
	body := func(s *Shapes, id ID) uint32 {
		t.Helper()
		return must.Get(s.Attrs(id))(t).Body
	}
	first, second, named, renamed := add(Attrs{}), add(Attrs{}), add(Attrs{Body: 7}), add(Attrs{})
	must.Do(t, o.SetAttrs(renamed, Attrs{Body: 9}))
	given := body(o, first)
	must.Get(o.AddCircle(At(0, 0, 0), 1, Attrs{Body: given}))(t) // a wheel of the first
	slot := func(id ID) int { i, _ := o.index.find(id); return int(i) }
	seen := map[uint32]bool{body(o, first): true, body(o, second): true}
	for range 3 {
		ids := must.Get(s.Append(nil, o, 0, o.Len()))(t)
		for _, id := range []ID{first, second} {
			b := body(s, ids[slot(id)])
			if b < firstBody || seen[b] {
				t.Errorf("a copy has body %d, which another has, or which AddRegion does not give", b)
			}
			seen[b] = true
			parts, _ := s.Parts(nil, ids[slot(id)])
			for _, part := range parts {
				if body(s, part) != b {
					t.Errorf("a part of body %d in a region of body %d", body(s, part), b)
				}
			}
		}
		if wheel := ids[len(ids)-1]; body(s, wheel) != body(s, ids[slot(first)]) {
			t.Errorf("a wheel of body %d on a region of body %d", body(s, wheel), body(s, ids[slot(first)]))
		}
		if a, b := body(s, ids[slot(named)]), body(s, ids[slot(renamed)]); a != 7 || b != 9 {
			t.Errorf("bodies 7 and 9 have become %d and %d", a, b)
		}
	}
	if body(o, first) != given {
		t.Error("the store that was copied from has changed")
	}
	// A copy is as good as what it was copied from.
	again := New()
	if ids, err := again.Append(nil, s, 0, s.Len()); err != nil || seen[body(again, ids[slot(first)])] {
		t.Error("the copy of a copy has a body that another has", err)
	}
	for _, store := range []*Shapes{o, s, again} {
		must.Do(t, store.check())
	}
}

// TestBodiesRunOut: where no numbers of bodies are left, regions are refused and nothing has
// changed, and those with bodies of their own are not.
func TestBodiesRunOut(t *testing.T) {
	o, s := New(), New()
	must.Get(o.AddRegion(frame(t, 0, 0), 0, Attrs{}))(t)
	taken := regionBodies.Load()
	defer regionBodies.Store(taken)
	regionBodies.Store(1<<31 - 1)
	last, err := o.AddRegion(frame(t, 0, 0), 0, Attrs{})
	if a, _ := o.Attrs(last); err != nil || a.Body != 1<<32-1 {
		t.Error(a.Body, err)
	}
	for range 2 {
		if _, err := o.AddRegion(frame(t, 0, 0), 0, Attrs{}); !errors.Is(err, ErrFull) || o.Len() != 8 {
			t.Error(err, o.Len())
		}
		if ids, err := s.Append(nil, o, 0, 8); !errors.Is(err, ErrFull) || s.Len() != 0 || len(ids) != 0 {
			t.Error(err, s.Len())
		}
	}
	if _, err := o.AddRegion(frame(t, 0, 0), 0, Attrs{Body: 3}); err != nil {
		t.Error(err)
	}
	if _, err := s.Append(nil, o, 8, 12); err != nil || s.Len() != 4 {
		t.Error(err)
	}
}

func TestRegionRefused(t *testing.T) {
	s := New()
	needle := must.Get(region.New([][][]region.Point{{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1e-30}}}}, region.Config{}))(t)
	if _, err := s.AddRegion(needle, 0, Attrs{}); !errors.Is(err, ErrZeroArea) {
		t.Error(err)
	}
	if _, err := s.AddRegion(&region.Region{}, 0, Attrs{}); !errors.Is(err, ErrZeroArea) {
		t.Error(err)
	}
	if _, err := s.AddRegion(frame(t, 0, 0), -1, Attrs{}); !errors.Is(err, errNegative) {
		t.Error(err)
	}
	if _, err := s.AddRegionAt(Pose{}, frame(t, 0, 0), 0, Attrs{}); !errors.Is(err, errRotation) {
		t.Error(err)
	}
	if s.Len() != 0 {
		t.Error("a refused call has changed something")
	}
}

// TestColumnOfRegion: an entry that is written for a region is that of all its parts, as poses
// are; an entry that is written for another part is its own.
func TestColumnOfRegion(t *testing.T) {
	s := New()
	must.Get(s.AddCircle(At(100, 0, 0), 1, Attrs{}))(t)
	id := must.Get(s.AddRegion(frame(t, 0, 0), 0, Attrs{}))(t)
	disc := must.Get(s.AddCircle(At(200, 0, 0), 1, Attrs{}))(t)
	parts, err := s.Parts(nil, id)
	if err != nil || len(parts) < 3 {
		t.Fatalf("%d parts, error %v: too few to tell", len(parts), err)
	}
	col := Attach[string](s)
	check := func(want ...string) {
		t.Helper()
		for k, part := range parts {
			if got, err := col.Get(part); err != nil || got != want[min(k, len(want)-1)] {
				t.Errorf("part %d has %q, error %v; want %q", k, got, err, want[min(k, len(want)-1)])
			}
		}
		if got, err := col.Get(disc); got != "" || err != nil {
			t.Errorf("a shape of no region has %q, error %v", got, err)
		}
	}
	must.Do(t, col.Set(id, "all"))
	check("all")
	must.Do(t, col.Set(parts[1], "own"))
	check("all", "own", "all")
	must.Do(t, col.Set(id, "again"))
	check("again")
	must.Do(t, s.Remove(id))
	if err := col.Set(id, "gone"); !errors.Is(err, ErrNoShape) {
		t.Errorf("a region that was removed: error %v", err)
	}
}
