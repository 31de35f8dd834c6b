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
	solvePoints   = 17 * solveColumn
	solvePoint    = 10 * solveColumn
	solveTwo      = solvePoints + 2*solvePoint
	solveBlock    = solveTwo + 64
	solvePassStep = 4
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
	solveColBounce
	solveColCouple
)

const (
	solvePointAlongA = iota
	solvePointAcrossA
	solvePointAlongB
	solvePointAcrossB
	solvePointGap
	solvePointNormalMass
	solvePointTangentMass
	solvePointNormal
	solvePointTangent
	solvePointApart
)

// solving is a function that goes through blocks of contacts, one to a lane. Lanes share no body
// that moves, so that bodies are read before and written after a block; bodies that do not move are
// not written. AVX2 takes half a block at a time.
type solving struct {
	*gen
	block, bodies reg.GPVirtual
	whole         reg.GPVirtual // the whole block; field block is the first lane of a half
	zero          Op
	sign          Op
	v             [2][3]vector // of A, and of B: velocity x, y and spin
	was           [2][8]Op     // the fields of the bodies as they were
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

// columns reads four words of each lane. A lane at a time takes half the time of gathering a word
// at a time.
func (g *gen) columns(at func(lane int) Mem) [4]vector {
	var rows [4]vector
	for lane := range g.lanes {
		row, from := &rows[lane%4], at(lane)
		switch {
		case lane < 4 && g.wide():
			*row = g.vec()
			g.VBROADCASTF32X4(from, *row)
		case lane < 4:
			*row = g.vec()
			g.VBROADCASTF128(from, *row)
		case g.wide():
			g.VINSERTF32X4(Imm(uint64(lane/4)), from, *row, *row)
		default:
			g.VINSERTF128(Imm(1), from, *row, *row)
		}
	}
	return g.transpose(rows)
}

// read reads half the fields of bodies, or all.
func (s *solving) read(k, halves int) (fields [8]Op) {
	for half := range halves {
		for f, v := range s.columns(func(lane int) Mem {
			return Mem{Base: s.bodies, Index: s.body(k, lane), Scale: 1, Disp: 16 * half}
		}) {
			if half == 0 && f == 2 {
				s.v[k][f] = v
			} else {
				fields[4*half+f] = s.keep(v)
			}
		}
	}
	s.was[k] = fields
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
			rows := s.transpose([4]vector{s.v[k][0], s.v[k][1], s.v[k][2], s.reg(s.was[k][3])})
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
		rows := s.transpose([4]vector{s.v[k][0], s.v[k][1], s.v[k][2], s.reg(s.was[k][3])})
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

// turn gives both bodies angular impulses.
func (s *solving) turn(on [2]vector) {
	for k := range s.v {
		by := s.mul(on[k], s.column(solveColInvTurnA+k))
		if v := s.v[k][2]; k == 0 {
			s.VSUBPS(by, v, v)
		} else {
			s.VADDPS(by, v, v)
		}
	}
}

// move gives both bodies impulses that do not turn them.
func (s *solving) move(normal, tangent vector) {
	nx, ny := s.column(solveColNX), s.column(solveColNY)
	for f, push := range [2]vector{s.sub(s.mul(normal, nx), s.mul(tangent, ny)), s.add(s.mul(normal, ny), s.mul(tangent, nx))} {
		for k, by := range [2]func(a, b Op) vector{s.sub, s.add} {
			s.v[k][f] = by(s.reg(s.was[k][f]), s.mul(push, s.column(solveColInvMassA+k)))
		}
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
		push := func(p int) {
			n, u := s.loadPS(s.point(p, solvePointNormal)), s.loadPS(s.point(p, solvePointTangent))
			s.move(n, u)
			var on [2]vector
			for k := range on {
				on[k] = s.add(s.mul(n, s.point(p, solvePointAcrossA+2*k)), s.mul(u, s.point(p, solvePointAlongA+2*k)))
			}
			s.turn(on)
		}
		push(0)
		first := s.v
		s.two()
		s.JEQ(LabelRef("roll"))
		for k := range s.was {
			s.was[k][0], s.was[k][1] = first[k][0], first[k][1]
		}
		push(1)
		for k := range s.v {
			for f := range 2 {
				s.VMOVAPS(s.v[k][f], first[k][f])
			}
		}
		s.v = first
		s.Label("roll")
		roll := s.loadPS(s.column(solveColRoll))
		s.turn([2]vector{roll, roll})
	})
}

// solveContacts writes the passes over blocks: without friction, where bodies have not moved since
// the pass before, and with both.
func solveContacts(g *gen) {
	sign, one := g.fill32("solveSign", 1<<31), g.floats32("solveOne", g.lanes, 1)
	solvePass(&solving{gen: g, sign: sign}, "push", one, false)
	solvePass(&solving{gen: g, sign: sign}, "solve", one, true)
}

func solvePass(s *solving, name string, one Mem, rubs bool) {
	g := s.gen
	var how reg.GPVirtual
	const (
		invTime = iota
		slop
		maxPush
		softPush
		softMass
		softImpulse
		_
		ahead
	)
	of := func(k int) vector { return g.broadcast(Mem{Base: how, Disp: k * solvePassStep}) }
	load := g.loadPS
	s.blocks(name, ", how", "is the portable function for n blocks.", func() { how = g.gp("how") }, func() {
		halves := 1
		if rubs {
			halves = 2
		}
		p, q := s.read(0, halves), s.read(1, halves)
		// times is the product of two operands; one may be in memory.
		times := func(a, b Op) vector { return g.mul(s.reg(a), b) }
		// along is the way from A to B in two fields, along the normal.
		along := func(f int) Op {
			x, y := g.sub(s.reg(q[f]), p[f]), g.sub(s.reg(q[f+1]), p[f+1])
			return s.keep(g.add(g.mul(x, s.column(solveColNX)), g.mul(y, s.column(solveColNY))))
		}
		// turned is how fast the bodies turn the ends of arms.
		turned := func(p, arm int) vector {
			return g.sub(g.mul(s.v[1][2], s.point(p, arm+2)), g.mul(s.v[0][2], s.point(p, arm)))
		}
		ones := s.ones(one)
		speed := along(0)
		var round, moved Op
		if rubs {
			round = s.keep(g.add(g.mul(g.sub(s.reg(ones), p[5]), s.column(solveColRoundA)), g.mul(g.sub(s.reg(ones), q[5]), s.column(solveColRoundB))))
			moved = along(3)
		}
		// alone is as in the package.
		alone := func(j int, two bool) (now, couple vector) {
			at := func(k int) Mem { return s.point(j, k) }
			var gap vector
			if rubs {
				gap = g.add(g.sub(load(at(solvePointGap)), round), moved)
				armB := g.add(times(q[5], at(solvePointAlongB)), times(q[6], at(solvePointAcrossB)))
				armA := g.add(times(p[5], at(solvePointAlongA)), times(p[6], at(solvePointAcrossA)))
				gap = g.add(gap, g.sub(armB, armA))
				g.VMOVUPS(gap, at(solvePointApart))
			} else {
				gap = load(at(solvePointApart))
			}
			over := g.is(le, gap, s.zero)
			pushing := g.mul(of(softPush), g.min(g.add(gap, of(slop)), s.zero))
			pushing = g.max(pushing, s.negative(of(maxPush)))
			bias := g.pick(over, pushing, g.mul(gap, of(invTime)))
			mass := g.pick(over, of(softMass), s.reg(ones))
			impulse := g.where(over, of(softImpulse))
			old := load(at(solvePointNormal))
			now = g.mul(g.add(g.mul(g.add(turned(j, solvePointAcrossA), speed), mass), bias), at(solvePointNormalMass))
			now = g.sub(g.sub(old, now), g.mul(old, impulse))
			solved := g.either(over, g.is(gt, old, of(ahead)))
			if now = g.where(solved, now); two {
				couple = g.where(solved, g.mul(g.mul(mass, at(solvePointNormalMass)), s.column(solveColCouple)))
			}
			return now, couple
		}
		normal, tangent := g.vec(), g.zeroes()
		// set sets the impulse at a point, and returns by how much it changes.
		set := func(j, k int, now vector) vector {
			step := g.sub(now, s.point(j, k))
			g.VMOVUPS(now, s.point(j, k))
			return step
		}
		s.two()
		s.JEQ(LabelRef("single"))
		first, coupleFirst := alone(0, true)
		kept, couple := s.keep(first), s.keep(coupleFirst)
		second, coupleSecond := alone(1, true)
		coupleFirst = s.reg(couple)
		first = g.add(g.mul(coupleFirst, s.point(1, solvePointNormal)), kept)
		second = g.add(second, g.mul(coupleSecond, s.point(0, solvePointNormal)))
		part := g.div(s.reg(ones), g.sub(s.reg(ones), g.mul(coupleFirst, coupleSecond)))
		x := g.mul(g.sub(first, g.mul(coupleFirst, second)), part)
		y := g.mul(g.sub(second, g.mul(coupleSecond, first)), part)
		first = g.max(g.pick(g.is(lt, y, s.zero), first, x), s.zero)
		second = g.max(g.pick(g.is(lt, x, s.zero), second, y), s.zero)
		step, other := set(0, solvePointNormal, first), set(1, solvePointNormal, second)
		g.VADDPS(other, step, normal)
		var on [2]vector
		for k := range on {
			on[k] = g.add(g.mul(step, s.point(0, solvePointAcrossA+2*k)), g.mul(other, s.point(1, solvePointAcrossA+2*k)))
		}
		s.turn(on)
		g.jump("pressed")

		g.Label("single")
		now, _ := alone(0, false)
		g.VMOVAPS(set(0, solvePointNormal, g.max(now, s.zero)), normal)
		s.turn([2]vector{g.mul(normal, s.point(0, solvePointAcrossA)), g.mul(normal, s.point(0, solvePointAcrossB))})

		g.Label("pressed")
		if !rubs {
			s.move(normal, tangent)
			return
		}
		mass := g.add(load(s.column(solveColInvMassA)), s.column(solveColInvMassB))
		slides := g.sub(g.mul(g.sub(s.reg(q[1]), p[1]), s.column(solveColNX)), g.mul(g.sub(s.reg(q[0]), p[0]), s.column(solveColNY)))
		g.VSUBPS(s.column(solveColBelt), slides, slides)
		rub := func(j int) {
			slide := g.add(turned(j, solvePointAlongA), slides)
			limit := g.mul(load(s.column(solveColFriction)), s.point(j, solvePointNormal))
			now := g.sub(load(s.point(j, solvePointTangent)), g.mul(slide, s.point(j, solvePointTangentMass)))
			step := set(j, solvePointTangent, g.min(g.max(now, s.negative(limit)), limit))
			s.turn([2]vector{g.mul(step, s.point(j, solvePointAlongA)), g.mul(step, s.point(j, solvePointAlongB))})
			if j == 0 {
				g.VADDPS(g.mul(mass, step), slides, slides)
			}
			g.VADDPS(step, tangent, tangent)
		}
		rub(0)
		s.two()
		g.JEQ(LabelRef("roll"))
		rub(1)
		g.Label("roll")
		limit := g.mul(load(s.column(solveColRolling)), g.add(load(s.point(0, solvePointNormal)), s.point(1, solvePointNormal)))
		old := load(s.column(solveColRoll))
		rolls := g.sub(old, g.mul(g.sub(s.v[1][2], s.v[0][2]), s.column(solveColRollMass)))
		rolls = g.min(g.max(rolls, s.negative(limit)), limit)
		g.VMOVUPS(rolls, s.column(solveColRoll))
		by := g.sub(rolls, old)
		s.turn([2]vector{by, by})
		s.move(normal, tangent)
	})
}
