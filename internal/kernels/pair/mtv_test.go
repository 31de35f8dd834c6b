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

// Oppose takes the way that the movement asks for, and stays within the tolerance.
func TestOppose(t *testing.T) {
	unit := testShape{class: kernels.Box, c: 1, p: 1, q: 1}
	low := unit
	low.x, low.y = 1.5, 1.4 // overlaps by 0.5 and 0.6
	disc := testShape{class: kernels.Circle, p: 1}
	for _, tt := range []struct {
		name      string
		a, b      testShape
		v         [2]float32 // of B
		tolerance float32
		want      MTV
	}{
		{"nothing moves", unit, low, [2]float32{0, 0}, 1, MTV{-0.5, 1, 0}},
		{"falls on A", unit, low, [2]float32{0, -3}, 0.2, MTV{-0.6, 0, 1}},
		{"beyond the tolerance", unit, low, [2]float32{0, -3}, 0.05, MTV{-0.5, 1, 0}},
		{"runs into A", unit, low, [2]float32{-2, -1}, 0.2, MTV{-0.5, 1, 0}},
		{"leaves already", unit, low, [2]float32{1, 5}, 0.2, MTV{-0.5, 1, 0}},
		{"one spot", unit, unit, [2]float32{0, 4}, 0.01, MTV{-2, 0, -1}},
		{"one spot, other way", unit, unit, [2]float32{3, 1}, 0.01, MTV{-2, -1, 0}},
		{"discs on one spot", disc, disc, [2]float32{0, -2}, 0.01, MTV{-2, 0, 1}},
		{"NaN", unit, low, [2]float32{float32(math.NaN()), 1}, 1, MTV{-0.5, 1, 0}},
	} {
		args := newArgs(build(tt.a, tt.b), []kernels.Pair{{A: 0, B: 1}}, 0)
		n := Resolve(args, portable.Contacts.Of(tt.a.class, tt.b.class)(args).N)
		// Only the difference counts.
		Oppose(args, n, []float32{7, 7 + tt.v[0]}, []float32{-1, -1 + tt.v[1]}, tt.tolerance, nil)
		got := MTV{args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0]}
		if math.Abs(float64(got.Sep-tt.want.Sep)) > 1e-6 || math.Abs(float64(got.NX-tt.want.NX)) > 1e-6 || math.Abs(float64(got.NY-tt.want.NY)) > 1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}

	r := kernelstest.Seeded(t)
	for range 3000 {
		c := pairings()[r.IntN(len(pairings()))]
		a, b := randomShape(r, c[0], 1, 0.5), randomShape(r, c[1], 1, 0.5)
		placements[r.IntN(len(placements))].put(r, &a, &b)
		got := decide(&portable, a, b, 0)
		if !got.ok {
			continue
		}
		args := newArgs(build(a, b), []kernels.Pair{{A: 0, B: 1}}, 0)
		n := Resolve(args, portable.Contacts.Of(a.class, b.class)(args).N)
		tolerance := float32(r.Float64())
		vx, vy := float32(r.NormFloat64()), float32(r.NormFloat64())
		Oppose(args, n, []float32{0, vx}, []float32{0, vy}, tolerance, nil)
		sep, nx, ny := args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0]
		tol := bound(a, b)
		if float64(sep) < float64(got.sep-tolerance)-tol || sep > got.sep+float32(2*tol) {
			t.Fatalf("separation %v, best %v, tolerance %v", sep, got.sep, tolerance)
		}
		if float64(vx)*float64(nx)+float64(vy)*float64(ny) > float64(vx)*float64(got.nx)+float64(vy)*float64(got.ny) {
			t.Fatalf("(%v, %v) opposes (%v, %v) less than (%v, %v)", nx, ny, vx, vy, got.nx, got.ny)
		}
		moved := b
		moved.x, moved.y = b.x-float64(sep)*float64(nx), b.y-float64(sep)*float64(ny)
		if left := reference(a, moved); left < -tol {
			t.Fatalf("a push of %v along (%v, %v) leaves %g\nA %v\nB %v", sep, nx, ny, left, a, b)
		}
	}
}
