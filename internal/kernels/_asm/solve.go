// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the columns of a Block are, and the fields of a Body and of a Pass.
const (
	solveColumn   = 4 * 16
	solvePoints   = 16 * solveColumn
	solvePoint    = 9 * solveColumn
	solveTwo      = solvePoints + 2*solvePoint
	solveBlock    = solveTwo + 64
	solvePassStep = 4

	solvePointRounds = 2 // pointRounds of the package
)

const (
	solveColA = iota
	solveColB
	solveColNX
	solveColNY
	solveColInvMassA
	solveColInvMassB
	solveColInvTurnA
	solveColInvTurnB
	solveColRoundA
	solveColRoundB
	solveColRollMass
	solveColRoll
	solveColFriction
	solveColRolling
	solveColBelt
)

const (
	solvePointAX = iota
	solvePointAY
	solvePointBX
	solvePointBY
	solvePointGap
	solvePointNormalMass
	solvePointTangentMass
	solvePointNormal
	solvePointTangent
)

// solving is a function that goes through blocks of contacts, one to a lane. Lanes share no body
// that moves, so that bodies are read before and written after a block; bodies that do not move are
// not written. AVX2 takes half a block at a time.
type solving struct {
	*gen
	block, bodies reg.GPVirtual
	whole         reg.GPVirtual // the block, of half of which block is the first lane
	zero          Op
	sign          Op
	v             [2][3]vector // of A, and of B: velocity x, y and spin
	moved         [2]Op        // how far they have moved in x
}

// keep is v, in memory if registers are short.
func (s *solving) keep(v vector) Op {
	if s.wide() {
		return v
	}
	m := s.AllocLocal(32)
	s.VMOVUPS(v, m)
	return m
}

// reg is what was kept, in a register.
func (s *solving) reg(kept Op) vector {
	if v, ok := kept.(vector); ok {
		return v
	}
	return s.loadPS(kept.(Mem))
}

func (s *solving) column(k int) Mem { return Mem{Base: s.block, Disp: k * solveColumn} }

func (s *solving) point(p, k int) Mem {
	return Mem{Base: s.block, Disp: solvePoints + p*solvePoint + k*solveColumn}
}

// two compares Block.Two with false.
func (s *solving) two() { s.CMPB(Mem{Base: s.whole, Disp: solveTwo}, Imm(0)) }

func (s *solving) negative(v vector) vector { return s.xor(v, s.sign) }

// body returns where the body of a lane is: of its A for k of 0, of its B for 1.
func (s *solving) body(k, lane int) reg.GPVirtual {
	at := s.long(s.column(solveColA + k).Offset(4 * lane))
	s.SHLQ(Imm(5), at)
	return at
}

// read reads half the fields of bodies, or all. A body at a time takes half the time of gathering a
// field at a time.
func (s *solving) read(k, halves int) (fields [8]Op) {
	var rows [8]vector
	for lane := range s.lanes {
		at := s.body(k, lane)
		for half := range halves {
			from := Mem{Base: s.bodies, Index: at, Scale: 1, Disp: 16 * half}
			row := &rows[4*half+lane%4]
			switch {
			case lane < 4 && s.wide():
				*row = s.vec()
				s.VBROADCASTF32X4(from, *row)
			case lane < 4:
				*row = s.vec()
				s.VBROADCASTF128(from, *row)
			case s.wide():
				s.VINSERTF32X4(Imm(uint64(lane/4)), from, *row, *row)
			default:
				s.VINSERTF128(Imm(1), from, *row, *row)
			}
		}
	}
	for half := range halves {
		for f, v := range s.transpose([4]vector(rows[4*half : 4*half+4])) {
			if fields[4*half+f] = v; 4*half+f >= 3 {
				fields[4*half+f] = s.keep(v)
			}
		}
	}
	for f := range s.v[k] {
		s.v[k][f] = fields[f].(vector)
	}
	s.moved[k] = fields[3]
	return fields
}

