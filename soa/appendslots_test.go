// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"reflect"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
)

// TestAppendSlots: shapes copied one by one, in any order, are what Append makes of them.
func TestAppendSlots(t *testing.T) {
	from := New()
	add := func(id ID, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tri := []Point{{X: -1, Y: -1}, {X: 2, Y: 0}, {X: 0, Y: 3}}
	add(from.AddCircle(At(1, 2, 0), 3, Attrs{}))
	add(from.AddCapsule(At(4, 5, 0.3), 1, 0.5, Attrs{World: 7}))
	add(from.AddPolygon(At(-3, 1e7, 1), tri, 0.25, Attrs{Body: 9, Group: -2}))
	add(from.AddBox(At(0, 0, 2), 1, 2, Attrs{Static: true, Category: 4, Ignore: ^uint32(6)}))
	add(from.AddRoundedBox(At(8, 8, 0.1), 1, 2, 0.5, Attrs{}))
	store.Of(from).Refresh(nil, 0, from.Len())

	for _, slots := range [][]uint32{{}, {2}, {4, 0, 2}, {3, 3, 1}, {0, 1, 2, 3, 4}} {
		got, want := New(), New()
		add(got.AddCircle(At(9, 9, 0), 1, Attrs{}))
		add(want.AddCircle(At(9, 9, 0), 1, Attrs{}))
		ids, err := got.appendSlots(nil, from, slots)
		if err != nil || len(ids) != len(slots) {
			t.Fatal(ids, err)
		}
		for _, k := range slots {
			must.Get(want.Append(nil, from, int(k), int(k)+1))(t)
		}
		for _, s := range []*Shapes{got, want} {
			must.Do(t, s.check())
			store.Of(s).Refresh(nil, 0, s.Len())
		}
		for id := range want.All() {
			a, _ := got.Shape(id)
			b, _ := want.Shape(id)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("slots %v: %+v, Append makes %+v", slots, a, b)
			}
		}
	}
	got := New()
	if _, err := got.appendSlots(nil, from, []uint32{5}); !errors.Is(err, ErrRange) {
		t.Error("a slot that is not there:", err)
	}
	if _, err := from.appendSlots(nil, from, nil); !errors.Is(err, ErrForeign) {
		t.Error("itself:", err)
	}
	if _, err := got.appendSlots(nil, nil, nil); !errors.Is(err, ErrForeign) {
		t.Error("nothing:", err)
	}
}
