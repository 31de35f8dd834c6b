// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/simd"
)

func convexByAVX2(a *Args) Count          { return convexesBy(a, true, false) }
func convexOverlapByAVX2(a *Args) Count   { return convexesBy(a, false, false) }
func convexByAVX512(a *Args) Count        { return convexesBy(a, true, true) }
func convexOverlapByAVX512(a *Args) Count { return convexesBy(a, false, true) }

// spell is the number of pairs that one call of assembly may decide, which bounds
// the time in which the caller cannot be preempted: 0.4 ms at most, as measured, since
// the assembly also counts products (work in its generator).
const spell = 2048

// convexesBy runs assembly over the pairs, in spells, and portable code on those
// that it leaves: with odd classes or numbers of lanes, huge polygons, and indices
// beyond the columns, on which portable code panics. wide takes that of AVX-512.
func convexesBy(a *Args, normals, wide bool) (c Count) {
	out, slack := columns(a, normals), columnsEnd(a, normals)
	if slack < len(a.Pairs)+8 {
		return convexes(a, normals)
	}
	hints := a.Hints
	if hints != nil {
		hints = hints[:len(a.Pairs)]
	}
	shapes, runs, lanes := announce(a, &out)
	var scratch [convexScratch]float32
	args := polygonArguments(a, &out)
	args.shapes, args.runs, args.lanes = shapes, runs, lanes
	args.hints, args.scratch = (*uint32)(unsafe.SliceData(hints)), &scratch[0]
	for k := 0; k < len(a.Pairs); {
		args.k, args.end, args.n = k, min(len(a.Pairs), k+spell), c.N
		var opened, hinted, odd int
		if wide { // called by its name, or scratch would escape
			k, c.N, opened, hinted, odd = convexAVX512(args)
		} else {
			k, c.N, opened, hinted, odd = convexAVX2(args)
		}
		c.Open += opened
		c.Hinted += hinted
		if odd != 0 {
			one := single(a, k, c.N, normals)
			did := convexes(&one, normals)
			c.N, c.Open, c.Hinted = c.N+did.N, c.Open+did.Open, c.Hinted+did.Hinted
			k++
		}
	}
	return c
}

// convexScratch is the scratch memory of the convex kernel, in entries.
const convexScratch = 1088

// columnsEnd is how long the shortest output column is.
func columnsEnd(a *Args, normals bool) int {
	o := &a.Out
	n := min(len(o.A), len(o.B), len(o.Sep))
	if normals {
		n = min(n, len(o.NX), len(o.NY))
	}
	return n
}

// single is the part of a call that decides pair k alone, into entry n.
func single(a *Args, k, n int, normals bool) Args {
	one := Args{Block: a.Block, Pairs: a.Pairs[k : k+1], Limit: a.Limit}
	if a.Hints != nil {
		one.Hints = a.Hints[k : k+1]
	}
	one.Out = Hits{A: a.Out.A[n:], B: a.Out.B[n:], Sep: a.Out.Sep[n:]}
	if normals {
		one.Out.NX, one.Out.NY = a.Out.NX[n:], a.Out.NY[n:]
	}
	return one
}

// announce makes every access that assembly will make known to the race detector,
// and returns how many shapes, runs of polygons and lanes it may touch. A block without
// polygons need not have the columns of runs.
func announce(a *Args, out *Hits) (shapes, runs, lanes int) {
	b, l := a.Block, &a.Block.Lanes
	shapes = min(len(b.Rec), len(b.Class))
	runs = min(shapes, len(b.Off), len(b.Num))
	lanes = min(len(l.VX), len(l.VY), len(l.NX), len(l.NY), len(l.D))
	simd.RaceRead(a.Pairs)
	simd.RaceRead(b.Rec)
	simd.RaceRead(b.Class)
	simd.RaceRead(b.Off)
	simd.RaceRead(b.Num)
	for _, v := range [][]float32{l.VX, l.VY, l.NX, l.NY, l.D} {
		simd.RaceRead(v)
	}
	if a.Hints != nil {
		simd.RaceWrite(a.Hints[:len(a.Pairs)])
	}
	simd.RaceWrite(out.A)
	simd.RaceWrite(out.B)
	for _, v := range [][]float32{out.Sep, out.NX, out.NY} {
		simd.RaceWrite(v)
	}
	return shapes, runs, lanes
}

// polygonArguments are the columns of a call.
func polygonArguments(a *Args, out *Hits) polygonArgs {
	b, l := a.Block, &a.Block.Lanes
	return polygonArgs{
		pairs: simd.Words(a.Pairs), rec: (*float64)(unsafe.Pointer(unsafe.SliceData(b.Rec))), class: (*uint8)(unsafe.SliceData(b.Class)),
		off: simd.At(b.Off), num: simd.At(b.Num),
		vx: simd.At(l.VX), vy: simd.At(l.VY), nx: simd.At(l.NX), ny: simd.At(l.NY), d: simd.At(l.D),
		limit: a.Limit,
		outA:  simd.At(out.A), outB: simd.At(out.B), sep: simd.At(out.Sep), outX: simd.At(out.NX), outY: simd.At(out.NY),
	}
}
