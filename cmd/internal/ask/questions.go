// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"errors"
	"math"

	"daylight/batch/query"
	"daylight/soa"
)

// Moving reports whether questions are about what moves.
func (c *Config) Moving() bool { return c.Kind == Rays || c.Kind == Casts }

// Pushes reports whether answers may hold how far to push a question out of a shape.
func (c *Config) Pushes() bool {
	return c.Kind == Points || c.Kind == Boxes || c.Kind == Nearest || c.Kind == Casts
}

// options are those of a call that honours Within if near, and Canonical if sorts.
func (c *Config) options(near, sorts bool) query.Options {
	o := query.Options{IgnoreSensors: c.Solid, Canonical: sorts}
	if near && c.Near >= 0 {
		o.Within = c.Near
	}
	return o
}

// nearest are the options of a call for the nearest, where 0 stands for any distance: the least distance
// there is, which rounds to 0, stands for itself.
func (c *Config) nearest() query.Options {
	o := c.options(true, false)
	if c.Near == 0 {
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
func (r *Result) rays(ids []soa.ID, c Config) (q rayColumns, err error) {
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
func (r *Result) attrs(ids []soa.ID) (attrs []soa.Attrs, err error) {
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
func (r *Result) casts(ctx context.Context, a *query.Asker, c Config, ids []soa.ID) ([]query.Hit, error) {
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
