// SPDX-License-Identifier: MIT

package batch_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/answer"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
	"daylight/internal/testenv"
	"daylight/soa"
)

type idPair [2]soa.ID

func comparePairs(x, y idPair) int {
	if c := cmp.Compare(x[0], y[0]); c != 0 {
		return c
	}
	return cmp.Compare(x[1], y[1])
}

// changes is what Changes should be, by sets.
func changes(before, now map[idPair]bool) (begin, persist, end []idPair) {
	for p := range now {
		if before[p] {
			persist = append(persist, p)
		} else {
			begin = append(begin, p)
		}
	}
	for p := range before {
		if !now[p] {
			end = append(end, p)
		}
	}
	for _, l := range [][]idPair{begin, persist, end} {
		slices.SortFunc(l, comparePairs)
	}
	return
}

func persistOf(c *batch.Changes) []idPair {
	p := c.Persist()
	return pairsOf(&p)
}

func pairsOf(p *batch.Pairs) (l []idPair) {
	for i, a := range p.A {
		l = append(l, idPair{a, p.B[i]})
	}
	return l
}

func contactSet(c *batch.Contacts) map[idPair]bool {
	m := map[idPair]bool{}
	for _, k := range c.All() {
		m[idPair{k.A, k.B}] = true
	}
	return m
}

func checkChanges(t *testing.T, what string, got *batch.Changes, before, now map[idPair]bool) {
	t.Helper()
	persisted := got.Persist()
	begin, persist, end := changes(before, now)
	for _, l := range []struct {
		name string
		got  *batch.Pairs
		want []idPair
	}{{"begin", &got.Begin, begin}, {"persist", &persisted, persist}, {"end", &got.End, end}} {
		if len(l.got.A) != len(l.got.B) || len(l.got.A) != len(l.want) {
			t.Fatalf("%s: %s: %d pairs, want %d", what, l.name, len(l.got.A), len(l.want))
		}
		if g := pairsOf(l.got); !slices.Equal(g, l.want) {
			t.Fatalf("%s: %s:\n got %v\nwant %v", what, l.name, g, l.want)
		}
	}
}

// TestEvents lives through adding, moving, teleporting, removing, index reuse,
// quarantine, changes of filters, reordered storage and failed steps, and compares with
// sets of contacts.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name string
		opts batch.Config
	}{
		{"one worker", batch.Config{Workers: 1}},
		{"three workers", batch.Config{Workers: 3}},
		{"canonical", batch.Config{Workers: 2, Canonical: true}},
		{"kept", batch.Config{Workers: 1, FixedOrder: true, Mode: batch.ModeOverlaps}},
	} {
		t.Run(c.name, func(t *testing.T) {
			frames := 60
			if testing.Short() {
				frames = 12
			}
			r := seeded(t, 12)
			shapes := soa.New()
			cfg := c.opts
			cfg.Events = true
			e := must.Get(batch.New(shapes, cfg))(t)
			if ev := eventsOf(t, e); ev == nil || len(ev.Begin.A)+len(persistOf(ev))+len(ev.End.A) != 0 {
				t.Fatal("events before the first step")
			}
			for range 900 {
				addAny(t, shapes, r, somewhere(r, 0, 0, 45), 1, soa.Attrs{})
			}
			// A crowd: one shape with hundreds of partners of higher and of lower index.
			for range 60 {
				circle(t, shapes, 20, 20, 8, soa.Attrs{})
			}
			before := map[idPair]bool{}
			var last []idPair
			sum := [3]int{}
			for frame := range frames {
				x, y := livetest.Positions(shapes)
				for i := range x {
					switch r.IntN(40) {
					case 0:
						x[i], y[i] = 45*r.Float64(), 45*r.Float64()
					case 1:
						x[i] = math.NaN()
					default:
						x[i] += 0.2 * (r.Float64() - 0.5)
					}
					if math.IsNaN(x[i]) && r.IntN(2) == 0 {
						x[i] = 45 * r.Float64()
					}
				}
				switch frame % 12 {
				case 3: // everything somewhere else
					for i := range x {
						x[i], y[i] = 45*r.Float64(), 45*r.Float64()
					}
				case 5: // nothing left
					for shapes.Len() > 0 {
						must.Do(t, shapes.Remove(livetest.IDs(shapes)[r.IntN(shapes.Len())]))
					}
				case 6:
					for range 700 {
						addAny(t, shapes, r, somewhere(r, 0, 0, 45), 1, soa.Attrs{})
					}
				case 8:
					ctx, cancel := context.WithCancel(context.Background())
					cancel()
					if _, err := e.Step(ctx); err == nil {
						t.Fatal("a cancelled step succeeded")
					}
				default:
					for range r.IntN(40) {
						must.Do(t, shapes.Remove(livetest.IDs(shapes)[r.IntN(shapes.Len())]))
					}
					for range r.IntN(40) {
						addAny(t, shapes, r, somewhere(r, 0, 0, 45), 1, randomAttrs(r))
					}
				}
				got := must.Get(e.Step(context.Background()))(t)
				now := contactSet(got)
				ev := eventsOf(t, e)
				if len(ev.Was) != got.Len() {
					t.Fatalf("frame %d: %d entries beside %d contacts", frame, len(ev.Was), got.Len())
				}
				for i, w := range ev.Was {
					p := idPair{got.A[i], got.B[i]}
					if w < 0 && before[p] || w >= 0 && last[w] != p {
						t.Fatalf("frame %d: contact %v was %d", frame, p, w)
					}
				}
				last = pairsOf(&batch.Pairs{A: got.A, B: got.B})
				checkChanges(t, fmt.Sprintf("frame %d", frame), ev, before, now)
				before = now
				sum[0] += len(ev.Begin.A)
				sum[1] += len(persistOf(ev))
				sum[2] += len(ev.End.A)
			}
			if sum[0] == 0 || sum[1] == 0 || sum[2] == 0 {
				t.Errorf("not much happened: %v", sum)
			}
		})
	}
}

