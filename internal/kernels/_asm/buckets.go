// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// buckets writes the two passes that sort boxes into strips. A vector of boxes stored next
// to each other lies in few strips: those of one strip are counted, or packed together and
// dealt out, at once, strip after strip.
func buckets(g *gen) {
	d := dealing{none: g.words32("emptyHomes"+g.suffix(), repeat(g.lanes, 1<<31-1)...)}
	lanes := make([]uint32, g.lanes)
	for i := range lanes {
		lanes[i] = uint32(i)
	}
	d.iota = g.words32("bucketLanes"+g.suffix(), lanes...)
	if g.wide() {
		// From two registers with four boxes each: Y0 of the eight, then Y1.
		var y []uint32
		for _, of := range []uint32{2, 3} {
			for box := range uint32(8) {
				y = append(y, 4*box+of)
			}
		}
		d.y = g.words32("bothY", y...)
	} else {
		d.pack = g.leftPack("leftPackInOrder")
		first := make([]uint32, 16)
		for i := range 8 {
			first[i] = 1<<32 - 1
		}
		d.first = g.words32("firstLanes", first...)
	}
	g.tally(d)
	g.dealOut(d)
}

type dealing struct{ none, iota, y, pack, first Mem }

// strips are the strips of a vector of boxes: that in which each begins and the last it
// reaches, the boxes that take part, and the least and the greatest of all strips.
type strips struct {
	home, top vector
	in        mask
	lo, hi    reg.GPVirtual
}

// strips finds them, and jumps to done where there are more than a vector has lanes, or
// than there are buckets.
func (g *gen) strips(d dealing, boxes, offsets, at, most reg.GPVirtual, shift reg.VecVirtual, bits vector) strips {
	y0, y1 := g.vec(), g.vec()
	row := g.quad(at)
	g.SHLQ(Imm(4), row)
	if g.wide() {
		index, halves := g.loadPS(d.y), [2]vector{}
		for h := range halves {
			second := g.loadPS(Mem{Base: boxes, Index: row, Scale: 1, Disp: 128*h + 64})
			halves[h] = g.vec()
			g.VMOVDQA32(index, halves[h])
			first := g.loadPS(Mem{Base: boxes, Index: row, Scale: 1, Disp: 128 * h})
			g.VPERMI2D(second, first, halves[h])
		}
		g.VSHUFI64X2(Imm(0x44), halves[1], halves[0], y0)
		g.VSHUFI64X2(Imm(0xee), halves[1], halves[0], y1)
	} else {
		var p [4]vector
		for k := range p {
			p[k] = g.vec()
			g.VMOVDQU(Mem{Base: boxes, Index: row, Scale: 1, Disp: 16 * k}, p[k].AsX())
			g.VINSERTI128(Imm(1), Mem{Base: boxes, Index: row, Scale: 1, Disp: 16 * (k + 4)}, p[k], p[k])
		}
		g.VPUNPCKHDQ(p[1], p[0], p[0])
		g.VPUNPCKHDQ(p[3], p[2], p[2])
		g.VPUNPCKLQDQ(p[2], p[0], y0)
		g.VPUNPCKHQDQ(p[2], p[0], y1)
	}
	s := strips{home: g.vec(), top: g.vec(), lo: g.GP64(), hi: g.GP64()}
	out := g.zeroes()
	if g.wide() {
		s.in = g.K()
		g.VPCMPD(Imm(2), y0, out, s.in)
	} else {
		s.in = g.vec()
		g.VPCMPGTD(y0, out, out) // negative ones
		g.VPCMPEQD(s.in, s.in, s.in)
		g.VPXOR(out, s.in, s.in)
	}
	g.VPSRLD(shift, y0, s.home)
	g.VPSRLD(shift, y1, s.top)
	g.VPSUBD(s.home, s.top, s.top)
	g.VPMINUD(bits, s.top, s.top)
	g.jumpIfZero(offsets, "one")
	g.VPADDD(Mem{Base: offsets, Index: at, Scale: 4}, s.home, s.home)
	g.Label("one")
	g.andInto(bits, s.home, s.home)
	g.VPADDD(s.home, s.top, s.top)

	least, greatest := g.vec(), g.vec()
	if g.wide() {
		g.VMOVDQU32(d.none, least)
		g.VMOVDQA32(s.home, s.in, least)
		g.VPTERNLOGD(Imm(0xff), greatest, greatest, greatest)
		g.VMOVDQA32(s.top, s.in, greatest)
	} else {
		g.VMOVDQU(d.none, least)
		g.VBLENDVPS(s.in, s.home, least, least)
		g.VPCMPEQD(greatest, greatest, greatest)
		g.VBLENDVPS(s.in, s.top, greatest, greatest)
	}
	for _, v := range []struct {
		v    vector
		to   reg.GPVirtual
		fold func(...Op)
	}{{least, s.lo, g.VPMINSD}, {greatest, s.hi, g.VPMAXSD}} {
		g.VMOVD(g.fold32(v.v, v.fold), v.to.As32())
	}
	g.MOVLQSX(s.hi.As32(), s.hi)
	span := g.quad(s.hi)
	g.SUBQ(s.lo, span)
	g.jumpIf(span, ge, most, "done")
	return s
}

