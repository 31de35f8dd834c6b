// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
	"daylight/region"
	"daylight/soa"
)

// TestOmit: the pairs that Omit leaves out are missing, in every mode and with every kernel, and
// all others stay as they are. The engine decides none of the missing pairs in float64.
func TestOmit(t *testing.T) {
	shapes, list := mesh(13, 0, 0.7)
	odd := func(a, b soa.ID) bool { return (a.Index()+b.Index())%2 == 1 }
	decide := func(a, b soa.ID, _ region.Verdict) region.Verdict { return list[a.Index()].Compare(&list[b.Index()]) }
	for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeDistance} {
		for _, table := range isa.All() {
			for _, cfg := range []batch.Config{{Margin: 0.0625}, {Margin: 0.125, Strict: true}, {Decide: decide}} {
				cfg.Mode, cfg.Kernels, cfg.Workers, cfg.Canonical = mode, table.Name, 2, true
				name := fmt.Sprintf("%v, %s, margin %v", mode, table.Name, cfg.Margin)
				all, before := must.Both(batch.Collide(context.Background(), shapes, cfg))(t)
				cfg.Omit = odd
				got, stats := must.Both(batch.Collide(context.Background(), shapes, cfg))(t)
				k := 0
				for _, c := range all.All() {
					if odd(c.A, c.B) {
						continue
					}
					if k == got.Len() || got.At(k) != c {
						t.Fatalf("%s: contact %d of %d is not %+v", name, k, got.Len(), c)
					}
					k++
				}
				if k != got.Len() || k == all.Len() || k == 0 || stats.Undecided >= before.Undecided {
					t.Fatalf("%s: %d contacts, want %d of %d; %d undecided, before %d", name, got.Len(), k, all.Len(), stats.Undecided, before.Undecided)
				}
				same(t, name, got, must.Get(batchtest.BruteForce(context.Background(), shapes, cfg))(t))
			}
		}
	}
	for _, bad := range []batch.Config{{Mode: batch.ModePairs}, {Skin: 4}} {
		bad.Omit = odd
		if _, err := batch.New(shapes, bad); !errors.As(err, new(*batch.ArgumentError)) || !strings.Contains(err.Error(), "Omit") {
			t.Errorf("%v, skin %v: %v", bad.Mode, bad.Skin, err)
		}
	}
	var panicked *batch.PanicError
	_, _, err := batch.Collide(context.Background(), shapes, batch.Config{Omit: func(_, _ soa.ID) bool { panic("mine") }})
	if !errors.As(err, &panicked) || !strings.Contains(panicked.Error(), "given to Omit") {
		t.Error(err)
	}
}
