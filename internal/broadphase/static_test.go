// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestIdleWithoutLooking: which strips are idle is told by the few boxes that are not static as by
// a look at all boxes; with worlds, boxes that reach over many strips, and boxes that take no part.
func TestIdleWithoutLooking(t *testing.T) {
	const n = 6000
	var s Frame
	told, looked, idle := 0, 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(testenv.Seed(t, seed), 12))
		side := math.Sqrt(n / 0.4)
		b, f := Boxes{}, Filters{Static: make([]bool, n), Skip: make([]bool, n)}
		if seed%3 == 1 {
			f.World = make([]uint32, n)
		}
		moving := r.IntN(2 * n / fewActive)
		for i := range n {
			half := float32(0.5 + r.Float64())
			if r.IntN(200) == 0 {
				half *= 40
			}
			b.X, b.Y = append(b.X, side*r.Float64()), append(b.Y, side*r.Float64())
			b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -half), append(b.MinY, -half), append(b.MaxX, half), append(b.MaxY, half)
			f.Static[i], f.Skip[i] = true, r.IntN(10) == 0
			if f.World != nil {
				f.World[i] = uint32(r.IntN(5))
			}
		}
		for range moving {
			f.Static[r.IntN(n)] = false
		}
		tables := isa.All()
		must.Do(t, s.Build(&b, &f, Settings{Kernels: tables[int(seed)%len(tables)], Workers: 1 + int(seed%2)}))
		if s.active.known {
			told++
		} else {
			looked++
		}
		for k := range s.Strips() {
			if s.AllStatic(k) != s.scanStatic(k) {
				t.Fatalf("seed %d, strip %d: idle %v, by a look at all boxes %v", seed, k, s.AllStatic(k), s.scanStatic(k))
			}
			if s.active.known && s.AllStatic(k) {
				idle++
			}
		}
	}
	if told == 0 || looked == 0 || idle == 0 {
		t.Errorf("%d frames told, %d looked at, %d strips idle: want some of each", told, looked, idle)
	}
}
