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
//	err := frame.Build(&boxes, &filters, broadphase.Settings{Each: pool.Each, Workers: 8})
//	for k := range frame.Strips() { // side by side
//		frame.Load(k, &strip)
//		for more := true; more; {
//			pairs, more = strip.Next()
//			// pairs of rows; row r is box strip.Slots[r]
//		}
//	}
//
// Build is parallel by what Settings.Each does with the parts it is given: the package
// itself starts no goroutine and reads no clock.
//
// Every frame starts from nothing: the pairs are a function of the boxes and filters handed
// in, in an order that depends on them alone, not on the number of workers, on the
// instruction set or on the frame before. Boxes apart by less than two quanta, a small part
// of a mean box, may be a pair too; which of them are can depend on the order in which
// boxes are stored.
//
// # How it works
//
// Boxes are quantised to 30 bits an axis, rounded outward, and everything after that is
// integers. The plane is cut into horizontal strips, five mean heights tall: a box is
// at home in the strip in which it begins (its lower side) and a visitor in those
// above that it reaches. A pair belongs to the strip in which the later of the two
// begins, so a strip needs nothing of any other: home meets home, home meets visitor,
// and visitors leave each other alone. Within a strip rows are put in order of their
// left sides by a counting sort with cells a quarter of a mean width wide, and each row
// is compared with those from its own cell up to the cell of its right side. Cutting
// the plane before sweeping is what Terdiman's box pruning came to (codercorner.com,
// "Box pruning revisited", parts 15 and 17); sorting by cell makes the length of every
// window known beforehand.
//
// Strips share a bounded number of buckets (strip plus world times stride, modulo a
// power of two), so that neither a shape that ran away nor ten thousand worlds cost
// memory; comparing tells apart what shares a bucket. If the scene is a row, strips
// stand upright. If tall boxes visit too many strips, strips grow. If a few cells hold
// most of a strip, its rows are sorted exactly.
//
// # Exactness
//
// Every pair that overlaps (closed boxes, exact sums of anchor and offset, grown by
// grow) is found. Beyond those, pairs may be found whose boxes are apart by less than
// two quanta on an axis. A quantum is about 2^-29 of the extent of the boxes'
// reference points (the point of a box nearest its anchor; giants do not matter), so
// that is 2^-28 of the extent, and [BruteForce] finds exactly the same pairs.
//
// Where boxes are not 64 quanta wide on average (a shape ran away, or boxes are
// points), the quantisation follows a sample of 1024 boxes: it stays linear where the
// sample lies dense, and compresses the space between, where a quantum is up to 2^-18
// of the extent. Then, and if offsets are so long that rounding them matters, boxes
// are also moved outward by 2^-50 of their offset and of their distance from the
// middle.
//
// # Cost
//
// Time is about linear in boxes, tests and pairs. Tests per box and pair, as package
// conformance draws boxes and a test asserts: at most 4 for boxes spread evenly, in
// clusters, with a heavy tail of sizes, on a diagonal or a grid, with a floor, a giant,
// an outlier, walls or planks; 8 for boxes on one line and for walls that cross planks,
// 12 if many have run away; 1 if all lie on one spot, every pair being a hit.
//
// The worst case is n²/2 tests with hardly a hit. It takes boxes much smaller than the
// mean, crowded into one strip, each as wide as the crowd. Small boxes of the common
// kind, say three quarters of all in one spot a mean box wide ("crumbs"), cost tests
// that grow with the root of n: 20 per box and pair at 20,000, 33 at 100,000. A visitor
// costs a place, and visitors of one strip test each other for nothing, at most as
// often as they share strips.
//
// # Memory
//
// Per box: 16 bytes, and 4 for each entry, of which there are at most two a box and
// one a bucket; 1.2 a box are usual. Buckets are at most n/8, with 4 bytes for each
// and each worker. A Strip takes 16 kB, about 70 bytes for each row of the largest strip, about
// 40 more with filters, and 8 with keys. The pairs of a strip come a few thousand at a
// time: they are never stored. Scratch grows by a quarter more than needed and is kept; a
// frame that fits allocates nothing.
package broadphase
