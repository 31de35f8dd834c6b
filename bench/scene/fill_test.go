// SPDX-License-Identifier: MIT

package scene_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/bench/scene"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

func fill(t testing.TB, s *scene.Scene, shapes *soa.Shapes) *scene.Run {
	t.Helper()
	return must.Get(s.Fill(shapes, soa.Attrs{}))(t)
}

func newScene(t testing.TB, kind scene.Kind, n int) *scene.Scene {
	t.Helper()
	return must.Get(scene.New(kind, n, scene.DefaultSeed))(t)
}

// samePoses says whether every shape of the scene that is left in the store lies there
// where the scene has it, to the bit.
func samePoses(t *testing.T, s *scene.Scene, shapes *soa.Shapes, r *scene.Run) {
	t.Helper()
	for i, id := range r.IDs {
		if !shapes.Has(id) {
			continue
		}
		got := must.Get(shapes.Pose(id))(t)
		want := soa.At(float64(s.X[i]), float64(s.Y[i]), float64(s.Theta[i]))
		if s.Form[i] == scene.Circle {
			want.C, want.S = got.C, got.S
		}
		if got != want {
			t.Fatalf("%v: shape %d at %v, want %v", s.Kind, i, got, want)
		}
	}
}

// A run and its scene, stepped side by side, stay the same to the bit, while the store
// moves, loses and gains shapes.
func TestRun(t *testing.T) {
	seed := testenv.Seed(t, 1)
	for _, kind := range scene.Kinds() {
		random := rand.New(rand.NewPCG(seed, uint64(kind)))
		s := newScene(t, kind, 500)
		s.Advance(2)
		shapes := soa.New()
		other := must.Get(shapes.AddCircle(soa.At(-50, 1e9, 1), 3, soa.Attrs{}))(t)
		place := must.Get(shapes.Pose(other))(t)
		r := fill(t, s, shapes)
		if len(r.IDs) != s.Len() || shapes.Len() != s.Len()+1 {
			t.Fatalf("%v: %d IDs, %d shapes", kind, len(r.IDs), shapes.Len())
		}
		samePoses(t, s, shapes, r)
		for step := range 40 {
			s.Step()
			if step%2 == 0 {
				r.Step()
			} else {
				half := shapes.Len() / 2
				r.Move(half, shapes.Len())
				r.Move(0, half)
			}
			samePoses(t, s, shapes, r)
			if step%5 == 0 {
				must.Do(t, livetest.Shuffle(shapes, random))
			}
			if step%4 == 0 {
				must.Do(t, shapes.Remove(r.IDs[step*3]))
				must.Get(shapes.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{}))(t)
			}
		}
		if got, err := shapes.Pose(other); err != nil || got != place {
			t.Errorf("%v: another's shape was moved to %v, %v", kind, got, err)
		}
		if err := livetest.Check(shapes); err != nil {
			t.Errorf("%v: %v", kind, err)
		}
		r.Detach()
	}
}

func TestFillRefuses(t *testing.T) {
	s := newScene(t, scene.Boxes, 10)
	s.X[3] = float32(math.NaN())
	if r, err := s.Fill(soa.New(), soa.Attrs{}); r != nil || err == nil {
		t.Errorf("filled with a NaN position: %v", err)
	}
}

func TestRunDoesNotAllocate(t *testing.T) {
	s := newScene(t, scene.Mixed, 300)
	shapes := soa.New()
	r := fill(t, s, shapes)
	if n := testing.AllocsPerRun(10, r.Step); n != 0 {
		t.Errorf("Step: %v allocations", n)
	}
}

func BenchmarkRun(b *testing.B) {
	s := newScene(b, scene.Boxes, 100_000)
	r := fill(b, s, soa.New())
	for b.Loop() {
		r.Step()
	}
}
