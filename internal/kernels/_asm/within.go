// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// withinCells writes the walks over discs, over discs of one size and over points in cells. A
// vector holds as many neighbours as it has lanes of float64, since positions are subtracted as
// such.
func withinCells(g *gen) {
	g.withinCells("withinDiscs", true, true)
	g.withinCells("withinAlike", true, false)
	g.withinCells("withinPoints", false, false)
}

// within is a walk over points in cells while it is written.
type within struct {
	*gen
	round, radii       bool // distances are rounded to float32; discs have radii
	x, y, radius, slot reg.GPVirtual
	out, n, pack       reg.GPVirtual
	own                [3]vector // position and radius of the point
	same, least, limit vector
}

func (g *gen) withinCells(name string, round, radii bool) {
	g.begin(name, "func(args withinArgs) (n, point int)",
		"is the portable walk over points in cells, of which columns have slack of 16 more that it may read. It returns -1",
		"for n where cells are not in order, or where a point has a cell that does not exist or no place among the lists.")
	w := &within{gen: g, round: round, radii: radii, x: g.gp("x"), y: g.gp("y"), slot: g.gp("slot"), out: g.gp("out"), n: g.gp("n")}
	i, left := g.gp("point"), g.gp("left")
	at := g.AllocLocal(8) // where the list begins
	half := w.prepare()

	g.Label("point")
	g.jumpIf(i, ge, g.param("end"), "stop")
	g.TESTQ(left, left)
	g.JLE(LabelRef("stop"))
	cell, stride, t := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(g.param("cell"), t)
	g.MOVL(Mem{Base: t, Index: i, Scale: 4}, cell.As32())
	g.MOVQ(g.param("stride"), stride)
	g.Comment("The cells of three rows, and one before and two after, exist.")
	g.LEAQ(Mem{Base: cell, Index: stride, Scale: 1, Disp: 2}, t)
	g.jumpIf(t, ge, g.param("cells"), "bad")
	g.SUBQ(stride, cell)
	g.DECQ(cell)
	g.JL(LabelRef("bad"))
	g.MOVQ(g.param("start"), t)
	g.LEAQ(Mem{Base: t, Index: cell, Scale: 4}, cell)
	w.point(i, half)
	lists, own := g.GP64(), g.GP64()
	g.MOVQ(g.param("lists"), lists)
	g.MOVL(Mem{Base: w.slot, Index: i, Scale: 4, Disp: 4 * 16}, own.As32())
	g.PREFETCHT0(Mem{Base: lists, Index: own, Scale: 8})
	g.MOVQ(w.n, at)
	g.SUBQ(Imm(16), left)
	for row, name := range []string{"below", "beside", "above"} {
		j, more := g.GP64(), g.GP64()
		g.MOVL(Mem{Base: cell}, j.As32())
		g.MOVL(Mem{Base: cell, Disp: 12}, more.As32())
		g.jumpIfUnsigned(more, gt, g.param("points"), "bad")
		g.SUBQ(j, more)
		g.JL(LabelRef("bad"))
		g.LEAQ(Mem{Base: w.n, Index: more, Scale: 1, Disp: 16}, t)
		g.jumpIf(t, gt, g.param("room"), "full")
		g.SUBQ(more, left)
		w.row(name, j, more)
		if row < 2 {
			g.LEAQ(Mem{Base: cell, Index: stride, Scale: 4}, cell)
		}
	}
	own, lists = g.GP64(), g.GP64()
	g.MOVQ(w.n, t)
	g.SUBQ(at, t)
	g.SHLQ(Imm(32), t)
	g.ORQ(at, t)
	g.ORQ(g.param("tag"), t)
	g.MOVL(Mem{Base: w.slot, Index: i, Scale: 4}, own.As32())
	g.jumpIfUnsigned(own, ge, g.param("slots"), "bad")
	g.MOVQ(g.param("lists"), lists)
	g.MOVQ(t, Mem{Base: lists, Index: own, Scale: 8})
	g.INCQ(i)
	g.jump("point")

	g.Label("bad")
	g.MOVQ(I64(-1), w.n)
	g.jump("stop")
	g.Label("full")
	g.MOVQ(at, w.n)
	g.Label("stop")
	g.end(w.n, i)
}

// prepare loads what stays in registers, and returns all ones if pairs are listed once, else
// zeroes.
func (w *within) prepare() (half vector) {
	g := w.gen
	if w.round {
		w.limit = g.broadcast(g.param("limit"))
	} else {
		w.limit = g.broadcast64(g.param("square"))
	}
	if w.radii {
		w.radius = g.gp("radius")
	}
	if !g.wide() {
		w.pack = g.pointer(g.leftPack("leftPackInOrder"))
	}
	return g.broadcast(g.param("half"))
}