// TestEventsStable: the same life in another storage order, with other kernels and
// another number of workers, has the same events.
func TestEventsStable(t *testing.T) {
	type life struct {
		shapes *soa.Shapes
		engine *batch.Engine
	}
	var lives []life
	for i, table := range isa.All() {
		for _, workers := range []int{1, 2, 5} {
			s := soa.New()
			r := seeded(t, 5)
			for range 6000 {
				addAny(t, s, r, somewhere(r, 0, 0, 140), 1, soa.Attrs{})
			}
			opts := batch.Config{Events: true, Workers: workers, Kernels: table.Name}
			if i == 0 {
				opts.FixedOrder = true
			}
			e := must.Get(batch.New(s, opts))(t)
			lives = append(lives, life{s, e})
		}
	}
	shuffle := seeded(t, 6)
	steps := 8
	if testenv.Race {
		steps = 3
	}
	for frame := range steps {
		var want []string
		for k, l := range lives {
			if k%3 == 1 { // another order of storage
				perm := make([]uint32, l.shapes.Len())
				for i, p := range shuffle.Perm(len(perm)) {
					perm[i] = uint32(p)
				}
				must.Do(t, livetest.Reorder(l.shapes, perm))
			}
			x, _ := livetest.Positions(l.shapes)
			for i, id := range livetest.IDs(l.shapes) {
				h := (id.Index() + 1) * 2654435761 * uint32(frame+1)
				x[i] += float64(h>>16)*0x1p-16*0.4 - 0.2
				if h%997 == 0 {
					x[i] = math.NaN()
				}
			}
			must.Get(l.engine.Step(context.Background()))(t)
			ev := eventsOf(t, l.engine)
			got := []string{fmt.Sprint(ev.Begin), fmt.Sprint(persistOf(ev)), fmt.Sprint(ev.End)}
			if k == 0 {
				want = got
			} else if !slices.Equal(got, want) {
				t.Fatalf("frame %d: engine %d has other events than the first", frame, k)
			}
		}
	}
}

// TestEventsOfRemoved: a removed shape and one in quarantine end their contacts under
// the ID they had, and a shape that takes over the index begins its own.
func TestEventsOfRemoved(t *testing.T) {
	s := soa.New()
	floor := box(t, s, 0, 0, 50, 1, soa.Attrs{})
	a, b := circle(t, s, -5, 1, 1, soa.Attrs{}), circle(t, s, 5, 1, 1, soa.Attrs{})
	e := must.Get(batch.New(s, batch.Config{Events: true, Workers: 1}))(t)
	step := func() *batch.Changes {
		t.Helper()
		must.Get(e.Step(context.Background()))(t)
		return eventsOf(t, e)
	}
	want := func(what string, p *batch.Pairs, pairs ...idPair) {
		t.Helper()
		if got := pairsOf(p); !slices.Equal(got, pairs) {
			t.Errorf("%s: %v, want %v", what, got, pairs)
		}
	}
	ev := step()
	want("first begin", &ev.Begin, idPair{floor, a}, idPair{floor, b})
	must.Do(t, s.Remove(a))
	c := circle(t, s, -5, 1, 1, soa.Attrs{})
	if c.Index() != a.Index() {
		t.Fatalf("%v does not take over the index of %v", c, a)
	}
	ev = step()
	want("begin", &ev.Begin, idPair{floor, c})
	persist := ev.Persist()
	want("persist", &persist, idPair{floor, b})
	want("end", &ev.End, idPair{floor, a})
	x, _ := livetest.Positions(s)
	slot, _ := livetest.Slot(s, floor)
	x[slot] = math.NaN()
	ev = step()
	want("end in quarantine", &ev.End, idPair{floor, c}, idPair{floor, b})
	x[slot] = 0
	ev = step()
	want("begin again", &ev.Begin, idPair{floor, c}, idPair{floor, b})
	// The lower index changes hands.
	must.Do(t, s.Remove(floor))
	floor2 := box(t, s, 0, 0, 50, 1, soa.Attrs{})
	ev = step()
	want("begin with another floor", &ev.Begin, idPair{floor2, c}, idPair{floor2, b})
	want("end with the old floor", &ev.End, idPair{floor, c}, idPair{floor, b})
	persist = ev.Persist()
	want("nothing persists", &persist)

	plain := must.Get(batch.New(s, batch.Config{}))(t)
	if _, err := plain.Events(); err == nil {
		t.Error("events without the option")
	}
}

