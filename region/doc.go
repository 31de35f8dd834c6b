// SPDX-License-Identifier: MIT

// Package region takes polygons as they come (concave, with holes, in several parts) and
// decides exactly how they lie to each other and to other shapes.
//
// [New] makes a [Region] of rings and cuts it into convex parts along the points that it
// was given. It rounds no coordinate, so whatever is true of the float64 coordinates of the
// parts is true of the polygon. New refuses rings that cross, that touch or run back along
// themselves, with an [Error] that says what is wrong and where.
// Different polygons may touch each other, and the rings of one polygon may do so in single
// points, as in OGC Simple Features. With Mend of [Config], New repairs outlines instead, and
// rounds the points where edges cross.
//
// A [Shape] is what questions are about. [NewConvex] makes one of a convex core with a rounding
// radius: a circle, capsule, box or rounded polygon. [NewShape] makes one of a region, of lines of many
// points, or of both. [Shape.Compare] says whether two shapes are apart, touch or overlap, and
// [Shape.Relate] finds all their relations as OGC Simple Features names them. These answers are
// never wrong: they are the answers of real arithmetic on the coordinates as they are.
// Float64 arithmetic with an error bound decides nearly all of them, and exact predicates
// decide the rest.
//
// [Shape.Intersect] finds the area that two circles, polygons or regions have in common and its
// centroid, and states a bound of the error of the area. [Shape.AppendIntersection] gives the common area as convex
// polygons whose corners are rounded to float64.
//
// Outlines have straight edges. Arcs of circles and ellipses, and sectors, are no shapes of this
// package, since points of an arc are hardly ever float64 numbers and no answer about them would be
// exact: give points along the arc. Of an arc of radius r and angle a in n edges no point is farther
// than r(1-cos(a/2n)) from an edge, of an arc of an ellipse with r as its longer half axis. Whole discs
// and rounded corners are exact, as cores with a radius.
//
// Coordinates are float64 numbers in a unit that the caller chooses. Words such as
// counter-clockwise mean that y points upward. Decisions take any finite coordinates. Areas
// overflow or underflow where the product of two coordinates does.
//
// # Memory and concurrency
//
// A Region takes 16 bytes per point of its outline, about 30 per corner of a part and 36
// per part. That was 85 to 99 bytes per point of the outline in jagged polygons of 100 to
// 100,000 points. New uses working memory again that earlier calls left behind.
//
// Compare and Relate allocate no memory for regions and convex shapes, with two exceptions: more than
// 64 parts of one region lie within the bounding box of the other, or coordinates are so small
// or so large that the products in an exact predicate could underflow or overflow. If one box lies
// within the other, Relate takes time in proportion to the points of the outer region times the parts
// of the inner one in the worst case.
//
// Regions and shapes are immutable, and any number of goroutines may call the functions
// here at the same time. Results are the same bits on every platform.
//
// # How polygons are cut
//
// A vertical line sweeps over the edges from left to right. The edges that cross it are
// kept in order, any two that become neighbours are tested for crossing (Shamos and Hoey
// 1976), and what lies behind the line is cut into triangles (Hertel and Mehlhorn 1985).
// Then all cuts that convexity does not need are taken away again. That leaves at most four
// times as many parts as the smallest possible number.
//
// For n points the sweep makes about n log n comparisons. At a point where edges begin or
// end it may also have to move the list of the edges that cross the line, 4 bytes per edge,
// so that polygons with very many edges side by side take longer. It looks at nothing but
// the signs of orientations of given points.
//
// Where rings touch, their edges are divided at the points that they have in common, all of which
// were given, and a second sweep makes sure that the outlines wind round no point more than once.
package region
