// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// moving is a crowded scene with a column of random velocities, a third of them zero.
func moving(t testing.TB, seed uint64, n int) (*soa.Shapes, *soa.Column[float32], *soa.Column[float32]) {
	r := seeded(t, seed)
	shapes := soa.New()
	vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
	for range n {
		addAny(t, shapes, r, somewhere(r, 0, 0, 60), 1, soa.Attrs{})
	}
	for i := range n {
		if r.IntN(3) > 0 {
			livetest.Data(vx)[i], livetest.Data(vy)[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
		}
	}
	return shapes, vx, vy
}

// TestOpposing: any number of workers, any kernels and any order of storage give the
// bits of brute force; the pairs are those without the option, and every choice is one
// of the ways listed, none of which opposes the movement more.
func TestOpposing(t *testing.T) {
	const tolerance = 0.25
	shapes, vx, vy := moving(t, 41, 1500)
	plain := collide(t, shapes, batch.Config{Canonical: true})
	opts := batch.Config{Columns: batch.Columns{VX: vx, VY: vy}, OpposeWithin: tolerance, Canonical: true}
	want := must.Get(batchtest.BruteForce(context.Background(), shapes, opts))(t)
	for _, table := range isa.All() {
		for _, workers := range []int{1, 3} {
			cfg := opts
			cfg.Workers = workers
			cfg.Kernels = table.Name
			got := collide(t, shapes, cfg)
			same(t, fmt.Sprintf("%s, %d workers", table.Name, workers), got, want)
		}
	}
	must.Do(t, livetest.Shuffle(shapes, seeded(t, 42)))
	same(t, "reordered", collide(t, shapes, opts), want)

	if !slices.Equal(want.A, plain.A) || !slices.Equal(want.B, plain.B) {
		t.Fatal("the option changes which pairs are contacts")
	}
	var ways mtv.Candidates
	must.Do(t, ways.Find(shapes, plain, tolerance))
	changed := 0
	for i, c := range want.All() {
		a, _ := livetest.Slot(shapes, c.A)
		b, _ := livetest.Slot(shapes, c.B)
		ux, uy := livetest.Data(vx)[b]-livetest.Data(vx)[a], livetest.Data(vy)[b]-livetest.Data(vy)[a]
		dot := func(x, y float32) float64 { return float64(ux)*float64(x) + float64(uy)*float64(y) }
		if c != plain.At(i) {
			changed++
		}
		if c.Depth > plain.Depth[i]+tolerance+1e-5 {
			t.Fatalf("%+v, without the option %+v", c, plain.At(i))
		}
		if ux == 0 && uy == 0 {
			if c != plain.At(i) {
				t.Fatalf("nothing moves, but %+v became %+v", plain.At(i), c)
			}
			continue
		}
		for k := ways.Start[i]; k < ways.Start[i+1]; k++ {
			if dot(ways.Contacts.NX[k], ways.Contacts.NY[k]) < dot(c.NX, c.NY)-1e-6 {
				t.Fatalf("%+v: (%g, %g) opposes the movement more", c, ways.Contacts.NX[k], ways.Contacts.NY[k])
			}
		}
	}
	if changed < want.Len()/20 {
		t.Errorf("only %d of %d contacts changed", changed, want.Len())
	}
}

// TestOpposingInAllModes: other modes choose as ModeContacts does. What ModeDistance adds is
// as far apart as the shapes along the normal.
func TestOpposingInAllModes(t *testing.T) {
	shapes, vx, vy := moving(t, 45, 800)
	opts := batch.Config{Columns: batch.Columns{VX: vx, VY: vy}, OpposeWithin: 0.25, Canonical: true}
	want := collide(t, shapes, opts)
	with := func(m batch.Mode) *batch.Contacts {
		cfg := opts
		cfg.Mode = m
		return collide(t, shapes, cfg)
	}

	same(t, "manifold", with(batch.ModeManifolds), want)
	swept, start := with(batch.ModeSwept), &batch.Contacts{}
	for i, c := range swept.All() {
		if c.Time == 0 && c.Depth > 0 {
			start.A, start.B = append(start.A, c.A), append(start.B, c.B)
			start.Depth = append(start.Depth, swept.Depth[i])
			start.NX, start.NY = append(start.NX, c.NX), append(start.NY, c.NY)
		}
	}
	same(t, "swept", start, want)
	near := with(batch.ModeDistance)
	same(t, "distance", near, want)
	for i, c := range near.All() {
		a := must.Get(shapes.Pose(c.A))(t)
		b := must.Get(shapes.Pose(c.B))(t)
		x := b.X - a.X + float64(near.Points[1][i].X) - float64(near.Points[0][i].X)
		y := b.Y - a.Y + float64(near.Points[1][i].Y) - float64(near.Points[0][i].Y)
		if off := x*float64(c.NX) + y*float64(c.NY) + float64(c.Depth); math.Abs(off) > 1e-4 {
			t.Errorf("%+v: along the normal the witnesses are off by %g", c, off)
		}
	}
}

// TestOpposingRefuses: a join takes no columns of a third set, and none of two.
func TestOpposingRefuses(t *testing.T) {
	shapes, vx, _ := moving(t, 44, 20)
	strange := soa.Attach[float32](soa.New())
	for _, v := range [][2]*soa.Column[float32]{{strange, strange}, {vx, strange}} {
		if _, _, err := batch.Join(context.Background(), shapes, soa.New(), batch.Config{Columns: batch.Columns{VX: v[0], VY: v[1]}, OpposeWithin: 0.1}); err == nil {
			t.Error("accepted")
		}
	}
}

// TestOpposingInJoins: a join chooses as a step of all shapes in one set does, with velocities
// of both sets or of one, the other being at rest.
func TestOpposingInJoins(t *testing.T) {
	const tolerance = 0.25
	ctx := context.Background()
	s := newSplit(t, seeded(t, 46), 500, 400, 45, 1, noAttrs)
	check := func(name string, want *batch.Contacts, cfg batch.Config) {
		t.Helper()
		for _, table := range isa.All() {
			for _, workers := range []int{1, 3} {
				cfg.Canonical, cfg.Kernels, cfg.Workers = true, table.Name, workers
				got, _ := must.Both(batch.Join(ctx, s.a.shapes, s.b.shapes, cfg))(t)
				if got.Len() < 100 {
					t.Fatalf("%s, %s: %d contacts", name, table.Name, got.Len())
				}
				same(t, name+", "+table.Name, got, want)
			}
		}
	}
	opposed := func() *batch.Contacts {
		return s.across(t, batch.Config{Columns: s.both.moves(false), OpposeWithin: tolerance})
	}
	plain, want := s.across(t, batch.Config{}), opposed()
	changed := 0
	for i, c := range want.All() {
		if c != plain.At(i) {
			changed++
		}
	}
	if changed < want.Len()/20 {
		t.Errorf("only %d of %d contacts changed", changed, want.Len())
	}
	cfg := batch.Config{Columns: s.a.moves(false), Other: s.b.moves(false), OpposeWithin: tolerance}
	check("both", want, cfg)
	same(t, "brute force", must.Get(batchtest.BruteForceJoin(ctx, s.a.shapes, s.b.shapes, cfg))(t), want)
	clear(livetest.Data(s.both.dx)[s.first:]) // the second set at rest
	clear(livetest.Data(s.both.dy)[s.first:])
	cfg.Other = batch.Columns{}
	check("one", opposed(), cfg)
}
