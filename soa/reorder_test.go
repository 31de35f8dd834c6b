// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
)

// TestReorderHeld: who holds the store reorders it and goes on holding it; who does not is
// refused.
func TestReorderHeld(t *testing.T) {
	s := New()
	var ids []ID
	for k := range 3 {
		id := must.Get(s.AddCircle(At(float64(k), 0, 0), 1, Attrs{}))(t)
		ids = append(ids, id)
	}
	e := store.Of(s)
	if err := e.ReorderHeld([]uint32{2, 0, 1}); !errors.Is(err, ErrInUse) {
		t.Errorf("not held: %v", err)
	}
	must.Do(t, e.Hold())
	if err := e.ReorderHeld([]uint32{2, 2, 1}); !errors.Is(err, store.ErrPermutation) {
		t.Errorf("no permutation: %v", err)
	}
	if err := e.ReorderHeld([]uint32{2, 0, 1}); err != nil {
		t.Error(err)
	}
	if err := e.Reorder([]uint32{2, 0, 1}); !errors.Is(err, ErrInUse) {
		t.Errorf("Reorder of what is held: %v", err)
	}
	if err := s.Remove(ids[0]); !errors.Is(err, ErrInUse) {
		t.Errorf("no longer held: %v", err)
	}
	e.Release()
	if slot, ok := e.Slot(uint64(ids[2])); !ok || slot != 0 {
		t.Errorf("the third shape lies in slot %d", slot)
	}
	if err := e.Check(); err != nil {
		t.Error(err)
	}
}