// members returns the boxes that are in the strip, and of those the ones that begin in it.
func (g *gen) members(s strips, strip reg.GPVirtual) (in, home mask) {
	v := g.vec()
	g.spread(strip, v)
	if g.wide() {
		in, home = g.K(), g.K()
		g.VPCMPUD(Imm(2), v, s.home, s.in, in)
		g.VPCMPUD(Imm(5), v, s.top, in, in)
		g.VPCMPEQD(v, s.home, home)
		return in, home
	}
	in, home = g.vec(), g.vec()
	u := g.vec()
	g.VPCMPGTD(v, s.home, in)
	g.VPCMPGTD(s.top, v, u)
	g.VPOR(u, in, in)
	g.VPANDN(s.in, in, in)
	g.VPCMPEQD(v, s.home, home)
	return in, home
}

// most returns how many strips a vector may lie in: as many as it has lanes, and as there are
// buckets, so that no two of them are one bucket.
func (g *gen) most(bits reg.GPVirtual) reg.GPVirtual {
	most, lanes := g.GP64(), g.GP64()
	g.LEAQ(Mem{Base: bits, Disp: 1}, most)
	g.MOVQ(U32(g.lanes), lanes)
	g.CMPQ(most, lanes)
	g.CMOVQGT(lanes, most)
	return most
}

func (g *gen) tally(d dealing) {
	g.begin("tally", "func(counts *uint32, boxes *int32, offsets *uint32, shift, bits, n int) (done int, visits uint64)",
		"counts boxes 0 to n-1, n being a multiple of the lanes of a vector, by bucket, of",
		"which there are bits+1. It stops before a vector of boxes that lie in many strips.")
	counts, boxes, offsets := g.gp("counts"), g.gp("boxes"), g.gp("offsets")
	by, bits, n := g.gp("shift"), g.gp("bits"), g.gp("n")
	at, visits := g.GP64(), g.GP64()
	g.XORQ(at, at)
	g.XORQ(visits, visits)
	shift, spread := g.XMM(), g.vec()
	g.VMOVQ(by, shift)
	g.spread(bits, spread)
	most := g.most(bits)

	g.Label("boxes")
	g.jumpIf(at, ge, n, "done")
	s := g.strips(d, boxes, offsets, at, most, shift, spread)
	g.ADDQ(Imm(uint64(g.lanes)), at)
	some := g.bits(s.in)
	g.POPCNTL(some, some)
	g.SUBQ(some.As64(), visits)
	g.jump("more")
	g.Label("strip")
	in, _ := g.members(s, s.lo)
	some = g.bits(in)
	g.POPCNTL(some, some)
	g.ADDQ(some.As64(), visits)
	bucket := g.quad(s.lo)
	g.ANDQ(bits, bucket)
	g.ADDL(some, Mem{Base: counts, Index: bucket, Scale: 4})
	g.INCQ(s.lo)
	g.Label("more")
	g.jumpIf(s.lo, le, s.hi, "strip")
	g.jump("boxes")

	g.Label("done")
	g.end(at, visits)
}

