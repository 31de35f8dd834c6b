// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestWarmStepAllocations: nothing with one worker; with more a constant for each
// worker, whatever the number of shapes and pairs.
func TestWarmStepAllocations(t *testing.T) {
	if testenv.Race {
		t.Skip("the race detector allocates")
	}
	const each = 12 // goroutine, closure, errgroup's context: per worker and phase
	for _, kind := range scene.Kinds() {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprintf("scene=%s/workers=%d", kind, workers), func(t *testing.T) {
				counts := map[int]float64{}
				for _, n := range []int{2000, 8000} {
					shapes, run := running(t, kind, n, soa.Attrs{})
					e, err := batch.New(shapes, batch.Config{Workers: workers, Canonical: true})
					if err != nil {
						t.Fatal(err)
					}
					step := func() {
						if _, err := e.Step(context.Background()); err != nil {
							t.Fatal(err)
						}
					}
					// With several workers, which strips each gets is chance, so their
					// scratch goes on growing for a while.
					for range 40 {
						step()
					}
					counts[n] = testing.AllocsPerRun(10, step)
					_ = run
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

// TestMovingStepAllocations: a warm step of a moving scene allocates nothing either,
// once it has seen its largest frame; nor does it with a list, or on a torus.
func TestMovingStepAllocations(t *testing.T) {
	for _, c := range []batch.Config{{}, {Skin: 8}, {PeriodX: 60, PeriodY: 50}, {PeriodX: 60, PeriodY: 50, Skin: 8}} {
		t.Run(fmt.Sprintf("skin=%d/period=%g", c.Skin, c.PeriodX), func(t *testing.T) {
			shapes, run := running(t, scene.Mixed, 5000, soa.Attrs{})
			c.Workers = 1
			e, err := batch.New(shapes, c)
			if err != nil {
				t.Fatal(err)
			}
			if got := allocations(t, e, run.Step, 200, 100); got >= 1 {
				t.Errorf("%.2f allocations a step", got)
			}
		})
	}
}

// allocations warms an engine up, calling move before each step if there is one, and returns how
// many allocations a step makes after that. It skips the test with the race detector, which
// allocates by itself.
func allocations(t *testing.T, e *batch.Engine, move func(), warm, runs int) float64 {
	t.Helper()
	if testenv.Race {
		t.Skip("the race detector allocates")
	}
	step := func() {
		if move != nil {
			move()
		}
		if _, err := e.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range warm {
		step()
	}
	return testing.AllocsPerRun(runs, step)
}
