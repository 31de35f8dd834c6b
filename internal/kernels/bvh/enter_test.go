// SPDX-License-Identifier: MIT

package bvh

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestEnterTables holds every table against the portable one, bit for bit, on rays that meet boxes
// and discs, miss them, begin in them or on their sides, go along those, and are as long, short or
// far away as may be.
func TestEnterTables(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	pick := func() float64 {
		return float64(r.IntN(9)-4) * []float64{1, 1, 1, 0.5, r.Float64(), 0x1p-1070, 0x1p90}[r.IntN(7)]
	}
	unsure, met, missed, metDiscs := 0, 0, 0, 0
	for round := range 2000 {
		n := r.IntN(40)
		if round == 0 {
			n = 9000
		}
		rec, rays := make([]kernels.Record, 1+r.IntN(20)), make([]Ray, 1+r.IntN(9))
		for k := range rec {
			sin, cos := math.Sincos(7 * r.Float64())
			if r.IntN(2) == 0 {
				sin, cos = 0, 1
			}
			rec[k] = kernels.Record{X: pick(), Y: pick(), P: r.Float32() + 0.1, Q: float32(1 + r.IntN(3)), C: float32(cos), S: float32(sin)}
		}
		for k := range rays {
			rays[k] = Ray{pick(), pick(), pick(), pick()}
		}
		tests := Tests{make([]uint32, n), make([]uint32, n)}
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(r.IntN(len(rec))), uint32(r.IntN(len(rays)))
		}
		boxes, discs := make([]float64, n), make([]float64, n)
		enterBoxes(rec, rays, tests, boxes)
		enterDiscs(rec, rays, tests, discs)
		for k, w := range boxes {
			unsure += kernels.One(w == EnterUnsure)
			met += kernels.One(math.Abs(w) <= 1)
			missed += kernels.One(w > 1)
			metDiscs += kernels.One(discs[k] <= 1)
		}
		for _, table := range All() {
			got, round := make([]float64, n), make([]float64, n)
			table.EnterBoxes(rec, rays, tests, got)
			table.EnterDiscs(rec, rays, tests, round)
			for k := range got {
				if math.Float64bits(got[k]) != math.Float64bits(boxes[k]) || math.Float64bits(round[k]) != math.Float64bits(discs[k]) {
					t.Fatalf("%s: %+v by %+v: %v, want %v, as a disc %v, want %v", table.Name, rec[tests.Node[k]], rays[tests.Box[k]], got[k], boxes[k], round[k], discs[k])
				}
			}
		}
	}
	if min(unsure, met, missed, metDiscs) < 1000 {
		t.Errorf("%d pairs are unsure, %d meet, %d do not; %d meet as discs", unsure, met, missed, metDiscs)
	}
}

// TestEnterRefuses: a shape or a ray that does not exist, and columns that are short, panic.
func TestEnterRefuses(t *testing.T) {
	rec, rays := make([]kernels.Record, 2), make([]Ray, 3)
	for _, table := range All() {
		for name, c := range map[string]struct {
			box, ray uint32
			of, out  int
		}{
			"no box": {2, 2, 4, 4}, "no ray": {1, 3, 4, 4}, "short": {1, 2, 3, 4}, "room": {1, 2, 4, 3}, "far": {1 << 31, 0, 4, 4},
		} {
			for k, f := range []func([]kernels.Record, []Ray, Tests, []float64){table.EnterBoxes, table.EnterDiscs} {
				if !kernelstest.Panics(func() {
					tests := Tests{[]uint32{0, 1, 1, c.box}, []uint32{0, 1, c.ray, 0}}
					tests.Box = tests.Box[:c.of:c.of]
					f(rec, rays, tests, make([]float64, c.out))
				}) {
					t.Errorf("%s: %s, function %d: no panic", table.Name, name, k)
				}
			}
		}
	}
}
