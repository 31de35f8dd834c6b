// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"errors"
	"math"
	"slices"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/region"
	"daylight/soa"
)

// inside finds which shapes hold all of a question, boundaries included: exactly, as both were
// given. Zones share their borders, and what is stored is rounded to float32, so that corners would
// be in none.
func (f *folding) inside(ctx context.Context) error {
	r := f.r
	pairs, err := f.near(ctx)
	defer func() { f.c.Memory.Release(hitBytes * int64(cap(pairs))) }()
	if err != nil {
		return err
	}
	if err := f.grow(len(pairs)); err != nil {
		return err
	}
	for i, h := range pairs {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i > 0 && h.q == pairs[i-1].q && h.s == pairs[i-1].s || r.itself(&h) {
			continue
		}
		if f.left[h.s] != nil { // refused, for every question
			continue
		}
		holds, err := r.holds(int(h.s), int(h.q))
		if bad := (*table.Error)(nil); f.c.SkipBad && errors.As(err, &bad) {
			f.left[h.s] = bad
			continue
		}
		if err != nil {
			return err
		}
		if holds {
			f.hits = append(f.hits, h)
		}
	}
	_, err = f.lead(false)
	return err
}

// leave takes the answers by and to shapes that are left out from the Result, as if they were not
// in their table.
func (f *folding) leave() {
	if len(f.left) == 0 {
		return
	}
	f.r.keep(func(q, s uint32) bool { return f.left[s] == nil && (f.left[q] == nil || f.r.A != f.r.B) })
}

// itself reports whether a question is the shape that it is about.
func (r *Replies) itself(h *hit) bool { return r.A == r.B && h.q == h.s }

// near finds the questions and shapes whose boxes meet, and more, in order of both. Brute force
// takes all that filters leave.
func (f *folding) near(ctx context.Context) (pairs []hit, err error) {
	r := f.r
	if f.brute {
		for i, id := range f.ids {
			a, err := r.A.Shapes.Attrs(id)
			if err != nil {
				return nil, err
			}
			a.Static = false // a question never is
			if pairs, err = memory.Grow(f.c.Memory, pairs, len(r.found)); err != nil {
				return pairs, memory.For(tooManyAnswers, err)
			}
			for _, to := range r.found {
				b, err := r.B.Shapes.Attrs(to)
				if err != nil {
					return nil, err
				}
				if a.Meets(&b) && !(f.c.Solid && b.Sensor) {
					pairs = append(pairs, f.hit(i, to, values{}))
				}
			}
		}
	} else {
		var boxes boxColumns
		for _, id := range f.ids {
			if err := boxes.around(r.A.Shapes, id); err != nil {
				return nil, err
			}
		}
		options := f.c.options(false, false)
		if options.AttrsOf, err = r.attrs(f.ids); err != nil {
			return nil, err
		}
		o, err := f.a.OverlapAABBs(ctx, boxes.minX, boxes.minY, boxes.maxX, boxes.maxY, options)
		if err != nil {
			return nil, err
		}
		if pairs, err = memory.Grow(f.c.Memory, pairs, len(o.Answers)); err != nil {
			return pairs, memory.For(tooManyAnswers, err)
		}
		for i := range f.ids {
			for _, id := range o.Row(i) {
				pairs = append(pairs, f.hit(i, id, values{}))
			}
		}
	}
	slices.SortFunc(pairs, wholeOrder(false))
	return pairs, nil
}

type boxColumns struct{ minX, minY, maxX, maxY []float64 }

// around appends a box around a part that is larger than it by more than what is stored is off.
func (to *boxColumns) around(s *soa.Shapes, id soa.ID) error {
	sh, err := s.Shape(id)
	if err != nil {
		return err
	}
	for i, v := range sh.Vertices {
		sh.Vertices[i] = sh.Pose.Transform(v)
	}
	box := boxOf(sh.Vertices)
	reach := box.MaxX - box.MinX + box.MaxY - box.MinY + sh.Radius
	more := sh.Radius + 0x1p-18*reach + 0x1p-50*(math.Abs(sh.Pose.X)+math.Abs(sh.Pose.Y))
	to.minX, to.minY = append(to.minX, box.MinX-more), append(to.minY, box.MinY-more)
	to.maxX, to.maxY = append(to.maxX, box.MaxX+more), append(to.maxY, box.MaxY+more)
	return nil
}

// holds decides exactly whether shape s, as it was given, holds all of question q, boundaries
// included. It returns a *table.Error about shape s if that cannot be decided.
func (r *Replies) holds(s, q int) (bool, error) {
	var rooms [2]region.Region
	outer, inner := r.B.Given.At(s, &rooms[0]), r.A.Given.At(q, &rooms[1])
	for _, g := range []struct {
		set   *shapes.Set
		k     int
		shape *region.Shape
	}{{r.B, s, &outer}, {r.A, q, &inner}} {
		if g.shape.None() {
			return false, errors.New(g.set.Refuse(g.k, "what holds it, or is held by it, is not found: members of different radii, or polygons that overlap each other, need a row each; --mend joins such polygons, and --skip-bad leaves such shapes out").Error())
		}
	}
	if !inner.Bounds().Meets(outer.Bounds()) {
		return false, nil
	}
	if outer.Core() == nil && outer.Radius() > 0 && !(inner.Radius() == 0 && len(inner.Core()) == 1) && outer.Compare(&inner) == region.Overlapping {
		return false, r.B.Refuse(s, "what a concave shape or a line with a radius holds is found for points only; leave it out of the table, or its radius (--skip-bad leaves out such shapes)")
	}
	return outer.Relate(&inner)&region.Covers != 0, nil
}
