// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
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
	bounded       bool    // a shorter push may be found with more effort
}

// FoldColumns are those of every mode with depths where shapes are cut: how many parts of the two
// meet, the greatest depth of two, and that no push is shorter.
var FoldColumns = []string{"part_contacts", "deepest", "least"}

// PartColumns say which parts of the two shapes a row is about.
var PartColumns = []string{"part_a", "part_b"}

// fold makes one row of the contacts of each two shapes or bodies.
func (r *Result) fold(budget *memory.Budget, effort int) error {
	c := r.Contacts
	first, second := r.wholes[0], r.wholes[1]
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
	pairs := push.Bodies{Sensors: true, Effort: effort}
	if r.outlines != nil {
		pairs.Decide = r.outlines.decide
	}
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
			most = max(most, minkowski.Memory(m, n, effort))
		}
	}
	if most > 0 {
		if err := budget.Reserve(most); err != nil {
			return fmt.Errorf("to part shapes of many parts: %w (--memory says how much to use)", err)
		}
		defer budget.Release(most)
	}
	if err := pairs.Find(c, whole(first), whole(second)); err != nil {
		return err
	}
	r.folded = make([]folded, len(pairs.A))
	for k := range r.folded {
		lead := pairs.Rows[pairs.Start[k]]
		a, b, turned := r.between(lead)
		f := folded{a: uint32(a), b: uint32(b), lead: uint32(lead), turned: turned}
		f.count = r.outlines.count(c.A[lead], c.B[lead], uint32(pairs.Start[k+1]-pairs.Start[k]))
		f.depth, f.nx, f.ny = f.measure(c)
		f.least = f.depth
		x, y := pairs.X[k], pairs.Y[k]
		far := math.Hypot(x, y)
		if far == 0 && !r.single(a, b) { // the wholes do not overlap: a depth above 0 is rounding
			f.depth = min(f.depth, 0)
			f.least = f.depth
		}
		if far > 0 && !r.single(a, b) {
			deepest := f.depth
			f.depth, f.nx, f.ny = float32(far), float32(x/far), float32(y/far)
			if f.least = f.depth; pairs.Excess[k] > 0 {
				// What two parts ask for is rounded by itself.
				f.least, f.bounded = min(max(float32(far-pairs.Excess[k]), deepest), f.depth), true
			}
		}
		r.folded[k] = f
	}
	return nil
}

// between are the two that contact k is between, in the order of the input; turned says that its
// A is of the second.
func (r *Result) between(k int) (a, b int, turned bool) {
	a, b = r.shapes(k)
	if !r.joined() && a > b {
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

// Bounded is of how many rows the search for a shorter push was given up.
func (r *Result) Bounded() (n int) {
	for i := range r.folded {
		if r.folded[i].bounded {
			n++
		}
	}
	return n
}

// foldValues appends the values of FoldColumns.
func (r *Result) foldValues(cells []columnar.Cells, f *folded) {
	deepest := r.Contacts.Depth[f.lead]
	if f.depth == 0 { // they only touch
		deepest = min(deepest, 0)
	}
	cells[0].Whole(int64(f.count))
	cells[1].Float(float64(deepest) + 0)
	cells[2].Float(float64(f.least) + 0)
}

// partValues appends the values of PartColumns, counted from 0 in each shape.
func (r *Result) partValues(cells []columnar.Cells, k int) {
	a, b := r.partsOf(k)
	cells[0].Whole(int64(a))
	cells[1].Whole(int64(b))
}

// partsOf gives which parts of its two shapes contact k is between.
func (r *Result) partsOf(k int) (a, b uint32) {
	p, q := r.shapes(k)
	from, _ := r.A.Slots(p)
	first, _ := r.B.Slots(q)
	return r.Contacts.A[k].Index() - uint32(from), r.Contacts.B[k].Index() - uint32(first)
}
