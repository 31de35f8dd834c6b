// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// TestRaysOfAllLengths: thousands of rays in turns. Most meet something soon, late or never. They
// have all lengths, along the axes and across, in a crowd, outside of it and between the few
// others.
func TestRaysOfAllLengths(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 173)
	s := soa.New()
	for i := range 900 {
		x, y := 12*r.Float64(), 12*r.Float64()
		if i%3 == 0 {
			x, y = 4000*r.Float64()-2000, 4000*r.Float64()-2000
		}
		if i%2 == 0 {
			must.Get(s.AddCircle(soa.At(x, y, 0), 0.1, soa.Attrs{}))(t)
			continue
		}
		must.Get(s.AddBox(soa.At(x, y, r.Float64()*math.Pi), 0.3, 0.2, soa.Attrs{}))(t)
	}
	var q rayColumns
	for i := range 4000 {
		kind := i / 400 % 5
		x, y := 12*r.Float64(), 12*r.Float64()
		angle, length := 2*math.Pi*r.Float64(), 5.0
		switch kind {
		case 1:
			length = 4000
		case 2: // outside of the crowd
			x, length = x+13, 2
		case 3:
			x, y, length = 4000*r.Float64()-2000, 4000*r.Float64()-2000, 4000
		case 4: // of any length, along an axis
			angle, length = math.Pi/2*float64(r.IntN(4)), math.Pow(10, float64(r.IntN(24)-8))
		}
		q.X, q.Y = append(q.X, x), append(q.Y, y)
		q.DX, q.DY = append(q.DX, length*math.Cos(angle)), append(q.DY, length*math.Sin(angle))
		if kind == 4 && r.IntN(2) == 0 {
			q.DX[i], q.DY[i] = 0, length
		}
	}
	brute := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{Workers: 2})
	for _, inside := range []bool{false, true} {
		want := must.Get(q.inside(inside).first(ctx, brute))(t)
		any := slices.Clone(must.Get(q.inside(inside).any(ctx, brute))(t))
		for _, table := range tables() {
			for _, workers := range []int{1, 3} {
				name := fmt.Sprintf("inside %t, %s, %d workers", inside, table.Name, workers)
				a := asker(t, index(t, s, query.Config{Kernels: table.Name}), query.AskerConfig{Workers: workers})
				same(t, name, must.Get(q.inside(inside).first(ctx, a))(t), want)
				same(t, name, must.Get(q.inside(inside).any(ctx, a))(t), any)
			}
		}
	}
}

// TestRaysOfOneKind: rays among boxes or circles alone, and with a few other shapes that kernels
// decide. Copies of a shape lie one over the other, and the lowest ID answers. Boxes lie along the
// axes with rays along their sides, and rays begin in shapes and on them. All from copies and in
// the store.
func TestRaysOfOneKind(t *testing.T) {
	ctx := context.Background()
	for round := range 4 {
		others, circles := []int{1 << 30, 5}[round%2], round > 1
		r := seeded(t, 179)
		s := soa.New()
		for i := range 1500 {
			at := soa.At(math.Round(42*r.Float64()), math.Round(42*r.Float64()), float64(i%2)*r.Float64())
			for range 1 + i%3/2 {
				if circles != (i%others == others-1) {
					must.Get(s.AddCircle(at, 0.25*float64(i%4), soa.Attrs{}))(t)
				} else {
					must.Get(s.AddBox(at, 0.25, 0.5, soa.Attrs{}))(t)
				}
			}
		}
		var q rayColumns
		for i := range size(4000) {
			x, y, angle, length := 42*r.Float64(), 42*r.Float64(), 7*r.Float64(), 30*r.Float64()
			q.DX, q.DY = append(q.DX, length*math.Cos(angle)), append(q.DY, length*math.Sin(angle))
			if i%3 > 0 { // from centres, corners and sides, along axes half of the time
				x, y = math.Round(2*x)/2+0.25, math.Round(2*y)/2
				if i%3 == 1 {
					q.DX[i], q.DY[i] = math.Round(q.DX[i]), 0
				}
			}
			q.X, q.Y = append(q.X, x), append(q.Y, y)
		}
		brute := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{})
		want, any := must.Get(q.first(ctx, brute))(t), must.Get(q.any(ctx, brute))(t)
		for _, table := range tables() {
			for _, inPlace := range []bool{false, true} {
				ix := index(t, s, query.Config{Kernels: table.Name, InPlace: inPlace, AnyOrder: inPlace})
				if query.ReadsStore(ix) != inPlace {
					t.Fatalf("shapes are read in their store: %t", !inPlace)
				}
				a, name := asker(t, ix, query.AskerConfig{Workers: 2}), fmt.Sprintf("round %d, %s, in place %t", round, table.Name, inPlace)
				same(t, name, must.Get(q.first(ctx, a))(t), want)
				same(t, name+", any", must.Get(q.any(ctx, a))(t), any)
			}
		}
	}
}
