// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"math"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
)

// Pairs is how many pairs of shapes Verify compares.
func (r *Result) Pairs() (sum float64) {
	count := func(s *shapes.Set) []float64 {
		n := make([]float64, len(r.A.Worlds()))
		for slot := range s.Shapes.Len() {
			n[s.World(s.Of(slot))]++
		}
		return n
	}
	as, bs := count(r.A), count(r.B)
	for w, n := range as {
		if r.joined() {
			sum += float64(n * bs[w])
		} else {
			sum += float64(n * (n - 1) / 2)
		}
	}
	return sum
}

// Verify decides every pair of shapes anew, without the broad phase, and compares.
// Contacts must be the same, bit for bit, and contact points lie on both shapes. Candidates (mode pairs) must be distinct, no
// touching pair may be missing, and they must be those pairs whose bounding boxes
// overlap.
func (r *Result) Verify(ctx context.Context, c Config) (*Difference, error) {
	pairs := c.Mode == batch.ModePairs
	if pairs {
		c.Mode = batch.ModeOverlaps
	}
	truth, _, err := c.collide(ctx, r.A, r.B, nil, "verifying", true)
	if err != nil {
		return nil, err
	}
	var fresh *outlines // Verify does not trust the verdicts that Run kept
	if r.outlines != nil {
		fresh = newOutlines(r.wholes, r.outlines.omit)
	}
	d := r.compare(truth, pairs, fresh)
	if c.Mode == batch.ModeManifolds {
		if err := r.verifyPoints(ctx, d); err != nil {
			return nil, c.explain(err)
		}
	}
	if r.folded != nil {
		if err := r.verifyFolds(ctx, d, truth, fresh); err != nil {
			return nil, err
		}
	}
	if !pairs || d.Any() {
		return d, nil
	}
	bar := c.Bars.Start("verifying boxes", 100, false)
	defer bar.End()
	return r.verifyBoxes(ctx, c, bar.Set)
}

// compare walks both lists, which are in order of (A, B). If two wholes only touch, Run may leave
// out all but one of their pairs of parts. verifyFolds checks that such wholes still have a row.
func (r *Result) compare(truth *batch.Contacts, superset bool, by *outlines) *Difference {
	d := &Difference{}
	found := r.Contacts
	type pair struct{ a, b int }
	order := func(p, q pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) }
	at := func(c *batch.Contacts, i int) pair { return pair{int(c.A[i].Index()), int(c.B[i].Index())} }
	got := func(i int) pair { return at(found, i) }
	want := func(j int) pair { return at(truth, j) }
	i, j := 0, 0
	for i < found.Len() || j < truth.Len() {
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
			if !by.mayOmit(truth.A[j], truth.B[j]) {
				r.note(d, &d.Missing, "missing", want(j).a, want(j).b)
			}
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
	p, q := x.At(i), y.At(j)
	ok := bits(p.Depth, q.Depth) && bits(p.NX, q.NX) && bits(p.NY, q.NY) && bits(p.Time, q.Time)
	for k, at := range p.Points {
		of := q.Points[k]
		ok = ok && bits(at.X, of.X) && bits(at.Y, of.Y) && bits(at.Depth, of.Depth) && at.Feature == of.Feature
	}
	return ok && (len(x.Depth) > 0) == (len(y.Depth) > 0)
}

func bits(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
