// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "math"

func init() {
	avx2.Rotate, avx512.Rotate = rotateByAVX2, rotateByAVX512
}

// rotatable cuts the run out of the columns and makes every access known to the
// bounds checks and the race detector. It is not ok for runs that assembly does not
// take: not a multiple of four, or so long that the call would not be preempted in
// time.
func rotatable(local, world *Lanes, off, n int) (l, w Lanes, ok bool) {
	if n <= 0 || n&3 != 0 || n > 1<<16 {
		return l, w, false
	}
	end := off + n
	l.VX, l.VY, l.NX, l.NY = local.VX[off:end], local.VY[off:end], local.NX[off:end], local.NY[off:end]
	w.VX, w.VY, w.NX, w.NY = world.VX[off:end], world.VY[off:end], world.NX[off:end], world.NY[off:end]
	for _, v := range [][]float32{l.VX, l.VY, l.NX, l.NY} {
		raceRead(v)
	}
	for _, v := range [][]float32{w.VX, w.VY, w.NX, w.NY} {
		raceWrite(v)
	}
	return l, w, true
}

func rotateByAVX2(local, world *Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32) {
	l, w, ok := rotatable(local, world, off, n)
	if !ok {
		return rotate(local, world, off, n, c, s)
	}
	minX, minY, maxX, maxY, odd := rotateAVX2(&l.VX[0], &l.VY[0], &l.NX[0], &l.NY[0], &w.VX[0], &w.VY[0], &w.NX[0], &w.NY[0], n, c, s)
	if odd != 0 {
		return extremes(&w)
	}
	return minX, minY, maxX, maxY
}

func rotateByAVX512(local, world *Lanes, off, n int, c, s float32) (minX, minY, maxX, maxY float32) {
	l, w, ok := rotatable(local, world, off, n)
	if !ok {
		return rotate(local, world, off, n, c, s)
	}
	minX, minY, maxX, maxY, odd := rotateAVX512(&l.VX[0], &l.VY[0], &l.NX[0], &l.NY[0], &w.VX[0], &w.VY[0], &w.NX[0], &w.NY[0], n, c, s)
	if odd != 0 {
		return extremes(&w)
	}
	return minX, minY, maxX, maxY
}

// extremes are those of turned vertices some of which are NaN, as portable code has
// them.
func extremes(w *Lanes) (minX, minY, maxX, maxY float32) {
	inf := math.Float32frombits(0x7f800000)
	minX, minY, maxX, maxY = inf, inf, -inf, -inf
	for i, x := range w.VX {
		y := w.VY[i]
		minX, minY = min(minX, x), min(minY, y)
		maxX, maxY = max(maxX, x), max(maxY, y)
	}
	return minX + 0, minY + 0, maxX + 0, maxY + 0
}
