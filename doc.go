// SPDX-License-Identifier: MIT

// Package daylight is the root of a module that answers, for a million 2D shapes at once, which of
// them touch, how deep, and which way out: collision detection in bulk, with the same bits on every
// platform. This package has the errors that all others return, and one limit. These are the
// others:
//
//	soa             the shapes: adding, naming and moving them, as columns
//	batch           the engine: a step finds all contacts, with depth and normal, contact points,
//	                distances or times of impact
//	batch/query     questions: rays, points, boxes, the nearest, what covers what
//	batch/separate  pushing shapes apart
//	batch/solver    moving shapes that push and turn each other
//	batch/exact     pairs decided without error, by float64 coordinates
//	batch/push      the shortest way out, of a shape or a whole body
//	batch/mtv       all short ways out of the overlap of two shapes
//	region          polygons as data sets have them, concave and with holes
//	broadphase      which axis-aligned boxes overlap, without shapes
//	kernels         which instruction sets there are, and how exact answers are
//
// Begin with the example of package batch, or with docs/library.md. The command daylight, in
// cmd/daylight, does the same for files of shapes.
package daylight
