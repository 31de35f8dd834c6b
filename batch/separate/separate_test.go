// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/bench/scene"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

func apart(t testing.TB, shapes *soa.Shapes, c *batch.Contacts, opts separate.Config) separate.Stats {
	t.Helper()
	return must.Get(once(context.Background(), shapes, c, opts))(t)
}

// places are copies of the positions.
func places(shapes *soa.Shapes) (x, y []float64) {
	px, py := livetest.Positions(shapes)
	return slices.Clone(px), slices.Clone(py)
}

// overlap is the sum of all depths and the greatest.
func overlap(c *batch.Contacts) (sum, deepest float64) {
	for _, d := range c.Depth {
		sum += float64(d)
		deepest = max(deepest, float64(d))
	}
	return sum, deepest
}

// TestSeparatePair: two shapes of any kinds, with any masses, end touching, within the
// error bound of the depth, and the lighter one has moved more.
func TestSeparatePair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	add := []func(s *soa.Shapes, p soa.Pose) (soa.ID, error){
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddCircle(p, 0.5+r.Float64(), soa.Attrs{}) },
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) {
			return s.AddCapsule(p, r.Float64()*2, 0.1+r.Float64(), soa.Attrs{})
		},
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) {
			return s.AddBox(p, 0.1+r.Float64(), 0.1+r.Float64(), soa.Attrs{})
		},
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) {
			return s.AddPolygon(p, ngon(3+r.IntN(6), 1, 1), 0, soa.Attrs{})
		},
	}
	for i := range 400 {
		shapes := soa.New()
		mass := soa.Attach[float64](shapes)
		far := math.Pow(10, float64(r.IntN(5)))
		at := func() soa.Pose { return soa.At(far+r.Float64(), -far+r.Float64(), r.Float64()*7) }
		must.Get(add[i%4](shapes, at()))(t)
		must.Get(add[i/4%4](shapes, at()))(t)
		w := [2]float64{r.Float64() * 3, r.Float64() * 3}
		if i%5 == 0 {
			w[i%2] = 0
		}
		copy(livetest.Data(mass), w[:])
		before := collide(t, shapes, batch.Config{})
		if before.Len() == 0 {
			continue
		}
		x0, y0 := places(shapes)
		stats := apart(t, shapes, before, separate.Config{Columns: [2]separate.Columns{{InvMass: mass}}, Iterations: 10})
		if stats.Iterations > 2 {
			t.Errorf("pair %d: %d iterations", i, stats.Iterations)
		}
		x1, y1 := places(shapes)
		for k := range 2 {
			moved := math.Hypot(x1[k]-x0[k], y1[k]-y0[k])
			want := float64(before.Depth[0]) * w[k] / (w[0] + w[1])
			if math.Abs(moved-want) > 1e-6 {
				t.Errorf("pair %d: shape %d with inverse masses %v moved by %v, want %v", i, k, w, moved, want)
			}
		}
		after := collide(t, shapes, batch.Config{Margin: 1e-3})
		bound := 2 * float64(kernels.ErrorBounds(10, 0).Separation)
		if after.Len() != 1 || math.Abs(float64(after.Depth[0])) > bound {
			t.Errorf("pair %d: depth %v after, want 0 within %v", i, after.Depth, bound)
		}
	}
}

// TestSeparateImmovable: static shapes and those of infinite mass stay, to the bit,
// and are left, within rounding, by a movable shape that touches them alone.
func TestSeparateImmovable(t *testing.T) {
	shapes := filled(t, scene.Mixed, 3000, soa.Attrs{})
	mass := soa.Attach[float64](shapes)
	for i := range livetest.Data(mass) {
		livetest.Data(mass)[i] = 1
		switch i % 7 {
		case 0:
			livetest.Data(mass)[i] = 0
		case 3:
			must.Do(t, shapes.SetAttrs(livetest.IDs(shapes)[i], soa.Attrs{Static: true}))
		}
	}
	x0, y0 := places(shapes)
	before := collide(t, shapes, batch.Config{})
	apart(t, shapes, before, separate.Config{Columns: [2]separate.Columns{{InvMass: mass}}, Iterations: 20})
	x1, y1 := places(shapes)
	moved := 0
	for i := range x0 {
		if x0[i] == x1[i] && y0[i] == y1[i] {
			continue
		}
		if moved++; i%7 == 0 || i%7 == 3 {
			t.Errorf("shape %d, which cannot move, did", i)
		}
	}
	if moved < 500 {
		t.Errorf("only %d shapes moved", moved)
	}
}

