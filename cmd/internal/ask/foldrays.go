// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"fmt"
	"slices"

	"daylight/batch/query"
	"daylight/soa"
)

// rays finds what rays meet, from where questions are. A shape holds the place where a ray begins
// if one of its parts does, and then the others are not met either.
func (f *folding) rays(ctx context.Context) error {
	n := 0
	for i, id := range f.ids {
		if i > 0 && f.of[i] == f.of[n-1] {
			x, y, err := f.r.Asked.Shapes.Position(f.ids[n-1])
			if err != nil {
				return err
			}
			u, v, err := f.r.Asked.Shapes.Position(id)
			if err != nil {
				return err
			}
			if x != u || y != v {
				return fmt.Errorf("%s: a ray begins in one place, and the question has several members: give each a row of its own", f.r.Asked.Label(int(f.of[i])))
			}
			continue
		}
		f.ids[n], f.of[n] = id, f.of[i]
		n++
	}
	f.ids, f.of = f.ids[:n], f.of[:n]
	rays, err := f.r.rays(f.ids)
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
	h, err := f.a.CastRays(ctx, rays)
	if err != nil {
		return err
	}
	met := func(i int) hit {
		return f.hit(i, h.Shape[i], h.Fraction[i], h.X[i], h.Y[i], float64(h.NX[i]), float64(h.NY[i]))
	}
	if err := f.grow(len(h.Shape)); err != nil {
		return err
	}
	some = some[:0]
	for i, id := range h.Shape {
		switch {
		case id == 0:
		case !f.c.Holding && several(f.r.Set, f.whole(id)):
			some = append(some, i)
		default:
			f.hits = append(f.hits, met(i))
		}
	}
	// Does another part of what they meet hold their beginnings?
	begin := chosen(rays, some)
	begin.DX, begin.DY = make([]float64, len(some)), make([]float64, len(some))
	held, err := f.a.CastRaysAll(ctx, begin, query.Inside(true))
	if err != nil {
		return err
	}
	var rest []int
	for n, i := range some {
		is := func(id soa.ID) bool { return f.whole(id) == f.whole(h.Shape[i]) }
		if slices.ContainsFunc(held.Shape[held.Offsets[n]:held.Offsets[n+1]], is) {
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

// chosen are some of the rays.
func chosen(r query.Rays, some []int) (c query.Rays) {
	for _, i := range some {
		c.X, c.Y, c.DX, c.DY = append(c.X, r.X[i]), append(c.Y, r.Y[i]), append(c.DX, r.DX[i]), append(c.DY, r.DY[i])
		c.World, c.Category, c.Ignore = append(c.World, r.World[i]), append(c.Category, r.Category[i]), append(c.Ignore, r.Ignore[i])
		c.Group, c.Body = append(c.Group, r.Group[i]), append(c.Body, r.Body[i])
	}
	return c
}

// onTheWay finds all shapes that some of the rays meet, or the first of each.
func (f *folding) onTheWay(ctx context.Context, rays query.Rays, some []int) error {
	all, err := f.a.CastRaysAll(ctx, chosen(rays, some), query.Inside(true))
	if err != nil {
		return err
	}
	before := f.hits
	f.hits = nil
	if err := f.grow(len(all.Shape)); err != nil {
		return err
	}
	for n, i := range some {
		begin := len(f.hits)
		holds := map[uint32]bool{}
		for k := all.Offsets[n]; k < all.Offsets[n+1]; k++ {
			h := f.hit(i, all.Shape[k], all.Fraction[k], all.X[k], all.Y[k], float64(all.NX[k]), float64(all.NY[k]))
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
