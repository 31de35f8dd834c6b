// SPDX-License-Identifier: MIT

package main

import . "github.com/mmcloughlin/avo/operand"

// Where the parts of Rows are, and the quarters of a Shape.
const (
	solveRowPoints = 16 * 16
	solveRowLast   = 2 * solveRowPoints
	solveRowOver   = solveRowLast + 16*32
)

const (
	solveShapeFrom = 16 * (iota + 1)
	solveShapeRound
	solveShapeFriction
)

// fillBlocks fills the lanes of a block.
func fillBlocks(g *gen) {
	half, one := g.floats32("solveHalf", g.lanes, 0.5), g.floats32("solveOnes", g.lanes, 1)
	least, coupled := g.floats32("solveLeast", g.lanes, 1e-30), g.floats32("solveCoupled", g.lanes, 1-0x1p-5)
	s := &solving{gen: g, sign: g.fill32("solveSigns", 1<<31)}
	s.begin("fill", "func(block *uint32, rows *float32, shapes *float64)", "is the portable function.")
	s.block = s.gp("block")
	rows, shapes := s.gp("rows"), s.gp("shapes")
	// row is an entry of rows, of so many bytes a lane; AVX2 takes half of them at a time.
	row := func(at, lane, bytes int) Mem { return Mem{Base: rows, Disp: at + lane*bytes} }
	if s.whole = s.block; !s.wide() {
		lanes := s.counter()
		s.whole = s.quad(s.block)
		row = func(at, lane, bytes int) Mem {
			return Mem{Base: rows, Index: lanes, Scale: uint8(bytes / 4), Disp: at + lane*bytes}
		}
		defer func() {
			s.ADDQ(Imm(32), lanes)
			s.ADDQ(Imm(32), s.block)
			s.CMPQ(lanes, Imm(64))
			s.JNE(LabelRef("loop"))
			s.end()
		}()
	}
	load, store := g.loadPS, func(v vector, k int) { g.VMOVUPS(v, s.column(k)) }

	s.Label("loop")
	s.zero = s.zeroes()
	var from [2]Op
	var turns [2]mask
	for k := range turns {
		quarter := func(from int) [4]vector {
			return g.columns(func(lane int) Mem {
				at := s.long(s.column(solveColA + k).Offset(4 * lane))
				s.SHLQ(Imm(6), at)
				return Mem{Base: shapes, Index: at, Scale: 1, Disp: from}
			})
		}
		way := quarter(solveShapeFrom)
		store(way[2], solveColInvMassA+k)
		store(way[3], solveColInvTurnA+k)
		if k == 0 {
			from = [2]Op{s.keep(way[0]), s.keep(way[1])}
		}
		if m := quarter(solveShapeFriction); k == 0 {
			store(m[0], solveColFriction)
			store(m[1], solveColBounce)
			store(m[2], solveColRolling)
			store(m[3], solveColBelt)
		} else {
			other := load(s.column(solveColFriction))
			same := g.is(eq, other, m[0])
			store(g.pick(same, other, g.sqrt(g.mul(m[0], other))), solveColFriction)
			store(g.max(load(s.column(solveColBounce)), m[1]), solveColBounce)
			store(g.max(load(s.column(solveColRolling)), m[2]), solveColRolling)
			store(s.negative(g.add(m[3], s.column(solveColBelt))), solveColBelt)
		}
		q := quarter(solveShapeRound)
		store(q[0], solveColRoundA+k)
		turns[k] = g.is(ne, q[1], s.zero)
		store(q[2], solveColA+k)
	}
	turn := g.add(load(s.column(solveColInvTurnA)), s.column(solveColInvTurnB))
	rolling := load(s.column(solveColRolling))
	store(g.mul(g.max(load(s.column(solveColRoundA)), s.column(solveColRoundB)), rolling), solveColRolling)
	rolls := g.both(g.is(gt, rolling, s.zero), g.is(gt, turn, s.zero))
	store(g.where(rolls, g.div(load(one), turn)), solveColRollMass)
	last := func(from int) [4]vector {
		return g.columns(func(lane int) Mem { return row(solveRowLast+from, lane, 32) })
	}
	tail := last(16)
	store(g.where(rolls, tail[2]), solveColRoll)
	oldTangent := [2]Op{s.keep(tail[0]), s.keep(tail[1])}
	head := last(0)
	feature, oldNormal := [2]Op{s.keep(head[0]), s.keep(head[1])}, [2]Op{s.keep(head[2]), s.keep(head[3])}

	nx, ny := s.column(solveColNX), s.column(solveColNY)
	point := func(j int) {
		put := func(v vector, k int) { g.VMOVUPS(v, s.point(j, k)) }
		p := g.columns(func(lane int) Mem { return row(j*solveRowPoints, lane, 16) })
		part := g.mul(p[2], half)
		hx, hy := g.mul(part, nx), g.mul(part, ny)
		x, y := g.add(p[0], from[0]), g.add(p[1], from[1])
		bx := g.sub(g.add(x, row(solveRowOver, 0, 4)), hx)
		by := g.sub(g.add(y, row(solveRowOver+solveColumn, 0, 4)), hy)
		arms := [2][2]vector{{g.add(x, hx), g.add(y, hy)}, {bx, by}}
		mass := g.add(load(s.column(solveColInvMassA)), s.column(solveColInvMassB))
		var along, across [2]vector
		for k, arm := range arms {
			ax, ay := g.where(turns[k], arm[0]), g.where(turns[k], arm[1])
			across[k] = g.sub(g.mul(ax, ny), g.mul(ay, nx))
			along[k] = g.add(g.mul(ax, nx), g.mul(ay, ny))
		}
		inverse := func(arms [2]vector) vector {
			square := func(k int) vector { return g.mul(g.mul(arms[k], arms[k]), s.column(solveColInvTurnA+k)) }
			return g.div(load(one), g.add(g.add(square(0), square(1)), mass))
		}
		normal, tangent := inverse(across), inverse(along)
		apart := s.negative(p[2])
		gap := g.sub(apart, g.sub(along[1], along[0]))
		is := g.butNot(g.cmpBits(s.zero, p[3]), g.both(g.is(gt, normal, least), g.is(gt, tangent, least)))
		for k := range arms {
			put(g.where(is, along[k]), solvePointAlongA+2*k)
			put(g.where(is, across[k]), solvePointAcrossA+2*k)
		}
		put(g.where(is, gap), solvePointGap)
		put(g.where(is, apart), solvePointApart)
		put(g.where(is, normal), solvePointNormalMass)
		put(g.where(is, tangent), solvePointTangentMass)
		first, second := g.cmpBits(feature[0], p[3]), g.cmpBits(feature[1], p[3])
		for k, old := range [2][2]Op{oldNormal, oldTangent} {
			was := g.pick(second, s.reg(old[1]), g.where(first, s.reg(old[0])))
			put(g.where(is, was), solvePointNormal+k)
		}
	}
	point(0)
	s.two()
	s.JEQ(LabelRef("one"))
	point(1)
	coupled2 := func(k int) vector {
		return g.mul(g.mul(load(s.point(0, solvePointAcrossA+2*k)), s.point(1, solvePointAcrossA+2*k)), s.column(solveColInvTurnA+k))
	}
	by := g.add(g.add(load(s.column(solveColInvMassA)), s.column(solveColInvMassB)), g.add(coupled2(0), coupled2(1)))
	square := g.mul(g.mul(by, s.point(0, solvePointNormalMass)), g.mul(by, s.point(1, solvePointNormalMass)))
	most := load(coupled)
	store(g.pick(g.is(gt, square, most), g.mul(by, g.sqrt(g.div(most, square))), by), solveColCouple)
	s.jump("next")
	s.Label("one")
	g.VMOVUPS(s.zero, s.point(1, solvePointNormal))
	g.VMOVUPS(s.zero, s.point(1, solvePointTangent))
	s.Label("next")
	if s.wide() {
		s.end()
	}
}
