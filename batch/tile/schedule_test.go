// SPDX-License-Identifier: MIT

package tile_test

import (
	"container/heap"
	"context"
	"fmt"
	"maps"
	"testing"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestMakespan: small cases by hand.
func TestMakespan(t *testing.T) {
	for _, c := range []struct {
		costs    []float64
		machines int
		want     float64
	}{{nil, 3, 0}, {[]float64{2, 3, 4}, 1, 9}, {[]float64{2, 3, 4}, 2, 6}, {[]float64{2, 3, 4}, 3, 4}, {[]float64{2, 3, 4}, 0, 9}, {[]float64{1, 1, 1, 9}, 2, 10}} {
		if got := makespan(c.costs, c.machines); got != c.want {
			t.Errorf("%v on %d machines: %v, want %v", c.costs, c.machines, got, c.want)
		}
	}
}

// TestSchedule runs tiles, and reckons from what each took how much sooner several machines are
// done than one: DAYLIGHT_FULL=1 go test -v -run Schedule, the figures of docs/scale.md. Fewer shapes
// are harder to deal out evenly, so nobody waits for a million who does not read the figures.
func TestSchedule(t *testing.T) {
	testenv.Sequential(t)
	n := 100_000
	if testenv.Full() && testing.Verbose() {
		n = 1_000_000
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Heavy, scene.Cluster} {
		s := batchtest.Filled(t, kind, n, soa.Attrs{})
		cfg := batch.Config{Mode: batch.ModeContacts, Workers: 1}
		p := must.Get(tile.Make(sample(t, s, cfg), 256))(t)
		var counted, timed []float64
		must.Get(p.CollideEach(context.Background(), s, cfg, func(_ int, st batch.Stats) {
			counted = append(counted, float64(st.Shapes+st.Candidates))
			timed = append(timed, maps.Collect(st.Times.All())["step"].Seconds())
		}))(t)
		text := ""
		for _, m := range []int{4, 16, 64, 128, 256} {
			speed := makespan(counted, 1) / makespan(counted, m)
			text += fmt.Sprintf("  %d: %.1f (%.1f)", m, speed, makespan(timed, 1)/makespan(timed, m))
			if least := 0.6 * float64(m); speed < least {
				t.Errorf("%v: %d machines are %.1f times as fast as one by shapes and candidates", kind, m, speed)
			}
		}
		t.Logf("%v: %d tiles on so many machines are so many times as fast by work (by seconds measured):%s", kind, p.Tiles(), text)
	}
}

// BenchmarkTiles compares 64 tiles with one run, in memory.
func BenchmarkTiles(b *testing.B) {
	for _, kind := range []scene.Kind{scene.Boxes, scene.Heavy, scene.Cluster} {
		for _, n := range []int{1_000_000, 10_000_000} {
			s := batchtest.Filled(b, kind, n, soa.Attrs{})
			ctx := context.Background()
			one := batch.Config{Workers: 1, Canonical: true}
			b.Run(fmt.Sprintf("%v/n=%d/one", kind, n), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := batch.Collide(ctx, s, one); err != nil {
						b.Fatal(err)
					}
				}
			})
			cfg := batch.Config{Mode: batch.ModeContacts, Workers: 1}
			b.Run(fmt.Sprintf("%v/n=%d/tiles=64", kind, n), func(b *testing.B) {
				for b.Loop() {
					bounds := must.Get(tile.BoundsOf(s, cfg))(b)
					sampler := tile.NewSampler(1 << 18)
					for id := range s.All() {
						sampler.Add(bounds.World(id), bounds.Box(id))
					}
					p := must.Get(tile.Make(sampler.Sample(), 64))(b)
					if _, err := p.Collide(ctx, s, cfg); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// makespan returns how long tiles of the given costs take, in the unit of the costs, on so many
// machines (at least 1). Each machine takes the next tile of the list as soon as it is done
// with one, as in an Indexed Job of Kubernetes or an array of Slurm.
func makespan(costs []float64, machines int) float64 {
	free := make(times, max(machines, 1)) // when each machine is free
	end := 0.0
	for _, c := range costs {
		free[0] += c
		end = max(end, free[0])
		heap.Fix(&free, 0)
	}
	return end
}

// times is a heap, the earliest on top.
type times []float64

func (t times) Len() int           { return len(t) }
func (t times) Less(i, k int) bool { return t[i] < t[k] }
func (t times) Swap(i, k int)      { t[i], t[k] = t[k], t[i] }
func (t *times) Push(v any)        { *t = append(*t, v.(float64)) }
func (t *times) Pop() any          { panic("the number of machines does not change") }
