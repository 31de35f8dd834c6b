// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"errors"

	"daylight/batch/query"
	"daylight/soa"
)

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
		x, y, err := r.Asked.Shapes.Position(id)
		if err != nil {
			return q, err
		}
		dx, errX := r.Asked.Ways.DX.Get(id)
		dy, errY := r.Asked.Ways.DY.Get(id)
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
		a, err := r.Asked.Shapes.Attrs(id)
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
	m := &r.Asked.Moves
	for _, id := range ids {
		dx, errX := m.VX.Get(id)
		dy, errY := m.VY.Get(id)
		turn, errT := m.Spin.Get(id)
		if err := errors.Join(errX, errY, errT); err != nil {
			return nil, err
		}
		x, y, turns = append(x, float64(dx)), append(y, float64(dy)), append(turns, float64(turn))
	}
	return a.CastShapes(ctx, r.Asked.Shapes, ids, x, y, turns, c.options(false, false))
}
