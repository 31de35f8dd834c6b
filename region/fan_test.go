// SPDX-License-Identifier: MIT

package region

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/must"
)

// TestFanOfHoles: where many rings meet in one point there is no entry for each two of them.
func TestFanOfHoles(t *testing.T) {
	const n = 300
	rings := [][]Point{{{-10, -10}, {10, -10}, {10, 10}, {-10, 10}}}
	for k := range n {
		a := 2 * math.Pi * float64(k) / n
		b := a + math.Pi/n
		rings = append(rings, []Point{{0, 0}, {5 * math.Cos(a), 5 * math.Sin(a)}, {5 * math.Cos(b), 5 * math.Sin(b)}})
	}
	r := must.Get(New([][][]Point{rings}, Config{}))(t)
	if r.Rings() < 2 {
		t.Errorf("%d rings", r.Rings())
	}
	c := &cutter{}
	must.Do(t, c.collect([][][]Point{rings}))
	all, err := c.passages()
	if err != nil || len(all) > 3*len(c.points) {
		t.Errorf("%d passages of %d points: %v", len(all), len(c.points), err)
	}
}

// TestFanOfLines: the same of lines, whose rays are as many as segments, whether they end in the
// point or pass through it.
func TestFanOfLines(t *testing.T) {
	const n = 200
	for _, through := range []float64{0, -1000} {
		fan := func(first float64) Shape {
			var lines [][]Point
			for k := range n {
				y := first + float64(k)
				lines = append(lines, []Point{{through, through / 1000 * y}, {1000, y}})
			}
			return must.Get(NewShape(nil, lines, 0))(t)
		}
		a, b := fan(0), fan(n)
		want := Touching
		if through != 0 {
			want = Overlapping
		}
		if v := a.Compare(&b); v != want {
			t.Errorf("through %v: %v, want %v", through, v, want)
		}
	}
	var r rays
	r.from, r.most = [2][]uint8{make([]uint8, n), make([]uint8, n)}, 1
	for i := range n {
		for k := range n { // those of one shape pass, and those of the other end there
			r.add(i, k, []Point{{-1000, -float64(i)}, {1000, float64(i)}}, []Point{{0, 0}, {float64(-k - 1), 1000}})
			if most := max(rayRoom+4, 2*3*n+4); len(r.all) > most {
				t.Fatalf("%d rays of %d segments", len(r.all), 2*n)
			}
		}
	}
	r.sort()
	if !r.cross() {
		return // all of one lie between two of the other
	}
	t.Error("lines that lie beside each other cross")
}

// TestFirstOverlap: a sweep finds what all pairs, in order, show first.
func TestFirstOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 300 {
		var regions []*Region
		for range 2 + r.IntN(8) {
			x, y, w, h := float64(r.IntN(9)), float64(r.IntN(9)), float64(1+r.IntN(3)), float64(1+r.IntN(3))
			one := must.Get(New([][][]Point{{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}}}, Config{}))(t)
			regions = append(regions, one)
		}
		wantK, wantI, want := 0, 0, Relation(0)
		for k := len(regions) - 1; k > 0; k-- {
			for i := k - 1; i >= 0; i-- {
				if v := Relate(regions[k], regions[i]); v&Overlaps != 0 {
					wantK, wantI, want = k, i, v
				}
			}
		}
		if k, i, v := firstOverlap(regions); k != wantK || i != wantI || v != want {
			t.Fatalf("%d and %d %v, want %d and %d %v", k, i, v, wantK, wantI, want)
		}
		if want != 0 {
			found++
		}
	}
	if found < 50 || found > 290 {
		t.Errorf("%d of 300 overlap", found)
	}
}
