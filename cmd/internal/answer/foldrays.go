// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"fmt"
	"slices"

	"daylight/batch/query"
)

// rays finds what rays meet, from where questions are. A shape holds the place where a ray begins
// if one of its parts does, and then the others are not met either.
func (f *folding) rays(ctx context.Context) error {
	n := 0
	for i, id := range f.ids {
		if i > 0 && f.of[i] == f.of[n-1] {
			x, y, err := f.r.A.Shapes.Position(f.ids[n-1])
			if err != nil {
				return err
			}
			u, v, err := f.r.A.Shapes.Position(id)
			if err != nil {
				return err
			}
			if x != u || y != v {
				return fmt.Errorf("%s: a ray begins in one place, and the question has several members: give each a row of its own", f.r.A.Label(int(f.of[i])))
			}
			continue
		}
		f.ids[n], f.of[n] = id, f.of[i]
		n++
	}
	f.ids, f.of = f.ids[:n], f.of[:n]
	rays, err := f.r.rays(f.ids, f.c)
	if err != nil {
		return err
	}
	some := make([]int, n)
	for i := range some {
		some[i] = i
	}
	if f.c.All || f.brute {
		return f.onTheWay(ctx, rays, some)
	}
	hits, err := rays.first(ctx, f.a)
	if err != nil {
		return err
	}
	met := func(i int) hit { return f.hit(i, hits[i].Shape, hitValues(&hits[i])) }
	if err := f.grow(len(hits)); err != nil {
		return err
	}
	some = some[:0]
	for i := range hits {
		switch id := hits[i].Shape; {
		case id == 0:
		case !f.c.Holding && several(f.r.B, f.r.shapeOf(id)):
			some = append(some, i)
		default:
			f.hits = append(f.hits, met(i))
		}
	}
	// Does another part of what they meet hold their beginnings?
	begin := rays.chosen(some)
	begin.dx, begin.dy = make([]float64, len(some)), make([]float64, len(some))
	held, err := begin.all(ctx, f.a)
	if err != nil {
		return err
	}
	var rest []int
	for n, i := range some {
		is := func(h query.Hit) bool { return f.r.shapeOf(h.Shape) == f.r.shapeOf(hits[i].Shape) }
		if slices.ContainsFunc(held.Row(n), is) {
			rest = append(rest, i)
		} else {
			f.hits = append(f.hits, met(i))
		}
	}
	if len(rest) > 0 {
		if err := f.onTheWay(ctx, rays, rest); err != nil {
			return err
		}
	}
	slices.SortFunc(f.hits, wholeOrder(true))
	return nil
}

// chosen are some of the rays, which meet what holds their origins.
func (q *rayColumns) chosen(some []int) (c rayColumns) {
	c.options = q.options
	c.options.Inside, c.options.AttrsOf = true, nil
	for _, i := range some {
		c.x, c.y, c.dx, c.dy = append(c.x, q.x[i]), append(c.y, q.y[i]), append(c.dx, q.dx[i]), append(c.dy, q.dy[i])
		c.options.AttrsOf = append(c.options.AttrsOf, q.options.AttrsOf[i])
	}
	return c
}

// onTheWay finds all shapes that some of the rays meet, or the first of each.
func (f *folding) onTheWay(ctx context.Context, rays rayColumns, some []int) error {
	chosen := rays.chosen(some)
	all, err := chosen.all(ctx, f.a)
	if err != nil {
		return err
	}
	before := f.hits
	f.hits = nil
	if err := f.grow(len(all.Answers)); err != nil {
		return err
	}
	for n, i := range some {
		begin := len(f.hits)
		holds := map[uint32]bool{}
		for _, met := range all.Row(n) {
			h := f.hit(i, met.Shape, hitValues(&met))
			if h.holds = h.v[3] == 0 && h.v[4] == 0; h.holds {
				holds[h.s] = true
			}
			f.hits = append(f.hits, h)
		}
		kept := slices.DeleteFunc(f.hits[begin:], func(h hit) bool {
			return holds[h.s] && !(f.c.Holding && h.holds)
		})
		f.hits = f.hits[:begin+len(kept)]
	}
	if _, err := f.lead(true); err != nil {
		return err
	}
	if !f.c.All {
		f.first(1)
	}
	met := f.hits
	defer func() { f.c.Memory.Release(hitBytes * int64(cap(met))) }()
	f.hits = before
	if err := f.grow(len(met)); err != nil {
		return err
	}
	f.hits = append(f.hits, met...)
	return nil
}
