// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/soa"
)

// slowContext takes its time when it is asked for the second time, by a step that has begun: it is
// then due to report.
type slowContext struct {
	context.Context
	asked atomic.Int64
}

func (c *slowContext) Err() error {
	if c.asked.Add(1) == 2 {
		time.Sleep(batch.ProgressEvery)
	}
	return c.Context.Err()
}

// TestProgress: what OnProgress is told never decreases and ends with all parts, with several
// workers and where a search is given up half way, because a list of candidates exceeds the limit,
// and begins anew.
func TestProgress(t *testing.T) {
	shapes := filled(t, scene.Boxes, 5000, soa.Attrs{})
	for name, cfg := range map[string]batch.Config{
		"one worker":      {Workers: 1},
		"several workers": {Workers: 4},
		"given up":        batch.Config{Workers: 1, MemoryLimit: enoughWithout(t, shapes, 1)}.Listed(8),
		"given up by two": batch.Config{Workers: 2, MemoryLimit: enoughWithout(t, shapes, 2)}.Listed(8),
	} {
		last, total, calls := 0, 0, 0
		cfg.FixedOrder = true
		cfg.OnProgress = func(done, of int) {
			if done <= last || done > of || of < total {
				t.Errorf("%s: %d of %d after %d of %d", name, done, of, last, total)
			}
			last, total, calls = done, of, calls+1
			time.Sleep(batch.ProgressEvery) // so that the next part is told, too
		}
		e := must.Get(batch.New(shapes, cfg))(t)
		for range 2 { // the second step with a skin begins a list
			last, total, calls = 0, 0, 0
			must.Get(e.Step(&slowContext{Context: context.Background()}))(t)
			if last != total || calls < 3 {
				t.Errorf("%s: %d calls, the last with %d of %d", name, calls, last, total)
			}
		}
	}
}
