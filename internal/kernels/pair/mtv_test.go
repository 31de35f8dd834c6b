// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// contained puts the smaller shape wholly inside the larger.
func contained(r *rand.Rand, a, b *testShape) bool {
	big, small := a, b
	if a.reach() < b.reach() {
		big, small = b, a
	}
	v := big.corners()
	// A place between corners lies inside.
	x, y, sum := 0.0, 0.0, 0.0
	for _, p := range v {
		w := r.ExpFloat64()
		x, y, sum = x+w*p[0], y+w*p[1], sum+w
	}
	small.x, small.y = big.x+x/sum, big.y+y/sum
	for _, p := range small.corners() {
		dot := testShape{class: kernels.Circle, x: small.x + p[0], y: small.y + p[1], p: float32(small.radius())}
		if reference(*big, dot) > -2*small.radius() {
			return false
		}
	}
	return true
}

// TestDeepContainment: moving B by depth*normal leaves every pair of kinds touching also
// when one shape lies wholly inside the other, however deep.
func TestDeepContainment(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(60, 300, 300)
	for _, classes := range pairings() {
		var w worst
		inside := 0
		for range rounds {
			for _, ratio := range []float64{0.5, 0.1, 1e-3} {
				a, b := randomShape(r, classes[0], 1, 0.7), randomShape(r, classes[1], ratio, 0.7)
				if r.IntN(2) == 0 {
					a, b = randomShape(r, classes[0], ratio, 0.7), randomShape(r, classes[1], 1, 0.7)
				}
				if !contained(r, &a, &b) {
					continue
				}
				inside++
				for _, tab := range All() {
					for _, pair := range [][2]testShape{{a, b}, {b, a}} {
						got := decide(tab, pair[0], pair[1], 0)
						if !got.ok {
							t.Fatalf("%s: classes %v: no contact\nA %v\nB %v", tab.Name, classes, pair[0], pair[1])
						}
						if err := check(pair[0], pair[1], 0, got, &w); err != nil {
							t.Fatalf("%s: classes %v: %v\nA %v\nB %v", tab.Name, classes, err, pair[0], pair[1])
						}
					}
				}
			}
		}
		if inside < rounds/10 {
			t.Errorf("classes %v: only %d contained", classes, inside)
		}
	}
}

// mtvsByHull lists the ways to part a pair by the edges of the cores' Minkowski
// difference: moving B moves it, and the origin must come to lie outside of an edge. The
// fourth number is the length of the edge.
func mtvsByHull(a, b testShape) (mtvs [][4]float64) {
	h := difference(a, b)
	r := a.radius() + b.radius()
	for i, u := range h {
		v := h[(i+1)%len(h)]
		ex, ey := v[0]-u[0], v[1]-u[1]
		l := math.Hypot(ex, ey)
		if l == 0 {
			continue
		}
		mx, my := ey/l, -ex/l
		s := mx*u[0] + my*u[1]
		mtvs = append(mtvs, [4]float64{-(s + r), -mx, -my, l})
	}
	return mtvs
}

func TestMTVs(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(80, 400, 400)
	for _, classes := range pairings() {
		listed := 0
		for range rounds {
			a, b := randomShape(r, classes[0], 1, 0.5), randomShape(r, classes[1], 1, 0.5)
			placements[r.IntN(len(placements))].put(r, &a, &b)
			got := decide(&portable, a, b, 0)
			if !got.ok {
				continue
			}
			tolerance := float32(r.Float64())
			blk := build(a, b)
			best := MTV{got.sep, got.nx, got.ny}
			mtvs := MTVs(blk, kernels.Pair{A: 0, B: 1}, best, tolerance, nil)
			if mtvs[0] != best {
				t.Fatalf("the best does not come first: %v", mtvs)
			}
			listed += len(mtvs) - 1
			tol := bound(a, b)
			truth := mtvsByHull(a, b)
			for i, w := range mtvs[1:] {
				if float64(w.Sep) < float64(best.Sep)-float64(tolerance)-3*tol || float64(w.Sep) > float64(best.Sep)+2*tol {
					t.Fatalf("way %d, %v, is not within %v of the best, %v", i, w, tolerance, best)
				}
				// It parts them.
				moved := b
				moved.x, moved.y = b.x-float64(w.Sep)*float64(w.NX), b.y-float64(w.Sep)*float64(w.NY)
				if left := reference(a, moved); left < -tol {
					t.Fatalf("way %v leaves %g\nA %v\nB %v", w, left, a, b)
				}
				for _, v := range mtvs[:i+1] {
					if math.Abs(float64(v.NX)*float64(w.NY)-float64(v.NY)*float64(w.NX)) < 0x1p-23 && v.NX*w.NX+v.NY*w.NY > 0 {
						t.Fatalf("ways %v and %v are one direction", v, w)
					}
				}
			}
			for _, h := range truth {
				if h[0] < float64(best.Sep)-float64(tolerance) {
					continue
				}
				// Vertices are rounded once they are turned.
				found, turned := false, 0x1p-20*(1+(a.reach()+b.reach())/h[3])
				for _, w := range mtvs {
					found = found || math.Abs(float64(w.NX)*h[2]-float64(w.NY)*h[1]) < turned && float64(w.NX)*h[1]+float64(w.NY)*h[2] > 0
				}
				if !found {
					t.Fatalf("classes %v: %v is a way within %v of the best, %v; listed are %v\nA %v\nB %v", classes, h, tolerance, best, mtvs, a, b)
				}
			}
		}
		if classes[1] != kernels.Circle && listed == 0 {
			t.Errorf("classes %v: no ways but the best", classes)
		}
	}
}
