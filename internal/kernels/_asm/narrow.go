// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// narrow is a kernel with one pair per lane while it is written. The life of a
// vector of pairs: indices are read one by one (the hardware's gathers are slower),
// records are loaded in halves and transposed, the family's own arithmetic says
// which lanes are hits, and these are packed to the left and stored as whole vectors.
//
// Lane l of a vector holds pair order[l] of it.
type narrow struct {
	*gen
	normals bool
	order   []int

	rec, pairs, remaining, n, opened reg.GPVirtual
	table, frame                     reg.GPVirtual
	columns                          map[string]reg.GPVirtual

	valid        reg.Register    // AVX-512: lanes that have a pair
	only         [4]reg.Register // AVX-512: lane i alone, for 128 bits
	iota, one    Op
	spilled, cap int // bytes of the frame in use and in all
}

// The frame: the pairs of the last vector, then, with AVX2, the valid lanes. Spilled
// vectors come after.
const (
	tailAt  = 0
	validAt = 64 // with AVX2, whose tail takes no more
)

func (k *narrow) at(disp int) Mem { return Mem{Base: k.frame, Disp: disp} }

// bytes returns the size of a vector.
func (g *gen) bytes() int { return 4 * g.lanes }

// laneOrder returns the cheapest: for AVX2 that in which one shuffle parts A from B. With
// AVX-512 a hit is packed by lane number, so the order is natural.
func (g *gen) laneOrder() []int {
	if g.wide() {
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	}
	return []int{0, 1, 4, 5, 2, 3, 6, 7}
}

// begin opens the function. They all have one signature, and rely on this: every
// index is below 2^27 and has its record (and class, where that is read), count is
// positive, and the columns have room for count entries and a vector more. Without
// normals the columns of those are not written. Spills is how many vectors will not fit
// in registers.
func (g *gen) kernel(name, what string, normals bool, spills int) *narrow {
	k := &narrow{gen: g, normals: normals, order: g.laneOrder(), columns: map[string]reg.GPVirtual{}}
	g.begin(name, "func(rec *float64, class *uint8, pairs *uint64, count int, limit float32, a, b *uint32, sep, nx, ny *float32, soon *uintptr) (n, open int)", what)
	k.rec, k.pairs, k.remaining = g.gp("rec"), g.gp("pairs"), g.gp("count")
	columns := []string{"a", "b", "sep"}
	if normals {
		columns = append(columns, "nx", "ny")
	}
	for _, p := range columns {
		k.columns[p] = g.gp(p)
	}
	k.spilled = validAt + 32
	k.cap = k.spilled + spills*g.bytes()
	if g.wide() {
		k.spilled, k.cap = 128, 128
	}
	k.frame = g.frame(k.cap)
	k.n = g.counter()
	if g.wide() {
		k.iota = g.perLane("lanes"+g.suffix(), lane)
		k.one = g.splat("unit", 1)
	} else {
		k.table = g.pointer(g.leftPack("leftPackShuffled"))
	}
	return k
}

// limit returns the greatest separation, in every lane.
func (k *narrow) limit() Op {
	return k.keep(k.broadcast(k.param("limit")))
}

// spill moves v to the frame.
func (k *narrow) spill(v vector) Mem {
	if k.spilled+k.bytes() > k.cap {
		panic("frame too small")
	}
	m := k.at(k.spilled)
	k.spilled += k.bytes()
	k.VMOVUPS(v, m)
	return m
}

// keep moves v out of the way if registers are short.
func (k *narrow) keep(v vector) Op {
	if k.wide() {
		return v
	}
	return k.spill(v)
}

// over is keep, in place of something that is needed no more.
func (k *narrow) over(v vector, old Op) Op {
	if k.wide() {
		return v
	}
	k.VMOVUPS(v, old)
	return old
}

// reg is v in a register.
func (k *narrow) reg(v Op) vector {
	if r, ok := v.(vector); ok {
		return r
	}
	r := k.vec()
	k.VMOVUPS(v, r)
	return r
}

