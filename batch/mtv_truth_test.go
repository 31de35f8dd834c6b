// SPDX-License-Identifier: MIT

package batch_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch/mtv"
	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// TestMTVPairTruth: with a tolerance of zero mtv.Pair lists every normal that rational
// arithmetic says is tied with the best, and no other: each is, to rounding, a shortest
// way out and an edge's own normal. The pairs are needles and boxes of one outline,
// which tie often, and shapes whose neighbouring edges are all but parallel.
func TestMTVPairTruth(t *testing.T) {
	r := seeded(t, 47)
	rounds := testenv.Rounds(300, 1500, 1500)
	tied, missed, strange := 0, 0, 0
	for round := range rounds {
		s := soa.New()
		p := soa.At(0, 0, 2*math.Pi*r.Float64())
		var a, b soa.ID
		add := func(q soa.Pose) soa.ID { return hard(t, s, rand.New(rand.NewPCG(uint64(round), 0)), q, 0) }
		a = add(p)
		va, _ := worldCorners(t, s, a)
		reach := reachOf(va)
		q := p
		switch r.IntN(4) {
		case 0: // on one spot
		case 1: // moved along an edge
			k := r.IntN(len(va))
			f := 0.1 * r.Float64()
			q.X, q.Y = f*(va[(k+1)%len(va)][0]-va[k][0]), f*(va[(k+1)%len(va)][1]-va[k][1])
		case 2: // moved by a little
			e := reach * math.Pow(10, -1-5*r.Float64())
			q.X, q.Y = e*r.NormFloat64(), e*r.NormFloat64()
		case 3: // turned round
			q = soa.Pose{C: -p.C, S: -p.S}
		}
		b = add(q)
		if len(va) > 40 {
			continue // too slow to judge exactly
		}
		ea, ra := rational(t, s, a)
		eb, rb := rational(t, s, b)
		truth := must.Get(oracle.Measure(ea, eb))(t)
		sep := truth.Float64()
		if sep > 0 || len(va) < 3 {
			continue
		}
		scale := ra + rb + math.Abs(q.X) + math.Abs(q.Y)
		bound := float64(kernels.ErrorBounds(float32(scale), 0).Separation)
		ways := must.Get(mtv.Pair(s, a, b, 0))(t)
		normals := truth.Normals()
		tied += len(normals)
		for _, n := range normals {
			found := false
			for _, w := range ways {
				found = found || math.Abs(n[0]*float64(w.NY)-n[1]*float64(w.NX)) < 1e-6 && n[0]*float64(w.NX)+n[1]*float64(w.NY) > 0
			}
			if !found {
				if missed++; missed < 4 {
					t.Errorf("pair %d: %v is as short a way as %v, but not listed: %v\n%+v\n%+v", round, n, sep, ways, ea, eb)
				}
			}
		}
		for i, w := range ways {
			if got := truth.Gap(float64(w.NX), float64(w.NY)); got < sep-3*bound {
				if strange++; strange < 4 {
					t.Errorf("pair %d: way %d, %+v, has a gap of %g, the best %g", round, i, w, got, sep)
				}
			}
			for _, v := range ways[:i] {
				if math.Abs(float64(v.NX*w.NY)-float64(v.NY*w.NX)) < 1e-7 && v.NX*w.NX+v.NY*w.NY > 0 {
					t.Errorf("pair %d: ways %+v and %+v are one", round, v, w)
				}
			}
		}
	}
	t.Logf("%d normals, %d of them not listed", tied, missed)
	if tied < rounds/2 {
		t.Errorf("only %d tied normals of %d pairs", tied, rounds)
	}
}
