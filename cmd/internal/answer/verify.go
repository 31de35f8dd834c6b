// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"context"
	"math"

	"daylight/batch"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
)

// Pairs is how many pairs of convex parts Verify compares.
func (r *Result) Pairs() (sum float64) {
	count := func(s *shapes.Set) []float64 {
		n := make([]float64, len(r.A.Worlds()))
		for k := range s.Len() {
			from, to := s.Slots(k)
			n[s.World(k)] += float64(to - from)
		}
		return n
	}
	as, bs := count(r.A), count(r.B)
	for w, n := range as {
		if r.joined() {
			sum += n * bs[w]
		} else {
			sum += n * (n - 1) / 2
		}
	}
	return sum
}

// truthBytes is the memory that Verify takes for a true contact, beside its columns.
const truthBytes = 100

// Verify decides every pair of shapes anew, without the broad phase, and compares. Contacts must be
// the same, bit for bit, and contact points lie on both shapes. Candidates (mode pairs) must be
// distinct, no touching pair may be missing, and they must be those pairs whose bounding boxes
// overlap.
func (r *Result) Verify(ctx context.Context, c Config) (*Difference, error) {
	pairs := c.Mode == batch.ModePairs
	if pairs {
		c.Mode = batch.ModeOverlaps
	}
	truth, _, err := r.collide(ctx, &c, nil, "verifying", true)
	if err != nil {
		return nil, err
	}
	bytes := bytesOf(truth) + truthBytes*int64(truth.Len()+r.Contacts.Len())
	if err := memory.For("to verify", c.Memory.Reserve(bytes)); err != nil {
		return nil, err
	}
	defer c.Memory.Release(bytes)
	var wholes map[wholePair]*partContacts
	if r.folded != nil {
		wholes = r.byWholes(truth)
	}
	d := r.compare(truth, pairs, wholes)
	if c.Mode == batch.ModeManifolds {
		if err := r.verifyPoints(ctx, d); err != nil {
			return nil, c.explain(err)
		}
	}
	if r.folded != nil {
		if err := r.verifyFolds(ctx, d, wholes); err != nil {
			return nil, err
		}
	}
	if !pairs || d.Any() {
		return d, nil
	}
	bar := c.Bars.Start("verifying boxes", 100, "")
	defer bar.End()
	return r.verifyBoxes(ctx, c, bar.Set)
}

// compare walks both lists, which are in order of (A, B). If two wholes only touch, Run may leave
// out all but one of their pairs of parts. verifyFolds checks that such wholes still have a row.
func (r *Result) compare(truth *batch.Contacts, superset bool, wholes map[wholePair]*partContacts) *Difference {
	d := &Difference{}
	found := r.Contacts
	type pair struct{ a, b int }
	order := func(p, q pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) }
	at := func(c *batch.Contacts, i int) pair { return pair{int(c.A[i].Index()), int(c.B[i].Index())} }
	i, j := 0, 0
	for i < found.Len() || j < truth.Len() {
		if i > 0 && i < found.Len() && order(at(found, i-1), at(found, i)) >= 0 {
			r.noteParts(d, &d.Extra, "repeated", at(found, i).a, at(found, i).b)
			i++
			continue
		}
		c := -1
		switch {
		case i == found.Len():
			c = 1
		case j < truth.Len():
			c = order(at(found, i), at(truth, j))
		}
		switch {
		case c < 0:
			if !superset {
				r.noteParts(d, &d.Extra, "extra", at(found, i).a, at(found, i).b)
			}
			i++
		case c > 0:
			a, b := r.shapes(truth.A[j], truth.B[j])
			if p := r.inOrder(a, b); wholes == nil || r.outlines == nil || !r.outlines.omit || r.single(a, b) || wholes[p].overlap || wholes[p].unknown {
				r.noteParts(d, &d.Missing, "missing", at(truth, j).a, at(truth, j).b)
			}
			j++
		default:
			if !superset && !same(found, i, truth, j) {
				r.noteParts(d, &d.Changed, "changed", at(found, i).a, at(found, i).b)
			}
			i, j = i+1, j+1
		}
	}
	return d
}

// same reports whether all values of entry i of x are those of entry j of y, bit for bit.
func same(x *batch.Contacts, i int, y *batch.Contacts, j int) bool {
	p, q := x.At(i), y.At(j)
	ok := sameBits(p.Depth, q.Depth) && sameBits(p.NX, q.NX) && sameBits(p.NY, q.NY) && sameBits(p.Time, q.Time)
	for k, at := range p.Points {
		of := q.Points[k]
		ok = ok && sameBits(at.X, of.X) && sameBits(at.Y, of.Y) && sameBits(at.Depth, of.Depth) && at.Feature == of.Feature
	}
	return ok && (len(x.Depth) > 0) == (len(y.Depth) > 0)
}

func sameBits(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
