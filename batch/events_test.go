// SPDX-License-Identifier: MIT

package batch_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/store"
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

// persistOf returns the contacts that were contacts before, sorted.
func persistOf(ev *batch.Changes, c *batch.Contacts) (l []idPair) {
	for i, was := range ev.Was {
		if was >= 0 {
			l = append(l, idPair{c.A[i], c.B[i]})
		}
	}
	slices.SortFunc(l, comparePairs)
	return l
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

func checkChanges(t *testing.T, what string, got *batch.Changes, c *batch.Contacts, before, now map[idPair]bool) {
	t.Helper()
	if len(got.Begin.A) != len(got.Begin.B) || len(got.End.A) != len(got.End.B) {
		t.Fatalf("%s: columns of different lengths", what)
	}
	begin, persist, end := changes(before, now)
	for _, l := range []struct {
		name      string
		got, want []idPair
	}{{"begin", pairsOf(&got.Begin), begin}, {"persist", persistOf(got, c), persist}, {"end", pairsOf(&got.End), end}} {
		if !slices.Equal(l.got, l.want) {
			t.Fatalf("%s: %s: %d pairs, want %d:\n got %v\nwant %v", what, l.name, len(l.got), len(l.want), l.got, l.want)
		}
	}
}

// TestEvents lives through adding, moving, teleporting, removing, index reuse,
// quarantine, changes of filters, reordered storage and failed steps, and compares with
// sets of contacts.
func TestEvents(t *testing.T) {
	type named struct {
		name string
		opts batch.Config
	}
	all := []named{
		{"three workers", batch.Config{Workers: 3}},
		{"canonical", batch.Config{Workers: 2, Canonical: true}},
		{"kept", batch.Config{Workers: 1, FixedOrder: true, Mode: batch.ModeOverlaps}},
	}
	for _, table := range isa.All() {
		all = append(all, named{"kernels=" + table.Name, batch.Config{Workers: 1, Kernels: table.Name}})
	}
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			frames := testenv.Rounds(12, 60, 60)
			r := seeded(t, 12)
			shapes := soa.New()
			cfg := c.opts
			cfg.Events = true
			e := must.Get(batch.New(shapes, cfg))(t)
			if ev := eventsOf(t, e); ev == nil || len(ev.Begin.A)+len(ev.Was)+len(ev.End.A) != 0 {
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
				case 7: // another order of storage
					must.Do(t, livetest.Shuffle(shapes, r))
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
				checkChanges(t, fmt.Sprintf("frame %d", frame), ev, got, before, now)
				before = now
				sum[0] += len(ev.Begin.A)
				sum[1] += len(persistOf(ev, got))
				sum[2] += len(ev.End.A)
			}
			if sum[0] == 0 || sum[1] == 0 || sum[2] == 0 {
				t.Errorf("not much happened: %v", sum)
			}
		})
	}
}

// TestEventsOfRemoved: a removed shape and one in quarantine end their contacts under
// the ID they had, and a shape that takes over the index begins its own.
func TestEventsOfRemoved(t *testing.T) {
	s := soa.New()
	floor := box(t, s, 0, 0, 50, 1, soa.Attrs{})
	a, b := circle(t, s, -5, 1, 1, soa.Attrs{}), circle(t, s, 5, 1, 1, soa.Attrs{})
	e := must.Get(batch.New(s, batch.Config{Events: true, Workers: 1}))(t)
	var found *batch.Contacts
	step := func() *batch.Changes {
		t.Helper()
		found = must.Get(e.Step(context.Background()))(t)
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
	if got := persistOf(ev, found); !slices.Equal(got, []idPair{{floor, b}}) {
		t.Errorf("persist: %v", got)
	}
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
	if got := persistOf(ev, found); len(got) != 0 {
		t.Errorf("nothing persists: %v", got)
	}
}

func eventsOf(t testing.TB, e *batch.Engine) *batch.Changes {
	t.Helper()
	return must.Get(e.Events())(t)
}

// TestEventsOfFailed: the contacts of an engine that keeps account of events have columns of one
// length after a step that failed, too.
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
	if err := contacts.Fit(store.Key{}, shapes, shapes, false); err != nil || contacts.Len() != len(contacts.Depth) {
		t.Error(contacts.Len(), len(contacts.Depth), err)
	}
}