// loop begins the loop over vectors of pairs. The last pairs, if too few, go to the
// frame, filled up with pairs (0, 0): the records exist, and the hits do not count.
func (k *narrow) loop(radii bool) {
	if k.wide() {
		k.valid = k.K()
		k.KXNORW(k.valid, k.valid, k.valid)
		if radii {
			w := k.GP32()
			for j := 1; j < 4; j++ {
				k.only[j] = k.K()
				k.MOVL(U32(1<<j), w)
				k.KMOVW(w, k.only[j])
			}
		}
	} else {
		k.MOVL(U32(0xff), k.at(validAt))
	}
	k.Label("loop")
	k.jumpIf(k.remaining, ge, Imm(uint64(k.lanes)), "full")
	if k.wide() {
		ones, m := k.GP64(), k.GP64()
		k.MOVL(U32(0xffff), ones.As32())
		k.BZHIL(k.remaining.As32(), ones.As32(), m.As32())
		k.KMOVW(m.As32(), k.valid)
		k.MOVQ(I32(-1), ones)
		k.LEAQ(Mem{Base: k.remaining, Index: k.remaining, Scale: 1}, m)
		k.BZHIQ(m, ones, ones)
		for half := range 2 {
			part, v := k.K(), k.ZMM()
			k.KMOVW(ones.As32(), part)
			k.VMOVDQU32_Z(Mem{Base: k.pairs, Disp: 64 * half}, part, v)
			k.VMOVDQU32(v, k.at(tailAt+64*half))
			k.SHRQ(Imm(16), ones)
		}
	} else {
		x, m, w := k.XMM(), k.YMM(), k.GP32()
		have := func(n reg.Register, of Mem) vector {
			k.VMOVD(n, x)
			k.VPBROADCASTD(x, m)
			v := k.YMM()
			k.VPCMPGTD(of, m, v)
			return v
		}
		var at []uint32
		for _, p := range k.order {
			at = append(at, uint32(p))
		}
		k.VMOVMSKPS(have(k.remaining.As32(), k.words("order", at...)), w)
		k.MOVL(w, k.at(validAt))
		k.LEAL(Mem{Base: k.remaining, Index: k.remaining, Scale: 1}, w)
		for half, of := range []Mem{k.words("low", 0, 1, 2, 3, 4, 5, 6, 7), k.words("high", 8, 9, 10, 11, 12, 13, 14, 15)} {
			v := have(w, of)
			k.VPMASKMOVD(Mem{Base: k.pairs, Disp: 32 * half}, v, v)
			k.VMOVDQU(v, k.at(tailAt+32*half))
		}
	}
	k.MOVQ(k.frame, k.pairs)
	k.Label("full")
	k.expect()
}

// expect asks for what is read and written next: pairs behind these, the names of the contacts, and
// columns of the answer some vectors on. To wait for memory takes as long as to decide pairs, and
// can be done at the same time.
func (k *narrow) expect() {
	soon, at := k.gp("soon"), k.GP64()
	k.jumpIfZero(soon, "expected")
	k.MOVQ(Mem{Base: soon}, at)
	for line := 0; line < 8*k.lanes; line += 64 {
		k.PREFETCHT0(Mem{Base: k.pairs, Index: at, Scale: 1, Disp: line})
	}
	for name := range 2 {
		k.MOVQ(Mem{Base: soon, Disp: 8 + 8*name}, at)
		k.PREFETCHT0(Mem{Base: at, Index: k.n, Scale: 8})
	}
	for _, name := range k.written() {
		k.PREFETCHT0(Mem{Base: k.columns[name], Index: k.n, Scale: 4, Disp: 512})
	}
	k.Label("expected")
}

// index returns where the pair of a lane names its record: side 0 is A, 1 is B.
func (k *narrow) index(lane, side int) Mem {
	return Mem{Base: k.pairs, Disp: 8*k.order[lane] + 4*side}
}

// gathered are the lanes of one vector of pairs: how far B is from A, and what was
// asked for of either record, in the order P, Q, C, S.
type gathered struct {
	dx, dy vector
	of     [2][4]vector
}

// The fields to gather from a record besides its position.
type want int

const (
	onlyP want = iota
	all
)

