// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// bounds writes the two passes over AABBs: their extent, and their codes. Offsets are
// as many as a vector has lanes of 32 bits, so anchors take two vectors.
func bounds(g *gen) {
	c := boxConstants{
		most:  g.floats32("mostFinite", 16, math.MaxFloat32),
		least: g.floats32("leastFinite", 16, -math.MaxFloat32),
		far:   g.floats64("farthest", 8, 0x1p1000),
		abs:   g.words32("noSign", repeat(16, math.MaxUint32, math.MaxInt32)...),
		flip:  g.words32("signs", repeat(16, 1<<31)...),
		inf:   g.floats64("infinite", 8, math.Inf(1)),
		ninf:  g.floats64("minusInfinite", 8, math.Inf(-1)),
		one:   g.words32("ones", repeat(16, 1)...),
	}
	g.measure(c)
	g.quantise(c)
}

type boxConstants struct{ most, least, far, abs, flip, inf, ninf, one Mem }

func repeat(n int, v ...uint32) (all []uint32) {
	for i := range n {
		all = append(all, v[i%len(v)])
	}
	return all
}

// boxColumns are the pointers to the columns of Boxes, and the index of a box.
type boxColumns struct {
	x, y, minX, minY, maxX, maxY, skip, at reg.GPVirtual
}

func (g *gen) boxColumns() boxColumns {
	b := boxColumns{g.gp("x"), g.gp("y"), g.gp("minX"), g.gp("minY"), g.gp("maxX"), g.gp("maxY"), g.gp("skip"), g.GP64()}
	g.XORQ(b.at, b.at)
	return b
}

// offsets returns where a column's offsets of the boxes in hand lie.
func (b boxColumns) offsets(c reg.GPVirtual) Mem { return Mem{Base: c, Index: b.at, Scale: 4} }

// anchors returns where those of half their anchors lie.
func (b boxColumns) anchors(g *gen, c reg.GPVirtual, half int) Mem {
	return Mem{Base: c, Index: b.at, Scale: 8, Disp: half * g.lanes * 4}
}

// compare32 sets the lanes in which a stands to b as the predicate says.
func (g *gen) compare32(predicate uint64, a reg.VecVirtual, b Op, to reg.VecVirtual) {
	if g.wide() {
		k := g.K()
		g.VCMPPS(Imm(predicate), b, a, k)
		g.VPMOVM2D(k, to)
	} else {
		g.VCMPPS(Imm(predicate), b, a, to)
	}
}

// usable finds the lanes whose boxes take part: all, unless sure, if it is given, is 0. It leaves
// the four offsets loaded.
func (g *gen) usable(b boxColumns, c boxConstants, sure reg.Register) (mask, x0, x1, y0, y1 reg.VecVirtual) {
	mask, x0, x1, y0, y1 = g.vec(), g.vec(), g.vec(), g.vec(), g.vec()
	u := g.vec()
	for _, v := range []struct {
		from reg.GPVirtual
		to   reg.VecVirtual
	}{{b.minX, x0}, {b.maxX, x1}, {b.minY, y0}, {b.maxY, y1}} {
		g.VMOVUPS(b.offsets(v.from), v.to)
	}
	if sure != nil {
		g.allOnes(mask)
		g.jumpIfSome(sure, "all")
	}
	limit := g.vec()
	g.compare32(le, x0, x1, mask)
	g.compare32(le, y0, y1, u)
	g.andInto(u, mask, mask)
	g.VMOVUPS(c.most, limit)
	for _, v := range []reg.VecVirtual{x1, y1} {
		g.compare32(le, v, limit, u)
		g.andInto(u, mask, mask)
	}
	g.VMOVUPS(c.least, limit)
	for _, v := range []reg.VecVirtual{x0, y0} {
		g.compare32(le, limit, v, u)
		g.andInto(u, mask, mask)
	}
	g.Comment("Anchors, by halves.")
	if g.wide() {
		low, high := g.K(), g.K()
		for half, k := range []reg.OpmaskVirtual{low, high} {
			m := g.K()
			g.VANDPD(b.anchors(g, b.x, half), zmmOf(g, c.abs, limit), u)
			g.VCMPPD(Imm(le), zmmOf(g, c.far, limit), u, m)
			g.VANDPD(b.anchors(g, b.y, half), zmmOf(g, c.abs, limit), u)
			g.VCMPPD(Imm(le), zmmOf(g, c.far, limit), u, m, k)
		}
		g.KUNPCKBW(low, high, low)
		g.VPMOVM2D(low, u)
	} else {
		far, both := g.vec(), [2]reg.VecVirtual{g.vec(), g.vec()}
		g.VMOVUPD(c.abs, limit)
		g.VMOVUPD(c.far, far)
		for half, m := range both {
			g.VANDPD(b.anchors(g, b.x, half), limit, m)
			g.VCMPPD(Imm(le), far, m, m)
			g.VANDPD(b.anchors(g, b.y, half), limit, u)
			g.VCMPPD(Imm(le), far, u, u)
			g.VANDPD(u, m, m)
		}
		g.VSHUFPS(Imm(0x88), both[1], both[0], u)
		g.VPERMQ(Imm(0xd8), u, u)
	}
	g.andInto(u, mask, mask)
	g.jumpIfZero(b.skip, "all")
	skip := Mem{Base: b.skip, Index: b.at, Scale: 1}
	g.VPMOVZXBD(skip, u)
	g.zero(limit)
	if g.wide() {
		k := g.K()
		g.VPCMPD(Imm(0), limit, u, k)
		g.VPMOVM2D(k, u)
	} else {
		g.VPCMPEQD(limit, u, u)
	}
	g.andInto(u, mask, mask)
	g.Label("all")
	return mask, x0, x1, y0, y1
}

