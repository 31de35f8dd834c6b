// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/testenv"
)

// TestPlain: what plain takes is what build with care leaves, of outlines of every kind; and it
// takes nearly all outlines that stand out.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 4))
	var quick, careful outline
	taken, left, refused := 0, 0, 0
	n := testenv.Rounds(10_000, 60_000, 60_000)
	for range n {
		pts := oddOutline(r)
		radius := float32(0)
		if r.IntN(8) == 0 {
			radius = float32(math.Exp2(float64(r.IntN(70))))
		}
		err := careful.buildWithCare("", pts, radius)
		switch took := quick.plain(pts, radius); {
		case took && (err != nil || !slices.Equal(quick.out, careful.out)):
			t.Fatalf("%v (radius %v): %v, with care %v, %v", pts, radius, quick.out, careful.out, err)
		case took:
			taken++
		case err != nil:
			refused++
		default:
			left++
		}
	}
	if taken < n/4 || left < n/20 || refused < n/20 {
		t.Errorf("%d taken, %d left, %d refused", taken, left, refused)
	}
	convex := func(corners int) (taken int) {
		for range 1000 {
			pts, size := make([]Point, corners), math.Exp2(float64(r.IntN(40)-20))
			for k := range pts {
				a := (float64(k) + r.Float64()/2) * 2 * math.Pi / float64(corners)
				pts[k] = Point{X: size * math.Cos(a), Y: size * math.Sin(a)}
			}
			if quick.plain(pts, 0) {
				taken++
			}
		}
		return taken
	}
	for _, corners := range []int{3, 4, 5, 8, 40} {
		if n := convex(corners); n != 1000 {
			t.Errorf("of 1000 outlines of %d corners %d are plain", corners, n)
		}
	}
}

// oddOutline makes outlines: convex ones, either way round, also with vertices on edges or next to
// each other, thin ones, far from the origin, crossed ones, ones that go round twice, and points
// anywhere.
func oddOutline(r *rand.Rand) []Point {
	n := 1 + r.IntN(10)
	if r.IntN(3) > 0 {
		n = 4
	}
	size, flat := math.Exp2(float64(r.IntN(180)-120)), 1.0
	if r.IntN(3) == 0 {
		flat = math.Exp2(-float64(r.IntN(40)))
	}
	turns := 1.0
	if n > 4 && r.IntN(6) == 0 {
		turns = 2
	}
	if r.IntN(4) == 0 {
		turns = -turns
	}
	away := Point{}
	if r.IntN(4) == 0 {
		far := size * math.Exp2(float64(r.IntN(24)))
		away = Point{X: far * r.NormFloat64(), Y: far * r.NormFloat64()}
	}
	pts := make([]Point, 0, n+2)
	for k := range n {
		a := (float64(k) + r.Float64()*0.9) * 2 * math.Pi * turns / float64(n)
		q := Point{X: size * math.Cos(a), Y: size * flat * math.Sin(a)}
		if r.IntN(100) == 0 {
			q = Point{X: size * r.NormFloat64(), Y: size * flat * r.NormFloat64()}
		}
		pts = append(pts, Point{X: q.X + away.X, Y: q.Y + away.Y})
	}
	if r.IntN(4) == 0 { // near an edge, or a vertex
		i, share, off := r.IntN(n), r.Float64(), math.Exp2(-float64(15+r.IntN(15)))
		if r.IntN(2) == 0 {
			share = off
		}
		a, b := pts[i], pts[(i+1)%n]
		pts = slices.Insert(pts, i+1, Point{X: a.X + share*(b.X-a.X) + size*flat*off*r.NormFloat64(), Y: a.Y + share*(b.Y-a.Y) + size*off*r.NormFloat64()})
	}
	if r.IntN(8) == 0 { // as float32 has it, so that no tolerance counts
		for i, p := range pts {
			pts[i] = Point{X: float64(float32(p.X)), Y: float64(float32(p.Y))}
		}
	}
	if r.IntN(200) == 0 {
		pts[r.IntN(len(pts))].X = []float64{math.NaN(), math.Inf(-1), 0x1p61, math.Copysign(0, -1), 1e308}[r.IntN(5)]
	}
	return pts
}

// TestWriteFour: writeFour gives a quad the lanes that any outline gets.
func TestWriteFour(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	var o outline
	store := func() *laneStore {
		l := &laneStore{local: new(kernels.Lanes), world: new(kernels.Lanes)}
		l.take(4)
		return l
	}
	quick, slow := store(), store()
	seen, sharps := 0, 0
	for range 40_000 {
		if o.build("", oddOutline(r), 0) != nil || len(o.out) != 4 {
			continue
		}
		seen++
		reach, sharp := quick.writeFour(0, o.out)
		wantReach, wantSharp := slow.writeAny(0, 4, o.out)
		if math.Float32bits(reach) != math.Float32bits(wantReach) || sharp != wantSharp {
			t.Fatalf("%v: reach %v, sharp %v; want %v, %v", o.out, reach, sharp, wantReach, wantSharp)
		}
		if sharp {
			sharps++
		}
		is, want := quick.columns(), slow.columns()
		for k := range is {
			for i, v := range *is[k] {
				if math.Float32bits(v) != math.Float32bits((*want[k])[i]) {
					t.Fatalf("%v: column %d, lane %d is %v, want %v", o.out, k, i, v, (*want[k])[i])
				}
			}
		}
	}
	if seen < 10_000 || sharps < 500 {
		t.Errorf("%d quads, %d of them sharp", seen, sharps)
	}
}
