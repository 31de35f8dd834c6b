// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/failure"
	"daylight/internal/scratch"
	"daylight/internal/team"
)

// check checks all questions and writes their boxes. Of several questions that make no sense, the
// error is about the first.
func (a *Asker) check() error {
	n := len(a.boxes)
	parts := max(1, min(a.set.workers, n/questionsAtLeast))
	if parts == 1 {
		return a.checkRange(0, n)
	}
	a.errs = scratch.Resize(a.errs, parts)
	clear(a.errs)
	if err := team.Each(parts, a, (*Asker).checkShare, failure.Panicked); err != nil {
		return err
	}
	for _, err := range a.errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkShare checks the k-th part of the questions.
func (a *Asker) checkShare(k int) error {
	n, parts := len(a.boxes), len(a.errs)
	a.errs[k] = a.checkRange(team.Cut(n, k, parts), team.Cut(n, k+1, parts))
	return nil
}

// checkRange checks questions lo to hi-1 about points, boxes or rays, and writes their boxes.
func (a *Asker) checkRange(lo, hi int) error {
	q, t := &a.questions, &a.ix.tree
	c, to, xs, ys := q.call, a.boxes[lo:hi], q.x[lo:hi], q.y[lo:hi]
	switch c.asks {
	case points:
		for i, x := range xs {
			if err := c.checkPlace(lo+i, "point", x, ys[i]); err != nil {
				return err
			}
			to[i] = t.box(x, ys[i], x, ys[i], q.grown)
		}
	case boxes:
		us, vs := q.u[lo:hi], q.v[lo:hi]
		for i, x := range xs {
			if err := c.checkBox(lo+i, x, ys[i], us[i], vs[i]); err != nil {
				return err
			}
			m := q.grown
			if c.grows {
				m += boxSlack(x, ys[i], us[i], vs[i])
			}
			to[i] = t.box(x, ys[i], us[i], vs[i], m)
		}
	case rays:
		us, vs := q.u[lo:hi], q.v[lo:hi]
		for i, x := range xs {
			r := ray{x, ys[i], us[i], vs[i]}
			if err := c.checkRay(lo+i, &r); err != nil {
				return err
			}
			to[i] = t.box(r.x, r.y, r.x, r.y, 0)
		}
	}
	return nil
}

// boxSlack is by how much a box is grown for what kernels may make of it: a share of its half
// sizes, as simd.Margin.
func boxSlack(x0, y0, x1, y1 float64) float64 { return float64(((x1 - x0) + (y1 - y0)) * 0x1p-17) }

// checkShapes checks the motions of shapes that are cast, and writes the boxes of all shapes that ask.
func (a *Asker) checkShapes() error {
	q := &a.questions
	if n := len(a.boxes); q.call == &castShapes {
		switch c := q.call; {
		case len(q.u) != n:
			return c.unequal("dx", len(q.u), n)
		case len(q.v) != n:
			return c.unequal("dy", len(q.v), n)
		case q.turn != nil && len(q.turn) != n:
			return c.unequal("turn", len(q.turn), n)
		}
		for i := range n {
			if err := q.call.checkMotion(i, q.u[i], q.v[i], q.turnOf(uint32(i))); err != nil {
				return err
			}
		}
	}
	q.probes.fit(&a.ix.tree, a.boxes, q.grown)
	return nil
}

// turnOf is by how much the shape that asks question i turns.
func (q *questions) turnOf(i uint32) float64 {
	if q.turn == nil {
		return 0
	}
	return q.turn[i]
}
