// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/batch/separate"
	"daylight/internal/answer"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestJoin compares a join with the contacts across two halves of one set.
func TestJoin(t *testing.T) {
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			r := seeded(t, 8)
			a, b, both := soa.New(), soa.New(), soa.New()
			var fromA, fromB []soa.ID
			for k := range 1200 {
				pose, attrs := somewhere(r, 0, 0, 60), randomAttrs(r)
				if k >= 700 {
					attrs = soa.Attrs{} // the second set has no filter columns
				}
				side, ids := a, &fromA
				if k >= 700 {
					side, ids = b, &fromB
				}
				// The same draw twice: the same shape in both stores.
				seed := r.Uint64()
				*ids = append(*ids, addAny(t, side, seeded(t, seed), pose, 1, attrs))
				addAny(t, both, seeded(t, seed), pose, 1, attrs)
			}
			got, stats := must.Both(batch.Join(context.Background(), a, b, batch.Config{Workers: workers, Canonical: true}))(t)
			if stats.Shapes != 1200 || stats.Contacts != got.Len() {
				t.Errorf("stats %+v for %d contacts", stats, got.Len())
			}
			want := &batch.Contacts{}
			all := must.Get(batchtest.BruteForce(context.Background(), both, batch.Config{}))(t)
			for _, c := range all.All() {
				i, j := c.A.Index(), c.B.Index()
				if i < 700 && j >= 700 {
					want.A, want.B = append(want.A, fromA[i]), append(want.B, fromB[j-700])
					want.Depth, want.NX, want.NY = append(want.Depth, c.Depth), append(want.NX, c.NX), append(want.NY, c.NY)
				}
			}
			if want.Len() < 100 {
				t.Fatalf("only %d contacts: the test is too sparse", want.Len())
			}
			same(t, "join", got, want)
			brute := must.Get(batchtest.BruteForceJoin(context.Background(), a, b, batch.Config{}))(t)
			same(t, "brute force", brute, want)
		})
	}
}

// TestBruteForceJoinFew: where one set is far larger than the other, no more pairs are looked at than there are between
// the two. All pairs of the larger would take minutes.
func TestBruteForceJoinFew(t *testing.T) {
	few, many := soa.New(), soa.New()
	for k := range 5 {
		must.Get(few.AddCircle(soa.At(float64(10*k), 0, 0), 1, soa.Attrs{World: uint32(k % 2)}))(t)
	}
	for k := range 100_000 {
		must.Get(many.AddCircle(soa.At(float64(k), 0, 0), 0.5, soa.Attrs{World: uint32(k % 2)}))(t)
	}
	for _, sets := range [][2]*soa.Shapes{{few, many}, {many, few}} {
		got := must.Get(batchtest.BruteForceJoin(context.Background(), sets[0], sets[1], batch.Config{}))(t)
		want, _ := must.Both(batch.Join(context.Background(), sets[0], sets[1], batch.Config{Canonical: true}))(t)
		if want.Len() == 0 {
			t.Fatal("nothing meets")
		}
		same(t, "brute force", got, want)
	}
}

// TestBruteForceJoin compares it with Join in every mode that decides pairs, in worlds
// that only one set has shapes in, too.
func TestBruteForceJoin(t *testing.T) {
	ctx := context.Background()
	contacts := 0
	for round := range 12 {
		r := seeded(t, uint64(round))
		var sets [2]*soa.Shapes
		var moves [2]batch.Columns
		for k := range sets {
			s := soa.New()
			dx, dy := soa.Attach[float32](s), soa.Attach[float32](s)
			for range []int{400, 300, 0, 1}[r.IntN(4)] {
				attrs := randomAttrs(r)
				if round%2 == 0 {
					attrs.World = uint32(r.IntN(4) + k)
				}
				addAny(t, s, r, somewhere(r, 0, 0, 30), 1, attrs)
			}
			for i := range livetest.Data(dx) {
				livetest.Data(dx)[i], livetest.Data(dy)[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
			}
			sets[k], moves[k] = s, batch.Columns{VX: dx, VY: dy}
		}
		for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeSwept, batch.ModeDistance} {
			opts := batch.Config{Mode: mode, Margin: 0.2, Canonical: true}
			if mode == batch.ModeSwept {
				opts.Columns, opts.Other = moves[0], moves[1]
			}
			want, _ := must.Both(batch.Join(ctx, sets[0], sets[1], opts))(t)
			got := must.Get(batchtest.BruteForceJoin(ctx, sets[0], sets[1], opts))(t)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("round %d, %v: %d contacts, Join has %d, or they differ", round, mode, got.Len(), want.Len())
			}
			contacts += got.Len()
		}
	}
	if contacts < 1000 {
		t.Errorf("only %d contacts: the test is too sparse", contacts)
	}
}

// TestJoinedContactsNameShapesOfTwoSets: an ID of one set may be that of another shape in
// the other, so nothing looks both sides
// up in one.
func TestJoinedContactsNameShapesOfTwoSets(t *testing.T) {
	ctx := context.Background()
	a, b := soa.New(), soa.New()
	id := must.Get(a.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{}))(t)
	must.Get(b.AddBox(soa.At(0, 1.9, 0), 1, 1, soa.Attrs{}))(t)
	found, _ := must.Both(batch.Join(ctx, a, b, batch.Config{Mode: batch.ModeDistance, Canonical: true}))(t)
	var ways mtv.Candidates
	for name, contacts := range map[string]*batch.Contacts{"found": found, "cloned": found.Clone()} {
		for call, f := range map[string]func() error{
			"mtv.Find": func() error { return ways.Find(a, contacts, 0) },
			"Separate": func() error { return separated(ctx, a, contacts, separate.Config{}) },
		} {
			if err := f(); err == nil {
				t.Errorf("%s takes the %s contacts of a Join", call, name)
			}
		}
	}
	if ofA, ofB := found.Shapes(); ofA != a || ofB != b || answer.Of(found).Check(a, b) != nil {
		t.Error("the contacts do not know their two sets")
	}
	if p, err := a.Pose(id); err != nil || p.Y != 0 {
		t.Errorf("the shape is at %v, %v", p, err)
	}
}
