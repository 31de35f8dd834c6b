// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/kernels/strip"
	"daylight/soa"
)

// SortFrom sets from how many shapes on questions are sorted, and returns what it was.
func SortFrom(shapes int) (old int) {
	old, sortShapes = sortShapes, shapes
	return old
}

// Stored reports whether some leaves of an index that was built once are as shapes were stored.
func Stored(ix *Index) bool { return len(ix.building.order) > 0 }

// InPlace makes an index that reads shapes in the store, however few and in any order.
func InPlace(s *soa.Shapes, cfg Config) (*Index, error) {
	cfg.InPlace, cfg.AnyOrder = true, true
	return New(s, cfg)
}

// ReadsStore reports whether an index reads shapes in the store.
func ReadsStore(ix *Index) bool { return ix.shapes.from != nil }

// ReplaceIDs gives an index other memory for its IDs, which copies them.
func ReplaceIDs(ix *Index, copied func(ids []soa.ID) []soa.ID) { ix.shapes.id = copied(ix.shapes.id) }

// Least8 puts the eight least first.
var Least8 = least8

// SortRows sorts rows of WithinDistance, and SortRow one.
var (
	SortRows = sortRows
	SortRow  = strip.SortList
)

// Held is how many bytes are charged to an Asker.
func Held(a *Asker) int64 { return a.account.budget.Held() }

// RayBound returns how exact the answers of rays are. The point of a ray at the fraction at which
// it is said to enter a shape lies no farther than the bound from the shape's boundary. Before that
// point the ray is nowhere deeper in the shape than the bound, and neither is a ray in a shape that
// it is said to miss. reach is the greatest distance of a point of the shape from its position (X,
// Y), and path is the sum of |x-X|, |y-Y|, |dx| and |dy|. The coordinates of the point in a RayHit
// are rounded to float64, so each may be off by an ulp of itself besides: the bound does not grow
// with the distance from the origin, but a coordinate of 1e15 is a multiple of 1/8. At a corner of
// a polygon without radius whose angle a is acute, divide the share that RayBound(0, path) has by
// sin(a/2).
//
// Rotations are stored as float32 up to 2^-22 off unit length, and so are those of a polygon's
// vertices, each coordinate rounded twice: 2^-21 of the reach in all. All else is float64:
// differences, products and quotients, less than sixteen roundings of the path; one is the rounding
// of t*dx. The sum x + t*dx is then rounded by half an ulp of itself at most, and where that takes
// the next power of two the ulp doubles: one ulp of the result covers both. For each edge of a
// polygon, the point lies no farther outside than that. So it lies in the polygon whose edges are
// moved outward by as much. Its corners, where two edges make the angle a, lie 1/sin(a/2) times as
// far from the polygon.
func RayBound(reach, path float64) float64 {
	return float64(reach*0x1p-20) + float64(path*0x1p-48)
}

// FoundInCells reports whether the last lists of WithinDistance were found in cells.
func FoundInCells(a *Asker) bool { return a.pairs.inCells }

// MostInCell is the greatest number of points that a cell held of those in which the first worker
// last found lists.
func MostInCell(a *Asker) (most int) {
	start := a.workers[0].strip.cells.Start
	for k := 1; k < len(start); k++ {
		most = max(most, int(start[k]-start[k-1]))
	}
	return most
}
