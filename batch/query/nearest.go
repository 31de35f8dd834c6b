// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"

	"daylight/soa"
)

// Neighbours are the shapes nearest to each question, as columns. Those of question i are the
// entries Offsets[i] to Offsets[i+1]-1 of the other columns, sorted by distance, and by ID if
// distances are equal. If several shapes are at the k-th distance, those with the lowest IDs are
// found. The entry of a shape depends on that shape and on the question alone, not on which other
// shapes there are. Distance is that between the shape found and the shape or point asked about;
// if they overlap, it is minus the depth. (X, Y) is the point of the shape found that is closest to
// the other, (QX, QY) is the point of the other that is closest to the shape found, and the unit
// normal (NX, NY) points from the shape found to the other; see batch.Witness. Points are in the
// world, rounded to float64 once. With ClosestPoints(false) X, Y, QX and QY are empty.
type Neighbours struct {
	Offsets      []int
	Shape        []soa.ID
	Distance     []float32
	NX, NY       []float32
	X, Y, QX, QY []float64
}

// MaxNeighbours is the greatest number of neighbours that may be asked for.
const MaxNeighbours = 1 << 16

// nearest is the task of finding neighbours.
type nearest struct {
	k       int
	points  *Points // nil if probes ask
	asked   Points
	probes  probes
	world   []uint32
	plain   bool // no filter keeps anything out
	answers answers
	result  Neighbours
}

// NearestToPoints finds the k shapes that are nearest to each point. It finds fewer if there are
// not so many shapes, or with Within(r), not so many at a distance of at most r.
func (a *Asker) NearestToPoints(ctx context.Context, p Points, k int, opts ...Option) (*Neighbours, error) {
	const op = "NearestToPoints"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n := len(p.X)
	if err := columns(op, n, column{"Y", len(p.Y)}); err != nil {
		return nil, err
	}
	if err := p.check(op, n); err != nil {
		return nil, err
	}
	a.near.asked = p
	a.near.points, a.near.world = &a.near.asked, p.World
	if err := a.box(op, n, (*Asker).boxNearest); err != nil {
		return nil, err
	}
	return a.nearestTo(op, n, k)
}

func (a *Asker) boxNearest(lo, hi int) error {
	p := &a.near.asked
	return a.boxPlaces(p.X, p.Y, lo, hi, 0)
}

// NearestToShapes finds the k shapes that are nearest to each probe. It finds fewer if there are
// not so many shapes, or with Within(r), not so many at a distance of at most r.
func (a *Asker) NearestToShapes(ctx context.Context, p Probes, k int, opts ...Option) (*Neighbours, error) {
	const op = "NearestToShapes"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n, err := a.load(&a.near.probes, op, &p)
	if err != nil {
		return nil, err
	}
	a.near.probes.fit(&a.ix.tree, a.boxes, 0)
	a.near.points, a.near.world = nil, a.near.probes.World
	return a.nearestTo(op, n, k)
}

func (a *Asker) nearestTo(op string, n, k int) (*Neighbours, error) {
	if k < 1 || k > MaxNeighbours {
		return nil, &QuestionError{op, -1, fmt.Sprintf("k is %d: want 1 to %d", k, MaxNeighbours)}
	}
	t := &a.near
	t.k = k
	t.plain = t.points != nil && t.world == nil && t.points.none() && !a.ix.sifts(&soa.Attrs{})
	a.sorter.sort(a.boxes, t.world, a.ix.Len())
	a.find(true, false, !a.cfg.noPoints)
	if err := a.answer(t); err != nil {
		return nil, err
	}
	offsets, err := a.collect(n, &t.answers)
	if err != nil {
		return nil, err
	}
	s := &t.answers
	t.result = Neighbours{
		Offsets: offsets, Shape: s.shape, Distance: s.sep, NX: s.nx, NY: s.ny,
		X: s.ax, Y: s.ay, QX: s.bx, QY: s.by,
	}
	return &t.result, nil
}
