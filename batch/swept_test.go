// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// field is a store of moving shapes.
type field struct {
	shapes       *soa.Shapes
	dx, dy, turn *soa.Column[float32]
}

func newField() *field {
	s := soa.New()
	return &field{s, soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)}
}

func (f *field) moves(turning bool) batch.Columns {
	m := batch.Columns{Motion: soa.Motion{VX: f.dx, VY: f.dy}}
	if turning {
		m.Spin = f.turn
	}
	return m
}

// set writes the motion of a shape.
func (f *field) set(t testing.TB, id soa.ID, dx, dy, turn float32) {
	t.Helper()
	i, ok := livetest.Slot(f.shapes, id)
	if !ok {
		t.Fatalf("no shape %v", id)
	}
	livetest.Data(f.dx)[i], livetest.Data(f.dy)[i], livetest.Data(f.turn)[i] = dx, dy, turn
}

// randomField is a crowd in a square of side l; most shapes move about speed, a few a
// hundred times as far, a few not at all.
func randomField(t testing.TB, r *rand.Rand, n int, l, speed float64) *field {
	f := newField()
	for k := range n {
		var attrs soa.Attrs
		if k%7 == 0 {
			attrs.Static = true
		}
		if k%11 == 0 {
			attrs.Body = uint32(k/33) + 1
		}
		id := addAny(t, f.shapes, r, somewhere(r, 0, 0, l), 1, attrs)
		v := speed
		switch r.IntN(40) {
		case 0:
			v *= 100
		case 1:
			v = 0
		}
		dx, dy := float32(v*r.NormFloat64()), float32(v*r.NormFloat64())
		if r.IntN(20) == 0 {
			dx = 0
		}
		f.set(t, id, dx, dy, float32(r.NormFloat64()*float64(r.IntN(2))))
	}
	return f
}

func sameContacts(a, b *batch.Contacts) error {
	if a.Len() != b.Len() {
		return fmt.Errorf("%d contacts and %d", a.Len(), b.Len())
	}
	if len(a.Time) != a.Len() || len(b.Time) != b.Len() {
		return fmt.Errorf("%d contacts with %d and %d times", a.Len(), len(a.Time), len(b.Time))
	}
	for i := range a.A {
		if x, y := a.At(i), b.At(i); x != y {
			return fmt.Errorf("contact %d is %+v and %+v", i, x, y)
		}
	}
	return nil
}

// TestSweptIsBruteForce: the broad phase loses no impact, cut motions and all, on every
// table, with any number of workers.
func TestSweptIsBruteForce(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 5)
	speeds := []float64{0, 0.1, 1, 10, 200}
	n := 250
	if testing.Short() {
		n, speeds = 150, []float64{1, 200}
	}
	if testenv.Full() {
		n = 400
	}
	if testenv.Race {
		n = 120
	}
	for _, speed := range speeds {
		for _, turning := range []bool{false, true} {
			for _, margin := range []float64{0, 0.1, -0.05} {
				f := randomField(t, r, n, 30*math.Sqrt(float64(n)/400), speed)
				cfg := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(turning)}, Margin: margin, Canonical: true}
				want := must.Get(batchtest.BruteForce(ctx, f.shapes, cfg))(t)
				late := 0
				for _, c := range want.All() {
					if c.Time > 0 {
						late++
					}
				}
				for k, table := range isa.All() {
					for _, workers := range []int{1, 3} {
						if testenv.Race && workers == 1 || testing.Short() && !testenv.Race && (workers == 1) == (k%2 == 0) {
							continue // with -short they take turns
						}
						cfg.Workers, cfg.Kernels = workers, table.Name
						e := must.Get(batch.New(f.shapes, cfg))(t)
						got := must.Get(e.Step(ctx))(t)
						if err := sameContacts(got, want); err != nil {
							t.Fatalf("speed %v, turning %v, margin %v, %s, %d workers: %v", speed, turning, margin, table.Name, workers, err)
						}
						if workers == 1 {
							t.Logf("speed %v, turning %v, margin %v, %s: %d contacts, %d late, %d candidates, %d pieces",
								speed, turning, margin, table.Name, got.Len(), late, e.Stats().Candidates, e.Stats().Detail().Pieces)
						}
					}
				}
			}
		}
	}
}

