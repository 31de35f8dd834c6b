// SPDX-License-Identifier: MIT

package contacts

import (
	"cmp"

	"daylight/batch"
	"daylight/soa"
)

// Contact is a pair of shapes that touch, an element of a PCollection. The fields mean what
// those of batch.Contacts do; those that a mode does not find are 0.
type Contact struct {
	World         string
	A, B          int64 // IDs
	NameA, NameB  string
	Depth, NX, NY float32
	// Time is when the pair first touches, as a share of the step (ModeSwept).
	Time float32
	// Points are where the shapes touch, one or two (ModeManifolds).
	Points []Point
	// AX, AY and BX, BY are the closest points of A and B (ModeDistance), in the units of
	// positions, like Points.
	AX, AY, BX, BY float64
}

// Point is a contact point.
type Point struct {
	X, Y    float64
	Depth   float32
	Feature int64
}

// Compare orders contacts of one world by A and then by B. This is the canonical order.
func (c *Contact) Compare(o *Contact) int {
	return cmp.Or(cmp.Compare(c.A, o.A), cmp.Compare(c.B, o.B))
}

// Found are the contacts that a tile owns, in order of A and then of B. Two tiles have none in
// common.
type Found struct {
	Tile     int64
	Contacts []Contact
}

// side is a set of shapes in a tile: shape k of list is the one with index k in the store.
type side struct {
	list  []Shape
	store *soa.Shapes
}

// contact is entry i of what was found between two sides.
func contact(c *batch.Contacts, i int, m batch.Mode, a, b *side) (Contact, error) {
	p, q := &a.list[c.A[i].Index()], &b.list[c.B[i].Index()]
	k := Contact{World: p.World, A: p.ID, B: q.ID, NameA: p.Name, NameB: q.Name}
	if len(c.Depth) > 0 {
		k.Depth, k.NX, k.NY = c.Depth[i], c.NX[i], c.NY[i]
	}
	switch m {
	case batch.ModeSwept:
		k.Time = c.Time[i]
	case batch.ModeManifolds:
		f := c.At(i)
		for _, point := range f.Points[:f.N] {
			k.Points = append(k.Points, Point{X: p.X + float64(point.X), Y: p.Y + float64(point.Y), Depth: point.Depth, Feature: int64(point.Feature)})
		}
	case batch.ModeDistance:
		at, bt := c.Points[0][i], c.Points[1][i]
		k.AX, k.AY = p.X+float64(at.X), p.Y+float64(at.Y)
		k.BX, k.BY = q.X+float64(bt.X), q.Y+float64(bt.Y)
	}
	return k, nil
}
