// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"daylight"
	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// highest runs f and returns the most bytes that the heap held meanwhile beyond what it held
// before. The garbage collector runs all the time, so that what counts is what is in use.
func highest(f func()) int64 {
	before := testenv.Heap()
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	stop, most := make(chan struct{}), make(chan int64)
	go func() {
		high := int64(0)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if int64(m.HeapAlloc) > high { // garbage does not count, where the collector is late
				runtime.GC()
				runtime.ReadMemStats(&m)
			}
			high = max(high, int64(m.HeapAlloc))
			select {
			case <-stop:
				most <- high
				return
			default:
				time.Sleep(100 * time.Microsecond) // reading stops the world, and so the collector
			}
		}
	}()
	f()
	close(stop)
	return <-most - before
}

// TestMemoryLimit: shapes all on one spot, with more pairs than the memory allows, end in
// a LimitError in every mode, which says what it would take within a factor of two; the
// heap never holds much more than is allowed; and the engine and its shapes are as good as
// before.
func TestMemoryLimit(t *testing.T) {
	testenv.OwnMemory(t)
	const n, limit = 6000, 16 << 20
	const pairs = n * (n - 1) / 2
	for _, c := range []struct {
		mode  batch.Mode
		bytes int64 // a contact
	}{
		{batch.ModeContacts, 28}, {batch.ModeOverlaps, 16}, {batch.ModePairs, 16},
		{batch.ModeManifolds, 61}, {batch.ModeSwept, 32}, {batch.ModeDistance, 44},
	} {
		for _, workers := range []int{1, 3} {
			for _, canonical := range []bool{false, true} {
				t.Run(fmt.Sprintf("%v/workers=%d/canonical=%v", c.mode, workers, canonical), func(t *testing.T) {
					s := soa.New()
					for range n {
						circle(t, s, 0, 0, 1, soa.Attrs{})
					}
					opts := batch.Config{Mode: c.mode, Workers: workers, MemoryLimit: limit}
					if c.mode == batch.ModeSwept {
						opts.Columns[0].VX = soa.Attach[float32](s)
					}
					each := c.bytes
					if workers > 1 {
						each += c.bytes
					}
					if canonical {
						opts.Canonical = true
						each += c.bytes + 4
					}
					e := must.Get(batch.New(s, opts))(t)
					var err error
					step := func() { _, err = e.Step(context.Background()) }
					high := highest(step)
					for range 2 { // what a busy machine's collector was late with is not there each time
						if high > limit*5/4 {
							e = must.Get(batch.New(s, opts))(t)
							high = min(high, highest(step))
						}
					}
					var short *daylight.LimitError
					if !errors.As(err, &short) || !errors.Is(err, daylight.ErrLimit) || short.Option != "MemoryLimit" || short.Limit != limit {
						t.Fatalf("error %v", err)
					}
					if want := pairs * each; short.Needed < want/2 || short.Needed > 2*want {
						t.Errorf("it says that it needs %d bytes, and would need %d", short.Needed, want)
					}
					if high > limit*5/4 {
						t.Errorf("%d bytes in use, %d allowed", high, limit)
					}
					// Apart they are no trouble, on the same engine.
					x, _ := livetest.Positions(s)
					for i := range x {
						x[i] = float64(i)
					}
					found, err := e.Step(context.Background())
					if err != nil || found.Len() < n-1 || found.Len() > 4*n {
						t.Errorf("afterwards: %v", err)
					}
				})
			}
		}
	}
}

// TestMemoryLimitElsewhere: one-off calls, joins, brute force and events keep to it too,
// and what a warm engine holds already counts once.
func TestMemoryLimitElsewhere(t *testing.T) {
	ctx := context.Background()
	const n, limit = 3000, 4 << 20
	a, b := soa.New(), soa.New()
	for range n {
		circle(t, a, 0, 0, 1, soa.Attrs{})
		circle(t, b, 0, 0, 1, soa.Attrs{})
	}
	for name, call := range map[string]func(batch.Config) error{
		"Collide":        func(o batch.Config) error { _, _, err := batch.Collide(ctx, a, o); return err },
		"Join":           func(o batch.Config) error { _, _, err := batch.Join(ctx, a, b, o); return err },
		"NewJoin":        func(o batch.Config) error { return second(must.Get(batch.NewJoin(a, b, o))(t).Step(ctx)) },
		"BruteForce":     func(o batch.Config) error { _, err := batchtest.BruteForce(ctx, a, o); return err },
		"BruteForceJoin": func(o batch.Config) error { _, err := batchtest.BruteForceJoin(ctx, a, b, o); return err },
	} {
		if err := call(batch.Config{MemoryLimit: limit}); !errors.Is(err, daylight.ErrLimit) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	// 600 circles on one spot make 179,700 contacts, which take 5 MB.
	few := soa.New()
	for range 600 {
		circle(t, few, 0, 0, 1, soa.Attrs{})
	}
	for _, c := range []struct {
		limit int64
		opts  batch.Config
		fails bool
	}{
		{12 << 20, batch.Config{}, false},
		{12 << 20, batch.Config{Events: true}, true},
		{40 << 20, batch.Config{Events: true}, false}, // lists of all that begins among it
	} {
		cfg := c.opts
		cfg.Workers = 1
		cfg.MemoryLimit = c.limit
		e := must.Get(batch.New(few, cfg))(t)
		for k := range 5 {
			if _, err := e.Step(ctx); errors.Is(err, daylight.ErrLimit) != c.fails {
				t.Errorf("%d bytes, %+v, step %d: error %v", c.limit, cfg, k, err)
			}
		}
	}
}
