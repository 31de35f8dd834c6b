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
	"daylight/internal/simd/isa"
	"daylight/soa"
)

// TestRaysOfAllLengths: thousands of rays in turns, of which most meet something soon, late or never,
// of all lengths, along the axes and across, in a crowd, outside of it and between the few others.
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
	brute := asker(t, index(t, s, query.Config{BruteForce: true}), query.Config{Workers: 2})
	for _, inside := range []bool{false, true} {
		want := must.Get(q.inside(inside).first(ctx, brute))(t)
		any := slices.Clone(must.Get(q.inside(inside).any(ctx, brute))(t))
		for _, table := range isa.All() {
			for _, workers := range []int{1, 3} {
				name := fmt.Sprintf("inside %t, %s, %d workers", inside, table.Name, workers)
				a := asker(t, index(t, s, query.Config{Kernels: table.Name}), query.Config{Workers: workers})
				same(t, name, must.Get(q.inside(inside).first(ctx, a))(t), want)
				same(t, name, must.Get(q.inside(inside).any(ctx, a))(t), any)
			}
		}
	}
}
