// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/bvh"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// Casts are questions about what moving shapes run into. Each probe moves by (DX, DY), at a
// constant velocity, and turns about its position by Turn radians, at a constant rate. DX, DY and
// Turn have an entry for each probe; a nil Turn stands for zeros. They are rounded to float32;
// see batch.Columns for how large they may be.
type Casts struct {
	Probes
	DX, DY, Turn []float64
}

// CastHits are the first shapes that probes meet, as columns with an entry for each probe. Shape is
// the shape met, or 0 if there is none. Fraction is the fraction of the motion, in [0, 1], after
// which the two first touch. (NX, NY) is the unit normal there, from the shape to the probe, and
// (X, Y) is the point of the shape where they touch, in the world. A shape that the probe touches at
// the start is met at fraction 0.
type CastHits struct {
	Shape    []soa.ID
	Fraction []float32
	NX, NY   []float32
	X, Y     []float64
}

// casts is the task of casting shapes.
type casts struct {
	probes  probes
	asked   Casts
	result  CastHits
	charged int64 // bytes, for the result
}

// CastShapes finds the first shape that each moving probe meets; of several at the same fraction,
// the one with the lowest ID. Fractions are the times that batch.ModeSwept finds; see
// simd.Bounds.Impact for how exact they are.
func (a *Asker) CastShapes(ctx context.Context, c Casts, opts ...Option) (*CastHits, error) {
	const op = "CastShapes"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	t := &a.casts
	n, err := a.load(&t.probes, op, &c.Probes)
	if err != nil {
		return nil, err
	}
	if err := columns(op, n, column{"DX", len(c.DX)}, column{"DY", len(c.DY)}); err != nil {
		return nil, err
	}
	if c.Turn != nil && len(c.Turn) != n {
		return nil, &QuestionError{op, -1, fmt.Sprintf("column Turn has %d entries for %d questions: give one for each, or nil", len(c.Turn), n)}
	}
	for i := range n {
		turn := 0.0
		if c.Turn != nil {
			turn = c.Turn[i]
		}
		if !pose.Moving(float32(c.DX[i]), float32(c.DY[i]), float32(turn)) {
			return nil, &QuestionError{op, i, fmt.Sprintf("motion (%v, %v) with a turn of %v is not finite, beyond 2^100, or turns by more than %d", c.DX[i], c.DY[i], turn, pose.MaxTurn)}
		}
	}
	if err := a.upTo(&t.charged, withSpare(n, hitBytes)); err != nil {
		return nil, err
	}
	t.probes.fit(&a.ix.tree, a.boxes, 0)
	t.asked = c
	h := &t.result
	h.Shape, h.Fraction = scratch.Resize(h.Shape, n), scratch.Resize(h.Fraction, n)
	h.NX, h.NY, h.X, h.Y = scratch.Resize(h.NX, n), scratch.Resize(h.NY, n), scratch.Resize(h.X, n), scratch.Resize(h.Y, n)
	a.sorter.sort(a.boxes, t.probes.World, a.ix.Len())
	if err := a.answer(t); err != nil {
		return nil, err
	}
	return h, nil
}

// CastHit is one entry.
type CastHit struct {
	Shape    soa.ID
	Fraction float32
	NX, NY   float32
	X, Y     float64
}

// block casts a block of shapes.
func (t *casts) block(a *Asker, w *worker, _ int, questions []uint32) error {
	own := t.probes.own.polygons
	for _, q := range questions {
		w.narrow.begin(a.ix, own)
		w.narrow.askShape(&t.probes.own, q)
		f := t.probes.sieve(a.ix, q)
		f.solid = a.cfg.solid
		turn := float32(0)
		if t.asked.Turn != nil {
			turn = float32(t.asked.Turn[q])
		}
		m := motion{pair.Motion{DX: float32(t.asked.DX[q]), DY: float32(t.asked.DY[q])}, turn}
		hit := a.ix.cast(w, &t.probes.own, q, &f, m)
		a.ix.touch(w, &t.probes.own, q, m, &hit)
		h := &t.result
		h.Shape[q], h.Fraction[q], h.NX[q], h.NY[q] = hit.Shape, hit.Fraction, hit.NX, hit.NY
		h.X[q], h.Y[q] = hit.X, hit.Y
	}
	return nil
}

