// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/livetest"
	"daylight/kernels"
	"daylight/soa"
)

// filled is a store with the shapes of a scene.
func filled(t testing.TB, kind scene.Kind, n int, attrs ...soa.Attr) *soa.Shapes {
	t.Helper()
	shapes := soa.New()
	s, err := scene.New(kind, n, scene.DefaultSeed)
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.Fill(shapes, attrs...)
	if err != nil {
		t.Fatal(err)
	}
	run.Detach()
	return shapes
}

func separate(t testing.TB, shapes *soa.Shapes, c *batch.Contacts, how batch.Separation) batch.SeparationStats {
	t.Helper()
	stats, err := batch.Separate(context.Background(), shapes, c, how)
	if err != nil {
		t.Fatal(err)
	}
	return stats
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
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddCircle(p, 0.5+r.Float64()) },
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) {
			return s.AddCapsule(p, r.Float64()*2, 0.1+r.Float64())
		},
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddBox(p, 0.1+r.Float64(), 0.1+r.Float64()) },
		func(s *soa.Shapes, p soa.Pose) (soa.ID, error) { return s.AddPolygon(p, ngon(3+r.IntN(6), 1, 1), 0) },
	}
	for i := range 400 {
		shapes := soa.New()
		mass := soa.Attach[float64](shapes)
		far := math.Pow(10, float64(r.IntN(5)))
		at := func() soa.Pose { return soa.At(far+r.Float64(), -far+r.Float64(), r.Float64()*7) }
		if _, err := add[i%4](shapes, at()); err != nil {
			t.Fatal(err)
		}
		if _, err := add[i/4%4](shapes, at()); err != nil {
			t.Fatal(err)
		}
		w := [2]float64{r.Float64() * 3, r.Float64() * 3}
		if i%5 == 0 {
			w[i%2] = 0
		}
		copy(livetest.Data(mass), w[:])
		before := collide(t, shapes)
		if before.Len() == 0 {
			continue
		}
		x0, y0 := places(shapes)
		stats := separate(t, shapes, before, batch.Separation{InvMass: mass, Iterations: 10})
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
		after := collide(t, shapes, batch.Margin(1e-3))
		bound := 2 * float64(kernels.ErrorBound(10))
		if after.Len() != 1 || math.Abs(float64(after.Depth[0])) > bound {
			t.Errorf("pair %d: depth %v after, want 0 within %v", i, after.Depth, bound)
		}
	}
}

// TestSeparateImmovable: static shapes and those of infinite mass stay, to the bit,
// and are left, within rounding, by a movable shape that touches them alone.
func TestSeparateImmovable(t *testing.T) {
	shapes := filled(t, scene.Mixed, 3000)
	mass := soa.Attach[float64](shapes)
	for i := range livetest.Data(mass) {
		livetest.Data(mass)[i] = 1
		switch i % 7 {
		case 0:
			livetest.Data(mass)[i] = 0
		case 3:
			if err := shapes.SetAttrs(livetest.IDs(shapes)[i], soa.Static()); err != nil {
				t.Fatal(err)
			}
		}
	}
	vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
	x0, y0 := places(shapes)
	before := collide(t, shapes)
	separate(t, shapes, before, batch.Separation{InvMass: mass, Iterations: 20,
		Velocities: &batch.Velocities{X: vx, Y: vy, DT: 0.1, Friction: 1}})
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
	for i := range livetest.Data(vx) {
		if (i%7 == 0 || i%7 == 3) && (livetest.Data(vx)[i] != 0 || livetest.Data(vy)[i] != 0) {
			t.Errorf("shape %d, which cannot move, has a velocity", i)
		}
	}
	if moved < 500 {
		t.Errorf("only %d shapes moved", moved)
	}
}

