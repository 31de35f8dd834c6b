// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Polygons of up to eight lanes are decided in batches, in three loops with scratch
// memory between them: gather what is known of the pairs, find the widest gap of
// each, settle eight pairs at once. A pair alone is one long chain of latencies, of
// which a processor's window holds little more than one; the loops have short ones.
const (
	batch = 32

	scratchPair  = 0                      // the pair
	scratchDelta = scratchPair + 8*batch  // dx, dy
	scratchSum   = scratchDelta + 8*batch // the sum of the last four fields of Record
	scratchRun   = scratchSum + 16*batch  // first lanes, numbers of lanes
	scratchGap   = scratchRun + 16*batch  // widest gap
	scratchX     = scratchGap + 4*batch   // its normal
	scratchY     = scratchX + 4*batch     //
	scratchAxis  = scratchY + 4*batch     // its name as a hint
	scratchHalf  = scratchAxis + 4*batch  // by how many bits a lane of the gaps is of B's: 2 or 3
	scratchGaps  = scratchHalf + 4*batch  // gaps along four or eight edges of A's, then of B's
	scratchSize  = scratchGaps + 64*batch // in bytes: convexScratch
)

// gather collects pairs up to the first that is not of two polygons of four or eight
// lanes, or has a hint.
func (c *convexGen) gather() {
	g := c.gen
	g.Label("batch")
	i, two := g.GP64(), g.GP64()
	arg := func(name string) reg.Register {
		r := g.quad(c.param(name))
		return r
	}
	hints := arg("hints")
	scratch, classes, offs, nums := arg("scratch"), arg("class"), arg("off"), arg("num")
	g.XORL(i.As32(), i.As32())
	g.Label("gather")
	p, k := g.GP64(), [2]reg.GPVirtual{g.GP64(), g.GP64()}
	g.LEAQ(Mem{Base: c.k, Index: i, Scale: 1}, p)
	g.jumpIf(p, ge, c.param("end"), "gathered")
	g.jumpIfZero(hints, "unhinted")
	g.CMPL(Mem{Base: hints, Index: p, Scale: 4}, Imm(0))
	g.JNE(LabelRef("gathered"))
	g.Label("unhinted")
	pairs := g.quad(c.param("pairs"))
	g.MOVQ(Mem{Base: pairs, Index: p, Scale: 8}, p)
	g.MOVQ(p, Mem{Base: scratch, Index: i, Scale: 8, Disp: scratchPair})
	g.MOVL(p.As32(), k[0].As32())
	g.MOVQ(p, k[1])
	g.SHRQ(Imm(32), k[1])
	t, u := g.GP64(), g.GP64()
	for _, k := range k {
		g.jumpIfUnsigned(k, ge, c.param("runs"), "gathered")
	}
	for _, k := range k {
		g.CMPB(Mem{Base: classes, Index: k, Scale: 1}, Imm(3))
		g.JNE(LabelRef("gathered"))
	}
	g.MOVQ(i, two)
	g.SHLQ(Imm(4), two)
	g.ADDQ(scratch, two)
	g.Comment("Runs of lanes, which must lie inside the columns.")
	for j, k := range k {
		n := g.long(Mem{Base: nums, Index: k, Scale: 4})
		g.MOVL(Mem{Base: offs, Index: k, Scale: 4}, t.As32())
		g.MOVL(t.As32(), Mem{Base: two, Disp: scratchRun + 4*j})
		g.MOVL(n.As32(), Mem{Base: two, Disp: scratchRun + 8 + 4*j})
		g.ADDQ(n, t)
		g.jumpIfUnsigned(t, gt, c.param("lanes"), "gathered")
		g.SUBL(Imm(4), n.As32())
		if j == 0 {
			g.MOVL(n.As32(), u.As32())
		} else {
			g.ORL(n.As32(), u.As32())
		}
		g.Comment("Of many shapes lanes are in cache no more, above all D, which rotation leaves as it is.")
		for _, col := range colNames {
			g.MOVQ(c.param(col), n)
			g.PREFETCHT0(Mem{Base: n, Index: t, Scale: 4, Disp: -4})
		}
	}
	g.TESTL(U32(^uint32(4)), u.As32())
	g.JNE(LabelRef("gathered"))
	for _, k := range k {
		g.SHLQ(Imm(5), k)
		g.ADDQ(c.param("rec"), k)
	}
	x, y := g.XMM(), g.XMM()
	g.VMOVUPD(Mem{Base: k[1]}, x)
	g.VSUBPD(Mem{Base: k[0]}, x, x)
	g.VCVTPD2PSX(x, x)
	g.VMOVLPS(x, Mem{Base: scratch, Index: i, Scale: 8, Disp: scratchDelta})
	g.VMOVUPS(Mem{Base: k[0], Disp: 16}, y)
	g.VADDPS(Mem{Base: k[1], Disp: 16}, y, y)
	g.VMOVUPS(y, Mem{Base: two, Disp: scratchSum})
	g.INCQ(i)
	g.jumpIfUnsigned(i, lt, U32(batch), "gather")
	g.Label("gathered")
	g.jumpIfZero(i, "pair")
	g.MOVQ(i, c.size)
	g.Comment("General registers are short in what comes.")
	g.MOVQ(c.k, c.result("at"))
	g.MOVQ(c.n, c.result("kept"))
}

