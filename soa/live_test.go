// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
)

// three is a store of three circles with a column.
func three(t *testing.T) (*Shapes, []ID, *Column[float64]) {
	t.Helper()
	s := New()
	col := Attach[float64](s)
	var ids []ID
	for i := range 3 {
		id := must.Get(s.AddCircle(At(float64(i), 0, 0), 1, Attrs{}))(t)
		must.Do(t, col.Set(id, float64(10*i)))
		ids = append(ids, id)
	}
	return s, ids, col
}

// Inside of Update, and while an engine holds the store, calls that would move the columns are
// refused and change nothing.
func TestInUse(t *testing.T) {
	s, ids, col := three(t)
	square := []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	resize := map[string]func() error{
		"AddCircle":  func() error { _, err := s.AddCircle(At(0, 0, 0), 1, Attrs{}); return err },
		"AddBox":     func() error { _, err := s.AddBox(At(0, 0, 0), 1, 1, Attrs{}); return err },
		"AddPolygon": func() error { _, err := s.AddPolygon(At(0, 0, 0), square, 0, Attrs{}); return err },
		"AddOutline": func() error { _, err := s.AddOutline(square, 0, Attrs{}); return err },
		"AddHull":    func() error { _, err := s.AddHull(At(0, 0, 0), square, 0, Attrs{}); return err },
		"AddEllipse": func() error { _, err := s.AddEllipse(At(0, 0, 0), 1, 2, 5, 0, Attrs{}); return err },
		"AddChain":   func() error { _, err := s.AddChain(nil, square, 0, Attrs{Body: 1}); return err },
		"Remove":     func() error { return s.Remove(ids[0]) },
		"Clear":      s.Clear,
		"Grow":       func() error { return s.Grow(1000) },
		"Reorder":    func() error { return s.reorder([]uint32{2, 1, 0}) },
	}
	write := map[string]func() error{
		"SetPosition": func() error { return s.SetPosition(ids[0], 5, 5) },
		"SetPose":     func() error { return s.SetPose(ids[0], At(5, 5, 5)) },
		"SetAngle":    func() error { return s.SetAngle(ids[0], 5) },
		"SetAttrs":    func() error { return s.SetAttrs(ids[0], Attrs{Static: true}) },
		"Update":      func() error { return s.Update(func(Live) {}) },
	}
	refused := func(where string, calls map[string]func() error) {
		for name, call := range calls {
			var e *Error
			if err := call(); !errors.Is(err, ErrInUse) || !errors.As(err, &e) || e.op != name {
				t.Errorf("%s: %s: %v", where, name, err)
			}
		}
		if s.Len() != 3 || !slices.Equal(s.ids(), ids) || len(col.data()) != 3 {
			t.Fatalf("%s: %d shapes: a refused call has changed something", where, s.Len())
		}
		must.Do(t, s.check())
	}
	must.Do(t, s.Update(func(c Live) {
		refused("in Update", resize)
		if err := store.Of(s).Hold(); !errors.Is(err, ErrInUse) {
			t.Errorf("Hold in Update: %v", err)
		}
	}))
	must.Do(t, store.Of(s).Hold())
	refused("held", resize)
	refused("held", write)
	if err := store.Of(s).Hold(); !errors.Is(err, ErrInUse) {
		t.Errorf("Hold twice: %v", err)
	}
	store.Of(s).Release()
	must.Do(t, s.Update(func(Live) {
		for _, call := range write { // an Update among them
			must.Do(t, call())
		}
	}))
	for name, call := range resize {
		if name != "Remove" && name != "Clear" && name != "Reorder" {
			must.Do(t, call())
		}
	}
	must.Do(t, s.Remove(ids[0]))
	must.Do(t, s.Clear())
	must.Do(t, s.check())
}

// Writes by ID do not wait for each other where nobody asks which there were.
func TestUnaskedWritesTakeNoLock(t *testing.T) {
	s, ids, col := three(t)
	s.writes.lock.Lock()
	defer s.writes.lock.Unlock()
	must.Do(t, s.SetPosition(ids[0], 5, 5))
	must.Do(t, col.Set(ids[1], 7))
}

// A panic in the function does not leave the store in use.
func TestUpdatePanics(t *testing.T) {
	s, _, _ := three(t)
	func() {
		defer func() { _ = recover() }()
		_ = s.Update(func(Live) { panic("mine") })
	}()
	must.Get(s.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
}

// refused reports whether a call panics with an *Error that says why.
func refused(t *testing.T, why string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		err, ok := recover().(error)
		var e *Error
		if !ok || !errors.As(err, &e) || !strings.Contains(err.Error(), why) {
			t.Errorf("panicked with %v, want an *Error about %q", err, why)
		}
	}()
	call()
}

