// SPDX-License-Identifier: MIT

package query

import (
	"context"

	"daylight/soa"
)

// MaxNeighbours is the greatest number of neighbours that may be asked for.
const MaxNeighbours = 1 << 16

var (
	nearestToPoints = call{name: "NearestToPoints", asks: points, nearest: true, honours: attrsOption | skipOption | withinOption | noPointsOption}
	nearestToShapes = call{name: "NearestToShapes", asks: shapesOfStore, nearest: true, honours: skipOption | withinOption | noPointsOption}
)

// NearestToPoints finds the k shapes that are nearest to each point, sorted by distance, and by ID if
// distances are equal; if several are at the k-th distance, those with the lowest IDs. It finds fewer if
// there are not so many shapes, or not so many at a distance of at most Options.Within. k is 1 to
// MaxNeighbours.
func (a *Asker) NearestToPoints(ctx context.Context, x, y []float64, k int, o Options) (*Rows[Neighbour], error) {
	err := a.ask(ctx, &nearestToPoints, &o, columns{x: x, y: y, k: k})
	return neighbourRows.answer(a, err, (*Asker).answerNearest)
}

// NearestToPoint is NearestToPoints for one point, and appends to dst.
func (ix *Index) NearestToPoint(dst []Neighbour, x, y float64, k int, o Options) ([]Neighbour, error) {
	a, err := ix.askOne(&nearestToPoints, &o, oneQuestion{row: [5]float64{x, y}, k: k})
	return neighbourRows.append(dst, a, err, (*Asker).answerNearestAlone)
}

// NearestToShapes finds the k shapes that are nearest to each shape of a store, as NearestToPoints does.
// Store, IDs and filters are as in CastShapes.
func (a *Asker) NearestToShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, k int, o Options) (*Rows[Neighbour], error) {
	err := a.ask(ctx, &nearestToShapes, &o, columns{store: store, ids: ids, k: k})
	return neighbourRows.answer(a, err, (*Asker).answerNearest)
}

// NearestToShape is NearestToShapes for one shape, and appends to dst.
func (ix *Index) NearestToShape(dst []Neighbour, store *soa.Shapes, id soa.ID, k int, o Options) ([]Neighbour, error) {
	a, err := ix.askOne(&nearestToShapes, &o, oneQuestion{store: store, id: id, k: k})
	return neighbourRows.append(dst, a, err, (*Asker).answerNearestAlone)
}
