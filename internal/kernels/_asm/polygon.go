// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Shared code of the polygon kernels. They use vectors of eight lanes at either width. The
// exception is two polygons of up to eight edges, whose edges fill sixteen lanes.

// hull is what the convex kernel holds of one of a pair's shapes.
type hull struct {
	id   string
	at   reg.GPVirtual  // its record
	k    reg.GPVirtual  // its index
	nx   reg.VecVirtual // outward normals, in eight lanes
	ny   reg.VecVirtual
	d    reg.VecVirtual // supports, infinite in lanes that are no edge
	r    reg.VecVirtual // radius and reach
	size reg.VecVirtual
	// In the frame: pointers to five columns and the number of lanes; how many corners are
	// known, the vertex that faces the other shape and what ends a walk; and the five
	// columns of a shape that owns no lanes, whose normals are where those of the answer
	// will be.
	desc Mem
	own  [5]Mem
}

// Fields of a hull's description.
const (
	descVX, descVY, descNX, descNY, descD, descNum = 0, 8, 16, 24, 32, 40
	descCorners, descFront, descRise               = 48, 56, 64
	descSize                                       = 72
)

type convexGen struct {
	*gen

	k, n   reg.Register
	a, b   hull
	dx, dy reg.VecVirtual // position of B relative to A, in all lanes
	dist   reg.VecVirtual // |dx| + |dy|
	top    reg.VecVirtual // the widest gap
	lane   reg.GPVirtual  // where its normal is in the frame
	bound  reg.GPVirtual  // the first such place of a normal of B's

	normX, normY        Mem // normals of A, then those of B turned round
	radius, scale       Mem
	budget, gapA, size  Mem // size of the batch
	slope, reached      Mem // of a walk: what ends it, and how far it went
	stride              Mem // how far the next begins
	lanesTable          Mem
	lowest, floor, rim  Mem
	abs                 Mem
	highest, maxIndex   Mem
	flip0011, flip0110  Mem
	flip1001, flip1000  Mem
	highLanes, segmentD Mem
	iota, eight, bits   Mem
	pack, along         Mem
	turnHigh, turnUpper Mem // sign bits in the high half of eight lanes, and of sixteen
	walkable            Mem // least and greatest reach of polygons that are walked about, and rise
}

// constants emits what all kernels that find a widest gap need.
func (c *convexGen) constants() {
	bits := math.Float32bits
	inf := bits(float32(math.Inf(1)))
	const s = 1 << 31
	c.lowest, c.maxIndex = c.eightfold("lowest", inf|s), c.eightfold("maxIndex", 1<<31-1)
	c.abs = c.eightfold("magnitude", s-1)
	c.floor = c.words32("floor", bits(-math.MaxFloat32))
	c.rim = c.words32("rim", bits(-0x1p-18))
	c.eight = c.words32("eight", 8)
	c.iota = c.words32("iota", 0, 1, 2, 3, 4, 5, 6, 7)
}

// convexConstants emits those of the convex kernel.
func (c *convexGen) convexConstants() {
	inf := math.Float32bits(float32(math.Inf(1)))
	const s = 1 << 31
	// From entry 8-m on: m lanes that are there. Three tables of 16 entries: a mask;
	// infinity in the lanes that are not; and minus infinity in those that are, for
	// a maximum before a minimum.
	var table []uint32
	for _, v := range [][2]uint32{{^uint32(0), 0}, {0, inf}, {inf | s, inf}} {
		for i := range 16 {
			table = append(table, v[i/8])
		}
	}
	c.lanesTable = c.words32("lanes", table...)
	c.highest = c.eightfold("highest", inf)
	c.flip0011 = c.words32("flip0011", 0, 0, s, s)
	c.flip0110 = c.words32("flip0110", 0, s, s, 0)
	c.flip1001 = c.words32("flip1001", s, 0, 0, s)
	c.flip1000 = c.words32("flip1000", s, 0, 0, 0)
	c.highLanes = c.words32("highLanes", 0, 0, 0, 0, inf, inf, inf, inf)
	c.segmentD = c.words32("segmentD", 0, 0, inf, inf, inf, inf, inf, inf)
	c.along = c.words32("along", 0x7fc00001)
	c.bits = c.words32("bits", 1, 2, 4, 8, 16, 32, 64, 128)
	c.pack = c.leftPack("leftPack")
	c.turnHigh = c.words32("turnHigh", 0, 0, 0, 0, s, s, s, s)
	if c.wide() {
		c.turnUpper = c.words32("turnUpper", 0, 0, 0, 0, 0, 0, 0, 0, s, s, s, s, s, s, s, s)
	}
	c.walkable = c.words32("walkable", math.Float32bits(leastReach), math.Float32bits(math.MaxFloat32), math.Float32bits(rise))
}

func (c *convexGen) eightfold(name string, v uint32) Mem {
	return c.words32(name, v, v, v, v, v, v, v, v)
}

// dot is x*u + y*v.
func (c *convexGen) dot(x, y, u, v reg.Register) reg.VecVirtual {
	t, s := c.YMM(), c.YMM()
	c.VMULPS(u, x, t)
	c.VMULPS(v, y, s)
	c.VADDPS(s, t, t)
	return t
}

// across spreads the least or greatest lane of v to all lanes of to.
func (c *convexGen) across(op func(...Op), v, to reg.VecVirtual) {
	t := c.YMM()
	c.VPERM2F128(Imm(1), v, v, t)
	op(t, v, to)
	for _, swap := range []uint64{0x4e, 0xb1} {
		u := c.YMM()
		c.VPERMILPS(Imm(swap), to, u)
		op(u, to, to)
	}
}

// inside sends a run of lanes that does not lie inside the columns, or is no power
// of two from four up, to portable code.
func (c *convexGen) inside(o, num reg.Register) {
	g, t := c.gen, c.GP64()
	g.LEAQ(Mem{Base: o, Index: num, Scale: 1}, t)
	g.jumpIfUnsigned(t, gt, c.param("lanes"), "skipped")
	g.jumpIfUnsigned(num, lt, Imm(4), "skipped")
	g.LEAQ(Mem{Base: num, Disp: -1}, t)
	g.TESTQ(num, t)
	g.JNE(LabelRef("skipped"))
}

// firstOf finds the widest gap of those in eight lanes, each with its edge, and the
// first edge that has it.
func (c *convexGen) firstOf(best, edges reg.VecVirtual, lane reg.GPVirtual) {
	g := c.gen
	c.across(g.VMAXPS, best, c.top)
	g.VCMPPS(Imm(eq), c.top, best, best)
	first := g.YMM()
	g.VMOVUPS(c.maxIndex, first)
	g.VBLENDVPS(best, edges, first, first)
	c.across(g.VPMINUD, first, edges)
	g.VMOVD(edges.AsX(), lane.As32())
}
