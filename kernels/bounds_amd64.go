// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "unsafe"

func init() {
	avx2.Measure = func(b Bounds, skip []bool) Extent {
		n, e := b.whole(skip, avx2.Lanes), measure(Bounds{}, nil)
		if n > 0 {
			var f foundExtent
			count := measureAVX2(&b.X[0], &b.Y[0], &b.MinX[0], &b.MinY[0], &b.MaxX[0], &b.MaxY[0], unsafe.SliceData(skip), n, &f[0])
			e = f.reduce(count, avx2.Lanes)
		}
		return e.union(measure(b.from(n), skipFrom(skip, n)))
	}
	avx512.Measure = func(b Bounds, skip []bool) Extent {
		n, e := b.whole(skip, avx512.Lanes), measure(Bounds{}, nil)
		if n > 0 {
			var f foundExtent
			count := measureAVX512(&b.X[0], &b.Y[0], &b.MinX[0], &b.MinY[0], &b.MaxX[0], &b.MaxY[0], unsafe.SliceData(skip), n, &f[0])
			e = f.reduce(count, avx512.Lanes)
		}
		return e.union(measure(b.from(n), skipFrom(skip, n)))
	}
	avx2.Quantise = func(dst []Codes, b Bounds, skip []bool, s Scale) {
		n := b.whole(skip, avx2.Lanes)
		if n > 0 {
			raceWrite(dst[:n])
			quantiseAVX2(&dst[0].X0, &b.X[0], &b.Y[0], &b.MinX[0], &b.MinY[0], &b.MaxX[0], &b.MaxY[0], unsafe.SliceData(skip), n, &s.OriginX)
		}
		quantise(dst[n:], b.from(n), skipFrom(skip, n), s)
	}
	avx512.Quantise = func(dst []Codes, b Bounds, skip []bool, s Scale) {
		n := b.whole(skip, avx512.Lanes)
		if n > 0 {
			raceWrite(dst[:n])
			quantiseAVX512(&dst[0].X0, &b.X[0], &b.Y[0], &b.MinX[0], &b.MinY[0], &b.MaxX[0], &b.MaxY[0], unsafe.SliceData(skip), n, &s.OriginX)
		}
		quantise(dst[n:], b.from(n), skipFrom(skip, n), s)
	}
}

// whole is how many boxes fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector.
func (b *Bounds) whole(skip []bool, lanes int) int {
	b.equal()
	n := len(b.X) &^ (lanes - 1)
	if n == 0 {
		return 0
	}
	if skip != nil {
		raceRead(skip[:n])
	}
	raceRead(b.X[:n])
	raceRead(b.Y[:n])
	raceRead(b.MinX[:n])
	raceRead(b.MinY[:n])
	raceRead(b.MaxX[:n])
	raceRead(b.MaxY[:n])
	return n
}

func skipFrom(skip []bool, n int) []bool {
	if skip == nil {
		return nil
	}
	return skip[n:]
}

// foundExtent is where assembly leaves an extent, lane by lane: four vectors of
// float64, and one of float32.
type foundExtent [5 * 8]float64

func (f *foundExtent) reduce(count, lanes int) Extent {
	half := lanes / 2
	e := Extent{N: count, MinX: f[0], MinY: f[half], MaxX: f[2*half], MaxY: f[3*half]}
	for k := range half {
		e.MinX, e.MinY = min(e.MinX, f[k]), min(e.MinY, f[half+k])
		e.MaxX, e.MaxY = max(e.MaxX, f[2*half+k]), max(e.MaxY, f[3*half+k])
	}
	for _, r := range unsafe.Slice((*float32)(unsafe.Pointer(&f[4*half])), lanes) {
		e.Reach = max(e.Reach, r)
	}
	return e
}
