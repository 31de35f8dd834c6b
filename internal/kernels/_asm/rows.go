// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gatherBoxes fetches boxes of 16 bytes for as many rows as a vector has lanes, and
// turns them into columns: loads of single boxes and two rounds of unpacking, since
// gather instructions take as long as the loads that they are made of.
func gatherBoxes(g *gen) {
	g.begin("gatherBoxes", "func(x0, x1, y0, y1 *int32, apart, slots, entries *uint32, boxes *int32, count, n int) (done int)",
		"fills rows 0 to n-1, n being a multiple of the lanes of a vector, and stops",
		"before a vector that has an entry beyond the count of boxes.")
	columns := []reg.Register{g.gp("x0"), g.gp("x1"), g.gp("y0"), g.gp("y1")}
	apart, slots, entries, boxes, count, n := g.gp("apart"), g.gp("slots"), g.gp("entries"), g.gp("boxes"), g.gp("count"), g.gp("n")
	row, at := g.GP64(), g.GP64()
	g.XORQ(row, row)

	bare, last := g.vec(), g.vec()
	g.MOVL(U32(math.MaxInt32), at.As32())
	g.spread(at, bare)
	g.Comment("Indices have 31 bits, so comparing with sign will do.")
	g.DECQ(count)
	g.spread(count, last)

	g.Label("rows")
	g.jumpIf(row, ge, n, "done")
	mem := func(r reg.Register) Mem { return Mem{Base: r, Index: row, Scale: 4} }
	e, s := g.load(mem(entries)), g.vec()
	g.andInto(bare, e, s)
	if g.wide() {
		beyond := g.K()
		g.VPCMPD(Imm(6), last, s, beyond)
		g.KTESTW(beyond, beyond)
	} else {
		beyond := g.three(g.VPCMPGTD, last, s)
		g.VPTEST(beyond, beyond)
	}
	g.JNE(LabelRef("done"))
	g.store(s, mem(slots))
	g.andNotInto(bare, e, e)
	g.store(e, mem(apart))
	g.Comment("Register k holds the boxes of rows k, k+4 ...")
	var four [4]reg.VecVirtual
	for k := range four {
		four[k] = g.vec()
		for part := range g.lanes / 4 {
			g.MOVL(Mem{Base: entries, Index: row, Scale: 4, Disp: 4 * (k + 4*part)}, at.As32())
			g.SHLQ(Imm(33), at)
			g.SHRQ(Imm(29), at)
			box := Mem{Base: boxes, Index: at, Scale: 1}
			switch {
			case part == 0:
				g.VMOVDQU(box, four[k].AsX())
			case g.wide():
				g.VINSERTI32X4(Imm(uint64(part)), box, four[k], four[k])
			default:
				g.VINSERTI128(Imm(1), box, four[k], four[k])
			}
		}
	}
	xs, ys := [2]reg.VecVirtual{g.vec(), g.vec()}, [2]reg.VecVirtual{g.vec(), g.vec()}
	for k := range 2 {
		g.VPUNPCKLDQ(four[2*k+1], four[2*k], xs[k])
		g.VPUNPCKHDQ(four[2*k+1], four[2*k], ys[k])
	}
	for k, c := range columns {
		half := [][2]reg.VecVirtual{xs, ys}[k/2]
		if k%2 == 0 {
			g.VPUNPCKLQDQ(half[1], half[0], e)
		} else {
			g.VPUNPCKHQDQ(half[1], half[0], e)
		}
		g.store(e, mem(c))
	}
	g.ADDQ(Imm(uint64(g.lanes)), row)
	g.jump("rows")
	g.Label("done")
	g.end(row)
}

// gatherRecords puts one record together at a time, in halves of 16 bytes.
func gatherRecords(g *gen) {
	if g.wide() {
		return // a record is narrower than a vector of either width
	}
	g.begin("gatherRecords", "func(dst, x, y *float64, p, q, c, s *float32, slots *uint32, count, n int) (done int)",
		"fills records 0 to n-1 and stops before a slot beyond the count of shapes.")
	dst, x, y := g.gp("dst"), g.gp("x"), g.gp("y")
	p, q, c, s := g.gp("p"), g.gp("q"), g.gp("c"), g.gp("s")
	slots, count, n := g.gp("slots"), g.gp("count"), g.gp("n")
	k, i := g.GP64(), g.GP64()
	g.XORQ(k, k)
	g.Label("records")
	g.jumpIf(k, ge, n, "done")
	g.MOVL(Mem{Base: slots, Index: k, Scale: 4}, i.As32())
	g.jumpIf(i, ge, count, "done")
	place, shape := g.XMM(), g.XMM()
	g.VMOVSD(Mem{Base: x, Index: i, Scale: 8}, place)
	g.VMOVHPD(Mem{Base: y, Index: i, Scale: 8}, place, place)
	g.VMOVSS(Mem{Base: p, Index: i, Scale: 4}, shape)
	g.VINSERTPS(Imm(0x10), Mem{Base: q, Index: i, Scale: 4}, shape, shape)
	g.VINSERTPS(Imm(0x20), Mem{Base: c, Index: i, Scale: 4}, shape, shape)
	g.VINSERTPS(Imm(0x30), Mem{Base: s, Index: i, Scale: 4}, shape, shape)
	g.VMOVUPD(place, Mem{Base: dst})
	g.VMOVUPS(shape, Mem{Base: dst, Disp: 16})
	g.ADDQ(Imm(32), dst)
	g.INCQ(k)
	g.jump("records")
	g.Label("done")
	g.end(k)
}

// gatherRuns fetches where polygons' lanes lie, and asks for the lanes themselves to be brought
// into the second-level cache: they are what kernels wait for longest. A run of sixteen lanes at
// most is one line of every column.
func gatherRuns(g *gen) {
	if g.wide() {
		return // one row at a time
	}
	g.begin("gatherRuns", "func(off, num, offs, nums, slots *uint32, lanes *uintptr, count, n int) (done int, most uint32)",
		"fills rows 0 to n-1, and stops before a slot beyond the count of shapes. lanes are",
		"pointers to five columns.")
	off, num, offs, nums := g.gp("off"), g.gp("num"), g.gp("offs"), g.gp("nums")
	slots, lanes, count, n := g.gp("slots"), g.gp("lanes"), g.gp("count"), g.gp("n")
	k, i, run, long, most := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.XORQ(k, k)
	g.XORQ(most, most)
	g.Label("runs")
	g.jumpIf(k, ge, n, "done")
	g.MOVL(Mem{Base: slots, Index: k, Scale: 4}, i.As32())
	g.jumpIf(i, ge, count, "done")
	g.MOVL(Mem{Base: offs, Index: i, Scale: 4}, run.As32())
	g.MOVL(Mem{Base: nums, Index: i, Scale: 4}, long.As32())
	g.MOVL(run.As32(), Mem{Base: off, Index: k, Scale: 4})
	g.MOVL(long.As32(), Mem{Base: num, Index: k, Scale: 4})
	g.CMPL(long.As32(), most.As32())
	g.CMOVLHI(long.As32(), most.As32())
	for column := range 5 {
		g.MOVQ(Mem{Base: lanes, Disp: 8 * column}, i)
		g.PREFETCHT1(Mem{Base: i, Index: run, Scale: 4})
	}
	g.INCQ(k)
	g.jump("runs")
	g.Label("done")
	g.Store(k, g.Return("done"))
	g.Store(most.As32(), g.Return("most"))
	g.RET()
}

func rows(g *gen) {
	gatherBoxes(g)
	gatherRecords(g)
	gatherRuns(g)
}
