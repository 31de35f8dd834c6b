// SPDX-License-Identifier: MIT

package scratch

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestBudget(t *testing.T) {
	var b Budget
	b.Reset(100, 30)
	if !b.Reserve(30) || b.Reserve(41) || b.Held() != 60 || b.Limit() != 100 {
		t.Errorf("held %d of %d", b.Held(), b.Limit())
	}
	b.Release(20)
	if !b.Reserve(60) || b.Reserve(1) {
		t.Errorf("held %d", b.Held())
	}
	var none *Budget
	if !none.Reserve(1 << 62) {
		t.Error("no limit is one")
	}
	none.Release(1 << 62)
}

// TestGrowWithin: a column is charged for the room it has, and not for that it had; it stays as it
// is where there is no memory.
func TestGrowWithin(t *testing.T) {
	var b Budget
	b.Reset(1000, 0)
	s, ok := GrowWithin(&b, []uint64{1, 2, 3}[:3:3], 5)
	b.Release(-24) // those it began with
	if !ok || len(s) != 3 || s[2] != 3 || cap(s) < 8 || b.Held() != int64(8*cap(s)) {
		t.Errorf("%v of %d, held %d, %v", s, cap(s), b.Held(), ok)
	}
	held := b.Held()
	if more, ok := GrowWithin(&b, s, 1000); ok || len(more) != 3 || cap(more) != cap(s) || b.Held() != held {
		t.Errorf("%v, held %d", ok, b.Held())
	}
	if same, ok := GrowWithin(&b, s, 5); !ok || cap(same) != cap(s) || b.Held() != held {
		t.Errorf("%v, held %d", ok, b.Held())
	}
	if more, ok := GrowWithin[uint64](nil, nil, 9); !ok || cap(more) < 9 {
		t.Error(ok)
	}
}

// TestBudgetTogether: many goroutines never hold more than the limit.
func TestBudgetTogether(t *testing.T) {
	var b Budget
	b.Reset(1000, 0)
	var got atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 1000 {
				if b.Reserve(3) {
					got.Add(1)
				}
			}
		})
	}
	wait.Wait()
	if got.Load() != 333 || b.Held() != 999 {
		t.Errorf("%d reservations, %d held", got.Load(), b.Held())
	}
}
