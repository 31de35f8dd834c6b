// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestBesideAnEdge: what a vertex beside an edge proves agrees with the search over all axes, to
// 2^-22 of the pair's scale, for shapes of few corners that are moved together until they nearly
// touch.
func TestBesideAnEdge(t *testing.T) {
	r := kernelstest.Seeded(t)
	worst, decided := 0.0, 0
	for range 6000 {
		shapes := []testShape{few(r), few(r)}
		if k := r.IntN(4); k < 2 {
			shapes[k] = randomShape(r, kernels.Class(r.IntN(kernels.NumClasses)), shapes[1-k].reach(), 1)
		}
		blk := build(shapes...)
		y, x := math.Sincos(2 * math.Pi * r.Float64())
		lo, hi := 0.0, shapes[0].reach()+shapes[1].reach()
		for range 8 + r.IntN(40) {
			mid := (lo + hi) / 2
			blk.Rec[1].X, blk.Rec[1].Y = mid*x, mid*y
			want, _, _ := separationByAll(blk, kernels.Pair{A: 0, B: 1})
			for _, p := range []kernels.Pair{{A: 0, B: 1}, {A: 1, B: 0}} {
				e, ok := besideError(blk, p)
				worst = max(worst, e)
				if ok {
					decided++
				}
			}
			var a, b core
			a.load(blk, 0)
			b.load(blk, 1)
			if want+a.radius+b.radius > 0 { // of the cores
				hi = mid
			} else {
				lo = mid
			}
		}
	}
	t.Logf("%d decided, worst 2^%.2f of the scale", decided, math.Log2(worst))
	if worst > 0x1p-22 || decided < 10_000 {
		t.Errorf("off by %v of the scale, %d decided", worst, decided)
	}
}

// besideError is how far separation is from the search over all axes, as a share of the pair's
// scale, if it is given the widest axis. ok says that a vertex beside an edge decided it.
func besideError(blk *Block, p kernels.Pair) (err float64, ok bool) {
	var a, b core
	a.load(blk, p.A)
	b.load(blk, p.B)
	dx, dy := blk.Rec[p.B].X-blk.Rec[p.A].X, blk.Rec[p.B].Y-blk.Rec[p.A].Y
	scale := a.reach + b.reach + math.Abs(dx) + math.Abs(dy)
	gap, lane, ofB := axisByAll(&a, &b, dx, dy)
	if lane < 0 || !(gap > -rim*scale) {
		return 0, false
	}
	of, sign := &a, 1.0
	if ofB {
		of, sign = &b, -1
	}
	ax, ay, _ := of.axis(lane)
	ax, ay = sign*ax, sign*ay
	_, _, _, ok = beside(&a, &b, dx, dy, scale, proof64*scale, lane, ofB)
	got, nx, ny := separation(blk, p, true, float32(ax), float32(ay))
	want, _, _ := separationByAll(blk, p)
	along := gapAlongByAll(&a, &b, dx, dy, nx, ny) - a.radius - b.radius
	return max(math.Abs(got-want), math.Abs(along-got)) / scale, ok
}

// few is a polygon of three to eight corners, a sliver or not, of any size, sharp or rounded.
func few(r *rand.Rand) testShape {
	for {
		n := 3 + r.IntN(6)
		squash := math.Pow(2, -20*r.Float64()*float64(r.IntN(2)))
		size := math.Pow(2, 6*r.NormFloat64()*float64(r.IntN(2)))
		at := make([]float64, n)
		for i := range at {
			at[i] = 2 * math.Pi * r.Float64()
		}
		slices.Sort(at)
		var pts [][2]float32
		for _, a := range at {
			pts = append(pts, [2]float32{float32(size * math.Cos(a)), float32(size * squash * math.Sin(a))})
		}
		if pts = convexOnly(pts); len(pts) < 3 {
			continue
		}
		s := testShape{class: kernels.Polygon, c: 1, pts: pts, p: float32(r.IntN(2)) * r.Float32()}
		if r.IntN(4) > 0 {
			s.turn(2 * math.Pi * r.Float64())
		}
		return s
	}
}
