// SPDX-License-Identifier: MIT

package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The parts of functions around their arithmetic: parameters, results, jumps and loops.

// begin starts a function of this width, whose documentation begins with its name.
func (g *gen) begin(name, signature string, doc ...string) {
	name += g.suffix()
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr(signature)
	g.Doc(append([]string{name + " " + doc[0]}, doc[1:]...)...)
	g.Pragma("noescape")
}

// end returns results in the order of the signature, 0 for nil.
func (g *gen) end(results ...reg.Register) {
	g.VZEROUPPER()
	for i, r := range results {
		if r == nil {
			r = g.counter()
		}
		g.Store(r, g.ReturnIndex(i))
	}
	g.RET()
}

// gp is a general register with a parameter.
func (g *gen) gp(name string) reg.GPVirtual {
	return g.Load(g.Param(name), g.GP64()).(reg.GPVirtual)
}

// param is a parameter in memory, and result a result.
func (g *gen) param(name string) Mem { return g.address(g.Param(name)) }

func (g *gen) result(name string) Mem { return g.address(g.Return(name)) }

func (g *gen) address(c gotypes.Component) Mem {
	b, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// frame reserves so many bytes on the stack, on the boundary of a vector, and returns where they
// begin.
func (g *gen) frame(bytes int) reg.GPVirtual {
	local := g.AllocLocal(bytes + g.bytes() - 8)
	frame := g.GP64()
	g.Comment("Vectors on the stack stand on their boundary.")
	g.LEAQ(local.Offset(g.bytes()-8), frame)
	g.ANDQ(I32(-g.bytes()), frame)
	return frame
}

// quad is a new register with 64 bits, and long one with 32 and zeroes above them.
func (g *gen) quad(from Op) reg.GPVirtual {
	r := g.GP64()
	g.MOVQ(from, r)
	return r
}

func (g *gen) long(from Op) reg.GPVirtual {
	r := g.GP64()
	g.MOVL(from, r.As32())
	return r
}

// pointer is a new register with an address.
func (g *gen) pointer(to Mem) reg.GPVirtual {
	r := g.GP64()
	g.LEAQ(to, r)
	return r
}

// counter is a new register with 0.
func (g *gen) counter() reg.GPVirtual {
	r := g.GP64()
	g.XORQ(r, r)
	return r
}

func (g *gen) jump(label string) { g.JMP(LabelRef(label)) }

// jumpIf jumps if a and b, one of them a register, are related as a predicate of comparisons says:
// numbers with a sign, and for jumpIfUnsigned ones without.
func (g *gen) jumpIf(a Op, predicate uint64, b Op, label string) {
	g.compare(a, b)
	map[uint64]func(Op){eq: g.JEQ, ne: g.JNE, lt: g.JLT, le: g.JLE, gt: g.JGT, ge: g.JGE}[predicate](LabelRef(label))
}

func (g *gen) jumpIfUnsigned(a Op, predicate uint64, b Op, label string) {
	g.compare(a, b)
	map[uint64]func(Op){lt: g.JCS, le: g.JLS, gt: g.JHI, ge: g.JCC}[predicate](LabelRef(label))
}

func (g *gen) compare(a, b Op) {
	r, ok := a.(reg.Register)
	if !ok {
		r = b.(reg.Register)
	}
	if r.Size() == 4 {
		g.CMPL(a, b)
	} else {
		g.CMPQ(a, b)
	}
}

// jumpIfZero jumps if a register has no bit set, and jumpIfSome if it has one.
func (g *gen) jumpIfZero(r reg.Register, label string) {
	g.testBits(r)
	g.JEQ(LabelRef(label))
}

func (g *gen) jumpIfSome(r reg.Register, label string) {
	g.testBits(r)
	g.JNE(LabelRef(label))
}

func (g *gen) testBits(r reg.Register) {
	if r.Size() == 4 {
		g.TESTL(r, r)
	} else {
		g.TESTQ(r, r)
	}
}

// vectors does the same with each vector of entries from i to end.
func (g *gen) vectors(i, end reg.GPVirtual, each func()) {
	g.jump("check")
	g.Label("loop")
	each()
	g.ADDQ(Imm(uint64(g.lanes)), i)
	g.Label("check")
	g.jumpIf(i, lt, end, "loop")
}