// TestSweptAgreesWithMomentsOfContact moves the shapes themselves to where they are at
// many times of the step: each pair that touches then is in the answer, at that time
// or before, and no pair touches much before its time.
func TestSweptAgreesWithMomentsOfContact(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 6)
	f := randomField(t, r, 500, 40, 2)
	for _, margin := range []float64{0, 0.1} {
		swept, _ := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(false)}, Margin: margin}))(t)
		first := map[[2]soa.ID]float32{}
		for _, c := range swept.All() {
			pair := [2]soa.ID{c.A, c.B}
			if _, again := first[pair]; again {
				t.Fatalf("%v comes twice", pair)
			}
			first[pair] = c.Time
		}
		x, y := livetest.Positions(f.shapes)
		x0, y0 := append([]float64(nil), x...), append([]float64(nil), y...)
		moments := testenv.Rounds(50, 400, 400)
		const rounding = 1e-3 // of the reach: far above the bound of either answer
		seen := map[[2]soa.ID]bool{}
		for k := range moments + 1 {
			at := float64(k) / float64(moments)
			for i := range x {
				x[i] = x0[i] + at*float64(livetest.Data(f.dx)[i])
				y[i] = y0[i] + at*float64(livetest.Data(f.dy)[i])
			}
			now, _ := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Margin: margin}))(t)
			for _, c := range now.All() {
				pair := [2]soa.ID{c.A, c.B}
				seen[pair] = true
				if c.Depth+float32(margin) < rounding {
					continue
				}
				if time, ok := first[pair]; !ok || float64(time) > at {
					t.Fatalf("%v touch at %v, %v deep, but first at %v (%v)", pair, at, c.Depth, time, ok)
				}
			}
			if k == 0 {
				for pair, time := range first {
					if time == 0 && !seen[pair] {
						t.Fatalf("%v touch at 0, but no contact", pair)
					}
				}
			}
		}
		copy(x, x0)
		copy(y, y0)
		missed := 0
		for pair := range first {
			if !seen[pair] {
				missed++
			}
		}
		t.Logf("margin %v: %d pairs meet, %d of them between two of %d moments", margin, len(first), missed, moments)
		if missed > len(first)/20 && !testing.Short() {
			t.Errorf("%d of %d impacts are seen at no moment", missed, len(first))
		}
	}
}

// TestAtRestSweptIsContact: without motion the answer is that of ModeContacts, in the
// same order, at time 0.
func TestAtRestSweptIsContact(t *testing.T) {
	ctx := context.Background()
	f := randomField(t, seeded(t, 7), 3000, 60, 0)
	clear(livetest.Data(f.turn))
	for _, margin := range []float64{0, 0.2, -0.1} {
		want, _ := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Margin: margin}))(t)
		for _, m := range []batch.Columns{f.moves(false), f.moves(true)} {
			got, _ := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Margin: margin, Mode: batch.ModeSwept, Columns: [2]batch.Columns{m}}))(t)
			want.Time = make([]float32, want.Len())
			if err := sameContacts(got, want); err != nil {
				t.Fatalf("margin %v: %v", margin, err)
			}
		}
	}
}

// TestSweptMovesWithTheScene: a motion common to all changes nothing, not even cost.
// Motions are multiples of 2^-10, so that adding to them is exact.
func TestSweptMovesWithTheScene(t *testing.T) {
	ctx := context.Background()
	f := randomField(t, seeded(t, 8), 2000, 60, 1)
	for i := range livetest.Data(f.dx) {
		round := func(v *float32) { *v = float32(math.Round(min(max(float64(*v), -8), 8)*1024) / 1024) }
		round(&livetest.Data(f.dx)[i])
		round(&livetest.Data(f.dy)[i])
	}
	run := func() (*batch.Contacts, batch.Stats) {
		c, stats := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}}))(t)
		return c, stats
	}
	want, before := run()
	for i := range livetest.Data(f.dx) {
		livetest.Data(f.dx)[i] += 1000
		livetest.Data(f.dy)[i] -= 3000
	}
	got, after := run()
	must.Do(t, sameContacts(got, want))
	if after.Candidates > before.Candidates*101/100 {
		t.Errorf("%d candidates at rest, %d in a scene that moves", before.Candidates, after.Candidates)
	}
}

// TestSweptFollowsReorder: slots and the columns of motion move, the answer does not.
func TestSweptFollowsReorder(t *testing.T) {
	ctx := context.Background()
	n := 20_000
	if testenv.Race {
		n = 5000
	}
	f := randomField(t, seeded(t, 9), n, 250*math.Sqrt(float64(n)/20_000), 0.02)
	for i := 0; i < f.shapes.Len(); i += 1000 { // these are cut into pieces
		livetest.Data(f.dx)[i], livetest.Data(f.dy)[i] = 60, -60
	}
	opts := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Canonical: true}
	want, _ := must.Both(batch.Collide(ctx, f.shapes, opts))(t)
	e := must.Get(batch.New(f.shapes, opts))(t)
	reordered, pieces := false, 0
	for range 3 {
		got := must.Get(e.Step(ctx))(t)
		must.Do(t, sameContacts(got, want))
		reordered = reordered || e.Stats().Detail().Reordered
		pieces = e.Stats().Detail().Pieces
	}
	if !reordered || pieces == 0 {
		t.Errorf("storage was reordered: %v; %d pieces", reordered, pieces)
	}
}

