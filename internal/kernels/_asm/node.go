// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A bvh.Node: four columns of sixteen.
const (
	nodeColumn = 64
	nodeBytes  = 4 * nodeColumn
)

// node writes the tests of a node's children, a child in a lane.
func node(g *gen) {
	g.children()
	g.slabs()
	g.distances()
}

// broadcast is a float in memory, in every lane.
func (g *gen) broadcast(m Mem) vector {
	v := g.vec()
	g.VBROADCASTSS(m, v)
	return v
}

// load is a vector of a node's column, of lanes from lane on.
func (g *gen) column(base reg.Register, column, lane int) vector {
	v := g.vec()
	g.VMOVUPS(Mem{Base: base, Disp: column*nodeColumn + 4*lane}, v)
	return v
}

func (g *gen) children() {
	lanes := g.childLanes("child")
	g.begin("children", "func(level *float32, list *uint32, count int, b *float32, out *uint32) int",
		"is the portable function for a list of count nodes.")
	level, list, end := g.gp("level"), g.gp("list"), g.gp("count")
	g.LEAQ(Mem{Base: list, Index: end, Scale: 4}, end)
	m := g.matching(lanes)
	m.out = g.gp("out")
	side := m.sides(Mem{Base: g.gp("b")})
	g.jump("check")
	g.Label("node")
	m.node(level, m.next(list), side, nil)
	g.ADDQ(Imm(4), list)
	g.Label("check")
	g.jumpIf(list, lt, end, "node")
	g.end(m.n)
}

// childLanes returns the vectors 0, 1, 2 ... and, where a node takes two vectors, 8, 8, 8 ...
func (g *gen) childLanes(name string) (lanes [2]Mem) {
	iota := make([]uint32, g.lanes)
	for i := range iota {
		iota[i] = uint32(i)
	}
	lanes[0] = g.words32(name+"Lanes"+g.suffix(), iota...)
	if !g.wide() {
		lanes[1] = g.words32(name+"Eight", repeat(8, 8)...)
	}
	return lanes
}

// matching is a walk over nodes that appends the numbers of children to a list.
type matching struct {
	*gen
	lane   vector
	eight  Mem
	packs  reg.GPVirtual
	out, n reg.GPVirtual // the list, and its length
}

func (g *gen) matching(lanes [2]Mem) *matching {
	m := &matching{gen: g, lane: g.vec(), eight: lanes[1], n: g.GP64()}
	g.VMOVUPS(lanes[0], m.lane)
	g.XORQ(m.n, m.n)
	if !g.wide() {
		m.packs = g.pointer(g.leftPack("leftPack"))
	}
	return m
}

// sides loads a box, a side in every lane of a vector.
func (m *matching) sides(box Mem) (side [4]vector) {
	for k := range side {
		side[k] = m.broadcast(box.Offset(4 * k))
	}
	return side
}

// next returns the number that a list is at.
func (m *matching) next(list reg.GPVirtual) reg.GPVirtual {
	at := m.long(Mem{Base: list})
	return at
}

// node appends the children that meet a box, of the node of a level with the number in at,
// which is lost. also is called before the length of the list grows.
func (m *matching) node(level, at reg.GPVirtual, side [4]vector, also func()) {
	const minX, minY, maxX, maxY = 0, 1, 2, 3
	first := m.enter(level, at)
	for from := 0; from < 16; from += m.lanes {
		hit := m.is(le, m.column(at, minX, from), side[maxX])
		m.keep(m.is(ge, m.column(at, maxX, from), side[minX]), hit)
		m.keep(m.is(le, m.column(at, minY, from), side[maxY]), hit)
		m.keep(m.is(ge, m.column(at, maxY, from), side[minY]), hit)
		m.append(hit, first, from, also)
	}
}

// enter makes of the number of a node its address, and returns the numbers of its children.
func (m *matching) enter(level, at reg.GPVirtual) (first vector) {
	first = m.vec()
	child := m.long(at.As32())
	m.SHLL(Imm(4), child.As32())
	m.spread(child, first)
	m.VPADDD(m.lane, first, first)
	m.SHLQ(Imm(8), at)
	m.ADDQ(level, at)
	return first
}

