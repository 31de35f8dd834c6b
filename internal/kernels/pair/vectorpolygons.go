// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/kernels"
)

// pairsAtOnce is the number of pairs that one call of assembly may decide, which bounds
// the time in which the caller cannot be preempted: 0.4 ms at most, as measured, since
// the assembly also counts products (work in its generator).
const pairsAtOnce = 2048

// convexVector is assembly that decides pairs args.k to args.end, and stops early at one that it
// leaves to portable code.
type convexVector func(args polygonArgs) (at, kept, opened, hinted, skipped int)

// contacts is convex by means of assembly, called for pairsAtOnce at a time. Portable code decides
// the pairs that it leaves: with classes or numbers of lanes that it does not know, huge polygons,
// and indices beyond the columns, on which portable code panics.
func (vector convexVector) contacts(a *Args) (c Count) {
	out := columns(a)
	if !a.Out.has(len(a.Pairs) + 8) {
		return convex(a)
	}
	hints := a.Hints
	if hints != nil {
		hints = hints[:len(a.Pairs)]
	}
	shapes, runs, lanes := announce(a, &out)
	var scratch [convexScratch]float32
	args := polygonArguments(a, &out)
	args.shapes, args.runs, args.lanes = shapes, runs, lanes
	args.hints, args.scratch = (*uint32)(unsafe.SliceData(hints)), kernels.Local(&scratch[0])
	for k := 0; k < len(a.Pairs); {
		args.k, args.end, args.n = k, min(len(a.Pairs), k+pairsAtOnce), c.N
		var opened, hinted, skipped int
		k, c.N, opened, hinted, skipped = vector(args)
		c.Open += opened
		c.Hinted += hinted
		if skipped != 0 {
			one := single(a, k, c.N)
			did := convex(&one)
			c.N, c.Open, c.Hinted = c.N+did.N, c.Open+did.Open, c.Hinted+did.Hinted
			k++
		}
	}
	return c
}

// circlesAtOnce is how many pairs one call of assembly decides. The longest, with a
// polygon of 1024 lanes each, took 0.15 ms.
const circlesAtOnce = 512

// circleVector is assembly that decides pairs of a circle and a polygon, like convexVector.
type circleVector func(args polygonArgs) (at, kept, opened, skipped int)

// contacts is circlePolygon by means of assembly, called for circlesAtOnce at a time. Portable code
// decides the pairs that it leaves: of other numbers of lanes than powers of two, and indices
// beyond the columns.
func (vector circleVector) contacts(a *Args) (c Count) {
	out := columns(a)
	_, shapes, lanes := announce(a, &out)
	args := polygonArguments(a, &out)
	args.shapes, args.lanes = shapes, lanes
	for k := 0; k < len(a.Pairs); {
		args.k, args.end, args.n = k, min(len(a.Pairs), k+circlesAtOnce), c.N
		var opened, skipped int
		k, c.N, opened, skipped = vector(args)
		c.Open += opened
		if skipped != 0 {
			one := single(a, k, c.N)
			did := circlePolygon(&one)
			c.N, c.Open = c.N+did.N, c.Open+did.Open
			k++
		}
	}
	return c
}

// convexScratch is the scratch memory of the convex kernel, in entries.
const convexScratch = 1088

// single returns the part of a call that decides pair k alone, into entry n.
func single(a *Args, k, n int) Args {
	o := &a.Out
	one := Args{Block: a.Block, Pairs: a.Pairs[k : k+1], Limit: a.Limit}
	one.Out = Hits{A: o.A[n:], B: o.B[n:], Sep: o.Sep[n:], NX: o.NX[n:], NY: o.NY[n:]}
	if a.Hints != nil {
		one.Hints = a.Hints[k : k+1]
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
	kernels.RaceRead(a.Pairs)
	kernels.RaceRead(b.Rec)
	kernels.RaceRead(b.Class)
	kernels.RaceRead(b.Off)
	kernels.RaceRead(b.Num)
	for _, v := range [][]float32{l.VX, l.VY, l.NX, l.NY, l.D} {
		kernels.RaceRead(v)
	}
	if a.Hints != nil {
		kernels.RaceWrite(a.Hints[:len(a.Pairs)])
	}
	kernels.RaceWrite(out.A)
	kernels.RaceWrite(out.B)
	for _, v := range [][]float32{out.Sep, out.NX, out.NY} {
		kernels.RaceWrite(v)
	}
	return shapes, runs, lanes
}

// polygonArguments returns the columns of a call.
func polygonArguments(a *Args, out *Hits) polygonArgs {
	b, l := a.Block, &a.Block.Lanes
	return polygonArgs{
		pairs: kernels.Words(a.Pairs), rec: (*float64)(unsafe.Pointer(unsafe.SliceData(b.Rec))), class: (*uint8)(unsafe.SliceData(b.Class)),
		off: kernels.At(b.Off), num: kernels.At(b.Num),
		vx: kernels.At(l.VX), vy: kernels.At(l.VY), nx: kernels.At(l.NX), ny: kernels.At(l.NY), d: kernels.At(l.D),
		limit: a.Limit,
		outA:  kernels.At(out.A), outB: kernels.At(out.B), sep: kernels.At(out.Sep), outX: kernels.At(out.NX), outY: kernels.At(out.NY),
	}
}