// point loads the point whose neighbours are looked for.
func (w *within) point(i reg.GPVirtual, half vector) {
	g := w.gen
	for axis, column := range []reg.GPVirtual{w.x, w.y} {
		w.own[axis] = g.broadcast64(Mem{Base: column, Index: i, Scale: 8})
	}
	if w.radii {
		w.own[2] = g.broadcast(Mem{Base: w.radius, Index: i, Scale: 4})
	}
	own := g.vec()
	w.same, w.least = g.vec(), g.vec()
	g.VPBROADCASTD(Mem{Base: w.slot, Index: i, Scale: 4}, own)
	g.andInto(half, own, w.least)
	g.andNotInto(half, own, w.same)
}

// row lists the neighbours in a row of cells: among points from one on, and so many.
func (w *within) row(name string, j, left reg.GPVirtual) {
	g := w.gen
	g.Label(name)
	g.jumpIf(left, le, U32(g.lanes/2), name+"Last")
	w.pick(w.near(j), j, nil)
	g.ADDQ(U32(g.lanes/2), j)
	g.SUBQ(U32(g.lanes/2), left)
	g.jump(name)
	g.Label(name + "Last")
	w.pick(w.near(j), j, left)
}

// near compares the distances of points from one on.
func (w *within) near(j reg.GPVirtual) mask {
	g := w.gen
	var d [2]vector
	for axis, column := range []reg.GPVirtual{w.x, w.y} {
		d[axis] = g.three(g.VSUBPD, Mem{Base: column, Index: j, Scale: 8}, w.own[axis])
	}
	if !w.round {
		for axis := range d {
			d[axis] = g.three(g.VMULPD, d[axis], d[axis])
		}
		return g.is64(le, g.three(g.VADDPD, d[1], d[0]), w.limit)
	}
	three := func(f func(...Op), b, a Op) vector {
		v := g.halfVec()
		f(b, a, v)
		return v
	}
	for axis := range d {
		d[axis] = g.toPS(d[axis])
		d[axis] = three(g.VMULPS, d[axis], d[axis])
	}
	gap := three(g.VADDPS, d[1], d[0])
	if w.radii {
		g.VSQRTPS(gap, gap)
		gap = three(g.VSUBPS, three(g.VADDPS, Mem{Base: w.radius, Index: j, Scale: 4}, w.low(w.own[2])), gap)
	}
	hits := mask(g.halfVec())
	if g.wide() {
		hits = g.K()
	}
	g.VCMPPS(Imm(le), w.low(w.limit), gap, hits)
	return hits
}

// pick lists the near points from one on that the list of the point may have. It takes a whole
// vector, or the points that are left.
func (w *within) pick(near mask, j, left reg.GPVirtual) {
	g := w.gen
	slots, differ, hits := g.halfVec(), g.halfVec(), g.GP64()
	from, to := Mem{Base: w.slot, Index: j, Scale: 4}, Mem{Base: w.out, Index: w.n, Scale: 4}
	if g.wide() {
		if left != nil {
			valid, ones := g.K(), g.GP32()
			g.MOVL(U32(0xff), ones)
			g.BZHIL(left.As32(), ones, ones)
			g.KMOVB(ones, valid)
			g.KANDB(near, valid, near)
		}
		g.VMOVDQU32(from, slots)
		g.VPXORD(slots, w.low(w.same), differ)
		g.VPCMPUD(Imm(6), w.low(w.least), differ, near, near)
		g.VPCOMPRESSD_Z(slots, near, slots)
		g.VMOVDQU32(slots, to)
		g.KMOVB(near, hits.As32())
	} else {
		listed := g.GP64()
		g.VMOVDQU(from, slots)
		g.VPXOR(slots, w.low(w.same), differ)
		g.VPCMPGTD(w.low(w.least), differ, differ)
		g.VMOVMSKPS(differ, listed.As32())
		if w.round {
			g.VMOVMSKPS(near, hits.As32())
		} else {
			g.VMOVMSKPD(near, hits.As32())
		}
		g.ANDL(listed.As32(), hits.As32())
		if left != nil {
			g.BZHIL(left.As32(), hits.As32(), hits.As32())
		}
		g.VPMOVZXBD(Mem{Base: w.pack, Index: hits, Scale: 8}, differ)
		g.VPERMILPS(differ, slots, slots)
		g.VMOVDQU(slots, to)
	}
	g.POPCNTL(hits.As32(), hits.As32())
	g.ADDQ(hits, w.n)
}
