// SPDX-License-Identifier: MIT

package pose

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

func randomCovers(r *rand.Rand, n int) Covers {
	column := func(scale float64) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(scale * r.NormFloat64())
		}
		return s
	}
	c := Covers{
		DX: column(3), DY: column(3),
		MinX: column(1), MinY: column(1), MaxX: column(1), MaxY: column(1),
		ToMinX: column(1), ToMinY: column(1), ToMaxX: column(1), ToMaxY: column(1),
		FrameX: 0.25, FrameY: -1.3, Long: 2, Most: MaxMotion,
	}
	odd := []float32{0, float32(math.Copysign(0, -1)), 0x1p-149, math.MaxFloat32, MaxMotion, -MaxMotion, 0x1p101,
		float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 2.25, c.FrameX, c.FrameY}
	for i := range n {
		c.MaxX[i], c.MaxY[i] = c.MinX[i]+kernels.Abs(c.MaxX[i]), c.MinY[i]+kernels.Abs(c.MaxY[i])
		if r.IntN(4) == 0 {
			c.DX[i] = odd[r.IntN(len(odd))]
		}
		if r.IntN(4) == 0 {
			c.DY[i] = odd[r.IntN(len(odd))]
		}
		if r.IntN(16) == 0 {
			c.MinX[i] = odd[r.IntN(len(odd))]
		}
	}
	return c
}

func (c Covers) to() [4][]float32 { return [4][]float32{c.ToMinX, c.ToMinY, c.ToMaxX, c.ToMaxY} }

// TestCoverAlike: every table the portable bits, at every length and place, and nothing
// outside.
func TestCoverAlike(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for lo := range 3 {
			for n := range 70 {
				c := randomCovers(r, lo+n+5)
				want, got := c, c
				for k, p := range []*[]float32{&got.ToMinX, &got.ToMinY, &got.ToMaxX, &got.ToMaxY} {
					*p = append([]float32(nil), c.to()[k]...)
				}
				if a, b := tab.Cover(got, lo, lo+n), cover(want, lo, lo+n); a != b {
					t.Fatalf("%s, %d from %d: todo %x, want %x", tab.Name, n, lo, a, b)
				}
				for k, g := range got.to() {
					for i, w := range want.to()[k] {
						if math.Float32bits(g[i]) != math.Float32bits(w) && !(g[i] != g[i] && w != w) {
							t.Fatalf("%s, %d from %d: column %d, shape %d: %v, want %v", tab.Name, n, lo, k, i, g[i], w)
						}
					}
				}
			}
		}
		c := randomCovers(r, PoseBlock)
		if allocs := testing.AllocsPerRun(5, func() { tab.Cover(c, 0, PoseBlock) }); allocs != 0 {
			t.Errorf("%s: %v allocations", tab.Name, allocs)
		}
	}
}

// TestCoverCovers: the bounds hold the shape at both ends of its motion, with what the
// rounding of a time may move it by.
func TestCoverCovers(t *testing.T) {
	r := kernelstest.Seeded(t)
	c := randomCovers(r, PoseBlock)
	todo := cover(c, 0, PoseBlock)
	checked := 0
	for i := range c.DX {
		if todo[i/64]>>(i&63)&1 != 0 || !(kernels.Abs(c.MinX[i]) < 0x1p60) {
			continue
		}
		checked++
		for _, at := range []float64{0, 1} {
			fx, fy := at*(float64(c.DX[i])-float64(c.FrameX)), at*(float64(c.DY[i])-float64(c.FrameY))
			rim := (math.Abs(fx) + math.Abs(fy)) * 0x1p-23
			if float64(c.ToMinX[i]) > float64(c.MinX[i])+fx-rim || float64(c.ToMaxX[i]) < float64(c.MaxX[i])+fx+rim ||
				float64(c.ToMinY[i]) > float64(c.MinY[i])+fy-rim || float64(c.ToMaxY[i]) < float64(c.MaxY[i])+fy+rim {
				t.Fatalf("shape %d is not covered at time %v", i, at)
			}
		}
	}
	if checked < PoseBlock/4 {
		t.Errorf("only %d shapes checked", checked)
	}
}
