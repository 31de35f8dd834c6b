// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/cmd/internal/shapes"
	"daylight/kernels"
	"daylight/soa"
)

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

// note counts a difference, about shape a of a set and b of another, and keeps the first for the message.
func (d *Difference) note(count *int, what string, first *shapes.Set, a int, second *shapes.Set, b int) {
	*count++
	if d.First == "" {
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, first.Label(a), second.Label(b), first.Worlds()[first.World(a)])
	}
}

// note is that of a Difference, about convex parts of the shapes of a row.
func (r *Result) note(d *Difference, count *int, what string, a, b int) {
	d.note(count, what, r.A, r.A.Of(a), r.B, r.B.Of(b))
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
			r.note(d, &d.Misplaced, "contact points off the shapes of", int(c.A[i].Index()), int(c.B[i].Index()))
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