func (g *gen) dealOut(d dealing) {
	g.begin("deal", "func(entries, places *uint32, boxes *int32, offsets *uint32, first, shift, bits, n, room int) (done int)",
		"deals boxes 0 to n-1, n being a multiple of the lanes of a vector, into as many",
		"buckets as bits+1, the first box being number first. It stops before a vector of boxes",
		"that lie in many strips, and where there is no room for it among so many entries.")
	entries, places := g.gp("entries"), g.gp("places")
	boxes, offsets := g.gp("boxes"), g.gp("offsets")
	by, bits, n, room := g.gp("shift"), g.gp("bits"), g.gp("n"), g.gp("room")
	at, t := g.GP64(), g.GP64()
	shift, spread, slots, visitor, step := g.XMM(), g.vec(), g.vec(), g.vec(), g.vec()
	g.VMOVQ(by, shift)
	g.spread(bits, spread)
	g.MOVQ(U32(g.lanes), at)
	g.spread(at, step)
	g.MOVL(U32(1<<31), at.As32())
	g.spread(at, visitor)
	g.Load(g.Param("first"), at)
	g.spread(at, slots)
	g.VPADDD(d.iota, slots, slots)
	g.XORQ(at, at)
	most := g.most(bits)

	g.Label("boxes")
	g.jumpIf(at, ge, n, "done")
	s := g.strips(d, boxes, offsets, at, most, shift, spread)
	g.jump("more")
	g.Label("strip")
	in, home := g.members(s, s.lo)
	v, some := g.vec(), g.bits(in)
	g.orInto(visitor, slots, v)
	place, bucket := g.GP64(), g.GP64()
	g.MOVQ(s.lo, bucket)
	g.ANDQ(bits, bucket)
	g.MOVL(Mem{Base: places, Index: bucket, Scale: 4}, place.As32())
	if g.wide() {
		g.VMOVDQA32(slots, home, v)
		g.VPCOMPRESSD_Z(v, in, v)
		g.POPCNTL(some, some)
		g.MOVL(I32(-1), t.As32())
		g.BZHIL(some, t.As32(), t.As32())
		todo := g.K()
		g.KMOVW(t.As32(), todo)
		g.ADDQ(place, some.As64())
		g.jumpIf(some.As64(), gt, room, "done")
		g.VMOVDQU32(v, todo, Mem{Base: entries, Index: place, Scale: 4})
	} else {
		g.VBLENDVPS(home, slots, v, v)
		u := g.vec()
		g.LEAQ(d.pack, t)
		g.VPMOVZXBD(Mem{Base: t, Index: some.As64(), Scale: 8}, u)
		g.VPERMD(v, u, v)
		g.POPCNTL(some, some)
		g.LEAQ(d.first.Offset(32), t)
		g.SHLQ(Imm(2), some.As64())
		g.SUBQ(some.As64(), t)
		g.VMOVDQU(Mem{Base: t}, u)
		g.SHRQ(Imm(2), some.As64())
		g.ADDQ(place, some.As64())
		g.jumpIf(some.As64(), gt, room, "done")
		g.VPMASKMOVD(v, u, Mem{Base: entries, Index: place, Scale: 4})
	}
	g.MOVL(some, Mem{Base: places, Index: bucket, Scale: 4})
	g.INCQ(s.lo)
	g.Label("more")
	g.jumpIf(s.lo, le, s.hi, "strip")
	g.VPADDD(step, slots, slots)
	g.ADDQ(Imm(uint64(g.lanes)), at)
	g.jump("boxes")

	g.Label("done")
	g.end(at)
}
