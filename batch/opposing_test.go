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
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
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
// of both sets or of one, the other being at rest, whichever option comes first.
func TestOpposingInJoins(t *testing.T) {
	const tolerance = 0.25
	ctx := context.Background()
	r := seeded(t, 46)
	a, b, both := soa.New(), soa.New(), soa.New()
	sets := []*soa.Shapes{a, b, both}
	var vx, vy [3]*soa.Column[float32]
	for k, s := range sets {
		vx[k], vy[k] = soa.Attach[float32](s), soa.Attach[float32](s)
	}
	const first, n = 500, 900
	for i := range n {
		k := 0
		if i >= first {
			k = 1
		}
		pose, draw := somewhere(r, 0, 0, 45), r.Uint64()
		ids := [2]soa.ID{addAny(t, sets[k], seeded(t, draw), pose, 1, soa.Attrs{}), addAny(t, both, seeded(t, draw), pose, 1, soa.Attrs{})}
		u, v := float32(r.NormFloat64()), float32(r.NormFloat64())
		for j, of := range [2]int{k, 2} {
			must.Do(t, vx[of].Set(ids[j], u))
			must.Do(t, vy[of].Set(ids[j], v))
		}
	}
	across := func(opts batch.Config) (list []batch.Contact) {
		c := must.Get(batchtest.BruteForce(ctx, both, opts))(t)
		for _, c := range c.All() {
			if c.A.Index() < first && c.B.Index() >= first {
				list = append(list, c)
			}
		}
		return list
	}
	check := func(name string, want []batch.Contact, opts batch.Config) {
		t.Helper()
		for _, table := range isa.All() {
			for _, workers := range []int{1, 3} {
				cfg := opts
				cfg.Canonical = true
				cfg.Kernels = table.Name
				cfg.Workers = workers
				got, _ := must.Both(batch.Join(ctx, a, b, cfg))(t)
				if got.Len() != len(want) || got.Len() < 100 {
					t.Fatalf("%s, %s: %d contacts, want %d", name, table.Name, got.Len(), len(want))
				}
				for i, c := range got.All() {
					if w := want[i]; c.A.Index() != w.A.Index() || c.B.Index() != w.B.Index()-first || c.Depth != w.Depth || c.NX != w.NX || c.NY != w.NY {
						t.Fatalf("%s, %s: contact %d is %+v, in one set %+v", name, table.Name, i, c, w)
					}
				}
			}
		}
	}
	plain := across(batch.Config{})
	want := across(batch.Config{Columns: batch.Columns{VX: vx[2], VY: vy[2]}, OpposeWithin: tolerance})
	changed := 0
	for i := range want {
		if want[i] != plain[i] {
			changed++
		}
	}
	if changed < len(want)/20 {
		t.Errorf("only %d of %d contacts changed", changed, len(want))
	}
	of := func(first, second batch.Columns) batch.Config {
		return batch.Config{Columns: first, Other: second, OpposeWithin: tolerance}
	}
	ofA, ofB := batch.Columns{VX: vx[0], VY: vy[0]}, batch.Columns{VX: vx[1], VY: vy[1]}
	check("both", want, of(ofA, ofB))
	brute := must.Get(batchtest.BruteForceJoin(ctx, a, b, of(ofA, ofB)))(t)
	for i, c := range brute.All() {
		if c.Depth != want[i].Depth || c.NX != want[i].NX || c.NY != want[i].NY {
			t.Fatalf("brute force: contact %d is %+v, want %+v", i, c, want[i])
		}
	}
	// The second set at rest.
	for i, x := range livetest.Data(vx[2]) {
		if i >= first {
			livetest.Data(vx[2])[i], livetest.Data(vy[2])[i] = 0*x, 0
		}
	}
	check("one", across(batch.Config{Columns: batch.Columns{VX: vx[2], VY: vy[2]}, OpposeWithin: tolerance}), of(ofA, batch.Columns{}))
}
