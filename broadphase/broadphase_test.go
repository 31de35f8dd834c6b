// SPDX-License-Identifier: MIT

// The tests of this package, by what they prove:
//
//	the door gives what is behind it: the same pairs in each of the three ways
//	a sweep can be left, and the strip used again
//	bad input is an error that can be told apart
//
// All else is tested where the code is, in internal/sweep.
package broadphase_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/broadphase"
	"daylight/kernels"
)

// crowd is n unit boxes on a square, with about 4 neighbours each.
func crowd(n int) *broadphase.Boxes {
	rng := rand.New(rand.NewPCG(1, 2))
	side := math.Sqrt(float64(n))
	b := &broadphase.Boxes{}
	for range n {
		b.X, b.Y = append(b.X, side*rng.Float64()), append(b.Y, side*rng.Float64())
		b.MinX, b.MinY = append(b.MinX, -0.5), append(b.MinY, -0.5)
		b.MaxX, b.MaxY = append(b.MaxX, 0.5), append(b.MaxY, 0.5)
	}
	return b
}

func sorted(pairs []kernels.Pair) []kernels.Pair {
	slices.SortFunc(pairs, func(p, q kernels.Pair) int {
		return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B))
	})
	return pairs
}

// swept are the pairs of all strips, as boxes, and how often a sweep came back.
func swept(t *testing.T, f *broadphase.Frame, w *broadphase.Strip, b *broadphase.Boxes, filters *broadphase.Filters) (pairs []kernels.Pair, times int) {
	strips, err := f.Build(b, filters, broadphase.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range strips {
		for some := range f.Sweep(k, w) {
			times++
			for _, p := range some {
				if filters != nil && filters.Key != nil && w.Keys[p.A] > w.Keys[p.B] {
					t.Fatalf("keys %d, %d: not in order", w.Keys[p.A], w.Keys[p.B])
				}
				pairs = append(pairs, kernels.Pair{A: w.Slots[p.A], B: w.Slots[p.B]})
			}
		}
	}
	return pairs, times
}

func TestAllWaysFindTheSame(t *testing.T) {
	b := crowd(3000)
	keys := make([]uint64, len(b.X))
	for i := range keys {
		keys[i] = uint64(len(keys) - i)
	}
	for _, filters := range []*broadphase.Filters{nil, {Key: keys}} {
		want, err := broadphase.BruteForce(nil, b, filters, 0)
		if err != nil {
			t.Fatal(err)
		}
		var f broadphase.Frame
		var w broadphase.Strip
		got, err := f.AppendPairs(nil, b, filters, broadphase.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		bySweep, times := swept(t, &f, &w, b, filters)
		if !slices.Equal(got, bySweep) {
			t.Errorf("a sweep finds %d pairs in %d goes, AppendPairs %d, or in another order", len(bySweep), times, len(got))
		}
		if len(want) < len(b.X) || !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%d pairs; brute force finds %d", len(got), len(want))
		}
	}
}

func TestASweepCanBeLeft(t *testing.T) {
	b := crowd(3000)
	var f broadphase.Frame
	var w broadphase.Strip
	want, _ := swept(t, &f, &w, b, nil)
	for range f.Sweep(0, &w) {
		break
	}
	if got, _ := swept(t, &f, &w, b, nil); !slices.Equal(got, want) {
		t.Errorf("%d pairs, and %d before a sweep was left", len(got), len(want))
	}
}

// TestAWarmSweepAllocatesNothing: neither does the loop over its pairs, whatever it does with them.
func TestAWarmSweepAllocatesNothing(t *testing.T) {
	b := crowd(20_000)
	var f broadphase.Frame
	var w broadphase.Strip
	want, _ := swept(t, &f, &w, b, nil)
	strips, err := f.Build(b, nil, broadphase.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if strips < 10 || len(want) < 1000 {
		t.Fatalf("%d strips, %d pairs", strips, len(want))
	}
	found := make([]kernels.Pair, 0, len(want))
	if n := testing.AllocsPerRun(5, func() {
		found = found[:0]
		for k := range strips {
			for some := range f.Sweep(k, &w) {
				for _, p := range some {
					found = append(found, kernels.Pair{A: w.Slots[p.A], B: w.Slots[p.B]})
				}
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations in %d strips", n, strips)
	}
	if !slices.Equal(found, want) {
		t.Errorf("%d pairs, and %d before", len(found), len(want))
	}
}

func TestBadInputIsRefused(t *testing.T) {
	var f broadphase.Frame
	b := crowd(4)
	short := *b
	short.MaxY = b.MaxY[:3]
	for _, c := range []struct {
		b      *broadphase.Boxes
		grow   float32
		reason error
	}{{&short, 0, broadphase.ErrColumns}, {b, -1, broadphase.ErrGrow}, {b, float32(math.NaN()), broadphase.ErrGrow}} {
		strips, err := f.Build(c.b, nil, broadphase.Settings{Grow: c.grow})
		var e *broadphase.Error
		if strips != 0 || !errors.Is(err, c.reason) || !errors.As(err, &e) || e.Advice == "" {
			t.Errorf("%d strips, error %v; want %v", strips, err, c.reason)
		}
	}
}

// Three boxes, of which two overlap.
func ExampleFrame_AppendPairs() {
	boxes := &broadphase.Boxes{
		X: []float64{0, 1, 5}, Y: []float64{0, 1, 5},
		MinX: []float32{-1, -1, -1}, MinY: []float32{-1, -1, -1},
		MaxX: []float32{1, 1, 1}, MaxY: []float32{1, 1, 1},
	}
	var frame broadphase.Frame
	pairs, err := frame.AppendPairs(nil, boxes, nil, broadphase.Settings{})
	fmt.Println(pairs, err)
	// Output: [{0 1}] <nil>
}
