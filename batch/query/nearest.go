// SPDX-License-Identifier: MIT

package query

import (
	"context"

	"daylight/soa"
)

// MaxNeighbours is the greatest number of neighbours that may be asked for.
const MaxNeighbours = 1 << 16

var (
	nearestToPoints = call{name: "NearestToPoints", asks: points, honours: attrsOption | skipOption | withinOption | noPointsOption}
	nearestToShapes = call{name: "NearestToShapes", asks: shapesOfStore, honours: skipOption | withinOption | noPointsOption}
)

// NearestToPoints finds the k shapes that are nearest to each point, sorted by distance, and by ID if
// distances are equal; if several are at the k-th distance, those with the lowest IDs. It finds fewer if
// there are not so many shapes, or not so many at a distance of at most Options.Within. k is 1 to
// MaxNeighbours.
func (a *Asker) NearestToPoints(ctx context.Context, x, y []float64, k int, o Options) (*Rows[Neighbour], error) {
	if err := a.ask(ctx, &nearestToPoints, &o, columns{x: x, y: y}); err != nil {
		return nil, err
	}
	return a.nearestOf(k)
}

// NearestToPoint is NearestToPoints for one point, and appends to dst.
func (ix *Index) NearestToPoint(dst []Neighbour, x, y float64, k int, o Options) ([]Neighbour, error) {
	a, err := ix.askOne(&nearestToPoints, &o, x, y, 0, 0)
	if err != nil {
		return dst, err
	}
	return a.nearestOfOne(dst, k)
}

// NearestToShapes finds the k shapes that are nearest to each shape of a store, as NearestToPoints does.
// Store, IDs and filters are as in CastShapes.
func (a *Asker) NearestToShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, k int, o Options) (*Rows[Neighbour], error) {
	if err := a.askShapes(ctx, &nearestToShapes, &o, store, ids, columns{}); err != nil {
		return nil, err
	}
	return a.nearestOf(k)
}

// NearestToShape is NearestToShapes for one shape, and appends to dst.
func (ix *Index) NearestToShape(dst []Neighbour, store *soa.Shapes, id soa.ID, k int, o Options) ([]Neighbour, error) {
	a, err := ix.shapeAsks(&nearestToShapes, &o, store, id, 0, 0, 0)
	if err != nil {
		return dst, err
	}
	return a.nearestOfOne(dst, k)
}

// nearestOf answers the questions in hand.
func (a *Asker) nearestOf(k int) (*Rows[Neighbour], error) {
	if err := a.setNeighbours(k); err != nil {
		return nil, err
	}
	a.sorter.sort(a.boxes, a.world, a.ix.Len())
	if err := a.answer((*Asker).answerNearest); err != nil {
		return nil, err
	}
	return collect(a, &a.neighbours, neighboursOf)
}

// nearestOfOne answers the one question in hand, and returns the Asker to the pool.
func (a *Asker) nearestOfOne(dst []Neighbour, k int) ([]Neighbour, error) {
	err := a.setNeighbours(k)
	if err == nil {
		dst, err = appendAnswers(a, dst, neighboursOf, (*Asker).answerNearestAlone)
	}
	a.ix.put(a)
	return dst, err
}

// setNeighbours sets how many neighbours are asked for, and how far they may be.
func (a *Asker) setNeighbours(k int) error {
	if k < 1 || k > MaxNeighbours {
		return a.call.bad(-1, "k is %d: want 1 to %d", k, MaxNeighbours)
	}
	a.k = k
	if a.options.Within == 0 {
		a.limit = inf
	}
	return nil
}
