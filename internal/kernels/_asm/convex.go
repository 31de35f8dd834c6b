// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// work bounds a call of the convex kernel: a pair of more products of an edge and a
// vertex is for portable Go, and a call returns once it has done as many.
const work = 1 << 21

// convex decides pairs of capsules, boxes and polygons, one pair at a time: the edges
// of a core lie in the lanes. One vertex of the other core is tested against each
// lane.
func convex(g *gen) {
	g.zeroExtends = true
	c := &convexGen{gen: g}
	c.constants()
	c.convexConstants()

	g.begin("convex", "func(args polygonArgs) (at, kept, opened, hinted, skipped int)",
		"decides pairs k to end and writes contacts from entry n on. It stops",
		"early at a pair that is portable code's to decide, with skipped set, or when it has",
		"worked long enough. hints may be nil. shapes is how many",
		"entries rec and class have, runs, which is no more, how many off and num have, and",
		"lanes how many the columns of the lanes have.")
	c.normX, c.normY = g.AllocLocal(64), g.AllocLocal(64)
	for i, h := range []*hull{&c.a, &c.b} {
		h.id = string(rune('A' + i))
		h.desc = g.AllocLocal(descSize)
		h.own = [5]Mem{g.AllocLocal(32), g.AllocLocal(32), c.normX.Offset(32 * i), c.normY.Offset(32 * i), g.AllocLocal(32)}
	}
	c.radius, c.scale, c.budget, c.gapA = g.AllocLocal(8), g.AllocLocal(8), g.AllocLocal(8), g.AllocLocal(8)
	c.size = g.AllocLocal(8)
	c.slope, c.reached, c.stride = g.AllocLocal(32), g.AllocLocal(8), g.AllocLocal(8)

	c.k, c.n = g.Load(g.Param("k"), g.GP64()), g.Load(g.Param("n"), g.GP64())
	g.MOVQ(U32(0), c.result("opened"))
	g.MOVQ(U32(0), c.result("hinted"))
	g.MOVQ(U32(0), c.result("skipped"))
	g.MOVQ(U32(work), c.budget)
	for _, h := range []*hull{&c.a, &c.b} {
		h.at, h.k = g.GP64(), g.GP64()
		h.nx, h.ny, h.d = g.YMM(), g.YMM(), g.YMM()
		h.r, h.size = g.XMM(), g.XMM()
	}
	c.dx, c.dy, c.dist, c.top = g.YMM(), g.YMM(), g.XMM(), g.YMM()
	c.lane, c.bound = g.GP64(), g.GP64()

	g.jump("batch")
	g.Label("pair")
	g.jumpIf(c.k, ge, c.param("end"), "done")
	c.ahead("runs")
	c.delta()
	c.mixed()
	c.hint()
	c.described()
	c.tail()
	c.big()
	c.gather()
	c.widest()
	c.settle()

	g.Label("skipped")
	g.MOVQ(U32(1), c.result("skipped"))
	g.Label("done")
	g.end(c.k, c.n)
}

// ahead has the lanes fetched of a pair that comes some pairs later; of many shapes they are in
// cache no more. runs is the argument that bounds the columns of runs. A shape without lanes costs
// a fetch of what some other has.
func (c *convexGen) ahead(runs string) {
	g := c.gen
	at, t, run := g.GP64(), g.GP64(), g.GP64()
	g.LEAQ(Mem{Base: c.k, Disp: pairsAhead}, at)
	g.jumpIf(at, ge, c.param("end"), "fetched")
	for i := range 2 {
		g.MOVQ(c.param("pairs"), t)
		g.MOVL(Mem{Base: t, Index: at, Scale: 8, Disp: 4 * i}, run.As32())
		g.jumpIfUnsigned(run, ge, c.param(runs), "fetched")
		g.MOVQ(c.param("off"), t)
		g.MOVL(Mem{Base: t, Index: run, Scale: 4}, run.As32())
		for _, col := range colNames {
			g.MOVQ(c.param(col), t)
			g.PREFETCHT0(Mem{Base: t, Index: run, Scale: 4})
		}
	}
	g.Label("fetched")
}

