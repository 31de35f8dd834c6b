// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestShrink: after a crowd an engine holds what the crowd took, until it is asked to shrink;
// that takes nothing from what the last step returned, and changes no answer.
func TestShrink(t *testing.T) {
	ctx := context.Background()
	n := testenv.Rounds(1000, 1500, 1500)
	if testenv.Race {
		n = 400
	}
	for name, opts := range map[string]batch.Config{
		"plain":  {},
		"events": {Events: true, Canonical: true, Workers: 3},
		"skin":   batch.Config{Canonical: true}.Listed(4),
		"torus":  batch.Config{Canonical: true, Period: [2]float64{1500, 9}}.Listed(4),
	} {
		t.Run(name, func(t *testing.T) {
			var engines [2]*batch.Engine
			var stores [2]*soa.Shapes
			before := testenv.Heap()
			for k := range engines {
				s := soa.New()
				for range n {
					circle(t, s, 0, 0, 1, soa.Attrs{})
				}
				e := must.Get(batch.New(s, opts))(t)
				engines[k], stores[k] = e, s
			}
			for frame := range 8 {
				var found [2]*batch.Contacts
				for k, e := range engines {
					found[k] = must.Get(e.Step(ctx))(t)
				}
				if frame%2 == 1 { // between two steps that are compared
					must.Do(t, engines[1].Shrink())
				}
				if a, b := found[0], found[1]; !slices.Equal(a.A, b.A) || !slices.Equal(a.B, b.B) || !slices.Equal(a.Depth, b.Depth) {
					t.Fatalf("frame %d: %d contacts, or others, where an engine was shrunk; want %d", frame, b.Len(), a.Len())
				}
				if name == "events" {
					a := must.Get(engines[0].Events())(t)
					b := must.Get(engines[1].Events())(t)
					if !slices.Equal(a.Was, b.Was) || !slices.Equal(a.Begin.A, b.Begin.A) || !slices.Equal(a.End.B, b.End.B) {
						t.Fatalf("frame %d: other events where an engine was shrunk", frame)
					}
				}
				for _, s := range stores { // a line, then slowly on
					x, _ := livetest.Positions(s)
					for i := range x {
						x[i] = float64(i)*1.9 + 0.01*float64(frame)
					}
				}
			}
			stores, engines[0] = [2]*soa.Shapes{}, nil
			must.Do(t, engines[1].Shrink())
			if held := testenv.Heap() - before; held > 4<<20 { // n = 1500: 1.1 million contacts were found
				t.Errorf("%d bytes are held", held)
			}
			if _, err := engines[1].Step(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}
