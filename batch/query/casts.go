// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/bvh"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

var castShapes = call{name: "CastShapes", asks: shapesOfStore, honours: skipOption}

// CastShapes finds the first shape that each moving shape meets; of several at the same fraction, the
// one with the lowest ID. The answers have an entry for each moving shape.
//
// Those are the shapes of a store that have the given IDs, or if ids is nil, all of them in the order of
// slots, from where they are now. Each moves by (dx, dy), at a constant velocity, and turns about its
// position by turn radians, at a constant rate; a nil turn stands for zeros. These are rounded to
// float32; see batch.Columns for how large they may be. The attributes of each are its filters, and if
// the store is that of the index, no shape meets itself. A shape in quarantine is a *QuestionError. The
// call brings the AABBs of the store up to date, so nobody else may use the store meanwhile.
//
// Fractions are the times that batch.ModeSwept finds; see kernels.Bounds.Impact for how exact they are.
func (a *Asker) CastShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, dx, dy, turn []float64, o Options) ([]Hit, error) {
	if err := a.askShapes(ctx, &castShapes, &o, store, ids, columns{u: dx, v: dy, turn: turn}); err != nil {
		return nil, err
	}
	n := len(a.boxes)
	var err error
	if a.castHits, err = grow(&a.account, a.castHits[:0], n); err != nil {
		return nil, err
	}
	a.castHits = a.castHits[:n]
	a.sorter.sort(a.boxes, a.world, a.ix.Len())
	if err := a.answer((*Asker).answerCasts); err != nil {
		return nil, err
	}
	return a.castHits, nil
}

// CastShape is CastShapes for one shape.
func (ix *Index) CastShape(store *soa.Shapes, id soa.ID, dx, dy, turn float64, o Options) (Hit, error) {
	a, err := ix.shapeAsks(&castShapes, &o, store, id, dx, dy, turn)
	if err != nil {
		return Hit{}, err
	}
	err = a.answerCasts(a.workers[0], 0, a.sorter.order)
	h := a.castHits[0]
	ix.put(a)
	return h, err
}

// answerCasts casts a block of shapes.
func (a *Asker) answerCasts(w *worker, _ int, questions []uint32) error {
	own := &a.probes.own
	for _, q := range questions {
		w.narrow.begin(a.ix, own.polygons)
		w.narrow.askShape(own, q)
		f := a.filter(q)
		m := motion{pair.Motion{DX: float32(a.u[q]), DY: float32(a.v[q])}, float32(a.turnOf(q))}
		hit := a.ix.cast(w, own, q, &f, m)
		a.castHits[q] = a.ix.touch(w, own, q, m, &hit)
	}
	return nil
}

type motion struct {
	pair.Motion
	turn float32
}

// impact is the first shape that a moving one has been found to meet so far; none if its ID is 0.
type impact struct {
	shape  soa.ID
	time   float32
	nx, ny float32
}

// cast finds the first shape that a probe, which the worker's narrow holds, runs into.
func (ix *Index) cast(w *worker, of *shapes, q uint32, f *filter, m motion) (best impact) {
	c := ix.subtreeOf(f.World)
	best.time = 1
	if c.lo >= c.hi {
		return best
	}
	if ix.all {
		for p := c.lo; p < c.hi; p++ {
			if !f.active || f.passes(&ix.shapes, p) {
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
	stack := append(w.stack[:0], visit{near: -inf, node: c.node, level: int32(c.level)})
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
			if !f.active || f.passes(&ix.shapes, s.node) {
				w.narrow.add(ix, 0, s.node)
			}
		}
		stack = stack[:base]
		ix.strikeFirst(w, m, &best)
		if best.shape != 0 {
			limit = min(limit, float32(fl.upTo(float64(float64(best.time)*(1+0x1p-22))+0x1p-140)*bvh.BeamEasing))
		}
	}
	w.stack = stack
	return best
}

// strikeFirst decides the candidates at hand and keeps the best.
func (ix *Index) strikeFirst(w *worker, m motion, best *impact) {
	n := &w.narrow
	if len(n.place) == 0 {
		return
	}
	n.decide(ix, 0)
	apart := n.apart[:0]
	base := uint32(n.asked)
	for k, hit := range n.hit[:len(n.place)] {
		if !hit {
			apart = append(apart, simd.Pair{A: base + uint32(k), B: 0})
			continue
		}
		if id := ix.shapes.id[n.place[k]]; best.time > 0 || best.shape == 0 || id < best.shape {
			*best = impact{shape: id, nx: n.nx[k], ny: n.ny[k]}
			w.met = n.place[k]
		}
	}
	n.apart = apart
	if len(apart) > 0 {
		n.impacts(ix, apart, m, func(k int, time, nx, ny float32) {
			if id := ix.shapes.id[n.place[k]]; best.shape == 0 || time < best.time || time == best.time && id < best.shape {
				*best = impact{shape: id, time: time, nx: nx, ny: ny}
				w.met = n.place[k]
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

// touch finds where the probe touches what it has met: the closest points of the two where the probe is
// then, of which the hit has that of the shape met.
func (ix *Index) touch(w *worker, of *shapes, q uint32, m motion, best *impact) Hit {
	n := &w.narrow
	hit := Hit{Shape: best.shape, Fraction: float64(best.time), NX: best.nx, NY: best.ny}
	if best.shape == 0 {
		hit.X = of.rec[q].X + float64(m.DX)
		hit.Y = of.rec[q].Y + float64(m.DY)
		return hit
	}
	n.add(ix, 0, w.met)
	r := &n.block.Rec[0]
	t := float64(best.time)
	r.X, r.Y = r.X+float64(t*float64(m.DX)), r.Y+float64(t*float64(m.DY))
	if angle := t * float64(m.turn); angle != 0 {
		n.turnQuestion(angle)
	}
	n.useLanes(ix)
	n.args = pair.Args{Block: &n.block, Out: n.hits}
	n.hits.A[0], n.hits.B[0], n.hits.Sep[0] = uint32(n.asked), 0, 0
	n.hits.NX[0], n.hits.NY[0] = best.nx, best.ny
	pair.Witness(&n.args, 1, n.wit)
	s := &n.block.Rec[n.asked]
	hit.X, hit.Y = s.X+float64(n.wit[0][0].X), s.Y+float64(n.wit[0][0].Y)
	return hit
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
