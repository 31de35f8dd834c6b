// SPDX-License-Identifier: MIT

package memory

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"daylight/internal/must"
)

func TestBudget(t *testing.T) {
	b := NewBudget(100)
	must.Do(t, b.Reserve(60))
	err := b.Reserve(41)
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, ErrLimit) || e.Limit != 100 || e.Needed != 101 || b.Held() != 60 || b.Left() != 40 {
		t.Errorf("%v, held %d", err, b.Held())
	}
	b.Release(20)
	if err := b.Reserve(60); err != nil || b.Left() != 0 {
		t.Errorf("%v, left %d", err, b.Left())
	}
	var none *Budget
	if err := none.Reserve(1 << 62); err != nil {
		t.Error(err)
	}
	none.Release(1 << 62)
	if none.Left() < 1<<62 {
		t.Errorf("%d are left of no limit", none.Left())
	}
}

// TestGrow: a column is charged for the room it has, and not for that it had; it stays as it is
// where there is no memory.
func TestGrow(t *testing.T) {
	b := NewBudget(1000)
	s, err := Grow(b, []uint64{1, 2, 3}[:3:3], 5)
	b.Release(-24) // those it began with
	if err != nil || len(s) != 3 || s[2] != 3 || cap(s) < 8 || b.Held() != int64(8*cap(s)) {
		t.Errorf("%v of %d, held %d, %v", s, cap(s), b.Held(), err)
	}
	held := b.Held()
	if more, err := Grow(b, s, 1000); !errors.Is(err, ErrLimit) || len(more) != 3 || cap(more) != cap(s) || b.Held() != held {
		t.Errorf("%v, held %d", err, b.Held())
	}
	if same, err := Grow(b, s, 5); err != nil || cap(same) != cap(s) || b.Held() != held {
		t.Errorf("%v, held %d", err, b.Held())
	}
	if more, err := Grow[uint64](nil, nil, 9); err != nil || cap(more) < 9 {
		t.Error(err)
	}
}

// TestBudgetTogether: many goroutines never hold more than the limit.
func TestBudgetTogether(t *testing.T) {
	b := NewBudget(1000)
	var got atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 1000 {
				if b.Reserve(3) == nil {
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

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"512MiB": 512 << 20, "512 mib": 512 << 20, "8G": 8 << 30, "1.5GiB": 3 << 29, "1000": 1000, "2kb": 2000, "7 B": 7, "1TB": 1e12,
	} {
		if n, err := Parse(text); n != want || err != nil {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "0", "12 apples", "1e400", "9EiB", "nan", "1.2.3G", "1GiBB"} {
		if n, err := Parse(text); err == nil {
			t.Errorf("%q: %d", text, n)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1 KiB", 512 << 20: "512 MiB", 3 << 29: "1.5 GiB", 1 << 40: "1 TiB", 12345 << 20: "12 GiB"} {
		if got := Format(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestProgram(t *testing.T) {
	b, heap := NewProgram(600 << 20)
	if err := b.Reserve(500 << 20).(*Error); err.Limit != 600<<20 || err.Needed != 750<<20 || heap != 525<<20 {
		t.Errorf("%+v, %d", err, heap)
	}
	if err := b.Reserve(393 << 20); err != nil {
		t.Error(err)
	}
	if b, heap := NewProgram(32 << 20); heap != 18<<20 || b.Limit() != heap/4*3 { // text and heap are within 32 MiB
		t.Errorf("%d, %d", heap, b.Limit())
	}
}
