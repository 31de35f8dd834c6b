// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/simd/strip"
	"daylight/soa"
)

// SortFrom sets from how many shapes on questions are sorted, and returns what it was.
func SortFrom(shapes int) (old int) {
	old, sortShapes = sortShapes, shapes
	return old
}

// Stored reports whether some leaves of an index that was built once are as shapes were stored.
func Stored(ix *Index) bool { return len(ix.building.order) > 0 }

// InPlace makes an index that reads shapes in the store, as few and in whatever order they are.
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

// RayBound is how exact the answers of rays are.
var RayBound = rayBound

// FoundInCells reports whether the last lists of WithinDistance were found in cells.
func FoundInCells(a *Asker) bool { return a.pairs.inCells }

// MostInCell is the greatest number of points that a cell held of those in which the first worker last found lists.
func MostInCell(a *Asker) (most int) {
	start := a.workers[0].strip.cells.Start
	for k := 1; k < len(start); k++ {
		most = max(most, int(start[k]-start[k-1]))
	}
	return most
}
