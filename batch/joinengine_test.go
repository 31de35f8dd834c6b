// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestJoinEngine lives through adding, moving, removing, quarantine, other orders of storage and
// failed steps in both sets, and has the contacts of brute force in every frame, and the events
// that follow from them.
func TestJoinEngine(t *testing.T) {
	frames := testenv.Rounds(6, 25, 25)
	turn := 0
	for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeSwept, batch.ModeDistance} {
		for _, table := range isa.All() {
			for _, workers := range []int{1, 3} {
				turn++
				t.Run(fmt.Sprintf("%v/%s/workers=%d", mode, table.Name, workers), func(t *testing.T) {
					r := seeded(t, uint64(turn))
					s := newSplit(t, r, 500, 300, 40, 0.3, func(int) soa.Attrs { return randomAttrs(r) })
					sets := [2]*field{s.a, s.b}
					cfg := batch.Config{Mode: mode, Margin: 0.1, Canonical: true}
					if mode == batch.ModeSwept {
						cfg.Columns = [2]batch.Columns{s.a.moves(true), s.b.moves(true)}
					}
					own := cfg
					own.Kernels, own.Workers, own.Events = table.Name, workers, true
					e := must.Get(batch.NewJoin(s.a.shapes, s.b.shapes, own))(t)
					before := map[idPair]bool{}
					for frame := range frames {
						for _, f := range sets {
							x, _ := livetest.Positions(f.shapes)
							for i := range x {
								if x[i] += 0.3 * (r.Float64() - 0.5); r.IntN(100) == 0 {
									x[i] = math.NaN()
								} else if x[i] != x[i] {
									x[i] = 40 * r.Float64()
								}
							}
							for range r.IntN(20) {
								must.Do(t, f.shapes.Remove(livetest.IDs(f.shapes)[r.IntN(f.shapes.Len())]))
							}
							for range r.IntN(20) {
								f.set(t, addAny(t, f.shapes, r, somewhere(r, 0, 0, 40), 1, randomAttrs(r)), float32(r.NormFloat64()), 0.2, -0.1)
							}
						}
						switch frame {
						case 2:
							must.Do(t, livetest.Shuffle(s.b.shapes, r))
						case 3:
							if _, err := e.Step(testenv.EndsAfter(3)); !errors.Is(err, context.Canceled) {
								t.Fatalf("a cancelled step: %v", err)
							}
						case 4:
							must.Do(t, e.Shrink())
						}
						got := must.Get(e.Step(context.Background()))(t)
						want := must.Get(batchtest.BruteForceJoin(context.Background(), s.a.shapes, s.b.shapes, cfg))(t)
						if !reflect.DeepEqual(got, want) {
							t.Fatalf("frame %d: %d contacts, brute force has %d, or they differ", frame, got.Len(), want.Len())
						}
						if got.Len() < 50 {
							t.Fatalf("only %d contacts: the test is too sparse", got.Len())
						}
						now := contactSet(got)
						checkChanges(t, fmt.Sprintf("frame %d", frame), eventsOf(t, e), got, before, now)
						before = now
					}
				})
			}
		}
	}
}

// TestJoinEngineOrder: without Canonical, the contacts are those of a join made anew, in the same
// order for all workers.
func TestJoinEngineOrder(t *testing.T) {
	r := seeded(t, 4)
	s := newSplit(t, r, 3000, 3000, 90, 0.3, noAttrs)
	var engines []*batch.Engine
	for _, workers := range []int{1, 2, 4} {
		engines = append(engines, must.Get(batch.NewJoin(s.a.shapes, s.b.shapes, batch.Config{Workers: workers}))(t))
	}
	for frame := range 4 {
		want, _ := must.Both(batch.Join(context.Background(), s.a.shapes, s.b.shapes, batch.Config{}))(t)
		for _, e := range engines {
			if got := must.Get(e.Step(context.Background()))(t); want.Len() < 500 || !reflect.DeepEqual(got, want) {
				t.Errorf("frame %d, %d workers: %d contacts, want %d, or they differ", frame, e.Stats().Workers, got.Len(), want.Len())
			}
		}
		x, _ := livetest.Positions(s.b.shapes)
		for i := range x {
			x[i] += 0.2
		}
	}
}

// TestJoinEngineRefuses: an engine of two sets refuses what it cannot honour, and says what to do.
func TestJoinEngineRefuses(t *testing.T) {
	a, b := newField(), newField()
	for what, c := range map[string]struct {
		cfg  batch.Config
		want string
	}{
		"a list":             {batch.Config{Skin: true}, "Skin: true"},
		"a list of oddities": {batch.Config{Skin: true, Mode: batch.ModeSwept, Columns: [2]batch.Columns{a.moves(false)}}, "Skin: true"},
		"order of storage":   {batch.Config{FixedOrder: true}, "FixedOrder: true"},
		"brute force":        {batch.Config{BruteForce: true}, "BruteForce: true"},
		"velocities":         {batch.Config{Columns: [2]batch.Columns{a.moves(false)}}, "Advance"},
		"other velocities":   {batch.Config{Columns: [2]batch.Columns{1: b.moves(false)}}, "Advance"},
		"no velocities":      {batch.Config{Mode: batch.ModeSwept}, "velocities"},
		"sets exchanged":     {batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{b.moves(false), a.moves(false)}}, "Columns[0].VX"},
		"workers":            {batch.Config{Workers: -1}, "Workers: -1"},
	} {
		if _, err := batch.NewJoin(a.shapes, b.shapes, c.cfg); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want an ErrArgument with %q", what, err, c.want)
		}
	}
	if _, err := batch.NewJoin(a.shapes, a.shapes, batch.Config{}); !errors.Is(err, daylight.ErrArgument) {
		t.Errorf("a set and itself: error %v", err)
	}
	e := must.Get(batch.NewJoin(a.shapes, b.shapes, batch.Config{}))(t)
	if _, err := e.Advance(context.Background(), 1); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), "two sets") {
		t.Errorf("Advance: error %v", err)
	}
	var inside error
	must.Do(t, b.shapes.Update(func(soa.Live) { _, inside = e.Step(context.Background()) }))
	if !errors.Is(inside, soa.ErrInUse) {
		t.Errorf("a step while the second set is held: error %v", inside)
	}
	if c, err := e.Step(context.Background()); err != nil || c.Len() != 0 {
		t.Errorf("afterwards: %v", err)
	}
}

// BenchmarkJoin compares an engine of two sets with joins that are made anew.
func BenchmarkJoin(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{1000, 100_000} {
		first, second := filled(b, scene.Boxes, n, soa.Attrs{}), filled(b, scene.Circles, n, soa.Attrs{})
		cfg := batch.Config{Workers: 1}
		e := must.Get(batch.NewJoin(first, second, cfg))(b)
		b.Run(fmt.Sprintf("n=%d/kept", n), func(b *testing.B) {
			for b.Loop() {
				must.Get(e.Step(ctx))(b)
			}
		})
		b.Run(fmt.Sprintf("n=%d/anew", n), func(b *testing.B) {
			for b.Loop() {
				must.Both(batch.Join(ctx, first, second, cfg))(b)
			}
		})
	}
}
