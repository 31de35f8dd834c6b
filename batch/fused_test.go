// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"testing"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestFused: one worker that refreshes blocks of shapes as strips come to them finds what it finds
// if all are refreshed first, as with OnProgress, and what several workers find: the same contacts
// in the same order, of the same candidates. There are a dozen blocks.
func TestFused(t *testing.T) {
	frames, wilds := testenv.Rounds(7, 10, 25), []int{0, 2, 12, 25}
	if testing.Short() {
		wilds = wilds[1:2]
	}
	tables := isa.All()
	for run, wild := range wilds {
		var lives []*life
		var engines []*batch.Engine
		for k := range 3 {
			l := newLife(t, uint64(run), 12000, wild, 190)
			l.moved = true
			opts := batch.Config{Columns: [2]batch.Columns{l.motion()}, Workers: 1, Kernels: tables[(run+k)%len(tables)].Name}.Listed([]int{6, batch.Auto}[run%2])
			switch k {
			case 1:
				opts.OnProgress = func(int, int) {}
			case 2:
				opts.Workers = 3
			}
			e := must.Get(batch.New(l.shapes, opts))(t)
			lives, engines = append(lives, l), append(engines, e)
		}
		used := 0
		for frame := range frames {
			var want uint64
			var first batch.Stats
			for k, l := range lives {
				l.step(t)
				c := must.Get(engines[k].Advance(context.Background(), 0.4))(t)
				h, s := hash(c), engines[k].Stats()
				if k == 0 {
					want, first = h, s
					if s.SkinAge > 0 {
						used++
					}
				}
				if h != want {
					t.Fatalf("run %d, frame %d, way %d: other contacts, or another order", run, frame, k)
				}
				if s.Candidates != first.Candidates || s.SkinAge != first.SkinAge || counted(s) != counted(first) || s.Entries != first.Entries {
					t.Fatalf("run %d, frame %d, way %d: %+v, want %+v", run, frame, k, s, first)
				}
			}
		}
		if used == 0 && run == 0 { // the wildest may not
			t.Errorf("run %d: no step used a list", run)
		}
	}
}

// counted returns the counts that are equal for all kernels. The hints used differ.
func counted(s batch.Stats) batch.Detail {
	d := s.Detail()
	d.HintsTried, d.HintsHit = 0, 0
	return d
}
