// SPDX-License-Identifier: MIT

package main

import (
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The marks between which instructions are woven.
const first, second, woven = "first", "second", "woven"

// weave writes two runs of instructions that do not depend on each other as one, in turns. A
// processor looks ahead by some hundred instructions only, so one that waits for its own results
// and one that does not overlap only if they lie side by side.
func (g *gen) weave(a, b func()) {
	g.Comment(first)
	a()
	g.Comment(second)
	b()
	g.Comment(woven)
}

// interleave puts in turns what weave has marked.
func interleave(f *ir.File) {
	for _, fn := range f.Functions() {
		var nodes []ir.Node
		var at [2]int
		for _, n := range fn.Nodes {
			c, ok := n.(*ir.Comment)
			switch {
			case ok && c.Lines[0] == first:
				at[0] = len(nodes)
			case ok && c.Lines[0] == second:
				at[1] = len(nodes)
			case ok && c.Lines[0] == woven:
				a, b := nodes[at[0]:at[1]:at[1]], nodes[at[1]:]
				var both []ir.Node
				for i, n := range a {
					both = append(both, n)
					both = append(both, b[len(b)*i/len(a):len(b)*(i+1)/len(a)]...)
				}
				nodes = append(nodes[:at[0]:at[0]], both...)
			default:
				nodes = append(nodes, n)
			}
		}
		fn.Nodes = nodes
	}
}

// ahead is loop, decide and finish for AVX-512, where the records of a vector of pairs are gathered
// while the pairs before are decided.
func (k *narrow) ahead(decide func(in gathered) (hit mask, sep, nx, ny vector)) {
	tail, last := k.K(), k.GP64()
	k.Comment("The last pairs, if they do not fill a vector, go to the frame, filled up with pairs (0, 0).")
	k.valid = k.K()
	k.KXNORW(k.valid, k.valid, k.valid)
	k.MOVQ(k.remaining, last)
	k.ANDQ(Imm(15), last)
	k.JEQ(LabelRef("whole"))
	ones, m := k.GP64(), k.GP64()
	k.MOVL(U32(0xffff), ones.As32())
	k.BZHIL(last.As32(), ones.As32(), m.As32())
	k.KMOVW(m.As32(), tail)
	k.MOVQ(I32(-1), ones)
	k.LEAQ(Mem{Base: last, Index: last, Scale: 1}, m)
	k.BZHIQ(m, ones, ones)
	from := k.quad(k.remaining)
	k.SUBQ(last, from)
	k.LEAQ(Mem{Base: k.pairs, Index: from, Scale: 8}, from)
	for half := range 2 {
		part, v := k.K(), k.ZMM()
		k.KMOVW(ones.As32(), part)
		k.VMOVDQU32_Z(Mem{Base: from, Disp: 64 * half}, part, v)
		k.VMOVDQU32(v, k.at(tailAt+64*half))
		k.SHRQ(Imm(16), ones)
	}
	k.jumpIf(k.remaining, ge, Imm(16), "whole")
	k.MOVQ(k.frame, k.pairs)
	k.KMOVW(tail, k.valid)
	k.Label("whole")

	then := *k
	gather := func(from reg.GPVirtual) gathered {
		then.pairs = from
		return then.gather([2]want{all, all}, nil)
	}
	in := gather(k.pairs)
	fields := func(in *gathered) []*vector {
		f := []*vector{&in.dx, &in.dy}
		for side := range in.of {
			for i := range in.of[side] {
				f = append(f, &in.of[side][i])
			}
		}
		return f
	}
	var now gathered
	for i, v := range fields(&in) {
		r := k.vec()
		k.VMOVAPS(*v, r)
		*fields(&now)[i] = r
	}
	k.Label("loop")
	cur, next := k.pairs, k.GP64()
	k.LEAQ(Mem{Base: cur, Disp: 128}, next)
	k.SUBQ(Imm(16), k.remaining)
	k.jumpIf(k.remaining, ge, Imm(16), "full")
	k.CMPQ(k.remaining, Imm(0))
	k.CMOVQGT(k.frame, next)
	k.CMOVQLE(cur, next)
	k.Label("full")
	k.expect()
	k.weave(func() { in = gather(next) }, func() {
		hit, sep, nx, ny := decide(now)
		k.pack(hit, nil, sep, nx, ny)
	})
	for i, v := range fields(&in) {
		k.VMOVAPS(*v, *fields(&now)[i])
	}
	k.MOVQ(next, cur)
	k.jumpIf(next, ne, k.frame, "more")
	k.KMOVW(tail, k.valid)
	k.Label("more")
	k.jumpIf(k.remaining, gt, Imm(0), "loop")
	k.end(k.n, k.opened)
}
