// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSkinPaysInCrowds: the engine keeps lists where most shapes go on as they did. Some turn back
// in every step, but not more than a list bears.
func TestSkinPaysInCrowds(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 120 steps of 20,000 shapes")
	}
	const n, side = 20_000, 210
	r := rand.New(rand.NewPCG(8, 1))
	shapes := soa.New()
	vx := soa.Attach[float64](shapes)
	for range n {
		must.Get(shapes.AddBox(soa.At(r.Float64()*side, r.Float64()*side, 0), 0.5, 0.5, soa.Attrs{}))(t)
	}
	must.Do(t, shapes.Update(func(c soa.Live) {
		for i := range c.X {
			vx.Data(c)[i] = 0.05 * r.NormFloat64()
		}
	}))
	e := must.Get(New(shapes, Config{Workers: 1}.Listed(Auto)))(t)
	used := 0
	for range 120 {
		must.Do(t, shapes.Update(func(c soa.Live) {
			v := vx.Data(c)
			for i := range c.X {
				if r.IntN(260) == 0 {
					v[i] = -v[i]
				}
				c.X[i] += v[i]
			}
		}))
		must.Get(e.Step(context.Background()))(t)
		used += kernels.One(e.Stats().SkinAge > 0)
	}
	if used < 80 {
		t.Errorf("a list was used in %d of 120 steps", used)
	}
}

// TestRestTeachesNoPace: a step that passes over shapes does not tell what a shape costs.
func TestRestTeachesNoPace(t *testing.T) {
	ctx := context.Background()
	e := must.Get(New(someBoxes(t, 5000), Config{Workers: 2}.Listed(8)))(t)
	for range 2 {
		must.Get(e.Step(ctx))(t)
	}
	passed := 0
	for range 4 {
		before := e.run.Pace
		must.Get(e.Step(ctx))(t)
		if e.Stats().detail.Passed == 0 {
			continue
		}
		if passed++; e.run.Pace != before {
			t.Errorf("%d of 5000 shapes were passed over, and one is now thought to take %v ns, before %v", e.Stats().detail.Passed, e.run.Pace, before)
		}
	}
	if passed == 0 {
		t.Error("no step passed over shapes")
	}
}
