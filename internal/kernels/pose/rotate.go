// SPDX-License-Identifier: MIT

package pose

import (
	"math"
	"math/bits"

	"daylight/internal/kernels"
)

// rotate is Posing.Rotate in portable Go, which defines what it means.
func rotate(p Poses, local, world *kernels.Lanes, lo int, set PoseSet) {
	for k, word := range set {
		for ; word != 0; word &= word - 1 {
			p.rotateOne(local, world, lo+64*k+bits.TrailingZeros64(word))
		}
	}
}

func (p *Poses) rotateOne(local, world *kernels.Lanes, i int) {
	minX, minY, maxX, maxY := RotateLanes(local, world, int(p.Off[i]), int(p.Num[i]), p.RC[i], p.RS[i])
	m := Margin(p.Reach[i], p.P[i])
	p.MinX[i], p.MinY[i] = minX-m, minY-m
	p.MaxX[i], p.MaxY[i] = maxX+m, maxY+m
}

// RotateLanes turns one polygon's vertices and normals by the rotation (c, s), from
// local into world lanes, and returns the extremes of the turned vertices. With no
// lanes the extremes are zero. Where an int has 32 bits, numbers that do not fit are
// negative, and no slice takes them.
func RotateLanes(local, world *kernels.Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32) {
	if n == 0 {
		return 0, 0, 0, 0
	}
	end := off + n
	vx, vy := local.VX[off:end], local.VY[off:end]
	nx, ny := local.NX[off:end], local.NY[off:end]
	wx, wy := world.VX[off:end], world.VY[off:end]
	mx, my := world.NX[off:end], world.NY[off:end]
	inf := math.Float32frombits(0x7f800000)
	minX, minY, maxX, maxY = inf, inf, -inf, -inf
	odd := float32(0) // NaN if a vertex is not finite
	for i := range vx {
		x, y := vx[i], vy[i]
		px := float32(c*x) - float32(s*y)
		py := float32(s*x) + float32(c*y)
		wx[i], wy[i] = px, py
		odd += (px - px) + (py - py)
		if px < minX {
			minX = px
		}
		if px > maxX {
			maxX = px
		}
		if py < minY {
			minY = py
		}
		if py > maxY {
			maxY = py
		}
		x, y = nx[i], ny[i]
		mx[i] = float32(c*x) - float32(s*y)
		my[i] = float32(s*x) + float32(c*y)
	}
	if odd != 0 { // comparisons pass over NaN; min and max, which are calls on wasm, do not
		for i, px := range wx {
			minX, maxX = min(minX, px), max(maxX, px)
			minY, maxY = min(minY, wy[i]), max(maxY, wy[i])
		}
	}
	// A zero comes out as +0, whichever operand a vector minimum keeps.
	return minX + 0, minY + 0, maxX + 0, maxY + 0
}