// gather loads the records. Pick, if not nil, chooses the two records of a lane and
// loads their indices; it is called in the order of visits.
func (k *narrow) gather(wants [2]want, pick func(lane int, a, b reg.GPVirtual)) (r gathered) {
	quads := k.lanes / 4 // 128-bit parts of a vector
	var rows [2][4]vector
	var radii [2][4]reg.VecVirtual
	var halves [2]vector
	var places [2]vector // AVX-512: positions of the same four pairs, of A and B
	for half := range 2 {
		var deltas []vector // of the pairs 2*half and 2*half+1 of each quad
		for visit, lane := range k.visits()[half*k.lanes/2:][:k.lanes/2] {
			a, b := k.GP64(), k.GP64()
			if pick != nil {
				pick(lane, a, b)
			} else {
				k.MOVL(k.index(lane, 0), a.As32())
				k.MOVL(k.index(lane, 1), b.As32())
			}
			k.SHLQ(Imm(5), a)
			k.SHLQ(Imm(5), b)
			quad, j := lane/4, lane%4
			for side, at := range []reg.GPVirtual{a, b} {
				field := func(disp int) Mem { return Mem{Base: k.rec, Index: at, Scale: 1, Disp: disp} }
				if k.wide() {
					if visit%4 == 0 {
						places[side] = k.vec()
						k.whole(places[side])(x86.VMOVUPD(field(0), places[side].AsX()))
					} else {
						k.part(visit%4, field(0), places[side])
					}
				}
				switch {
				case wants[side] == all && quad == 0:
					v := k.vec()
					k.whole(v)(x86.VMOVUPS(field(16), v.AsX()))
					rows[side][j] = v
				case wants[side] == all:
					k.part(quad, field(16), rows[side][j])
				case j == 0:
					x := k.XMM()
					k.VMOVUPS(field(16), x)
					radii[side][quad] = x
				default:
					// A load so far below P that P comes to its lane: a blend runs on
					// more ports than a shuffle.
					x := radii[side][quad]
					if k.wide() {
						k.VMOVUPS(field(16-4*j), k.only[j], x)
					} else {
						k.VBLENDPS(Imm(1<<j), field(16-4*j), x, x)
					}
				}
			}
			if k.wide() {
				if visit%4 < 3 {
					continue
				}
				d := k.three(k.VSUBPD, places[0], places[1])
				v := k.vec()
				k.whole(v)(x86.VCVTPD2PS(d, v.AsY()))
				if visit == 3 {
					halves[half] = v
				} else {
					k.VINSERTF64X4(Imm(1), v.AsY(), halves[half], halves[half])
				}
				continue
			}
			d := k.YMM()
			k.whole(d)(x86.VMOVUPD(Mem{Base: k.rec, Index: b, Scale: 1}, d.AsX()))
			k.whole(d)(x86.VSUBPD(Mem{Base: k.rec, Index: a, Scale: 1}, d.AsX(), d.AsX()))
			if lane%2 == 0 {
				deltas = append(deltas, d)
				continue
			}
			e := deltas[len(deltas)-1]
			k.part(1, d.AsX(), e)
			if quad == 0 {
				v := k.vec()
				k.whole(v)(x86.VCVTPD2PSY(e, v.AsX()))
				halves[half] = v
			} else {
				x := k.XMM()
				k.VCVTPD2PSY(e, x)
				k.part(quad, x, halves[half])
			}
		}
	}
	r.dx, r.dy = k.vec(), k.vec()
	k.VSHUFPS(Imm(0x88), halves[1], halves[0], r.dx)
	k.VSHUFPS(Imm(0xdd), halves[1], halves[0], r.dy)
	for side := range 2 {
		if wants[side] == all {
			r.of[side] = k.transpose(rows[side])
			continue
		}
		v := k.vec()
		k.whole(v)(x86.VMOVAPS(radii[side][0], v.AsX()))
		for quad := 1; quad < quads; quad++ {
			k.part(quad, radii[side][quad], v)
		}
		r.of[side][0] = v
	}
	return r
}

