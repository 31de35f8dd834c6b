// SPDX-License-Identifier: MIT

package query

import (
	"context"
)

// Covers finds the shapes that cover each probe, which means that they hold all of it, boundaries
// included. Equal shapes cover each other. A probe is not compared with itself. Depth, NX and NY
// are empty.
//
// It is decided in float64, by the shapes as they are stored. Their edges are off what was given
// by 2^-22 of a shape's reach, so for both shapes together by about 2^-22 of both reaches. If a
// probe comes that near to a boundary, it may be reported or not. Two boxes, or two polygons,
// with the same vertices and pose always cover each other.
func (a *Asker) Covers(ctx context.Context, p Probes, opts ...Option) (*Overlaps, error) {
	const op = "Covers"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	o := &a.overlap
	n, err := a.load(&o.probes, op, &p)
	if err != nil {
		return nil, err
	}
	o.probes.fit(&a.ix.tree, a.boxes, 0)
	o.kind, o.filters, o.world = ofCovers, &o.probes.Filters, o.probes.World
	return a.overlapped(n)
}
