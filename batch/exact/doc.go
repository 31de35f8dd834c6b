// SPDX-License-Identifier: MIT

// Package exact finds all pairs of a scene that touch or overlap, and is never wrong about
// one: it decides on float64 coordinates as they are given, for regions (concave, with
// holes, in parts), convex polygons, boxes, capsules, segments, circles and points.
//
// A Scene is a list of shapes. Find lists its pairs in the order of their numbers, each
// with its verdict and, on request, its relations (OGC Simple Features) or the area in
// common; Join does so for pairs of two scenes. Package region says what these mean.
//
// # How
//
// The engine of package batch is the filter: a convex shape is stored in float32 as it is, a
// region as its bounding box, and its step finds contacts with a margin that covers all
// rounding. A pair of convex shapes that overlaps by more than that margin, as nearly
// all of a crowded scene do, needs no further look. Of every other pair float64 arithmetic with a
// bound decides, edge by edge, and what is within the bound goes to exact
// predicates. Stats says how many each stage left open. In a scene of very different sizes,
// where one margin for all would be far too much, every pair of boxes that meet is looked at.
//
// Find runs on as many goroutines as it is told and gives the same answer with any number of
// them, on every platform. Shapes do not move: what moves is a new scene. A Scene
// takes about 300 bytes for each shape besides its coordinates, and is used by one goroutine.
package exact
