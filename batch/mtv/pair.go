// SPDX-License-Identifier: MIT

package mtv

import (
	"math"

	"daylight/batch"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pair"
	"daylight/internal/store"
	"daylight/soa"
)

// Pair decides one pair and returns its MTV candidates, the best first. It lists those whose depth
// is at most tolerance, and twice simd.Bounds.Separation, more than the best; see
// Candidates.Find. tolerance is in the units of the positions. If the shapes are apart, there is
// one entry, with a negative depth. Normals point away from a, even if b has the lower ID. Pair
// ignores filters, so it also decides pairs that a step leaves out.
//
// Pair returns soa.ErrNoShape if a shape does not exist, soa.ErrInUse if somebody else holds the
// shapes or is inside of soa.Shapes.Update, and a *batch.ArgumentError if tolerance makes no sense.
// It allocates the list; a Question asks about many pairs without allocating.
func Pair(shapes *soa.Shapes, a, b soa.ID, tolerance float64) ([]batch.Contact, error) {
	if err := check("Pair", shapes, tolerance); err != nil {
		return nil, err
	}
	of := [2]*soa.Shapes{shapes, shapes}
	if err := hold(of); err != nil {
		return nil, err
	}
	defer release(of)
	var q Question
	best, err := q.ask("Pair", of, a, b, 0, 0)
	if err != nil {
		return nil, err
	}
	var out []batch.Contact
	for _, w := range pair.MTVs(q.args.Block, q.pair[0], best, float32(tolerance), nil) {
		out = append(out, batch.Contact{A: a, B: b, Depth: 0 - w.Sep, NX: w.NX, NY: w.NY})
	}
	return out, nil
}

// Question asks about one pair after another without allocating memory each time. The zero value is
// ready for use. Only one goroutine at a time may use it.
type Question struct {
	p     pairBlock
	pair  [1]simd.Pair
	ids   [2][1 + simd.Slack]uint32
	f     [3][1 + simd.Slack]float32
	args  pair.Args
	table *isa.Table
}

// Moved decides one pair as if a were moved by (dx, dy), and moves nothing. It returns the contact
// of least depth, whose normal points away from a, and bound, which says how far that depth may be
// from the true one. It returns the errors of Pair.
func (q *Question) Moved(shapes *soa.Shapes, a, b soa.ID, dx, dy float64) (c batch.Contact, bound float64, err error) {
	return q.MovedBetween([2]*soa.Shapes{shapes, shapes}, a, b, dx, dy)
}

// MovedBetween does what Moved does, for a shape a of the first set and a shape b of the second.
func (q *Question) MovedBetween(of [2]*soa.Shapes, a, b soa.ID, dx, dy float64) (c batch.Contact, bound float64, err error) {
	for _, shapes := range of {
		if err := check("Question.Moved", shapes, 0); err != nil {
			return c, 0, err
		}
	}
	if err := hold(of); err != nil {
		return c, 0, err
	}
	defer release(of)
	return q.MovedHeld(of, a, b, dx, dy)
}

// MovedHeld does what MovedBetween does, for a caller that holds both sets (see soa.Shapes.Hold).
func (q *Question) MovedHeld(of [2]*soa.Shapes, a, b soa.ID, dx, dy float64) (c batch.Contact, bound float64, err error) {
	best, err := q.ask("Question.Moved", of, a, b, dx, dy)
	if err != nil {
		return c, 0, err
	}
	bound = float64(pair.ErrorBound(q.p.scale))
	return batch.Contact{A: a, B: b, Depth: 0 - best.Sep, NX: best.NX, NY: best.NY}, bound, nil
}

// hold holds two sets, which may be one.
func hold(of [2]*soa.Shapes) error {
	if _, err := of[0].Hold(); err != nil {
		return err
	}
	if of[1] == of[0] {
		return nil
	}
	_, err := of[1].Hold()
	if err != nil {
		of[0].Release()
	}
	return err
}

func release(of [2]*soa.Shapes) {
	of[0].Release()
	if of[1] != of[0] {
		of[1].Release()
	}
}

// ask decides a pair of sets that are held.
func (q *Question) ask(call string, of [2]*soa.Shapes, a, b soa.ID, dx, dy float64) (best pair.MTV, err error) {
	if q.table == nil {
		if q.table, err = isa.Choose(); err != nil {
			return best, err
		}
	}
	for k, id := range [2]soa.ID{a, b} {
		if err := check(call, of[k], 0); err != nil {
			return best, err
		}
		slot, ok := store.Of(of[k]).Slot(uint64(id))
		if !ok {
			return best, noShape(call, id)
		}
		store.Of(of[k]).Refresh(q.table, slot, slot+1)
	}
	both := [2]store.Columns{store.Of(of[0]).Columns()}
	if both[1] = both[0]; of[1] != of[0] {
		both[1] = store.Of(of[1]).Columns()
	}
	p := &q.p
	for k, id := range [2]soa.ID{a, b} {
		if err := p.load(q.table, of[k], &both[k], k, id); err != nil {
			return best, err
		}
	}
	p.scale = 0
	for k, slot := range p.slot {
		cols := &both[k]
		if cols.Skip[slot] {
			return best, wrong(call, "shape %v is in quarantine: %v", [2]soa.ID{a, b}[k], store.FaultName(cols.Fault[slot]))
		}
		// Of two that meet, the distance of the positions is no more than what they reach.
		p.scale += 2.5 * max(cols.MaxX[slot]-cols.MinX[slot], cols.MaxY[slot]-cols.MinY[slot])
	}
	p.rec[0].X += dx
	p.rec[0].Y += dy
	q.pair[0] = simd.Pair{A: 0, B: 1}
	q.args = pair.Args{
		Block: p.block(&both, of[0] == of[1]), Pairs: q.pair[:], Limit: math.MaxFloat32,
		Out: pair.Hits{A: q.ids[0][:], B: q.ids[1][:], Sep: q.f[0][:], NX: q.f[1][:], NY: q.f[2][:]},
	}
	n := q.table.Contacts.Of(p.class[0], p.class[1])(&q.args).N
	if pair.Resolve(&q.args, n) == 0 {
		return best, wrong(call, "shapes %v and %v are farther apart than float32 reaches", a, b)
	}
	return pair.MTV{Sep: q.f[0][0], NX: q.f[1][0], NY: q.f[2][0]}, nil
}
