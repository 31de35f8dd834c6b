// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
	"daylight/soa"
)

var (
	castShapes = call{name: "CastShapes", asks: shapesOfStore, moves: true, honours: skipOption | strictOption}
	castShape  = castShapes.single("CastShape")
)

// CastShapes finds the first shape that each moving shape meets; of several at the same fraction,
// the one with the lowest ID. The answers have an entry for each moving shape.
//
// The cast shapes are the shapes of a store with the given IDs. If ids is nil, they are all shapes
// of the store, in slot order. Each starts at its present pose. Each moves by (dx, dy), at a
// constant velocity, and turns about its position by turn radians, at a constant rate; a nil turn
// stands for zeros. These are rounded to float32; see batch.Columns for how large they may be. The
// attributes of each are its filters, and if the store is that of the index, no shape meets itself.
// A shape in quarantine is a *QuestionError. The call brings the AABBs of the store up to date, so
// nobody else may use the store meanwhile.
//
// A shape that touches another at the start meets it at fraction 0, in any direction of motion.
// With Options.Strict it can slide along it: see there.
//
// Fractions are the times that batch.ModeSwept finds; see kernels.Bounds.Impact for how exact they
// are.
func (a *Asker) CastShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, dx, dy, turn []float64, o Options) ([]Hit, error) {
	if err := a.ask(ctx, &castShapes, &o, columns{store: store, ids: ids, u: dx, v: dy, turn: turn}); err != nil {
		return nil, err
	}
	return answerEach(a, &a.castHits, (*Asker).answerCasts, firstHits)
}

// CastShape is CastShapes for one shape.
func (ix *Index) CastShape(store *soa.Shapes, id soa.ID, dx, dy, turn float64, o Options) (Hit, error) {
	a, err := ix.askOne(&castShape, &o, oneQuestion{row: [5]float64{2: dx, dy, turn}, store: store, id: id})
	if err != nil {
		return Hit{}, err
	}
	return answerOne(a, &a.castHits, (*Asker).answerCasts, firstHits)
}

// answerCasts casts a block of shapes.
func (a *Asker) answerCasts(w *worker, _ int, questions []uint32) error {
	own := &a.probes.own
	for _, q := range questions {
		w.narrow.begin(own.polygons)
		w.narrow.askShape(own, q)
		m := motion{pair.Motion{DX: float32(a.u[q]), DY: float32(a.v[q])}, float32(a.turnOf(q))}
		w.narrow.limit = 0
		if a.options.Strict {
			w.narrow.limit = -math.SmallestNonzeroFloat32
		}
		best := a.cast(w, q, m)
		a.castHits[q] = w.narrow.touch(a.ix, m, &best)
	}
	return nil
}

type motion struct {
	pair.Motion
	turn float32
}

// impact is where a moving shape first touches another. The ID is 0 if it touches none.
type impact struct {
	shape  soa.ID
	place  uint32
	time   float32
	nx, ny float32
}

// keep replaces b by i if i is the first of the two.
func (b *impact) keep(i impact) {
	if b.shape == 0 || i.time < b.time || i.time == b.time && i.shape < b.shape {
		*b = i
	}
}

// cast finds the first impact of the moving shape of question q, which is the question of w.narrow.
func (a *Asker) cast(w *worker, q uint32, m motion) impact {
	ix, own, f, best := a.ix, &a.probes.own, a.filter(q), impact{time: 1}
	c := ix.subtreeOf(f.World)
	// The box of the moving shape; if it turns, the box of all that it may cover.
	rec, b := &own.rec[q], own.bound[q]
	if m.turn != 0 {
		r := float32(float32(max(abs(b.MinX), abs(b.MaxX))+max(abs(b.MinY), abs(b.MaxY))) * (1 + 0x1p-16))
		b = boxOf(-r, -r, r, r)
	}
	mx, my := float64(0.5*(float64(b.MinX)+float64(b.MaxX))), float64(0.5*(float64(b.MinY)+float64(b.MaxY)))
	hx, hy := up(0.5*(float64(b.MaxX)-float64(b.MinX))), up(0.5*(float64(b.MaxY)-float64(b.MinY)))
	r := ray{X: rec.X, Y: rec.Y, DX: float64(m.DX), DY: float64(m.DY)}
	r.X, r.Y = r.X+mx, r.Y+my
	// Rounding of the sum moves the box by a share of the coordinate.
	slip := float32((math.Abs(rec.X)+math.Abs(rec.Y))*0x1p-52) + float32((hx+hy)*0x1p-22) + tiny
	scale, ok := ix.tree.beam(&r, 0, &c, hx+slip, hy+slip, &w.beam)
	if !ok && !ix.all {
		return best
	}
	ix.walk(w, &c, true, scale.upTo(1), func(leaf, mask uint32, limit float32) float32 {
		w.narrow.addLeaf(ix, &f, leaf, mask)
		w.narrow.meet(ix, m, &best)
		if best.shape != 0 {
			limit = min(limit, scale.upTo(float64(float64(best.time)*(1+0x1p-22))+0x1p-140))
		}
		return limit
	})
	return best
}

// meet decides the current candidates, and keeps the first impact.
func (n *candidates) meet(ix *Index, m motion, best *impact) {
	h, base := &n.hits, uint32(n.asked)
	found, separated := h.A[:n.decide(ix, n.limit)], n.separated[:0]
	i := 0
	for k, p := range n.place {
		row := base + uint32(k)
		if i == len(found) || found[i] != row {
			separated = append(separated, kernels.Pair{A: row, B: 0})
			continue
		}
		best.keep(impact{shape: ix.shapes.id[p], place: p, nx: h.NX[i], ny: h.NY[i]})
		i++
	}
	n.separated = separated
	if len(separated) > 0 {
		n.impacts(ix, m, best)
	}
	n.drop(ix)
}

// impacts keeps the first impact with candidates that are separated from the question at the start.
func (n *candidates) impacts(ix *Index, m motion, best *impact) {
	rows, base := len(n.block.Rec), uint32(n.asked)
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
	// Consecutive candidates of one class make a call; there are few candidates.
	for pairs := n.separated; len(pairs) > 0; {
		class, k := n.block.Class[pairs[0].A], 1
		for k < len(pairs) && n.block.Class[pairs[k].A] == class {
			k++
		}
		a.Args = pair.Args{Block: &n.block, Pairs: pairs[:k], Limit: n.limit, Out: n.hits}
		for i := range ix.table.Impacts.Of(class, n.block.Class[0])(a) {
			p := n.place[n.hits.A[i]-base]
			best.keep(impact{shape: ix.shapes.id[p], place: p, time: a.Time[i], nx: n.hits.NX[i], ny: n.hits.NY[i]})
		}
		pairs = pairs[k:]
	}
}

// touch returns the answer for an impact. The point is the closest point of the shape met, with the
// moving shape where it is at the impact.
func (n *candidates) touch(ix *Index, m motion, best *impact) Hit {
	hit := Hit{Shape: best.shape, Fraction: float64(best.time), NX: best.nx, NY: best.ny}
	if best.shape == 0 {
		hit.X, hit.Y = n.block.Rec[0].X+float64(m.DX), n.block.Rec[0].Y+float64(m.DY)
		return hit
	}
	n.add(ix, 0, best.place)
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
func (n *candidates) turnQuestion(angle float64) {
	sn, c := pose.SinCos(angle)
	r := &n.block.Rec[0]
	switch n.block.Class[0] {
	case kernels.Circle:
	case kernels.Polygon:
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
