// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "math"

func init() {
	avx2.Rotate, avx512.Rotate = rotateByAVX2, rotateByAVX512
}

// rotatable tells whether assembly takes a run: not one whose length is no multiple
// of four, nor one so long that the call would not be preempted in time.
func rotatable(n int) bool { return n > 0 && n&3 == 0 && n <= 1<<16 }

// raceRotate makes what assembly reads and writes known to the race detector.
func raceRotate(vx, vy, nx, ny, wx, wy, mx, my []float32) {
	raceRead(vx)
	raceRead(vy)
	raceRead(nx)
	raceRead(ny)
	raceWrite(wx)
	raceWrite(wy)
	raceWrite(mx)
	raceWrite(my)
}

func rotateByAVX2(local, world *Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32) {
	if !rotatable(n) {
		return rotate(local, world, off, n, c, s)
	}
	end := off + n
	vx, vy, nx, ny := local.VX[off:end], local.VY[off:end], local.NX[off:end], local.NY[off:end]
	wx, wy, mx, my := world.VX[off:end], world.VY[off:end], world.NX[off:end], world.NY[off:end]
	raceRotate(vx, vy, nx, ny, wx, wy, mx, my)
	minX, minY, maxX, maxY, odd := rotateAVX2(&vx[0], &vy[0], &nx[0], &ny[0], &wx[0], &wy[0], &mx[0], &my[0], n, c, s)
	if odd != 0 {
		return extremes(wx, wy)
	}
	return minX, minY, maxX, maxY
}

func rotateByAVX512(local, world *Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32) {
	if !rotatable(n) {
		return rotate(local, world, off, n, c, s)
	}
	end := off + n
	vx, vy, nx, ny := local.VX[off:end], local.VY[off:end], local.NX[off:end], local.NY[off:end]
	wx, wy, mx, my := world.VX[off:end], world.VY[off:end], world.NX[off:end], world.NY[off:end]
	raceRotate(vx, vy, nx, ny, wx, wy, mx, my)
	minX, minY, maxX, maxY, odd := rotateAVX512(&vx[0], &vy[0], &nx[0], &ny[0], &wx[0], &wy[0], &mx[0], &my[0], n, c, s)
	if odd != 0 {
		return extremes(wx, wy)
	}
	return minX, minY, maxX, maxY
}

// extremes are those of turned vertices some of which are NaN, as portable code has
// them.
func extremes(wx, wy []float32) (minX, minY, maxX, maxY float32) {
	inf := math.Float32frombits(0x7f800000)
	minX, minY, maxX, maxY = inf, inf, -inf, -inf
	for i, x := range wx {
		y := wy[i]
		minX, minY = min(minX, x), min(minY, y)
		maxX, maxY = max(maxX, x), max(maxY, y)
	}
	return minX + 0, minY + 0, maxX + 0, maxY + 0
}
