// SPDX-License-Identifier: MIT

package soa

import (
	"slices"
	"testing"

	"daylight/internal/must"
)

// TestJournal: the store reports each change of a slot's shape or of a shape's attributes. Each
// reader gets the changes since it last asked. A reader that asks for the first time or too late
// learns that all may have changed.
func TestJournal(t *testing.T) {
	s := New()
	add := func(x float64) ID {
		return must.Get(s.AddCircle(At(x, 0, 0), 1, Attrs{}))(t)
	}
	seen := uint64(0)
	look := func(ok bool, want ...uint32) {
		t.Helper()
		got, now, known := s.engine().Changed(nil, seen)
		slices.Sort(got)
		if got = slices.Compact(got); known != ok || !slices.Equal(got, want) {
			t.Fatalf("slots %v, known %v; want %v, %v", got, known, want, ok)
		}
		seen = now
	}
	a, b, c := add(1), add(2), add(3)
	look(false)
	look(true)
	add(4)
	look(true, 3)
	must.Do(t, s.SetAttrs(b, Attrs{Ignore: ^uint32(2)}))
	must.Do(t, s.SetPosition(c, 7, 7)) // no matter of slots
	look(true, 1)
	must.Do(t, s.Remove(a)) // the last takes its place
	look(true, 0, 3)
	must.Do(t, s.engine().Reorder([]uint32{2, 0, 1}))
	look(false)
	look(true)
	o := New()
	for range 3 {
		must.Get(o.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
	}
	must.Get(s.Append(nil, o, 0, 3))(t)
	look(true, 3, 4, 5)
	old := seen
	for range journalSlots + 1 {
		must.Do(t, s.SetAttrs(c, Attrs{Ignore: ^uint32(3)}))
	}
	look(false)
	must.Do(t, s.SetAttrs(c, Attrs{Ignore: ^uint32(4)}))
	slot, _ := s.index.find(c)
	look(true, slot)
	if seen == old || len(s.journal.slots) > journalSlots {
		t.Errorf("%d slots are kept", len(s.journal.slots))
	}
	must.Do(t, s.Clear())
	look(false)
}
