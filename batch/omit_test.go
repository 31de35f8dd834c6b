// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
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
				var mutex sync.Mutex
				asked := map[[2]soa.ID]int{}
				cfg.Omit = func(a, b soa.ID) bool {
					mutex.Lock()
					defer mutex.Unlock()
					asked[[2]soa.ID{a, b}]++
					return odd(a, b)
				}
				got, stats := must.Both(batch.Collide(context.Background(), shapes, cfg))(t)
				for pair, times := range asked {
					if times > 1 || pair[0] >= pair[1] {
						t.Errorf("%s: asked %d times about %v", name, times, pair)
					}
				}
				if stats.Candidates != before.Candidates {
					t.Errorf("%s: %d candidates, not %d", name, stats.Candidates, before.Candidates)
				}
				cfg.Omit = odd
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
}

// TestOmitEnds: a contact that Omit begins to leave out ends, and begins again when it is back.
func TestOmitEnds(t *testing.T) {
	shapes, _ := mesh(5, 0, 0.7)
	leave := false
	e := must.Get(batch.New(shapes, batch.Config{Events: true, Omit: func(_, _ soa.ID) bool { return leave }}))(t)
	n := must.Get(e.Step(context.Background()))(t).Len()
	for _, leave = range []bool{true, false} {
		must.Get(e.Step(context.Background()))(t)
		changes := must.Get(e.Events())(t)
		begun, ended := n, 0
		if leave {
			begun, ended = 0, n
		}
		if n == 0 || len(changes.Begin.A) != begun || len(changes.End.A) != ended {
			t.Errorf("left out %v: of %d contacts %d begin and %d end", leave, n, len(changes.Begin.A), len(changes.End.A))
		}
	}
}