// write writes the velocities of bodies that move.
func (s *solving) write() {
	for k, name := range [2]string{"A", "B"} {
		moves := s.is(ne, s.loadPS(s.column(solveColInvMassA+k)), s.zero)
		row := func(rows [4]vector, lane int) {
			to := Mem{Base: s.bodies, Index: s.body(k, lane), Scale: 1}
			if s.wide() {
				s.VEXTRACTF32X4(Imm(uint64(lane/4)), rows[lane%4], to)
			} else {
				s.VEXTRACTF128(Imm(uint64(lane/4)), rows[lane%4], to)
			}
		}
		if !s.wide() {
			bits := s.GP64()
			s.VMOVMSKPS(moves, bits.As32())
			s.jumpIfZero(bits, "written"+name)
			rows := s.transpose([4]vector{s.v[k][0], s.v[k][1], s.v[k][2], s.reg(s.moved[k])})
			for lane := range s.lanes {
				next := fmt.Sprintf("still%s%d", name, lane)
				s.BTL(Imm(uint64(lane)), bits.As32())
				s.JCC(LabelRef(next))
				row(rows, lane)
				s.Label(next)
			}
			s.Label("written" + name)
			continue
		}
		s.KORTESTW(moves, moves)
		s.JEQ(LabelRef("written" + name))
		s.JCC(LabelRef("some" + name))
		rows := s.transpose([4]vector{s.v[k][0], s.v[k][1], s.v[k][2], s.reg(s.moved[k])})
		for lane := range s.lanes {
			row(rows, lane)
		}
		s.jump("written" + name)
		s.Label("some" + name)
		at := s.vec()
		s.VMOVDQU32(s.column(solveColA+k), at)
		s.VPSLLD(Imm(2), at, at)
		for f := range 3 {
			lanes := s.K()
			s.KMOVW(moves, lanes)
			s.VSCATTERDPS(s.v[k][f], lanes, Mem{Base: s.bodies, Index: at, Scale: 8, Disp: 4 * f})
		}
		s.Label("written" + name)
	}
}

// ones is the constant of them, in a register if there are enough.
func (s *solving) ones(one Mem) Op {
	if s.wide() {
		return s.loadPS(one)
	}
	return one
}

// change adds to a velocity of B, and takes from that of A.
func (s *solving) change(k, f int, by vector) {
	if k == 0 {
		s.VSUBPS(by, s.v[k][f], s.v[k][f])
	} else {
		s.VADDPS(by, s.v[k][f], s.v[k][f])
	}
}

// apply gives both bodies the impulse (x, y) at a point.
func (s *solving) apply(p int, x, y vector) {
	for k := range s.v {
		s.change(k, 0, s.mul(x, s.column(solveColInvMassA+k)))
		s.change(k, 1, s.mul(y, s.column(solveColInvMassA+k)))
		turn := s.sub(s.mul(y, s.point(p, solvePointAX+2*k)), s.mul(x, s.point(p, solvePointAY+2*k)))
		s.change(k, 2, s.mul(turn, s.column(solveColInvTurnA+k)))
	}
}

// roll gives both bodies an angular impulse.
func (s *solving) roll(step vector) {
	for k := range s.v {
		s.change(k, 2, s.mul(step, s.column(solveColInvTurnA+k)))
	}
}

// blocks writes a function that does the same with each block.
func (s *solving) blocks(name string, params string, doc string, head, each func()) {
	s.begin(name, "func(blocks *uint32, n int, bodies"+params+" *float32)", doc)
	n := s.gp("n")
	s.block, s.bodies = s.gp("blocks"), s.gp("bodies")
	if s.whole = s.block; s.wide() {
		s.zero = s.zeroes()
	} else {
		s.zero = s.words("solveZero", 0)
		s.whole = s.GP64()
		s.MOVQ(s.block, s.whole)
	}
	head()
	s.jump("check")
	s.Label("loop")
	each()
	s.write()
	if !s.wide() {
		s.CMPQ(s.block, s.whole)
		s.LEAQ(Mem{Base: s.whole, Disp: 32}, s.block)
		s.JEQ(LabelRef("loop"))
		s.MOVQ(s.whole, s.block)
	}
	s.ADDQ(U32(solveBlock), s.block)
	if !s.wide() {
		s.MOVQ(s.block, s.whole)
	}
	s.DECQ(n)
	s.Label("check")
	s.TESTQ(n, n)
	s.JGT(LabelRef("loop"))
	s.end()
}

// warmStarts gives bodies the impulses that blocks begin with.
func warmStarts(g *gen) {
	s := &solving{gen: g}
	s.blocks("warmStart", "", "is the portable function for n blocks.", func() {}, func() {
		s.read(0, 1)
		s.read(1, 1)
		nx, ny := s.loadPS(s.column(solveColNX)), s.loadPS(s.column(solveColNY))
		push := func(p int) {
			n, u := s.loadPS(s.point(p, solvePointNormal)), s.loadPS(s.point(p, solvePointTangent))
			s.apply(p, s.sub(s.mul(n, nx), s.mul(u, ny)), s.add(s.mul(n, ny), s.mul(u, nx)))
		}
		push(0)
		s.two()
		s.JEQ(LabelRef("roll"))
		push(1)
		s.Label("roll")
		s.roll(s.loadPS(s.column(solveColRoll)))
	})
}