type motion struct {
	pair.Motion
	turn float32
}

// cast finds the first shape that a probe, which the worker's narrow holds, runs into.
func (ix *Index) cast(w *worker, of *shapes, q uint32, f *sieve, m motion) (best CastHit) {
	c := ix.crownOf(f.World)
	best.Fraction = 1
	if c.lo >= c.hi {
		return best
	}
	sifting := f.attrs || f.Skip != 0
	if ix.all {
		for p := c.lo; p < c.hi; p++ {
			if !sifting || f.lets(&ix.shapes, p) {
				w.narrow.add(ix, 0, p)
			}
			if len(w.narrow.place) == fan || p == c.hi-1 {
				ix.strikeFirst(w, m, &best)
			}
		}
		return best
	}
	// The probe's box about its middle; if it turns, about all that it may cover.
	rec, b := &of.rec[q], of.bound[q]
	if m.turn != 0 {
		r := float32(float32(max(abs(b.MinX), abs(b.MaxX))+max(abs(b.MinY), abs(b.MaxY))) * (1 + 0x1p-16))
		b = boxOf(-r, -r, r, r)
	}
	mx, my := float64(0.5*(float64(b.MinX)+float64(b.MaxX))), float64(0.5*(float64(b.MinY)+float64(b.MaxY)))
	hx, hy := up(0.5*(float64(b.MaxX)-float64(b.MinX))), up(0.5*(float64(b.MaxY)-float64(b.MinY)))
	t := &ix.tree
	r := ray{rec.X, rec.Y, float64(m.DX), float64(m.DY)}
	r.x, r.y = r.x+mx, r.y+my
	// The sum may round, which moves the box: by a share of the coordinate.
	slip := float32((math.Abs(rec.X)+math.Abs(rec.Y))*0x1p-52) + float32((hx+hy)*0x1p-22) + faint
	fl, ok := t.beam(&r, &c, hx+slip, hy+slip, &w.beam)
	if !ok {
		return best
	}
	limit := fl.upTo(1)
	stack := append(w.stack[:0], stop{near: -inf, node: c.node, level: int32(c.level)})
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.near > limit {
			continue
		}
		level := int(s.level)
		mask := ix.table.Slabs(&t.levels[level][s.node], &w.beam, limit, &w.near)
		if c.part {
			mask &= c.own(level, s.node)
		}
		base := len(stack)
		stack = w.push(stack, mask, s.node<<fanShift, s.level-1)
		if level > 0 {
			continue
		}
		for _, s := range stack[base:] {
			if !sifting || f.lets(&ix.shapes, s.node) {
				w.narrow.add(ix, 0, s.node)
			}
		}
		stack = stack[:base]
		ix.strikeFirst(w, m, &best)
		if best.Shape != 0 {
			limit = min(limit, float32(fl.upTo(float64(float64(best.Fraction)*(1+0x1p-22))+0x1p-140)*bvh.BeamEasing))
		}
	}
	w.stack = stack
	return best
}

// strikeFirst decides the candidates at hand and keeps the best.
func (ix *Index) strikeFirst(w *worker, m motion, best *CastHit) {
	n := &w.narrow
	if len(n.place) == 0 {
		return
	}
	n.decide(ix, 0, true, false)
	apart := n.apart[:0]
	base := uint32(n.asked)
	for k, hit := range n.hit[:len(n.place)] {
		if !hit {
			apart = append(apart, simd.Pair{A: base + uint32(k), B: 0})
			continue
		}
		if id := ix.shapes.id[n.place[k]]; best.Fraction > 0 || best.Shape == 0 || id < best.Shape {
			*best = CastHit{Shape: id, NX: n.nx[k], NY: n.ny[k]}
			w.struck = n.place[k]
		}
	}
	n.apart = apart
	if len(apart) > 0 {
		n.impacts(ix, apart, m, func(k int, time, nx, ny float32) {
			if id := ix.shapes.id[n.place[k]]; best.Shape == 0 || time < best.Fraction || time == best.Fraction && id < best.Shape {
				*best = CastHit{Shape: id, Fraction: time, NX: nx, NY: ny}
				w.struck = n.place[k]
			}
		})
	}
	n.drop(ix)
}