// TestSeparateMomentum: the centre of mass stays, with equal masses and with others,
// and so does the momentum of the velocities.
func TestSeparateMomentum(t *testing.T) {
	for _, kind := range scene.Kinds() {
		for _, equal := range []bool{true, false} {
			t.Run(fmt.Sprintf("scene=%v/equal=%v", kind, equal), func(t *testing.T) {
				shapes := filled(t, kind, 2000)
				r := rand.New(rand.NewPCG(1, 2))
				inv := soa.Attach[float64](shapes)
				vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
				for i := range livetest.Data(inv) {
					livetest.Data(inv)[i] = 1
					if !equal {
						livetest.Data(inv)[i] = 0.1 + r.Float64()*5
					}
					livetest.Data(vx)[i], livetest.Data(vy)[i] = r.NormFloat64(), r.NormFloat64()
				}
				v0, w0 := slices.Clone(livetest.Data(vx)), slices.Clone(livetest.Data(vy))
				x0, y0 := places(shapes)
				separate(t, shapes, collide(t, shapes), batch.Separation{InvMass: inv, Iterations: 8,
					Velocities: &batch.Velocities{X: vx, Y: vy, DT: 0.1, Restitution: 0.5, Friction: 0.5}})
				x1, y1 := livetest.Positions(shapes)
				var cx, cy, path, px, py, change float64
				for i := range x0 {
					m := 1 / livetest.Data(inv)[i]
					dx, dy := m*(x1[i]-x0[i]), m*(y1[i]-y0[i])
					cx, cy, path = cx+dx, cy+dy, path+math.Hypot(dx, dy)
					ux, uy := m*(livetest.Data(vx)[i]-v0[i]), m*(livetest.Data(vy)[i]-w0[i])
					px, py, change = px+ux, py+uy, change+math.Hypot(ux, uy)
				}
				t.Logf("centre moved by %.3g of a path of %.3g, momentum changed by %.3g of %.3g", math.Hypot(cx, cy), path, math.Hypot(px, py), change)
				if path < 100 || math.Hypot(cx, cy) > 1e-13*path {
					t.Errorf("the centre of mass moved by %g, %g; all paths together are %g", cx, cy, path)
				}
				if change < 100 || math.Hypot(px, py) > 1e-13*change {
					t.Errorf("the momentum changed by %g, %g; all changes together are %g", px, py, change)
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
		if testing.Short() && kind != scene.Mixed {
			continue
		}
		t.Run(kind.String(), func(t *testing.T) {
			const n = 20_000 // enough for eight workers to have slots
			run := func(workers int, seed uint64, permute bool) (map[soa.ID][4]float64, batch.SeparationStats) {
				shapes := filled(t, kind, n)
				inv := soa.Attach[float64](shapes)
				vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
				r := rand.New(rand.NewPCG(3, 4))
				for i := range livetest.Data(inv) {
					livetest.Data(inv)[i] = float64(r.IntN(5)) / 2
					livetest.Data(vx)[i], livetest.Data(vy)[i] = r.NormFloat64(), r.NormFloat64()
				}
				if permute {
					perm := make([]uint32, n)
					for i, k := range rand.New(rand.NewPCG(5, 6)).Perm(n) {
						perm[i] = uint32(k)
					}
					if err := shapes.Reorder(perm); err != nil {
						t.Fatal(err)
					}
				}
				c := collide(t, shapes, batch.Margin(0.05), batch.Workers(1))
				if seed != 0 {
					c = scrambled(c, seed)
				}
				stats := separate(t, shapes, c, batch.Separation{InvMass: inv, Workers: workers, MaxPush: 0.4, Slop: 0.01,
					Velocities: &batch.Velocities{X: vx, Y: vy, DT: 0.1, Restitution: 0.5, Friction: 0.5}})
				state := map[soa.ID][4]float64{}
				x, y := livetest.Positions(shapes)
				for i, id := range livetest.IDs(shapes) {
					state[id] = [4]float64{x[i], y[i], livetest.Data(vx)[i], livetest.Data(vy)[i]}
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
	shapes := filled(t, scene.Circles, 2000)
	vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
	livetest.Data(vx)[77] = math.NaN()
	c := collide(t, shapes)
	x, y := livetest.Positions(shapes)
	x[5] = math.NaN() // turned bad since the step
	y[6] = math.Inf(1)
	gone := c.A[100]
	if err := shapes.Remove(gone); err != nil {
		t.Fatal(err)
	}
	c.Depth[3] = float32(math.NaN())
	c.NX[4] = float32(math.Inf(-1))
	c.B[9] = c.A[9]
	c.A[10] = 0
	x, y = livetest.Positions(shapes)
	stats := separate(t, shapes, c, batch.Separation{Velocities: &batch.Velocities{X: vx, Y: vy, DT: 1}})
	if stats.Ignored < 5 || stats.Ignored > 30 || stats.Contacts+stats.Ignored != c.Len() {
		t.Errorf("stats %+v of %d contacts", stats, c.Len())
	}
	for i := range x {
		if i != 5 && i != 6 && !(x[i]-x[i] == 0 && y[i]-y[i] == 0) {
			t.Errorf("shape %d is at %v, %v", i, x[i], y[i])
		}
		if v := livetest.Data(vx)[i] + livetest.Data(vy)[i]; i != 77 && v != v {
			t.Errorf("shape %d has velocity %v, %v", i, livetest.Data(vx)[i], livetest.Data(vy)[i])
		}
	}
	if err := shapes.Check(); err != nil {
		t.Error(err)
	}
	after, s, err := batch.Collide(context.Background(), shapes)
	if err != nil || s.Quarantined != 2 {
		t.Errorf("%d in quarantine, error %v", s.Quarantined, err)
	}
	sum0, _ := overlap(&batch.Contacts{Depth: slices.DeleteFunc(slices.Clone(c.Depth), func(d float32) bool { return d != d })})
	if sum, _ := overlap(after); sum > sum0/2 {
		t.Errorf("overlap %v, was %v", sum, sum0)
	}
}

// TestSeparateWallsFirst: whoever touches what cannot move ends free of it, however
// hard others press. The margin shows who might be pushed into it.
func TestSeparateWallsFirst(t *testing.T) {
	shapes := filled(t, scene.Circles, 4000)
	wall, err := shapes.AddBox(soa.At(50, 50, 0.3), 60, 0.5, soa.Static())
	if err != nil {
		t.Fatal(err)
	}
	deepest := func() (deepest float64, touching int) {
		for _, k := range collide(t, shapes).All() {
			if k.A == wall || k.B == wall {
				touching++
				deepest = max(deepest, float64(k.Depth))
			}
		}
		return deepest, touching
	}
	d0, n0 := deepest()
	separate(t, shapes, collide(t, shapes, batch.Margin(2)), batch.Separation{})
	d1, n1 := deepest()
	t.Logf("deepest in the wall: %.3g, then %.3g; touching %d, then %d", d0, d1, n0, n1)
	if d0 < 0.1 || d1 > 1e-4 {
		t.Errorf("deepest in the wall: %g, then %g, want under 1e-4", d0, d1)
	}
}

// TestSeparateBounce: two shapes that meet part at the restitution's share of their
// approach; one that rests stays at rest.
func TestSeparateBounce(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		shapes := soa.New()
		shapes.AddCircle(soa.At(0, 0, 0), 1)
		shapes.AddCircle(soa.At(1.9, 0, 0), 1)
		vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
		copy(livetest.Data(vx), []float64{3, -1})
		separate(t, shapes, collide(t, shapes), batch.Separation{
			Velocities: &batch.Velocities{X: vx, Y: vy, DT: 0.01, Restitution: e, BounceAbove: 0.1}})
		a, b := livetest.Data(vx)[0], livetest.Data(vx)[1]
		if math.Abs(b-a-4*e) > 1e-6 || math.Abs(a+b-2) > 1e-12 {
			t.Errorf("restitution %v: velocities %v and %v", e, a, b)
		}
	}
}

// TestSeparateFriction: a shape that slides on the ground is slowed by the friction
// coefficient times its weight, and not turned back.
func TestSeparateFriction(t *testing.T) {
	const dt, g, mu = 0.01, 10.0, 0.5
	shapes := soa.New()
	shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Static())
	shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5)
	vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
	livetest.Data(vx)[1] = 2
	for frame := range 100 {
		livetest.Data(vy)[1] -= g * dt
		x, y := livetest.Positions(shapes)
		x[1] += livetest.Data(vx)[1] * dt
		y[1] += livetest.Data(vy)[1] * dt
		separate(t, shapes, collide(t, shapes), batch.Separation{
			Velocities: &batch.Velocities{X: vx, Y: vy, DT: dt, Friction: mu}})
		want := max(0, 2-mu*g*dt*float64(frame+1))
		if v := livetest.Data(vx)[1]; math.Abs(v-want) > 0.06 {
			t.Fatalf("frame %d: speed %v, want %v", frame, v, want)
		}
	}
	if v := livetest.Data(vx)[1]; math.Abs(v) > 1e-6 {
		t.Errorf("slides on at %v", v)
	}
}

// TestSeparateAllocations: a warm separation allocates nothing with one worker.
func TestSeparateAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, workers := range []int{1, 2} {
		counts := []float64{}
		for _, n := range []int{5000, 20_000} {
			shapes := filled(t, scene.Mixed, n)
			vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
			c := collide(t, shapes)
			x0, y0 := places(shapes)
			s, err := batch.NewSeparator(shapes, batch.Separation{Workers: workers, Velocities: &batch.Velocities{X: vx, Y: vy, DT: 1}})
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, testing.AllocsPerRun(10, func() {
				x, y := livetest.Positions(shapes)
				copy(x, x0)
				copy(y, y0)
				if _, err := s.Separate(context.Background(), c); err != nil {
					t.Fatal(err)
				}
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
	shapes := filled(t, scene.Circles, 1000)
	c := collide(t, shapes)
	x0, y0 := places(shapes)
	for polls := range 12 {
		ctx := &pollContext{Context: context.Background(), left: polls}
		if _, err := batch.Separate(ctx, shapes, c, batch.Separation{Workers: 1}); err == nil {
			t.Fatalf("cancelled at poll %d without an error", polls)
		}
		if x, y := livetest.Positions(shapes); !slices.Equal(x, x0) || !slices.Equal(y, y0) {
			t.Fatalf("cancelled at poll %d, yet shapes moved", polls)
		}
	}
}

// pollContext ends after it was asked so many times.
type pollContext struct {
	context.Context
	left int
}

func (c *pollContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSeparationErrors: options that make no sense are refused in words.
func TestSeparationErrors(t *testing.T) {
	shapes, other := filled(t, scene.Circles, 10), filled(t, scene.Circles, 11)
	vx, vy := soa.Attach[float64](shapes), soa.Attach[float64](shapes)
	foreign := soa.Attach[float64](other)
	nan, inf := math.NaN(), math.Inf(1)
	v := func(change func(*batch.Velocities)) batch.Separation {
		v := &batch.Velocities{X: vx, Y: vy, DT: 1}
		change(v)
		return batch.Separation{Velocities: v}
	}
	for want, how := range map[string]batch.Separation{
		"Iterations is -1":            {Iterations: -1},
		"Iterations is 10001":         {Iterations: 10_001},
		"Relaxation is -1":            {Relaxation: -1},
		"Relaxation is 2":             {Relaxation: 2},
		"Relaxation is NaN":           {Relaxation: nan},
		"Slop is -1":                  {Slop: -1},
		"Slop is +Inf":                {Slop: inf},
		"Firm is 10001":               {Firm: 10_001},
		"MaxPush is NaN":              {MaxPush: nan},
		"Workers is -1":               {Workers: -1},
		"Workers is 1025":             {Workers: 1025},
		"InvMass is of another store": {InvMass: foreign},
		"X or Y is nil":               v(func(v *batch.Velocities) { v.Y = nil }),
		"X or Y is of another store":  v(func(v *batch.Velocities) { v.Y = foreign }),
		"DT is 0":                     v(func(v *batch.Velocities) { v.DT = 0 }),
		"DT is 5e-324":                v(func(v *batch.Velocities) { v.DT = 5e-324 }),
		"Restitution is 1.5":          v(func(v *batch.Velocities) { v.Restitution = 1.5 }),
		"BounceAbove is -1":           v(func(v *batch.Velocities) { v.BounceAbove = -1 }),
		"Friction is +Inf":            v(func(v *batch.Velocities) { v.Friction = inf }),
	} {
		_, err := batch.Separate(context.Background(), shapes, &batch.Contacts{}, how)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	bad := soa.Attach[float64](shapes)
	livetest.Data(bad)[4] = -2
	_, err := batch.Separate(context.Background(), shapes, collide(t, shapes), batch.Separation{InvMass: bad})
	if err == nil || !strings.Contains(err.Error(), "InvMass of shape 4:1 is -2") {
		t.Errorf("got error %v", err)
	}
	overlaps := &batch.Contacts{A: make([]soa.ID, 1), B: make([]soa.ID, 1)}
	if _, err := batch.Separate(context.Background(), shapes, overlaps, batch.Separation{}); err == nil {
		t.Error("contacts without depths are accepted")
	}
	if _, err := batch.Separate(context.Background(), nil, overlaps, batch.Separation{}); err == nil {
		t.Error("nil shapes are accepted")
	}
	if _, err := batch.Separate(context.Background(), shapes, nil, batch.Separation{}); err == nil {
		t.Error("nil contacts are accepted")
	}
	if _, err := new(batch.Separator).Separate(context.Background(), overlaps); err == nil {
		t.Error("the zero Separator works")
	}
}
