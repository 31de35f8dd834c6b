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
		dx, dy, _, err := r.motion(id)
		if err != nil {
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
		f.World, f.Category, f.Mask = append(f.World, a.World), append(f.Category, a.Category), append(f.Mask, a.Mask)
		f.Group, f.Body = append(f.Group, a.Group), append(f.Body, a.Body)
	}
	return f, nil
}

// casts are questions as casts.
func (r *Result) casts(ids []soa.ID) (q query.Casts, err error) {
	q.Probes = query.Probes{Shapes: r.Asked.Shapes, IDs: ids}
	for _, id := range ids {
		dx, dy, turn, err := r.motion(id)
		if err != nil {
			return q, err
		}
		q.DX, q.DY, q.Turn = append(q.DX, dx), append(q.DY, dy), append(q.Turn, turn)
	}
	return q, nil
}

// motion is how a question moves.
func (r *Result) motion(id soa.ID) (dx, dy, turn float64, err error) {
	m := &r.Asked.Moves
	x, errX := m.DX.Get(id)
	y, errY := m.DY.Get(id)
	t, errT := m.Turn.Get(id)
	return float64(x), float64(y), float64(t), errors.Join(errX, errY, errT)
}
