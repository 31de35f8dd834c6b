// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// heap makes n boxes of several sizes, most of them on one spot and some beside it. set gives the
// filters of box i.
func heap(r *rand.Rand, n int, set func(i int, f *one)) (*broadphase.Boxes, *broadphase.Filters) {
	b, f := new(broadphase.Boxes), new(broadphase.Filters)
	for i := range n {
		x, y, size := 5.0, 7.0, 0.5+float32(r.IntN(4))
		if i%50 == 49 {
			x, y = 30*r.Float64(), 30*r.Float64()
		}
		b.X, b.Y = append(b.X, x), append(b.Y, y)
		b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -size), append(b.MinY, -1), append(b.MaxX, size), append(b.MaxY, 1)
		v := one{category: 1, mask: math.MaxUint32}
		set(i, &v)
		f.World, f.Body, f.Group, f.Static = append(f.World, v.world), append(f.Body, v.body), append(f.Group, v.group), append(f.Static, v.static)
		f.Category, f.Mask, f.Skip = append(f.Category, v.category), append(f.Mask, v.mask), append(f.Skip, v.skip)
	}
	return b, f
}

// one is the filters of a box.
type one struct {
	world, body, category, mask uint32
	group                       int32
	static, skip                bool
}

// heaps set filters that keep most boxes from meeting.
var heaps = map[string]func(i int, f *one){
	"static":        func(_ int, f *one) { f.static = true },
	"one body":      func(_ int, f *one) { f.body = 3 },
	"a group":       func(_ int, f *one) { f.group = -1 },
	"one category":  func(_ int, f *one) { f.category, f.mask = 1, 2 },
	"layers":        func(i int, f *one) { f.category, f.mask = 4<<(i%28), 2 },
	"static chains": func(i int, f *one) { f.static, f.body, f.group = true, uint32(i/7), -int32(i%3) },
	"static and body": func(i int, f *one) {
		if f.static = i%2 == 0; !f.static {
			f.body, f.mask = 9, 2
		}
	},
	"static, and a group that ignores them": func(i int, f *one) {
		if f.static = i%3 > 0; !f.static {
			f.group, f.category, f.mask = -4, 8, 7
		} else {
			f.mask = 7
		}
	},
}

// TestHeapCosts: the sweep does not compare boxes on one spot that never meet each other. It
// compares each of the other boxes with all.
func TestHeapCosts(t *testing.T) {
	const n = 20_000
	for name, set := range heaps {
		for _, others := range []int{0, 1, 20} {
			b, filters := heap(rand.New(rand.NewPCG(testenv.Seed(t, 1), 2)), n, func(i int, f *one) {
				if set(i, f); others > 0 && i%(n/others) == 0 {
					*f = one{category: 1, mask: math.MaxUint32}
				}
			})
			if tests := testsOf(t, b, filters); tests > n*uint64(200+3*others) {
				t.Errorf("%s, %d others: %d boxes take %d tests, want %d at most", name, others, n, tests, n*(200+3*others))
			}
		}
	}
}

// TestHeapOfTwo: two sets lie on one spot, and no box meets one of its own set. The sweep compares
// each pair of boxes of different sets, and few others.
func TestHeapOfTwo(t *testing.T) {
	const n, share = 4000, 0.1
	b, filters := heap(rand.New(rand.NewPCG(testenv.Seed(t, 1), 2)), n, func(i int, f *one) {
		if f.body = 1; float64(i%100) < 100*share {
			f.body = 2
		}
	})
	if tests, most := float64(testsOf(t, b, filters)), 1.2*share*(1-share)*n*n; tests > most {
		t.Errorf("%v tests, want %v at most", tests, most)
	}
}

func testsOf(t *testing.T, b *broadphase.Boxes, filters *broadphase.Filters) uint64 {
	t.Helper()
	var f broadphase.Frame
	var w broadphase.Strip
	must.Do(t, f.Build(b, filters, broadphase.Settings{}))
	for k := range f.Strips() {
		f.Load(k, &w)
		for more := true; more; {
			_, more = w.Next()
		}
	}
	return w.Work.Tests
}

