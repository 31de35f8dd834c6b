// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"daylight/internal/testenv"
)

// TestCrossings: the sweep divides stretches where looking at each two of them does.
func TestCrossings(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range testenv.Rounds(1000, 3000, 20_000) {
		size, scale := 2+r.IntN(20), []float64{1, 1. / 3, math.Pow(10, float64(r.IntN(600)-300))}[r.IntN(3)]
		at := func() Point {
			if size%3 == 0 {
				return Point{r.NormFloat64() * scale, r.NormFloat64() * scale}
			}
			return Point{float64(r.IntN(size)) * scale, float64(r.IntN(size)) * scale}
		}
		var all []stretch
		for range 1 + r.IntN(25) {
			all = appendStretch(all, at(), at(), 1, 1)
		}
		all = unite(all)
		var want []crossPoint
		meetings(all, 0, func(i, k int32) bool {
			want = divide(want, i, &all[i], k, &all[k], 0)
			return true
		})
		got, ok := crossings(all, math.MaxInt)
		places := func(points []crossPoint) []crossPoint {
			for i := range points {
				points[i].rounded = false
			}
			return sorted(points)
		}
		if !ok || !slices.Equal(places(got), places(want)) {
			t.Fatalf("%v:\n%v\nwant\n%v", all, got, want)
		}
		if _, ok := crossings(all, len(got)-1); ok && len(got) > 0 {
			t.Fatalf("%v: %d divisions, and no limit", all, len(got))
		}
	}
}

// TestMaxCrossings: what crosses too often is refused, and soon.
func TestMaxCrossings(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	corners := make([]Point, 3000)
	for i := range corners {
		corners[i] = Point{r.Float64(), r.Float64()}
	}
	for n, want := range map[int]error{-1: ErrOption, 1: ErrTooManyCrossings, 20_000: ErrTooManyCrossings} {
		begin := time.Now()
		if _, err := New([][][]Point{{corners}}, Config{Mend: true, MaxCrossings: n}); !errors.Is(err, want) {
			t.Errorf("%d: %v", n, err)
		}
		t.Logf("%d: %v", n, time.Since(begin))
	}
	star := []Point{{0, 6}, {4, -6}, {-6, 2}, {6, 2}, {-4, -6}} // five crossings
	for n, want := range map[int]error{0: nil, 4: ErrTooManyCrossings, 5: nil} {
		if _, err := New([][][]Point{{star}}, Config{Mend: true, MaxCrossings: n}); !errors.Is(err, want) {
			t.Errorf("%d: %v", n, err)
		}
	}
	if _, err := New([][][]Point{{star}}, Config{MaxCrossings: 5}); !errors.Is(err, ErrOption) {
		t.Errorf("without Mend: %v", err)
	}
}