// zmmOf loads a constant into a register and returns it.
func zmmOf(g *gen, m Mem, v reg.VecVirtual) reg.VecVirtual {
	g.VMOVUPD(m, v)
	return v
}

func (g *gen) measure(c boxConstants) {
	g.begin("measure", "func(x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, found *float64) (count int)",
		"measures boxes 0 to n-1, n being a multiple of the lanes of a vector. It leaves at",
		"found the least x, the least y, the greatest x, the greatest y, and the reach.")
	b := g.boxColumns()
	n, found, count := g.gp("n"), g.gp("found"), g.GP64()
	g.XORQ(count, count)
	leastX, leastY, mostX, mostY, reach := g.vec(), g.vec(), g.vec(), g.vec(), g.vec()
	g.VMOVUPD(c.inf, leastX)
	g.VMOVUPD(c.inf, leastY)
	g.VMOVUPD(c.ninf, mostX)
	g.VMOVUPD(c.ninf, mostY)
	g.zero(reach)

	g.Label("boxes")
	g.jumpIf(b.at, ge, n, "done")
	mask, x0, x1, y0, y1 := g.usable(b, c, nil)
	hits := g.GP64()
	if g.wide() {
		k := g.K()
		g.VPMOVD2M(mask, k)
		g.KMOVW(k, hits.As32())
	} else {
		g.VMOVMSKPS(mask, hits.As32())
	}
	g.POPCNTL(hits.As32(), hits.As32())
	g.ADDQ(hits, count)
	g.Comment("Reach, of boxes that take part.")
	u, v := g.vec(), g.vec()
	flip := g.vec()
	g.VMOVUPS(c.flip, flip)
	g.VXORPS(x0, flip, u)
	g.VMAXPS(u, x1, u)
	g.VXORPS(y0, flip, v)
	g.VMAXPS(v, y1, v)
	g.VMAXPS(u, v, u)
	g.andInto(mask, u, u)
	g.VMAXPS(u, reach, reach)
	g.Comment("How far the reference point is from the anchor; at most one term is not 0.")
	g.zero(flip)
	for _, s := range [][2]reg.VecVirtual{{x0, x1}, {y0, y1}} {
		g.VMAXPS(flip, s[0], s[0])
		g.VMINPS(flip, s[1], s[1])
		g.VADDPS(s[1], s[0], s[0])
	}
	for half := range 2 {
		if half == 1 {
			g.Comment("The other half.")
			for _, v := range []reg.VecVirtual{mask, x0, y0} {
				if g.wide() {
					g.VEXTRACTF64X4(Imm(1), v, v.AsY())
				} else {
					g.VEXTRACTF128(Imm(1), v, v.AsX())
				}
			}
		}
		in := g.vec()
		g.VPMOVSXDQ(g.low(mask), in)
		for _, a := range []struct {
			column      reg.GPVirtual
			offset      reg.VecVirtual
			least, most reg.VecVirtual
		}{{b.x, x0, leastX, mostX}, {b.y, y0, leastY, mostY}} {
			p, q := g.vec(), g.vec()
			g.VCVTPS2PD(g.low(a.offset), p)
			g.VADDPD(b.anchors(g, a.column, half), p, p)
			g.choose64(in, p, c.inf, q)
			g.VMINPD(q, a.least, a.least)
			g.choose64(in, p, c.ninf, q)
			g.VMAXPD(q, a.most, a.most)
		}
	}
	g.ADDQ(Imm(uint64(g.lanes)), b.at)
	g.jump("boxes")

	g.Label("done")
	for i, v := range []reg.VecVirtual{leastX, leastY} {
		g.VMOVSD(g.fold64(v, g.VMINPD), Mem{Base: found, Disp: 8 * i})
	}
	for i, v := range []reg.VecVirtual{mostX, mostY} {
		g.VMOVSD(g.fold64(v, g.VMAXPD), Mem{Base: found, Disp: 16 + 8*i})
	}
	x := g.fold32(reach, g.VMAXPS)
	g.VCVTSS2SD(x, x, x)
	g.VMOVSD(x, Mem{Base: found, Disp: 32})
	g.end(count)
}

// choose64 takes lanes of 64 bits from a where mask is set and from memory elsewhere.
func (g *gen) choose64(mask, a reg.VecVirtual, b Mem, to reg.VecVirtual) {
	g.VMOVUPD(b, to)
	if g.wide() {
		k := g.K()
		g.VPMOVQ2M(mask, k)
		g.VBLENDMPD(a, to, k, to)
	} else {
		g.VBLENDVPD(mask, a, to, to)
	}
}

