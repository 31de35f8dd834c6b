// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// align compares a key with sixteen others at once. Where it is found decides no branch
// unless it is near the rim, and no other key waits for it.
func align(g *gen) {
	g.begin("align", "func(keys, old *uint64, oldPlace, missed *int32, seen *byte, n, m, off int) (done, lost, next int)",
		"does what align does for n keys and m places, and stops before a key that it finds",
		"among the zeros around the places.")
	keys, old, oldPlace, missed, seen := g.gp("keys"), g.gp("old"), g.gp("oldPlace"), g.gp("missed"), g.gp("seen")
	n, m, off := g.gp("n"), g.gp("m"), g.gp("off")
	i, e, t, hit, lost, fails := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.XORQ(i, i)
	g.XORQ(lost, lost)
	g.XORQ(fails, fails)

	g.Label("keys")
	g.jumpIf(i, ge, n, "done")
	g.Comment("The place expected, within 0 and m.")
	g.LEAQ(Mem{Base: i, Index: off, Scale: 1}, e)
	g.MOVQ(e, t)
	g.SARQ(Imm(63), t)
	g.ANDNQ(e, t, e)
	g.CMPQ(e, m)
	g.CMOVQGT(m, e)
	k := g.vec()
	g.VPBROADCASTQ(Mem{Base: keys, Index: i, Scale: 8}, k)
	if g.wide() {
		low, high := g.K(), g.K()
		g.VPCMPEQQ(Mem{Base: old, Index: e, Scale: 8}, k, low)
		g.VPCMPEQQ(Mem{Base: old, Index: e, Scale: 8, Disp: 64}, k, high)
		g.KUNPCKBW(low, high, low)
		g.KMOVW(low, hit.As32())
	}
	for part := range 4 {
		if g.wide() {
			break
		}
		v := g.YMM()
		g.VPCMPEQQ(Mem{Base: old, Index: e, Scale: 8, Disp: 32 * part}, k, v)
		if part == 0 {
			g.VMOVMSKPD(v, hit.As32())
			continue
		}
		g.VMOVMSKPD(v, t.As32())
		g.SHLL(Imm(uint64(4*part)), t.As32())
		g.ORL(t.As32(), hit.As32())
	}
	g.jumpIfZero(hit.As32(), "missing")
	g.TZCNTQ(hit, hit)
	g.LEAQ(Mem{Base: e, Index: hit, Scale: 1, Disp: -8}, e)
	g.jumpIfUnsigned(e, ge, m, "done")
	g.MOVL(e.As32(), Mem{Base: oldPlace, Index: i, Scale: 4})
	g.MOVB(Imm(1), Mem{Base: seen, Index: e, Scale: 1})
	g.XORQ(fails, fails)
	g.SUBQ(Imm(3), hit)
	g.jumpIfUnsigned(hit, ge, Imm(10), "rim")
	g.INCQ(i)
	g.jump("keys")

	g.Label("rim")
	g.Comment("Two places up or down: hit is now 10 to 12, or negative.")
	g.SARQ(Imm(63), hit)
	g.LEAQ(Mem{Base: off, Index: hit, Scale: 4, Disp: 2}, off)
	g.INCQ(i)
	g.jump("keys")

	g.Label("missing")
	g.MOVL(I32(-1), Mem{Base: oldPlace, Index: i, Scale: 4})
	g.MOVL(i.As32(), Mem{Base: missed, Index: lost, Scale: 4})
	g.INCQ(lost)
	g.INCQ(i)
	g.INCQ(fails)
	g.jumpIf(fails, lt, Imm(8), "keys")

	g.Label("done")
	g.end(i, lost, off)
}
