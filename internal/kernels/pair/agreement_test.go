// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// pairings are the unordered pairs of classes.
func pairings() (p [][2]kernels.Class) {
	for a := kernels.Class(0); a < kernels.NumClasses; a++ {
		for b := a; b < kernels.NumClasses; b++ {
			p = append(p, [2]kernels.Class{a, b})
		}
	}
	return p
}

// answer is one pair's answer: ok if it is a contact.
type answer struct {
	sep, nx, ny float32
	ok          bool
	open        bool // Resolve decided it
}

// decide runs one pair through a table's contact kernel and Resolve.
func decide(tab *Table, a, b testShape, limit float32) answer {
	blk := build(a, b)
	args := newArgs(blk, []kernels.Pair{{A: 0, B: 1}}, limit)
	got := tab.Contacts.Of(a.class, b.class)(args)
	n := Resolve(args, got.N)
	return answer{args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0], n == 1, got.Open == 1}
}

// worst keeps the greatest error met, in units of 2^-24 of the scale.
type worst struct{ sep, push float64 }

// check compares an answer with the reference.
func check(a, b testShape, limit float32, got answer, w *worst) error {
	want, tol := reference(a, b), bound(a, b)
	unit := (tol - 0x1p-60) / 48
	if !got.ok {
		if want < float64(limit)-tol {
			return fmt.Errorf("missed: separation %v, limit %v, tolerance %v", want, limit, tol)
		}
		return nil
	}
	if got.sep != got.sep || got.sep > limit {
		return fmt.Errorf("reported separation %v over limit %v", got.sep, limit)
	}
	diff := math.Abs(float64(got.sep) - want)
	if unit > 0x1p-60 { // else the floor of the bound rules
		w.sep = max(w.sep, diff/unit)
	}
	if !(diff <= tol) {
		return fmt.Errorf("separation %v, want %v: off by %.3g, %.3g times the bound (open %v)", got.sep, want, diff, diff/tol, got.open)
	}
	length := math.Hypot(float64(got.nx), float64(got.ny))
	if !(math.Abs(length-1) <= 0x1p-21) {
		return fmt.Errorf("normal (%v, %v) has length %v", got.nx, got.ny, length)
	}
	// Moving B by depth*normal makes the shapes just touch.
	moved := b
	moved.x = b.x - float64(got.sep)*float64(got.nx)
	moved.y = b.y - float64(got.sep)*float64(got.ny)
	left := reference(a, moved)
	// Far from the origin a position can only be stored so well.
	grain := 4 * 0x1p-53 * max(math.Abs(b.x), math.Abs(b.y))
	if unit > 0x1p-60 { // else the floor of the bound rules
		w.push = max(w.push, (math.Abs(left)-grain)/unit)
	}
	if !(math.Abs(left) <= tol+grain) {
		return fmt.Errorf("after moving B by %v along (%v, %v) the separation is %v, %.3g times the bound (was %v, open %v)", -got.sep, got.nx, got.ny, left, math.Abs(left)/tol, want, got.open)
	}
	return nil
}

