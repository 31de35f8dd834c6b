// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sortedList is how many entries a list has at most that is sorted here.
const sortedList = 16

// listsAhead is how many lists before its turn one is fetched.
const listsAhead = 24

// lists writes lists one behind the other. Networks sort lists of up to eight entries, and of up to
// sixteen, without branches that depend on the entries.
func lists(g *gen) {
	iota := g.words32("listLanes", 0, 1, 2, 3, 4, 5, 6, 7)
	reverse := g.words32("listReverse", 7, 6, 5, 4, 3, 2, 1, 0)
	g.begin("gatherLists", "func(args listArgs) (done, long, at int)",
		"is the portable function for the first of some lists. It leaves lists of more than sixteen entries as they are, and names",
		"them. It stops before a list that does not exist, or lies too near the end of its walk's output or of out for whole vectors.")
	lists, offsets, from, out, at := g.gp("lists"), g.gp("offsets"), g.gp("from"), g.gp("out"), g.gp("at")
	k, n, src, t, long := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	s := &listSorter{gen: g, iota: g.YMM(), eight: g.YMM(), reverse: g.YMM()}
	g.VMOVDQU(iota, s.iota)
	g.VMOVDQU(reverse, s.reverse)
	g.MOVQ(U32(8), t)
	g.spread(t, s.eight)
	g.XORQ(k, k)
	g.XORQ(long, long)

	g.Label("list")
	g.jumpIf(k, ge, g.param("count"), "done")
	list := g.GP64()
	g.Comment("Lists lie far apart, so they are asked for some time before.")
	g.LEAQ(Mem{Base: k, Disp: listsAhead}, list)
	g.CMPQ(list, g.param("count"))
	g.CMOVQGE(k, list)
	g.MOVQ(Mem{Base: lists, Index: list, Scale: 8}, list)
	g.MOVL(list.As32(), src.As32())
	g.SHRQ(Imm(54), list)
	g.XORQ(t, t)
	g.CMPQ(list, g.param("lenders"))
	g.CMOVQCC(t, list)
	g.LEAQ(Mem{Base: list, Index: list, Scale: 2}, list)
	g.MOVQ(Mem{Base: from, Index: list, Scale: 8}, t)
	g.PREFETCHT0(Mem{Base: t, Index: src, Scale: 4})
	g.PREFETCHT0(Mem{Base: t, Index: src, Scale: 4, Disp: 28})
	g.MOVQ(Mem{Base: lists, Index: k, Scale: 8}, list)
	g.MOVQ(list, n)
	g.SHRQ(Imm(32), n)
	g.ANDQ(U32(1<<22-1), n)
	g.MOVL(list.As32(), src.As32())
	g.SHRQ(Imm(54), list)
	g.jumpIfUnsigned(list, ge, g.param("lenders"), "done")
	g.LEAQ(Mem{Base: list, Index: list, Scale: 2}, list)
	g.Comment("Whole vectors are read, and written.")
	g.LEAQ(Mem{Base: src, Index: n, Scale: 1, Disp: sortedList}, t)
	g.jumpIf(t, gt, Mem{Base: from, Index: list, Scale: 8, Disp: 8}, "done")
	g.MOVQ(Mem{Base: from, Index: list, Scale: 8}, t)
	g.LEAQ(Mem{Base: t, Index: src, Scale: 4}, src)
	g.LEAQ(Mem{Base: at, Index: n, Scale: 1, Disp: sortedList}, t)
	g.jumpIf(t, gt, g.param("room"), "done")
	g.MOVQ(at, Mem{Base: offsets, Index: k, Scale: 8})
	to := g.GP64()
	g.LEAQ(Mem{Base: out, Index: at, Scale: 4}, to)
	g.ADDQ(n, at)
	g.INCQ(k)
	g.jumpIfUnsigned(n, gt, Imm(8), "more")
	low := s.load(src, n, 0)
	g.VMOVDQU(s.sort(low), Mem{Base: to})
	g.jump("list")

	g.Label("more")
	g.jumpIfUnsigned(n, gt, Imm(sortedList), "long")
	low = g.YMM()
	g.VMOVDQU(Mem{Base: src}, low)
	low, high := s.sort(low), s.sort(s.load(src, n, 8))
	g.VPERMD(high, s.reverse, high)
	less, more := g.three(g.VPMINUD, high, low), g.three(g.VPMAXUD, high, low)
	g.VMOVDQU(s.merge(less), Mem{Base: to})
	g.VMOVDQU(s.merge(more), Mem{Base: to, Disp: 32})
	g.jump("list")

	g.Label("long")
	g.MOVQ(g.param("long"), t)
	g.LEAQ(Mem{Base: k, Disp: -1}, list)
	g.MOVL(list.As32(), Mem{Base: t, Index: long, Scale: 4})
	g.INCQ(long)
	g.Label("copy")
	v := g.YMM()
	g.VMOVDQU(Mem{Base: src}, v)
	g.VMOVDQU(v, Mem{Base: to})
	g.ADDQ(Imm(32), src)
	g.ADDQ(Imm(32), to)
	g.SUBQ(Imm(8), n)
	g.JG(LabelRef("copy"))
	g.MOVQ(at, t)
	g.SUBQ(g.param("at"), t)
	g.jumpIf(t, lt, U32(sweepPartners), "list")

	g.Label("done")
	g.end(k, long, at)
}

