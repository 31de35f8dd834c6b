// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import (
	"unsafe"
)

func init() {
	avx2.Convex, avx2.Overlap.Convex = convexByAVX2, convexOverlapByAVX2
	avx512.Convex, avx512.Overlap.Convex = convexByAVX512, convexOverlapByAVX512
}

func convexByAVX2(a *Args) Count          { return convexesBy(convexAVX2, a, true) }
func convexOverlapByAVX2(a *Args) Count   { return convexesBy(convexAVX2, a, false) }
func convexByAVX512(a *Args) Count        { return convexesBy(convexAVX512, a, true) }
func convexOverlapByAVX512(a *Args) Count { return convexesBy(convexAVX512, a, false) }

// spell is the number of pairs that one call of assembly may decide, which bounds
// the time in which the caller cannot be preempted.
const spell = 2048

// convexesBy runs assembly over the pairs, in spells, and portable code on those
// that it leaves: with odd classes or numbers of lanes, huge polygons, and indices
// beyond the columns, on which portable code panics.
func convexesBy(kernel func(pairs *uint64, k, end int, rec *float64, class *uint8, off, num *uint32, shapes int, vx, vy, nx, ny, d *float32, lanes int, limit float32, hints, outA, outB *uint32, sep, outX, outY *float32, n int) (at, kept, opened, hinted, odd int), a *Args, normals bool) (c Count) {
	b, l := a.Block, &a.Block.Lanes
	out, hints := columns(a, normals), a.Hints
	if hints != nil {
		hints = hints[:len(a.Pairs)]
	}
	shapes, lanes := announce(a, &out)
	for k := 0; k < len(a.Pairs); {
		end := min(len(a.Pairs), k+spell)
		at, n, opened, hinted, odd := kernel(words(a.Pairs), k, end,
			(*float64)(unsafe.Pointer(unsafe.SliceData(b.Rec))), (*uint8)(unsafe.SliceData(b.Class)),
			unsafe.SliceData(b.Off), unsafe.SliceData(b.Num), shapes,
			unsafe.SliceData(l.VX), unsafe.SliceData(l.VY), unsafe.SliceData(l.NX), unsafe.SliceData(l.NY), unsafe.SliceData(l.D), lanes,
			a.Limit, (*uint32)(unsafe.SliceData(hints)), unsafe.SliceData(out.A), unsafe.SliceData(out.B),
			unsafe.SliceData(out.Sep), unsafe.SliceData(out.NX), unsafe.SliceData(out.NY), c.N)
		k, c.N, c.Open, c.Hinted = at, n, c.Open+opened, c.Hinted+hinted
		if odd != 0 {
			c.add(convexes(single(a, k, c.N, normals), normals))
			k++
		}
	}
	return c
}

// single is the part of a call that decides pair k alone, into entry n.
func single(a *Args, k, n int, normals bool) *Args {
	one := &Args{Block: a.Block, Pairs: a.Pairs[k : k+1], Limit: a.Limit}
	if a.Hints != nil {
		one.Hints = a.Hints[k : k+1]
	}
	one.Out = Hits{A: a.Out.A[n:], B: a.Out.B[n:], Sep: a.Out.Sep[n:]}
	if normals {
		one.Out.NX, one.Out.NY = a.Out.NX[n:], a.Out.NY[n:]
	}
	return one
}

func (c *Count) add(d Count) {
	c.N += d.N
	c.Open += d.Open
	c.Hinted += d.Hinted
}

// announce makes every access that assembly will make known to the race detector,
// and returns how many shapes and lanes it may touch.
func announce(a *Args, out *Hits) (shapes, lanes int) {
	b, l := a.Block, &a.Block.Lanes
	shapes = min(len(b.Rec), len(b.Class), len(b.Off), len(b.Num))
	lanes = min(len(l.VX), len(l.VY), len(l.NX), len(l.NY), len(l.D))
	raceRead(a.Pairs)
	raceRead(b.Rec)
	raceRead(b.Class)
	raceRead(b.Off)
	raceRead(b.Num)
	for _, v := range [][]float32{l.VX, l.VY, l.NX, l.NY, l.D} {
		raceRead(v)
	}
	if a.Hints != nil {
		raceWrite(a.Hints[:len(a.Pairs)])
	}
	raceWrite(out.A)
	raceWrite(out.B)
	for _, v := range [][]float32{out.Sep, out.NX, out.NY} {
		raceWrite(v)
	}
	return shapes, lanes
}