// TestSeparateMomentum: the centre of mass stays, with equal masses and with others.
func TestSeparateMomentum(t *testing.T) {
	for _, kind := range scene.Kinds() {
		for _, equal := range []bool{true, false} {
			t.Run(fmt.Sprintf("scene=%v/equal=%v", kind, equal), func(t *testing.T) {
				shapes := filled(t, kind, 2000, soa.Attrs{})
				r := rand.New(rand.NewPCG(1, 2))
				inv := soa.Attach[float64](shapes)
				for i := range livetest.Data(inv) {
					livetest.Data(inv)[i] = 1
					if !equal {
						livetest.Data(inv)[i] = 0.1 + r.Float64()*5
					}
				}
				x0, y0 := places(shapes)
				apart(t, shapes, collide(t, shapes, batch.Config{}), separate.Config{Columns: [2]separate.Columns{{InvMass: inv}}, Iterations: 8})
				x1, y1 := livetest.Positions(shapes)
				var cx, cy, path float64
				for i := range x0 {
					m := 1 / livetest.Data(inv)[i]
					dx, dy := m*(x1[i]-x0[i]), m*(y1[i]-y0[i])
					cx, cy, path = cx+dx, cy+dy, path+math.Hypot(dx, dy)
				}
				t.Logf("centre moved by %.3g of a path of %.3g", math.Hypot(cx, cy), path)
				if path < 100 || math.Hypot(cx, cy) > 1e-13*path {
					t.Errorf("the centre of mass moved by %g, %g; all paths together are %g", cx, cy, path)
				}
			})
		}
	}
}

// scrambled is the contacts in another order.
func scrambled(c *batch.Contacts, seed uint64) *batch.Contacts {
	d := c.Clone()
	rand.New(rand.NewPCG(seed, 0)).Shuffle(d.Len(), func(i, j int) {
		d.A[i], d.A[j] = d.A[j], d.A[i]
		d.B[i], d.B[j] = d.B[j], d.B[i]
		d.Depth[i], d.Depth[j] = d.Depth[j], d.Depth[i]
		d.NX[i], d.NX[j] = d.NX[j], d.NX[i]
		d.NY[i], d.NY[j] = d.NY[j], d.NY[i]
	})
	return d
}

// TestSeparateDeterminism: every number of workers and every order of contacts gives
// the same bits, with all that the separator can do switched on.
func TestSeparateDeterminism(t *testing.T) {
	for _, kind := range scene.Kinds() {
		if kind != scene.Mixed && (testing.Short() || kind != scene.Cluster && !testenv.Full()) {
			continue // a mixture has all kinds of shapes, a cluster many contacts of one
		}
		t.Run(kind.String(), func(t *testing.T) {
			const n = 20_000 // enough for eight workers to have slots
			run := func(workers int, seed uint64, permute bool) (map[soa.ID][2]float64, separate.Stats) {
				shapes := filled(t, kind, n, soa.Attrs{})
				inv := soa.Attach[float64](shapes)
				r := rand.New(rand.NewPCG(3, 4))
				for i := range livetest.Data(inv) {
					livetest.Data(inv)[i] = float64(r.IntN(5)) / 2
				}
				if permute {
					must.Do(t, livetest.Shuffle(shapes, rand.New(rand.NewPCG(5, 6))))
				}
				c := collide(t, shapes, batch.Config{Margin: 0.05, Workers: 1})
				if seed != 0 {
					c = scrambled(c, seed)
				}
				stats := apart(t, shapes, c, separate.Config{Columns: [2]separate.Columns{{InvMass: inv}}, Workers: workers, MaxPush: 0.4, Slop: 0.01})
				state := map[soa.ID][2]float64{}
				x, y := livetest.Positions(shapes)
				for i, id := range livetest.IDs(shapes) {
					state[id] = [2]float64{x[i], y[i]}
				}
				if stats.Workers != workers {
					t.Fatalf("%d workers, want %d", stats.Workers, workers)
				}
				stats.Workers = 0
				return state, stats
			}
			want, stats := run(1, 0, false)
			if stats.Overlaps < n/4 {
				t.Fatalf("only %d overlaps", stats.Overlaps)
			}
			check := func(name string, workers int, seed uint64, permute bool) {
				got, s := run(workers, seed, permute)
				if s != stats {
					t.Errorf("%s: stats %+v, want %+v", name, s, stats)
				}
				bad := 0
				for id, v := range want {
					if got[id] != v {
						bad++
					}
				}
				if bad > 0 {
					t.Errorf("%s: %d shapes of %d differ", name, bad, n)
				}
			}
			for _, workers := range []int{2, 3, 8} {
				if testing.Short() && workers != 3 {
					continue // other numbers come with other orders, below
				}
				check(fmt.Sprintf("%d workers", workers), workers, 0, false)
			}
			check("contacts in another order", 1, 7, false)
			check("contacts in another order, 3 workers", 3, 8, false)
			check("slots in another order, 8 workers", 8, 9, true)
		})
	}
}

