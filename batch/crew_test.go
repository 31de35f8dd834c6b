// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/step"
	"daylight/internal/verlet"
	"daylight/soa"
)

// Tests want every worker, on shapes that one would do, and shapes refreshed as strips come to
// them.
func init() { step.AllWorkers, verlet.FusedFrom = true, 0 }

// TestCrew: a step takes as many workers as pay, what it takes is told, and the contacts
// are those of one worker, with a list of candidates as without, also if the next step takes
// more or fewer.
func TestCrew(t *testing.T) {
	step.AllWorkers = false
	defer func() { step.AllWorkers = true }()
	ctx := context.Background()
	for _, skin := range []int{0, 4} {
		for _, n := range []int{300, 30_000} {
			var engines [2]*Engine
			for k := range engines {
				engines[k] = must.Get(New(someBoxes(t, n), Config{Workers: 1 + 3*k}.Listed(skin)))(t)
			}
			for frame := range 12 {
				one := must.Get(engines[0].Step(ctx))(t)
				e := engines[1]
				if frame > 0 { // as if shapes had become dearer, or cheaper
					e.run.Pace = []step.Pace{1, 8, 17, 1000}[frame%4]
				}
				some := must.Get(e.Step(ctx))(t)
				if !slices.Equal(one.A, some.A) || !slices.Equal(one.B, some.B) || !slices.Equal(one.Depth, some.Depth) {
					t.Fatalf("%d shapes, skin %d, frame %d: %d contacts by one worker, %d by %d, or others", n, skin, frame, one.Len(), some.Len(), e.Stats().Workers)
				}
				want := 4
				if frame > 0 {
					want = max(1, min(4, int(float64(n)*[]float64{1, 8, 17, 1000}[frame%4]/step.WorkerPays)))
				} else if n < 1000 {
					want = 1
				}
				if got := e.Stats().Workers; got != want {
					t.Errorf("%d shapes, frame %d: %d workers, want %d", n, frame, got, want)
				}
				for _, e := range engines {
					must.Do(t, e.src.First.Update(func(c soa.Live) {
						for i := range c.X {
							c.X[i] += 0.01 * float64(int(c.ID[i].Index()%11)-5)
						}
					}))
				}
			}
			if p := engines[0].run.Pace; !(p >= 1 && p < 1e6) {
				t.Errorf("a shape is thought to take %v ns", p)
			}
		}
	}
}

// TestCrewOfNextList: a list that is made over several steps may have more workers in a later one
// than in the first.
func TestCrewOfNextList(t *testing.T) {
	step.AllWorkers = false
	defer func() { step.AllWorkers = true }()
	shapes := someBoxes(t, 30_000)
	for start := range 4 {
		e := must.Get(New(shapes, Config{Workers: 4, FixedOrder: true}.Listed(4)))(t)
		for frame := range 16 {
			e.run.Pace = 1 // one worker
			if (frame+start)%4 == 0 {
				e.run.Pace = 1000 // four
			}
			must.Get(e.Step(t.Context()))(t)
			must.Do(t, shapes.Update(func(c soa.Live) {
				for i := range c.X {
					c.X[i] += 0.01 * float64(int(c.ID[i].Index()%11)-5)
				}
			}))
		}
	}
}

// someBoxes are n boxes at random. Some overlap.
func someBoxes(t *testing.T, n int) *soa.Shapes {
	r := rand.New(rand.NewPCG(3, 3))
	side := math.Sqrt(float64(n) / 0.4)
	shapes := soa.New()
	for range n {
		must.Get(shapes.AddBox(soa.At(r.Float64()*side, r.Float64()*side, 6*r.Float64()), 0.25+0.5*r.Float64(), 0.5, soa.Attrs{}))(t)
	}
	return shapes
}