// placements put b relative to a in ways that try a kernel.
var placements = []struct {
	name string
	put  func(r *rand.Rand, a, b *testShape)
}{
	{"random", func(r *rand.Rand, a, b *testShape) {
		d, t := (a.reach()+b.reach())*r.Float64(), r.Float64()*2*math.Pi
		b.x, b.y = a.x+d*math.Cos(t), a.y+d*math.Sin(t)
	}},
	{"near", func(r *rand.Rand, a, b *testShape) { touch(r, a, b, (r.Float64()-0.5)*0.1*(a.reach()+b.reach())) }},
	{"touching", func(r *rand.Rand, a, b *testShape) { touch(r, a, b, 0) }},
	{"rim", func(r *rand.Rand, a, b *testShape) {
		touch(r, a, b, (a.reach()+b.reach())*math.Pow(2, -8-30*r.Float64())*float64(1-2*r.IntN(2)))
	}},
	{"cores touching", func(r *rand.Rand, a, b *testShape) {
		touch(r, a, b, -a.radius()-b.radius()+(a.reach()+b.reach())*math.Pow(2, -8-30*r.Float64())*float64(1-2*r.IntN(2)))
	}},
	{"concentric", func(r *rand.Rand, a, b *testShape) { b.x, b.y = a.x, a.y }},
	{"nearly concentric", func(r *rand.Rand, a, b *testShape) {
		b.x, b.y = a.x+a.reach()*1e-7*r.NormFloat64(), a.y+a.reach()*1e-7*r.NormFloat64()
	}},
	{"parallel", func(r *rand.Rand, a, b *testShape) {
		b.c, b.s = a.c, a.s
		k := float32(r.IntN(9)-4) / 4
		l := float32(r.IntN(9)-4) / 4
		b.x = a.x + float64(a.c*(a.p+b.p)*k-a.s*(a.q+b.q)*l)
		b.y = a.y + float64(a.s*(a.p+b.p)*k+a.c*(a.q+b.q)*l)
	}},
	{"nearly parallel", func(r *rand.Rand, a, b *testShape) {
		b.turn(math.Atan2(float64(a.s), float64(a.c)) + math.Pow(2, -4-24*r.Float64()))
		touch(r, a, b, -(a.radius()+b.radius())*r.Float64())
	}},
	{"in line", func(r *rand.Rand, a, b *testShape) {
		b.c, b.s = a.c, a.s
		d := (a.reach() + b.reach()) * (0.9 + 0.2*r.Float64())
		b.x, b.y = a.x+d*float64(a.c), a.y+d*float64(a.s)
	}},
}

// touch moves b along a random direction to the given separation from a.
func touch(r *rand.Rand, a, b *testShape, want float64) {
	t := r.Float64() * 2 * math.Pi
	ux, uy := math.Cos(t), math.Sin(t)
	ox, oy := (r.Float64()-0.5)*a.reach(), (r.Float64()-0.5)*a.reach()
	lo, hi := 0.0, 4*(a.reach()+b.reach())+math.Abs(want)
	for range 60 {
		d := (lo + hi) / 2
		b.x, b.y = a.x+ox+d*ux, a.y+oy+d*uy
		if reference(*a, *b) > want {
			hi = d
		} else {
			lo = d
		}
	}
}

// TestAgreesWithReference is the promise of the package: every separation within
// the error bound, every normal parts its shapes, no contact missed or made up.
func TestAgreesWithReference(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(3, 3, 9)
	sizes := [][2]float64{{1, 1}, {1, 0.03}, {1e-12, 1e-12}, {1e12, 1e12}, {1e5, 1e-3}, {1e12, 1}, {0x1p57, 0x1p57}, {0x1p-57, 0x1p-57}}
	for _, classes := range pairings() {
		var w worst
		opened, total := 0, 0
		for _, place := range placements {
			for range rounds {
				for _, size := range sizes {
					for _, thin := range []float64{1, 0.1, 1e-4, 4e-7} {
						ca, cb := classes[0], classes[1]
						if r.IntN(2) == 0 {
							ca, cb = cb, ca
						}
						i := r.IntN(2)
						a := randomShape(r, ca, size[i], thin)
						b := randomShape(r, cb, size[1-i], thin)
						if r.IntN(4) == 0 {
							far := math.Pow(10, 7+8*r.Float64()) * math.Min(size[0], size[1])
							a.x, a.y = far*r.NormFloat64(), far*r.NormFloat64()
						}
						place.put(r, &a, &b)
						span := a.reach() + b.reach()
						for _, limit := range []float32{0, float32(span * 0.05), float32(-span * 0.02), math.MaxFloat32} {
							for _, tab := range All() {
								got := decide(tab, a, b, limit)
								total++
								if got.open {
									opened++
								}
								if err := check(a, b, limit, got, &w); err != nil {
									t.Fatalf("%s, classes %d %d, size %v, thin %v, limit %v: %v\nA %v\nB %v", place.name, ca, cb, size, thin, limit, err, a, b)
								}
							}
						}
					}
				}
			}
		}
		t.Logf("classes %v: worst separation error %.2f, worst left after a push %.2f (units of 2^-24 of the scale); %d of %d decided in float64", classes, w.sep, w.push, opened, total)
	}
}
