// SPDX-License-Identifier: MIT

// The tests of this package, by what they prove:
//
//	the door gives what is behind it: the pairs of brute force, by each filter and variant
//	a warm Finder allocates nothing
//	bad input is an error
//
// All else is tested where the code is, in internal/broadphase.
package broadphase_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight"
	"daylight/broadphase"
	"daylight/internal/must"
	"daylight/internal/testenv"
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

func sorted(pairs []broadphase.Pair) []broadphase.Pair {
	slices.SortFunc(pairs, func(p, q broadphase.Pair) int {
		return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B))
	})
	return pairs
}

func TestFindsWhatBruteForceFinds(t *testing.T) {
	b := crowd(3000)
	world, static := make([]uint32, len(b.X)), make([]bool, len(b.X))
	category, mask, group := slices.Clone(world), slices.Clone(world), make([]int32, len(b.X))
	body := slices.Clone(world)
	for i := range b.X {
		world[i], static[i], body[i], group[i] = uint32(i/1500), i%3 == 0, uint32(i/2), int32(i%5-2)
		category[i], mask[i] = 1<<(i%2), 3-1<<(i%2)
	}
	all := 0
	for _, cfg := range []broadphase.Config{
		{}, {Grow: 0.25}, {World: world}, {Static: static}, {Body: body}, {Group: group}, {Category: category, Mask: mask},
		{World: world, Static: static, Body: body, Group: group, Category: category, Mask: mask, Grow: 0.125},
	} {
		want := must.Get(broadphase.BruteForce(nil, b, cfg))(t)
		if len(want) < len(b.X)/4 || all != 0 && cfg.Grow == 0 && len(want) >= all {
			t.Errorf("%+v: %d pairs of %d", cfg, len(want), all)
		}
		if all == 0 {
			all = len(want)
		}
		for _, v := range kernels.Variants() {
			if !v.Supported {
				continue
			}
			cfg.Kernels = v.Name
			var f broadphase.Finder
			got, err := f.AppendPairs(nil, b, cfg)
			if err != nil || !slices.Equal(sorted(got), want) {
				t.Errorf("%s: %d pairs, error %v; brute force finds %d", v.Name, len(got), err, len(want))
			}
		}
	}
}

func TestAWarmFinderAllocatesNothing(t *testing.T) {
	testenv.OwnMemory(t)
	b := crowd(20_000)
	var f broadphase.Finder
	pairs, err := f.AppendPairs(nil, b, broadphase.Config{})
	if err != nil || len(pairs) < 1000 {
		t.Fatalf("%d pairs, error %v", len(pairs), err)
	}
	if n := testing.AllocsPerRun(5, func() { pairs, _ = f.AppendPairs(pairs[:0], b, broadphase.Config{}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestBadInputIsRefused(t *testing.T) {
	var f broadphase.Finder
	b := crowd(4)
	short := *b
	short.MaxY = b.MaxY[:3]
	for _, c := range []struct {
		b      *broadphase.Boxes
		cfg    broadphase.Config
		reason error
	}{
		{&short, broadphase.Config{}, daylight.ErrArgument},
		{b, broadphase.Config{Mask: make([]uint32, 3)}, daylight.ErrArgument},
		{b, broadphase.Config{Grow: -1}, daylight.ErrArgument},
		{b, broadphase.Config{Grow: float32(math.NaN())}, daylight.ErrArgument},
		{b, broadphase.Config{Kernels: "abacus"}, kernels.ErrUnknown},
	} {
		pairs, err := f.AppendPairs(nil, c.b, c.cfg)
		if pairs != nil || !errors.Is(err, c.reason) {
			t.Errorf("%d pairs, error %v; want %v", len(pairs), err, c.reason)
		}
		if pairs, err := broadphase.BruteForce(nil, c.b, c.cfg); pairs != nil || !errors.Is(err, c.reason) {
			t.Errorf("brute force: %d pairs, error %v; want %v", len(pairs), err, c.reason)
		}
	}
}

// Three boxes, two of them overlapping.
func ExampleFinder_AppendPairs() {
	boxes := &broadphase.Boxes{
		X: []float64{0, 1, 5}, Y: []float64{0, 1, 5},
		MinX: []float32{-1, -1, -1}, MinY: []float32{-1, -1, -1},
		MaxX: []float32{1, 1, 1}, MaxY: []float32{1, 1, 1},
	}
	var finder broadphase.Finder
	pairs, err := finder.AppendPairs(nil, boxes, broadphase.Config{})
	fmt.Println(pairs, err)
	// Output: [{0 1}] <nil>
}