// A column shows its entries to its own store's Update alone.
func TestColumnIdentity(t *testing.T) {
	s, ids, col := three(t)
	other, _, theirs := three(t)
	var kept Live
	must.Do(t, s.Update(func(c Live) {
		kept = c
		if d := col.Data(c); len(d) != 3 || d[2] != 20 {
			t.Errorf("own column %v", d)
		}
		refused(t, "another store", func() { theirs.Data(c) })
		if i, ok := c.Slot(ids[1]); i != 1 || !ok {
			t.Errorf("slot %d, %v", i, ok)
		}
	}))
	refused(t, "no longer valid", func() { col.Data(kept) })
	refused(t, "another store", func() { col.Data(Live{}) })
	gone := Attach[int8](s)
	Detach(s, gone)
	must.Do(t, s.Update(func(c Live) { refused(t, "no store", func() { gone.Data(c) }) }))
	if col.Shapes() != s || (*Column[float64])(nil).Shapes() != nil {
		t.Error("the column does not know its store")
	}
	Detach(other, col)
	if col.Shapes() != s || (len(s.list)-s.own) != 1 || (len(other.list)-other.own) != 1 {
		t.Error("a column was detached from a store that it is not of")
	}
	Detach(s, col)
	if _, err := col.Get(ids[0]); col.Shapes() != nil || !errors.Is(err, ErrForeign) {
		t.Errorf("detached: Get gives %v", err)
	}
	if err := col.Set(ids[0], 1); !errors.Is(err, ErrForeign) {
		t.Errorf("detached: Set gives %v", err)
	}
	must.Do(t, s.Remove(ids[1]))
	if _, err := Attach[int](s).Get(ids[1]); !errors.Is(err, ErrNoShape) {
		t.Errorf("Get of a shape that is gone: %v", err)
	}
}

// Ranging over All while removing sees every shape once.
func TestAllWhileRemoving(t *testing.T) {
	s, ids, _ := three(t)
	var seen []ID
	for id := range s.All() {
		seen = append(seen, id)
		must.Do(t, s.Remove(id))
	}
	slices.Sort(seen)
	if !slices.Equal(seen, ids) || s.Len() != 0 {
		t.Errorf("saw %v, %d left", seen, s.Len())
	}
}

// In check mode what was kept of an Update is worth nothing, and what was written stays.
func TestCheckModePoisons(t *testing.T) {
	defer store.SetCheckMode(store.SetCheckMode(true))
	s, ids, col := three(t)
	must.Do(t, s.SetAttrs(ids[1], Attrs{Static: true}))
	var kept Live
	var data []float64
	must.Do(t, s.Update(func(c Live) {
		kept, data = c, col.Data(c)
		c.X[1], data[1], c.C[1] = 7, 8, -1
		must.Do(t, s.SetPosition(ids[2], 9, 9))
		must.Do(t, s.Update(func(inner Live) { // moves nothing while the outer one runs
			inner.Y[1] = 6
		}))
		if c.Y[1] != 6 {
			t.Error("an Update inside of another moved the columns")
		}
	}))
	for i := range 3 {
		if !math.IsNaN(kept.X[i]) || !math.IsNaN(kept.Y[i]) || kept.C[i] == kept.C[i] || kept.S[i] == kept.S[i] ||
			!math.IsNaN(data[i]) || kept.ID[i] != 0 {
			t.Fatalf("slot %d was kept: %v", i, kept)
		}
	}
	kept.X[0] = 1e9
	x, y := must.Both(s.Position(ids[1]))(t)
	if v, _ := col.Get(ids[1]); x != 7 || y != 6 || v != 8 || s.col.C[1] != -1 || !s.col.Static[1] || s.col.X[0] != 0 || s.col.X[2] != 9 {
		t.Errorf("position (%v, %v), column %v: what was written is lost", x, y, v)
	}
	must.Do(t, s.check())
}

// Grow refuses what no store can hold; zero is no mistake.
func TestGrowRefuses(t *testing.T) {
	s := New()
	for n, want := range map[int]error{-1: errNegative, math.MaxInt: ErrFull, math.MaxInt/8 + 1: ErrFull, 0: nil} {
		if err := s.Grow(n); !errors.Is(err, want) {
			t.Errorf("Grow(%d): %v", n, err)
		}
	}
	if math.MaxInt > math.MaxUint32 {
		big := int64(1) << 60
		if err := s.Grow(int(big)); !errors.Is(err, ErrFull) {
			t.Errorf("Grow(2^60): %v", err)
		}
	}
}