// visits returns the order in which gather comes to the lanes.
func (k *narrow) visits() (v []int) {
	for half := range 2 {
		for quad := range k.lanes / 4 {
			v = append(v, 4*quad+2*half, 4*quad+2*half+1)
		}
	}
	return v
}

// part replaces 128 bits of v.
func (k *narrow) part(quad int, from Op, v vector) {
	if k.wide() {
		k.VINSERTF32X4(Imm(uint64(quad)), from, v, v)
	} else {
		k.VINSERTF128(Imm(uint64(quad)), from, v, v)
	}
}

// finish packs the hits and ends the loop and the function. open is nil where a
// kernel leaves nothing open; else open pairs must be hits.
func (k *narrow) finish(hit, open mask, sep vector, nx, ny Op) {
	k.pack(hit, open, sep, nx, ny)
	k.ADDQ(I32(8*k.lanes), k.pairs)
	k.SUBQ(Imm(uint64(k.lanes)), k.remaining)
	k.JG(LabelRef("loop"))
	k.end(k.n, k.opened)
}

// written are the columns of separations and, with normals, of those.
func (k *narrow) written() []string {
	if k.normals {
		return []string{"sep", "nx", "ny"}
	}
	return []string{"sep"}
}

// pack writes the hits of a vector.
func (k *narrow) pack(hit, open mask, sep vector, nx, ny Op) {
	count := k.GP64()
	columns := k.written()
	from := map[string]Op{"sep": sep, "nx": nx, "ny": ny}
	to := func(name string) Mem { return Mem{Base: k.columns[name], Index: k.n, Scale: 4} }
	if k.wide() {
		hits := k.both(hit, k.valid)
		k.KMOVW(hits, count.As32())
		if open != nil {
			o := k.GP64()
			k.KMOVW(k.both(open, k.valid), o.As32())
			k.POPCNTL(o.As32(), o.As32())
			k.ADDQ(o, k.opened)
		}
		p, a, b := k.ZMM(), k.ZMM(), k.ZMM()
		k.VPCOMPRESSD_Z(k.iota, hits, p)
		k.VPADDD(p, p, a)
		k.VPORD(k.one, a, b)
		first, last := k.ZMM(), Mem{Base: k.pairs, Disp: 64}
		k.VMOVDQU32(Mem{Base: k.pairs}, first)
		k.VPERMI2D(last, first, a)
		k.VPERMI2D(last, first, b)
		k.VMOVDQU32(a, to("a"))
		k.VMOVDQU32(b, to("b"))
		for _, c := range columns {
			v := from[c]
			if c != "sep" || k.packed(open) {
				d := k.ZMM()
				k.VPERMPS(v, p, d)
				v = d
			}
			k.VMOVUPS(v, to(c))
		}
	} else {
		k.VMOVMSKPS(hit, count.As32())
		k.ANDL(k.at(validAt), count.As32())
		if open != nil {
			o := k.GP64()
			k.VMOVMSKPS(open, o.As32())
			k.ANDL(k.at(validAt), o.As32())
			k.POPCNTL(o.As32(), o.As32())
			k.ADDQ(o, k.opened)
		}
		p := k.YMM()
		k.VPMOVZXBD(Mem{Base: k.table, Index: count, Scale: 8}, p)
		first, last := k.YMM(), Mem{Base: k.pairs, Disp: 32}
		k.VMOVDQU(Mem{Base: k.pairs}, first)
		for i, c := range []string{"a", "b"} {
			v := k.YMM()
			k.VSHUFPS(Imm([]uint64{0x88, 0xdd}[i]), last, first, v)
			k.VPERMD(v, p, v)
			k.VMOVDQU(v, to(c))
		}
		for _, c := range columns {
			v := from[c]
			if c != "sep" || k.packed(open) {
				d := k.YMM()
				k.VPERMPS(v, p, d)
				v = d
			}
			k.VMOVUPS(v, to(c))
		}
	}
	k.POPCNTL(count.As32(), count.As32())
	k.ADDQ(count, k.n)
}

// packed reports whether separations differ from lane to lane: without normals they
// are zero, or open.
func (k *narrow) packed(open mask) bool { return k.normals || open != nil }
