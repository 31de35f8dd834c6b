// SPDX-License-Identifier: MIT

package realdata

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/kernels"
	"daylight/soa"
)

// numbered is a set of shapes that remembers what each of them stands for.
type numbered struct {
	*soa.Shapes
	numbers *soa.Column[int32]
}

func newNumbered(capacity int) numbered {
	s := soa.New()
	return numbered{s, soa.Attach[int32](s)}
}

// add takes what an Add method of soa.Shapes returned and gives the shape a number.
func (s numbered) add(t *testing.T, number int32) func(soa.ID, error) soa.ID {
	return func(id soa.ID, err error) soa.ID {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		livetest.Data(s.numbers)[s.slot(t, id)] = number
		return id
	}
}

func (s numbered) slot(t *testing.T, id soa.ID) int {
	slot, ok := livetest.Slot(s.Shapes, id)
	if !ok {
		t.Helper()
		t.Fatalf("shape %v was given out by the library, which does not know it", id)
	}
	return slot
}

func (s numbered) number(t *testing.T, id soa.ID) int32 {
	return livetest.Data(s.numbers)[s.slot(t, id)]
}

// collide runs the engine once over all shapes.
func collide(t *testing.T, s numbered, opts batch.Config) *batch.Contacts {
	t.Helper()
	contacts, stats := must.Both(batch.Collide(context.Background(), s.Shapes, opts))(t)
	checkRun(t, contacts, stats, s.Len())
	for k, a := range contacts.A {
		if a >= contacts.B[k] {
			t.Fatalf("contact %d: %v is not before %v", k, a, contacts.B[k])
		}
	}
	return contacts
}

func checkRun(t *testing.T, contacts *batch.Contacts, stats batch.Stats, shapes int) {
	t.Helper()
	check(t, "shapes", stats.Shapes, shapes)
	check(t, "shapes in quarantine", stats.Quarantined, 0)
	check(t, "contacts in the stats", stats.Contacts, contacts.Len())
}

// pairs turns contacts into pairs of numbers. Where the shapes were added in the
// order of their numbers, the first of a pair is A.
func (s numbered) pairs(t *testing.T, contacts *batch.Contacts) []pair {
	t.Helper()
	out := make([]pair, contacts.Len())
	for k := range out {
		out[k] = ordered(s.number(t, contacts.A[k]), s.number(t, contacts.B[k]))
	}
	return out
}

// sameBits fails the test unless two runs gave the same contacts in the same
// order, to the last bit.
func sameBits(t *testing.T, what string, want, got *batch.Contacts) {
	t.Helper()
	bits := func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }
	if !slices.Equal(want.A, got.A) || !slices.Equal(want.B, got.B) {
		t.Errorf("%s: %d contacts, other pairs or another order than the %d before", what, got.Len(), want.Len())
	} else if !slices.EqualFunc(want.Depth, got.Depth, bits) || !slices.EqualFunc(want.NX, got.NX, bits) || !slices.EqualFunc(want.NY, got.NY, bits) {
		t.Errorf("%s: same pairs, but other bits in depth or normal", what)
	}
}

// everyWay runs the engine with one, two and three workers and with all kernels
// that this processor has. All must give the same bits as want.
func everyWay(t *testing.T, s numbered, want *batch.Contacts, opts batch.Config) {
	t.Helper()
	for k, table := range isa.All() {
		for workers := 1; workers <= 3; workers++ {
			if k > 0 && workers != 2 {
				continue // the portable kernels have shown what workers do
			}
			cfg := opts
			cfg.Kernels = table.Name
			cfg.Workers = workers
			got := collide(t, s, cfg)
			sameBits(t, fmt.Sprintf("%s with %d workers", table.Name, workers), want, got)
		}
	}
}

// inSteps steps an engine over shapes that stand still. It may reorder their
// storage, and must find the same contacts every time, bit for bit.
func inSteps(t *testing.T, s numbered, opts batch.Config) {
	t.Helper()
	opts.Canonical = true
	want := collide(t, s, opts)
	pairs := s.pairs(t, want)
	engine := must.Get(batch.New(s.Shapes, opts))(t)
	reordered := 0
	for range 3 {
		got := must.Get(engine.Step(context.Background()))(t)
		checkRun(t, got, engine.Stats(), s.Len())
		sameBits(t, "a step", want, got)
		samePairs(t, "a step, by number", pairs, s.pairs(t, got))
		if maps.Collect(engine.Stats().Times.All())["reorder"] > 0 {
			reordered++
		}
	}
	t.Logf("storage reordered by %d of 3 steps", reordered)
	must.Do(t, livetest.Check(s.Shapes))
}

// byBruteForce decides all pairs of a world without a broad phase, and must come to
// the same contacts, bit for bit.
func byBruteForce(t *testing.T, s numbered, opts batch.Config) {
	t.Helper()
	want := must.Get(batchtest.BruteForce(context.Background(), s.Shapes, opts))(t)
	cfg := opts
	cfg.Canonical = true
	sameBits(t, "sweep against brute force", want, collide(t, s, cfg))
}

// judge compares the engine's pairs with the true ones. A pair in one list only
// must be within its bound of the limit between contact and none, by its true
// distance from that limit. Such a pair would be a matter of rounding, and is told
// apart from a wrong answer; but there is none in all the data, and because the
// answers are the same bits everywhere, one that turns up is the work of a change in
// the arithmetic and fails the test too.
func judge(t *testing.T, want, got []pair, beyond, bound func(pair) float64) {
	t.Helper()
	missing, extra := difference(slices.Clone(want), slices.Clone(got))
	for k, p := range slices.Concat(missing, extra) {
		verdict := "missing"
		if k >= len(missing) {
			verdict = "one too many"
		}
		cause := "wrong"
		d, b := beyond(p), bound(p)
		if math.Abs(d) <= b {
			cause = "a matter of rounding, which was not so before"
		}
		t.Errorf("pair (%d, %d) is %s: it is %.3g from the limit, the error bound is %.3g; this is %s", p.first(), p.second(), verdict, d, b, cause)
	}
}

// errorBound is how far an answer may lie from the truth about the original
// numbers: what the kernels state for the rounded shapes, and what rounding the
// shapes to float32 adds. A radius, an extent or a component of a rotation moves a
// point of a shape by at most 2^-24 of the shape's reach, and there are no more
// than four of them in a pair.
func errorBound(scale float64) float64 {
	return float64(kernels.ErrorBounds(float32(scale), 0).Separation) + 4*0x1p-24*scale
}

// worst is a running maximum of a deviation and of its share of what is allowed.
type worst struct {
	deviation, share float64
}

func (w *worst) see(t *testing.T, p pair, what string, deviation, allowed float64) {
	w.deviation, w.share = max(w.deviation, deviation), max(w.share, deviation/allowed)
	if !(deviation <= allowed) {
		t.Helper()
		t.Errorf("pair (%d, %d): %s is off by %.3g, allowed are %.3g", p.first(), p.second(), what, deviation, allowed)
	}
}

// samePairs fails the test unless two lists hold the same pairs.
func samePairs(t *testing.T, what string, want, got []pair) {
	t.Helper()
	missing, extra := difference(slices.Clone(want), slices.Clone(got))
	if len(missing)+len(extra) > 0 {
		t.Errorf("%s: %d pairs, %d missing, %d too many; first: %v %v", what, len(got), len(missing), len(extra),
			missing[:min(3, len(missing))], extra[:min(3, len(extra))])
	}
}
