// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// stepped is a store as steps of an engine leave it, and the engine.
func stepped(t *testing.T, l *layout, n int, cfg batch.Config) (*soa.Shapes, *batch.Engine) {
	t.Helper()
	s := soa.New()
	l.place(t, s, seeded(t, 91), n)
	cfg.Workers = 1
	e := must.Get(batch.New(s, cfg))(t)
	for range 2 {
		must.Get(e.Step(context.Background()))(t)
	}
	return s, e
}

// TestInPlace: an index reads shapes in the store where a step has left them, with lists too,
// follows them from step to step, and answers as one that copies them; elsewhere it copies them.
func TestInPlace(t *testing.T) {
	ctx := context.Background()
	n := testenv.Rounds(4500, 6000, 6000)
	for _, l := range layouts(n) {
		if testenv.Race && l.name != "uniform" && l.name != "filters" { // others are asked by the same goroutines
			continue
		}
		for _, cfg := range []batch.Config{{}, {Skin: true}} {
			s, e := stepped(t, &l, n, cfg)
			ix, copies := index(t, s, query.Config{InPlace: true, Workers: 2}), index(t, s, query.Config{})
			a, brute := asker(t, ix, query.AskerConfig{}), asker(t, copies, query.AskerConfig{})
			r := seeded(t, 92)
			for step := range testenv.Rounds(2, 3, 3) {
				must.Do(t, s.Update(func(c soa.Live) {
					for i := range c.X {
						c.X[i] += 0.1 * r.NormFloat64()
					}
				}))
				must.Get(e.Step(ctx))(t)
				must.Do(t, ix.Refit())
				must.Do(t, copies.Build())
				rays, points := randomRays(&l, r, size(300)), randomPoints(&l, r, size(300))
				name := fmt.Sprintf("%s, skin %v, step %d, in place %v", l.name, cfg.Skin, step, query.ReadsStore(ix))
				same(t, name+", rays", must.Get(rays.all(ctx, a))(t), must.Get(rays.all(ctx, brute))(t))
				same(t, name+", points", must.Get(points.within(0.5).canonical().overlap(ctx, a))(t), must.Get(points.within(0.5).canonical().overlap(ctx, brute))(t))
				same(t, name+", nearest", must.Get(points.nearest(ctx, a, 5))(t), must.Get(points.nearest(ctx, brute, 5))(t))
				same(t, name+", within", must.Get(a.WithinDistance(ctx, 0.5, query.Options{}))(t), must.Get(brute.WithinDistance(ctx, 0.5, query.Options{}))(t))
			}
			if l.name == "uniform" && !query.ReadsStore(ix) {
				t.Errorf("%s, skin %v: shapes were copied after a step", l.name, cfg.Skin)
			}
		}
	}
	for name, change := range map[string]func(s *soa.Shapes) error{
		"quarantine": func(s *soa.Shapes) error { return s.Update(func(c soa.Live) { c.X[7] = 1e300 }) },
		"two worlds": func(s *soa.Shapes) error { return s.SetAttrs(idsOf(s)[7], soa.Attrs{World: 1}) },
		"few":        func(s *soa.Shapes) error { return s.Clear() },
		"no order": func(s *soa.Shapes) error {
			return s.Update(func(c soa.Live) {
				r := seeded(t, 93)
				for i := range c.X {
					c.X[i] = 300 * r.Float64()
				}
			})
		},
	} {
		s, _ := stepped(t, &layouts(n)[2], n, batch.Config{})
		must.Do(t, change(s))
		ix := index(t, s, query.Config{InPlace: true})
		if query.ReadsStore(ix) {
			t.Errorf("%s: shapes were not copied", name)
		}
		must.Get(asker(t, ix, query.AskerConfig{}).OverlapPoints(ctx, []float64{3}, []float64{4}, query.Options{}))(t)
	}
}

