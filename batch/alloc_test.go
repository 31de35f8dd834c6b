// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestWarmStepAllocations: nothing with one worker. With more, a constant for each
// worker, for any number of shapes and pairs.
func TestWarmStepAllocations(t *testing.T) {
	testenv.OwnMemory(t)
	const each = 12 // goroutine, closure, errgroup's context: per worker and phase
	for _, kind := range scene.Kinds() {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprintf("scene=%s/workers=%d", kind, workers), func(t *testing.T) {
				counts := map[int]float64{}
				for _, n := range []int{testenv.Rounds(1000, 2000, 2000), testenv.Rounds(4000, 8000, 8000)} {
					shapes := filled(t, kind, n, soa.Attrs{})
					e := must.Get(batch.New(shapes, batch.Config{Workers: workers, Canonical: true}))(t)
					step := func() { must.Get(e.Step(context.Background()))(t) }
					// With several workers, which strips each gets is chance, so their
					// scratch goes on growing for a while.
					for range 40 {
						step()
					}
					counts[n] = testing.AllocsPerRun(10, step)
				}
				limit := 0.0
				if workers > 1 {
					limit = 8 * each * float64(workers)
				}
				for n, got := range counts {
					if got > limit {
						t.Errorf("n=%d: %.0f allocations a step, want at most %.0f", n, got, limit)
					}
				}
			})
		}
	}
}

// TestMovingStepAllocations: a warm step of a moving scene allocates nothing with one worker, in
// any configuration. The engine must have seen its largest frame.
func TestMovingStepAllocations(t *testing.T) {
	testenv.OwnMemory(t)
	for _, c := range []struct {
		name    string
		kind    scene.Kind
		advance bool // the engine moves the shapes
		join    bool // with a second set
		cfg     batch.Config
	}{
		{"contacts", scene.Mixed, false, false, batch.Config{}},
		{"manifolds", scene.Mixed, false, false, batch.Config{Mode: batch.ModeManifolds}},
		{"manifolds in order", scene.Mixed, false, false, batch.Config{Mode: batch.ModeManifolds, Canonical: true}},
		{"distance", scene.Mixed, false, false, batch.Config{Mode: batch.ModeDistance, Margin: 0.3, Canonical: true}},
		{"events", scene.Mixed, false, false, batch.Config{Events: true}},
		{"torus", scene.Mixed, false, false, batch.Config{Period: [2]float64{60, 50}}},
		{"torus with a list", scene.Mixed, false, false, batch.Config{Period: [2]float64{60, 50}}.Listed(8)},
		{"list", scene.Mixed, false, false, batch.Config{}.Listed(8)},
		{"list of boxes", scene.Boxes, false, false, batch.Config{}.Listed(8)},
		{"moved", scene.Mixed, true, false, batch.Config{}},
		{"join", scene.Mixed, false, true, batch.Config{Mode: batch.ModeManifolds, Canonical: true, Events: true}},
		{"join on a torus", scene.Boxes, false, true, batch.Config{Period: [2]float64{60, 50}}},
		{"moved with a list", scene.Mixed, true, false, batch.Config{}.Listed(8)},
	} {
		t.Run(c.name, func(t *testing.T) {
			shapes, run := running(t, c.kind, testenv.Rounds(1000, 5000, 5000), soa.Attrs{})
			if c.advance {
				c.cfg.Columns[0].VX, c.cfg.Columns[0].VY, c.cfg.Columns[0].Spin = run.Velocities()
			}
			c.cfg.Workers = 1
			e := must.Get(batch.New(shapes, c.cfg))(t)
			if c.join {
				e = must.Get(batch.NewJoin(shapes, filled(t, c.kind, shapes.Len(), soa.Attrs{}), c.cfg))(t)
			}
			step := func() {
				if c.advance {
					run.Bounce(0, shapes.Len())
					must.Get(e.Advance(context.Background(), scene.Frame))(t)
				} else {
					run.Step()
					must.Get(e.Step(context.Background()))(t)
				}
			}
			for range 200 {
				step()
			}
			if got := testing.AllocsPerRun(100, step); got >= 1 {
				t.Errorf("%.2f allocations a step", got)
			}
			if st := e.Stats(); c.cfg.Skin && (st.SkinAge == 0 || st.Detail().Listed == 0) {
				t.Errorf("no list: %+v", st)
			}
		})
	}
}