// solveContacts solves blocks.
func solveContacts(g *gen) {
	sign := g.fill32("solveSign", 1<<31)
	one := g.floats32("solveOne", g.lanes, 1)
	s := &solving{gen: g, sign: sign}
	var how reg.GPVirtual
	const (
		invTime = iota
		slop
		maxPush
		softPush
		softMass
		softImpulse
		rubbing
		ahead
	)
	of := func(k int) vector { return g.broadcast(Mem{Base: how, Disp: k * solvePassStep}) }
	load := g.loadPS
	s.blocks("solve", ", how", "is the portable function for n blocks.", func() { how = g.gp("how") }, func() {
		p, q := s.read(0, 2), s.read(1, 2)
		mx, my := s.keep(g.sub(s.reg(q[3]), p[3])), s.keep(g.sub(s.reg(q[4]), p[4]))
		pc, ps, qc, qs := p[5], p[6], q[5], q[6]
		var nx, ny Op = s.column(solveColNX), s.column(solveColNY)
		if g.wide() {
			nx, ny = load(s.column(solveColNX)), load(s.column(solveColNY))
		}
		// times is the product of two, one of which may be in memory.
		times := func(a, b Op) vector { return g.mul(s.reg(a), b) }
		across := func(p int) (x, y vector) {
			ax := g.sub(s.v[0][0], g.mul(s.v[0][2], s.point(p, solvePointAY)))
			ay := g.add(s.v[0][1], g.mul(s.v[0][2], s.point(p, solvePointAX)))
			bx := g.sub(s.v[1][0], g.mul(s.v[1][2], s.point(p, solvePointBY)))
			by := g.add(s.v[1][1], g.mul(s.v[1][2], s.point(p, solvePointBX)))
			return g.sub(bx, ax), g.sub(by, ay)
		}

		ones := s.ones(one)
		round := s.keep(g.add(g.mul(g.sub(s.reg(ones), pc), s.column(solveColRoundA)), g.mul(g.sub(s.reg(ones), qc), s.column(solveColRoundB))))
		press := func(p int) {
			at := func(k int) Mem { return s.point(p, k) }
			gx := g.sub(g.sub(times(qc, at(solvePointBX)), times(qs, at(solvePointBY))), g.sub(times(pc, at(solvePointAX)), times(ps, at(solvePointAY))))
			gx = g.add(gx, mx)
			gy := g.sub(g.add(times(qs, at(solvePointBX)), times(qc, at(solvePointBY))), g.add(times(ps, at(solvePointAX)), times(pc, at(solvePointAY))))
			gy = g.add(gy, my)
			gap := g.add(g.sub(load(at(solvePointGap)), round), g.add(g.mul(gx, nx), g.mul(gy, ny)))
			over := g.is(le, gap, s.zero)
			pushing := g.mul(of(softPush), g.min(g.add(gap, of(slop)), s.zero))
			pushing = g.max(pushing, s.negative(of(maxPush)))
			bias := s.keep(g.pick(over, pushing, g.mul(gap, of(invTime))))
			mass := s.keep(g.pick(over, of(softMass), s.reg(ones)))
			impulse := s.keep(g.where(over, of(softImpulse)))
			x, y := across(p)
			along := g.add(g.mul(x, nx), g.mul(y, ny))
			old := load(at(solvePointNormal))
			now := g.mul(g.add(g.mul(along, mass), bias), at(solvePointNormalMass))
			now = g.sub(g.sub(old, now), g.mul(old, impulse))
			now = g.max(now, s.zero)
			now = g.pick(over, now, g.where(g.is(gt, old, of(ahead)), now))
			g.VMOVUPS(now, at(solvePointNormal))
			step := g.sub(now, old)
			s.apply(p, g.mul(step, nx), g.mul(step, ny))
		}
		rounds := g.GP64()
		g.MOVL(U32(solvePointRounds), rounds.As32())
		g.Label("press")
		press(0)
		s.two()
		g.JEQ(LabelRef("pressed"))
		press(1)
		g.DECL(rounds.As32())
		g.JNE(LabelRef("press"))

		rub := func(p int) {
			x, y := across(p)
			slide := g.sub(g.sub(g.mul(y, nx), g.mul(x, ny)), s.column(solveColBelt))
			limit := g.mul(load(s.column(solveColFriction)), s.point(p, solvePointNormal))
			old := load(s.point(p, solvePointTangent))
			now := g.sub(old, g.mul(slide, s.point(p, solvePointTangentMass)))
			now = g.min(g.max(now, s.negative(limit)), limit)
			g.VMOVUPS(now, s.point(p, solvePointTangent))
			step := g.sub(now, old)
			s.apply(p, s.negative(g.mul(step, ny)), g.mul(step, nx))
		}
		g.Label("pressed")
		g.CMPL(Mem{Base: how, Disp: rubbing * solvePassStep}, U32(0))
		g.JEQ(LabelRef("store"))
		rub(0)
		s.two()
		g.JEQ(LabelRef("roll"))
		rub(1)
		g.Label("roll")
		limit := g.mul(load(s.column(solveColRolling)), g.add(load(s.point(0, solvePointNormal)), s.point(1, solvePointNormal)))
		old := load(s.column(solveColRoll))
		now := g.sub(old, g.mul(g.sub(s.v[1][2], s.v[0][2]), s.column(solveColRollMass)))
		now = g.min(g.max(now, s.negative(limit)), limit)
		g.VMOVUPS(now, s.column(solveColRoll))
		s.roll(g.sub(now, old))
		g.Label("store")
	})
}