// impacts calls f for each pair that meets while the one question moves.
func (n *narrow) impacts(ix *Index, pairs []simd.Pair, m motion, f func(k int, time, nx, ny float32)) {
	rows := len(n.block.Rec)
	n.motion = scratch.Resize(n.motion, rows)
	clear(n.motion)
	n.motion[0] = m.Motion
	a := &n.impact
	*a = pair.ImpactArgs{Motion: n.motion, Time: n.sep}
	if m.turn != 0 {
		n.turn = scratch.Resize(n.turn, rows)
		clear(n.turn)
		n.turn[0] = m.turn
		a.Turn = n.turn
	}
	base := uint32(n.asked)
	// Runs of one class: candidates are few.
	for len(pairs) > 0 {
		class, k := n.block.Class[pairs[0].A], 1
		for k < len(pairs) && n.block.Class[pairs[k].A] == class {
			k++
		}
		a.Args = pair.Args{Block: &n.block, Pairs: pairs[:k], Limit: 0, Out: n.hits}
		found := ix.table.Impacts.Of(class, n.block.Class[0])(a)
		for i := range found {
			f(int(n.hits.A[i]-base), a.Time[i], n.hits.NX[i], n.hits.NY[i])
		}
		pairs = pairs[k:]
	}
}

// touch finds where the probe touches what it has run into: the closest points where the
// probe is then, of which the shape's is told.
func (ix *Index) touch(w *worker, of *shapes, q uint32, m motion, best *CastHit) {
	n := &w.narrow
	if best.Shape == 0 {
		best.X = of.rec[q].X + float64(m.DX)
		best.Y = of.rec[q].Y + float64(m.DY)
		return
	}
	n.add(ix, 0, w.struck)
	r := &n.block.Rec[0]
	t := float64(best.Fraction)
	r.X, r.Y = r.X+float64(t*float64(m.DX)), r.Y+float64(t*float64(m.DY))
	if angle := t * float64(m.turn); angle != 0 {
		n.turnQuestion(angle)
	}
	n.block.Lanes = ix.shapes.lanes
	if n.own {
		n.block.Lanes = n.lanes
	}
	n.args = pair.Args{Block: &n.block, Out: n.hits}
	n.hits.A[0], n.hits.B[0], n.hits.Sep[0] = uint32(n.asked), 0, 0
	n.hits.NX[0], n.hits.NY[0] = best.NX, best.NY
	pair.Witness(&n.args, 1, n.wit)
	s := &n.block.Rec[n.asked]
	best.X, best.Y = s.X+float64(n.wit.AX[0]), s.Y+float64(n.wit.AY[0])
}

// turnQuestion turns the one question about its position.
func (n *narrow) turnQuestion(angle float64) {
	sn, c := pose.SinCos(angle)
	r := &n.block.Rec[0]
	switch n.block.Class[0] {
	case simd.Circle:
	case simd.Polygon:
		lo, hi := n.block.Off[0], n.block.Off[0]+n.block.Num[0]
		l := &n.lanes
		for _, v := range [2][2][]float32{{l.VX[lo:hi], l.VY[lo:hi]}, {l.NX[lo:hi], l.NY[lo:hi]}} {
			for i, x := range v[0] {
				y := v[1][i]
				v[0][i], v[1][i] = float32(c*x)-float32(sn*y), float32(sn*x)+float32(c*y)
			}
		}
	default:
		r.C, r.S = float32(r.C*c)-float32(r.S*sn), float32(r.C*sn)+float32(r.S*c)
	}
}