// TestInPlaceChanged: a call that changes the store, or might, makes questions of an index in place
// fail until Build. Other calls leave the index as it is.
func TestInPlaceChanged(t *testing.T) {
	testenv.Sequential(t) // but for the askers; TestInPlace has as many
	ctx := context.Background()
	const n = 5000
	motion := func(s *soa.Shapes) batch.Columns {
		v := soa.Attach[float32](s)
		return batch.Columns{Motion: soa.Motion{VX: v, VY: v}}
	}
	for name, change := range map[string]func(s *soa.Shapes, e *batch.Engine) error{
		"Update":      func(s *soa.Shapes, _ *batch.Engine) error { return s.Update(func(soa.Live) {}) },
		"SetPose":     func(s *soa.Shapes, _ *batch.Engine) error { return s.SetPose(idsOf(s)[0], soa.At(1, 2, 3)) },
		"SetPosition": func(s *soa.Shapes, _ *batch.Engine) error { return s.SetPosition(idsOf(s)[0], 1, 2) },
		"SetAngle":    func(s *soa.Shapes, _ *batch.Engine) error { return s.SetAngle(idsOf(s)[0], 1) },
		"SetAttrs":    func(s *soa.Shapes, _ *batch.Engine) error { return s.SetAttrs(idsOf(s)[0], soa.Attrs{Category: 2}) },
		"Remove":      func(s *soa.Shapes, _ *batch.Engine) error { return s.Remove(idsOf(s)[0]) },
		"Clear":       func(s *soa.Shapes, _ *batch.Engine) error { return s.Clear() },
		"AddBox": func(s *soa.Shapes, _ *batch.Engine) error {
			_, err := s.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{})
			return err
		},
		"Advance": func(s *soa.Shapes, _ *batch.Engine) error {
			_, err := must.Get(batch.New(s, batch.Config{Columns: [2]batch.Columns{motion(s)}}))(t).Advance(ctx, 0.01)
			return err
		},
		"pushing apart": func(s *soa.Shapes, e *batch.Engine) error {
			p, err := separate.New(s, separate.Config{})
			if err == nil {
				_, err = p.Separate(ctx, must.Get(e.Step(ctx))(t))
			}
			return err
		},
		"a step that puts storage in order": func(s *soa.Shapes, e *batch.Engine) error {
			err := s.Update(func(c soa.Live) {
				r := seeded(t, 94)
				for i := range c.X {
					c.X[i], c.Y[i] = 90*r.Float64(), 90*r.Float64()
				}
			})
			for range 20 {
				must.Get(e.Step(ctx))(t)
			}
			return err
		},
	} {
		s, e := stepped(t, &layouts(n)[2], n, batch.Config{})
		ix := index(t, s, query.Config{InPlace: true})
		a := asker(t, ix, query.AskerConfig{})
		asks := func() error {
			_, err := a.WithinDistance(ctx, 0.1, query.Options{})
			_, one := ix.CastRay(0, 0, 1, 1, query.Options{})
			if errors.Is(err, query.ErrChanged) != errors.Is(one, query.ErrChanged) {
				t.Errorf("%s: %v of many, %v of one question", name, err, one)
			}
			return err
		}
		if !query.ReadsStore(ix) {
			t.Fatalf("%s: shapes were copied", name)
		}
		must.Get(e.Step(ctx))(t) // which finds all as it was
		index(t, s, query.Config{})
		must.Do(t, asks())
		must.Do(t, change(s, e))
		if err := asks(); !errors.Is(err, query.ErrChanged) {
			t.Errorf("%s: %v, want ErrChanged", name, err)
		}
		must.Do(t, ix.Build())
		must.Do(t, asks())
	}
}

// TestInPlaceOnlyRead: an Update that says it only reads leaves an index in place as it is, unless
// something within it writes.
func TestInPlaceOnlyRead(t *testing.T) {
	s, _ := stepped(t, &layouts(5000)[2], 5000, batch.Config{})
	ix := index(t, s, query.Config{InPlace: true})
	a := asker(t, ix, query.AskerConfig{})
	for _, c := range []struct {
		what    string
		f       func(c soa.Live)
		changed bool
	}{
		{"nothing named", func(c soa.Live) { c.Wrote(0, 0) }, false},
		{"no slot there", func(c soa.Live) { c.Wrote(-3, 0); c.Wrote(len(c.X), len(c.X)+9) }, false},
		{"reads within reads", func(c soa.Live) { c.Wrote(0, 0); _ = s.Update(func(c soa.Live) { c.Wrote(0, 0) }); c.Wrote(0, 0) }, false},
		{"a slot", func(c soa.Live) { c.Wrote(0, 0); c.Wrote(3, 4); c.X[3]++ }, true},
		{"a slot, then none", func(c soa.Live) { c.Wrote(3, 4); c.X[3]++; c.Wrote(0, 0) }, true},
		{"by ID", func(c soa.Live) { c.Wrote(0, 0); _ = s.SetPosition(c.ID[5], 50, 50) }, true},
		{"writes within reads", func(c soa.Live) { c.Wrote(0, 0); _ = s.Update(func(c soa.Live) { c.X[4]++ }); c.Wrote(0, 0) }, true},
		{"silence", func(soa.Live) {}, true},
	} {
		must.Do(t, ix.Build())
		must.Do(t, s.Update(c.f))
		_, err := a.WithinDistance(context.Background(), 0.1, query.Options{})
		if changed := errors.Is(err, query.ErrChanged); changed != c.changed || !query.ReadsStore(ix) {
			t.Errorf("%s: %v, in place %v", c.what, err, query.ReadsStore(ix))
		}
	}
}