// pairsAhead is how many pairs later.
const pairsAhead = 8

// delta finds the pair's records and B's position relative to A.
func (c *convexGen) delta() {
	g := c.gen
	for i, h := range []*hull{&c.a, &c.b} {
		g.MOVL(c.pair(i), h.k.As32())
		g.jumpIfUnsigned(h.k, ge, c.param("shapes"), "skipped")
		g.MOVQ(h.k, h.at)
		g.SHLQ(Imm(5), h.at)
		g.ADDQ(c.param("rec"), h.at)
	}
	p, q, f := g.XMM(), g.XMM(), g.XMM()
	g.VMOVUPD(Mem{Base: c.a.at}, p)
	g.VMOVUPD(Mem{Base: c.b.at}, q)
	g.VSUBPD(p, q, q)
	g.VCVTPD2PSX(q, f)
	g.VBROADCASTSS(f, c.dx)
	h := g.XMM()
	g.VMOVSHDUP(f, h)
	g.VBROADCASTSS(h, c.dy)
	m := g.XMM()
	g.VANDPS(c.abs, f, f)
	g.VMOVSHDUP(f, m)
	g.VADDSS(m, f, c.dist)
}

// column returns the address of entry i of a column of lanes.
func (c *convexGen) column(name string, i reg.Register) Mem {
	t := c.quad(c.param(name))
	return Mem{Base: t, Index: i, Scale: 4}
}

// columns holds where the columns of the lanes begin.
type columns [5]reg.Register

const (
	colVX = iota
	colVY
	colNX
	colNY
	colD
)

var colNames = [5]string{"vx", "vy", "nx", "ny", "d"}

func (c columns) at(col int, i reg.Register) Mem {
	return Mem{Base: c[col], Index: i, Scale: 4}
}

// columns loads them into registers.
func (c *convexGen) columns() (cols columns) {
	for i, name := range colNames {
		t := c.quad(c.param(name))
		cols[i] = t
	}
	return cols
}

// fours compares two polygons of four lanes, whose runs begin at oa and ob, and returns
// the gaps along A's edges, in the low half, and B's. turn has sign bits in the high half.
func (c *convexGen) fours(cols columns, oa, ob reg.Register, turn reg.VecVirtual) (gaps reg.VecVirtual) {
	g := c.of(8)
	both := func(col int, low, high reg.Register) reg.VecVirtual {
		v := g.YMM()
		g.VMOVUPS(cols.at(col, low), v.AsX())
		g.VINSERTF128(Imm(1), cols.at(col, high), v, v)
		return v
	}
	nx, ny := both(colNX, oa, ob), both(colNY, oa, ob)
	vx, vy := both(colVX, ob, oa), both(colVY, ob, oa)
	gaps = g.lowest(nil, nx, ny, vx, vy)
	g.VXORPS(turn, c.dx, c.dx)
	g.VXORPS(turn, c.dy, c.dy)
	gaps = g.add(gaps, c.dot(nx, ny, c.dx, c.dy))
	return g.sub(gaps, both(colD, oa, ob))
}

// sixteen compares two polygons of four or eight lanes, whose runs begin at o and whose last
// four lanes at last, and returns the gaps along A's edges, in the low half, and B's. Four
// lanes take part twice: of equals the lower lane wins, and no mask stands between the runs
// and their lanes. quarters are masks of the second, third and fourth quarter of a vector, and
// of its upper half.
func (c *convexGen) sixteen(cols columns, o, last [2]reg.GPVirtual, turn reg.VecVirtual, quarters [4]reg.OpmaskVirtual) (gaps reg.VecVirtual) {
	g := c.gen
	edges := func(col int) reg.VecVirtual {
		v := g.ZMM()
		g.VMOVUPS(cols.at(col, o[0]), v.AsX())
		g.VBROADCASTF32X4(cols.at(col, last[0]), quarters[0], v)
		g.VBROADCASTF32X4(cols.at(col, o[1]), quarters[1], v)
		g.VBROADCASTF32X4(cols.at(col, last[1]), quarters[2], v)
		return v
	}
	corners := func(col int, run [2]reg.GPVirtual) reg.VecVirtual {
		v := g.ZMM()
		g.VBROADCASTF32X4(cols.at(col, run[1]), v)
		g.VBROADCASTF32X4(cols.at(col, run[0]), quarters[3], v)
		return v
	}
	nx, ny := edges(colNX), edges(colNY)
	for _, run := range [2][2]reg.GPVirtual{o, last} {
		vx, vy := corners(colVX, run), corners(colVY, run)
		gaps = g.lowest(gaps, nx, ny, vx, vy)
	}
	x, y := g.ZMM(), g.ZMM()
	g.VBROADCASTSS(c.dx.AsX(), x)
	g.VBROADCASTSS(c.dy.AsX(), y)
	x, y = g.xor(x, turn), g.xor(y, turn)
	gaps = g.add(gaps, g.add(g.mul(x, nx), g.mul(y, ny)))
	return g.sub(gaps, edges(colD))
}