// widest finds the widest gap of each pair of the batch.
func (c *convexGen) widest() {
	g := c.gen
	i, scratch := g.GP64(), g.GP64()
	g.XORL(i.As32(), i.As32())
	cols := c.columns()
	g.MOVQ(c.param("scratch"), scratch)
	lowest, turnHigh := g.YMM(), g.YMM()
	g.VMOVUPS(c.lowest, lowest)
	g.VMOVUPS(c.turnHigh, turnHigh)
	var turnUpper reg.VecVirtual
	var quarters [4]reg.OpmaskVirtual
	if g.wide() {
		turnUpper = g.ZMM()
		g.VMOVUPS(c.turnUpper, turnUpper)
		m := g.GP32()
		for j, bits := range []uint32{0x00f0, 0x0f00, 0xf000, 0xff00} {
			quarters[j] = g.K()
			g.MOVL(U32(bits), m)
			g.KMOVW(m, quarters[j])
		}
	}
	g.Label("widest")
	two, oa, ob, na, nb := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(i, two)
	g.SHLQ(Imm(4), two)
	for j, v := range []reg.GPVirtual{oa, ob, na, nb} {
		g.MOVL(Mem{Base: scratch, Index: two, Scale: 1, Disp: scratchRun + 4*j}, v.As32())
	}
	g.VBROADCASTSS(Mem{Base: scratch, Index: i, Scale: 8, Disp: scratchDelta}, c.dx)
	g.VBROADCASTSS(Mem{Base: scratch, Index: i, Scale: 8, Disp: scratchDelta + 4}, c.dy)
	t := g.long(na.As32())
	g.ORL(nb.As32(), t.As32())
	g.jumpIf(t.As32(), ne, Imm(4), "eights")
	put := func(half uint32, ma, mb reg.VecVirtual) {
		at := g.GP64()
		g.MOVL(U32(half), Mem{Base: scratch, Index: i, Scale: 4, Disp: scratchHalf})
		g.MOVQ(i, at)
		g.SHLQ(Imm(6), at)
		g.ADDQ(scratch, at)
		g.VMOVUPS(ma, Mem{Base: at, Disp: scratchGaps})
		if mb != nil {
			g.VMOVUPS(mb, Mem{Base: at, Disp: scratchGaps + 32})
		}
		g.INCQ(i)
		g.CMPQ(i, c.size)
	}
	put(2, c.fours(cols, oa, ob, turnHigh), lowest)
	g.JCS(LabelRef("widest"))
	g.jump("found")

	g.Label("eights")
	o, n := [2]reg.GPVirtual{oa, ob}, [2]reg.GPVirtual{na, nb}
	for j := range 2 {
		g.LEAQ(Mem{Base: o[j], Index: n[j], Scale: 1, Disp: -4}, n[j])
	}
	if g.wide() {
		put(3, c.sixteen(cols, o, n, turnUpper, quarters), nil)
	} else {
		g.Comment("Four edges take part twice, too: of equals the lower lane wins. No mask stands",
			"between the runs and their lanes.")
		for j, h := range []*hull{&c.a, &c.b} {
			for _, v := range []struct {
				col int
				to  reg.VecVirtual
			}{{colNX, h.nx}, {colNY, h.ny}, {colD, h.d}} {
				g.VMOVUPS(cols.at(v.col, o[j]), v.to.AsX())
				g.VINSERTF128(Imm(1), cols.at(v.col, n[j]), v.to, v.to)
			}
		}
		ma, mb := c.eights(func(i int) (x, y Mem) {
			return cols.at(colVX, o[i]), cols.at(colVY, o[i])
		}, func(i int) { o[i] = n[i] })
		put(3, ma, mb)
	}
	g.JCS(LabelRef("widest"))

	g.Label("found")
	g.XORL(i.As32(), i.As32())
	at, run := g.GP64(), g.GP64()
	g.MOVQ(scratch, at)
	g.MOVQ(scratch, run)
	none := g.vec()
	g.VBROADCASTSS(c.lowest, none)
	g.Label("find")
	if g.wide() {
		m := g.ZMM()
		g.VMOVUPS(Mem{Base: at, Disp: scratchGaps}, m)
		c.firstOfSixteen(m, none)
	} else {
		ma, mb := g.YMM(), g.YMM()
		g.VMOVUPS(Mem{Base: at, Disp: scratchGaps}, ma)
		g.VMOVUPS(Mem{Base: at, Disp: scratchGaps + 32}, mb)
		c.first(ma, mb, none)
	}
	g.VMOVSS(c.top.AsX(), Mem{Base: scratch, Index: i, Scale: 4, Disp: scratchGap})
	g.Comment("The normal, turned round if it is of B's.")
	turn, v, lane := g.GP64(), g.GP64(), g.GP64()
	half := g.long(Mem{Base: scratch, Index: i, Scale: 4, Disp: scratchHalf})
	g.SHRXL(half.As32(), c.lane.As32(), turn.As32())
	g.BZHIL(half.As32(), c.lane.As32(), c.lane.As32())
	g.MOVL(Mem{Base: run, Index: turn, Scale: 4, Disp: scratchRun}, lane.As32())
	g.SHLL(Imm(31), turn.As32())
	g.ADDQ(c.lane, lane)
	g.LEAL(Mem{Base: c.lane, Index: turn, Scale: 1, Disp: 1}, c.lane.As32())
	g.MOVL(c.lane.As32(), Mem{Base: scratch, Index: i, Scale: 4, Disp: scratchAxis})
	for j, to := range []int{scratchX, scratchY} {
		g.MOVL(cols.at(colNX+j, lane), v.As32())
		g.XORL(turn.As32(), v.As32())
		g.MOVL(v.As32(), Mem{Base: scratch, Index: i, Scale: 4, Disp: to})
	}
	g.ADDQ(Imm(64), at)
	g.ADDQ(Imm(16), run)
	g.INCQ(i)
	g.jumpIfUnsigned(i, lt, c.size, "find")
	g.MOVQ(c.result("at"), c.k)
	g.MOVQ(c.result("kept"), c.n)
}

