// SPDX-License-Identifier: MIT

package ask

import (
	"errors"

	"daylight/batch/query"
	"daylight/soa"
)

// rays are questions as rays, from where they are along their motion.
func (r *Result) rays(ids []soa.ID) (q query.Rays, err error) {
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
		q.X, q.Y, q.DX, q.DY = append(q.X, x), append(q.Y, y), append(q.DX, dx), append(q.DY, dy)
	}
	q.Filters, err = r.filters(ids)
	return q, err
}

// filters are those of questions.
func (r *Result) filters(ids []soa.ID) (f query.Filters, err error) {
	for _, id := range ids {
		a, err := r.Asked.Shapes.Attrs(id)
		if err != nil {
			return f, err
		}
		f.World, f.Category, f.Ignore = append(f.World, a.World), append(f.Category, a.Category), append(f.Ignore, a.Ignore)
		f.Group, f.Body = append(f.Group, a.Group), append(f.Body, a.Body)
	}
	return f, nil
}

// casts are questions as casts.
func (r *Result) casts(ids []soa.ID) (q query.Casts, err error) {
	q.Probes = query.Probes{Shapes: r.Asked.Shapes, IDs: ids}
	m := &r.Asked.Moves
	for _, id := range ids {
		dx, errX := m.VX.Get(id)
		dy, errY := m.VY.Get(id)
		turn, errT := m.Spin.Get(id)
		if err := errors.Join(errX, errY, errT); err != nil {
			return q, err
		}
		q.DX, q.DY, q.Turn = append(q.DX, float64(dx)), append(q.DY, float64(dy)), append(q.Turn, float64(turn))
	}
	return q, nil
}
