// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"unsafe"

	"daylight/internal/simd"
)

func measureByAVX2(b Boxes, skip []bool) Extent   { return measureBy(b, skip, 8) }
func measureByAVX512(b Boxes, skip []bool) Extent { return measureBy(b, skip, 16) }

func quantiseByAVX2(dst []Codes, b Boxes, skip []bool, s Scale)   { quantiseBy(dst, b, skip, s, 8) }
func quantiseByAVX512(dst []Codes, b Boxes, skip []bool, s Scale) { quantiseBy(dst, b, skip, s, 16) }

func measureBy(b Boxes, skip []bool, lanes int) Extent {
	n, e := b.whole(skip, lanes), measure(Boxes{}, nil)
	for at := 0; at < n; at += simd.CallEntries {
		p, skipped, k := b.from(at), unsafe.SliceData(skipFrom(skip, at)), min(n-at, simd.CallEntries)
		var f foundExtent
		var count int
		if lanes == 8 {
			count = measureAVX2(&p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, &f[0])
		} else {
			count = measureAVX512(&p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, &f[0])
		}
		e = e.union(f.reduce(count, lanes))
	}
	return e.union(measure(b.from(n), skipFrom(skip, n)))
}

func quantiseBy(dst []Codes, b Boxes, skip []bool, s Scale, lanes int) {
	n, sure := b.whole(skip, lanes), simd.One(s.All)
	simd.RaceWrite(dst[:n])
	for at := 0; at < n; at += simd.CallEntries {
		p, skipped, k := b.from(at), unsafe.SliceData(skipFrom(skip, at)), min(n-at, simd.CallEntries)
		if lanes == 8 {
			quantiseAVX2(&dst[at].X0, &p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, &s.OriginX, sure)
		} else {
			quantiseAVX512(&dst[at].X0, &p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, &s.OriginX, sure)
		}
	}
	quantise(dst[n:], b.from(n), skipFrom(skip, n), s)
}

// whole is how many boxes fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector.
func (b *Boxes) whole(skip []bool, lanes int) int {
	b.equal()
	n := len(b.X) &^ (lanes - 1)
	if n == 0 {
		return 0
	}
	if skip != nil {
		simd.RaceRead(skip[:n])
	}
	simd.RaceRead(b.X[:n])
	simd.RaceRead(b.Y[:n])
	simd.RaceRead(b.MinX[:n])
	simd.RaceRead(b.MinY[:n])
	simd.RaceRead(b.MaxX[:n])
	simd.RaceRead(b.MaxY[:n])
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
