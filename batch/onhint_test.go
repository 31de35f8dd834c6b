// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/soa"
)

// TestOnHint: as many calls as hints tried, and as many hits as hits.
func TestOnHint(t *testing.T) {
	if _, err := batch.New(soa.New(), batch.OnHint(nil)); err == nil {
		t.Error("no function was accepted")
	}
	for _, workers := range []int{1, 3} {
		r := rand.New(rand.NewPCG(5, 6))
		shapes := soa.New()
		for range 3000 {
			if _, err := shapes.AddPolygon(soa.At(70*r.Float64(), 70*r.Float64(), 6*r.Float64()), ngon(20, 0.9, 0.6), 0); err != nil {
				t.Fatal(err)
			}
		}
		var tried, hit, foreign atomic.Int64
		e, err := batch.New(shapes, batch.Workers(workers), batch.OnHint(func(a, b soa.ID, ok bool) {
			tried.Add(1)
			if ok {
				hit.Add(1)
			}
			if !shapes.Has(a) || !shapes.Has(b) || a >= b {
				foreign.Add(1)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			x, y := livetest.Positions(shapes)
			for i := range x {
				x[i] += 0.1 * (r.Float64() - 0.5)
				y[i] += 0.1 * (r.Float64() - 0.5)
			}
			tried.Store(0)
			hit.Store(0)
			if _, err := e.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			if s := e.Stats(); tried.Load() != int64(s.HintsTried) || hit.Load() != int64(s.HintsHit) {
				t.Errorf("workers=%d: told of %d hits of %d; the step counts %d of %d", workers, hit.Load(), tried.Load(), s.HintsHit, s.HintsTried)
			}
		}
		if s := e.Stats(); s.HintsTried < 100 || s.HintsHit == s.HintsTried || foreign.Load() > 0 {
			t.Errorf("%d hits of %d hints tried, %d of pairs that are none", s.HintsHit, s.HintsTried, foreign.Load())
		}
	}
}