func (g *gen) quantise(c boxConstants) {
	g.begin("quantise", "func(dst *int32, x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, scale *float64, sure int)",
		"quantises boxes 0 to n-1, n being a multiple of the lanes of a vector. At scale",
		"lie the numbers of Scale in their order. If sure is not 0, all boxes take part.")
	b := g.boxColumns()
	dst, n, scale, sure := g.gp("dst"), g.gp("n"), g.gp("scale"), g.gp("sure")
	spread := func(k int) reg.VecVirtual {
		v := g.vec()
		g.VBROADCASTSD(Mem{Base: scale, Disp: 8 * k}, v)
		return v
	}
	// Sixteen registers do not hold what does not change: there it is fetched again.
	var numbers []reg.VecVirtual
	if g.wide() {
		for k := range 7 {
			numbers = append(numbers, spread(k))
		}
	}
	number := func(k int) reg.VecVirtual {
		if numbers != nil {
			return numbers[k]
		}
		return spread(k)
	}

	g.Label("boxes")
	g.jumpIf(b.at, ge, n, "done")
	mask, x0, x1, y0, y1 := g.usable(b, c, sure)
	grow := number(6)
	for k, axis := range []struct {
		column   reg.GPVirtual
		from, to reg.VecVirtual
	}{{b.x, x0, x1}, {b.y, y0, y1}} {
		origin := number(k)
		d := [2]reg.VecVirtual{g.vec(), g.vec()}
		for half := range d {
			g.VMOVUPD(b.anchors(g, axis.column, half), d[half])
			g.VSUBPD(origin, d[half], d[half])
		}
		by, top, none := number(2+k), number(4+k), g.vec()
		g.zero(none)
		for _, side := range []reg.VecVirtual{axis.from, axis.to} {
			var codes [2]reg.VecVirtual
			for half := range 2 {
				v := g.vec()
				if half == 1 {
					if g.wide() {
						g.VEXTRACTF64X4(Imm(1), side, side.AsY())
					} else {
						g.VEXTRACTF128(Imm(1), side, side.AsX())
					}
				}
				g.VCVTPS2PD(g.low(side), v)
				g.VADDPD(v, d[half], v)
				if side == axis.from {
					g.VSUBPD(grow, v, v)
				} else {
					g.VADDPD(grow, v, v)
				}
				g.VMULPD(by, v, v)
				g.Comment("Of a pair with NaN the second operand is taken: NaN first, and then 0.")
				g.VMINPD(v, top, v)
				g.VMAXPD(none, v, v)
				codes[half] = g.vec()
				if g.wide() {
					g.VCVTTPD2DQ(v, codes[half].AsY())
				} else {
					g.VCVTTPD2DQY(v, codes[half].AsX())
				}
			}
			if g.wide() {
				g.VINSERTI64X4(Imm(1), codes[1].AsY(), codes[0], side)
			} else {
				g.VINSERTI128(Imm(1), codes[1].AsX(), codes[0], side)
			}
			if side == axis.to {
				one := g.vec()
				g.VMOVUPS(c.one, one)
				g.VPADDD(one, side, side)
			}
		}
	}
	g.Comment("Boxes left out: 0, -1, -1, -1.")
	g.andInto(mask, x0, x0)
	ones := g.vec()
	g.allOnes(ones)
	g.andNotInto(mask, ones, ones)
	for _, v := range []reg.VecVirtual{x1, y0, y1} {
		g.orInto(ones, v, v)
	}
	g.Comment("Columns to rows: boxes k, k+4 ... in one register.")
	xs, ys := [2]reg.VecVirtual{g.vec(), g.vec()}, [2]reg.VecVirtual{g.vec(), g.vec()}
	g.VPUNPCKLDQ(x1, x0, xs[0])
	g.VPUNPCKHDQ(x1, x0, xs[1])
	g.VPUNPCKLDQ(y1, y0, ys[0])
	g.VPUNPCKHDQ(y1, y0, ys[1])
	row := g.quad(b.at)
	g.SHLQ(Imm(4), row)
	for k := range 4 {
		v := g.vec()
		if k%2 == 0 {
			g.VPUNPCKLQDQ(ys[k/2], xs[k/2], v)
		} else {
			g.VPUNPCKHQDQ(ys[k/2], xs[k/2], v)
		}
		at := func(part int) Mem { return Mem{Base: dst, Index: row, Scale: 1, Disp: 16 * (k + 4*part)} }
		g.VMOVDQU(v.AsX(), at(0))
		for part := 1; part < g.lanes/4; part++ {
			if g.wide() {
				g.VEXTRACTI32X4(Imm(uint64(part)), v, at(part))
			} else {
				g.VEXTRACTI128(Imm(1), v, at(part))
			}
		}
	}
	g.ADDQ(Imm(uint64(g.lanes)), b.at)
	g.jump("boxes")
	g.Label("done")
	g.end()
}
