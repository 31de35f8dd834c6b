// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/kernels"
	"daylight/soa"
)

// Pairs is how many pairs of shapes Verify compares.
func (r *Result) Pairs() float64 {
	size := make([][2]float64, len(r.A.Worlds()))
	for k := range r.all() {
		side := 0
		set, shape := r.numbered(k)
		if set != r.A {
			side = 1
		}
		size[set.World(shape)][side]++
	}
	sum := 0.0
	for _, n := range size {
		if !r.joined() {
			sum += n[0] * (n[0] - 1) / 2
		} else {
			sum += n[0] * n[1]
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
	truth, _, err := c.collide(ctx, r.A, r.B, "verifying", true)
	if err != nil {
		return nil, err
	}
	d := r.compare(truth, pairs)
	if c.Mode == batch.ModeManifolds {
		if err := r.verifyPoints(ctx, d); err != nil {
			return nil, c.explain(err)
		}
	}
	if r.folded != nil {
		if err := r.verifyFolds(ctx, d); err != nil {
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

// compare walks both lists, which are in order of (A, B).
func (r *Result) compare(truth *batch.Contacts, superset bool) *Difference {
	d := &Difference{}
	found, first := r.Contacts, r.first()
	type pair struct{ a, b int }
	order := func(p, q pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) }
	at := func(c *batch.Contacts, i int) pair { return pair{int(c.A[i].Index()), first + int(c.B[i].Index())} }
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
	p, q := x.At(i), y.At(j)
	ok := bits(p.Depth, q.Depth) && bits(p.NX, q.NX) && bits(p.NY, q.NY) && bits(p.Time, q.Time)
	for k, at := range p.Points {
		of := q.Points[k]
		ok = ok && bits(at.X, of.X) && bits(at.Y, of.Y) && bits(at.Depth, of.Depth) && at.Feature == of.Feature
	}
	return ok && (len(x.Depth) > 0) == (len(y.Depth) > 0)
}

func bits(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }

// Difference says how an answer differs from brute force.
type Difference struct {
	Missing int // pairs that only brute force finds
	Extra   int // pairs that only the answer has
	Changed int // pairs of both of which any value differs in any bit
	// Misplaced are pairs whose contact points do not lie on both shapes, or whose push leaves
	// them overlapping or is longer than need be, whatever brute force says.
	Misplaced int
	Pushes    int // how many pushes of whole shapes were tried; this is no difference
	First     string
}

// Any reports whether there is a difference.
func (d *Difference) Any() bool { return d.Missing+d.Extra+d.Changed+d.Misplaced > 0 }

func (d *Difference) Error() string {
	what := fmt.Sprintf("%d missing, %d extra, %d changed", d.Missing, d.Extra, d.Changed)
	if d.Misplaced > 0 {
		what += fmt.Sprintf(", %d with contact points off their shapes, or pushes that part nothing or are too long", d.Misplaced)
	}
	return fmt.Sprintf("the answer differs from brute force: %s; the first: %s", what, d.First)
}

// note counts a difference and keeps the first for the message.
func (r *Result) note(d *Difference, count *int, what string, a, b int) {
	*count++
	if d.First == "" {
		first, k := r.numbered(a)
		second, j := r.numbered(b)
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, first.Label(k), second.Label(j), r.A.Worlds()[first.World(k)])
	}
}

// verifyPoints judges contact points by geometry. Brute force finds them by the same code
// as the answer, so it would find the same wrong ones; the oracle knows no more of them
// than that they lie between the outlines of two shapes.
func (r *Result) verifyPoints(ctx context.Context, d *Difference) error {
	c := r.Contacts
	var a, b judged
	for i := range c.Len() {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := a.load(r.A.Shapes, c.A[i]); err != nil {
			return err
		}
		if err := b.load(r.B.Shapes, c.B[i]); err != nil {
			return err
		}
		if !pointsLie(&a, &b, c.At(i)) {
			r.note(d, &d.Misplaced, "contact points off the shapes of", int(c.A[i].Index()), r.first()+int(c.B[i].Index()))
		}
	}
	return nil
}

// pointsLie reports whether there are one or two points, all on both shapes, the deepest
// as deep as the contact.
func pointsLie(a, b *judged, c batch.Contact) bool {
	if c.N < 1 || max(c.Points[0].Depth, c.Points[c.N-1].Depth) != c.Depth {
		return false
	}
	scale := a.reach + b.reach + math.Abs(b.shape.X-a.shape.X) + math.Abs(b.shape.Y-a.shape.Y)
	bound := float64(kernels.ErrorBounds(float32(scale), 0).Point)
	for _, p := range c.Points[:c.N] {
		j := oracle.JudgePoint(a.shape, b.shape, float64(c.NX), float64(c.NY), float64(p.X), float64(p.Y), float64(p.Depth))
		if !(j.Worst() <= bound) {
			return false
		}
	}
	return true
}

// judged is a shape as the oracle takes it.
type judged struct {
	from  *soa.Shapes
	id    soa.ID
	shape oracle.Shape
	reach float64
}

func (s *judged) load(shapes *soa.Shapes, id soa.ID) error {
	if s.from == shapes && s.id == id {
		return nil // contacts are in order of A
	}
	d, err := shapes.Shape(id)
	if err != nil {
		return err
	}
	s.from, s.id, s.reach = shapes, id, 0
	s.shape = oracle.Shape{X: d.Pose.X, Y: d.Pose.Y, C: float64(d.Pose.C), S: float64(d.Pose.S), Radius: d.Radius}
	for _, v := range d.Vertices {
		s.shape.Vertices = append(s.shape.Vertices, [2]float64{v.X, v.Y})
		s.reach = max(s.reach, math.Hypot(v.X, v.Y))
	}
	s.reach += d.Radius
	return nil
}