// TestSeparateUnsound: what is not finite, gone or stale is ignored and harms no other.
func TestSeparateUnsound(t *testing.T) {
	shapes := filled(t, scene.Circles, 2000, soa.Attrs{})
	c := collide(t, shapes, batch.Config{})
	x, y := livetest.Positions(shapes)
	x[5] = math.NaN() // turned bad since the step
	y[6] = math.Inf(1)
	gone := c.A[100]
	must.Do(t, shapes.Remove(gone))
	c.Depth[3] = float32(math.NaN())
	c.NX[4] = float32(math.Inf(-1))
	c.B[9] = c.A[9]
	c.A[10] = 0
	x, y = livetest.Positions(shapes)
	stats := apart(t, shapes, c, separate.Config{})
	if ignored := c.Len() - stats.Contacts; ignored < 5 || ignored > 30 {
		t.Errorf("stats %+v of %d contacts", stats, c.Len())
	}
	for i := range x {
		if i != 5 && i != 6 && !(x[i]-x[i] == 0 && y[i]-y[i] == 0) {
			t.Errorf("shape %d is at %v, %v", i, x[i], y[i])
		}
	}
	must.Do(t, livetest.Check(shapes))
	after, s, err := batch.Collide(context.Background(), shapes, batch.Config{})
	if err != nil || s.Quarantined != 2 {
		t.Errorf("%d in quarantine, error %v", s.Quarantined, err)
	}
	sum0, _ := overlap(&batch.Contacts{Depth: slices.DeleteFunc(slices.Clone(c.Depth), func(d float32) bool { return d != d })})
	if sum, _ := overlap(after); sum > sum0/2 {
		t.Errorf("overlap %v, was %v", sum, sum0)
	}
}

// TestSeparateWallsFirst: a shape that touches an immovable one ends free of it,
// however hard others press. The margin shows who might be pushed into it.
func TestSeparateWallsFirst(t *testing.T) {
	shapes := filled(t, scene.Circles, 4000, soa.Attrs{})
	wall := must.Get(shapes.AddBox(soa.At(50, 50, 0.3), 60, 0.5, soa.Attrs{Static: true}))(t)
	deepest := func() (deepest float64, touching int) {
		for _, k := range collide(t, shapes, batch.Config{}).All() {
			if k.A == wall || k.B == wall {
				touching++
				deepest = max(deepest, float64(k.Depth))
			}
		}
		return deepest, touching
	}
	d0, n0 := deepest()
	apart(t, shapes, collide(t, shapes, batch.Config{Margin: 2}), separate.Config{})
	d1, n1 := deepest()
	t.Logf("deepest in the wall: %.3g, then %.3g; touching %d, then %d", d0, d1, n0, n1)
	if d0 < 0.1 || d1 > 1e-4 {
		t.Errorf("deepest in the wall: %g, then %g, want under 1e-4", d0, d1)
	}
}

// TestSeparateAllocations: a warm separation allocates nothing with one worker.
func TestSeparateAllocations(t *testing.T) {
	testenv.OwnMemory(t)
	for _, workers := range []int{1, 2} {
		counts := []float64{}
		for _, n := range []int{5000, 20_000} {
			shapes := filled(t, scene.Mixed, n, soa.Attrs{})
			c := collide(t, shapes, batch.Config{})
			x0, y0 := places(shapes)
			s := must.Get(separate.New(shapes, separate.Config{Workers: workers}))(t)
			counts = append(counts, testing.AllocsPerRun(10, func() {
				x, y := livetest.Positions(shapes)
				copy(x, x0)
				copy(y, y0)
				must.Get(s.Separate(context.Background(), c))(t)
			}))
		}
		t.Logf("%d workers: %v allocations", workers, counts)
		if limit := float64(workers-1) * 200; counts[0] > limit || counts[1] > limit {
			t.Errorf("%d workers: %v allocations, want at most %v", workers, counts, limit)
		}
	}
}

// TestSeparateCancelled: a separation that is cancelled has changed nothing.
func TestSeparateCancelled(t *testing.T) {
	shapes := filled(t, scene.Circles, 1000, soa.Attrs{})
	c := collide(t, shapes, batch.Config{})
	x0, y0 := places(shapes)
	for polls := range 12 {
		if _, err := once(testenv.EndsAfter(polls), shapes, c, separate.Config{Workers: 1}); err == nil {
			t.Fatalf("cancelled at poll %d without an error", polls)
		}
		if x, y := livetest.Positions(shapes); !slices.Equal(x, x0) || !slices.Equal(y, y0) {
			t.Fatalf("cancelled at poll %d, yet shapes moved", polls)
		}
	}
}

// TestSeparateOneSpot: 300 equal discs at one spot part in all directions.
func TestSeparateOneSpot(t *testing.T) {
	shapes := soa.New()
	for range 300 {
		must.Get(shapes.AddCircle(soa.At(3, 4, 0), 0.5, soa.Attrs{}))(t)
	}
	s := must.Get(separate.New(shapes, separate.Config{MaxPush: 0.1}))(t)
	deepest := 0.0
	for range 600 {
		c := collide(t, shapes, batch.Config{})
		_, deepest = overlap(c)
		must.Get(s.Separate(context.Background(), c))(t)
	}
	x, y := livetest.Positions(shapes)
	wide, high := slices.Max(x)-slices.Min(x), slices.Max(y)-slices.Min(y)
	t.Logf("deepest %.4f, on %.1f by %.1f", deepest, wide, high)
	if deepest > 0.05 || min(wide, high) < 8 {
		t.Errorf("still %v deep, on %v by %v", deepest, wide, high)
	}
}
