// SPDX-License-Identifier: MIT

package query

import (
	"context"

	"daylight/internal/scratch"
)

// Covers finds the shapes that cover each probe: that hold all of it, boundaries included.
// Equal shapes cover each other; no shape is asked about itself. Depth, NX and NY are
// empty.
//
// It is decided in float64 on the shapes as they are stored, in which edges are 2^-22 of a
// shape's reach off what was given, about 2^-22 of both reaches in all: whoever lies
// within that of the boundary may be in or out. Two boxes, or two polygons, of the same
// vertices and pose cover each other for sure.
func (a *Asker) Covers(ctx context.Context, p Probes, opts ...Option) (*Overlaps, error) {
	const op = "Covers"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	o := &a.overlap
	n, err := o.probes.load(a.ix, op, &p)
	if err != nil {
		return nil, err
	}
	a.boxes = scratch.Resize(a.boxes, n)
	o.probes.fit(&a.ix.tree, a.boxes, 0)
	o.kind, o.filters, o.world = ofCovers, &o.probes.Filters, o.probes.World
	return a.overlapped(n)
}
