// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"errors"
	"fmt"
	"math"

	"daylight/batch/query"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Kind is what is asked.
type Kind string

// The kinds.
const (
	Rays    Kind = "rays"
	Casts   Kind = "casts"
	Points  Kind = "points"
	Boxes   Kind = "boxes"
	Nearest Kind = "nearest"
	Within  Kind = "within"
	Inside  Kind = "inside"
)

// Kinds lists the kinds.
var Kinds = []Kind{Rays, Casts, Points, Boxes, Nearest, Within, Inside}

// Question says what to ask and how.
type Question struct {
	Means
	Kind    Kind
	All     bool    // rays: all hits, not only the first
	Holding bool    // rays: shapes around the origin are hit, too
	K       int     // nearest: how many
	Near    float64 // how far answers may be; negative: any distance
	Centres bool    // within: measured between positions
	Both    bool    // within: a pair has a row for each of its shapes
	Solid   bool    // sensors do not answer
	SkipBad bool    // inside: leave out shapes for which the answer is undecidable, instead of an error
}

// Columns returns the columns of a kind, without the names of the question and the shape.
func (q *Question) Columns() []string {
	switch q.Kind {
	case Rays, Casts:
		return []string{"fraction", "x", "y", "nx", "ny"}
	case Points, Boxes:
		return measures
	case Nearest:
		return []string{"distance", "nx", "ny", "ax", "ay", "bx", "by"}
	}
	return nil
}

// Still refuses questions that do not move, for kinds that are about moving ones.
func (q *Question) Still(set, asked *shapes.Set) error {
	if !q.Moving() || asked == nil || asked.Rows == 0 || asked.Moving {
		return nil
	}
	ends := ""
	if q.Kind == Rays {
		ends = ", and no x1, y1, x2, y2"
	}
	return fmt.Errorf("query %s: the questions have no column vx, vy or omega%s, so nothing moves (see daylight help formats)", q.Kind, ends)
}

// Moving reports whether questions are about what moves.
func (q *Question) Moving() bool { return q.Kind == Rays || q.Kind == Casts }

// Pushes reports whether answers may hold how far to push a question out of a shape.
func (q *Question) Pushes() bool {
	return q.Kind == Points || q.Kind == Boxes || q.Kind == Nearest || q.Kind == Casts
}

// options are those of a call that honours Within if near, and Canonical if sorts.
func (q *Question) options(near, sorts bool) query.Options {
	o := query.Options{IgnoreSensors: q.Solid, Canonical: sorts}
	if near && q.Near >= 0 {
		o.Within = q.Near
	}
	return o
}

// nearest are the options of a call for the nearest, where 0 stands for any distance: the least
// distance there is, which rounds to 0, stands for itself.
func (q *Question) nearest() query.Options {
	o := q.options(true, false)
	if q.Near == 0 {
		o.Within = math.SmallestNonzeroFloat64
	}
	return o
}

// hitValues are the columns of a hit.
func hitValues(h *query.Hit) values {
	return values{h.Fraction, h.X, h.Y, float64(h.NX), float64(h.NY)}
}

// neighbourValues are the columns of a neighbour.
func neighbourValues(n *query.Neighbour) values {
	return values{float64(n.Distance), float64(n.NX), float64(n.NY), n.QX, n.QY, n.X, n.Y}
}

// rayColumns are rays with the filters of those who ask.
type rayColumns struct {
	x, y, dx, dy []float64
	options      query.Options
}

func (q *rayColumns) first(ctx context.Context, a *query.Asker) ([]query.Hit, error) {
	return a.CastRays(ctx, q.x, q.y, q.dx, q.dy, q.options)
}

func (q *rayColumns) all(ctx context.Context, a *query.Asker) (*query.Rows[query.Hit], error) {
	return a.CastRaysAll(ctx, q.x, q.y, q.dx, q.dy, q.options)
}

// rays are questions as rays, from where they are along their motion.
func (r *Replies) rays(ids []soa.ID, c *Question) (q rayColumns, err error) {
	for _, id := range ids {
		x, y, err := r.A.Shapes.Position(id)
		if err != nil {
			return q, err
		}
		dx, errX := r.A.Ways.DX.Get(id)
		dy, errY := r.A.Ways.DY.Get(id)
		if err := errors.Join(errX, errY); err != nil {
			return q, err
		}
		q.x, q.y, q.dx, q.dy = append(q.x, x), append(q.y, y), append(q.dx, dx), append(q.dy, dy)
	}
	q.options = query.Options{Inside: c.Holding, IgnoreSensors: c.Solid}
	q.options.AttrsOf, err = r.attrs(ids)
	return q, err
}

// attrs are the filters of questions. None is static.
func (r *Replies) attrs(ids []soa.ID) (attrs []soa.Attrs, err error) {
	for _, id := range ids {
		a, err := r.A.Shapes.Attrs(id)
		if err != nil {
			return nil, err
		}
		a.Static = false
		attrs = append(attrs, a)
	}
	return attrs, nil
}

// casts finds what questions meet on their way.
func (r *Replies) casts(ctx context.Context, a *query.Asker, c *Question, ids []soa.ID) ([]query.Hit, error) {
	var x, y, turns []float64
	m := &r.A.Moves
	for _, id := range ids {
		dx, errX := m.VX.Get(id)
		dy, errY := m.VY.Get(id)
		turn, errT := m.Spin.Get(id)
		if err := errors.Join(errX, errY, errT); err != nil {
			return nil, err
		}
		x, y, turns = append(x, float64(dx)), append(y, float64(dy)), append(turns, float64(turn))
	}
	return a.CastShapes(ctx, r.A.Shapes, ids, x, y, turns, c.options(false, false))
}
