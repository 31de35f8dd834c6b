// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestExcluding: of the contacts of a step those of shapes with a bit in common are left out,
// nothing else changes, in every mode and in joins.
func TestExcluding(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 1))
	fill := func(n int) (*soa.Shapes, *soa.Column[uint8], batch.Columns) {
		s := filled(t, scene.Mixed, n, soa.Attrs{})
		bits, dx := soa.Attach[uint8](s), soa.Attach[float32](s)
		for id := range s.All() {
			_ = bits.Set(id, uint8(r.IntN(4)))
			_ = dx.Set(id, r.Float32()*20)
		}
		return s, bits, batch.Columns{Motion: soa.Motion{VX: dx, VY: dx}}
	}
	a, ofA, ma := fill(1200)
	b, ofB, mb := fill(800)
	get := func(c *soa.Column[uint8], id soa.ID) uint8 {
		return must.Get(c.Get(id))(t)
	}
	for mode := batch.ModeContacts; mode <= batch.ModeDistance; mode++ {
		for _, join := range []bool{false, true} {
			for workers := 1; workers <= 3; workers += 2 {
				opts := batch.Config{Mode: mode, Workers: workers, Margin: 0.1}
				if mode == batch.ModeSwept {
					opts.Columns = ma
					if join {
						opts.Other = mb
					}
				}
				run := func(opts batch.Config) *batch.Contacts {
					var c *batch.Contacts
					var err error
					if join {
						c, _, err = batch.Join(ctx, a, b, opts)
					} else {
						c, _, err = batch.Collide(ctx, a, opts)
					}
					if err != nil {
						t.Fatal(err)
					}
					return c
				}
				want, of := run(opts), ofA
				all := want.Len()
				opts.Columns.Exclude = ofA
				if join {
					of, opts.Other.Exclude = ofB, ofB
				}
				want.Keep(func(i int) bool { return get(ofA, want.A[i])&get(of, want.B[i]) == 0 })
				got := run(opts)
				if mode == batch.ModeContacts && !join {
					brute := must.Get(batchtest.BruteForce(ctx, a, opts))(t)
					canonical := opts
					canonical.Canonical = true
					if found := run(canonical); !sameColumns(brute, found) {
						t.Errorf("brute force has %d contacts, a step %d", brute.Len(), found.Len())
					}
				}
				if want.Len() == 0 || want.Len() == all || !sameColumns(got, want) {
					t.Fatalf("%v, join %t, %d workers: %d contacts, want %d of %d", mode, join, workers, got.Len(), want.Len(), all)
				}
			}
		}
	}
	for name, o := range map[string]batch.Config{"of others": {Columns: batch.Columns{Exclude: ofB}}, "two of one set": {Columns: batch.Columns{Exclude: ofA}, Other: batch.Columns{Exclude: ofB}}} {
		if _, _, err := batch.Collide(ctx, a, o); !errors.Is(err, daylight.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func sameColumns(a, b *batch.Contacts) bool {
	if a.Len() != b.Len() || len(a.Depth) != len(b.Depth) || len(a.Points[0]) != len(b.Points[0]) {
		return false
	}
	for i := range a.A {
		if a.At(i) != b.At(i) {
			return false
		}
	}
	return true
}