// append appends the numbers that a mask has, of children from one on. also is called before the
// length of the list grows.
func (m *matching) append(hit mask, first vector, from int, also func()) {
	bits := m.bits(hit)
	to := Mem{Base: m.out, Index: m.n, Scale: 4}
	if m.wide() {
		packed := m.ZMM()
		m.VPCOMPRESSD_Z(first, hit, packed)
		m.VMOVDQU32(packed, to)
	} else {
		order, packed := m.YMM(), m.YMM()
		m.VPMOVZXBD(Mem{Base: m.packs, Index: bits.As64(), Scale: 8}, order)
		m.VPERMD(first, order, packed)
		m.VMOVDQU(packed, to)
		if from == 0 {
			m.VPADDD(m.eight, first, first)
		}
	}
	if also != nil {
		also()
	}
	m.POPCNTL(bits, bits)
	m.ADDQ(bits.As64(), m.n)
}

// slabs and distances write a number for each child and return a mask.
func (g *gen) slabs() {
	g.begin("slabs", "func(n, b *float32, limit float32, near *float32) uint32", "is the portable function.")
	n, beam, near := g.gp("n"), g.gp("b"), g.gp("near")
	get := func(k int) vector { return g.broadcast(Mem{Base: beam, Disp: 4 * k}) }
	x, y, ix, iy, px, py := get(0), get(1), get(2), get(3), get(4), get(5)
	limit := g.broadcast(g.param("limit"))
	ease := g.broadcast(g.words("slabEasing", math.Float32bits(1+0x1p-19)))
	zero := g.zeroes()
	in, out := g.ways(n, beam)
	g.halves(func(from int) mask {
		at := func(base reg.GPVirtual) vector { return g.column(base, 0, from) }
		x0 := g.mul(g.sub(g.add(at(in[0]), px), x), ix)
		x1 := g.mul(g.sub(g.sub(at(out[0]), px), x), ix)
		y0 := g.mul(g.sub(g.add(at(in[1]), py), y), iy)
		y1 := g.mul(g.sub(g.sub(at(out[1]), py), y), iy)
		enter, leave := g.max(x0, y0), g.three(g.VMINPS, x1, y1)
		g.VMOVUPS(enter, Mem{Base: near, Disp: 4 * from})
		hit := g.is(le, enter, g.mul(leave, ease))
		g.keep(g.is(ge, leave, zero), hit)
		g.keep(g.is(le, enter, limit), hit)
		return hit
	})
}

func (g *gen) distances() {
	g.begin("distances", "func(n, b *float32, limit float32, far *float32) uint32", "is the portable function.")
	n, box, far := g.gp("n"), g.gp("b"), g.gp("far")
	var side [4]vector
	for k := range side {
		side[k] = g.broadcast(Mem{Base: box, Disp: 4 * k})
	}
	limit := g.broadcast(g.param("limit"))
	most := g.broadcast(g.words("nodeMost", math.Float32bits(math.MaxFloat32)))
	diagonal := g.broadcast(g.words("nodeDiagonal", math.Float32bits(0.707106)))
	zero := g.zeroes()
	g.halves(func(from int) mask {
		gap := func(k int) vector {
			below := g.sub(g.column(n, k, from), side[k+2])
			above := g.sub(side[k], g.column(n, k+2, from))
			return g.max(g.max(below, above), zero)
		}
		dx, dy := gap(0), gap(1)
		d := g.max(g.max(dx, dy), g.mul(g.add(dx, dy), diagonal))
		g.VMOVUPS(d, Mem{Base: far, Disp: 4 * from})
		hit := g.is(le, d, limit)
		g.keep(g.is(le, d, most), hit)
		return hit
	})
}

// halves ends a function that returns a mask of sixteen lanes.
func (g *gen) halves(f func(from int) mask) {
	all := g.bits(f(0))
	if !g.wide() {
		high := g.bits(f(8))
		g.SHLL(Imm(8), high)
		g.ORL(high, all)
	}
	g.end(all)
}

// ways returns, for x and for y, where the columns of a node are by which a beam enters its
// children, and by which it leaves.
func (g *gen) ways(n, beam reg.GPVirtual) (in, out [2]reg.GPVirtual) {
	for k := range 2 {
		in[k], out[k] = g.GP64(), g.GP64()
		g.MOVL(Mem{Base: beam, Disp: 4 * (6 + k)}, in[k].As32())
		g.SHLL(Imm(6), in[k].As32())
		g.MOVL(in[k].As32(), out[k].As32())
		g.XORL(U32(2*nodeColumn), out[k].As32())
		g.ADDQ(n, in[k])
		g.ADDQ(n, out[k])
	}
	return in, out
}