func TestEventsAllocate(t *testing.T) {
	shapes, run := running(t, scene.Mixed, 5000, soa.Attrs{})
	e := must.Get(batch.New(shapes, batch.Config{Workers: 1, Events: true}))(t)
	if got := allocations(t, e, run.Step, 200, 100); got >= 1 {
		t.Errorf("%.2f allocations a step", got)
	}
}

// BenchmarkEvents compares the step with and without events.
func BenchmarkEvents(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		for _, table := range isa.All() {
			for _, workers := range []int{1, 2} {
				for _, on := range []bool{false, true} {
					b.Run(fmt.Sprintf("scene=boxes/n=%d/kernels=%s/workers=%d/events=%v", n, table.Name, workers, on), func(b *testing.B) {
						opts := batch.Config{Kernels: table.Name, Workers: workers}
						if on {
							opts.Events = true
						}
						benchmarkEngine(b, scene.Boxes, n, opts, func(e *batch.Engine, frames float64, took map[string]time.Duration) {
							b.ReportMetric(took["events"].Seconds()*1e3/frames, "events-ms")
							if on {
								ev := eventsOf(b, e)
								b.ReportMetric(float64(len(ev.Begin.A)), "begin")
								b.ReportMetric(float64(len(persistOf(ev))), "persist")
								b.ReportMetric(float64(len(ev.End.A)), "end")
							}
						})
					})
				}
			}
		}
	}
}

// benchmarkEngine measures steps of a moving scene, movement left out.
func benchmarkEngine(b *testing.B, kind scene.Kind, n int, opts batch.Config, report func(e *batch.Engine, frames float64, took map[string]time.Duration)) {
	shapes, r := running(b, kind, n, soa.Attrs{})
	e := must.Get(batch.New(shapes, opts))(b)
	sum := map[string]time.Duration{}
	step := func() {
		r.Step()
		if _, err := e.Step(context.Background()); err != nil {
			b.Fatal(err)
		}
		for phase, took := range e.Stats().Times.All() {
			sum[phase] += took
		}
	}
	for range scene.FirstFrame {
		step()
	}
	clear(sum)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		step()
	}
	b.StopTimer()
	frames := float64(b.N)
	b.ReportMetric(sum["step"].Seconds()*1e3/frames, "step-ms")
	b.ReportMetric(sum["narrow"].Seconds()*1e3/frames, "narrow-ms")
	b.ReportMetric(float64(e.Stats().Contacts), "contacts")
	if report != nil {
		report(e, frames, sum)
	}
}

func eventsOf(t testing.TB, e *batch.Engine) *batch.Changes {
	t.Helper()
	ev := must.Get(e.Events())(t)
	return ev
}

// TestEventsOfFailed: the contacts of an engine that keeps account of events have columns of one length
// after a step that failed, too.
func TestEventsOfFailed(t *testing.T) {
	shapes := soa.New()
	for range 3 {
		must.Get(shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	}
	engine := must.Get(batch.New(shapes, batch.Config{Events: true}))(t)
	contacts, err := engine.Step(context.Background())
	if err != nil || contacts.Len() != 3 {
		t.Fatal(contacts.Len(), err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := engine.Step(ended); err == nil {
		t.Fatal("a step whose context has ended does not fail")
	}
	if err := answer.Of(contacts).Check(shapes, shapes); err != nil || contacts.Len() != len(contacts.Depth) {
		t.Error(contacts.Len(), len(contacts.Depth), err)
	}
}