// TestHeapOrder: filters do not change the order in which boxes are to be stored.
func TestHeapOrder(t *testing.T) {
	for name, set := range heaps {
		b, filters := heap(rand.New(rand.NewPCG(testenv.Seed(t, 1), 2)), 5000, set)
		var f, plain broadphase.Frame
		must.Do(t, f.Build(b, filters, broadphase.Settings{}))
		must.Do(t, plain.Build(b, nil, broadphase.Settings{}))
		if want := plain.AppendOrder(nil); len(want) != 5000 || !slices.Equal(f.AppendOrder(nil), want) {
			t.Errorf("%s: another order", name)
		}
	}
}

// TestHeapTwin: the sweep of a heap finds the pairs that brute force finds, in the same order with
// every kernel.
func TestHeapTwin(t *testing.T) {
	testenv.Sequential(t)
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 3))
	names := slices.Sorted(maps.Keys(heaps))
	for round := range 6 * len(names) {
		name, n, mixed := names[round%len(names)], 300+r.IntN(1500), round%5
		others := 1 + r.IntN(n/4)
		b, f := heap(r, n, func(i int, f *one) {
			if heaps[name](i, f); i%(n/others) == 0 {
				f.body, f.group, f.static = uint32(r.IntN(3)), int32(r.IntN(5)-2), r.IntN(2) == 0
				f.category, f.mask = 1<<r.IntN(3), uint32(r.IntN(8))
			}
			f.skip = mixed == 1 && r.IntN(5) == 0
			if mixed == 2 {
				f.world = uint32(r.IntN(2))
			}
		})
		if mixed == 3 {
			f.Side = make([]bool, n)
			for i := range f.Side {
				f.Side[i] = r.IntN(9) == 0
			}
		}
		what := fmt.Sprintf("%d boxes, %s, round %d", n, name, round)
		want := must.Get(broadphase.BruteForce(nil, b, f, 0.1))(t)
		slices.SortFunc(want, byIndex)
		var first []kernels.Pair
		for _, table := range isa.All() {
			var frame broadphase.Frame
			got := must.Get(frame.AppendPairs(nil, b, f, broadphase.Settings{Kernels: table, Grow: 0.1}))(t)
			if first == nil {
				first = slices.Clone(got)
			} else if !slices.Equal(got, first) {
				t.Errorf("%s: %s finds pairs in another order", what, table.Name)
			}
			slices.SortFunc(got, byIndex)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d pairs, brute force finds %d", what, table.Name, len(got), len(want))
			}
		}
	}
}

// TestActiveReaches: AllStatic is false for each strip with pairs, up to the last strip that a
// moving box reaches.
func TestActiveReaches(t *testing.T) {
	b, static := new(broadphase.Boxes), []bool(nil)
	add := func(x, y float64, tall float32, still bool) {
		b.X, b.Y, static = append(b.X, x), append(b.Y, y), append(static, still)
		b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -0.4), append(b.MinY, 0), append(b.MaxX, 0.4), append(b.MaxY, tall)
	}
	for i := range 6400 {
		add(float64(i%80), float64(i/80), 0.8, true)
	}
	for k := range 8 {
		add(float64(9*k), float64(3*k), 9+float32(k), false)
	}
	f := &broadphase.Filters{Static: static}
	var frame broadphase.Frame
	must.Do(t, frame.Build(b, f, broadphase.Settings{}))
	found, w := 0, new(broadphase.Strip)
	for k := range frame.Strips() {
		frame.Load(k, w)
		for more := true; more; {
			var pairs []kernels.Pair
			pairs, more = w.Next()
			if len(pairs) > 0 && frame.AllStatic(k) {
				t.Errorf("strip %d has %d pairs, and is said to have static boxes only", k, len(pairs))
			}
			found += len(pairs)
		}
	}
	if found < 64 {
		t.Errorf("%d pairs", found)
	}
}
