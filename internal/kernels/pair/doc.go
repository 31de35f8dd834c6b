// SPDX-License-Identifier: MIT

// Package pair decides pairs of convex shapes, a block of pairs per call: whether they
// touch, how deep and which way out; where they touch; and when, if they move.
//
// # Blocks
//
// A Block holds shapes that lie near each other, as columns; Pairs index into it.
// A caller sorts candidate pairs by class, looks a kernel up once with
// Deciding.Contacts, and calls it with hundreds to a few thousand
// pairs. Answers are compacted: only contacts are written, in the order of Pairs.
// Output columns need room for every pair and Slack more; inputs are only read
// (except Args.Hints), so calls on one Block may run at once. A call through a Table
// makes its Args escape: keep them in scratch that lives on.
//
// A kernel may be uncertain of an entry; its separation is then NaN and Resolve, the
// same code for all instruction sets, decides it in float64. Run Resolve whenever Count.Open is
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
// ClipBound for why, and clip.go for how.
// Witness adds the closest points of decided pairs (of shapes that overlap, those that
// touch once they are parted); WitnessBound says how exact they are.
//
// # Deep and apart
//
// While cores overlap, the widest gap over the edge normals of both is minus the
// depth, exactly. Once they are apart it may fall short of the distance: vertex
// against vertex, or two segments in one line, whose gap is zero at any distance. So
// a gap above a rim of -2^-18 of the scale is never the last word where that could
// matter. The region of the closest edge or vertex decides circles. Their ends
// decide capsules, with a proof that the vector found is the shortest. Any other
// pair with rounding, a positive limit or two sharp shapes is left open for Resolve;
// otherwise (a normal near every direction, radius 0) the gap itself is within the
// bound.
//
// # Where to find what
//
// circles, capsules, circlebox, boxes, circlepolygon and convex decide the pairs that they are
// named for; convex takes every pair of shapes with edges, and support finds the lowest corners of
// shapes that have many. resolve decides in float64 what they leave open. manifold says what a
// contact point is, clip finds them on the edges that face each other (facet, meet). witness finds
// the closest points, mtv lists MTV candidates, impact finds times of impact. vector*.go has what
// the assembly of every instruction set needs. table.go and table_amd64.go list what runs for which
// pair, for each instruction set.
package pair
