// SPDX-License-Identifier: MIT

// Package region decides exactly whether polygons touch, overlap or contain each other and other
// shapes. Polygons may be concave, have holes, and consist of several parts.
//
//	ell, err := region.New([][][]region.Point{{ring}}, region.Config{})
//	a, err := region.NewShape(ell, nil, 0)
//	disc, err := region.NewConvex([]region.Point{{X: 1, Y: 2}}, 0.5)
//	verdict := a.Compare(&disc) // Apart, Touching or Overlapping
//
// [New] makes a [Region] of rings and cuts it into convex parts along the points that it was given.
// It rounds no coordinate, so the parts together are the polygon, exactly. It refuses rings that
// cross, touch or run back along themselves, with an [Error] that says what is wrong and where.
// Polygons may touch each other, and rings of one polygon in single points, as in OGC Simple
// Features. Config.Mend repairs outlines instead, and rounds the points where edges cross.
//
// A [Shape] is a convex core with a radius ([NewConvex]: circles, capsules, boxes, rounded
// polygons), or a region, lines of many points, or both ([NewShape]). [Shape.Compare] says whether
// two shapes are apart, touch or overlap, and [Shape.Relate] finds all their relations as OGC names
// them. These answers are those of real arithmetic on the coordinates. [Shape.Intersect] finds the
// common area and its centroid, with a bound of the error, and [Shape.AppendIntersection] the area
// itself as convex polygons.
//
// Outlines have straight edges. Give points along arcs: of an arc of radius r and angle a in n
// edges no point is farther than r(1-cos(a/2n)) from an edge. Whole discs and rounded corners are
// exact, as cores with a radius. Coordinates are finite float64 numbers in a unit of the caller's
// choice, and y points upward. Areas overflow or underflow where the product of two coordinates
// does.
//
// # Memory and concurrency
//
// A Region takes 16 bytes per point of its outline, about 30 per corner of a part and 36 per part.
// For regions and convex shapes, Compare and Relate allocate nothing, with two exceptions: more
// than 64 parts of one lie within the bounding box of the other, or products of coordinates could
// underflow or overflow. Regions and shapes are immutable, and any number of goroutines may call
// the functions here at the same time. Results are the same bits on every platform.
package region

// How polygons are cut. A vertical line sweeps over the edges from left to right. The edges that
// cross it are kept in order, and any two that become neighbours are tested for crossing (Shamos
// and Hoey 1976). The area behind the line is cut into triangles (Hertel and Mehlhorn 1985). Then
// cuts that convexity does not need are removed. At most four times as many parts remain as the
// smallest possible number. The sweep looks at nothing but the signs of orientations of given
// points.
//
// For n points it makes about n log n comparisons. Where edges begin or end it may move the list of
// the edges that cross the line, 4 bytes per edge. So very many edges side by side take longer. If
// one box lies within the other, the worst time of Relate is in proportion to the outer region's
// points times the inner one's parts.
//
// Where rings touch, their edges are divided at common points, which are all given ones. A second
// sweep makes sure that the outlines wind round no point more than once.