// lowest is how far the corners reach against the normals at most, four of them in each quarter of
// a vector, and what was least before, unless that is nil.
func (g *gen) lowest(least, nx, ny, vx, vy vector) vector {
	corner := func(v vector, j int) vector {
		c := g.vec()
		g.VPERMILPS(Imm(uint64(0x55*j)), v, c)
		return c
	}
	for j := range 4 {
		height := g.add(g.mul(corner(vx, j), nx), g.mul(corner(vy, j), ny))
		if least == nil {
			least = height
		} else {
			least = g.min(least, height)
		}
	}
	return least
}

// present points to the tables' entries for a run of num lanes, eight at the most.
func (c *convexGen) present(num reg.Register) (mask, infinite, extreme Mem) {
	t, u := c.GP64(), c.GP64()
	c.XORL(u.As32(), u.As32())
	c.MOVL(U32(8), t.As32())
	c.SUBQ(num, t)
	c.CMOVQMI(u, t)
	c.LEAQ(c.lanesTable, u)
	m := Mem{Base: u, Index: t, Scale: 4}
	return m, m.Offset(64), m.Offset(128)
}

// edges loads the first eight edges of a polygon with num lanes from i on.
func (c *convexGen) edges(h *hull, cols func(col int, i reg.Register) Mem, i, num reg.Register) {
	g := c.gen
	mask, infinite, _ := c.present(num)
	k := g.YMM()
	g.VMOVUPS(mask, k)
	g.VMASKMOVPS(cols(colNX, i), k, h.nx)
	g.VMASKMOVPS(cols(colNY, i), k, h.ny)
	g.VMASKMOVPS(cols(colD, i), k, h.d)
	g.VORPS(infinite, h.d, h.d)
}

// described compares two cores of four or eight lanes each, described in the frame.
func (c *convexGen) described() {
	g := c.gen
	g.Label("described")
	var vx, vy [2]reg.GPVirtual
	for i, h := range []*hull{&c.a, &c.b} {
		vx[i], vy[i] = g.GP64(), g.GP64()
		g.MOVQ(h.desc.Offset(descVX), vx[i])
		g.MOVQ(h.desc.Offset(descVY), vy[i])
	}
	ma, mb := c.eights(func(i int) (x, y Mem) {
		return Mem{Base: vx[i]}, Mem{Base: vy[i]}
	}, func(i int) {
		num := g.quad([]Mem{c.a.desc, c.b.desc}[i].Offset(descNum))
		g.LEAQ(Mem{Base: vx[i], Index: num, Scale: 4, Disp: -16}, vx[i])
		g.LEAQ(Mem{Base: vy[i], Index: num, Scale: 4, Disp: -16}, vy[i])
	})
	lowest := g.YMM()
	g.VMOVUPS(c.lowest, lowest)
	c.first(ma, mb, lowest)
	g.VMOVUPS(c.a.nx, c.normX)
	g.VMOVUPS(c.a.ny, c.normY)
	minus := g.YMM()
	g.VBROADCASTSS(c.flip1000, minus)
	g.VXORPS(minus, c.b.nx, c.b.nx)
	g.VXORPS(minus, c.b.ny, c.b.ny)
	g.VMOVUPS(c.b.nx, c.normX.Offset(32))
	g.VMOVUPS(c.b.ny, c.normY.Offset(32))
	g.MOVL(U32(8), c.bound.As32())
}

