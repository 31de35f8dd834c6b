// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/batch/separate"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/soa"
)

// split is a set of shapes in motion, both, and two that have the same: the first of them, and the
// others.
type split struct {
	a, b, both *field
	first      int
}

func newSplit(t testing.TB, r *rand.Rand, first, others int, side, speed float64, attrs func(k int) soa.Attrs) *split {
	t.Helper()
	s := &split{newField(), newField(), newField(), first}
	for k := range first + others {
		pose, draw, with := somewhere(r, 0, 0, side), r.Uint64(), attrs(k)
		dx, dy, turn := float32(speed*r.NormFloat64()), float32(speed*r.NormFloat64()), float32(r.NormFloat64())
		half := s.a
		if k >= first {
			half = s.b
		}
		for _, f := range []*field{half, s.both} {
			f.set(t, addAny(t, f.shapes, rand.New(rand.NewPCG(draw, 1)), pose, 1, with), dx, dy, turn)
		}
	}
	return s
}

// across returns the contacts in the set of all shapes of those of one set with those of the other,
// by their IDs there.
func (s *split) across(t testing.TB, cfg batch.Config) *batch.Contacts {
	t.Helper()
	all := must.Get(batchtest.BruteForce(context.Background(), s.both.shapes, cfg))(t)
	idA, idB := livetest.IDs(s.a.shapes), livetest.IDs(s.b.shapes)
	out := &batch.Contacts{}
	for k, c := range all.All() {
		if i, j := int(c.A.Index()), int(c.B.Index()); i < s.first && j >= s.first {
			out.A, out.B = append(out.A, idA[i]), append(out.B, idB[j-s.first])
			out.Depth, out.NX, out.NY = append(out.Depth, c.Depth), append(out.NX, c.NX), append(out.NY, c.NY)
			if len(all.Time) > 0 {
				out.Time = append(out.Time, all.Time[k])
			}
		}
	}
	return out
}

func noAttrs(int) (none soa.Attrs) { return none }

// TestJoin compares a join with the contacts across two halves of one set.
func TestJoin(t *testing.T) {
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			r := seeded(t, 8)
			s := newSplit(t, r, 700, 500, 60, 0, func(k int) (attrs soa.Attrs) {
				if k < 700 { // the second set has no filter columns
					attrs = randomAttrs(r)
				}
				return attrs
			})
			got, stats := must.Both(batch.Join(context.Background(), s.a.shapes, s.b.shapes, batch.Config{Workers: workers, Canonical: true}))(t)
			if stats.Shapes != 1200 || stats.Contacts != got.Len() {
				t.Errorf("stats %+v for %d contacts", stats, got.Len())
			}
			want := s.across(t, batch.Config{})
			if want.Len() < 100 {
				t.Fatalf("only %d contacts: the test is too sparse", want.Len())
			}
			same(t, "join", got, want)
			same(t, "brute force", must.Get(batchtest.BruteForceJoin(context.Background(), s.a.shapes, s.b.shapes, batch.Config{}))(t), want)
		})
	}
}

// TestBruteForceJoinFew: where one set is far larger than the other, no more pairs are looked at
// than there are between the two. All pairs of the larger would take minutes.
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
			sets[k], moves[k] = s, batch.Columns{Motion: soa.Motion{VX: dx, VY: dy}}
		}
		for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeSwept, batch.ModeDistance} {
			opts := batch.Config{Mode: mode, Margin: 0.2, Canonical: true}
			if mode == batch.ModeSwept {
				opts.Columns = moves
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
	if ofA, ofB := found.Shapes(); ofA != a || ofB != b || found.Fit(store.Key{}, a, b, false) != nil {
		t.Error("the contacts do not know their two sets")
	}
	if p, err := a.Pose(id); err != nil || p.Y != 0 {
		t.Errorf("the shape is at %v, %v", p, err)
	}
}
