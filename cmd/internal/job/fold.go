// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/batch/separate"
	"daylight/cmd/internal/output"
	"daylight/internal/memory"
	"daylight/internal/minkowski"
	"daylight/soa"
)

// folded is a row where some shapes are cut into convex parts, or about bodies: all contacts of
// the parts of one with the parts of another.
type folded struct {
	a, b   uint32 // the shapes, or the first ones of the bodies
	lead   uint32 // the contact that stands for all: the deepest, or the first to touch
	turned bool   // its A is of b
	count  uint32
	// What moves b out of a, as depth and normal; of shapes that do not overlap, the lead's.
	depth, nx, ny float32
	least         float32 // no push is shorter
}

// FoldColumns are those of every mode with depths where shapes are cut: how many parts of the two
// meet, the greatest depth of two, and that no push is shorter.
var FoldColumns = []string{"part_contacts", "deepest", "least"}

// PartColumns say which parts of the two shapes a row is about.
var PartColumns = []string{"part_a", "part_b"}

// fold makes one row of the contacts of each two shapes or bodies.
func (r *Result) fold(budget *memory.Budget) error {
	c := r.Contacts
	first, err := wholesOf(r.Set, r.bodies)
	if err != nil {
		return err
	}
	second := first
	if r.Other != nil {
		if second, err = wholesOf(r.Other, r.bodies); err != nil {
			return err
		}
	}
	r.wholes = [2]*wholes{first, second}
	if !r.Full() {
		r.folded = make([]folded, c.Len())
		for i := range r.folded {
			a, b, turned := r.between(i)
			r.folded[i] = folded{a: uint32(a), b: uint32(b), lead: uint32(i), turned: turned, count: 1}
		}
		slices.SortFunc(r.folded, func(p, q folded) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
		r.folded = slices.CompactFunc(r.folded, func(p, q folded) bool { return p.a == q.a && p.b == q.b })
		return nil
	}
	pairs := separate.BodyContacts{Sensors: true}
	whole := func(w *wholes) func(id soa.ID) soa.ID {
		return func(id soa.ID) soa.ID {
			from, _ := w.set.Slots(w.of(int(id.Index())))
			return w.ids[from]
		}
	}
	most := int64(0)
	for k := range c.A {
		a, b := r.shapes(k)
		if m, n := first.count(a), second.count(b); m > 1 || n > 1 {
			most = max(most, minkowski.Memory(m, n, 0))
		}
	}
	if most > 0 {
		if err := budget.Reserve(most); err != nil {
			return fmt.Errorf("to part shapes of many parts: %w (--memory says how much to use)", err)
		}
		defer budget.Release(most)
	}
	if err := pairs.FindBy(c, whole(first), whole(second)); err != nil {
		return err
	}
	r.folded = make([]folded, len(pairs.A))
	for k := range r.folded {
		lead := pairs.Deepest[k]
		a, b, turned := r.between(lead)
		f := folded{a: uint32(a), b: uint32(b), lead: uint32(lead), turned: turned, count: uint32(pairs.Count[k])}
		f.depth, f.nx, f.ny = f.measure(c)
		f.least = f.depth
		x, y := pairs.X[k], pairs.Y[k]
		if push := math.Hypot(x, y); push > 0 && !(r.single(a, b)) {
			f.depth, f.nx, f.ny = float32(push), float32(x/push), float32(y/push)
			f.least = float32(pairs.Least[k])
		}
		r.folded[k] = f
	}
	return nil
}

// between are the two that contact k is between, in the order of the input; turned says that its
// A is of the second.
func (r *Result) between(k int) (a, b int, turned bool) {
	a, b = r.shapes(k)
	if r.Other == nil && a > b {
		return b, a, true
	}
	return a, b, false
}

// measure gives depth and normal of the contact that leads, the normal for the order of the row.
func (f *folded) measure(c *batch.Contacts) (depth, nx, ny float32) {
	depth, nx, ny = c.Depth[f.lead], c.NX[f.lead], c.NY[f.lead]
	if f.turned {
		nx, ny = 0-nx, 0-ny
	}
	return depth, nx, ny
}

// leads reports whether the push is that of the contact that leads, but for rounding, so that its
// closest points are those of the whole.
func (f *folded) leads(c *batch.Contacts) bool {
	const near = 1e-5
	depth, nx, ny := f.measure(c)
	along := float64(f.nx*nx) + float64(f.ny*ny)
	return math.Abs(float64(f.depth)-float64(depth)) <= near*math.Abs(float64(f.depth)) && along >= 1-near
}

// verifyFolds groups the contacts of parts a second time, in another way, and moves the second
// of two shapes by each push, after which no two parts may overlap.
func (r *Result) verifyFolds(ctx context.Context, d *Difference) error {
	type pair struct{ a, b int }
	type seen struct {
		count   uint32
		deepest float32
	}
	pairs := map[pair]*seen{}
	for k := range r.Contacts.A {
		var p pair
		p.a, p.b, _ = r.between(k)
		s := pairs[p]
		if s == nil {
			s = &seen{deepest: float32(math.Inf(-1))}
			pairs[p] = s
		}
		s.count++
		if r.Full() {
			s.deepest = max(s.deepest, r.Contacts.Depth[k])
		}
	}
	first := r.first()
	slot := func(f *folded) (a, b int) {
		a, _ = r.Set.Slots(int(f.a))
		b, _ = r.second().Slots(int(f.b))
		return a, first + b
	}
	var ask mtv.Question
	for i := range r.folded {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := &r.folded[i]
		a, b := slot(f)
		p := pair{int(f.a), int(f.b)}
		s := pairs[p]
		if s == nil {
			r.note(d, &d.Extra, "extra", a, b)
			continue
		}
		delete(pairs, p)
		if !r.Full() {
			continue
		}
		lead := r.Contacts.Depth[f.lead]
		if f.count != s.count || r.mode != batch.ModeSwept && lead != s.deepest || f.least > f.depth {
			r.note(d, &d.Changed, "changed", a, b)
			continue
		}
		depth, nx, ny := f.measure(r.Contacts)
		if f.depth == depth && f.nx == nx && f.ny == ny && (lead <= 0 || f.count == 1 && r.single(p.a, p.b)) {
			continue // the contact itself
		}
		if r.mode == batch.ModeSwept && r.Contacts.Time[f.lead] > 0 {
			continue
		}
		x, y := float64(f.depth)*float64(f.nx), float64(f.depth)*float64(f.ny)
		overlaps := false
		for _, m := range r.wholes[1].parts(p.b) {
			for _, n := range r.wholes[0].parts(p.a) {
				c, bound, err := ask.MovedBetween([2]*soa.Shapes{r.second().Shapes, r.Set.Shapes}, m, n, x, y)
				overlaps = overlaps || err == nil && float64(c.Depth) > 2*bound
			}
		}
		if overlaps {
			r.note(d, &d.Misplaced, "a push that leaves an overlap of", a, b)
		}
	}
	for p := range pairs {
		f := folded{a: uint32(p.a), b: uint32(p.b)}
		a, b := slot(&f)
		r.note(d, &d.Missing, "missing", a, b)
	}
	return nil
}

// foldValues appends the values of FoldColumns.
func (r *Result) foldValues(dst []output.Value, f *folded) []output.Value {
	return append(dst, output.Whole(f.count), output.Single(r.Contacts.Depth[f.lead]), output.Single(f.least))
}

// partValues appends the values of PartColumns, counted from 0 in each shape.
func (r *Result) partValues(dst []output.Value, k int) []output.Value {
	a, b := r.shapes(k)
	from, _ := r.Set.Slots(a)
	first, _ := r.second().Slots(b)
	return append(dst, output.Whole(r.Contacts.A[k].Index()-uint32(from)), output.Whole(r.Contacts.B[k].Index()-uint32(first)))
}