// eights compares two cores whose edges are loaded, and returns the gaps along A's
// edges and B's. vertices says where the next four vertices of a core are, and last
// moves on to its last four. A core of four lanes takes part with its vertices twice
// over, so that a mix of sizes needs no branch.
func (c *convexGen) eights(vertices func(i int) (x, y Mem), last func(i int)) (ma, mb reg.VecVirtual) {
	g := c.of(8)
	height := func(h *hull, other, j int) vector {
		x, y := vertices(other)
		along := g.mul(g.broadcast(x.Offset(4*j)), h.nx)
		return g.add(along, g.mul(g.broadcast(y.Offset(4*j)), h.ny))
	}
	ma, mb = height(&c.a, 1, 0), height(&c.b, 0, 0)
	for j := 1; j < 8; j++ {
		if j == 4 {
			last(0)
			last(1)
		}
		ma = g.min(ma, height(&c.a, 1, j%4))
		mb = g.min(mb, height(&c.b, 0, j%4))
	}
	ta, tb := c.dot(c.a.nx, c.a.ny, c.dx, c.dy), c.dot(c.b.nx, c.b.ny, c.dx, c.dy)
	ma, mb = g.add(ma, ta), g.sub(mb, tb)
	return g.sub(ma, c.a.d), g.sub(mb, c.b.d)
}

// first finds the widest of sixteen gaps and the first lane that has it. A NaN is
// no gap.
func (c *convexGen) first(ma, mb, lowest reg.VecVirtual) {
	g := c.gen
	g.VMAXPS(lowest, ma, ma)
	g.VMAXPS(lowest, mb, mb)
	m := g.YMM()
	g.VMAXPS(ma, mb, m)
	c.across(g.VMAXPS, m, c.top)
	g.VCMPPS(Imm(eq), c.top, ma, ma)
	g.VCMPPS(Imm(eq), c.top, mb, mb)
	i, j := g.GP32(), g.GP32()
	g.VMOVMSKPS(ma, i)
	g.VMOVMSKPS(mb, j)
	g.SHLL(Imm(8), j)
	g.ORL(j, i)
	g.TZCNTL(i, c.lane.As32())
}

// firstOfSixteen is first for gaps in one vector.
func (c *convexGen) firstOfSixteen(gaps, lowest reg.VecVirtual) {
	g := c.gen
	g.VMAXPS(lowest, gaps, gaps)
	half, m := g.YMM(), g.YMM()
	g.VEXTRACTF64X4(Imm(1), gaps, half)
	g.VMAXPS(half, gaps.AsY(), m)
	c.across(g.VMAXPS, m, c.top)
	all, hit, i := g.ZMM(), g.K(), g.GP32()
	g.VBROADCASTSS(c.top.AsX(), all)
	g.VCMPPS(Imm(eq), all, gaps, hit)
	g.KMOVW(hit, i)
	g.TZCNTL(i, c.lane.As32())
}

