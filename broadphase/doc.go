// SPDX-License-Identifier: MIT

// Package broadphase finds the pairs of axis-aligned boxes that overlap. It knows boxes
// and filters as columns, and nothing of the shapes inside.
//
// # A frame
//
// [Frame.AppendPairs] finds all pairs in one call. An engine that does something with pairs
// while they are in cache builds the frame and sweeps the strips itself, on as many
// goroutines as it likes, each with a Strip of its own:
//
//	strips, err := frame.Build(&boxes, &filters, broadphase.Settings{Each: pool.Each, Workers: 8})
//	for k := range strips { // side by side
//		for pairs := range frame.Sweep(k, &strip) {
//			// pairs of rows; row r is box strip.Slots[r]
//		}
//	}
//
// Build is parallel by what Settings.Each does with the parts it is given: the package
// itself starts no goroutine and reads no clock.
//
// A frame uses nothing of the frame before. Which pairs it finds, and in which order, depends on
// the boxes and filters alone, not on the number of workers or on the instruction set. Two boxes
// that are apart by less than two quanta (a small part of a mean box) may be reported as well;
// which of those are reported can depend on the order in which the boxes are stored.
//
// This package is the door of internal/sweep, where the code is. The engine, package batch,
// uses that directly: it needs more than pairs, such as the rows of a strip, the order of boxes
// in space, or the memory that a frame will take.
//
// # How it works
//
// A frame first rounds the sides of every box outward, to integers of 30 bits on each axis, and
// works on integers from then on. It cuts the plane into horizontal strips, five mean heights
// tall. A box is at home in the strip that holds its lower side, and a visitor in every strip
// above that it reaches. A pair belongs to the strip in which the upper of the two is at home. So
// a strip needs nothing of other strips: it compares boxes at home with each other and with
// visitors, but not visitors with each other. Within a strip, a counting sort puts the rows in
// order of their left sides, with cells a quarter of a mean width wide. Each row is then compared
// with the rows from its own cell up to the cell of its right side. To cut the plane before
// sweeping is what Terdiman's box pruning came to (codercorner.com, "Box pruning revisited",
// parts 15 and 17); to sort by cell makes the length of every window known beforehand.
//
// Strips share a bounded number of buckets: strip plus world times stride, modulo a power of two.
// So a shape that has run far away, or ten thousand worlds, need no more memory. Boxes of
// different strips in one bucket are told apart when they are compared. If the scene is a long
// row, strips are vertical. If tall boxes would visit too many strips, strips are made taller, and
// so they are if there are 256 or more that hold few boxes each: a line, a scene that is nearly
// empty, many small worlds. If they are then taller than the scene is wide, their rows are put in
// the order of their lower sides and swept upward. If a few cells hold most of a strip, its rows
// are sorted exactly.
//
// # Exactness
//
// A frame finds every pair of boxes that overlap: as closed boxes, whose sides are the exact sums
// of anchor and offset, moved outward by Settings.Grow. It may also find pairs whose boxes are
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
// entries, and 4 bytes more for each bucket and worker. A Strip takes 16 kB, 40 bytes for each row
// of the largest strip (44 with several workers) and 4 for each of its cells, of which there are
// four for each row at most, 20 more with filters, 8 with keys, and 8 in a crowd. The pairs of a
// strip come a few thousand at a time: they are never stored. Scratch memory grows by a quarter
// more than needed and is kept. A frame that fits into it allocates nothing.
package broadphase
