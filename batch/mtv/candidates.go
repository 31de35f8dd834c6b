// SPDX-License-Identifier: MIT

package mtv

import (
	"fmt"

	"daylight/batch"
	"daylight/internal/answer"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pair"
	"daylight/internal/store"
	"daylight/soa"
)

// Candidates are the MTV candidates of a list of contacts: those of contact i are entries
// Start[i] to Start[i+1]-1, the contact's own normal and depth first. Moving B by Depth along
// the unit normal (NX, NY) ends the overlap.
type Candidates struct {
	Start         []int32
	Depth, NX, NY []float32

	buf []pair.MTV
}

// Find lists, for every contact, all axes whose depth is at most tolerance, and twice
// simd.Bounds.Separation, more than that of the contact: first edge normals of A, then edge
// normals of B, each direction once. tolerance is in the units of the positions. A depth may be off
// by that bound, so everything that ties in truth is listed, even with a tolerance of 0. If you
// want a stricter list, compare each Depth with the first. For a pair that is apart, and for two
// discs, Find lists the axis of the contact alone. (Two discs on one spot could be parted in any
// direction.)
//
// The shapes must not have moved since the contacts were found. Find overwrites what was there
// before, allocates only where the list must grow, and runs on the calling goroutine. It returns
// soa.ErrNoShape if a shape does not exist any more, soa.ErrInUse if somebody else holds the shapes
// or is inside of soa.Shapes.Update, and a *batch.ArgumentError if tolerance makes no sense or the
// contacts cannot be used, as those of other shapes or those without depths.
func (l *Candidates) Find(shapes *soa.Shapes, c *batch.Contacts, tolerance float64) error {
	if err := check("Candidates.Find", shapes, tolerance); err != nil {
		return err
	}
	if c == nil {
		return wrong("Candidates.Find", "contacts is nil; pass what Step returned")
	}
	if err := answer.Of(c).Check(shapes, shapes); err != nil {
		return err
	}
	table, err := isa.Choose()
	if err != nil {
		return err
	}
	if _, err := shapes.Hold(); err != nil {
		return err
	}
	defer shapes.Release()
	l.Start, l.Depth, l.NX, l.NY = l.Start[:0], l.Depth[:0], l.NX[:0], l.NY[:0]
	cols := [2]store.Columns{store.Of(shapes).Columns()}
	var p pairBlock
	for i, a := range c.A {
		l.Start = append(l.Start, int32(len(l.Depth)))
		for k, id := range [2]soa.ID{a, c.B[i]} {
			if err := p.load(table, shapes, &cols[0], k, id); err != nil {
				return err
			}
		}
		best := pair.MTV{Sep: 0 - c.Depth[i], NX: c.NX[i], NY: c.NY[i]}
		l.buf = pair.MTVs(p.block(&cols, true), simd.Pair{A: 0, B: 1}, best, float32(tolerance), l.buf[:0])
		for _, w := range l.buf {
			l.Depth, l.NX, l.NY = append(l.Depth, 0-w.Sep), append(l.NX, w.NX), append(l.NY, w.NY)
		}
	}
	l.Start = append(l.Start, int32(len(l.Depth)))
	return nil
}

// check refuses what neither Find nor Pair can serve.
func check(call string, shapes *soa.Shapes, tolerance float64) error {
	if shapes == nil {
		return wrong(call, "shapes is nil; pass those that the contacts are of")
	}
	if !(tolerance >= 0 && tolerance <= batch.MaxMargin) {
		return wrong(call, "tolerance %v: want 0 to %g", tolerance, float64(batch.MaxMargin))
	}
	return nil
}

func wrong(call, problem string, args ...any) error {
	return &batch.ArgumentError{Problem: "mtv." + call + ": " + fmt.Sprintf(problem, args...)}
}
