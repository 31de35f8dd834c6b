// SPDX-License-Identifier: MIT

// Package tile cuts a scene that is too large for one machine, or for its memory, into
// pieces. They can be answered one by one, anywhere and in any order, and together their
// answers are those of one run over the whole scene, bit for bit.
//
// # How it works
//
// A Plan assigns worlds to tiles. It cuts worlds that are too large into rectangles: first
// into bands of y, and then each band along x. Every point of every world is in exactly one
// tile.
//
//   - A shape goes to every tile that its box reaches (Bounds.Box, Plan.AppendTiles). The box covers the
//     AABB that the engine uses, grown by half the margin and along the shape's motion. It
//     depends on the shape and the Config alone.
//   - A pair belongs to the tile of its reference point: on each axis, the larger of the
//     lower ends of the two boxes (Plan.Owner). Boxes that overlap have that point in
//     common, so both shapes are in that tile. Tiles do not overlap, so no other tile has
//     the pair too.
//
// So each tile runs the engine on its shapes, and leaves out the pairs of other tiles by
// means of a column batch.Columns.Exclude (Plan.Early). No pass over all answers is needed to remove
// duplicates. The contact of a pair depends on its two shapes alone (see package batch),
// whatever else is in the tile.
//
// That does not hold for batch.ModePairs, where it depends on the extent of the scene which
// AABBs are near enough to be a pair. This package refuses that mode.
//
// # Plans
//
// Make makes a plan from a sample of the scene, so that the tiles take about equal work.
// Work is counted in shapes and in pairs of overlapping boxes. A plan gives right answers
// for any shapes, also for others than it was made from; only the balance suffers. It is a
// small JSON object that people can read and edit; see Part.
//
// # Whole jobs
//
// Plan.Collide and Plan.Join do all tiles of shapes in memory, one after the other. They are
// the reference for programs that do the tiles apart, and they are faster than one run where
// a scene is far larger than the caches. The command daylight does the same steps with files
// between them, for its shards and for --spill.
//
// # Concurrency
//
// Any number of goroutines may use a Plan or Bounds at the same time, except while
// Plan.UnmarshalJSON or Bounds.Fill writes it. A Sampler belongs to one goroutine at a time.
// Bounds.Fill holds the store while it reads it. Collide and Join do so at the
// beginning and then read the stores without holding them, so nobody may change the shapes
// before they return.
package tile
