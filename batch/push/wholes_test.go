// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/batch/separate"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// spiked is a star with so many corners, every other one at half the radius.
func spiked(t *testing.T, corners int) *region.Region {
	t.Helper()
	ring := make([]region.Point, corners)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		d := 10 - 5*float64(i%2)
		ring[i] = region.Point{X: d * cos, Y: d * sin}
	}
	return must.Get(region.New([][][]region.Point{{ring}}, region.Config{}))(t)
}

// overlapping is how many pairs of whole bodies a step finds that overlap by more than rounding,
// and how deep the deepest is.
func overlapping(t *testing.T, s *soa.Shapes, b *push.Bodies) (pairs int, deepest float64) {
	t.Helper()
	must.Do(t, b.Find(collide(t, s, batch.Config{})))
	for k := range b.A {
		depth := math.Hypot(b.X[k], b.Y[k])
		deepest = max(deepest, depth)
		if depth > 1e-5 {
			pairs++
		}
	}
	return pairs, deepest
}

// TestWholesLeaveStar: one push parts every disc from a star that does not move. Pushed by the
// contacts of parts, many stay for ever.
func TestWholesLeaveStar(t *testing.T) {
	for _, corners := range []int{10, 24, 60} {
		s := soa.New()
		must.Get(s.AddRegionAt(soa.At(0, 0, 0), spiked(t, corners), 0, soa.Attrs{Static: true}))(t)
		for y := -10.; y <= 10; y++ {
			for x := -10.; x <= 10; x++ {
				must.Get(s.AddCircle(soa.At(x, y, 0), .4, soa.Attrs{Group: -1}))(t)
			}
		}
		var b push.Bodies
		before, _ := overlapping(t, s, &b)
		if before < 150 || b.Contacts().Len() != before {
			t.Fatalf("%d corners: %d discs in the star, %d contacts", corners, before, b.Contacts().Len())
		}
		sep := must.Get(separate.New(s, separate.Config{}))(t)
		must.Get(sep.Separate(context.Background(), b.Contacts()))(t)
		if left, deepest := overlapping(t, s, &b); left > 0 {
			t.Errorf("%d corners: %d of %d discs are left in the star, by %v at most", corners, left, before, deepest)
		}
	}
}

// TestWholesUnhook: a T in a fork that is too narrow for its stem, and a disc in a ring that is too
// narrow for it, part by the shortest push, in the ratio of the masses of the bodies. Pushed by the
// contacts of their parts they stay.
func TestWholesUnhook(t *testing.T) {
	outline := func(rings ...[]region.Point) *region.Region {
		return must.Get(region.New([][][]region.Point{rings}, region.Config{}))(t)
	}
	square := func(half float64) []region.Point {
		return []region.Point{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}}
	}
	fork := outline([]region.Point{{X: 0, Y: 0}, {X: 6, Y: 0}, {X: 6, Y: 4}, {X: 4, Y: 4}, {X: 4, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 4}, {X: 0, Y: 4}})
	tee := outline([]region.Point{{X: 1.8, Y: 2}, {X: 4.2, Y: 2}, {X: 4.2, Y: 6}, {X: 6, Y: 6}, {X: 6, Y: 7}, {X: 0, Y: 7}, {X: 0, Y: 6}, {X: 1.8, Y: 6}})
	for _, name := range []string{"fork", "ring", "ring and sensor"} {
		for _, whole := range []bool{false, true} {
			for _, joined := range []bool{false, true} {
				s, others := soa.New(), soa.New()
				if !joined {
					others = s
				}
				var a, b soa.ID
				least := 2. // for the stem
				if name == "fork" {
					a = must.Get(s.AddRegionAt(soa.At(0, 0, 0), fork, 0, soa.Attrs{}))(t)
					b = must.Get(others.AddRegionAt(soa.At(0, 0, 0), tee, 0, soa.Attrs{}))(t)
				} else {
					least = 4.2 // for the disc: 2.2 + 2
					a = must.Get(s.AddRegionAt(soa.At(0, 0, 0), outline(square(3), square(1)), 0, soa.Attrs{}))(t)
					if name != "ring" { // the body is named by a sensor
						must.Get(others.AddCircle(soa.At(0, 0, 0), 5, soa.Attrs{Body: 9, Sensor: true}))(t)
					}
					b = must.Get(others.AddCircle(soa.At(0, 0, 0), 1.2, soa.Attrs{Body: 9}))(t)
				}
				var sep *separate.Separator
				if joined {
					sep = must.Get(separate.NewJoin(s, others, separate.Config{}))(t)
				} else {
					sep = must.Get(separate.New(s, separate.Config{}))(t)
				}
				var bodies push.Bodies
				deepest := 0.
				for range 30 {
					c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
					if joined {
						c, _ = must.Both(batch.Join(context.Background(), s, others, batch.Config{}))(t)
					}
					must.Do(t, bodies.Find(c))
					if whole {
						c = bodies.Contacts()
					}
					st := must.Get(sep.Separate(context.Background(), c))(t)
					deepest = st.Deepest
				}
				ax, ay, _ := s.Position(a)
				bx, by, _ := others.Position(b)
				pa, pb := must.Get(s.Parts(nil, a))(t), must.Get(others.Parts(nil, b))(t)
				ma, mb := float64(len(pa)), float64(len(pb)) // each part has mass 1
				if far := math.Hypot(bx-ax, by-ay); whole && (math.Abs(far-least) > 1e-3 || math.Abs(ma*ax+mb*bx) > 1e-4 || math.Abs(ma*ay+mb*by) > 1e-4) {
					t.Errorf("%s: from (%v, %v) to (%v, %v), want %v", name, ax, ay, bx, by, least)
				}
				if parted := deepest < 1e-5; parted != whole {
					t.Errorf("%s, whole %v, joined %v: overlap by %v, at (%v, %v) and (%v, %v)", name, whole, joined, deepest, ax, ay, bx, by)
				}
			}
		}
	}
}