// TestInPlaceTakesLittle: an index in place takes few bytes a shape, none once it is warm, and
// refuses a limit below.
func TestInPlaceTakesLittle(t *testing.T) {
	testenv.Sequential(t)
	s, _ := stepped(t, &layouts(100_000)[2], 100_000, batch.Config{})
	if _, err := query.New(s, query.Config{InPlace: true, MemoryLimit: 1 << 20}); !errors.Is(err, daylight.ErrLimit) {
		t.Errorf("an index in place within 1 MiB: %v", err)
	}
	ix := index(t, s, query.Config{InPlace: true, MemoryLimit: 3 << 20, Workers: 1})
	if !query.ReadsStore(ix) {
		t.Error("shapes were copied")
	}
	if n := testing.AllocsPerRun(5, func() { must.Do(t, ix.Build()) }); n != 0 {
		t.Errorf("Build allocates %v times", n)
	}
	// In no order of space shapes are to be copied, for which the limit is too low: the index does
	// not answer as if there were none.
	a := asker(t, ix, query.AskerConfig{MemoryLimit: 1 << 30})
	r := seeded(t, 95)
	must.Do(t, s.Update(func(c soa.Live) {
		for i := range c.X {
			c.X[i], c.Y[i] = 1000*r.Float64(), 1000*r.Float64()
		}
	}))
	if err := ix.Build(); !errors.Is(err, daylight.ErrLimit) {
		t.Fatalf("Build of copies within 3 MiB: %v", err)
	}
	if _, err := a.WithinDistance(context.Background(), 1, query.Options{}); !errors.Is(err, query.ErrChanged) {
		t.Errorf("after Build failed: %v, want ErrChanged", err)
	}
}

// TestAnyOrder: with AnyOrder an index reads shapes in the store that lie in no order, and lists
// the neighbours that copies have, by any kernels and number of workers, of all kinds of shapes,
// with filters and with none, and allocates nothing once it is warm.
func TestAnyOrder(t *testing.T) {
	ctx := context.Background()
	walls := soa.New()
	for k := range 40 {
		must.Get(walls.AddBox(soa.At(4*float64(k), 70, 0.4), 1, 20, soa.Attrs{}))(t)
	}
	hiding := asker(t, index(t, walls, query.Config{}), query.AskerConfig{})
	for kind, add := range map[string]func(s *soa.Shapes, r *rand.Rand, at soa.Pose){
		"points": func(s *soa.Shapes, _ *rand.Rand, at soa.Pose) { must.Get(s.AddCircle(at, 0, soa.Attrs{}))(t) },
		"boxes":  func(s *soa.Shapes, _ *rand.Rand, at soa.Pose) { must.Get(s.AddBox(at, 0.3, 0.1, soa.Attrs{}))(t) },
		"all":    func(s *soa.Shapes, r *rand.Rand, at soa.Pose) { addAny(t, s, r, at, 0.4, soa.Attrs{World: 3}) },
		"filtered": func(s *soa.Shapes, r *rand.Rand, at soa.Pose) {
			addAny(t, s, r, at, 0.4, soa.Attrs{Group: -int32(r.IntN(2)), Body: uint32(r.IntN(3)), Static: r.IntN(3) == 0, Sensor: r.IntN(3) == 0})
		},
	} {
		s, r := soa.New(), seeded(t, 95)
		n := size(20_000)
		if kind == "points" {
			n = 20_000 // workers share the reading of records
		}
		for range n {
			add(s, r, somewhere(r, 0, 0, 160))
		}
		for _, table := range tables() {
			there := index(t, s, query.Config{InPlace: true, AnyOrder: true, Kernels: table.Name})
			copies := asker(t, index(t, s, query.Config{Kernels: table.Name}), query.AskerConfig{Workers: 1})
			if !query.ReadsStore(there) {
				t.Fatalf("%s: shapes were copied", kind)
			}
			for _, workers := range []int{1, 3} {
				a := asker(t, there, query.AskerConfig{Workers: workers})
				for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}, {IgnoreSensors: true}, {Period: [2]float64{160, 161}}, {Centres: true, HalfLists: true, Period: [2]float64{160}}, {Walls: hiding}} {
					same(t, fmt.Sprintf("%s, %s, %d workers, %+v", kind, table.Name, workers, o), must.Get(a.WithinDistance(ctx, 0.9, o))(t), must.Get(copies.WithinDistance(ctx, 0.9, o))(t))
				}
				if n := testing.AllocsPerRun(3, func() { must.Get(a.WithinDistance(ctx, 0.9, query.Options{}))(t) }); workers == 1 && n != 0 && !testenv.Race {
					t.Errorf("%s, %s: WithinDistance allocates %v times", kind, table.Name, n)
				}
			}
		}
	}
}
