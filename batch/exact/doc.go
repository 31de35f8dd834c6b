// SPDX-License-Identifier: MIT

// Package exact finds all pairs of a scene that touch or overlap, and never decides wrongly. It
// decides by the float64 coordinates as they are given. Shapes may be regions (concave, with
// holes, in parts), convex polygons, boxes, capsules, segments, circles and points, lines of many
// points, and collections of an area and lines.
//
// A Scene is a list of shapes. Find lists its pairs, in the order of their numbers, each with its
// verdict. On request it adds their relations (OGC Simple Features), or the area in common of
// circles and polygons. Join does the same for pairs between two scenes. Package region says what
// these words mean.
//
// # How
//
// First an engine of package batch finds candidates. It stores convex shapes in float32, and all
// others as their bounding boxes, and a step finds contacts with a margin that covers all rounding.
// The step decides a pair of convex shapes that overlaps by more than that margin, as nearly all
// pairs of a crowded scene do. All other pairs are decided edge by edge, in float64 arithmetic with
// an error bound. Where the bound does not suffice, exact predicates decide. Stats says how many
// each stage passed on to the next. If sizes are so different that one margin for all would be far
// too large, every pair of bounding boxes that meet is a candidate.
//
// Find runs on as many goroutines as Workers says, and gives the same answer with any number of
// them, on every platform. Shapes cannot be moved; make a new scene instead. A Scene takes about
// 300 bytes for each shape besides its coordinates. Only one goroutine at a time may use it.
package exact
