// SPDX-License-Identifier: MIT

// Package broadphase finds the pairs of axis-aligned boxes that overlap: by sort and sweep, in
// strips. The documentation of package broadphase, which gives users the pairs alone, says how
// exact they are and what finding them costs.
//
// An engine builds a frame and sweeps its strips side by side, each goroutine with a Strip of its
// own:
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
// Build is parallel by what Settings.Each does with the parts it is given: the package itself
// starts no goroutine and reads no clock.
//
// The caller may deal boxes into the strips of the frame before as it moves them: see Frame.Resume.
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
// So a shape that has run far away, or ten thousand worlds, need no more memory. Boxes of different
// strips in one bucket are recognised when they are compared. If the scene is a long row, strips
// are vertical. If tall boxes would visit too many strips, strips are made taller, and so they are
// if there are 256 or more that hold few boxes each: a line, a scene that is nearly empty, many
// small worlds. If they are then taller than the scene is wide, their rows are put in the order of
// their lower sides and swept upward. If a few cells hold most of a strip, its rows are sorted
// exactly. If filters keep most pairs of a crowd apart, rows are sorted by their filters, and only
// sets of rows that may meet are compared. Up to 128 boxes of one world lie in a single strip. Many
// small worlds lie beside each other, several to a strip, each with cells of its own. Rows end at
// the end of their world. So a vector compares boxes of several worlds, and no filter has to tell
// them apart.
//
// Three quarters of all boxes may be small and lie in one spot as wide as a mean box ("crumbs").
// Then tests grow with the root of n: 20 for each box and pair at 20,000 boxes, 33 at 100,000. A
// visitor takes up a row in its strip, and visitors of a strip are compared with each other in
// vain.
//
// Where buckets hold 64 boxes or more, a frame need not count them first: each bucket gets room for
// as many boxes as in the frame before, and some more.
package broadphase
