// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
)

func circle(t testing.TB, s *Shapes) ID {
	t.Helper()
	return must.Get(s.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
}

func TestIDString(t *testing.T) {
	s := New()
	if id := circle(t, s); id.String() != "0:1" || id.Index() != 0 || id.generation() != 1 {
		t.Errorf("first ID %v", id)
	}
	if id := circle(t, s); id.String() != "1:1" {
		t.Errorf("second ID %v", id)
	}
	if ID(0).String() != "none" || s.Has(0) {
		t.Error("the zero ID names something")
	}
	want := "soa: Remove: shape 7:3: no such shape; it was removed, or the ID is of another store"
	if err := s.Remove(makeID(7, 3)); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestIDReuse(t *testing.T) {
	s := New()
	seen := map[ID]bool{}
	for range 1000 {
		id := circle(t, s)
		if seen[id] {
			t.Fatalf("%v given out twice", id)
		}
		seen[id] = true
		if id.Index() != 0 {
			t.Fatalf("index %d though 0 is free", id.Index())
		}
		must.Do(t, s.Remove(id))
		// The generation to come is refused until it is given out.
		if next := makeID(0, id.generation()+1); s.Has(next) {
			t.Fatalf("%v exists already", next)
		}
	}
	for id := range seen {
		if s.Has(id) || !errors.Is(s.Remove(id), ErrNoShape) {
			t.Fatalf("%v is back", id)
		}
	}
	must.Do(t, s.check())
}

// An index whose generations are used up is never given out again.
func TestIDExhaustion(t *testing.T) {
	s := New()
	first := circle(t, s)
	must.Do(t, s.Remove(first))
	s.index.generation[0] = maxGeneration // as after 2^32-2 removals
	last := circle(t, s)
	if last != makeID(0, maxGeneration) {
		t.Fatalf("last of its index: %v", last)
	}
	must.Do(t, s.check())
	must.Do(t, s.Remove(last))
	must.Do(t, s.check())
	for range 3 {
		if id := circle(t, s); id.Index() == 0 {
			t.Fatalf("retired index in %v", id)
		}
	}
	for _, id := range []ID{first, last, makeID(0, 0), makeID(0, 2)} {
		if s.Has(id) {
			t.Errorf("%v exists", id)
		}
	}
	s.Clear()
	must.Do(t, s.check())
	if id := circle(t, s); id != makeID(1, 2) {
		t.Errorf("after Clear: %v", id)
	}
}

func TestClear(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := New()
	for range 3 {
		var ids []ID
		for range 50 {
			ids = append(ids, addRandom(t, r, s, Attrs{Group: 1}))
		}
		refreshAll(s)
		s.Clear()
		must.Do(t, s.check())
		for _, id := range ids {
			if s.Has(id) {
				t.Fatalf("%v survived", id)
			}
		}
		if c := s.columns(); s.Len() != 0 || len(c.Lanes.D) != 0 || len(c.Group) != 0 {
			t.Fatal("not empty")
		}
	}
}

// TestForeignIDs: in check mode a store does not know the IDs of another.
func TestForeignIDs(t *testing.T) {
	for _, check := range []bool{false, true} {
		func() {
			defer store.SetCheckMode(store.SetCheckMode(check))
			var all [3]Shapes
			var ids [3]ID
			for k := range all {
				must.Do(t, all[k].Remove(circle(t, &all[k])))
				ids[k] = circle(t, &all[k])
				must.Do(t, all[k].check())
			}
			for k := range all {
				for i, id := range ids {
					known := all[k].Has(id)
					_, err := all[k].Pose(id)
					if want := i == k || !check; known != want || errors.Is(err, ErrNoShape) == want {
						t.Errorf("check mode %v: store %d knows an ID of store %d: %v, %v", check, k, i, known, err)
					}
				}
			}
		}()
	}
}
