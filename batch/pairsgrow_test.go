// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/soa"
)

// TestPairsOfGrowingScene: in ModePairs, whose pairs no kernel decides, an engine finds the pairs
// of a single call while a scene spreads beyond the strips that were laid out for it.
func TestPairsOfGrowingScene(t *testing.T) {
	r, ctx := rand.New(rand.NewPCG(1, 2)), context.Background()
	shapes := soa.New()
	for range 4000 {
		must.Get(shapes.AddCircle(soa.At(60*r.Float64(), 60*r.Float64(), 0), 0.5, soa.Attrs{}))(t)
	}
	cfg := batch.Config{Mode: batch.ModePairs, Workers: 1, Canonical: true}
	engine := must.Get(batch.New(shapes, cfg))(t)
	for step := range 12 {
		got := must.Get(engine.Step(ctx))(t)
		want, _, err := batch.Collide(ctx, shapes, cfg)
		must.Do(t, err)
		if !slices.Equal(got.A, want.A) || !slices.Equal(got.B, want.B) {
			t.Fatalf("step %d: %d pairs, want %d", step, got.Len(), want.Len())
		}
		must.Do(t, shapes.Update(func(l soa.Live) {
			for i := range l.Poses.X {
				l.Poses.X[i] *= 1.02
			}
		}))
	}
}
