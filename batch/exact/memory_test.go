// SPDX-License-Identifier: MIT

package exact

import (
	"context"
	"errors"
	"testing"

	"daylight"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// grid are n by n squares in rows, as far from each other as step says.
func grid(t *testing.T, n int, step float64) *Scene {
	s := new(Scene)
	for i := range n * n {
		must.Get(s.Add(polygon(square(step*float64(i%n), step*float64(i/n), 1)), soa.Attrs{}))(t)
	}
	return s
}

// TestCandidatesTakeNothing: relations and areas take memory for pairs only. Here all candidates
// touch, so there are no pairs.
func TestCandidatesTakeNothing(t *testing.T) {
	s := grid(t, 100, 1)
	taken := func(cfg Config) int64 {
		cfg.Engine.Strict, cfg.Engine.Workers = true, 1
		return testenv.Allocated(func() {
			p, err := Find(context.Background(), s, cfg)
			if err != nil || len(p.A) != 0 || p.Stats.Candidates < 30_000 {
				t.Fatalf("%d pairs of %d candidates: %v", len(p.A), p.Stats.Candidates, err)
			}
		})
	}
	taken(Config{})
	if plain, more := taken(Config{}), taken(Config{Relations: true, Areas: true}); more > plain+1<<16 {
		t.Errorf("%d bytes, and %d with relations and areas", plain, more)
	}
}

// TestMemoryLimit: the limit is about candidates and pairs.
func TestMemoryLimit(t *testing.T) {
	s := grid(t, 100, 0.5)
	all := must.Get(Find(context.Background(), s, Config{}))(t)
	for _, cfg := range []Config{{}, {Relations: true, Areas: true}} {
		var limit *daylight.LimitError
		cfg.Engine.Workers, cfg.Engine.MemoryLimit = 1, int64(len(all.A))*90
		_, err := Find(context.Background(), s, cfg)
		if cfg.Areas != errors.As(err, &limit) || limit != nil && limit.Needed < int64(len(all.A))*(18+4+64+28)*9/10 {
			t.Errorf("%d pairs with %+v: %v", len(all.A), cfg, err)
		}
	}
}
