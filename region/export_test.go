// SPDX-License-Identifier: MIT

package region

// RandomTouching makes rings that often touch, for tests outside.
var RandomTouching = randomTouching

// Shapes use these functions of regions, and tests ask them directly: regions may be empty.
func Compare(a, b *Region) Verdict                             { return a.compare(b) }
func Relate(a, b *Region) Relation                             { return a.relate(b) }
func Intersect(a, b *Region) Common                            { return a.intersect(b) }
func AppendIntersection(dst [][]Point, a, b *Region) [][]Point { return a.appendIntersection(dst, b) }

// NewEvenOdd makes a region of rings that neither cross nor touch, ignoring their roles. A point is
// inside if an odd number of rings surround it.
func NewEvenOdd(rings [][]Point) (*Region, error) {
	c := new(cutter)
	if err := c.collect([][][]Point{rings}); err != nil {
		return nil, err
	}
	if err := c.cut(); err != nil {
		return nil, err
	}
	return c.region(), nil
}

// Convex decides about cores that are not checked.
var Convex = convex

// IsConvex is what NewConvex checks.
var IsConvex = isConvex

// Reasons that have no public name, by which tests tell what was found.
var (
	ErrNotFinite    = errNotFinite
	ErrSpike        = errSpike
	ErrTouching     = errTouching
	ErrOverlapping  = errOverlapping
	ErrDisconnected = errDisconnected
	ErrHoleOutside  = errHoleOutside
	ErrNested       = errNested
	ErrNotMended    = errNotMended
	ErrNotConvex    = errNotConvex
	ErrRadius       = errRadius
	ErrOption       = errConfig
)