// TestSweptCutAtTheEnds: impacts at the very beginning and end of a step belong to the
// first and last piece of a motion that is cut.
func TestSweptCutAtTheEnds(t *testing.T) {
	f := newField()
	box := func(x, y, dx, dy float32) {
		id := must.Get(f.shapes.AddBox(soa.At(float64(x), float64(y), 0), 1, 1, soa.Attrs{}))(t)
		f.set(t, id, dx, dy, 0)
	}
	box(0, 0, 64, 64)
	box(66, 66, 0, 0) // met at the end, corner to corner
	box(2, 0, 0, 0)   // touched at the beginning
	box(32, 35, 0, 0) // and on the way
	for k := range 20 {
		box(float32(3*k), 130, 0, 0) // out of reach
	}
	for _, margin := range []float64{0, 0.25} {
		opts := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(false)}, Margin: margin, Canonical: true}
		got, stats := must.Both(batch.Collide(context.Background(), f.shapes, opts))(t)
		if stats.Detail().Pieces == 0 {
			t.Fatal("no motion is cut")
		}
		want := must.Get(batchtest.BruteForce(context.Background(), f.shapes, opts))(t)
		if err := sameContacts(got, want); err != nil {
			t.Errorf("margin %v: %v", margin, err)
		}
		if margin == 0 && (got.Len() != 3 || got.Time[0] != 1 || got.Time[1] != 0 || got.Time[2] != 33.0/64) {
			t.Errorf("contacts at %v, want 1, 0 and %v", got.Time, 33.0/64)
		}
	}
}

// TestSweptOrder: the order of a swept step depends on the shapes alone.
func TestSweptOrder(t *testing.T) {
	ctx := context.Background()
	n := testenv.Rounds(1000, 4000, 4000)
	f := randomField(t, seeded(t, 10), n, 120, 3)
	var want *batch.Contacts
	for _, table := range isa.All() {
		for _, workers := range []int{1, 2, 8} {
			got, _ := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Workers: workers, Kernels: table.Name}))(t)
			if want == nil {
				want = got
			}
			if err := sameContacts(got, want); err != nil {
				t.Fatalf("%s, %d workers: %v", table.Name, workers, err)
			}
		}
	}
}

// TestSweptJoinIsBruteForce: a join of two sets in motion, cut motions and all, finds what
// brute force finds across the two halves of one set, and nothing within either.
func TestSweptJoinIsBruteForce(t *testing.T) {
	s := newSplit(t, seeded(t, 14), 150, 150, 30, 20, noAttrs)
	for _, turning := range []bool{false, true} {
		want := s.across(t, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{s.both.moves(turning)}})
		for _, workers := range []int{1, 3} {
			cfg := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{s.a.moves(turning), s.b.moves(turning)}, Canonical: true, Workers: workers}
			got, stats := must.Both(batch.Join(context.Background(), s.a.shapes, s.b.shapes, cfg))(t)
			if stats.Detail().Pieces == 0 || want.Len() < 1000 {
				t.Errorf("%d pieces and %d contacts: the test is too easy", stats.Detail().Pieces, want.Len())
			}
			if err := sameContacts(got, want); err != nil {
				t.Errorf("turning %v, %d workers: %v", turning, workers, err)
			}
		}
	}
}

// TestSweptJoin: bullets of one set against walls of another, which is at rest.
func TestSweptJoin(t *testing.T) {
	ctx := context.Background()
	bullets, walls := newField(), soa.New()
	for k := range 20 {
		id := must.Get(bullets.shapes.AddCircle(soa.At(0, float64(k), 0), 0.01, soa.Attrs{}))(t)
		bullets.set(t, id, float32(100*(k+1)), float32(50*(k%3)), 0)
		must.Get(walls.AddCapsule(soa.At(float64(90+100*k), 0, math.Pi/2), 1000, 0, soa.Attrs{}))(t)
	}
	got, _ := must.Both(batch.Join(ctx, bullets.shapes, walls, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{bullets.moves(false)}, Canonical: true}))(t)
	// Bullet k passes k+1 walls.
	if got.Len() != 20*21/2 {
		t.Fatalf("%d impacts, want %d", got.Len(), 20*21/2)
	}
	for _, c := range got.All() {
		k, wall := int(c.A.Index()), int(c.B.Index())
		if want := (float64(90+100*wall) - 0.01) / float64(100*(k+1)); math.Abs(float64(c.Time)-want) > 1e-6 || c.NX != 1 {
			t.Errorf("bullet %d meets wall %d at %v, want %v; normal (%v, %v)", k, wall, c.Time, want, c.NX, c.NY)
		}
	}
}