// settle turns gaps into answers, eight at a time, and packs the contacts.
func (c *convexGen) settle() {
	g := c.gen
	i, scratch := g.GP64(), g.GP64()
	g.XORL(i.As32(), i.As32())
	g.Label("settle")
	g.MOVQ(c.param("scratch"), scratch)
	two := g.quad(i)
	g.SHLQ(Imm(4), two)
	g.ADDQ(scratch, two)
	g.Comment("Radii and reaches: columns 0 and 2 of eight sums.")
	var y [4]reg.VecVirtual
	for j := range y {
		y[j] = g.YMM()
		g.VMOVUPS(Mem{Base: two, Disp: scratchSum + 16*j}, y[j].AsX())
		g.VINSERTF128(Imm(1), Mem{Base: two, Disp: scratchSum + 16*(j+4)}, y[j], y[j])
	}
	r, reach, t, u := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VUNPCKLPS(y[1], y[0], r)
	g.VUNPCKLPS(y[3], y[2], t)
	g.VUNPCKLPD(t, r, r)
	g.VUNPCKHPS(y[1], y[0], reach)
	g.VUNPCKHPS(y[3], y[2], u)
	g.VUNPCKLPD(u, reach, reach)
	eight := func(what int) Mem { return Mem{Base: scratch, Index: i, Scale: 4, Disp: what} }
	pairs := func(what int) (low, high reg.VecVirtual) {
		low, high = g.YMM(), g.YMM()
		m := Mem{Base: scratch, Index: i, Scale: 8, Disp: what}
		g.VMOVUPS(m, low)
		g.VMOVUPS(m.Offset(32), high)
		return low, high
	}
	low, high := pairs(scratchDelta)
	g.VANDPS(c.abs, low, low)
	g.VANDPS(c.abs, high, high)
	g.VHADDPS(high, low, low)
	g.VPERMPD(Imm(0xd8), low, low)
	scale := reach
	g.VADDPS(low, reach, scale)

	gap, sep, in, zero := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(eight(scratchGap), gap)
	g.VXORPS(zero, zero, zero)
	g.VSUBPS(r, gap, sep)
	g.VADDPS(zero, sep, sep)
	v := g.YMM()
	g.VBROADCASTSS(c.param("limit"), v)
	g.VCMPPS(Imm(le), v, sep, in)
	g.VBROADCASTSS(c.floor, v)
	g.VCMPPS(Imm(ge), v, gap, v)
	g.VANDPS(v, in, in)
	g.Comment("Lanes beyond the batch are no pairs.")
	remaining, x := g.GP64(), g.XMM()
	g.MOVQ(c.size, remaining)
	g.SUBQ(i, remaining)
	g.VMOVD(remaining.As32(), x)
	g.VPBROADCASTD(x, v)
	g.VPCMPGTD(c.iota, v, v)
	g.VANDPS(v, in, in)
	hints, apart := g.GP64(), g.YMM()
	g.MOVQ(c.param("hints"), hints)
	g.jumpIfZero(hints, "unnamed")
	g.Comment("The widest axis, if it parts the shapes, else none.")
	g.VBROADCASTSS(c.param("limit"), apart)
	g.VCMPPS(Imm(gt), apart, sep, apart)
	g.VANDPS(eight(scratchAxis), apart, apart)
	g.LEAQ(Mem{Base: hints, Index: c.k, Scale: 4}, hints)
	g.VPMASKMOVD(apart, v, Mem{Base: hints, Index: i, Scale: 4})
	g.Label("unnamed")
	g.VBROADCASTSS(c.rim, v)
	g.VMULPS(v, scale, v)
	g.VCMPPS(Imm(gt), v, gap, v)
	g.VANDPS(in, v, v)
	keep, doubt := g.GP64(), g.GP64()
	g.VMOVMSKPS(in, keep.As32())
	g.VMOVMSKPS(v, doubt.As32())
	nx, ny := g.YMM(), g.YMM()
	g.VMOVUPS(eight(scratchX), nx)
	g.VMOVUPS(eight(scratchY), ny)
	g.jumpIfSome(doubt.As32(), "doubts")

	g.Label("pack")
	pack, perm := g.GP64(), g.YMM()
	g.LEAQ(c.pack, pack)
	g.VPMOVZXBD(Mem{Base: pack, Index: keep, Scale: 8}, perm)
	g.POPCNTL(keep.As32(), keep.As32())
	put := func(v reg.VecVirtual, out reg.Register) {
		p := g.YMM()
		g.VPERMPS(v, perm, p)
		g.VMOVUPS(p, Mem{Base: out, Index: c.n, Scale: 4})
	}
	out := g.GP64()
	low, high = pairs(scratchPair)
	for _, s := range []struct {
		col  string
		pick uint64
	}{{"outA", 0x88}, {"outB", 0xdd}} {
		w := g.YMM()
		g.VSHUFPS(Imm(s.pick), high, low, w)
		g.VPERMPD(Imm(0xd8), w, w)
		g.MOVQ(c.param(s.col), out)
		put(w, out)
	}
	g.MOVQ(c.param("outX"), out)
	put(nx, out)
	g.MOVQ(c.param("outY"), out)
	put(ny, out)
	g.MOVQ(c.param("sep"), out)
	put(sep, out)
	g.ADDQ(keep, c.n)
	g.ADDQ(Imm(8), i)
	g.jumpIfUnsigned(i, lt, c.size, "settle")
	g.ADDQ(c.size, c.k)
	g.jump("batch")

	g.Label("doubts")
	g.Comment("Contacts whose cores may be apart are open, unless radius and limit are zero and",
		"one of the shapes has a normal near every direction.")
	open, bit, at := g.GP64(), g.GP64(), g.GP64()
	g.VUCOMISS(c.param("limit"), zero.AsX())
	g.MOVL(doubt.As32(), open.As32())
	g.JCS(LabelRef("opens"))
	g.VCMPPS(Imm(gt), zero, r, r)
	g.VMOVMSKPS(r, open.As32())
	g.ANDL(doubt.As32(), open.As32())
	g.Label("doubtful")
	g.TZCNTL(doubt.As32(), bit.As32())
	g.LEAQ(Mem{Base: scratch, Index: i, Scale: 8}, at)
	for j := range 2 {
		k := g.long(Mem{Base: at, Index: bit, Scale: 8, Disp: scratchPair + 4*j})
		g.SHLQ(Imm(5), k)
		g.ADDQ(c.param("rec"), k)
		g.VUCOMISS(Mem{Base: k, Disp: 20}, zero.AsX())
		id := []string{"first", "second"}[j]
		g.JPS(LabelRef(id + "sharp"))
		g.JEQ(LabelRef("blunt"))
		g.Label(id + "sharp")
	}
	g.BTSL(bit.As32(), open.As32())
	g.Label("blunt")
	g.LEAL(Mem{Base: doubt, Disp: -1}, bit.As32())
	g.ANDL(bit.As32(), doubt.As32())
	g.JNE(LabelRef("doubtful"))
	g.Label("opens")
	g.POPCNTL(open.As32(), bit.As32())
	g.ADDQ(bit, c.result("opened"))
	w := g.YMM()
	g.VMOVD(open.As32(), x)
	g.VPBROADCASTD(x, w)
	g.VPAND(c.bits, w, w)
	g.VPCMPEQD(c.bits, w, w)
	g.VBROADCASTSS(c.along, v)
	g.VBLENDVPS(w, v, sep, sep)
	g.jump("pack")
}
