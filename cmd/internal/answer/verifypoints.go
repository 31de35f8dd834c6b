// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/kernels"
	"daylight/soa"
)

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
			r.noteParts(d, &d.Misplaced, "contact points off the shapes of", int(c.A[i].Index()), int(c.B[i].Index()))
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
