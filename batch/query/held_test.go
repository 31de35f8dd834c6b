// SPDX-License-Identifier: MIT

package query_test

import (
	"errors"
	"sync"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestHeldWhileBuilding: while an index is made, built or fitted, calls that change the store are
// refused with soa.ErrInUse, or the making is, and nothing is torn. The race detector looks on.
func TestHeldWhileBuilding(t *testing.T) {
	s, _ := scatter(t, 3000)
	ids := idsOf(s)
	outline := []soa.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}
	changes := map[string]func() error{
		"AddCircle": func() error {
			id, err := s.AddCircle(soa.At(1, 2, 0), 1, soa.Attrs{})
			if err != nil {
				return err
			}
			for { // others may be at work, but not for ever
				if err = s.Remove(id); !errors.Is(err, soa.ErrInUse) {
					return err
				}
			}
		},
		"AddPolygon": func() error { _, err := s.AddPolygon(soa.At(0, 0, 0), outline, 0, soa.Attrs{}); return err },
		"AddOutline": func() error { _, err := s.AddOutline(outline, 0.5, soa.Attrs{}); return err },
		"AddChain":   func() error { _, err := s.AddChain(nil, outline, 0.1, soa.Attrs{Body: 7}); return err },
		"Grow":       func() error { return s.Grow(10) },
		"SetPose":    func() error { return s.SetPose(ids[5], soa.At(3, 4, 1)) },
		"SetAttrs":   func() error { return s.SetAttrs(ids[6], soa.Attrs{Category: 3}) },
		"Update":     func() error { return s.Update(func(l soa.Live) { l.X[0]++ }) },
		"New":        func() error { _, err := query.New(s, query.Config{Workers: 1}); return err },
	}
	ix := index(t, s, query.Config{Workers: 2})
	changes["Build"] = ix.Build
	times := testenv.Rounds(5, 20, 20)
	var wait sync.WaitGroup
	var look sync.Mutex
	refused := 0
	for name, change := range changes {
		wait.Go(func() {
			for range times {
				err := change()
				if errors.Is(err, soa.ErrInUse) {
					look.Lock()
					refused++
					look.Unlock()
				} else if err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
	wait.Wait()
	t.Logf("%d of %d calls were refused", refused, times*len(changes))
	must.Do(t, store.Of(s).Check())
	must.Do(t, ix.Build())
	must.Do(t, ix.Refit())
	if ix.Len() != s.Len() {
		t.Errorf("%d of %d shapes are in the index", ix.Len(), s.Len())
	}
	must.Do(t, s.Update(func(soa.Live) {
		_, err := query.New(s, query.Config{})
		for name, err := range map[string]error{"New": err, "Build": ix.Build(), "Refit": ix.Refit()} {
			if !errors.Is(err, soa.ErrInUse) {
				t.Errorf("%s inside of Update: %v, want soa.ErrInUse", name, err)
			}
		}
	}))
	must.Do(t, ix.Refit())
}
