// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Difference says how an answer differs from brute force.
type Difference struct {
	Missing int // pairs that only brute force finds
	Extra   int // pairs that only the answer has
	Changed int // pairs of both of which any value differs in any bit
	First   string
}

// Any reports whether there is a difference.
func (d *Difference) Any() bool { return d.Missing+d.Extra+d.Changed > 0 }

func (d *Difference) Error() string {
	return fmt.Sprintf("the answer differs from brute force: %d missing, %d extra, %d changed; the first: %s",
		d.Missing, d.Extra, d.Changed, d.First)
}

// Pairs is how many pairs of shapes Verify compares.
func (r *Result) Pairs() float64 {
	// Of a join, brute force decides pairs within either set as well.
	size := make([]float64, len(r.Set.Worlds()))
	for k := range r.all() {
		size[r.world(k)]++
	}
	sum := 0.0
	for _, n := range size {
		sum += n * (n - 1) / 2
	}
	return sum
}

// all is how many shapes there are. Those of a join are numbered as in the union: first
// those of Set, then those of Other.
func (r *Result) all() int {
	if r.Other == nil {
		return r.Set.Len()
	}
	return r.Set.Len() + r.Other.Len()
}

// first is the number of the first shape that B may be.
func (r *Result) first() int { return r.all() - r.second().Len() }

// across reports whether shapes a < b are of the sets that A and B are from.
func (r *Result) across(a, b int) bool {
	return r.Other == nil || (a < r.first() && b >= r.first())
}

func (r *Result) world(k int) uint32 {
	if r.Other != nil && k >= r.first() {
		return r.Other.World(k - r.first())
	}
	return r.Set.World(k)
}

func (r *Result) label(k int) []byte {
	if r.Other != nil && k >= r.first() {
		return r.Other.Label(k - r.first())
	}
	return r.Set.Label(k)
}

// union is all shapes in one store, and how they move.
func (r *Result) union() (*soa.Shapes, shapes.Moves, error) {
	switch {
	case r.Other == nil:
		return r.Set.Shapes, r.Set.Moves, nil
	case r.Other.Union == nil:
		return nil, shapes.Moves{}, errors.New("the union of the sets was not kept, and so there is nothing to verify with")
	}
	return r.Other.Union.Shapes, r.Other.Union.Moves, nil
}

// note counts a difference and keeps the first for the message.
func (r *Result) note(d *Difference, count *int, what string, a, b int) {
	*count++
	if d.First == "" {
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, r.label(a), r.label(b), r.Set.Worlds()[r.world(a)])
	}
}

// Verify decides every pair of shapes anew, without the broad phase, and compares.
// Contacts must be the same, bit for bit. Candidates (mode pairs) must be distinct, no
// touching pair may be missing, and they must be those pairs whose bounding boxes
// overlap.
func (r *Result) Verify(ctx context.Context, c Config) (*Difference, error) {
	pairs := c.Mode == batch.ModePairs
	if pairs {
		c.Mode = batch.ModeOverlaps
	}
	opts, err := c.options()
	if err != nil {
		return nil, err
	}
	all, moves, err := r.union()
	if err != nil {
		return nil, err
	}
	opts = append(opts, batch.Motion(batch.Moves(moves)))
	bar := c.Bars.Start("verifying", 100, false)
	defer bar.End()
	truth, err := batch.BruteForce(ctx, all, append(opts, batch.OnProgress(bar.Set))...)
	if err != nil {
		return nil, tidy(err)
	}
	d := r.compare(truth, pairs)
	if !pairs || d.Any() {
		return d, nil
	}
	bar.End()
	bar = c.Bars.Start("verifying boxes", 100, false)
	defer bar.End()
	return r.verifyBoxes(ctx, all, c, bar.Set)
}

// compare walks both lists, which are in order of (A, B). The truth is of the union.
func (r *Result) compare(truth *batch.Contacts, superset bool) *Difference {
	d := &Difference{}
	found, first := r.Contacts, r.first()
	type pair struct{ a, b int }
	order := func(p, q pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) }
	got := func(i int) pair { return pair{int(found.A[i].Index()), first + int(found.B[i].Index())} }
	want := func(j int) pair { return pair{int(truth.A[j].Index()), int(truth.B[j].Index())} }
	i, j := 0, 0
	for i < found.Len() || j < truth.Len() {
		if j < truth.Len() && !r.across(want(j).a, want(j).b) {
			j++
			continue
		}
		if i > 0 && i < found.Len() && order(got(i-1), got(i)) >= 0 {
			r.note(d, &d.Extra, "repeated", got(i).a, got(i).b)
			i++
			continue
		}
		c := -1
		switch {
		case i == found.Len():
			c = 1
		case j < truth.Len():
			c = order(got(i), want(j))
		}
		switch {
		case c < 0:
			if !superset {
				r.note(d, &d.Extra, "extra", got(i).a, got(i).b)
			}
			i++
		case c > 0:
			r.note(d, &d.Missing, "missing", want(j).a, want(j).b)
			j++
		default:
			if !superset && !same(found, i, truth, j) {
				r.note(d, &d.Changed, "changed", got(i).a, got(i).b)
			}
			i, j = i+1, j+1
		}
	}
	return d
}

// same reports whether all values of entry i of x are those of entry j of y, bit for bit.
func same(x *batch.Contacts, i int, y *batch.Contacts, j int) bool {
	for _, c := range [...][2][]float32{
		{x.Depth, y.Depth}, {x.NX, y.NX}, {x.NY, y.NY}, {x.Time, y.Time},
		{x.AX, y.AX}, {x.AY, y.AY}, {x.BX, y.BX}, {x.BY, y.BY},
	} {
		if (len(c[0]) > 0) != (len(c[1]) > 0) || len(c[0]) > 0 && !bits(c[0][i], c[1][j]) {
			return false
		}
	}
	m, n := x.Manifold(i), y.Manifold(j)
	for k := range min(m.N, n.N) {
		p, q := m.Points[k], n.Points[k]
		if !bits(p.X, q.X) || !bits(p.Y, q.Y) || !bits(p.Depth, q.Depth) || p.Feature != q.Feature {
			return false
		}
	}
	return m.N == n.N
}

func bits(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
