// SPDX-License-Identifier: MIT

// Package region takes polygons as they come, concave, with holes, in several parts,
// and decides exactly how they lie to each other and to other shapes.
//
// [New] makes a [Region] of rings and cuts it into convex parts along its own points:
// no coordinate is rounded, so whatever is true of the parts' float64 coordinates is true of the
// polygon's. Rings that cross, touch, go back along themselves or repeat points are refused with
// an [Error] that says which and where, or mended on request; see [Mend].
//
// [Compare] says of two regions whether they are apart, touch or overlap, and [Relate]
// all relations of OGC Simple Features. [Convex] decides about two convex shapes
// with rounding radii: circles, capsules, boxes, rounded polygons. These answers are
// never wrong: they are those of real arithmetic on the coordinates as they are.
// Arithmetic in float64 with an error bound decides nearly all of them, and exact
// predicates the rest.
//
// [Intersect] finds the area two regions have in common, within a stated bound,
// with its centroid; [AppendIntersection] gives it as convex polygons.
//
// Coordinates are float64 in a unit of the caller's choice, y upward in words such as
// counter-clockwise. Any finite numbers are good for decisions; areas over- or underflow as
// products of two coordinates do. A Region takes 16 bytes for each point of its outline, and
// about 70 for each corner of a part and 36 for each part. Regions are immutable and
// functions here may be called by any number of goroutines. Results are the same bits
// on every platform. Comparing allocates nothing unless more than 64 parts of one region
// lie where the other is.
//
// # How polygons are cut
//
// A sweep from left to right keeps the edges that cross a vertical line in order, tests new
// neighbours for crossing, and cuts what lies behind it into triangles (Hertel and
// Mehlhorn 1985, on top of Shamos and Hoey 1976). Cuts that are not needed for
// convexity are then taken away again, which leaves at most four times as many parts as
// there must be. It takes time in proportion to n log n for n points, and tests only
// signs of orientations of given points.
package region