// listSorter sorts eight lanes.
type listSorter struct {
	*gen
	iota, eight, reverse vector
}

// load loads entries of a list from one on. Missing entries are the greatest.
func (s *listSorter) load(src, n reg.GPVirtual, first int) vector {
	v, none := s.YMM(), s.YMM()
	s.spread(n, none)
	if first > 0 {
		s.VPSUBD(s.eight, none, none)
	}
	s.VPCMPGTD(s.iota, none, none) // entries that it has
	s.VMOVDQU(Mem{Base: src, Disp: 4 * first}, v)
	s.VPAND(v, none, v)
	ones := s.YMM()
	s.VPCMPEQD(ones, ones, ones)
	s.VPXOR(ones, none, none)
	s.VPOR(none, v, v)
	return v
}

// stage compares lanes with the lanes of turned in the same places; the greater stay where upper
// has a bit.
func (s *listSorter) stage(v, turned vector, upper uint64) vector {
	less, more, out := s.YMM(), s.YMM(), s.YMM()
	s.VPMINUD(turned, v, less)
	s.VPMAXUD(turned, v, more)
	s.VPBLENDD(Imm(upper), more, less, out)
	return out
}

func (s *listSorter) shuffled(v vector, order uint64) vector {
	u := s.YMM()
	s.VPSHUFD(Imm(order), v, u)
	return u
}

// sort is Batcher's bitonic sort.
func (s *listSorter) sort(v vector) vector {
	v = s.stage(v, s.shuffled(v, 0b10_11_00_01), 0b10101010)
	v = s.stage(v, s.shuffled(v, 0b00_01_10_11), 0b11001100)
	v = s.stage(v, s.shuffled(v, 0b10_11_00_01), 0b10101010)
	turned := s.YMM()
	s.VPERMD(v, s.reverse, turned)
	return s.pairs(s.stage(v, turned, 0b11110000))
}

// merge sorts eight that rise and then fall.
func (s *listSorter) merge(v vector) vector {
	turned := s.YMM()
	s.VPERMQ(Imm(0b01_00_11_10), v, turned)
	return s.pairs(s.stage(v, turned, 0b11110000))
}

// pairs ends a sort, of halves that are in order but each in itself.
func (s *listSorter) pairs(v vector) vector {
	v = s.stage(v, s.shuffled(v, 0b01_00_11_10), 0b11001100)
	return s.stage(v, s.shuffled(v, 0b10_11_00_01), 0b10101010)
}