// tail turns the widest gap into an answer. It writes an entry in any case and moves
// on only if that is a contact.
func (c *convexGen) tail() {
	g := c.gen
	g.Label("tail")
	gap := c.top.AsX()
	sep, in, ok, doubt, zero := g.XMM(), g.XMM(), g.XMM(), g.XMM(), g.XMM()
	g.VXORPS(zero, zero, zero)
	g.VSUBSS(c.radius, gap, sep)
	g.VADDSS(zero, sep, sep)
	g.VCMPSS(Imm(le), c.param("limit"), sep, in)
	g.VCMPSS(Imm(ge), c.floor, gap, ok)
	g.VANDPS(ok, in, in)
	g.VMOVSS(c.scale, doubt)
	g.VMULSS(c.rim, doubt, doubt)
	g.VCMPSS(Imm(gt), doubt, gap, doubt)
	g.VANDPS(in, doubt, doubt)
	keep, t := g.GP64(), g.GP64()
	g.VMOVD(doubt, t.As32())
	g.jumpIfSome(t.As32(), "doubt")

	g.Label("certain")
	g.VMOVD(in, keep.As32())
	g.MOVLQSX(keep.As32(), keep)
	c.names()
	out := g.GP64()
	to := Mem{Base: out, Index: c.n, Scale: 4}
	g.MOVQ(c.param("outX"), out)
	g.MOVL(c.normX.Idx(c.lane, 4), t.As32())
	g.MOVL(t.As32(), to)
	g.MOVL(c.normY.Idx(c.lane, 4), t.As32())
	g.MOVQ(c.param("outY"), out)
	g.MOVL(t.As32(), to)
	g.MOVQ(c.param("sep"), out)
	g.VMOVSS(sep, to)
	g.SUBQ(keep, c.n)

	g.Label("remember")
	hints := g.quad(c.param("hints"))
	g.jumpIfZero(hints, "next")
	g.Comment("The widest axis, if it parts the shapes, else none.")
	axis, ofB, none := g.GP64(), g.GP64(), g.GP64()
	g.LEAL(Mem{Base: c.lane, Disp: 1}, axis.As32())
	g.MOVL(c.lane.As32(), ofB.As32())
	g.SUBL(c.bound.As32(), ofB.As32())
	g.ADDL(U32(1<<31+1), ofB.As32())
	g.CMPL(c.lane.As32(), c.bound.As32())
	g.CMOVLCC(ofB.As32(), axis.As32())
	g.XORL(none.As32(), none.As32())
	g.VUCOMISS(c.param("limit"), sep)
	g.CMOVLLS(none.As32(), axis.As32())
	g.MOVL(axis.As32(), Mem{Base: hints, Index: c.k, Scale: 4})
	g.Label("next")
	g.INCQ(c.k)
	g.jump("batch")

	g.Label("doubt")
	g.Comment("A contact whose cores may be apart: open, unless radius and limit are zero and",
		"one of the shapes has a normal near every direction.")
	g.VUCOMISS(c.param("limit"), zero)
	g.JCS(LabelRef("open"))
	g.VUCOMISS(c.radius, zero)
	g.JCS(LabelRef("open"))
	class := g.quad(c.param("class"))
	for i := range 2 {
		id := string(rune('A' + i))
		k, cl := g.GP64(), g.GP64()
		g.MOVL(c.pair(i), k.As32())
		g.MOVBLZX(Mem{Base: class, Index: k, Scale: 1}, cl.As32())
		g.jumpIf(cl.As32(), eq, Imm(2), "certain")
		g.JCS(LabelRef("sharp" + id))
		g.SHLQ(Imm(5), k)
		g.ADDQ(c.param("rec"), k)
		g.VUCOMISS(Mem{Base: k, Disp: 20}, zero)
		g.JPS(LabelRef("sharp" + id))
		g.JEQ(LabelRef("certain"))
		g.Label("sharp" + id)
	}
	g.Label("open")
	g.VMOVSS(c.along, sep)
	g.INCQ(c.result("opened"))
	g.jump("certain")
}

// pair returns where the index of one of the pair's shapes is.
func (c *convexGen) pair(i int) Mem {
	t := c.quad(c.param("pairs"))
	return Mem{Base: t, Index: c.k, Scale: 8, Disp: 4 * i}
}

// open is where a pair goes that is left to Resolve: NaN for its separation, no normal. to is the
// pair's entry of a column whose address is in out.
func (c *convexGen) open(out reg.Register, to Mem, then string) {
	c.Label("open")
	c.names()
	c.MOVQ(c.param("sep"), out)
	c.MOVL(U32(0x7fc00000), to)
	c.MOVQ(c.param("outX"), out)
	c.MOVL(U32(0), to)
	c.MOVQ(c.param("outY"), out)
	c.MOVL(U32(0), to)
	c.INCQ(c.n)
	c.INCQ(c.result("opened"))
	c.jump(then)
}

// names writes the pair to the output.
func (c *convexGen) names() {
	for i, out := range []string{"outA", "outB"} {
		k, at := c.GP64(), c.GP64()
		c.MOVL(c.pair(i), k.As32())
		c.MOVQ(c.param(out), at)
		c.MOVL(k.As32(), Mem{Base: at, Index: c.n, Scale: 4})
	}
}
