// SPDX-License-Identifier: MIT

// Package kernels decides pairs of convex shapes, a block of pairs per call, and
// holds the two other inner loops of collision detection: rotating polygons and
// sweeping a strip of boxes. It is the ground floor of Daylight: straight-line
// functions over plain slices that never allocate, start a goroutine or read the
// clock. A Table is one implementation of all of them; "go" is portable Go, present
// on every platform, and defines what every other table must compute.
//
// # Blocks
//
// A Block holds shapes that lie near each other, as columns; Pairs index into it.
// A caller sorts candidate pairs by class, looks a kernel up once with
// Table.Contacts or Table.Overlaps, and calls it with hundreds to a few thousand
// pairs. Answers are compacted: only contacts are written, in the order of Pairs.
// Output columns need room for every pair and Slack more; inputs are only read
// (Args.Hints aside), so calls on one Block may run at once. A call through a Table
// makes its Args escape: keep them in scratch that lives on.
//
// A kernel may be uncertain of an entry; its separation is then NaN and Resolve, the
// same code for all tables, decides it in float64. Run Resolve whenever Count.Open is
// not zero, on the whole output.
//
// # Meaning
//
// Separation is the signed distance: that of the cores less both radii when the
// cores are apart, and minus the least translation that parts them, less both radii,
// when they overlap, also where one contains the other. The normal is the unit vector
// from A to B along which moving B by the depth ends the overlap. A pair is a contact
// if its separation is at most Args.Limit. ErrorBound says how exact this is.
//
// Among equal axes A's come before B's and lower lanes before higher; a normal with
// d.n = 0 keeps the sign of the axis. So for shapes on one spot:
//
//	circle, circle        (1, 0)
//	box, box              A's first axis
//	polygons and mixes    the first of A's widest normals
//	box and circle        the box's first axis, from box to circle
//	capsule and circle    the capsule's axis turned anticlockwise, from capsule
//	capsule, capsule      that of A, where the cores are parallel
//
// Swapping A and B turns the normal round and keeps the separation bit for bit,
// ties and entries that Resolve decides excepted.
//
// # Contact points
//
// A Manifold kernel takes what a contact kernel and Resolve report and finds where the
// shapes touch, in one or two points; it changes neither separations nor normals. See
// Manifolds for what a point is, Feature for its name, PointBound for how exact it is,
// and clip.go for how.
// Witness adds the closest points of decided pairs (of shapes that overlap, those that
// touch once they are parted); WitnessBound says how exact they are.
//
// # Floating point
//
// Positions are float64 and are subtracted as such; all else is float32 relative to a
// shape's own position, so that precision does not depend on where a scene lies. The
// result is the same to the bit on every platform and table:
//
//   - products are rounded before they are added (float32(a*b) + c), so that no
//     compiler may fuse them; there are no estimates and no library functions but
//     the square root, and divisions are divisions;
//   - sums have one order, which the portable code spells out; a minimum or maximum
//     may be taken in any order, being exact;
//   - "greater" is strict and false for NaN, like the vector comparison; a choice is
//     a comparison and a blend, and a sign is flipped by its bit;
//   - -0 counts as zero: it is normalised (x + 0) where a sign bit is read or a
//     minimum leaves the package, so that MINPS and the min of Go may differ on it.
//
// A NaN or infinite position makes no contact and harms no other pair. NaN in lanes
// that no pair uses is never seen. Coordinates and radii may reach 2^60; distances
// under 2^-62 count as zero.
//
// # Deep and apart
//
// While cores overlap, the widest gap over the edge normals of both is minus the
// depth, exactly. Once they are apart it may fall short of the distance: vertex
// against vertex, or two segments in one line, whose gap is zero at any distance. So
// a gap above a rim of -2^-18 of the scale is never the last word where that could
// matter. Circles are decided by the region of the closest edge or vertex. Capsules
// by their ends, with a proof that the vector found is the shortest. Of the rest, a
// pair with rounding, a positive limit or two sharp shapes is left open for Resolve;
// otherwise (a normal near every direction, radius 0) the gap itself is within the
// bound.
//
// # Adding a table
//
// Write the kernels of the narrow families with one lane per pair, and Convex with
// the edges of a core in the lanes and a loop over the other's vertices. Keep the
// order of operations of the portable code, leave open exactly the entries it leaves
// open, and hand rare branches (the corner of a polygon, tails) to it. Which axis a
// hint names is the table's business: any axis that parts the pair will do. A call of
// assembly cannot be preempted, so it ends well within a millisecond however long the
// columns are: the longest, on polygons of 32 lanes, took 0.4 ms. List the table in
// vectorVariants; the tests of this package run over All.
package kernels
