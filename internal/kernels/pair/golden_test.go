// SPDX-License-Identifier: MIT

package pair

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
)

// golden is the hash of every bit of TestSameBitsEverywhere's answers. It changes
// only with the meaning of a kernel.
const golden = 0x9ba3ab2423a16e2e

// exactShape draws a shape with arithmetic that is the same on every platform: no
// library function but the square root.
func exactShape(r *rand.Rand, class kernels.Class) testShape {
	s := testShape{class: class, x: 4 * r.Float64(), y: 4 * r.Float64()}
	onCircle := func(t float64) (float32, float32) {
		d := 1 + float64(t*t)
		return float32((1 - float64(t*t)) / d), float32(float64(2*t) / d)
	}
	s.c, s.s = onCircle(float64(4*r.Float64()) - 2)
	some := func() float32 { return float32(0.25 + r.Float64()) }
	switch class {
	case kernels.Circle:
		s.p = some()
	case kernels.Capsule, kernels.Box:
		s.p, s.q = some(), some()
	default:
		s.p = some() * float32(r.IntN(2))
		for _, t := range []float64{-7, -2.5, -1.25, -0.75, -0.25, 0, 0.5, 1, 1.5, 3} {
			if r.IntN(10) < 6 || t == -2.5 || t == 0 || t == 1.5 {
				x, y := onCircle(t)
				s.pts = append(s.pts, [2]float32{x, y})
			}
		}
	}
	return s
}

// TestSameBitsEverywhere holds every table on every platform, with and without
// fused multiply-add in the compiler's hands, to one answer.
func TestSameBitsEverywhere(t *testing.T) {
	for _, tab := range All() {
		r := rand.New(rand.NewPCG(11, 12)) // no other seed has this hash
		h := fnv.New64a()
		put := func(v ...uint32) {
			for _, x := range v {
				h.Write(binary.LittleEndian.AppendUint32(nil, x))
			}
		}
		contacts, opened := 0, 0
		for _, c := range pairings() {
			var shapes []testShape
			for i := range 60 {
				shapes = append(shapes, exactShape(r, c[i&1]))
			}
			blk := build(shapes...)
			var pairs []kernels.Pair
			for i := range shapes {
				for j := i + 1; j < len(shapes); j += 2 {
					pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)}, kernels.Pair{A: uint32(j), B: uint32(i)})
				}
			}
			for _, limit := range []float32{0, 0.3, -0.3} {
				args := newArgs(blk, pairs, limit)
				got := tab.Contacts.Of(c[0], c[1])(args)
				opened += got.Open
				put(uint32(got.N), uint32(got.Open))
				n := Resolve(args, got.N)
				contacts += n
				for i := range n {
					o := &args.Out
					put(o.A[i], o.B[i], math.Float32bits(o.Sep[i]), math.Float32bits(o.NX[i]), math.Float32bits(o.NY[i]))
				}
			}
			for _, l := range [][]float32{blk.Lanes.VX, blk.Lanes.VY, blk.Lanes.NX, blk.Lanes.NY} {
				for _, v := range l {
					if v == v {
						put(math.Float32bits(v))
					}
				}
			}
		}
		if got := h.Sum64(); got != golden {
			t.Errorf("%s: hash of %d contacts (%d decided in float64) is %#x, want %#x", tab.Name, contacts, opened, got, uint64(golden))
		}
	}
}
