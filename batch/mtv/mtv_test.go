// SPDX-License-Identifier: MIT

package mtv_test

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// crowd is a store of shapes of all kinds that lie on each other.
func crowd(t testing.TB, seed uint64, n int) *soa.Shapes {
	r := testenv.Rand(t, seed)
	shapes := soa.New()
	for range n {
		batchtest.AddAny(t, shapes, r, batchtest.Somewhere(r, 0, 0, 60), 1, soa.Attrs{})
	}
	return shapes
}

// TestCandidates: the list begins with each contact's own axis, and Pair says the same.
func TestCandidates(t *testing.T) {
	shapes := crowd(t, 43, 500)
	contacts := batchtest.Collide(t, shapes, batch.Config{Canonical: true, Margin: 0.1})
	var list mtv.Candidates
	for range 2 { // a list may be used again
		must.Do(t, list.Find(shapes, contacts, 0.2))
	}
	if len(list.Start) != contacts.Len()+1 {
		t.Fatalf("%d starts for %d contacts", len(list.Start), contacts.Len())
	}
	for i, c := range contacts.All() {
		pair := must.Get(mtv.Pair(shapes, c.A, c.B, 0.2))(t)
		lo, hi := list.Start[i], list.Start[i+1]
		if len(pair) != hi-lo || c.Depth < 0 && len(pair) != 1 {
			t.Fatalf("%+v: %d candidates, alone %v", c, hi-lo, pair)
		}
		for k, w := range pair {
			if w != (list.Contacts.At(lo + k)) {
				t.Fatalf("%+v: candidate %d is %+v alone", c, k, w)
			}
			if k == 0 && (w.Depth != c.Depth || w.NX != c.NX || w.NY != c.NY) {
				t.Fatalf("%+v: the first candidate is %+v", c, w)
			}
		}
	}
	if got := testing.AllocsPerRun(5, func() {
		must.Do(t, list.Find(shapes, contacts, 0.2))
	}); got > 2 {
		t.Errorf("%.0f allocations", got)
	}

	// Two equal squares on one spot part four list.
	s := soa.New()
	a, b := batchtest.Box(t, s, 3, 3, 1, 1, soa.Attrs{}), batchtest.Box(t, s, 3, 3, 1, 1, soa.Attrs{})
	pair, err := mtv.Pair(s, a, b, 0)
	if err != nil || len(pair) != 4 || pair[0].Depth != 2 || pair[3].Depth != 2 {
		t.Errorf("%v, %v", pair, err)
	}
}

// TestTolerance: of two boxes that nearly lie on one spot all ways out are listed that are within
// the tolerance, and none that is beyond it by more than twice the bound of errors.
func TestTolerance(t *testing.T) {
	const tolerance = 1e-5
	r := testenv.Rand(t, 45)
	bound := 2 * float64(kernels.ErrorBounds(2*math.Sqrt2+1e-3, 0).Separation)
	listed, beyond := 0, 0
	for range 2000 {
		x, y := 4e-5*(2*r.Float64()-1), 4e-5*(2*r.Float64()-1)
		s := soa.New()
		a, b := batchtest.Box(t, s, 0, 0, 1, 1, soa.Attrs{}), batchtest.Box(t, s, x, y, 1, 1, soa.Attrs{})
		list := must.Get(mtv.Pair(s, a, b, tolerance))(t)
		least := 2 - math.Max(math.Abs(x), math.Abs(y))
		within := 0
		for _, depth := range []float64{2 - x, 2 + x, 2 - y, 2 + y} {
			if depth <= least+tolerance {
				within++
			}
		}
		if len(list) < within {
			t.Fatalf("at (%g, %g): %d of %d ways out: %v", x, y, len(list), within, list)
		}
		for _, c := range list {
			depth := 2 - x*float64(c.NX) - y*float64(c.NY)
			if more := depth - float64(list[0].Depth); more > tolerance+bound+1e-9 {
				t.Fatalf("at (%g, %g): %v is %g longer than the first, %v", x, y, c, more, list[0])
			}
			if listed++; depth > least+tolerance {
				beyond++
			}
		}
	}
	if beyond == 0 || beyond > listed/2 {
		t.Errorf("%d of %d are beyond the tolerance, and the bound lets some be", beyond, listed)
	}
}

// TestForcedKernels: Pair uses the kernels that DAYLIGHT_KERNELS names, and refuses names
// that there are none of.
func TestForcedKernels(t *testing.T) {
	s := soa.New()
	a, b := batchtest.Box(t, s, 0, 0, 1, 1, soa.Attrs{}), batchtest.Box(t, s, 1, 0.5, 1, 1, soa.Attrs{})
	var want []batch.Contact
	for _, table := range isa.All() {
		t.Setenv("DAYLIGHT_KERNELS", table.Name)
		got, err := mtv.Pair(s, a, b, 0.6)
		if err != nil || len(got) != 2 {
			t.Fatalf("%s: %v, error %v", table.Name, got, err)
		}
		if want == nil {
			want = got
		}
		if got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: %v, want %v", table.Name, got, want)
		}
	}
	t.Setenv("DAYLIGHT_KERNELS", "abacus")
	if _, err := mtv.Pair(s, a, b, 0.6); err == nil {
		t.Error("kernels that there are none of are accepted")
	}
}

// TestChooseByVelocity: of the candidates a program may take the one that opposes the movement
// most. It is a little longer, and ends the overlap as the shortest does.
func TestChooseByVelocity(t *testing.T) {
	const tolerance = 0.25
	shapes, r := crowd(t, 41, 1500), testenv.Rand(t, 42)
	vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
	for id := range shapes.All() {
		if r.IntN(3) > 0 {
			must.Do(t, vx.Set(id, float32(r.NormFloat64())))
			must.Do(t, vy.Set(id, float32(r.NormFloat64())))
		}
	}
	plain := batchtest.Collide(t, shapes, batch.Config{Canonical: true})
	chosen := batchtest.Oppose(t, shapes, plain, vx, vy, tolerance)
	speed := func(c batch.Contact) float64 { // at which B leaves A along the normal
		ux, _ := vx.Get(c.A)
		uy, _ := vy.Get(c.A)
		wx, _ := vx.Get(c.B)
		wy, _ := vy.Get(c.B)
		return float64(wx-ux)*float64(c.NX) + float64(wy-uy)*float64(c.NY)
	}
	changed := 0
	for i, c := range chosen.All() {
		best := plain.At(i)
		if c == best {
			continue
		}
		changed++
		if c.Depth > best.Depth+tolerance+1e-5 || speed(c) > speed(best)+1e-6 {
			t.Fatalf("%+v, the shortest is %+v", c, best)
		}
		x, y, _ := shapes.Position(c.B)
		must.Do(t, shapes.SetPosition(c.B, x+float64(c.Depth*c.NX), y+float64(c.Depth*c.NY)))
		if left := must.Get(mtv.Pair(shapes, c.A, c.B, 0))(t)[0].Depth; left > 1e-5 {
			t.Fatalf("%+v leaves an overlap of %v", c, left)
		}
		must.Do(t, shapes.SetPosition(c.B, x, y))
	}
	if changed < plain.Len()/20 {
		t.Errorf("only %d of %d contacts changed", changed, plain.Len())
	}
}
