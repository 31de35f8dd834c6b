// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/internal/minkowski"
)

// folded is a row where some shapes are cut into convex parts, or about bodies: all contacts of
// the parts of one with the parts of another.
type folded struct {
	a, b   uint32 // the shapes, or the first ones of the bodies
	lead   uint32 // the contact that stands for all: the deepest, or the first to touch
	turned bool   // its A is of b
	count  uint32
	// The push that moves b out of a, as depth and normal; for shapes apart, the lead's.
	depth, nx, ny float32
	least         float32 // no push is shorter
	bounded       bool    // a shorter push may be found with more effort
}

// foldColumns are the columns of modes with depths if shapes are cut: how many pairs of parts meet,
// their greatest depth, and a lower bound of the shortest push. partColumns say which parts of the
// two shapes a row is about.
var (
	foldColumns = []string{"part_contacts", "deepest", "least"}
	partColumns = []string{"part_a", "part_b"}
)

// fold makes one row of the contacts of each two shapes or bodies.
func (r *Result) fold(budget *memory.Budget, effort int) error {
	c := r.Contacts
	if !full(r.mode) {
		r.folded = make([]folded, c.Len())
		for i := range r.folded {
			r.folded[i] = r.lead(i)
		}
		slices.SortFunc(r.folded, func(p, q folded) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
		r.folded = slices.CompactFunc(r.folded, func(p, q folded) bool { return p.a == q.a && p.b == q.b })
		return nil
	}
	pairs := push.Bodies{Sensors: true, Effort: effort}
	if r.outlines != nil {
		pairs.Decide = r.outlines.decide
	}
	most := int64(0)
	for k := range c.A {
		a, b := r.shapes(c.A[k], c.B[k])
		if !r.single(a, b) {
			most = max(most, minkowski.Memory(r.wholes[0].count(a), r.wholes[1].count(b), effort))
		}
	}
	if err := memory.For("to part shapes of many parts", budget.Reserve(most)); err != nil {
		return err
	}
	defer budget.Release(most)
	if err := pairs.Find(c, r.wholes[0].name, r.wholes[1].name); err != nil {
		return err
	}
	r.folded = make([]folded, 0, len(pairs.A))
	for k := range pairs.A {
		rows := pairs.Rows[pairs.Start[k]:pairs.Start[k+1]]
		if r.strict && !slices.ContainsFunc(rows, func(k int) bool { return r.open(c, k) }) {
			continue
		}
		f := r.lead(rows[0])
		f.count = uint32(len(rows))
		if touch, _, count := r.outlines.touching(c.A[f.lead], c.B[f.lead]); touch {
			f.count = count // the engine found one
		}
		f.depth, f.nx, f.ny = f.measure(c)
		x, y := pairs.X[k], pairs.Y[k]
		switch far := math.Hypot(x, y); {
		case r.single(int(f.a), int(f.b)):
			f.least = f.depth
		case far == 0: // the wholes do not overlap: a depth above 0 is rounding
			f.depth = min(f.depth, 0)
			f.least = f.depth
		default:
			deepest := f.depth
			f.depth, f.nx, f.ny = float32(far), float32(x/far), float32(y/far)
			if f.least = f.depth; pairs.Excess[k] > 0 {
				// The push of two parts is rounded by itself.
				f.least, f.bounded = min(max(float32(far-pairs.Excess[k]), deepest), f.depth), true
			}
		}
		r.folded = append(r.folded, f)
	}
	return nil
}

// lead is the row of contact k alone, with its shapes in the order of the input.
func (r *Result) lead(k int) folded {
	a, b := r.shapes(r.Contacts.A[k], r.Contacts.B[k])
	f := folded{a: uint32(a), b: uint32(b), lead: uint32(k), count: 1}
	if f.turned = !r.joined() && a > b; f.turned {
		f.a, f.b = f.b, f.a
	}
	return f
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

// bounded is the number of rows for which the search for a shorter push was given up.
func (r *Result) bounded() (n int) {
	for i := range r.folded {
		if r.folded[i].bounded {
			n++
		}
	}
	return n
}

// foldValues appends the values of foldColumns.
func (r *Result) foldValues(cells []columnar.Cells, f *folded) {
	deepest := r.Contacts.Depth[f.lead]
	if f.depth == 0 { // they only touch
		deepest = min(deepest, 0)
	}
	cells[0].Whole(int64(f.count))
	cells[1].Float(float64(deepest) + 0)
	cells[2].Float(float64(f.least) + 0)
}
