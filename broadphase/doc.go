// SPDX-License-Identifier: MIT

// Package broadphase is the door to internal/broadphase, which finds the pairs of axis-aligned
// boxes that overlap. It takes boxes, and the filters that decide which of them may meet, as columns, and knows nothing of shapes inside.
// [Finder.AppendPairs] finds all pairs in one call; [BruteForce] is what to compare it with.
//
// Finding the pairs of one call, a frame, uses nothing of the frame before. Which pairs it finds, and
// in which order, depends on the boxes and the filters alone, not on the instruction set. Two boxes
// that are apart by less than two quanta (a small part of a mean box) may be reported as well;
// which of those are reported can depend on the order in which the boxes are stored.
//
// The engine, package batch, uses the room behind the door: it sweeps strips on several goroutines and decides their pairs while they are in cache.
//
// # Exactness
//
// A frame finds every pair of boxes that overlap: as closed boxes, whose sides are the exact sums
// of anchor and offset, moved outward by Config.Grow. It may also find pairs whose boxes are
// apart by less than two quanta on an axis. A quantum is about 2^-29 of the extent of the boxes'
// reference points, so two are 2^-28 of it. (The reference point of a box is its point nearest to
// its anchor, so that giant boxes do not matter.) [BruteForce] finds exactly the same pairs.
//
// If boxes are less than 64 quanta wide on average (because a shape ran far away, or because
// boxes are points), the size of a quantum depends on the place, by a sample of 1024 boxes: it is
// the same wherever the sample is dense, and larger in the space between, up to 2^-18 of the
// extent. In that case, and if offsets are so long that their rounding matters, the sides of
// boxes are also moved outward by 2^-50 of their offset and of their distance from the middle.
//
// # Cost
//
// Time is about linear in the number of boxes, tests and pairs. A test compares two boxes. For
// the boxes that package conformance draws, a test of this package asserts how many there are for
// each box and pair: at most 4 for boxes spread evenly, in clusters, with a heavy tail of sizes,
// on a diagonal or a grid, with a floor, a giant, an outlier, walls or planks; 8 for boxes on one
// line, of which 20,000 and more take 2, and for walls that cross planks; 12 if many have run
// away; 1 if all lie on one spot, every pair being a hit.
//
// The worst case is n²/2 tests with hardly a hit. It happens if boxes that are much smaller than
// the mean are crowded into one strip and each is as wide as the crowd. If three quarters of all
// boxes are small and lie in one spot as wide as a mean box ("crumbs"), tests grow with the root
// of n: 20 for each box and pair at 20,000 boxes, 33 at 100,000. A visitor takes up a row in its
// strip, and visitors of a strip are compared with each other in vain, at most as often as they
// share strips.
//
// # Memory
//
// A frame takes 16 bytes for each box and 4 for each entry. An entry is a box in a bucket: there
// are at most two for each box and one for each bucket, and usually 1.2 for each box. There are
// at most n/8 buckets, of 4 bytes each and 4 for each worker, who takes 4 kB besides if there are
// worlds. Where buckets hold 64 boxes or more, a frame leaves room in each for as many boxes as the
// frame before had there and some more, so that it need not count them first: a quarter more
// entries, and 4 bytes more for each bucket and worker. A sweep takes 16 kB, 40 bytes for each row
// of the largest strip (44 with several workers) and 4 for each of its cells, of which there are
// four for each row at most, 20 more with filters, 8 with keys, and 8 in a crowd. The pairs of a
// strip come a few thousand at a time: they are never stored. Scratch memory grows by a quarter
// more than needed and is kept. A frame that fits into it allocates nothing.
package broadphase