// TestBadMotionHarmsNoOther: a shape whose motion is NaN, infinite or too far is left
// out, counted, and comes back.
func TestBadMotionHarmsNoOther(t *testing.T) {
	ctx := context.Background()
	f := newField()
	var ids []soa.ID
	for k := range 5 {
		id := must.Get(f.shapes.AddBox(soa.At(1.5*float64(k), 0, 0), 1, 1, soa.Attrs{}))(t)
		ids = append(ids, id)
	}
	opts := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Canonical: true}
	e := must.Get(batch.New(f.shapes, opts))(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range [][3]float32{{nan, 0, 0}, {0, inf, 0}, {0, -inf, 0}, {0, 0, nan}, {0, 0, 2000}, {0x1p101, 0, 0}} {
		f.set(t, ids[2], bad[0], bad[1], bad[2])
		c := must.Get(e.Step(ctx))(t)
		if s := e.Stats(); c.Len() != 2 || s.Quarantined != 1 {
			t.Errorf("%v: %d contacts, %d in quarantine; want 2 and 1", bad, c.Len(), s.Quarantined)
		}
		brute := must.Get(batchtest.BruteForce(ctx, f.shapes, opts))(t)
		if err := sameContacts(c, brute); err != nil {
			t.Errorf("%v: %v", bad, err)
		}
	}
	f.set(t, ids[2], 0, 0, 0)
	if c, err := e.Step(ctx); err != nil || c.Len() != 4 || e.Stats().Quarantined != 0 {
		t.Errorf("cured: %d contacts, %v", c.Len(), err)
	}
}

// TestSweptDuration: velocities for some time are ways of a step that lasts for 1.
func TestSweptDuration(t *testing.T) {
	const duration = 0.125 // exact, so that both round alike
	ctx := context.Background()
	f := randomField(t, seeded(t, 8), 600, 40, 5)
	cfg := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Canonical: true}
	ways := []*soa.Column[float32]{f.dx, f.dy, f.turn}
	want, _, err := batch.Collide(ctx, f.shapes, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ways {
		for i := range livetest.Data(c) {
			livetest.Data(c)[i] /= duration
		}
	}
	cfg.Duration = duration
	got, _ := must.Both(batch.Collide(ctx, f.shapes, cfg))(t)
	if !sameColumns(got, want) || want.Len() == 0 {
		t.Errorf("%d contacts, want %d", got.Len(), want.Len())
	}
	if got, err = batchtest.BruteForce(ctx, f.shapes, cfg); err != nil || !sameColumns(got, want) {
		t.Errorf("brute force: %d contacts, error %v; want %d", got.Len(), err, want.Len())
	}
}

// TestSweptOpenDepth: shapes that are open sets meet from where their distance is the
// margin on, and that is the depth, not the float32 next to it.
func TestSweptOpenDepth(t *testing.T) {
	for _, margin := range []float64{0, 0.5, -0.5} {
		f := newField()
		for k, add := range []func(soa.Pose) (soa.ID, error){
			func(p soa.Pose) (soa.ID, error) { return f.shapes.AddCircle(p, 1, soa.Attrs{}) },
			func(p soa.Pose) (soa.ID, error) { return f.shapes.AddBox(p, 1, 1, soa.Attrs{}) },
			func(p soa.Pose) (soa.ID, error) { return f.shapes.AddEllipse(p, 1, 1, 6, 0, soa.Attrs{}) },
		} {
			for j := range 2 {
				id := must.Get(add(soa.At(8*float64(j), 10*float64(k), 0)))(t)
				f.set(t, id, float32(8*(1-j)), 0, 0)
			}
		}
		got, _ := must.Both(batch.Collide(context.Background(), f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(false)}, Margin: margin, Strict: true}))(t)
		if got.Len() != 3 {
			t.Errorf("margin %v: %d pairs meet, not 3", margin, got.Len())
		}
		for _, c := range got.All() {
			if float64(c.Depth) != -margin || math.Signbit(float64(c.Depth)) != (margin > 0) {
				t.Errorf("margin %v: %+v", margin, c)
			}
		}
	}
}
