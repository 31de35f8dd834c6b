// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// A T in a fork that is too narrow for its stem, and a disc in a ring that is too narrow for
// it, part when they are pushed as wholes. Pushed by their parts alone they stay.
func TestWholeBodies(t *testing.T) {
	fork := ringed(t, []region.Point{{X: 0, Y: 0}, {X: 6, Y: 0}, {X: 6, Y: 4}, {X: 4, Y: 4}, {X: 4, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 4}, {X: 0, Y: 4}})
	tee := ringed(t, []region.Point{{X: 1.8, Y: 2}, {X: 4.2, Y: 2}, {X: 4.2, Y: 6}, {X: 6, Y: 6}, {X: 6, Y: 7}, {X: 0, Y: 7}, {X: 0, Y: 6}, {X: 1.8, Y: 6}})
	ring := ringed(t, rectangle(-3, -3, 3, 3), rectangle(-1, -1, 1, 1))
	for _, name := range []string{"fork", "ring"} {
		for _, whole := range []bool{false, true} {
			for _, workers := range []int{1, 3} {
				s := soa.New()
				var a, b soa.ID
				if name == "fork" {
					a = must.Get(s.AddRegionAt(soa.At(0, 0, 0), fork, 0, soa.Attrs{}))(t)
					b = must.Get(s.AddRegionAt(soa.At(0, 0, 0), tee, 0, soa.Attrs{}))(t)
				} else {
					a = must.Get(s.AddRegionAt(soa.At(0, 0, 0), ring, 0, soa.Attrs{}))(t)
					b = must.Get(s.AddCircle(soa.At(0, 0, 0), 1.2, soa.Attrs{}))(t)
				}
				for range 5000 { // what several workers share
					if workers > 1 {
						must.Get(s.AddCircle(soa.At(100+3*float64(s.Len()), 0, 0), 1, soa.Attrs{}))(t)
					}
				}
				mass := soa.Attach[float64](s)
				for id := range s.All() {
					must.Do(t, mass.Set(id, 1))
				}
				engine := must.Get(batch.New(s, batch.Config{}))(t)
				sep := must.Get(New(s, Config{WholeBodies: whole, Columns: Columns{InvMass: mass}, Workers: workers}))(t)
				deepest := 0.
				for range 30 {
					contacts := must.Get(engine.Step(context.Background()))(t)
					st := must.Get(sep.Separate(context.Background(), contacts))(t)
					deepest = st.Deepest
				}
				ax, ay, _ := s.Position(a)
				bx, by, _ := s.Position(b)
				// 2 for the stem, 2.2 + 2 for the disc, in the ratio of masses: 1 for each part.
				pa, errA := s.Parts(nil, a)
				pb, errB := s.Parts(nil, b)
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
				ma, mb := float64(len(pa)), float64(len(pb))
				least := map[string]float64{"fork": 2, "ring": 4.2}[name]
				if far := math.Hypot(bx-ax, by-ay); whole && (math.Abs(far-least) > 1e-3 || math.Abs(ma*ax+mb*bx) > 1e-4 || math.Abs(ma*ay+mb*by) > 1e-4) {
					t.Errorf("%s: from (%v, %v) to (%v, %v), want %v", name, ax, ay, bx, by, least)
				}
				if parted := deepest < 1e-5; parted != whole {
					t.Errorf("%s, whole %v, %d workers: overlap by %v, at (%v, %v) and (%v, %v)", name, whole, workers, deepest, ax, ay, bx, by)
				}
			}
		}
	}
}

func ringed(t testing.TB, rings ...[]region.Point) *region.Region {
	t.Helper()
	return must.Get(region.New([][][]region.Point{rings}, region.Config{}))(t)
}

func rectangle(x0, y0, x1, y1 float64) []region.Point {
	return []region.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}
