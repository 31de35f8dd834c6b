// SPDX-License-Identifier: MIT

// Package broadphase is the door to internal/broadphase, which finds the pairs of axis-aligned
// boxes that overlap. It takes boxes and their filters as columns, and knows nothing of shapes
// inside.
//
//	var finder broadphase.Finder
//	pairs, err := finder.AppendPairs(nil, &broadphase.Boxes{X: x, Y: y, MinX: minX, MinY: minY,
//		MaxX: maxX, MaxY: maxY}, broadphase.Config{})
//
// The pairs that a call finds, and their order, depend on its boxes and filters alone.
//
// # Exactness
//
// A call finds every pair of boxes that overlap: as closed boxes, whose sides are the exact sums of
// anchor and offset, moved outward by Config.Grow. It may also find pairs that are apart by less
// than two quanta on an axis; the order of the boxes may decide which. A quantum is about 2^-29 of
// the extent of the boxes' reference points; the reference point of a box is its point nearest to
// its anchor, so giant boxes do not matter. [BruteForce] finds exactly the same pairs.
//
// Boxes may be less than 64 quanta wide on average, because one ran far away or because boxes are
// points. Then the size of a quantum depends on the place: up to 2^-18 of the extent where a sample
// of 1024 boxes is sparse. In that case, and if offsets are so long that their rounding matters,
// sides also move outward: by 2^-50 of their offset and of their distance from the middle.
//
// # Cost
//
// Time is about linear in the number of boxes and pairs. A test compares two boxes. Even scenes,
// clusters, heavy tails and grids need at most 4 tests for each box and pair, and so do scenes with
// a giant or an outlier. Boxes on one line need 8, and scenes where many ran away 12; a test
// asserts this. The worst case is n^2/2 tests with hardly a hit: boxes much smaller than the mean,
// crowded into one strip, each as wide as the crowd.
//
// # Memory
//
// A call takes 16 bytes for each box, and 4 for each entry of a box in a strip (about 1.2 a box).
// For each worker it takes 4 for each bucket (at most n/8). A sweep takes 16 kB and 40 to 76 bytes
// for each row of the largest strip. Scratch memory grows by a quarter more than needed and is
// kept, so a call that fits into it allocates nothing.
package broadphase
